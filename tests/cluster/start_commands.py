"""How each of the cluster files starts Ray on a head and on a worker: the commands and their environment."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import yaml
from ray.autoscaler._private.fake_multi_node.node_provider import FAKE_HEAD_NODE_ID, FAKE_HEAD_NODE_TYPE
from ray.autoscaler._private.util import prepare_config, with_head_node_ip

FOLDER: Final = Path(__file__).resolve().parents[2] / "configs" / "clusters"
LAUNCHERS: Final = ("aws", "gcp")
MANIFESTS: Final = ("kuberay-cluster", "kuberay-job")

HEAD_IP: Final = "127.0.0.2"
"""The head's address, put in where a file leaves it open."""

TOKEN: Final = "the token that the operator takes from the secret"
TOKEN_FILE: Final = "/run/secrets/ray_auth_token"
"""Values of environment variables that stand for the token, and for the file in which Docker shows it."""

_BYTES: Final = {"Gi": 2**30, "Mi": 2**20}


@dataclass(frozen=True)
class Start:
    """A shell command, and what the file or its operator adds to the environment."""

    command: str
    environment: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ClusterStart:
    """How the two kinds of node start, and the autoscaler's configuration if a launcher would write one."""

    head: Start
    worker: Start
    autoscaler: dict[str, Any] | None = field(default=None, repr=False)


def documents(name: str) -> list[Any]:
    """Return what a YAML file of the folder holds."""
    return list(yaml.safe_load_all((FOLDER / f"{name}.yaml").read_text(encoding="utf-8")))


def launcher_start(name: str) -> ClusterStart:
    """Return the commands of a launcher file; Ray itself writes the head's address into the worker's."""
    (config,) = documents(name)
    stop_head, head = config["head_start_ray_commands"]
    stop_worker, worker = with_head_node_ip(config["worker_start_ray_commands"], HEAD_IP)
    assert stop_head == "ray stop"
    assert stop_worker.endswith("ray stop")
    told_by_launcher = {
        "RAY_enable_autoscaler_v2": "1",
        "RAY_CLOUD_INSTANCE_ID": FAKE_HEAD_NODE_ID,
        "RAY_NODE_TYPE_NAME": FAKE_HEAD_NODE_TYPE,
    }
    # The head is told its resources too, but here the pretended cloud would take them for those of its machines.
    resources = {"RAY_OVERRIDE_RESOURCES": json.dumps(config["available_node_types"]["worker"]["resources"])}
    return ClusterStart(Start(head, told_by_launcher), Start(worker, resources), _autoscaler(config))


def _autoscaler(config: dict[str, Any]) -> dict[str, Any]:
    """Return the file as the head's autoscaler gets it, with the cloud exchanged for Ray's own pretence of one.

    Its machines are further Ray nodes here, with the resources that the file gives to their type. It knows the head by
    the name that Ray's examples give it.
    """
    prepared: dict[str, Any] = prepare_config(config)
    prepared["provider"] = {
        "type": "external",
        "module": "ray.autoscaler._private.fake_multi_node.node_provider.FakeMultiNodeProvider",
        "head_node_id": FAKE_HEAD_NODE_ID,
        "launch_multiple": True,
        "disable_node_updaters": True,
        "disable_launch_config_check": True,
    }
    prepared["available_node_types"][FAKE_HEAD_NODE_TYPE] = prepared["available_node_types"].pop("head")
    return prepared | {"head_node_type": FAKE_HEAD_NODE_TYPE, "file_mounts": {}}


def compose_start() -> ClusterStart:
    """Return the commands of the compose file; Compose replaces ``${HEAD:-…}`` as a shell does."""
    (config,) = documents("compose")
    head, worker = (
        Start(service["command"], {**service["environment"], "HEAD": HEAD_IP})
        for service in (config["services"]["head"], config["services"]["worker"])
    )
    return ClusterStart(head, worker)


def cluster_spec(name: str) -> dict[str, Any]:
    """Return the specification of the Ray cluster in a manifest."""
    spec: dict[str, Any] = documents(name)[0]["spec"]
    return spec.get("rayClusterSpec", spec)


def manifest_start(name: str) -> ClusterStart:
    """Return the commands that the KubeRay operator makes of a manifest."""
    spec = cluster_spec(name)
    (group,) = spec["workerGroupSpecs"]
    return ClusterStart(_kuberay(spec["headGroupSpec"], head=True), _kuberay(group, head=False))


def _kuberay(group: dict[str, Any], *, head: bool) -> Start:
    """Do what the operator's ``BuildPod`` does: fill in parameters, sort them, put the container's command before.

    With ``authOptions`` it gives the containers the mode and, from the secret, the token.
    """
    (container,) = group["template"]["spec"]["containers"]
    limits = container["resources"]["limits"]
    parameters = {
        "metrics-export-port": "8080",
        "dashboard-agent-listen-port": "52365",
        "num-cpus": limits["cpu"],
        "memory": str(int(limits["memory"][:-2]) * _BYTES[limits["memory"][-2:]]),
        **({"dashboard-host": "0.0.0.0"} if head else {"address": "$FQ_RAY_IP:6379"}),
        **group["rayStartParams"],
    }
    flags = " ".join(sorted([f"--{name}={value}" for name, value in parameters.items()] + ["--block"]))
    first = f"{' '.join(container['command'])} && " if "command" in container else ""
    return Start(
        f"{first}ulimit -n 65536; ray start {'--head ' if head else ''}{flags}",
        {
            **{variable["name"]: variable["value"] for variable in container["env"]},
            "RAY_AUTH_TOKEN": TOKEN,
            "FQ_RAY_IP": HEAD_IP,
        },
    )


def all_starts() -> dict[str, ClusterStart]:
    """Return every file's commands by name; files that start nodes in the same way share an entry."""
    starts = {name: launcher_start(name) for name in LAUNCHERS} | {"compose": compose_start()}
    starts |= {name: manifest_start(name) for name in MANIFESTS}
    names: dict[str, list[str]] = {}
    for name, start in starts.items():
        names.setdefault(repr(start), []).append(name)
    return {"+".join(same): starts[same[0]] for same in names.values()}
