"""Handing whole programs to a Ray cluster through its Jobs API: they run on the head and outlive whoever sent them."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from cluster.connection import first_line, set_authentication_mode
from cluster.head import accepts_connections, not_let_in
from cluster.pool import ClusterError

SUCCEEDED: Final = "SUCCEEDED"
STOPPED: Final = "STOPPED"
_ENDED: Final = frozenset({SUCCEEDED, "FAILED", STOPPED})
_SECONDS_BETWEEN_LOOKS: Final = 1.0
_ANSWER_SECONDS: Final = 60.0
"""For a dashboard to say something."""


class JobsClient:
    """A cluster as those outside see it.

    Parameters
    ----------
    address : str
        Of the head's dashboard, such as ``http://HEAD:8265``.

    Raises
    ------
    ClusterError
        When nobody answers there, or not to us; likewise from all methods.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ClusterError(f"'{address}' is no address of a dashboard; give one such as http://HEAD:8265")
        self._address: Final = address
        for name in ("RAY_ADDRESS", "RAY_API_SERVER_ADDRESS"):  # Ray would prefer these to the one asked for
            os.environ.pop(name, None)
        set_authentication_mode()
        with self._refusing():
            if not accepts_connections(f"{parts.hostname}:{parts.port or 8265}"):
                raise OSError("nobody listens there")
            from ray.job_submission import JobSubmissionClient

            for handler in logging.getLogger("ray").handlers:  # it tells every file that it uploads
                handler.setLevel(logging.ERROR)

            class Client(JobSubmissionClient):  # type: ignore[misc]
                """The same with a patience that ends."""

                def _do_request(self, *arguments: Any, **options: Any) -> Any:
                    return super()._do_request(*arguments, timeout=_ANSWER_SECONDS, **options)

            self._client: Final = Client(address)

    def submit(self, name: str, command: str, folder: Path, metadata: dict[str, str]) -> None:
        """Run a command on the head, in a copy of a folder that all its workers get as well."""
        runtime = {"working_dir": str(folder), "env_vars": {"RAY_USAGE_STATS_ENABLED": "0"}}
        with self._refusing():
            self._client.submit_job(entrypoint=command, submission_id=name, runtime_env=runtime, metadata=metadata)

    def names(self, beginning: str) -> list[str]:
        """Jobs whose names begin like this, oldest first."""
        with self._refusing():
            jobs = [job for job in self._client.list_jobs() if (job.submission_id or "").startswith(beginning)]
        return [str(job.submission_id) for job in sorted(jobs, key=lambda job: job.start_time or 0)]

    def status(self, name: str) -> str:
        """How a job is doing, in a word of Ray's."""
        with self._refusing(name):
            return str(self._client.get_job_status(name).value)

    def metadata(self, name: str) -> dict[str, str]:
        """What was noted when a job was submitted."""
        with self._refusing(name):
            return dict(self._client.get_job_info(name).metadata or {})

    def output(self, name: str) -> str:
        """What a job has printed so far."""
        with self._refusing(name):
            return str(self._client.get_job_logs(name))

    def cancel(self, name: str) -> str:
        """End a job and wait until it has; returns its last status, another one than STOPPED if it ended before."""
        with self._refusing(name):
            self._client.stop_job(name)
        return self.follow(name, len)

    def follow(self, name: str, show: Callable[[str], Any]) -> str:
        """Show what a job prints until it ends; returns its last status."""
        shown = 0
        while True:
            status = self.status(name)
            text = self.output(name)
            if len(text) > shown:
                show(text[shown:])
                shown = len(text)
            if status in _ENDED:
                return status
            time.sleep(_SECONDS_BETWEEN_LOOKS)

    @contextmanager
    def _refusing(self, name: str = "") -> Iterator[None]:
        """Turn what Ray raises into a sentence, also about a job that there is not."""
        from requests.exceptions import RequestException

        try:
            yield
        except RequestException:
            raise ClusterError(f"the head of the Ray cluster at {self._address} does not answer") from None
        except (OSError, RuntimeError, ValueError) as error:
            if name and f"{name} does not exist" in str(error):
                raise ClusterError(
                    f"there is no {name} at {self._address}; rollout status lists what there is"
                ) from None
            raise ClusterError(f"the Ray cluster at {self._address} cannot be used: {first_line(error)}") from None
        except Exception as error:
            if type(error).__name__ != "AuthenticationError":  # of Ray, which is imported late
                raise
            raise ClusterError(not_let_in(self._address)) from None
