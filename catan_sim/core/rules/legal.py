"""Which actions are legal now."""

from __future__ import annotations

from catan_sim.core.encoding import END_TURN, PLACE_ROAD, ROLL, encode
from catan_sim.core.records import HAS_PAID, HAS_ROLLED, Part, Record, Waiting
from catan_sim.core.rules.bank_trade import list_bank_trades
from catan_sim.core.rules.building import list_builds, list_road_sites
from catan_sim.core.rules.development import list_card_plays, list_purchase
from catan_sim.core.rules.player_trade import list_answers, list_choices, list_offers
from catan_sim.core.rules.robber import list_discards, list_robber_moves
from catan_sim.core.rules.turn import list_setup_roads, list_setup_settlements
from mcts.kernel import kernel


@kernel
def legal_actions(board: Record, rules: Record, state: Record, work: Record) -> int:
    """Write every legal action into ``work.actions`` (int32); returns how many, 0 when the game is over."""
    waiting = state.waiting
    if waiting == Waiting.MAIN:
        return _list_main(rules, state, work)
    if waiting == Waiting.ROBBER:
        return list_robber_moves(board, rules, state, work, 0)
    if waiting == Waiting.DISCARD:
        return list_discards(state, work, 0)
    if waiting == Waiting.ANSWER:
        return list_answers(rules, state, work, 0)
    if waiting == Waiting.CHOICE:
        return list_choices(rules, state, work, 0)
    if waiting == Waiting.FREE_ROAD:
        return list_road_sites(state, work, state.actor, PLACE_ROAD, 0)
    if waiting == Waiting.SETTLEMENT:
        return list_setup_settlements(board, state, work, 0)
    if waiting == Waiting.ROAD:
        return list_setup_roads(board, state, work, 0)
    return 0


@kernel
def _list_main(rules: Record, state: Record, work: Record) -> int:
    """Rule 8.1: offers too, after the roll and in one's own turn only."""
    count = list_own_actions(rules, state, work)
    if (
        state.flags & HAS_ROLLED
        and state.part == Part.TURN
        and state.hand_size[state.actor]
        and state.offers_made < rules.offers_per_turn
        and not (rules.trade_then_build and state.flags & HAS_PAID)
    ):
        count = list_offers(rules, state, work, count)
    return count


@kernel
def list_own_actions(rules: Record, state: Record, work: Record) -> int:
    """Rules 3.2 to 3.4 and section 10: what the flags of the turn allow, without offers to other players.

    First in the list is to roll the dice, or to end the turn.
    """
    if not state.flags & HAS_ROLLED:
        work.actions[0] = encode(ROLL, 0)
        return list_card_plays(state, work, 1)
    work.actions[0] = encode(END_TURN, 0)
    count = 1
    if state.hand_size[state.actor] >= rules.cheapest:
        count = list_builds(rules, state, work, state.actor, count)
        count = list_purchase(rules, state, work, count)
    if state.part == Part.SPECIAL_BUILDING:
        return count
    count = list_card_plays(state, work, count)
    if state.hand_size[state.actor] and not (rules.trade_then_build and state.flags & HAS_PAID):
        count = list_bank_trades(rules, state, work, count)
    return count
