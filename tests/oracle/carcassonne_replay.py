"""Replaying a recorded Carcassonne game on our engine, comparing everything that was written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from boardgames.carcassonne.actions import SKIP, anchor_of, kind_of, rotation_of, x_of, y_of
from boardgames.carcassonne.board import tile_at
from boardgames.carcassonne.features import root_of
from boardgames.carcassonne.game import CarcassonneGame, Scoring
from boardgames.carcassonne.records import Phase
from boardgames.carcassonne.rules import segment_at
from boardgames.carcassonne.tiles import BAG_SIZE, TILES, Kind, rotated
from mcts.errors import InputError
from tests.oracle.carcassonne_recording import Feature, FinalLine, MeepleLine, Recording, Spot, TileLine
from tests.oracle.recording import RecordingError

Award = tuple[int | None, str, int, int]
"""Feature (None for one that is not on the table), name, seat and points."""


@dataclass
class Tally:
    """What replays have found."""

    games: int = 0
    events: int = 0
    differences: list[str] = field(default_factory=list)


class CannotGoOnError(Exception):
    """The recorded action is not legal here."""


class _Replay:
    """One game in step with its recording."""

    def __init__(self, recording: Recording, final: FinalLine, tally: Tally) -> None:
        if len(recording.drawn) != BAG_SIZE:
            raise RecordingError(f"game {recording.number} draws {len(recording.drawn)} tiles, not {BAG_SIZE}")
        self.recording, self.final, self.tally = recording, final, tally
        try:
            self.game = CarcassonneGame(len(final.scores), first_tiles=recording.drawn)
        except InputError as error:
            raise RecordingError(f"game {recording.number}: {error}") from None
        self.set_aside: list[tuple[int, str]] = []

    def compare(self, turn: int | None, what: str, ours: object, theirs: object) -> bool:
        """Note a difference; True when there is none."""
        if ours != theirs:
            moment = "at the end" if turn is None else f"turn {turn}"
            self.tally.differences.append(
                f"game {self.recording.number}, {moment}: {what} {ours!r}, recorded {theirs!r}"
            )
        return ours == theirs

    def step(self, action: int, turn: int) -> tuple[Scoring, ...]:
        """Play an action; returns what was scored."""
        event = self.game.step(action)
        self.set_aside += [(turn + 1, letter) for letter in event.discarded]
        return event.scorings

    def turn(self, line: TileLine) -> None:
        """One turn: placement, follower, scoring."""
        game, turn = self.game, line.turn
        self.compare(turn, "player", game.actor, line.player)
        self.compare(turn, "tile", game.tile, line.letter)
        self.compare(turn, "tiles left", game.tiles_left, line.pack)
        ours = {(x_of(action), y_of(action), 90 * rotation_of(action)): action for action in game.legal_actions()}
        self.compare(turn, "placements", sorted(ours), sorted(line.legal_placements))
        laid = (line.x, line.y, line.rotation)
        if laid not in ours:
            raise CannotGoOnError(f"turn {turn}: {line.letter} cannot be laid at {laid}")
        scorings = self.step(ours[laid], turn)
        meeple = self.recording.meeples.get(turn)
        spots = self._spots() if game.phase == Phase.PLACE_MEEPLE else {}
        recorded = {} if meeple is None else {feature.spot: feature for feature in meeple.legal_spots}
        self.compare(turn, "spots", _sorted(spots), _sorted(recorded))
        if meeple is not None:
            self._follower_line(line, meeple)
        if game.phase == Phase.PLACE_MEEPLE:
            placed = None if meeple is None else meeple.placed
            if placed is not None and placed.spot not in spots:
                raise CannotGoOnError(f"turn {turn}: no follower can go to the {placed.feature} at {placed.location}")
            scorings = self.step(SKIP if placed is None else spots[placed.spot], turn)
        self._compare_points(turn, [scoring for scoring in scorings if scoring.complete])

    def _follower_line(self, line: TileLine, meeple: MeepleLine) -> None:
        self.compare(line.turn, "player with the follower", line.player, meeple.player)
        places = {feature.position for feature in [*meeple.legal_spots, meeple.placed] if feature is not None}
        self.compare(line.turn, "tile of the spots", {(line.x, line.y)}, places or {(line.x, line.y)})

    def _spots(self) -> dict[Spot, int]:
        """The legal spots with their actions."""
        lie = int(self.game.state["lie"][self.game.state["placed"] - 1])
        spots = {}
        for action in self.game.legal_actions():
            if action != SKIP:
                segment = TILES[lie // 4].segments[segment_at(lie, kind_of(action), anchor_of(action))]
                spots[Spot(segment.kind, frozenset(rotated(segment, lie % 4)))] = action
        return spots

    def _root(self, feature: Feature) -> int | None:
        """Our root of a recorded feature, or None when no segment is like it."""
        state = self.game.state
        number = int(tile_at(state, *feature.position))
        if number < 0:
            return None
        lie = int(state["lie"][number])
        for place, segment in enumerate(TILES[lie // 4].segments):
            if Spot(segment.kind, frozenset(rotated(segment, lie % 4))) == feature.spot:
                return int(root_of(state, state["first"][number] + place))
        return None

    def _compare_points(self, turn: int | None, scorings: Iterable[Scoring]) -> None:
        """Compare what was scored, player by player, in any order."""
        ours = Counter[Award](
            (scoring.feature, _name(scoring), seat, scoring.points) for scoring in scorings for seat in scoring.seats
        )
        theirs = Counter[Award](
            (self._root(entry.feature), entry.name, entry.player, entry.points)
            for line in self.recording.points.get(turn, [])
            for entry in line.points
        )
        self.compare(turn, "points", sorted((ours - theirs).items()), sorted((theirs - ours).items(), key=str))

    def run(self) -> None:
        """Replay the whole game."""
        for line in self.recording.tiles:
            self.turn(line)
        if not self.compare(None, "game over", self.game.is_over, True):
            return
        self._compare_points(None, [scoring for scoring in self.game.log[-1].scorings if not scoring.complete])
        self.compare(None, "scores", list(self.game.scores), self.final.scores)
        self.compare(None, "tiles laid", int(self.game.state["placed"]), self.final.placed)
        self.compare(None, "turns", len(self.recording.tiles), self.final.turns)
        recorded = [(line.turn, line.letter) for line in self.recording.discards]
        self.compare(None, "tiles set aside", self.set_aside, recorded)


def _sorted(spots: Iterable[Spot]) -> list[tuple[str, list[int]]]:
    return sorted((spot.kind.name, sorted(spot.places)) for spot in spots)


def _name(scoring: Scoring) -> str:
    """The recording's name for a scoring."""
    name = scoring.kind.name.lower()
    return name if scoring.complete or scoring.kind == Kind.FIELD else f"{name}.incomplete"


def replay(recording: Recording, final: FinalLine, tally: Tally) -> None:
    """Replay a game; differences go into the tally. One that cannot be continued ends its game."""
    game = _Replay(recording, final, tally)
    tally.games += 1
    tally.events += recording.events + 1
    try:
        game.run()
    except CannotGoOnError as error:
        tally.differences.append(f"game {recording.number} cannot be continued: {error}")
