"""Keeping an eye on a cluster's head, over whose loss Ray ends the process, and on nodes, which Ray is slow to miss."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from cluster.pool import ClusterError

ANSWER_SECONDS: Final = 3.0
"""For a head to accept a connection."""
_NODE_SECONDS: Final = 2.0
"""For a node to say that it is well."""
_HEALTH: Final = "/grpc.health.v1.Health/Check"
"""What every node answers, without a question; Ray's head asks it the same, and waits much longer for an answer."""
_BETWEEN_LOOKS: Final = 1.0
_SECONDS_REFUSED: Final = 5.0
"""A head that refuses connections for so long has ended."""
_SECONDS_SILENT: Final = 30.0
"""A head that says nothing for so long is given up."""
_ALIVE: Final = 0
"""The state of a node, in Ray's messages."""


def accepts_connections(address: str) -> bool:
    """Whether a server listens at HOST:PORT.

    Raises
    ------
    OSError
        When nobody can tell: there is no such host, or no answer from it.
    """
    host, _, port = address.rpartition(":")
    try:
        with socket.create_connection((host, int(port)), ANSWER_SECONDS):
            return True
    except ConnectionRefusedError:
        return False


def not_let_in(address: str) -> str:
    """A sentence for those without the token."""
    return (
        f"the Ray cluster at {address} does not let us in; give its token in RAY_AUTH_TOKEN, or the file that has it "
        f"in RAY_AUTH_TOKEN_PATH"
    )


@dataclass(frozen=True)
class Node:
    """What a head knows about a node that it takes for alive.

    Attributes
    ----------
    cpus : int
    address : str
        HOST:PORT where the node itself answers.
    """

    cpus: int
    address: str


class Head:
    """A cluster's head, asked with a patience that ends.

    Most of Ray's own questions are asked for ever: a thread that still asked one after the head had been left for lost
    would have Ray end the whole process, without a word, when its own patience was over.

    Parameters
    ----------
    address : str
        HOST:PORT.
    """

    def __init__(self, address: str) -> None:
        from ray._private.grpc_utils import init_grpc_channel
        from ray.core.generated import gcs_service_pb2, gcs_service_pb2_grpc

        self.address: Final = address
        self._channel: Final = init_grpc_channel(address)
        self._ask: Final = gcs_service_pb2_grpc.NodeInfoGcsServiceStub(self._channel).GetAllNodeInfo
        self._question: Final = gcs_service_pb2.GetAllNodeInfoRequest()

    def nodes(self) -> dict[str, Node]:
        """The nodes that it takes for alive, by their names.

        Raises
        ------
        ClusterError
            When it does not let us in, or does not answer as a head does.
        """
        import grpc  # type: ignore[import-untyped]

        try:
            nodes = self._ask(self._question, timeout=ANSWER_SECONDS).node_info_list
        except grpc.RpcError as error:
            if error.code() == grpc.StatusCode.UNAUTHENTICATED:
                raise ClusterError(not_let_in(self.address)) from None
            raise ClusterError(
                f"no head of a Ray cluster answers at {self.address}; give its HOST:PORT, where the port is that of "
                f"ray start, usually 6379"
            ) from None
        return {
            node.node_id.hex(): Node(
                int(node.resources_total["CPU"]), f"{node.node_manager_address}:{node.node_manager_port}"
            )
            for node in nodes
            if node.state == _ALIVE
        }

    def close(self) -> None:
        """Ask no more."""
        self._channel.close()


class RollCall:
    """Asks the nodes themselves: a head takes a killed one for alive for some 15 s, one that is cut off for 2 min."""

    def __init__(self) -> None:
        self._channels: Final[dict[str, Any]] = {}

    def silent(self, nodes: Mapping[str, Node]) -> frozenset[str]:
        """Names of those that do not answer; all are asked at the same time."""
        import grpc
        from ray._private.grpc_utils import init_grpc_channel

        for name in self._channels.keys() - nodes.keys():
            self._channels.pop(name).close()
        answers = {}
        for name, node in nodes.items():
            channel = self._channels.get(name) or init_grpc_channel(node.address)
            self._channels[name] = channel
            answers[name] = channel.unary_unary(_HEALTH).future(b"", timeout=_NODE_SECONDS)
        silent = frozenset(name for name, answer in answers.items() if isinstance(answer.exception(), grpc.RpcError))
        for name in silent:  # asked anew with another channel: this one would not try again for a while
            self._channels.pop(name).close()
        return silent

    def close(self) -> None:
        """Ask no more."""
        self.silent({})


class HeadWatch:
    """Looks every second, on a thread of its own, whether the head answers and which CPUs its cluster has.

    Parameters
    ----------
    head : Head
    own_node : str
        The node that this process depends on.

    Attributes
    ----------
    cpus : int
        Of all nodes that answer, when last seen.
    silent : frozenset of str
        Nodes that Ray still takes for alive, though they do not answer.
    """

    def __init__(self, head: Head, own_node: str) -> None:
        self._head: Final = head
        self._own_node: Final = own_node
        self._roll_call: Final = RollCall()
        self._count(head.nodes())
        self._seen = time.monotonic()
        self._refused_since: float | None = None
        self._is_own_node_gone = False
        self._is_closed: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._watch, name="head-watch", daemon=True)
        self._thread.start()

    @property
    def answers(self) -> bool:
        """Whether it did just now, so that asking it for something will not take long."""
        return time.monotonic() - self._seen < ANSWER_SECONDS + _BETWEEN_LOOKS

    def check(self) -> None:
        """Raise a ClusterError if the head is gone, or the node here that connects us with it."""
        if self._is_own_node_gone:
            raise ClusterError("the Ray node on this computer is gone")
        now = time.monotonic()
        is_refusing = self._refused_since is not None and now - self._refused_since > _SECONDS_REFUSED
        if is_refusing or now - self._seen > _SECONDS_SILENT:
            raise ClusterError(f"the head of the Ray cluster at {self._head.address} is gone")

    def close(self) -> None:
        """Look no more."""
        self._is_closed.set()
        self._thread.join()
        self._roll_call.close()
        self._head.close()

    def _watch(self) -> None:
        while not self._is_closed.wait(_BETWEEN_LOOKS):
            try:
                if not accepts_connections(self._head.address):
                    self._refused_since = self._refused_since or time.monotonic()
                    continue
                self._refused_since = None
                nodes = self._head.nodes()
            except (OSError, ClusterError):  # no answer
                continue
            self._is_own_node_gone = self._own_node not in nodes
            self._seen = time.monotonic()
            self._count(nodes)

    def _count(self, nodes: Mapping[str, Node]) -> None:
        silent = self._roll_call.silent(nodes)
        self.cpus = sum(node.cpus for name, node in nodes.items() if name not in silent)
        self.silent = silent
