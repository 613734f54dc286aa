"""Tic-tac-toe as the search sees it; importing this module plugs the game in."""

from __future__ import annotations

from boardgames.tictactoe import rules
from mcts.game import plug_in

plug_in(
    rules.DTYPE,
    most_actions=rules.CELLS,
    actor=rules.actor,
    legal_actions=rules.legal_actions,
    apply_action=rules.apply_action,
    outcome=rules.outcome,
)
