"""Nothing of a cluster outlives the tests, even if they are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

from tests.cluster.ending import marked
from tests.cluster.nodes import ENVIRONMENT, ROOT


def test_a_killed_test_leaves_no_process_behind() -> None:
    code = (
        "import signal, time\n"
        "from tests.cluster.nodes import TOKEN, Cluster\n"
        "signal.signal(signal.SIGTERM, lambda *_: None)\n"
        "with Cluster(cpus=1):\n"
        "    print(TOKEN, flush=True)\n"
        "    time.sleep(3600)"
    )
    start = [sys.executable, "-c", code]
    with subprocess.Popen(start, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True) as killed:
        assert killed.stdout is not None
        mark = f"RAY_AUTH_TOKEN={killed.stdout.readline().strip()}"
        assert mark != f"RAY_AUTH_TOKEN={ENVIRONMENT['RAY_AUTH_TOKEN']}"
        while not any("agent" in name.lower() for name in marked(mark).values()):  # it used to outlive its node
            time.sleep(0.1)
        os.killpg(killed.pid, signal.SIGTERM)  # as timeout does
        killed.kill()
    while marked(mark):  # until they have ended
        time.sleep(0.1)
