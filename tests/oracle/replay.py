"""The lockstep: one recorded game against the kernels, position by position and list by list."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NoReturn

from catan_sim.core import encoding as act
from catan_sim.core.action_text import to_text
from catan_sim.core.records import HAS_ROLLED, NOBODY, Part, Record, Waiting
from catan_sim.core.rules.bank_trade import trade_rate
from catan_sim.core.rules.legal import legal_actions
from catan_sim.core.rules.step import step
from catan_sim.core.rules.turn import check_victory
from catan_sim.core.ruleset import Ruleset
from catan_sim.core.state import board_record, new_states, new_work, rules_record, start_state
from tests.oracle.departed_roads import DepartedRoads
from tests.oracle.departures import Departure, Departures, Finding, OwnError, Past
from tests.oracle.recording import Moment, Recording, RecordingError, Step
from tests.oracle.snapshot import Snapshot, from_moment, from_state
from tests.oracle.trails import Trails
from tests.oracle.translate import Translation, bank_rates

NO_VICTORY = 100
"""A target that nobody reaches."""


@dataclass
class Tally:
    """What a number of games came to.

    Attributes
    ----------
    games, steps : int
    begun : Counter
        How often each departure showed anew.
    stood : Counter
        At how many steps it showed.
    unexplained : list of str
        Every difference without a name, in words; a game is given up at its first step with any.
    """

    games: int = 0
    steps: int = 0
    begun: Counter[Departure] = field(default_factory=Counter)
    stood: Counter[Departure] = field(default_factory=Counter)
    unexplained: list[str] = field(default_factory=list)


class _GiveUp(Exception):  # noqa: N818 - not an error of the program
    """The game has differences that nothing explains."""


def replay(recording: Recording, tally: Tally) -> None:
    """Replay one game and add to the tally."""
    tally.games += 1
    try:
        _Replay(recording, tally).run()
    except _GiveUp:
        return


class _Replay:
    def __init__(self, recording: Recording, tally: Tally) -> None:
        opening = recording.opening
        self.recording = recording
        self.tally = tally
        self.players = len(opening.seats)
        self.names = Translation(opening)
        self.board = board_record(self.names.board)
        ruleset = Ruleset().replace(
            players=self.players, victory_target=opening.vps_to_win, offers_per_turn=0, turn_cap=60_000
        )
        self.rules = rules_record(ruleset)
        self.endless = rules_record(ruleset.replace(victory_target=NO_VICTORY))
        self.work = new_work(self.names.board)[0]
        self.states = new_states(self.names.board, 2)  # now and, to go back to, before the last action
        self.states[0] = start_state(self.names.board, self.board, self.rules)
        self.state: Record = self.states[0]
        trails = Trails(self.names.board.topology)
        self.roads = DepartedRoads(trails, self.players)
        self.departures = Departures(self.names.board, opening.vps_to_win, trails, self.roads)
        self.past: Past | None = None
        self.standing: set[Finding] = set()
        self.index = 0

    def run(self) -> None:
        for recorded in self.recording.steps:
            self.index = recorded.i
            here, findings = self._compare_position(recorded.state)
            findings += self._compare_actions(recorded, here)
            self._count(findings)
            self._apply(recorded, here)
            self.tally.steps += 1
        self.index += 1
        _, findings = self._compare_position(self.recording.ending.state, is_end=True)
        self._count(findings)

    def _fail(self, lines: list[str]) -> NoReturn:
        """Report differences without a name and give the game up."""
        where = f"game of seed {self.recording.opening.seed}, step {self.index}"
        self.tally.unexplained += [f"{where}: {line}" for line in lines]
        raise _GiveUp

    def _count(self, findings: list[Finding]) -> None:
        """A departure begins when it was not there in the same way at the step before."""
        now = set(findings)
        self.tally.begun.update(name for name, _ in now - self.standing)
        self.tally.stood.update({name for name, _ in now})
        self.standing = now

    def _compare_position(self, moment: Moment, is_end: bool = False) -> tuple[Snapshot, list[Finding]]:
        """Every field; the recorded position is taken over where a departure explains how it differs."""
        theirs = self._read(moment)
        ours = from_state(self.state, self.players)
        try:
            shown, findings = self.departures.position(ours, self.past)
        except OwnError as error:
            self._fail([f"we break a rule: {error}"])
        if is_end and self.state["part"] == Part.OVER:
            # With us nothing is asked of anybody any more; they leave the question standing in which the game was won.
            shown = shown._replace(
                actor=theirs.actor, prompt=theirs.prompt, free_roads=theirs.free_roads, discards=theirs.discards
            )
        if shown != theirs:
            self._fail([f"{name}: they have {t}, we {_also(o, s)}" for name, t, o, s in _rows(theirs, ours, shown)])
        if findings:
            self._take_over(theirs)
        return theirs._replace(road_lengths=ours.road_lengths), findings

    def _read(self, moment: Moment) -> Snapshot:
        try:
            return from_moment(moment, self.names)
        except (KeyError, IndexError) as error:
            raise RecordingError(f"step {self.index} names {error}, which the game does not know") from None

    def _take_over(self, theirs: Snapshot) -> None:
        """Make ours what a departure may have changed: cards, discarder, longest road; but not lengths, nor pieces."""
        state, players = self.state, self.players
        state["hand"][:players] = theirs.hands
        state["hand_size"][:players] = [sum(hand) for hand in theirs.hands]
        state["bank"] = theirs.bank
        state["points"][:players] = theirs.points
        state["longest_road"] = theirs.longest_road.bit_length() - 1 if theirs.longest_road else NOBODY
        if state["waiting"] == Waiting.DISCARD:
            state["actor"] = theirs.actor
        check_victory(self.rules, state)

    def _compare_actions(self, recorded: Step, here: Snapshot) -> list[Finding]:
        """The legal actions as a set, whose they are, and the rates of trades with the bank."""
        colour = self.recording.opening.seats[here.actor]
        theirs = {self.names.action(action, recorded.state) for action in recorded.legal}
        count = legal_actions(self.board, self.rules, self.state, self.work)
        ours = {int(action) for action in self.work["actions"][:count]}
        try:
            shown, findings = self.departures.actions(ours, here, self._road_kind(here))
        except OwnError as error:
            self._fail([f"we break a rule: {error}"])
        lines = [f"they list {to_text(action)}, we do not" for action in sorted(theirs - shown)]
        lines += [f"they do not list {to_text(action)}, we do" for action in sorted(shown & ours - theirs)]
        lines += [f"they do not list {to_text(action)}, as they should" for action in sorted(shown - ours - theirs)]
        lines += [f"{action} is not an action of {colour}" for action in recorded.legal if action[0] != colour]
        for give, rates in bank_rates(recorded.legal).items():
            rate = int(trade_rate(self.rules, self.state, here.actor, give))
            if rates != {rate}:
                lines.append(f"their bank takes {rates} of resource {give}, ours {rate}")
        if recorded.action not in recorded.legal:
            lines.append(f"they do {recorded.action}, which they do not list")
        if lines:
            self._fail(lines)
        return findings

    def _road_kind(self, here: Snapshot) -> int | None:
        """How the actor could place a road now, if there is an edge for it."""
        if self.state["waiting"] == Waiting.FREE_ROAD:
            return act.PLACE_ROAD
        has_rolled = self.state["waiting"] == Waiting.MAIN and self.state["flags"] & HAS_ROLLED
        brick, lumber = here.hands[here.actor][:2]
        return act.BUILD_ROAD if has_rolled and brick and lumber and here.pieces_left[here.actor][0] else None

    def _apply(self, recorded: Step, here: Snapshot) -> None:
        """Carry the recorded action out on our side and in the model of their roads."""
        action = self.names.action(recorded.action, recorded.state)
        outcome = self.names.outcome(recorded.action, recorded.result)
        self._note_building(action, here.actor)
        self.states[1] = self.states[0]
        self._step(self.rules, action, outcome)
        holder = NOBODY if self.roads.holder is None else self.roads.holder
        if self.state["part"] == Part.OVER and self.state["longest_road"] != holder:
            # We have won by an award that they give otherwise: go on without, and ask again when it is taken over.
            self.states[0] = self.states[1]
            self._step(self.endless, action, outcome)
        self.past = Past(here, outcome // 10 + outcome % 10 if action >> 24 == act.ROLL else 0)

    def _step(self, rules: Record, action: int, outcome: int) -> None:
        step(self.board, rules, self.state, self.work, action, outcome)

    def _note_building(self, action: int, seat: int) -> None:
        kind, place = action >> 24, action & 0xFF
        if kind == act.PLACE_SETTLEMENT:
            self.roads.settle_first(seat, place)
        elif kind == act.BUILD_SETTLEMENT:
            self.roads.settle(seat, place)
        elif kind == act.PLACE_ROAD and self.state["part"] == Part.SETUP:
            self.roads.lay_first(seat, place)
        elif kind in (act.PLACE_ROAD, act.BUILD_ROAD):
            self.roads.lay(seat, place)


def _rows(theirs: Snapshot, ours: Snapshot, shown: Snapshot) -> list[tuple[str, Any, Any, Any]]:
    """The fields in which the prediction fails: name, theirs, ours, predicted."""
    rows = zip(theirs._fields, theirs, ours, shown, strict=True)
    return [(name, t, o, s) for name, t, o, s in rows if t != s]


def _also(ours: Any, shown: Any) -> str:
    return f"{ours}" if ours == shown else f"{ours}, by which they should have {shown}"
