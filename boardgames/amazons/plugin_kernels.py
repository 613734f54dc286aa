"""Amazons as the search sees it, with whole turns and with turns in two steps; importing this plugs the games in."""

from __future__ import annotations

from boardgames.amazons import bot001, judge, rules, stepped
from boardgames.amazons.encoding import encode, feature_count, move_index, policy_length, step_index
from boardgames.amazons.records import SIZES, STEPPED_TURNS, WHOLE_TURNS
from boardgames.amazons.territory import squares_nearer
from mcts.game import plug_in, plug_in_evaluator

for _size in SIZES:
    plug_in(
        WHOLE_TURNS[_size],
        most_actions=rules.MOST_TURNS[_size],
        features=feature_count(_size),
        policy=policy_length(_size),
        actor=rules.actor,
        legal_actions=rules.legal_actions,
        count_actions=rules.count_actions,
        nth_action=rules.nth_action,
        apply_action=rules.apply_action,
        random_action=rules.random_action,
        outcome=rules.outcome,
        score=squares_nearer,
        encode=encode,
        prior_index=move_index,
    )
    plug_in(
        STEPPED_TURNS[_size],
        most_actions=stepped.MOST_STEPS[_size],
        features=feature_count(_size),
        policy=policy_length(_size),
        actor=stepped.actor,
        legal_actions=stepped.legal_actions,
        apply_action=stepped.apply_action,
        random_action=stepped.random_action,
        outcome=rules.outcome,
        score=squares_nearer,
        encode=encode,
        prior_index=step_index,
    )
    for _dtype in (WHOLE_TURNS[_size], STEPPED_TURNS[_size]):
        plug_in_evaluator(_dtype, bot001.PARAMETERS, bot001.evaluate)
        plug_in_evaluator(_dtype, judge.PARAMETERS, judge.evaluate)
