"""Development cards (rules 6.1 to 6.7)."""

from .building import can_pay, legal_road_edges, pay, put_road
from .geometry import Edge
from .points import judge_largest_army
from .robber import begin_robber
from .state import KNIGHT, MONOPOLY, RESOURCES, ROAD_BUILDING, YEAR_OF_PLENTY, Action, State

FREE_ROADS = 2


def can_buy_card(state: State) -> bool:
    """Tell whether a card can be paid for and the deck has one (Rules 5.1 and 6.1)."""
    return sum(state.deck) > 0 and can_pay(state, state.owner, "development_card")


def drawable_cards(state: State) -> set[int]:
    """Return the kinds of card left in the deck (Rule 6.1)."""
    return {card for card, count in enumerate(state.deck) if count > 0}


def buy_card(state: State, card: int) -> None:
    """Pay for a card and draw it (Rule 6.1)."""
    pay(state, state.owner, "development_card")
    state.deck[card] -= 1
    state.cards[state.owner][card] += 1
    state.new_cards[state.owner][card] += 1


def has_old_card(state: State, card: int) -> bool:
    """Tell whether the owner of the turn or part has a card bought before it (Rule 6.2)."""
    return state.cards[state.owner][card] > state.new_cards[state.owner][card]


def play_card_actions(state: State) -> set[Action]:
    """Return the cards that can be played, at most one in a turn or part (Rule 6.2)."""
    actions: set[Action] = set()
    if state.played_card:
        return actions
    if has_old_card(state, KNIGHT):
        actions.add(("play_knight",))
    if has_old_card(state, ROAD_BUILDING) and legal_road_edges(state, state.owner):
        actions.add(("play_road_building",))
    if has_old_card(state, YEAR_OF_PLENTY):
        actions |= {("play_year_of_plenty", first, second) for first, second in plenty_choices(state)}
    if has_old_card(state, MONOPOLY):
        actions |= {("play_monopoly", resource) for resource in RESOURCES}
    return actions


def use_card(state: State, card: int) -> None:
    """Move a card from the hand to the played ones (Rule 6.2)."""
    state.cards[state.owner][card] -= 1
    state.played[state.owner][card] += 1
    state.played_card = True


def play_knight(state: State) -> None:
    """Play a knight: judge the largest army, then move the robber (Rules 5.7 and 6.3)."""
    use_card(state, KNIGHT)
    judge_largest_army(state, state.owner)
    begin_robber(state)


def play_road_building(state: State) -> None:
    """Begin to place two free roads (Rule 6.4)."""
    use_card(state, ROAD_BUILDING)
    state.free_roads = FREE_ROADS
    state.wait_for("free_road", state.owner)


def place_free_road(state: State, edge: Edge) -> None:
    """Place a free road; the card ends without a piece or legal edge for another (Rule 6.4)."""
    put_road(state, state.owner, edge)
    state.free_roads -= 1
    if state.free_roads == 0 or not legal_road_edges(state, state.owner):
        state.free_roads = 0
        state.resume()


def plenty_choices(state: State) -> set[tuple[int, int | None]]:
    """Return the choices of a Year of Plenty (Rule 6.5)."""
    in_bank = [resource for resource in RESOURCES for _ in range(state.bank[resource])]
    if len(in_bank) == 1:
        return {(in_bank[0], None)}
    choices: set[tuple[int, int | None]] = set()
    for first in RESOURCES:
        for second in range(first, 5):
            needed = 2 if first == second else 1
            if state.bank[first] >= needed and state.bank[second] >= needed:
                choices.add((first, second))
    return choices


def play_year_of_plenty(state: State, first: int, second: int | None) -> None:
    """Take two cards from the bank, or its only one (Rule 6.5)."""
    use_card(state, YEAR_OF_PLENTY)
    state.take_from_bank(state.owner, first, 1)
    if second is not None:
        state.take_from_bank(state.owner, second, 1)


def play_monopoly(state: State, resource: int) -> None:
    """Take all cards of a resource from every other player (Rule 6.6)."""
    use_card(state, MONOPOLY)
    for seat in state.others(state.owner):
        state.hands[state.owner][resource] += state.hands[seat][resource]
        state.hands[seat][resource] = 0
