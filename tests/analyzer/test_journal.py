"""The run folder keeps what was played and refuses what is not its own."""

from __future__ import annotations

import json
import os
import platform
from pathlib import Path

import msgspec
import numpy as np
import pytest

from analyzer.journal import Journal, Reached, begin_journal, new_folder, open_journal
from analyzer.lock import LOCK_FILE, run_lock
from analyzer.question import Question
from analyzer.request import Request
from analyzer.resolve import resolve
from analyzer.rounds import Round, Units
from analyzer.storage import Storage
from catan_sim.core.records import SIZES
from catan_sim.rollout import Candidate
from catan_sim.rollout_records import unit_dtype
from mcts.errors import InputError
from tests.analyzer.quick import quick_request

DTYPE = unit_dtype(SIZES[0])
CANDIDATES = [Candidate(3), Candidate(8, 11)]
SLOTS = np.array([1, 0, 1, 1])


def new_round(number: int = 0) -> Round:
    return Round("spots", number, CANDIDATES, SLOTS, np.array([5, 2]), DTYPE)


def units(numbers: list[int], wins: int = 1) -> Units:
    made = np.zeros(len(numbers), DTYPE)
    for name in made.dtype.names or ():
        made[name] = wins
    made["win_mask"] = 2**64 - 1
    made["next_settlement"][:, 3] = 17
    made["unit"] = numbers
    return made


def played(this_round: Round) -> Round:
    this_round.store(0, units([5]))
    this_round.store(1, units([2, 3, 4]))
    return this_round


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Request, Question]:
    request = quick_request(tmp_path_factory.mktemp("request"), compare="E5,C4")
    return request, resolve(request)


@pytest.fixture
def journal(tmp_path: Path, asked: tuple[Request, Question]) -> Journal:
    return begin_journal(Storage(tmp_path / "run"), *asked)


def reopened(journal: Journal) -> Journal:
    return open_journal(Storage(journal.storage.name))


def file(journal: Journal, name: str) -> Path:
    return Path(journal.storage.name) / name


def test_units_are_numbered_by_candidate() -> None:
    this_round = new_round()
    assert this_round.arms.tolist() == [0, 1, 1, 1]
    assert this_round.numbers.tolist() == [5, 2, 3, 4]
    taken = [this_round.take(2) for _ in range(4)]
    assert [(s.arm, s.first, s.count) if s else None for s in taken] == [(0, 5, 1), (1, 2, 2), (1, 4, 1), None]


def test_a_unit_that_comes_twice_is_compared_with_the_first() -> None:
    this_round = new_round()
    assert this_round.store(1, units([2, 3])) == 2
    assert this_round.store(1, units([3, 4])) == 1
    with pytest.raises(RuntimeError, match=r"unit 3 .* differently"):
        this_round.store(1, units([3], wins=2))
    with pytest.raises(RuntimeError, match="did not ask for"):
        this_round.store(0, units([2]))


def test_a_round_survives(journal: Journal) -> None:
    journal.begin_round(new_round())
    journal.commit(played(new_round()))
    again, restored = reopened(journal), new_round()
    again.begin_round(restored)
    assert again.question == journal.question
    assert again.request == journal.request
    assert again.is_committed(restored)
    assert np.array_equal(restored.units, played(new_round()).units)


def test_parts_of_a_round_survive_and_need_not_be_played_again(journal: Journal) -> None:
    this_round = new_round()
    journal.begin_round(this_round)
    this_round.store(1, units([3]))
    journal.keep_part(this_round)
    restored = new_round()
    reopened(journal).begin_round(restored)
    assert restored.done.tolist() == [False, False, True, False]
    taken = [restored.take(9) for _ in range(4)]
    assert [(s.arm, s.first, s.count) if s else None for s in taken] == [(0, 5, 1), (1, 2, 1), (1, 4, 1), None]


def test_a_part_that_contradicts_the_round_is_refused(journal: Journal) -> None:
    part = new_round()
    journal.begin_round(part)
    part.store(1, units([3], wins=2))
    journal.keep_part(part)
    journal.commit(played(new_round()))
    with pytest.raises(InputError, match="differ from those in another file"):
        reopened(journal).begin_round(new_round())


def test_run_info_survives(journal: Journal) -> None:
    journal.info.reached = Reached(4, 2)
    journal.save_info()
    assert reopened(journal).info.reached == Reached(4, 2)


def test_leftovers_of_interrupted_writing_do_not_count(journal: Journal) -> None:
    journal.begin_round(new_round())
    file(journal, "spots/00000-results.parquet.tmp-1").write_bytes(b"torn")
    restored = new_round()
    reopened(journal).begin_round(restored)
    assert not restored.done.any()


def test_a_flipped_bit_changes_no_result(journal: Journal) -> None:
    journal.begin_round(new_round())
    journal.commit(played(new_round()))
    path = file(journal, "spots/00000-results.parquet")
    content = path.read_bytes()
    refused = 0
    for place in np.random.default_rng(0).integers(0, len(content), 150):
        flipped = bytearray(content)
        flipped[place] ^= 1 << place % 8
        path.write_bytes(flipped)
        restored = new_round()
        try:
            reopened(journal).begin_round(restored)
            assert np.array_equal(restored.units, played(new_round()).units)
        except InputError:
            refused += 1
    assert refused > 50


