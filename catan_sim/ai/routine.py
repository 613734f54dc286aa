"""What takes no thinking, or little, and happens all the time, done without a decision and a step for each.

Only for ``heuristic`` and ``greedy1`` agents, and only what they would do anyway; the others are asked as usual.
"""

from __future__ import annotations

from typing import Any

from numba import int64

from catan_sim.ai.agent import Kind
from catan_sim.ai.trading import choose_answer
from catan_sim.core.encoding import ACCEPT_TRADE, REJECT_TRADE, kind_of, wanted_cards
from catan_sim.core.records import Answer, Part, Record, Waiting
from catan_sim.core.rules.hands import can_pay_anything, covers, hand_of
from catan_sim.core.rules.player_trade import conclude_answers, next_addressee
from catan_sim.core.rules.turn import check_victory, end_turn
from mcts.kernel import kernel


@kernel
def do_routine(rules: Record, state: Record, agents: Any) -> int:
    """Go on to the next decision worth the name; returns how many actions that took.

    Parameters
    ----------
    agents : AGENT_DTYPE or SEARCHING_AGENT_DTYPE, shape (8,)
    """
    if state.waiting == Waiting.ANSWER:
        return _answer_offers(rules, state, agents)
    if state.part == Part.SPECIAL_BUILDING:
        return _pass_special_building(rules, state, agents)
    return 0


@kernel
def _answer_offers(rules: Record, state: Record, agents: Any) -> int:
    """Let those who are asked answer one after the other. Nothing that an answer changes lets anybody win."""
    answered = 0
    wanted = wanted_cards(state.offer)
    player = int64(state.actor)
    while player != state.roller:
        agent = agents[player]
        if agent.kind < Kind.HEURISTIC:
            state.actor = player
            return answered
        can_pay = covers(hand_of(state, player), wanted)
        action = choose_answer(rules, state, agent, player, can_pay)
        kind = kind_of(action)
        if kind == REJECT_TRADE:
            state.answers[player] = Answer.REJECTED
        elif kind == ACCEPT_TRADE:
            state.answers[player] = Answer.ACCEPTED
        else:
            state.answers[player] = Answer.COUNTERED
            state.counters[player] = action
        answered += 1
        player = next_addressee(rules, state, player)
    conclude_answers(rules, state)
    return answered


@kernel
def _pass_special_building(rules: Record, state: Record, agents: Any) -> int:
    """Let those who can pay for nothing pass. Nobody can win before the next turn begins."""
    passed = 0
    while (
        state.part == Part.SPECIAL_BUILDING
        and agents[state.actor].kind >= Kind.HEURISTIC
        and not can_pay_anything(rules, state, state.actor)
    ):
        end_turn(rules, state)
        passed += 1
    if state.part != Part.SPECIAL_BUILDING:
        check_victory(rules, state)
    return passed
