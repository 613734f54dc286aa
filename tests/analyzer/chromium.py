"""Debian's Chromium without a screen: pictures of a page and what its scripts find out."""

from __future__ import annotations

import fcntl
import os
import shutil
import struct
import subprocess
import tempfile
import zlib
from dataclasses import dataclass
from pathlib import Path

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
SECONDS = 120


def find_chromium() -> str | None:
    """The browser, installed first where that is possible."""
    # Two workers of the suite must not install at the same time.
    with (Path(tempfile.gettempdir()) / "install-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if shutil.which("chromium") is None and os.geteuid() == 0 and shutil.which("apt-get"):
            for command in (("update",), ("install", "-y", "--no-install-recommends", "chromium")):
                subprocess.run(["apt-get", "-qq", *command], check=False, capture_output=True, timeout=600)
        return shutil.which("chromium")


def _run(browser: str, page: Path, *arguments: str) -> str:
    with tempfile.TemporaryDirectory() as profile:
        command = [browser, *FLAGS, f"--user-data-dir={profile}", *arguments, page.resolve().as_uri()]
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=SECONDS)
    return done.stdout


def dom_of(browser: str, page: Path) -> str:
    """The page's source after its scripts have run."""
    return _run(browser, page, "--dump-dom", "--virtual-time-budget=2000")


def screenshot(browser: str, page: Path, out: Path, width: int, height: int, *, dark: bool = False) -> Picture:
    """A picture of a page."""
    scheme = ["--blink-settings=preferredColorScheme=0"] if dark else []
    _run(browser, page, *scheme, f"--window-size={width},{height}", f"--screenshot={out}")
    return read_png(out)


@dataclass(frozen=True)
class Picture:
    """What can be told of a PNG without decoding all of it.

    Attributes
    ----------
    width, height : int
    corner : str
        The colour of the pixel at the top left.
    different_lines : int
        How many kinds of lines there are, as stored; a blank picture has two or three.
    """

    width: int
    height: int
    corner: str
    different_lines: int


def read_png(path: Path) -> Picture:
    """Look into an 8-bit RGB or RGBA picture."""
    data = path.read_bytes()
    width, height, _, colours = struct.unpack(">IIBB", data[16:26])
    channels = {2: 3, 6: 4}[colours]
    packed, at = b"", 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        packed += data[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += length + 12
    pixels = zlib.decompress(packed)
    stride = 1 + channels * width
    lines = {pixels[start : start + stride] for start in range(0, len(pixels), stride)}
    # Whatever filter the first line has, its first pixel is stored as it is.
    return Picture(width, height, "#" + pixels[1:4].hex(), len(lines))
