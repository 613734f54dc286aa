"""What a cluster's head does for analyses that were submitted: play them, and pack what they have come to.

``python -m analyzer.on_head play STORE`` goes on with the run in STORE, which begins as the one that was sent along;
``python -m analyzer.on_head pack STORE`` prints the run's files as text.
"""

from __future__ import annotations

import base64
import io
import os
import sys
import tarfile
from pathlib import Path
from typing import Final

from analyzer.journal import QUESTION_FILE, REQUEST_FILE
from analyzer.lock import LOCK_FILE
from analyzer.storage import Storage

SENT_RUN: Final = "run"
"""Folder of the run beside the code that was sent."""
_BEGIN: Final = "----- begin of the run"
_END: Final = "----- end of the run"


def main(what: str, store: str) -> None:
    """Do what was asked for."""
    storage = Storage(str(Path(store).expanduser()) if store.startswith("~") else store)
    if what == "pack":
        sys.stdout.write(pack(storage))
        return
    if storage.read(QUESTION_FILE) is None:
        storage.make()
        for name in (REQUEST_FILE, QUESTION_FILE):
            storage.write(name, Path(SENT_RUN, name).read_bytes())
    os.execv(sys.executable, [sys.executable, "-m", "rollout", "resume", storage.name, "--address", "auto"])


def pack(storage: Storage) -> str:
    """All files of a run as text between two marks."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:xz") as archive:
        for name in sorted(storage.names() - {LOCK_FILE}):  # whoever has the copy may go on with it
            data = storage.read(name)
            if data is None:  # gone meanwhile
                continue
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return f"{_BEGIN}\n{base64.encodebytes(content.getvalue()).decode()}{_END}\n"


def unpack(text: str, folder: Path) -> None:
    """Write what ``pack`` has packed into a folder.

    Raises
    ------
    ValueError
        When there is nothing packed in the text.
    """
    _, begin, rest = text.partition(f"{_BEGIN}\n")
    packed, end, _ = rest.partition(_END)
    if not begin or not end:
        raise ValueError("there is no packed run in this text")
    with tarfile.open(fileobj=io.BytesIO(base64.b64decode(packed)), mode="r:xz") as archive:
        archive.extractall(folder, filter="data")


if __name__ == "__main__":
    main(*sys.argv[1:])
