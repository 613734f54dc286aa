"""Carcassonne as the search sees it; importing this module plugs the game and its evaluator in."""

from __future__ import annotations

from boardgames.carcassonne import rules
from boardgames.carcassonne.encoding import FEATURE_COUNT, POLICY_LENGTH, encode, prior_index
from boardgames.carcassonne.evaluator import evaluate
from boardgames.carcassonne.records import DTYPE
from boardgames.carcassonne.weights import WEIGHTS_DTYPE
from mcts.game import plug_in, plug_in_evaluator

plug_in(
    DTYPE,
    most_actions=rules.MOST_ACTIONS,
    features=FEATURE_COUNT,
    policy=POLICY_LENGTH,
    count_seats=rules.count_seats,
    actor=rules.actor,
    legal_actions=rules.legal_actions,
    count_actions=rules.count_actions,
    nth_action=rules.nth_action,
    apply_action=rules.apply_action,
    outcome=rules.outcome,
    score=rules.score,
    determinize=rules.determinize,
    action_rank=rules.action_rank,
    action_key=rules.action_key,
    random_action=rules.random_action,
    encode=encode,
    prior_index=prior_index,
)
plug_in_evaluator(DTYPE, WEIGHTS_DTYPE, evaluate)
