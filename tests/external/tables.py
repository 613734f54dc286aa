"""Games in progress for the tests here."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from catanatron.models.actions import generate_playable_actions
from catanatron.players.weighted_random import WeightedRandomPlayer

from catan_sim.ai.registry import find_agent
from catan_sim.core.records import Record
from catan_sim.core.ruleset import Ruleset
from catan_sim.core.state import board_record, rules_record
from tests.external.geometry import opening_of
from tests.external.ladder import game_at_seat
from tests.external.player import AgentPlayer
from tests.external.seen import state_seen_by
from tests.oracle.translate import Translation


class View:
    """One game and what the player at a seat sees of it."""

    def __init__(self, game: Any, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.names = Translation(opening_of(game))
        self.board = board_record(self.names.board)
        self.rules = rules_record(Ruleset().replace(offers_per_turn=0))

    def state(self, listed: Collection[str] = ()) -> Record:
        """Our record of the position as it is now."""
        return state_seen_by(self.seat, self.game.state, self.names, self.board, self.rules, listed)

    def copy(self) -> View:
        """The same position, free to be changed."""
        return View(self.game.copy(), self.seat)

    def give(self, **counts: int) -> None:
        """Set fields of the player, such as ``WOOD_IN_HAND``."""
        self.game.state.player_state.update({f"P{self.seat}_{name}": count for name, count in counts.items()})

    def playable(self) -> list[Any]:
        """What the one who has to act may do; versions differ in who keeps the list."""
        return list(generate_playable_actions(self.game.state))


def decisions(seat: int, seed: int, agent: str = "handset") -> Iterator[tuple[View, AgentPlayer]]:
    """Play a game and stop before every action of the agent's; the one view goes on with the game."""
    game, player = game_at_seat(seat, seed, find_agent(agent), WeightedRandomPlayer)
    view = View(game, seat)
    while game.winning_color() is None:
        if game.state.current_color() == player.color:
            yield view, player
        game.play_tick()


def view_in_turn(turns: int, seat: int = 1, seed: int = 7) -> View:
    """A position in the agent's turn, after the roll, when so many turns are over and all have built.

    Their games differ from process to process (they go through sets), so the position is known by what it has: more
    buildings than the set-up brings, and a settlement of the agent's that could become a city.
    """
    for view, _ in decisions(seat, seed):
        state = view.game.state
        is_main = state.current_prompt.value == "PLAY_TURN" and state.player_state[f"P{seat}_HAS_ROLLED"]
        mine = state.player_state
        can_upgrade = mine[f"P{seat}_SETTLEMENTS_AVAILABLE"] < 5 and mine[f"P{seat}_CITIES_AVAILABLE"] > 0
        if is_main and can_upgrade and state.num_turns >= turns and len(state.board.buildings) > 8:
            return view
    return view_in_turn(turns, seat, seed + 100)