@pytest.mark.parametrize("damage", ["cut", "empty", "text"])
def test_damaged_results_are_refused(journal: Journal, damage: str) -> None:
    journal.begin_round(new_round())
    journal.commit(played(new_round()))
    path = file(journal, "spots/00000-results.parquet")
    content = path.read_bytes()
    path.write_bytes({"cut": content[:-30], "empty": b"", "text": b"hello"}[damage])
    with pytest.raises(InputError, match=r"00000-results\.parquet: .*; delete it, and these games"):
        reopened(journal).begin_round(new_round())


def test_files_of_another_run_are_refused(journal: Journal, tmp_path: Path) -> None:
    question = msgspec.structs.replace(journal.question, seed=1)
    other = begin_journal(Storage(tmp_path / "other"), journal.request, question)
    for one in (journal, other):
        one.begin_round(new_round())
        one.commit(played(new_round()))
    for name in ("spots/00000-results.parquet", "spots/00000-plan.json"):
        before = file(journal, name).read_bytes()
        file(journal, name).write_bytes(file(other, name).read_bytes())
        with pytest.raises(InputError, match="belongs to another run"):
            reopened(journal).begin_round(new_round())
        file(journal, name).write_bytes(before)


def test_another_plan_is_refused(journal: Journal) -> None:
    journal.begin_round(new_round())
    path = file(journal, "spots/00000-plan.json")
    plan = json.loads(path.read_text())
    plan["slots"][0] = plan["slots"][1]
    path.write_text(json.dumps(plan))
    with pytest.raises(InputError, match="not what the rounds before it lead to"):
        reopened(journal).begin_round(new_round())


@pytest.mark.parametrize("name", ["question.json", "request.json", "run.json"])
def test_damaged_json_is_refused(journal: Journal, name: str) -> None:
    journal.save_info()
    path = file(journal, name)
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(InputError, match=f"{name}: the file is damaged"):
        reopened(journal)


def test_another_format_is_refused(journal: Journal) -> None:
    path = file(journal, "question.json")
    path.write_text(path.read_text().replace('"schema": 1', '"schema": 99'))
    with pytest.raises(InputError, match="number 99"):
        reopened(journal)


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no run in this folder"):
        open_journal(Storage(tmp_path))
    with pytest.raises(InputError, match="cannot be used"):
        Storage("nowhere://bucket/run")


def test_a_run_is_not_begun_over_another(journal: Journal) -> None:
    with pytest.raises(InputError, match="rollout resume"):
        begin_journal(journal.storage, journal.request, journal.question)


def test_addresses_work_like_paths(tmp_path: Path) -> None:
    by_path, by_address = Storage(tmp_path / "run"), Storage(f"file://{tmp_path}/run")
    by_path.write("spots/a", b"1")
    assert by_address.names() == {"spots/a"}
    assert by_address.read("spots/a") == b"1"
    assert by_address.read("spots/b") is None


def test_a_store_that_is_no_disk(asked: tuple[Request, Question]) -> None:
    storage = Storage("mock:///bucket/run")
    storage.make()
    assert storage.local_path is None
    with run_lock(storage):
        journal = begin_journal(storage, *asked)
        journal.begin_round(new_round())
        journal.commit(played(new_round()))
        with pytest.raises(InputError, match="is working on this run"), run_lock(storage):
            pass
    restored = new_round()
    open_journal(storage).begin_round(restored)
    assert restored.is_complete
    assert storage.read(LOCK_FILE) is None


def test_a_second_driver_is_kept_out(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    with run_lock(storage):
        with pytest.raises(InputError, match=f"process {os.getpid()} on .* is working on this run"), run_lock(storage):
            pass
        assert (tmp_path / LOCK_FILE).exists()
    assert not (tmp_path / LOCK_FILE).exists()


@pytest.mark.parametrize("pid", [os.getpid(), 2**22 + 1], ids=["another process with this number", "nobody"])
def test_the_lock_of_a_dead_process_is_taken_over(tmp_path: Path, pid: int) -> None:
    lock = {"host": platform.node(), "pid": pid, "birth": "long ago", "token": "x"}
    (tmp_path / LOCK_FILE).write_text(json.dumps(lock))
    with run_lock(Storage(tmp_path)):
        pass


def test_the_lock_of_another_host_is_respected(tmp_path: Path) -> None:
    lock = {"host": "elsewhere", "pid": 1, "birth": "long ago", "token": "x"}
    (tmp_path / LOCK_FILE).write_text(json.dumps(lock))
    with pytest.raises(InputError, match="process 1 on elsewhere"), run_lock(Storage(tmp_path)):
        pass
    (tmp_path / LOCK_FILE).write_text("torn")
    with pytest.raises(InputError, match="this is no lock"), run_lock(Storage(tmp_path)):
        pass


def test_what_the_disk_refuses_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for storage in (Storage(tmp_path / "file"), Storage(tmp_path / "file" / "below")):
        with pytest.raises(InputError, match="this is a file; give the name of a folder"):
            storage.read("question.json")
    (tmp_path / "run" / "report.json").mkdir(parents=True)
    with pytest.raises(InputError, match=r"run/report.json: cannot be written \(is a directory\); .* rollout resume"):
        Storage(tmp_path / "run").write("report.json", b"{}")
    assert [path.name for path in (tmp_path / "run").iterdir()] == ["report.json"]


def test_runs_of_the_same_second_have_folders_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("runs/mine-now", "runs/mine-now-2", "runs/mine-now-3"):
        assert new_folder("boards/mine.yaml", "now") == name
        Path(name).mkdir(parents=True)
