"""The report's files and its terminal form: complete, well-formed, unbreakable."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pyarrow.parquet as pq
import pytest
from rich.console import Console

from analyzer.report import build_report, write_report
from analyzer.report.boards import HEAT
from analyzer.report.html import page
from analyzer.report.model import from_json
from analyzer.report.terminal import print_report
from analyzer.results import Results
from analyzer.storage import Storage
from analyzer.words import NO_BREAK, percent
from catan_sim.ai.agent import Agent
from catan_sim.core.board import Board
from tests.analyzer.sample_results import eight_results, standard_results

HOSTILE = '</title><script>alert("x")</script>&\x00\x1b[31m[bold]'
FILES = ("report.json", "report.html", "candidates.parquet", "batches.parquet")


def printed(results: Results, width: int) -> str:
    console = Console(width=width, file=io.StringIO(), color_system=None)
    print_report(build_report(results), console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [100, 80, 40])
def test_the_terminal_shows_everything_and_fits(width: int) -> None:
    for results in (standard_results(), eight_results()):
        report, text = build_report(results), printed(results, width)
        assert max(map(len, text.splitlines())) <= width
        flowing = " ".join(text.split())
        for spot in report.top:
            assert spot.name in flowing
            assert percent(spot.win_rate) in flowing
        assert not any(line.lstrip().startswith(("%", "·")) for line in text.splitlines())
        for reason in report.top[0].reasons:
            assert reason.text in flowing
        for line in report.draft.first_round:
            assert line in flowing
        for spot in report.candidates[len(report.top) :]:
            assert f"{spot.rank} {spot.label} {percent(spot.win_rate)}" in flowing
        assert f"{report.games:,} games" in flowing
        assert "How sure:" in flowing
        assert f"{report.top[0].rounds_to_win.mean:.1f}" in flowing
        assert "tables where everybody drafts, builds and trades like heuristic" in flowing


def test_who_asks_for_the_second_settlement_sees_the_second_round() -> None:
    report = build_report(standard_results())
    picks = tuple(
        msgspec.structs.replace(pick, status="asked" if pick.number == 5 else "placed") for pick in report.draft.picks
    )
    asked = msgspec.structs.replace(
        report,
        draft=msgspec.structs.replace(report.draft, picks=picks),
        request=msgspec.structs.replace(report.request, second=True),
    )
    console = Console(width=100, file=io.StringIO(), color_system=None)
    print_report(asked, console)
    assert isinstance(console.file, io.StringIO)
    _, _, last = console.file.getvalue().partition("The second settlements if")
    last, _, reasons = last.partition("\n\n")
    assert [line.split(". Seat ")[0].strip() for line in last.splitlines()[1:]] == ["5", "6", "7", "8"]
    assert picks[4].name in last
    assert asked.top[0].reasons[0].text in " ".join(reasons.split()), "the draft comes before the reasons"
    assert "your pick" in last.splitlines()[1]


def test_all_files_are_written_twice_the_same(tmp_path: Path) -> None:
    quiet = Console(file=io.StringIO())
    report = write_report(standard_results(), Storage(tmp_path / "one"), quiet)
    write_report(standard_results(), Storage(tmp_path / "two"), quiet)
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == sorted(FILES)
    for name in FILES:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert from_json((tmp_path / "one" / "report.json").read_bytes()) == report


def test_tables_agree_with_the_report(tmp_path: Path) -> None:
    results = standard_results()
    report = write_report(results, Storage(tmp_path), Console(file=io.StringIO()))
    candidates = pq.read_table(tmp_path / "candidates.parquet")
    assert candidates.column("label").to_pylist() == [spot.label for spot in report.candidates]
    assert candidates.column("learnt_mean").to_pylist() == [spot.win_rate for spot in report.candidates]
    batches = pq.read_table(tmp_path / "batches.parquet").to_pylist()
    own = [row for row in batches if row["road"] is None]
    forced = [row for row in batches if row["road"] is not None]
    assert sum(row["games"] for row in own) == report.games
    assert sum(row["games"] for row in forced) == report.road_games
    best = [row for row in own if row["label"] == report.top[0].label]
    assert sum(row["wins"] for row in best) == report.top[0].wins
    assert all(row["win_mask"].bit_count() == row["wins"] for row in batches)
    assert len(best[0]["next_settlement"]) == results.board.vertex_count


@pytest.mark.parametrize("results", [standard_results, eight_results], ids=["standard", "eight"])
def test_the_page_is_well_formed_and_has_every_part(results: object) -> None:
    assert callable(results)
    found = results()
    report = build_report(found)
    text = page(report, found.board)
    root = ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
    assert [section.get("id") for section in root.iter("section")] == [
        "ranking",
        "why",
        "apart",
        "map",
        "draft",
        "settled",
        "all",
        "again",
    ]
    assert len([svg for svg in root.iter("{http://www.w3.org/2000/svg}svg") if svg.get("class") == "catan-board"]) == 3
    assert text.count('<g class="rank') == len(report.top)
    assert text.count('<g class="heat ') == len(report.candidates)
    assert text.count('<g class="pick ') == len(report.draft.picks)
    assert text.count('<li class="row') == len(report.candidates)
    assert text.count('<figure class="panel">') == len(report.top)
    assert "rollout rerun" in text
    words = "".join(root.itertext()).replace(NO_BREAK, " ")
    for spot in report.top:
        for reason in spot.reasons:
            assert reason.text in words


SVG = "{http://www.w3.org/2000/svg}"


def maps(results: Results) -> list[ElementTree.Element]:
    """The three maps of a page: ranked spots, all candidates, the draft."""
    text = page(build_report(results), results.board)
    root = ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
    return [svg for svg in root.iter(f"{SVG}svg") if svg.get("class") == "catan-board"]


def names(picture: ElementTree.Element) -> list[str | None]:
    return [text.text for text in picture.iter(f"{SVG}text") if (text.get("class") or "").startswith("name ")]


@pytest.mark.parametrize("results", [standard_results, eight_results], ids=["standard", "eight"])
def test_maps_carry_the_labels_that_tables_and_reasons_name(results: Callable[[], Results]) -> None:
    report, board = build_report(results()), results().board
    ranked, heat, draft = maps(results())
    assert names(ranked) == [spot.label for spot in report.top]
    assert names(heat) == list(board.vertex_labels)
    tags = [part for part in draft.iter(f"{SVG}g") if (part.get("class") or "").startswith("pick ")]
    assert [tag.findtext(f"{SVG}text") for tag in tags] == [pick.label for pick in report.draft.picks]
    assert [tag.findtext(f"{SVG}title") for tag in tags[: len(tags) // 2]] == list(report.draft.first_round)


@pytest.mark.parametrize("results", [standard_results, eight_results], ids=["standard", "eight"])
def test_tags_of_the_draft_leave_the_numbers_readable(results: Callable[[], Results]) -> None:
    """The number and its pips reach 15 pixels from the middle of a token; tags keep a little more distance."""
    draft = maps(results())[2]
    tokens = [part.attrib for part in draft.iter() if part.get("class") == "token"]
    for tag in (part for part in draft.iter(f"{SVG}g") if (part.get("class") or "").startswith("pick ")):
        x, y = map(float, re.findall(r"-?[\d.]+", tag.attrib["transform"]))
        box = next(tag.iter(f"{SVG}rect")).attrib
        half, high = float(box["width"]) / 2, float(box["height"]) / 2
        for token in tokens:
            across = max(abs(float(token["cx"]) - x) - half, 0.0)
            down = max(abs(float(token["cy"]) - y) - high, 0.0)
            assert across > 18 or down > 18, tag.findtext(f"{SVG}text")


class Tags(HTMLParser):
    """All tags and attribute values of a page, as a browser would read it."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value for name, value in attrs if name in ("src", "href", "srcset", "action", "data")]


