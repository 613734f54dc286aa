"""Missing cards, trades with the bank and waiting, against plain counting."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from catan_sim.ai.income import note_rates
from catan_sim.ai.means import bank_trade_for, cards_missing, waiting_time
from catan_sim.core.boardfile import find_board
from catan_sim.core.encoding import TRADE_BANK, first_of, kind_of, second_of
from catan_sim.core.ruleset import find_ruleset
from catan_sim.core.state import new_states, new_work, rules_record

BOARD = find_board("standard")
RULES = rules_record(find_ruleset("base"))
five = st.tuples(*[st.integers(0, 9)] * 5)


@given(hand=five, need=five, bank=five, ports=st.integers(0, 63), times=st.tuples(*[st.integers(1, 900)] * 5))
def test_against_plain_counting(
    hand: tuple[int, ...], need: tuple[int, ...], bank: tuple[int, ...], ports: int, times: tuple[int, ...]
) -> None:
    state, work = new_states(BOARD, 1)[0], new_work(BOARD)[0]
    state["hand"][0], state["bank"], state["ports"][0] = hand, bank, ports
    work["need"] = int.from_bytes(bytes(need), "little")
    work["card_time"][0, :5] = times
    note_rates(RULES, state, work, 0)
    rates = [2 if ports >> r & 1 else 3 if ports >> 5 & 1 else 4 for r in range(5)]
    assert work["rates"][0].tolist() == rates

    lacking = [max(n - h, 0) for n, h in zip(need, hand, strict=True)]
    bought = sum(max(h - n, 0) // rate for n, h, rate in zip(need, hand, rates, strict=True))
    for_sale = sum(min(lack, there) for lack, there in zip(lacking, bank, strict=True))
    assert cards_missing(RULES, state, work, 0, -1, False) == sum(lacking)
    assert cards_missing(RULES, state, work, 0, -1, True) == sum(lacking) - min(bought, for_sale)

    each = [lack * time for lack, time in zip(lacking, times, strict=True)]
    whole = (sum(each) + max(each)) // 2
    assert waiting_time(state, work, 0, False) == whole
    left = max(sum(lacking) - bought, 0)
    assert waiting_time(state, work, 0, True) == (whole * left // sum(lacking) if left else 0)

    trade = bank_trade_for(state, work, 0)
    if trade >= 0:
        give, get = first_of(trade), second_of(trade)
        assert kind_of(trade) == TRADE_BANK
        assert min(lacking[get], bank[get]) > 0
        assert hand[give] - need[give] >= rates[give]
    else:
        assert bought == 0 or for_sale == 0
