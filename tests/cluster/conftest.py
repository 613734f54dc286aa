"""Clusters of tests are in a network of their own, where there is only loopback: Ray also listens on all interfaces."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cluster.networks import alone


@pytest.fixture(scope="package", autouse=True)
def own_network() -> Iterator[bool]:
    """Whether what these tests start can be reached by nobody else."""
    with alone() as is_alone:
        yield is_alone
