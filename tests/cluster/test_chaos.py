"""A minute of random faults, all kinds of them: whatever happens to a cluster, the reports are those of a local run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cluster.chaos import CUT, KINDS, Chaos, chaos_in
from tests.cluster.networks import why_not


@pytest.fixture(scope="module")
def chaos(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chaos]:
    """What has been through a minute of it; its log is shown if anything is wrong."""
    with chaos_in(tmp_path_factory.mktemp("chaos"), seed=1, log=print) as one:
        one.run(seconds=60)
        yield one


def test_every_kind_of_fault_happened_and_every_report_is_the_same(chaos: Chaos) -> None:
    assert set(KINDS) <= set(chaos.faults)
    assert chaos.reports > 0  # each was compared when its analysis ended


@pytest.mark.skipif(bool(why_not()), reason=why_not())
def test_the_cable_was_cut_too(chaos: Chaos) -> None:
    assert CUT in chaos.faults