def test_the_page_needs_nothing_from_elsewhere() -> None:
    results = standard_results()
    text = page(build_report(results), results.board)
    assert set(re.findall(r"https?://[^\"' <]*", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"@import|url\(|@font-face", text)
    tags = Tags()
    tags.feed(text)
    assert not tags.links
    assert not {"script", "link", "iframe", "img", "object"} & tags.tags
    assert "prefers-color-scheme: dark" in text
    assert "width=device-width" in text


def luminance(fill: str) -> float:
    channels = [int(fill[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_heat_map_can_be_read_without_colours() -> None:
    steps = [luminance(paint.fill) for paint in HEAT]
    assert steps == sorted(steps, reverse=True)
    for paint, step in zip(HEAT, steps, strict=True):
        low, high = sorted([luminance(paint.ink), step])
        assert (high + 0.05) / (low + 0.05) > 4


def test_hostile_names_stay_names() -> None:
    results = standard_results()
    tiles = dict(zip(results.board.topology.hexes, results.board.tiles, strict=True))
    board = Board(tiles, results.board.ports, results.board.robber, HOSTILE)
    agents = tuple(Agent(HOSTILE, agent.kind) for agent in results.agents)
    question = msgspec.structs.replace(results.question, agents=agents, versions={HOSTILE: HOSTILE})
    hostile = replace(results, board=board, question=question)
    text = page(build_report(hostile), board)
    root = ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
    assert root.find(".//script") is None
    assert "<script" not in text
    assert "\x1b" not in printed(hostile, 100)
    assert "[bold]" in printed(hostile, 100)
