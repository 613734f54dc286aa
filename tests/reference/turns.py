"""How turns follow each other (rules 3.1, 6.2, 9.3 and 10)."""

from .building import cheapest_cost
from .points import check_win, finish_game
from .state import State

PLAYERS_FOR_BETWEEN_TURNS = 5


def begin_turn(state: State, seat: int) -> None:
    """Begin the turn of a player, who may win at once (Rules 3.1 and 9.2)."""
    state.turn += 1
    state.roller = seat
    state.part = "turn"
    state.has_rolled = False
    state.offers_made = 0
    begin_own_time(state, seat)
    check_win(state)


def begin_own_time(state: State, seat: int) -> None:
    """Make a turn or paired part belong to a player, whose cards are old from now on (Rule 6.2)."""
    state.owner = seat
    state.played_card = False
    state.has_paid = False
    state.new_cards[seat] = [0] * 5
    state.resume()


def end_turn(state: State) -> None:
    """End the turn, the paired part or one's special building (Rule 10)."""
    if state.part == "special_building":
        next_special_builder(state)
    elif state.part == "paired":
        complete_turn(state)
    else:
        between_turns(state)


def between_turns(state: State) -> None:
    """Do what comes after the roller has ended the turn (Rule 10)."""
    kind = state.rules["between_turns"] if state.players >= PLAYERS_FOR_BETWEEN_TURNS else "none"
    if kind == "special_building":
        begin_special_building(state)
    elif kind == "paired_players":
        begin_paired_part(state)
    else:
        complete_turn(state)


def begin_special_building(state: State) -> None:
    """Let every other player build, starting to the left of the roller (Rule 10.1)."""
    state.part = "special_building"
    state.played_card = False
    state.builders = state.others(state.roller)
    next_special_builder(state)


def next_special_builder(state: State) -> None:
    """Go on to the next player with enough cards for the cheapest thing (Rule 10.1)."""
    while state.builders:
        seat = state.builders.pop(0)
        if sum(state.hands[seat]) >= cheapest_cost(state):
            state.owner = seat
            state.resume()
            return
    complete_turn(state)


def begin_paired_part(state: State) -> None:
    """Begin the part of the player half-way round the table (Rule 10.2)."""
    state.part = "paired"
    begin_own_time(state, (state.roller + state.players // 2) % state.players)
    check_win(state)


def complete_turn(state: State) -> None:
    """End the game at the turn cap, else begin the next turn (Rules 3.1 and 9.3)."""
    if state.turn >= state.rules["turn_cap"]:
        finish_game(state, state.roller)
    else:
        begin_turn(state, (state.roller + 1) % state.players)
