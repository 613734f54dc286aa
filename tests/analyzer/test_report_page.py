"""The page in a real browser: light, dark and on a phone."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import pytest

from analyzer.report.build import build_report
from analyzer.report.html import page
from analyzer.results import Results
from tests.analyzer.chromium import Picture, dom_of, find_chromium, screenshot
from tests.analyzer.sample_results import eight_results, standard_results

WIDTHS = (320, 390, 768, 920, 1280)
PAPER = {"light": "#faf7f0", "dark": "#12171a"}


@pytest.fixture(scope="module")
def browser() -> str:
    found = find_chromium()
    if found is None:
        pytest.skip("no chromium here, and none can be installed (needs root and apt-get): the page was not looked at")
    return found


def written(results: Results, folder: Path) -> Path:
    path = folder / "report.html"
    path.write_text(page(build_report(results), results.board), encoding="utf-8")
    return path


def framed(path: Path, widths: tuple[int, ...], script: str = "") -> Path:
    """A page that shows another one at these widths: windows themselves cannot be as narrow as a phone."""
    source = escape(path.read_text(encoding="utf-8"))
    frames = "".join(
        f'<iframe style="border:0;width:{width}px;height:3000px" srcdoc="{source}"></iframe>' for width in widths
    )
    around = path.with_name("framed.html")
    around.write_text(
        f'<!DOCTYPE html><body style="margin:0">{frames}<p id="found"></p><script>{script}</script></body>'
    )
    return around


def assert_drawn(picture: Picture, paper: str) -> None:
    assert picture.corner == paper
    assert picture.different_lines > 400


@pytest.mark.parametrize("scheme", PAPER)
def test_wide_pages_in_light_and_dark(browser: str, scheme: str, tmp_path: Path) -> None:
    path = written(eight_results(), tmp_path)
    picture = screenshot(browser, path, tmp_path / "wide.png", 1280, 3000, dark=scheme == "dark")
    assert (picture.width, picture.height) == (1280, 3000)
    assert_drawn(picture, PAPER[scheme])


def test_on_a_phone(browser: str, tmp_path: Path) -> None:
    path = framed(written(standard_results(), tmp_path), (390,))
    assert_drawn(screenshot(browser, path, tmp_path / "phone.png", 500, 3000), PAPER["light"])


def test_nothing_is_wider_than_the_screen(browser: str, tmp_path: Path) -> None:
    """With everything unfolded, at the widths of phones, tablets and laptops."""
    measure = """
    window.onload = () => {
      const found = [];
      for (const frame of document.querySelectorAll("iframe")) {
        const inside = frame.contentDocument;
        inside.querySelectorAll("details").forEach(part => part.open = true);
        const beyond = [...inside.querySelectorAll("body *")]
          .filter(part => !part.closest("svg *") && part.getBoundingClientRect().right > frame.clientWidth + 1);
        found.push(frame.clientWidth + ":" + inside.documentElement.scrollWidth + ":" + beyond.length);
      }
      document.getElementById("found").textContent = found.join(" ");
    };"""
    dom = dom_of(browser, framed(written(eight_results(), tmp_path), WIDTHS, measure))
    found = re.search(r'<p id="found">([^<]*)</p>', dom)
    assert found is not None
    assert found.group(1).split() == [f"{width}:{width}:0" for width in WIDTHS]


def test_the_words_of_maps_are_larger_on_a_phone(browser: str, tmp_path: Path) -> None:
    """On the largest shipped board; heights are those of letters with their ascenders, in pixels of the screen."""
    measure = """
    window.onload = () => {
      const inside = document.querySelector("iframe").contentDocument;
      const heights = kind => [...inside.querySelectorAll("header svg text." + kind)]
        .map(text => text.getBoundingClientRect().height);
      const least = ["word", "port", "name"].map(kind => Math.min(...heights(kind)).toFixed(1));
      document.getElementById("found").textContent = least.join(" ");
    };"""
    dom = dom_of(browser, framed(written(eight_results(), tmp_path), (390,), measure))
    found = re.search(r'<p id="found">([^<]*)</p>', dom)
    assert found is not None
    assert all(float(height) >= 7 for height in found.group(1).split()), found.group(1)
