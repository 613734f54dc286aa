"""Ray itself accepts the launcher files for AWS and GCP; they cost nothing when idle and open nothing to the world."""

from __future__ import annotations

from typing import Any

import pytest
from ray.autoscaler._private.util import prepare_config, validate_config

from tests.cluster.start_commands import LAUNCHERS, documents

Config = dict[str, Any]


@pytest.fixture(params=LAUNCHERS)
def config(request: pytest.FixtureRequest) -> Config:
    """Return a file with Ray's defaults filled in, as ``ray up`` does before it calls the cloud."""
    (raw,) = documents(request.param)
    prepared: Config = prepare_config(raw)
    return prepared


def test_ray_accepts_the_file(config: Config) -> None:
    validate_config(config)


def test_a_field_that_ray_does_not_know_is_refused(config: Config) -> None:
    with pytest.raises(Exception, match="max_wokers"):
        validate_config({**config, "max_wokers": 8})


def test_workers_come_and_go_and_the_head_stays_alone(config: Config) -> None:
    head, worker = (config["available_node_types"][name] for name in ("head", "worker"))
    assert config["head_node_type"] == "head"
    assert (head["min_workers"], head["max_workers"]) == (0, 0)  # besides the head itself
    assert head["resources"] == {"CPU": 0}
    assert worker["min_workers"] == 0 < worker["max_workers"] == config["max_workers"]
    assert 0 < config["idle_timeout_minutes"] <= 10


def test_workers_are_spot_machines_and_the_head_is_not() -> None:
    (aws,), (gcp,) = documents("aws"), documents("gcp")
    head, worker = (aws["available_node_types"][name]["node_config"] for name in ("head", "worker"))
    assert worker["InstanceMarketOptions"] == {"MarketType": "spot"}
    assert "InstanceMarketOptions" not in head
    head, worker = (gcp["available_node_types"][name]["node_config"] for name in ("head", "worker"))
    assert worker["scheduling"] == {"provisioningModel": "SPOT", "instanceTerminationAction": "DELETE"}
    assert "scheduling" not in head


def test_no_port_is_open_to_the_world() -> None:
    (aws,), (gcp,) = documents("aws"), documents("gcp")
    for node in aws["available_node_types"].values():  # without its own group a node gets one with SSH from anywhere
        assert node["node_config"]["SecurityGroupIds"] == ["sg-REPLACE-ME"]
    for node in gcp["available_node_types"].values():  # the default network has SSH from anywhere
        (interface,) = node["node_config"]["networkInterfaces"]
        assert interface["network"] == "global/networks/catan-rollout"


def test_nodes_get_the_token_the_package_and_its_kernels(config: Config) -> None:
    assert config["file_mounts"]["~/.ray/auth_token"] == "~/.ray/auth_token"
    assert config["file_mounts"]["~/constraints.txt"] == "constraints.txt"
    for kind in ("head", "worker"):
        commands = config[f"{kind}_setup_commands"]
        install = commands.index("pip install --quiet --constraint ~/constraints.txt ~/wheel/*.whl")
        assert commands.index("rollout warm") > install
