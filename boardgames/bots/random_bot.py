"""The bot that everything should beat."""

from __future__ import annotations

from boardgames.bots.bot import Bot, BotKind, Seat
from boardgames.models import Data, Phase
from mcts.splitmix import SplitMix


class RandomBot(Bot):
    """Any valid action, all equally likely."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._chance = SplitMix(seat.seed)

    def choose(self, game_data: Data, phase: Phase) -> Data:
        """Draw one of the valid actions."""
        valid = self._seat.plugin.get_valid_actions(game_data, phase, self._seat.player_id)
        return valid[self._chance.below(len(valid))]


class RandomKind(BotKind):
    """Bots that draw their actions."""

    name = "random"
    description = "any valid action, all equally likely"

    def sit_down(self, seat: Seat, parameters: Data) -> Bot:
        """Make one."""
        del parameters
        return RandomBot(seat)
