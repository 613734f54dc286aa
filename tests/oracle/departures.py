"""Where the recorded engine is known to depart from ``docs/rules.md``, and exactly what it then shows.

Nothing here looks at the recorded position: each departure turns *our* position (or our list of actions) into what the
recorded engine must show if it departs in this way and in no other. Only if that is equal to what it does show is the
difference explained. Where the prediction does not rest on our own value, that value is checked against the rule too,
so that no error of ours can pass for a departure of theirs.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from catan_sim.core import encoding as act
from catan_sim.core.action_text import to_text
from catan_sim.core.board import Board
from catan_sim.core.resources import RESOURCE_COUNT, Resource
from tests.oracle.departed_roads import SHORTEST_AWARDED, DepartedRoads
from tests.oracle.snapshot import DISCARD, Snapshot
from tests.oracle.trails import Trails


class Departure(StrEnum):
    """The names under which differences are counted."""

    BLOCKED_END = "1 a road that ends at an opponent's settlement is not counted"
    SHORT_AWARD = "2 after a cut, longest road is held with fewer than 5"
    TIED_AWARD = "2 after a cut, longest road goes to the first of those who tie"
    LENGTH_AWARD = "1 longest road is judged by lengths without roads to an opponent's settlement"
    SHORTAGE = "3 a short bank does not pay a single claimant"
    OFF_TURN_WIN = "4 the game is won in another player's turn"
    SINGLE_PLENTY = "5 year of plenty offers one card while the bank has two"
    THROUGH = "6 a road may go on through an opponent's settlement"
    LATE_LENGTHS = "8 road lengths show as 0 until the first building after the set-up"
    DISCARD_ORDER = "9 discards start with the lowest seat, not with the roller"


Finding = tuple[Departure, str]
"""A departure and in what it shows."""


class OwnError(Exception):
    """Our position breaks a rule."""


@dataclass
class Past:
    """What the position came about from.

    Attributes
    ----------
    before : Snapshot
        The position before the last action, equal in both engines but for road lengths.
    dice : int
        The sum rolled by the last action, or 0.
    """

    before: Snapshot
    dice: int


@dataclass
class Departures:
    """Predicts what the recorded engine shows in one game."""

    board: Board
    target: int
    trails: Trails
    roads: DepartedRoads

    def position(self, ours: Snapshot, past: Past | None) -> tuple[Snapshot, list[Finding]]:
        """What the recorded engine must show where we have ``ours``, and which departures that takes.

        Raises
        ------
        OwnError
            When it is we who depart from the rules.
        """
        found: list[Finding] = []
        shown = self._shortage(ours, past, found)
        shown = self._discard_order(shown, past, found)
        shown = self._award(shown, past, found)
        shown = self._lengths(shown, found)
        return self._winner(shown, found), found

    def _shortage(self, ours: Snapshot, past: Past | None, found: list[Finding]) -> Snapshot:
        """Departure 3, worked out anew from the position before the roll."""
        if past is None or past.dice in (0, 7):
            return ours
        bank, hands = list(ours.bank), [list(hand) for hand in ours.hands]
        for resource, owed in enumerate(owed_by_resource(self.board, past.before, past.dice)):
            left = past.before.bank[resource]
            claimants = [seat for seat, count in enumerate(owed) if count]
            if len(claimants) == 1 and 0 < left < sum(owed):
                hands[claimants[0]][resource] -= left
                bank[resource] += left
                what = f"seat {claimants[0]} is owed {sum(owed)} {Resource(resource).word}, {left} are left"
                found.append((Departure.SHORTAGE, what))
        return ours._replace(bank=tuple(bank), hands=tuple(tuple(hand) for hand in hands))

    def _discard_order(self, ours: Snapshot, past: Past | None, found: list[Finding]) -> Snapshot:
        if past is None or ours.prompt != DISCARD:
            return ours
        players = len(ours.discards)
        first = past.before.actor if past.before.prompt == DISCARD else ours.turn_seat
        round_table = [(first + k) % players for k in range(players)]
        if ours.actor != next(seat for seat in round_table if ours.discards[seat]):
            raise OwnError(f"rule 4.3: seat {ours.actor} discards before its turn")
        lowest = next(seat for seat in range(players) if ours.discards[seat])
        if lowest != ours.actor:
            found.append((Departure.DISCARD_ORDER, f"seat {lowest} before {ours.actor}"))
        return ours._replace(actor=lowest)

    def _award(self, ours: Snapshot, past: Past | None, found: list[Finding]) -> Snapshot:
        """Departures 1 and 2: another holder, and two points that go with it."""
        theirs = 0 if self.roads.holder is None else 1 << self.roads.holder
        if ours.longest_road == theirs:
            return ours
        before = 0 if past is None else past.before.longest_road
        # Lengths that have not changed need no new judgement, so a holder taken over from them stays until they do.
        is_judged = past is None or ours.road_lengths != past.before.road_lengths or ours.longest_road != before
        if is_judged and ours.longest_road != judge(before, ours.road_lengths):
            raise OwnError(f"rule 5.6: holder {seats(ours.longest_road)} with lengths {ours.road_lengths}")
        found.append((self._award_name(before, theirs), f"{seats(theirs)}, not {seats(ours.longest_road)}"))
        gains = [2 * ((theirs >> seat & 1) - (ours.longest_road >> seat & 1)) for seat in range(len(ours.points))]
        return ours._replace(
            longest_road=theirs,
            points=tuple(points + gain for points, gain in zip(ours.points, gains, strict=True)),
            totals=tuple(points + gain for points, gain in zip(ours.totals, gains, strict=True)),
        )

    def _award_name(self, before: int, theirs: int) -> Departure:
        """Whether lengths alone lead to their holder, or only what they do after a cut."""
        lengths = tuple(self.roads.lengths)
        if judge(before, lengths) == theirs:
            return Departure.LENGTH_AWARD
        return Departure.TIED_AWARD if max(lengths) >= SHORTEST_AWARDED else Departure.SHORT_AWARD

    def _lengths(self, ours: Snapshot, found: list[Finding]) -> Snapshot:
        """Departure 1, and lengths that are not shown yet."""
        for seat, (length, shown) in enumerate(zip(ours.road_lengths, self.roads.shown, strict=True)):
            if length != shown:
                if length != self.trails.by_the_rules(ours.roads[seat], self.roads.closed_to(seat)):
                    raise OwnError(f"rule 5.5: length {length} of seat {seat}")
                is_late = shown != self.roads.lengths[seat]
                name = Departure.LATE_LENGTHS if is_late else Departure.BLOCKED_END
                found.append((name, f"seat {seat} has {shown}, not {length}"))
        return ours._replace(road_lengths=tuple(self.roads.shown))

    def _winner(self, ours: Snapshot, found: list[Finding]) -> Snapshot:
        """Departure 4: whoever has enough points wins, and the last of them if there are several."""
        able = [seat for seat, points in enumerate(ours.totals) if points >= self.target]
        if not able:
            return ours
        if ours.turn_seat != able[-1]:
            if ours.winner != (1 << ours.turn_seat if ours.turn_seat in able else 0):
                raise OwnError(f"rule 9.2: winner {seats(ours.winner)} with points {ours.totals}")
            found.append((Departure.OFF_TURN_WIN, f"seat {able[-1]} in the turn of {ours.turn_seat}"))
        return ours._replace(winner=1 << able[-1])

    def actions(self, ours: set[int], here: Snapshot, road_kind: int | None) -> tuple[set[int], list[Finding]]:
        """What the recorded engine must list where we list ``ours``, and which departures that takes.

        ``road_kind`` is the kind of action with which the actor could place a road now, or None.

        Raises
        ------
        OwnError
            When it is we who list what only a departure allows.
        """
        found: list[Finding] = []
        extra: set[int] = set()
        if any(action >> 24 == act.PLAY_YEAR_OF_PLENTY for action in ours) and sum(here.bank) > 1:
            extra = single_plenty(here.bank)
            found += [(Departure.SINGLE_PLENTY, f"bank {here.bank}")] if extra else []
        if road_kind is not None:
            taken = sum(here.roads)
            theirs = {edge for edge in self.roads.sites(here.actor) if not taken >> edge & 1}
            beyond = theirs - road_sites(self.trails, here, self.roads.closed_to(here.actor))
            extra |= {road_kind << 24 | edge for edge in beyond}
            found += [(Departure.THROUGH, f"seat {here.actor} at edge {edge}") for edge in sorted(beyond)]
        if extra & ours:
            raise OwnError(f"rules 5.3 and 6.5: {', '.join(to_text(action) for action in sorted(extra & ours))}")
        return ours | extra, found


def seats(members: int) -> str:
    """Seats that are given as bits, in words."""
    return ", ".join(str(seat) for seat in range(members.bit_length()) if members >> seat & 1) or "nobody"


def owed_by_resource(board: Board, before: Snapshot, dice: int) -> list[list[int]]:
    """Rule 4.1: what a roll owes, by resource and seat."""
    owed = [[0] * len(before.hands) for _ in range(RESOURCE_COUNT)]
    for place, tile in enumerate(board.tiles):
        if tile.resource is not None and tile.number == dice and place != before.robber:
            for vertex in board.topology.hex_vertices[place]:
                for seat, (settlements, cities) in enumerate(zip(before.settlements, before.cities, strict=True)):
                    owed[tile.resource][seat] += (settlements >> int(vertex) & 1) + 2 * (cities >> int(vertex) & 1)
    return owed


def judge(holder: int, lengths: tuple[int, ...]) -> int:
    """Rule 5.6: who holds the longest road next; seats as bits."""
    longest = sum(1 << seat for seat, length in enumerate(lengths) if length == max(lengths))
    if max(lengths) < SHORTEST_AWARDED:
        return 0
    if holder & longest:
        return holder
    return longest if longest.bit_count() == 1 else 0


def single_plenty(bank: tuple[int, ...]) -> set[int]:
    """Departure 5: one card alone, wherever a pair with it cannot be had."""
    short = [resource for resource, left in enumerate(bank) if left == 1 or (left and 0 in bank)]
    return {act.PLAY_YEAR_OF_PLENTY << 24 | act.NO_ONE << 4 | resource for resource in short}


def road_sites(trails: Trails, here: Snapshot, closed: int) -> set[int]:
    """Rule 5.3: the edges where the actor may build."""
    built = here.settlements[here.actor] | here.cities[here.actor]
    roads = here.roads[here.actor]
    taken = sum(here.roads)
    return {
        edge
        for edge, ends in enumerate(trails.ends)
        if not taken >> edge & 1
        and any(built >> end & 1 or (trails.roads_at(roads, end) and not closed >> end & 1) for end in ends)
    }
