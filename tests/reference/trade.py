"""Trade with the bank and between players (rules 3.4, 7 and 8)."""

from collections.abc import Iterator
from functools import lru_cache

from .state import GENERIC_PORT, RESOURCES, Action, Counts, Offer, State


def may_trade(state: State) -> bool:
    """Tell whether trading is still open in this turn or part (Rule 3.4)."""
    return not (state.rules["turn_order"] == "trade_then_build" and state.has_paid)


def has_port(state: State, seat: int, kind: int) -> bool:
    """Tell whether a player has a building at a port of a kind (Rules 1.3 and 7.1)."""
    return any(state.owns_building(seat, vertex) for vertex in state.board.port_vertices(kind))


def best_rate(state: State, seat: int, resource: int) -> int:
    """Return how many cards of a resource the bank asks for one of another (Rule 7.1)."""
    rates = [int(state.rules["bank_rate"])]
    if has_port(state, seat, GENERIC_PORT):
        rates.append(int(state.rules["generic_port_rate"]))
    if has_port(state, seat, resource):
        rates.append(int(state.rules["special_port_rate"]))
    return min(rates)


def bank_trade_actions(state: State) -> set[Action]:
    """Return the trades with the bank (Rules 3.4, 7.1 and 7.2)."""
    actions: set[Action] = set()
    if not may_trade(state):
        return actions
    for give in RESOURCES:
        if state.hands[state.owner][give] >= best_rate(state, state.owner, give):
            actions |= {("trade_bank", give, get) for get in RESOURCES if get != give and state.bank[get] > 0}
    return actions


def trade_bank(state: State, give: int, get: int) -> None:
    """Trade with the bank at the best rate (Rule 7.1)."""
    state.take_from_bank(state.owner, give, -best_rate(state, state.owner, give))
    state.take_from_bank(state.owner, get, 1)


@lru_cache(maxsize=1000)
def bounded_counts(most: Counts, limit: int) -> tuple[Counts, ...]:
    """Return all counts of 1 to `limit` cards in all with at most `most` of each resource."""

    def extend(chosen: Counts) -> Iterator[Counts]:
        if len(chosen) == len(most):
            yield chosen
            return
        for count in range(min(most[len(chosen)], limit - sum(chosen)) + 1):
            yield from extend((*chosen, count))

    return tuple(counts for counts in extend(()) if sum(counts) > 0)


def possible_exchanges(state: State, seat: int) -> set[Counts]:
    """Return what a player may offer, + given and - wanted (Rules 8.2 and 8.3)."""
    limit = int(state.rules["offer_max_cards"])
    exchanges: set[Counts] = set()
    for given in bounded_counts(tuple(state.hands[seat]), limit):
        room = tuple(0 if given[resource] > 0 else limit for resource in RESOURCES)
        for wanted in bounded_counts(room, limit):
            exchanges.add(tuple(given[resource] - wanted[resource] for resource in RESOURCES))
    return exchanges


def may_offer(state: State) -> bool:
    """Tell whether an offer can be made now (Rules 3.4, 8.1 and 10.2)."""
    in_turn = state.part == "turn" and state.has_rolled
    return in_turn and may_trade(state) and state.offers_made < state.rules["offers_per_turn"]


def offer_actions(state: State) -> set[Action]:
    """Return the offers, to each other player and to all (Rules 8.1 to 8.3)."""
    if not may_offer(state):
        return set()
    exchanges = possible_exchanges(state, state.roller)
    addressees = [*state.others(state.roller), None]
    return {("offer_trade", cards, partner) for cards in exchanges for partner in addressees}


def offer_trade(state: State, cards: Counts, partner: int | None) -> None:
    """Make an offer, which counts from now on (Rules 8.4 and 8.6)."""
    state.offers_made += 1
    addressed = state.others(state.roller) if partner is None else [partner]
    state.offer = Offer(cards, addressed)
    next_answer(state, state.offer)


def next_answer(state: State, offer: Offer) -> None:
    """Ask the next one addressed; after the last, the offerer unless all rejected (Rules 8.4 and 8.5)."""
    if offer.to_answer:
        state.wait_for("answer", offer.to_answer[0])
    elif offer.takers:
        state.wait_for("choice", state.roller)
    else:
        end_offer(state)


def end_offer(state: State) -> None:
    """Drop the offer and go on with the turn (Rule 8.5)."""
    state.offer = None
    state.resume()


def other_side(cards: Counts) -> Counts:
    """Return an exchange as the other party sees it."""
    return tuple(-count for count in cards)


def answer_actions(state: State) -> set[Action]:
    """Return the answers to the offer (Rule 8.4)."""
    assert state.offer is not None
    mirrored = other_side(state.offer.cards)
    actions: set[Action] = {("reject_trade",)}
    if state.holds(state.actor, mirrored):
        actions.add(("accept_trade",))
    if state.rules["counter_offers"]:
        actions |= {("counter_trade", cards) for cards in possible_exchanges(state, state.actor) - {mirrored}}
    return actions


def answer(state: State, exchange: Counts | None) -> None:
    """Note an answer: the exchange seen from the offerer's side, None for a rejection (Rule 8.4)."""
    assert state.offer is not None
    seat = state.offer.to_answer.pop(0)
    if exchange is not None:
        state.offer.takers[seat] = exchange
    next_answer(state, state.offer)


def accept_trade(state: State) -> None:
    """Accept the offer (Rule 8.4)."""
    assert state.offer is not None
    answer(state, state.offer.cards)


def reject_trade(state: State) -> None:
    """Reject the offer (Rule 8.4)."""
    answer(state, None)


def counter_trade(state: State, cards: Counts) -> None:
    """Answer with a counter-offer (Rule 8.4)."""
    answer(state, other_side(cards))


def choice_actions(state: State) -> set[Action]:
    """Return those the offerer can trade with, and trading with none (Rule 8.5)."""
    assert state.offer is not None
    actions: set[Action] = {("cancel_trade",)}
    for seat, exchange in state.offer.takers.items():
        if state.holds(state.roller, exchange):
            actions.add(("confirm_trade", seat))
    return actions


def confirm_trade(state: State, seat: int) -> None:
    """Exchange the cards (Rule 8.5)."""
    assert state.offer is not None
    exchange = state.offer.takers[seat]
    for resource in RESOURCES:
        state.hands[state.roller][resource] -= exchange[resource]
        state.hands[seat][resource] += exchange[resource]
    end_offer(state)


def cancel_trade(state: State) -> None:
    """Trade with nobody (Rule 8.5)."""
    end_offer(state)
