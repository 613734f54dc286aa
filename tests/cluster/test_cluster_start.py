"""The cluster files' own commands start Ray here: workers come, work is done, nobody else gets in."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from tests.cluster.networks import why_not
from tests.cluster.running_cluster import WORKER_IP, running
from tests.cluster.start_commands import HEAD_IP, ClusterStart, all_starts, manifest_start

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and more than one loopback address")


@pytest.fixture(autouse=True)
def nobody_else_gets_in(own_network: bool) -> None:
    """As they are meant for computers of their own, the commands let parts of Ray listen on all interfaces."""
    if not own_network:
        pytest.skip(why_not())


@pytest.mark.parametrize("start", all_starts().values(), ids=all_starts())
def test_nodes_start_work_and_keep_strangers_out(start: ClusterStart) -> None:
    dashboard_on_loopback = "--dashboard-host=127.0.0.1" in start.head.command
    with running(start) as cluster:
        if start.autoscaler:  # there are no workers and the head has no CPU: the autoscaler has to start one
            assert cluster.run_task() != HEAD_IP
        cluster.start_worker(start.worker)
        assert cluster.run_task(WORKER_IP) == WORKER_IP
        for wrong in (None, "another-token"):
            assert cluster.nodes(wrong) is None
        assert cluster.dashboard_status(None) == 401
        assert cluster.dashboard_status("another-token") == 403
        assert (cluster.dashboard_status(cluster.token, HEAD_IP) == 0) == dashboard_on_loopback


def test_a_head_whose_operator_gave_it_no_token_does_not_start() -> None:
    start = manifest_start("kuberay-cluster")
    environment = {name: value for name, value in start.head.environment.items() if name != "RAY_AUTH_TOKEN"}
    forgotten = replace(start, head=replace(start.head, environment=environment))
    with pytest.raises(AssertionError, match="no authentication token was found"), running(forgotten, has_token=False):
        pass
