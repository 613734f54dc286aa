"""A bot of any manners over JSON lines: ``python bots_for_tests.py MANNER``. It needs nothing but Python."""

import json
import sys
import time
from typing import Any

manner = sys.argv[1]
answer: dict[str, Any]
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        if manner == "never ready":
            time.sleep(60)
        answer = {"type": "ready"}
    elif message["type"] == "move":
        valid = message["view"]["valid_actions"]
        answer = {"action": valid[0]}
        if manner == "last":
            answer = {"action": valid[-1]}
        elif manner == "illegal":
            answer = {"action": {"cell": 99}}
        elif manner == "babble":
            sys.stdout.write("hello\n")
        elif manner == "wordless":
            answer = {"thoughts": "none"}
        elif manner == "crash":
            raise RuntimeError("out of ideas")
        elif manner == "sleep":
            time.sleep(60)
    else:
        break
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
if manner == "deaf":
    time.sleep(60)
