"""Sections 2, 3, 9 and 10: the set-up, the roll, who comes next, and when it is over."""

from __future__ import annotations

from numba import int64

from catan_sim.core.encoding import PLACE_ROAD, PLACE_SETTLEMENT, encode
from catan_sim.core.records import HAS_ROLLED, NOBODY, Part, Record, Stream, Waiting
from catan_sim.core.resources import CARD_KINDS, Card
from catan_sim.core.rules.building import place_road, place_settlement
from catan_sim.core.rules.listing import list_places
from catan_sim.core.rules.production import pay_second_settlement, produce
from catan_sim.core.rules.robber import begin_discards
from mcts.bits import contains
from mcts.kernel import kernel
from mcts.rng import draw_below


@kernel
def _open_vertices(board: Record, state: Record, word: int) -> int:
    """One word of the set of vertices that the distance rule leaves open."""
    return board.vertex_set[word] & ~state.closed[word]


@kernel
def list_setup_settlements(board: Record, state: Record, work: Record, count: int) -> int:
    """Rule 2.2: any vertex that the distance rule leaves open."""
    for word in range(state.closed.shape[0]):
        count = list_places(work, PLACE_SETTLEMENT, word, _open_vertices(board, state, word), count)
    return count


@kernel
def list_setup_roads(board: Record, state: Record, work: Record, count: int) -> int:
    """Rule 2.3: the free edges at the settlement just placed."""
    vertex = state.pick_vertex
    for k in range(board.vertex_degree[vertex]):
        edge = board.vertex_edges[vertex, k]
        if not contains(state.all_roads, edge):
            work.actions[count] = encode(PLACE_ROAD, edge)
            count += 1
    return count


@kernel
def begin_pick(board: Record, rules: Record, state: Record) -> None:
    """Rules 2.1, 2.5 and 2.6: the next pick of the snake; picks without an open vertex are skipped."""
    picks = 2 * rules.players
    for word in range(state.closed.shape[0]):
        if _open_vertices(board, state, word) and state.pick < picks:
            seat = state.pick if state.pick < rules.players else picks - 1 - state.pick
            state.roller = seat
            state.actor = seat
            state.waiting = Waiting.SETTLEMENT
            state.pick += 1
            return
    state.pick = picks
    state.roller = 0
    _begin_turn(state)


@kernel
def pick_settlement(board: Record, rules: Record, state: Record, work: Record, vertex: int) -> None:
    """Place a settlement of the set-up; one of the second round pays at once."""
    place_settlement(board, rules, state, work, state.actor, vertex)
    state.pick_vertex = vertex
    if state.pick > rules.players:
        pay_second_settlement(board, state, state.actor, vertex)
    state.waiting = Waiting.ROAD
    for k in range(board.vertex_degree[vertex]):
        if not contains(state.all_roads, board.vertex_edges[vertex, k]):
            return
    begin_pick(board, rules, state)


@kernel
def pick_road(board: Record, rules: Record, state: Record, work: Record, edge: int) -> None:
    """Place a road of the set-up and go on to the next pick."""
    place_road(board, rules, state, work, state.actor, edge)
    begin_pick(board, rules, state)


@kernel
def _begin_turn(state: Record) -> None:
    state.turn += 1
    state.part = Part.TURN
    state.offers_made = 0
    _begin_own_part(state, state.roller)


@kernel
def _begin_own_part(state: Record, player: int) -> None:
    """A turn or paired part begins: the player's cards are all old now (Rule 6.2)."""
    state.actor = player
    state.waiting = Waiting.MAIN
    state.flags = 0
    for card in range(CARD_KINDS):
        state.new_cards[player, card] = 0


@kernel
def roll(board: Record, rules: Record, state: Record, work: Record, outcome: int) -> int:
    """Section 4: throw the dice (unless ``outcome`` says how they fell); returns 10 * d1 + d2."""
    dice = outcome
    number = dice // 10 + dice % 10
    while dice < 0 or (outcome < 0 and number == 7 and state.turn <= rules.rounds_without_seven * rules.players):
        throw = draw_below(work.streams[Stream.DICE], 36)
        dice = 10 * (throw // 6 + 1) + throw % 6 + 1
        number = dice // 10 + dice % 10
    state.dice = dice
    state.flags |= HAS_ROLLED
    if number == 7:
        begin_discards(rules, state)
    else:
        produce(board, rules, state, work, number)
    return dice


@kernel
def paired_seat(rules: Record, state: Record) -> int:
    """Rule 10.2: the player half way round the table from the roller."""
    return (state.roller + rules.players // 2) % rules.players


@kernel
def end_turn(rules: Record, state: Record) -> None:
    """The actor has finished; section 10 says who comes before the next turn."""
    if state.part == Part.PAIRED:
        _finish_turn(rules, state)
    elif state.part == Part.SPECIAL_BUILDING or rules.special_building:
        _next_special_builder(rules, state)
    elif rules.paired_players:
        state.part = Part.PAIRED
        _begin_own_part(state, paired_seat(rules, state))
        state.flags = HAS_ROLLED
    else:
        _finish_turn(rules, state)


@kernel
def _next_special_builder(rules: Record, state: Record) -> None:
    """Rule 10.1: the next seat round the table that has cards enough to buy anything."""
    player = state.actor
    while True:
        player = player + 1 if player + 1 < rules.players else 0
        if player == state.roller:
            _finish_turn(rules, state)
            return
        if state.hand_size[player] >= rules.cheapest:
            state.part = Part.SPECIAL_BUILDING
            state.actor = player
            state.flags = HAS_ROLLED
            return


@kernel
def _finish_turn(rules: Record, state: Record) -> None:
    """Rules 3.1 and 9.3: on to the next seat, unless the game has lasted long enough."""
    if state.turn >= rules.turn_cap:
        state.actor = state.roller
        state.part = Part.OVER
        state.waiting = Waiting.OVER
        return
    state.roller = state.roller + 1 if state.roller + 1 < rules.players else 0
    _begin_turn(state)


@kernel
def total_points(rules: Record, state: Record, player: int) -> int:
    """Rule 9.1: visible points and victory point cards."""
    return int64(state.points[player]) + int64(rules.card_points) * int64(state.cards[player, Card.VICTORY_POINT])


@kernel
def seat_that_may_win(rules: Record, state: Record) -> int:
    """Rules 9.2 and 10: whose turn or part it is, or NOBODY when nobody can win now."""
    if state.part == Part.TURN:
        return int64(state.roller)
    if state.part == Part.PAIRED and rules.paired_part_can_win:
        return paired_seat(rules, state)
    return int64(NOBODY)


@kernel
def check_victory(rules: Record, state: Record) -> None:
    """Rule 9.2: whoever's turn it is wins with enough points, at its beginning or after any action in it."""
    player = seat_that_may_win(rules, state)
    if player == NOBODY:
        return
    if total_points(rules, state, player) >= rules.victory_target:
        state.winner = player
        state.actor = player
        state.part = Part.OVER
        state.waiting = Waiting.OVER
        state.free_roads = 0
        for other in range(rules.players):
            state.to_discard[other] = 0
