"""``make evidence``: the long proofs; their results go into ``docs/evidence.md`` (``ONLY=word`` for some of them)."""

from __future__ import annotations

import platform
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "evidence.md"


@dataclass(frozen=True)
class Proof:
    """One long proof.

    Attributes
    ----------
    title, claim : str
        What it is and what its success means.
    commands : tuple of tuple of str
        Arguments to Python; they run side by side.
    """

    title: str
    claim: str
    commands: tuple[tuple[str, ...], ...]


PROOFS = (
    Proof(
        "Kernel and reference engine in lockstep",
        "Random boards and rules, 2 to 8 players, every variant; after every action the whole state and the set of "
        "legal actions are equal.",
        tuple(
            ("-m", "tests.reference.lockstep", "--games", "1000", "--seed", seed, "--most-steps", "500")
            for seed in ("101", "102")
        ),
    ),
    Proof(
        "Random play with every invariant checked after every action",
        "Cards and pieces are conserved, nothing goes below zero, the distance rule holds, roads are connected, "
        "scores, awards and all derived fields equal what is recomputed from nothing.",
        tuple(("-m", "tests.fuzz.play", "--steps", "5000000", "--seed", seed) for seed in ("201", "202")),
    ),
    Proof(
        "Recorded games of another engine",
        "48 games of catanatron 3.3.0 (newer than the 3.2.1 on PyPI that `make bench` compares with): same legal "
        "actions, same states, except where that engine departs from the rules in a way that is known by name and "
        "predicted exactly.",
        (("-m", "tests.oracle.catan", *(f"tests/data/catan_games_{n}p.jsonl.xz" for n in (2, 3, 4))),),
    ),
    Proof(
        "Carcassonne: kernels and reference in lockstep",
        "Two to five players, random and greedy play; at every step legal actions, scores and followers are equal, and "
        "the evaluator equals a plain transcription of its formulas within 1e-12.",
        (("-m", "tests.boardgames.carcassonne.lockstep", "200"),),
    ),
    Proof(
        "Carcassonne: recorded games of another engine",
        "42 games of JCloisterZone: same legal placements, spots, scorings and results, without exception.",
        (("-m", "tests.oracle.carcassonne", *(f"tests/data/carcassonne_games_{n}p.jsonl.xz" for n in (2, 4, 5))),),
    ),
    Proof(
        "Amazons: move counts of other programs",
        "All sequences of up to three turns from positions on 6×6, 8×8 and 10×10, eleven thousand million, are as "
        "many as independent counters found.",
        (("-m", "tests.oracle.amazons", "tests/data/amazons_perft.json"),),
    ),
    Proof(
        "Agents against each other",
        "Four to eight players on random boards that no agent was tuned on.",
        (("-m", "tests.strength"),),
    ),
    Proof(
        "Our agents at catanatron's table",
        "One of ours against three of the players of catanatron 3.2.1, under its rules, seeing what a player may.",
        tuple(
            (
                "-m",
                "tests.external.ladder",
                "--agent",
                agent,
                "--opponent",
                opponent,
                "--games",
                "100",
                "--seed",
                "1",
            )
            for agent in ("heuristic", "greedy1")
            for opponent in ("WeightedRandomPlayer", "VictoryPointPlayer")
        ),
    ),
    Proof(
        "What it saves that candidates share their dice",
        "Variance of the difference of two good candidates' wins, games with equal numbers against independent ones; "
        "1 would mean that nothing is saved.",
        (("-m", "benchmarks", "--only", "paired"),),
    ),
    Proof(
        "Calibration of the analyser on simulated spots",
        "95 % intervals cover what they say, for all spots and for the one ranked first, and P(set) is right as often "
        "as it says.",
        (("-m", "tests.analyzer.calibration"),),
    ),
    Proof(
        "Calibration of the analyser on real boards",
        "Short analyses against a long run of other games on the same board: 95 % intervals hold as often as they say.",
        (("-m", "tests.analyzer.real_calibration"),),
    ),
    Proof(
        "The candidates kept contain the best vertices",
        "Random boards that had no part in the fit: of the vertices that a large rollout over all of them puts in the "
        "top 8 with probability 0.9 or more, the share among the K kept.",
        (("-m", "tests.analyzer.recall"),),
    ),
    Proof(
        "Sequential comparison of bots",
        "Looked at after every round, a wrong statement about two bots is made in at most 5 % of arenas.",
        (("-m", "tests.boardgames.sequential_errors"),),
    ),
    Proof(
        "The bots' sources beside our arena",
        "What the sources of the Carcassonne and Amazons bots report, and what the same settings give here.",
        (("-m", "tests.boardgames.sources"),),
    ),
    Proof(
        "Ten minutes of random faults on a Ray cluster",
        "Worker processes, nodes and drivers are killed, nodes are paused, cut off and added while analyses run; every "
        "report equals, bit for bit, the one of a local run on one worker.",
        (("-m", "tests.cluster.chaos", "--seconds", "600", "--seed", "1"),),
    ),
)


def _run(command: tuple[str, ...]) -> tuple[int, str]:
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).strip()


def _section(proof: Proof) -> tuple[bool, str]:
    """Run a proof; whether it succeeded, and its part of the page."""
    start = time.monotonic()
    with ThreadPoolExecutor() as pool:
        results = list(pool.map(_run, proof.commands))
    minutes = (time.monotonic() - start) / 60
    held = all(code == 0 for code, _ in results)
    lines = [f"## {proof.title}", "", proof.claim, "", "```"]
    for command, (_, output) in zip(proof.commands, results, strict=True):
        lines += [f"$ python {' '.join(command)}", output]
    lines += ["```", "", f"{'Holds' if held else '**Does not hold**'}; took {minutes:.0f} minutes.", ""]
    return held, "\n".join(lines)


def _sections_of_page() -> dict[str, str]:
    """What the page says so far, by title."""
    if not PAGE.exists():
        return {}
    sections = PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    return {text.partition("\n")[0]: f"## {text}" for text in sections}


def main(words: list[str]) -> int:
    """Run the proofs whose titles contain one of the words, or all, and write the page."""
    head = (
        "# Evidence\n\nThe long proofs, off CI. `make evidence` runs them all and writes this page; "
        "each command can be run alone.\n"
        f"Speed is measured by `make bench`. Python {platform.python_version()}, {platform.machine()}.\n"
    )
    known, parts, all_hold = _sections_of_page(), [head], True
    for proof in PROOFS:
        if words and not any(word.lower() in proof.title.lower() for word in words):
            parts += [known[proof.title]] if proof.title in known else []
            continue
        sys.stdout.write(f"{proof.title} …\n")
        sys.stdout.flush()
        held, text = _section(proof)
        all_hold &= held
        parts.append(text)
        sys.stdout.write(f"{text}\n")
    PAGE.write_text("\n".join(parts), encoding="utf-8")
    return 0 if all_hold else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
