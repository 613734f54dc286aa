"""A board, and the words in which the tests of the rules say what stands where and what is legal.

Places are labels in one text: ``"C4 D6"`` are two vertices, ``"C4-C5-C6 E1-E2"`` are three edges, ``"hex5"`` is a hex.
Boards label their vertices by zigzag line and place along it, so the first rows of ``BOARD`` look like this::

          A2    A4    A6
        A1  A3    A5    A7          hex1  hex2  hex3
        B2  B4    B6    B8
      B1  B3    B5    B7  B9      hex4  hex5  hex6  hex7
      C2  C4    C6    C8  C10
    C1  C3    C5    C7  C9  C11
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from catan_sim.core.board import Board, Port, Tile
from catan_sim.core.game import Game
from catan_sim.core.position import Position
from catan_sim.core.resources import GENERIC_PORT, Card, Resource, resource_named
from catan_sim.core.ruleset import Ruleset, find_ruleset

BRICK, WOOD, SHEEP, WHEAT, ORE = Resource
KNIGHT, VICTORY_POINT, ROAD_BUILDING, YEAR_OF_PLENTY, MONOPOLY = Card

BASE: Final = find_ruleset("base")
NO_COUNTS: Final = (0, 0, 0, 0, 0)
PLENTY: Final = (4, 4, 4, 4, 4)

Places = Mapping[int, str]
Counts = tuple[int, ...]
CountsBySeat = Mapping[int, Counts]


def island(rows: Sequence[str], ports: Mapping[str, int] | None = None, robber: str | None = None) -> Board:
    """A board written row by row, as in ``"ore 10, sheep 2, desert"``; ``ports`` maps edges to kinds.

    Each row begins half a hex further west, down to the first of the longest, and then further east again.
    """
    texts = [row.split(", ") for row in rows]
    lengths = [len(row) for row in texts]
    westernmost = lengths.index(max(lengths))
    tiles: dict[tuple[int, int], Tile] = {}
    for r, row in enumerate(texts):
        for column, text in enumerate(row):
            name, _, number = text.partition(" ")
            tiles[column - min(r, westernmost), r] = Tile(resource_named(name), int(number) if number else None)
    bare = Board(tiles)
    harbours = [Port(kind, bare.edge(edge)) for edge, kind in (ports or {}).items()]
    return Board(tiles, harbours) if robber is None else Board(tiles, harbours, bare.hex(robber))


BOARD: Final = island(
    [
        "ore 10, sheep 2, wood 9",
        "wheat 12, brick 6, brick 6, sheep 10",
        "wheat 9, wood 11, desert, wood 3, ore 8",
        "wood 8, ore 6, wheat 4, sheep 5",
        "brick 5, brick 6, sheep 11",
    ],
    ports={
        "A1-A2": GENERIC_PORT,
        "A4-A5": WHEAT,
        "B1-C2": WOOD,
        "B8-B9": ORE,
        "C11-D11": GENERIC_PORT,
        "D2-E1": BRICK,
        "E8-E9": SHEEP,
    },
)
"""Nineteen hexes in the usual shape; a 6 pays brick on three of them (hex5, hex6, hex18) and ore on hex14."""

TWO_HEXES: Final = island(["brick 6, desert"])
"""Ten vertices and eleven edges: A1 to A5 above, B1 to B5 below."""


def resources(brick: int = 0, wood: int = 0, sheep: int = 0, wheat: int = 0, ore: int = 0) -> Counts:
    """Five counts of resource cards."""
    return brick, wood, sheep, wheat, ore


def developments(
    knight: int = 0, victory_point: int = 0, road_building: int = 0, year_of_plenty: int = 0, monopoly: int = 0
) -> Counts:
    """Five counts of development cards."""
    return knight, victory_point, road_building, year_of_plenty, monopoly


def game_with(
    rules: Ruleset = BASE,
    board: Board = BOARD,
    *,
    settlements: Places | None = None,
    cities: Places | None = None,
    roads: Places | None = None,
    hands: CountsBySeat | None = None,
    cards: CountsBySeat | None = None,
    new_cards: CountsBySeat | None = None,
    played: CountsBySeat | None = None,
    robber: str | None = None,
    longest_road: int | None = None,
    largest_army: int | None = None,
    roller: int = 0,
    has_rolled: bool = True,
    turn: int = 1,
    seed: int = 0,
) -> Game:
    """A game in the middle of the roller's turn; places and cards are given seat by seat."""
    position = Position(
        settlements=_owners(settlements, board.vertex),
        cities=_owners(cities, board.vertex),
        roads={edge: seat for seat, text in (roads or {}).items() for edge in edges_of(board, text)},
        hands=hands or {},
        cards=cards or {},
        new_cards=new_cards or {},
        played=played or {},
        robber=None if robber is None else board.hex(robber),
        longest_road=longest_road,
        largest_army=largest_army,
        roller=roller,
        has_rolled=has_rolled,
        turn=turn,
    )
    return Game.from_position(position, board, rules, seed)


def _owners(places: Places | None, number: Callable[[str], int]) -> dict[int, int]:
    return {number(label): seat for seat, text in (places or {}).items() for label in text.split()}


def edges_of(board: Board, chains: str) -> list[int]:
    """The edges along chains of vertices such as ``"C4-C5-C6 E1-E2"``."""
    found = []
    for chain in chains.split():
        stops = chain.split("-")
        found += [board.edge(f"{a}-{b}") for a, b in pairwise(stops)]
    return found


def legal(game: Game) -> set[str]:
    """Every legal action as a text, with labels for places and seats counted from 0, as in positions."""
    texts = (game.text(action) for action in game.legal_actions())
    return {re.sub(r"seat(\d)", lambda found: str(int(found[1]) - 1), text) for text in texts}


def kinds(game: Game) -> set[str]:
    """The names of the legal actions."""
    return {text.partition("(")[0] for text in legal(game)}


def options(game: Game, kind: str) -> set[str]:
    """What may stand between the brackets of one kind of action, without the names: ``{"hex5, 1", "hex6, -"}``."""
    insides = (text.removesuffix(")").partition("(")[2] for text in legal(game) if text.startswith(f"{kind}("))
    return {re.sub(r"\b\w+=", "", inside) for inside in insides}


def play(game: Game, *actions: str) -> None:
    """Carry out actions one after the other."""
    for action in actions:
        game.step(action)


def roll(game: Game, total: int) -> None:
    """Let the dice show a sum."""
    game.step("roll()", 10 * (total // 2) + (total + 1) // 2)


def pass_turn(game: Game, total: int = 2) -> None:
    """Roll a number and end the turn."""
    roll(game, total)
    game.step("end_turn()")


def hand(game: Game, seat: int) -> Counts:
    """The resource cards of a player."""
    return game.private_view(seat).hand


def hands(game: Game) -> list[Counts]:
    """The resource cards of all players."""
    return [hand(game, seat) for seat in range(game.ruleset.players)]


def bank(game: Game) -> Counts:
    """The resource cards of the bank."""
    return game.public_view().bank
