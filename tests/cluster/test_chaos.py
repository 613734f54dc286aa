"""A minute of random faults, all kinds of them: whatever happens to a cluster, the reports are those of a local run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

import pytest

from tests.cluster.chaos import CUT, KINDS, Chaos, chaos_in
from tests.cluster.networks import why_not
from tests.cluster.nodes import ROOT

LOG: Final = ROOT / "build" / "chaos.log"


@pytest.fixture(scope="module")
def chaos(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chaos]:
    """What has been through a minute of it; what was done is in the log, and is shown if anything is wrong."""
    LOG.parent.mkdir(exist_ok=True)
    with LOG.open("w", encoding="utf-8", buffering=1) as file:

        def log(line: str) -> None:
            print(line)  # noqa: T201 - pytest shows it
            file.write(f"{line}\n")

        with chaos_in(tmp_path_factory.mktemp("chaos"), seed=1, log=log) as one:
            one.run(seconds=60)
            yield one


def test_every_kind_of_fault_happened_and_every_report_is_the_same(chaos: Chaos) -> None:
    assert set(KINDS) <= set(chaos.faults)
    assert chaos.reports > 0  # each was compared when its analysis ended


def test_what_was_done_is_in_the_log(chaos: Chaos) -> None:
    told = Counter(line.partition(" s  ")[2] for line in LOG.read_text(encoding="utf-8").splitlines())
    assert Counter(chaos.faults) <= told  # nodes are also added where there is none
    assert sum(told[f"report {number} is right"] for number in range(chaos.reports)) == chaos.reports


@pytest.mark.skipif(bool(why_not()), reason=why_not())
def test_the_cable_was_cut_too(chaos: Chaos) -> None:
    assert CUT in chaos.faults
