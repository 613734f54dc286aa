"""The game as tests see it: legal actions, steps and snapshots."""

from collections.abc import Callable
from typing import Any

from . import building, cards, dice, robber, setup, trade, turns
from .geometry import Board, Edge, Hexagon
from .points import check_win, road_length, visible_points
from .state import Action, State


def main_actions(state: State) -> set[Action]:
    """Return the ordinary decisions of a turn or part (Rules 3.2, 3.3, 10.1 and 10.2)."""
    building_time = building.building_actions(state)
    if cards.can_buy_card(state):
        building_time.add(("buy_card",))
    building_time.add(("end_turn",))
    if state.part == "special_building":
        return building_time
    if not state.has_rolled:
        return cards.play_card_actions(state) | {("roll",)}
    trading = trade.bank_trade_actions(state) | trade.offer_actions(state)
    return cards.play_card_actions(state) | building_time | trading


def free_road_actions(state: State) -> set[Action]:
    """Return the places for a free road (Rule 6.4)."""
    return {("place_road", edge) for edge in building.legal_road_edges(state, state.owner)}


def setup_settlement_actions(state: State) -> set[Action]:
    """Return the places for the settlement of a pick (Rule 2.2)."""
    return {("place_settlement", vertex) for vertex in setup.legal_setup_vertices(state)}


def setup_road_actions(state: State) -> set[Action]:
    """Return the places for the road of a pick (Rule 2.3)."""
    return {("place_road", edge) for edge in setup.legal_setup_edges(state)}


LEGAL: dict[str, Callable[[State], set[Action]]] = {
    "settlement": setup_settlement_actions,
    "road": setup_road_actions,
    "main": main_actions,
    "discard": dice.discard_actions,
    "robber": robber.robber_actions,
    "free_road": free_road_actions,
    "answer": trade.answer_actions,
    "choice": trade.choice_actions,
}


def place_road(state: State, edge: Edge) -> None:
    """Place the road of a pick or a free road (Rules 2.3 and 6.4)."""
    if state.part == "setup":
        setup.place_setup_road(state, edge)
    else:
        cards.place_free_road(state, edge)


APPLY: dict[str, Callable[..., None]] = {
    "place_settlement": setup.place_setup_settlement,
    "place_road": place_road,
    "discard": dice.discard,
    "build_road": building.build_road,
    "build_settlement": building.build_settlement,
    "build_city": building.build_city,
    "play_knight": cards.play_knight,
    "play_road_building": cards.play_road_building,
    "play_year_of_plenty": cards.play_year_of_plenty,
    "play_monopoly": cards.play_monopoly,
    "trade_bank": trade.trade_bank,
    "offer_trade": trade.offer_trade,
    "accept_trade": trade.accept_trade,
    "reject_trade": trade.reject_trade,
    "counter_trade": trade.counter_trade,
    "confirm_trade": trade.confirm_trade,
    "cancel_trade": trade.cancel_trade,
    "end_turn": turns.end_turn,
}

APPLY_WITH_OUTCOME: dict[str, Callable[..., None]] = {
    "roll": dice.roll,
    "move_robber": robber.move_robber,
    "buy_card": cards.buy_card,
}


class ReferenceGame:
    """One game by the rules of docs/rules.md.

    Parameters
    ----------
    hexes
        Resource (0 to 4, None for a desert) and number (None for a desert) of each hex.
    ports
        Kind of port at an edge: 0 to 4 special, 5 generic.
    robber
        The hex with the robber at the start, None when it is off the board.
    rules
        The fields of the ruleset.
    """

    def __init__(
        self,
        hexes: dict[Hexagon, tuple[int | None, int | None]],
        ports: dict[Edge, int],
        robber: Hexagon | None,
        rules: dict[str, Any],
    ) -> None:
        self.state = State(Board(hexes, ports), robber, rules)
        setup.begin_pick(self.state)

    def legal_actions(self) -> set[Action]:
        """Return all legal actions, none when the game is over."""
        if self.state.part == "over":
            return set()
        return LEGAL[self.state.waiting_for](self.state)

    def possible_outcomes(self, action: Action) -> set[int]:
        """Return what chance may bring with an action, nothing where chance has no part."""
        if action[0] == "roll":
            return dice.possible_rolls(self.state)
        if action[0] == "move_robber":
            return robber.stealable(self.state, action[2])
        if action[0] == "buy_card":
            return cards.drawable_cards(self.state)
        return set()

    def step(self, action: Action, outcome: int | None = None) -> None:
        """Carry out an action, then see whether it won the game (Rule 9.2).

        Parameters
        ----------
        action
            One of the legal actions.
        outcome
            What chance brings: a roll as 10 * d1 + d2, a stolen resource or a drawn card.

        Raises
        ------
        ValueError
            If the action is not legal, or its outcome is missing or impossible.
        """
        if action not in self.legal_actions():
            raise ValueError(f"not legal: {action}")
        possible = self.possible_outcomes(action)
        if possible and outcome not in possible:
            raise ValueError(f"not possible with {action}: {outcome}")
        name, *arguments = action
        if name in APPLY_WITH_OUTCOME:
            APPLY_WITH_OUTCOME[name](self.state, *arguments, outcome)
        else:
            APPLY[name](self.state, *arguments)
        check_win(self.state)

    def snapshot(self) -> dict[str, Any]:
        """Return a copy of everything there is to compare."""
        state = self.state
        seats = range(state.players)
        return {
            "buildings": dict(state.buildings),
            "roads": dict(state.roads),
            "robber": state.robber,
            "bank": tuple(state.bank),
            "deck": tuple(state.deck),
            "hands": tuple(tuple(hand) for hand in state.hands),
            "cards": tuple(tuple(held) for held in state.cards),
            "new_cards": tuple(tuple(new) for new in state.new_cards),
            "played": tuple(tuple(used) for used in state.played),
            "visible_points": tuple(visible_points(state, seat) for seat in seats),
            "road_lengths": tuple(road_length(state, seat) for seat in seats),
            "longest_road": state.longest_road,
            "largest_army": state.largest_army,
            "turn": state.turn,
            "roller": state.roller,
            "actor": state.actor,
            "part": state.part,
            "waiting_for": state.waiting_for,
            "has_rolled": state.has_rolled,
            "played_card": state.played_card,
            "offers_made": state.offers_made,
            "to_discard": tuple(state.to_discard),
            "free_roads": state.free_roads,
            "winner": state.winner,
            "over": state.part == "over",
        }
