"""A table with the manners of catanatron 3.3, made from the version that is installed.

What differs there: the game keeps the list of actions and the state does not; cards are discarded one at a time, and
the state says how many are still to go; a robber move names no card; the bank trades at every rate that ports allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Final

from catanatron.game import TURNS_LIMIT, Game
from catanatron.models.actions import generate_playable_actions
from catanatron.models.enums import RESOURCES, Action

from tests.external.fakes import fake_name

DISCARD_RESOURCE: Final = fake_name("DISCARD_RESOURCE")


class NewerGame:
    """A game that asks its players as the newer version does, and takes their answers to the installed one.

    Attributes
    ----------
    discards : Counter
        How many cards each colour has discarded.
    """

    def __init__(self, players: Sequence[Any], seed: int) -> None:
        self._inner = Game(players, seed=seed)
        self.id, self.seed, self.vps_to_win = self._inner.id, seed, self._inner.vps_to_win
        self.state = self._inner.state
        self._discarded: list[str] = []
        self.discards: Counter[Any] = Counter()
        self._note_discards()

    @property
    def playable_actions(self) -> list[Any]:
        """What the one who has to act may do."""
        actions = generate_playable_actions(self.state)
        if self.state.current_prompt.value != "DISCARD":
            return [newer for action in actions for newer in self._as_newer(action)]
        colour = self.state.current_color()
        return [SimpleNamespace(color=colour, action_type=DISCARD_RESOURCE, value=name) for name in self._names_held()]

    def play(self) -> Any:
        """The colour that wins, or None."""
        while self._inner.winning_color() is None and self.state.num_turns < TURNS_LIMIT:
            player = self.state.current_player()
            self._execute(player.decide(self, self.playable_actions))
        return self._inner.winning_color()

    def _execute(self, action: Any) -> None:
        older = action
        if action.action_type is DISCARD_RESOURCE:
            self._discard(action.value)
            if self._still_to_discard():
                return
            kind = generate_playable_actions(self.state)[0].action_type
            older = Action(action.color, kind, self._discarded)
            self._give_back()
        elif action.action_type.value == "MOVE_ROBBER":
            older = Action(action.color, action.action_type, (*action.value, None))
        self._inner.execute(older, validate_action=False)
        self._note_discards()

    def _seat(self) -> int:
        return int(self.state.current_player_index)

    def _names_held(self) -> list[str]:
        return [name for name in RESOURCES if self.state.player_state[f"P{self._seat()}_{name}_IN_HAND"]]

    def _discard(self, name: str) -> None:
        self.state.player_state[f"P{self._seat()}_{name}_IN_HAND"] -= 1
        self.state.discard_counts[self._seat()] -= 1
        self._discarded.append(name)
        self.discards[self.state.current_color()] += 1

    def _still_to_discard(self) -> bool:
        return bool(self.state.discard_counts[self._seat()])

    def _give_back(self) -> None:
        """The installed version takes all the cards itself."""
        for name in self._discarded:
            self.state.player_state[f"P{self._seat()}_{name}_IN_HAND"] += 1

    def _note_discards(self) -> None:
        """Say how many cards each player has to discard; those who have done so are done."""
        self._discarded = []
        state = self.state
        held = [sum(state.player_state[f"P{seat}_{name}_IN_HAND"] for name in RESOURCES) for seat in range(4)]
        waits = state.current_prompt.value == "DISCARD"
        state.discard_counts = [
            cards // 2 if waits and seat >= self._seat() and cards > state.discard_limit else 0
            for seat, cards in enumerate(held)
        ]

    def _as_newer(self, action: Any) -> list[Any]:
        kind = action.action_type.value
        if kind == "MOVE_ROBBER":
            return [Action(action.color, action.action_type, action.value[:2])]
        if kind != "MARITIME_TRADE":
            return [action]
        given, wanted = action.value[0], action.value[-1]
        dear = Action(action.color, action.action_type, (given, given, given, given, wanted))
        can_pay = self.state.player_state[f"P{self._seat()}_{given}_IN_HAND"] >= 4
        return [action, dear] if can_pay and dear != action else [action]
