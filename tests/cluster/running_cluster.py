"""Runs the start commands of the cluster files as real processes on the loopback addresses of this machine.

What is changed in a command, and why:

================================  ============================  ========================================================
in the file                       here                          why
================================  ============================  ========================================================
``--port``, ``:6379`` and Ray's   free ports                    several clusters run on this machine at a time
other default ports
the head's and the worker's       127.0.0.2, 127.0.0.3          both on this machine, out of reach from elsewhere; Ray
own address                                                     would take 127.0.0.1 for another name of the machine
``~``                             a folder of the test          holds the token file and the launcher's configuration
``/run/secrets/ray_auth_token``   the token file                no Docker here
``rollout warm``                  nothing                       takes minutes and does nothing for Ray
the launcher's cloud              Ray's ``FakeMultiNode…``      its machines are further nodes here
``--object-store-memory``         100 MB                        shared memory is small in a container
================================  ============================  ========================================================

Processes are known by a mark in their environment and ended by number, also when the tests are killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import grpc  # type: ignore[import-untyped]
from ray.core.generated import gcs_service_pb2, gcs_service_pb2_grpc

from tests.cluster.ending import start_watching
from tests.cluster.start_commands import HEAD_IP, TOKEN, TOKEN_FILE, ClusterStart, Start

WORKER_IP: Final = "127.0.0.3"
_MARK: Final = "CLUSTER_FILES_TEST"
_PATIENCE_SECONDS: Final = 90


def _free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("", 0))
        return [one.getsockname()[1] for one in sockets]


class RunningCluster:
    """A head, and workers, that run as a file says.

    Attributes
    ----------
    port, dashboard_port : int
        Where the head listens.
    token : str
        What clients have to show.
    """

    def __init__(self, folder: Path, *, has_token: bool) -> None:
        self.port, self.dashboard_port, *self._more_ports = _free_ports(7)
        self.token: Final = uuid.uuid4().hex
        self._folder: Final = folder
        self._token_file: Final = folder / ".ray" / "auth_token"
        self._token_file.parent.mkdir()
        if has_token:
            self._token_file.write_text(self.token, encoding="utf-8")
        self._mark: Final = f"{_MARK}={uuid.uuid4().hex}"
        self._ending: Final = start_watching(self._mark)
        self._processes: Final[list[subprocess.Popen[bytes]]] = []

    @property
    def address(self) -> str:
        """Where nodes and drivers find the head."""
        return f"{HEAD_IP}:{self.port}"

    def start_head(self, start: Start, autoscaler: dict[str, Any] | None) -> None:
        """Run the head's command, with an autoscaler if there is one; wait until head and dashboard answer."""
        if autoscaler is not None:
            configuration = autoscaler | {"provider": autoscaler["provider"] | {"gcs_address": self.address}}
            (self._folder / "ray_bootstrap_config.yaml").write_text(json.dumps(configuration), encoding="utf-8")
            in_pretended_cloud = {
                "RAY_FAKE_CLUSTER": "1",
                "RAY_OVERRIDE_NODE_ID_FOR_TESTING": start.environment["RAY_CLOUD_INSTANCE_ID"],
                "AUTOSCALER_UPDATE_INTERVAL_S": "1",
            }
            start = replace(start, environment=start.environment | in_pretended_cloud)
        client, agent, metrics, _, _ = self._more_ports
        options: dict[str, int | str] = {
            "--port": self.port,
            "--dashboard-port": self.dashboard_port,
            "--ray-client-server-port": client,
            "--dashboard-agent-listen-port": agent,
            "--metrics-export-port": metrics,
            "--node-ip-address": HEAD_IP,
        }
        self._run(start, options)
        self._wait(lambda: self.nodes(self.token) == 1 and self.dashboard_status(self.token) == 200)

    def start_worker(self, start: Start) -> None:
        """Run the worker's command and wait until the head knows it."""
        *_, agent, metrics = self._more_ports
        options: dict[str, int | str] = {
            "--dashboard-agent-listen-port": agent,
            "--metrics-export-port": metrics,
            "--node-ip-address": WORKER_IP,
        }
        nodes = self.nodes(self.token) or 0
        self._run(start, options)
        self._wait(lambda: self.nodes(self.token) == nodes + 1)

    def _run(self, start: Start, options: dict[str, int | str]) -> None:
        options |= {"--min-worker-port": 0, "--max-worker-port": 0, "--object-store-memory": 100_000_000}
        before, ray_start, after = start.command.replace(":6379", f":{self.port}").partition("ray start ")
        kept = [option for option in after.split() if option.partition("=")[0] not in options]
        command = before.replace("rollout warm", "true") + ray_start
        command += " ".join([*kept, *(f"{name}={value}" for name, value in options.items())])
        secrets = {TOKEN: self.token, TOKEN_FILE: str(self._token_file)}
        environment = {name: secrets.get(value, value) for name, value in start.environment.items()}
        with (self._folder / "log").open("ab") as log:
            self._processes.append(
                subprocess.Popen(
                    command,
                    shell=True,
                    executable="/bin/bash",
                    env=self._environment() | environment,
                    stdout=log,
                    stderr=log,
                )
            )

    def _environment(self) -> dict[str, str]:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
        return clean | {
            "HOME": str(self._folder),
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "RAY_TMPDIR": str(self._folder),
            "RAY_USAGE_STATS_ENABLED": "0",
            **dict([self._mark.split("=")]),
        }

    def _wait(self, ready: Callable[[], bool]) -> None:
        end = time.monotonic() + _PATIENCE_SECONDS
        while not ready():
            failed = [process.args for process in self._processes if process.poll()]
            assert not failed, f"{failed}: {self._log()}"
            assert time.monotonic() < end, f"not ready: {self._log()}"
            time.sleep(0.2)

    def _log(self) -> str:
        return (self._folder / "log").read_text(encoding="utf-8", errors="replace")

    def nodes(self, token: str | None) -> int | None:
        """Ask the head for the number of living nodes; None when it refuses the token."""
        with grpc.insecure_channel(self.address) as channel:
            head = gcs_service_pb2_grpc.NodeInfoGcsServiceStub(channel)
            request = gcs_service_pb2.GetAllNodeInfoRequest()
            metadata = [("authorization", f"Bearer {token}")] if token else None
            try:
                nodes = head.GetAllNodeInfo(request, timeout=10, metadata=metadata).node_info_list
            except grpc.RpcError as error:
                if error.code() == grpc.StatusCode.UNAUTHENTICATED:
                    return None
                if error.code() == grpc.StatusCode.UNAVAILABLE:  # not up yet
                    return 0
                raise
        return sum(node.state == 0 for node in nodes)

    def dashboard_status(self, token: str | None, host: str = "127.0.0.1") -> int:
        """Ask for the list of jobs; return the status of the answer, 0 when nobody listens."""
        request = urllib.request.Request(f"http://{host}:{self.dashboard_port}/api/jobs/")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                return error.code
        except urllib.error.URLError:
            return 0

    def run_task(self, node_ip: str | None = None) -> str:
        """Run a task as a driver with the token, on any node or on this one; return the address of where it ran."""
        options = {"num_cpus": 1, "resources": {f"node:{node_ip}": 0.001} if node_ip else {}}
        script = (
            "import ray\n"
            f"ray.init('{self.address}', log_to_driver=False, logging_level='ERROR')\n"
            f"where = ray.remote(**{options})(lambda: ray.util.get_node_ip_address())\n"
            "print(ray.get(where.remote(), timeout=60))\n"
        )
        environment = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN_PATH": str(self._token_file)}
        done = subprocess.run(
            [sys.executable, "-c", script],
            env=self._environment() | environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{done.stderr}\n{self._log()}"
        return done.stdout.split()[-1]

    def end(self) -> None:
        """End every process that carries this cluster's mark."""
        self._ending.communicate()
        for process in self._processes:
            process.wait()


@contextlib.contextmanager
def running(start: ClusterStart, *, has_token: bool = True) -> Iterator[RunningCluster]:
    """Start the head, which finds a token file or finds none; end everything at the end."""
    folder = Path(tempfile.mkdtemp(prefix="c", dir="/tmp"))  # short: a socket's path has at most 107 letters
    cluster = RunningCluster(folder, has_token=has_token)
    try:
        cluster.start_head(start.head, start.autoscaler)
        yield cluster
    finally:
        cluster.end()
        shutil.rmtree(folder, ignore_errors=True)
