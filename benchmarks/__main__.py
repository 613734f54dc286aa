"""``make bench``: measure speed part by part, print a table and merge the figures into ``build/bench.json``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks import (
    allocation,
    amazons,
    analysis,
    carcassonne,
    driver_capacity,
    heuristic_play,
    paired_rollouts,
    random_play,
    ray_against_local,
    round_costs,
    search_speed,
    start_up,
    state_copies,
    thousand_workers,
)

Figures = Iterator[tuple[str, float]]
PARTS: dict[str, Callable[[], Figures]] = {
    "random": random_play.measure,
    "heuristic": heuristic_play.measure,
    "paired": paired_rollouts.measure,
    "allocation": allocation.measure,
    "copies": state_copies.measure,
    "search": search_speed.measure,
    "carcassonne": carcassonne.measure,
    "amazons": amazons.measure,
    "start": start_up.measure,
    "analysis": analysis.measure,
    "rounds": round_costs.measure,
    "ray": ray_against_local.measure,
    "driver": driver_capacity.measure,
    "thousand": thousand_workers.measure,
}
"""Name for ``--only`` → what measures it; each takes under two minutes."""

OUTPUT = Path("build/bench.json")


def main() -> int:
    """Run the parts asked for."""
    parser = argparse.ArgumentParser(prog="make bench", description=main.__doc__)
    parser.add_argument("--only", choices=PARTS, help="measure one part and keep the other figures")
    options = parser.parse_args()
    figures: dict[str, float] = json.loads(OUTPUT.read_text()) if options.only and OUTPUT.exists() else {}
    for part in [options.only] if options.only else PARTS:
        for name, value in PARTS[part]():
            figures[name] = value
            print(f"{name:<32}{value:>16,.2f}", flush=True)
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(json.dumps(figures, indent=1) + "\n")
    print(f"written to {OUTPUT}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
