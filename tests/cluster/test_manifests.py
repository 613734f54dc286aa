"""The KubeRay manifests fit the resource definitions, grow from zero, ask for the token and are closed to strangers."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from tests.cluster.kuberay_schema import RESOURCES
from tests.cluster.start_commands import MANIFESTS, cluster_spec, documents
from tests.cluster.versions import PROJECT_VERSION, pinned


@pytest.fixture(params=MANIFESTS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def _containers(spec: dict[str, Any]) -> list[dict[str, Any]]:
    groups = [spec["headGroupSpec"], *spec["workerGroupSpecs"]]
    return [container for group in groups for container in group["template"]["spec"]["containers"]]


def test_the_manifest_fits_the_resource_definition(name: str) -> None:
    resource, _ = documents(name)
    jsonschema.validate(resource, RESOURCES[resource["kind"]])


def test_what_does_not_fit_is_refused(name: str) -> None:
    resource, _ = documents(name)
    mistakes: list[Callable[[Any], object]] = [
        lambda spec: spec["headGroupSpec"]["rayStartParams"].update({"num-cpus": 0}),  # not a string
        lambda spec: spec["workerGroupSpecs"][0].pop("groupName"),
        lambda spec: spec.update({"authOption": {}}),
        lambda spec: spec["authOptions"].update({"mode": "tokens"}),
    ]
    for break_it in mistakes:
        broken = copy.deepcopy(resource)
        break_it(broken["spec"].get("rayClusterSpec", broken["spec"]))
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(broken, RESOURCES[resource["kind"]])


def test_workers_come_from_zero_and_go_again(name: str) -> None:
    spec = cluster_spec(name)
    assert spec["enableInTreeAutoscaling"]
    for group in spec["workerGroupSpecs"]:
        assert group["minReplicas"] == 0 <= group["replicas"] < group["maxReplicas"]
    assert spec["headGroupSpec"]["rayStartParams"]["num-cpus"] == "0"


def test_containers_get_what_they_ask_for_and_no_more(name: str) -> None:
    for container in _containers(cluster_spec(name)):
        assert container["resources"]["requests"] == container["resources"]["limits"]


def test_every_container_asks_for_the_token(name: str) -> None:
    spec = cluster_spec(name)
    assert spec["authOptions"] == {"mode": "token", "secretName": "catan-rollout-token"}
    for container in _containers(spec):  # Ray does not start when an old operator knows no authOptions
        assert {"name": "RAY_AUTH_MODE", "value": "token"} in container["env"]


def test_no_port_is_open_to_the_world(name: str) -> None:
    spec = cluster_spec(name)
    _, policy = documents(name)
    assert spec["headGroupSpec"]["serviceType"] == "ClusterIP"
    assert (policy["apiVersion"], policy["kind"]) == ("networking.k8s.io/v1", "NetworkPolicy")
    labels = policy["spec"]["podSelector"]["matchLabels"]
    for group in [spec["headGroupSpec"], *spec["workerGroupSpecs"]]:
        assert group["template"]["metadata"]["labels"] == labels
    assert policy["spec"]["policyTypes"] == ["Ingress"]
    inside, *others = policy["spec"]["ingress"]
    assert inside == {"from": [{"podSelector": {"matchLabels": labels}}]}
    for rule in others:
        assert rule["ports"] == [{"protocol": "TCP", "port": 8265}]
        assert all(source["podSelector"]["matchLabels"] for source in rule["from"])


def test_only_the_job_whose_operator_asks_has_its_dashboard_off_the_loopback() -> None:
    hosts = {name: cluster_spec(name)["headGroupSpec"]["rayStartParams"]["dashboard-host"] for name in MANIFESTS}
    assert hosts == {"kuberay-cluster": "127.0.0.1", "kuberay-job": "0.0.0.0"}


def test_versions_are_ours(name: str) -> None:
    spec = cluster_spec(name)
    assert spec["rayVersion"] == pinned("ray")
    for container in _containers(spec):
        assert container["image"] == f"REPLACE-ME/catan-rollout:{PROJECT_VERSION}"


def test_the_job_resumes_what_it_analyses_and_mounts_the_board_it_names() -> None:
    job = documents("kuberay-job")[0]["spec"]
    resume, analyze = (command.split() for command in job["entrypoint"].split("||"))
    assert resume[:2] == ["rollout", "resume"]
    assert analyze[:2] == ["rollout", "analyze"]
    assert resume[2] == analyze[analyze.index("--out") + 1]
    pod = job["rayClusterSpec"]["headGroupSpec"]["template"]["spec"]
    (mount,) = pod["containers"][0]["volumeMounts"]
    assert analyze[2].startswith(f"{mount['mountPath']}/")
    assert mount["name"] in {volume["name"] for volume in pod["volumes"]}
    assert job["backoffLimit"] > 0
