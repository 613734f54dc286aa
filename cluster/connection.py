"""Joining a Ray cluster: quickly and quietly, or refused in a sentence."""

from __future__ import annotations

import atexit
import os
import secrets
import tempfile
import threading
from pathlib import Path
from typing import Any, Final

from cluster.head import ANSWER_SECONDS, Head, HeadWatch, accepts_connections
from cluster.pool import ClusterError

LOCAL: Final = "local"
"""The address of a private cluster on this computer, which ends with its user."""
AUTO: Final = "auto"
"""The address of the cluster that this computer or job belongs to."""

_SETTINGS: Final = {
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".*",  # all that it would print about lost workers; the pool tells it in a sentence
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_gcs_rpc_server_reconnect_timeout_s": "600",  # after so long without a head Ray ends the process; we do before
    "RAY_enable_metrics_collection": "0",  # nobody looks at ours, and without a head they hold up the end for 20 s
    "RAY_task_events_report_interval_ms": "0",  # likewise; 5 s
}
_LOOPBACK_ONLY: Final = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""Ray's switch for computers whose firewalls ask: every server listens on 127.0.0.1 and nowhere else."""
_PRIVATE_STORE_BYTES: Final = 100 * 2**20
"""Jobs and results are small; Ray's default would claim a third of the memory."""


def join(address: str, cpus: int) -> HeadWatch:
    """Make this process a driver of a cluster, until it calls ``leave``.

    Parameters
    ----------
    address : str
        ``local``, ``auto`` or HOST:PORT.
    cpus : int
        Of a private cluster.

    Raises
    ------
    ClusterError
        When there is no such cluster, or it does not let us in.
    """
    os.environ.update(_SETTINGS)
    options: dict[str, Any] = {"address": address}
    if address == LOCAL:
        os.environ.update(_LOOPBACK_ONLY)
        os.environ["RAY_AUTH_MODE"] = "token"
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
        options |= {"num_cpus": cpus, "include_dashboard": False, "object_store_memory": _PRIVATE_STORE_BYTES}
    else:
        set_authentication_mode()
        options["address"] = _reachable(_address_here() if address == AUTO else address)
    import ray

    try:
        ray.init(**options, log_to_driver=False, configure_logging=False, logging_level="ERROR")
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        ray.shutdown()
        raise ClusterError(f"the Ray cluster at {options['address']} cannot be joined: {first_line(error)}") from None
    context = ray.get_runtime_context()
    return HeadWatch(Head(context.gcs_address), context.get_node_id())


def leave(head: HeadWatch) -> None:
    """Leave the cluster; a private one ends. A head that does not answer is not waited for, now or at the very end."""
    import ray

    head.close()
    if head.answers:
        ray.shutdown()
        return
    leaving = threading.Thread(target=ray.shutdown, name="leaving", daemon=True)
    leaving.start()
    leaving.join(ANSWER_SECONDS)
    if leaving.is_alive():
        atexit.unregister(ray.shutdown)


def set_authentication_mode() -> None:
    """Say whether we have a token, unless whoever started us did; left open, Ray warns about it either way."""
    names = ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH")
    has_token = any(map(os.environ.get, names)) or Path.home().joinpath(".ray", "auth_token").exists()
    os.environ.setdefault("RAY_AUTH_MODE", "token" if has_token else "disabled")


def first_line(error: BaseException) -> str:
    """The beginning of an error's text, for a sentence that goes on after it."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[0].strip().rstrip(".")


def _address_here() -> str:
    """The cluster of this job or, as ``ray start`` has noted it, of this computer."""
    note = Path(os.environ.get("RAY_TMPDIR") or tempfile.gettempdir(), "ray", "ray_current_cluster")
    address = os.environ.get("RAY_ADDRESS") or (note.read_text().strip() if note.is_file() else "")
    if not address:
        raise ClusterError("no Ray cluster runs on this computer; give its HOST:PORT, or local for a private one")
    return address


def _reachable(address: str) -> str:
    """The same address, if there is a head that lets us in; Ray would try for half a minute, and not say why."""
    try:
        is_there, reason = accepts_connections(address), "nobody listens there"
    except ValueError:
        raise ClusterError(f"'{address}' is no address of a Ray cluster; give auto, local or HOST:PORT") from None
    except OSError as error:
        is_there, reason = False, first_line(error)
    if not is_there:
        raise ClusterError(f"no Ray cluster can be reached at {address} ({reason}); start it, or give another address")
    head = Head(address)
    head.nodes()
    head.close()
    return address
