"""Points, the two awards and winning (rules 5.5 to 5.7 and 9.1 to 9.2)."""

from .longest_road import longest_trail
from .state import KNIGHT, VICTORY_POINT, State


def visible_points(state: State, seat: int) -> int:
    """Return the points of buildings and awards (Rules 4.6 and 9.1)."""
    worth = state.rules["points"]
    points = state.count_buildings(seat, "settlement") * worth["settlement"]
    points += state.count_buildings(seat, "city") * worth["city"]
    if state.longest_road == seat:
        points += worth["longest_road"]
    if state.largest_army == seat:
        points += worth["largest_army"]
    return int(points)


def all_points(state: State, seat: int) -> int:
    """Return the visible points and those of victory point cards (Rules 6.7 and 9.1)."""
    hidden = state.cards[seat][VICTORY_POINT] * int(state.rules["points"]["victory_card"])
    return visible_points(state, seat) + hidden


def road_length(state: State, seat: int) -> int:
    """Return the length of a player's road (Rule 5.5)."""
    blocked = {vertex for vertex in state.buildings if state.has_opponent(seat, vertex)}
    return longest_trail(state.roads_of(seat), blocked)


def judge_longest_road(state: State) -> None:
    """Give the longest road to whom it is due after a road or settlement was placed (Rule 5.6)."""
    lengths = [road_length(state, seat) for seat in range(state.players)]
    greatest = max(lengths)
    leaders = [seat for seat in range(state.players) if lengths[seat] == greatest]
    if greatest < state.rules["longest_road_minimum"]:
        state.longest_road = None
    elif state.longest_road in leaders:
        pass
    elif len(leaders) == 1:
        state.longest_road = leaders[0]
    else:
        state.longest_road = None


def judge_largest_army(state: State, seat: int) -> None:
    """Give the largest army to a player who has just played a knight, if it is due (Rule 5.7)."""
    knights = state.played[seat][KNIGHT]
    holder = state.largest_army
    enough = knights >= state.rules["largest_army_minimum"]
    if enough and (holder is None or knights > state.played[holder][KNIGHT]):
        state.largest_army = seat


def who_may_win(state: State) -> int | None:
    """Return the only player who can win now, if there is one (Rules 9.2, 10.1 and 10.2)."""
    if state.part == "turn":
        return state.roller
    if state.part == "paired" and state.rules["paired_part_can_win"]:
        return state.owner
    return None


def check_win(state: State) -> None:
    """End the game if the player who may win has enough points (Rule 9.2)."""
    seat = who_may_win(state)
    if seat is not None and all_points(state, seat) >= state.rules["victory_target"]:
        state.winner = seat
        finish_game(state, seat)


def finish_game(state: State, actor: int) -> None:
    """Put the game into its final state, dropping any interrupt."""
    state.part = "over"
    state.wait_for("over", actor)
    state.to_discard = [0] * state.players
    state.free_roads = 0
    state.offer = None
