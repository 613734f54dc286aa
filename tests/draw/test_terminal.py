"""The drawing for terminals: every label at its place, in a width that fits."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from catan_sim.core.board import Board
from catan_sim.core.boardfile import board_from_text, find_board
from catan_sim.core.layouts import LAYOUTS
from catan_sim.draw.pieces import Pieces
from catan_sim.draw.terminal import board_text
from tests.core.strategies import boards

BEGINNER = """\
                   A2          A4  (wheat) A6
           (3:1) ╱     ╲     ╱     ╲     ╱     ╲
             A1    ore   A3   sheep  A5   wood   A7
              │  10 •••   │    2 •    │  9 ••••   │
             B2   hex1   B4   hex2   B6   hex3   B8
           ╱     ╲     ╱     ╲     ╱     ╲     ╱     ╲ (ore)
       B1   wheat  B3   brick  B5   sheep  B7   brick  B9
 (wood) │   12 •    │  6 •••••  │   4 •••   │  10 •••   │
       C2   hex4   C4   hex5   C6   hex6   C8   hex7   C10
     ╱     ╲     ╱     ╲     ╱     ╲     ╱     ╲     ╱     ╲
 C1   wheat  C3   wood   C5  desert  C7   wood   C9    ore   C11
  │  9 ••••   │   11 ••   │           │   3 ••    │  8 •••••  │ (3:1)
 D1   hex8   D3   hex9   D5  hex10 R D7   hex11  D9   hex12  D11
     ╲     ╱     ╲     ╱     ╲     ╱     ╲     ╱     ╲     ╱
       D2   wood   D4    ore   D6   wheat  D8   sheep  D10
(brick) │  8 •••••  │   3 ••    │   4 •••   │  5 ••••   │
       E1   hex13  E3   hex14  E5   hex15  E7   hex16  E9
           ╲     ╱     ╲     ╱     ╲     ╱     ╲     ╱ (sheep)
             E2   brick  E4   wheat  E6   sheep  E8
              │  5 ••••   │  6 •••••  │   11 ••   │
             F1   hex17  F3   hex18  F5   hex19  F7
           (3:1) ╲     ╱     ╲     ╱     ╲     ╱
                   F2          F4  (3:1)   F6

Beginner board
Terrain  4 sheep, 4 wood, 4 wheat, 3 ore, 3 brick, 1 desert
Ports    3:1 A1-A2, wheat A4-A5, wood B1-C2, ore B8-B9, 3:1 C11-D11, brick D2-E1, sheep E8-E9,
         3:1 F1-F2, 3:1 F4-F5
Robber   R at hex10
"""


def picture(text: str) -> str:
    """The part above the name of the board and the lists."""
    return text[: text.rindex("\n", 0, text.index("\nTerrain "))]


def test_the_beginner_board_looks_as_it_should() -> None:
    assert board_text(find_board("standard")) == BEGINNER


@pytest.mark.parametrize("name", LAYOUTS)
def test_fits_a_terminal(name: str) -> None:
    assert max(map(len, board_text(find_board(name)).splitlines())) <= 104


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_port_is_marked_and_listed(name: str) -> None:
    board = find_board(name)
    text = board_text(board)
    assert len(re.findall(r"\((?:3:1|[a-z]+)\)", picture(text))) == len(board.ports)
    for port in board.ports:
        assert f"{port} {board.edge_labels[port.edge]}" in text


@settings(max_examples=40, deadline=None)
@given(boards())
def test_every_vertex_and_hex_is_labelled_on_maps_of_any_shape(board: Board) -> None:
    drawn = picture(board_text(board))
    assert sorted(re.findall(r"[A-Z]+[0-9]+", drawn)) == sorted(board.vertex_labels)
    assert sorted(re.findall(r"hex[0-9]+", drawn)) == sorted(board.hex_labels)
    assert re.findall(r"(hex[0-9]+) R\b", drawn) == [
        board.hex_labels[hex_] for hex_ in [board.robber] if hex_ is not None
    ]


def test_pieces_around_the_robber_leave_its_label() -> None:
    board = find_board("extension")
    everywhere = dict.fromkeys(range(board.vertex_count), 0)
    for robber in range(board.hex_count):
        drawn = picture(board_text(board, Pieces(cities=everywhere, robber=robber)))
        assert f"{board.hex_labels[robber]} R" in drawn
        assert drawn.count("■1") == board.vertex_count


def test_pieces_are_marked_beside_their_labels() -> None:
    board = find_board("standard")
    pieces = Pieces(
        settlements={board.vertex("B3"): 0, board.vertex("C5"): 2},
        cities={board.vertex("C10"): 7},
        roads={board.edge("B3-B4"): 0, board.edge("C5-D5"): 2},
        robber=board.hex("hex5"),
    )
    lines = board_text(board, pieces).splitlines()
    assert lines[5] == "           ╱     ╲     1     ╲     ╱     ╲     ╱     ╲ (ore)"
    assert lines[6] == "       B1   wheat  B3▲1 brick  B5   sheep  B7   brick  B9"
    assert lines[8] == "       C2   hex4   C4  hex5 R  C6   hex6   C8   hex7   C10■8"
    assert lines[10].startswith(" C1   wheat  C3   wood   C5▲3desert  C7")
    assert lines[11].startswith("  │  9 ••••   │   11 ••   3           │")
    assert lines[-2] == "Robber   R at hex5"
    assert lines[-1].startswith("Pieces   ▲1 settlement")


def test_marks_never_hide_a_word() -> None:
    row = ", ".join(["desert"] * 6)
    board = board_from_text(f"rows: ['{row}']\nrobber: none")
    pieces = Pieces(settlements=dict.fromkeys(range(board.vertex_count), 0))
    text = board_text(board, pieces)
    assert text.count("desert") == 7
    assert picture(text).count("▲1") == board.vertex_count
    assert set(board.vertex_labels) <= set(re.findall(r"[A-Z]+[0-9]+", picture(text)))


def test_plain_by_default_and_the_same_text_in_colour() -> None:
    board = find_board("eight")
    plain, coloured = board_text(board), board_text(board, colour=True)
    assert "\x1b" not in plain
    assert "\x1b[" in coloured
    stripped = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in stripped.splitlines()] == plain.splitlines()
    for line in coloured.splitlines():
        codes = re.findall(r"\x1b\[([0-9;]*)m", line)
        assert not codes or codes[-1] == "0"


def test_names_cannot_control_the_terminal() -> None:
    board = Board(
        dict(zip(find_board("standard").topology.hexes, find_board("standard").tiles, strict=True)), name="a\x1b[31mb"
    )
    assert "\na[31mb\n" in board_text(board)


def test_off_the_board_and_without_ports() -> None:
    text = board_text(board_from_text("rows: ['ore 8, ore 9']"))
    assert "Ports    none" in text
    assert "Robber   off the board" in text
