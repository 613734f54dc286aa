"""All recorded games replay, and the replayer notices whatever is changed in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.oracle import replay as lockstep
from tests.oracle.catan import main
from tests.oracle.recording import read_recordings
from tests.oracle.replay import Tally, replay
from tests.oracle.snapshot import Snapshot, from_state
from tests.oracle.tampering import FILES, Change, Line, first_game, first_line, player, write_changed


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_recorded_games_differ_in_known_ways_only(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(path)]) == 0
    report = capsys.readouterr().out
    assert ": 16 games, " in report
    assert "\n0 unexplained differences" in report


def test_there_are_three_files_of_games() -> None:
    assert len(FILES) == 3


@pytest.fixture(scope="module")
def game() -> list[str]:
    """The lines of one recorded game."""
    return first_game(FILES[0])


def in_full_swing(line: Line) -> bool:
    """A step late in the game with a choice, roads and cards."""
    return line["i"] > 300 and len(line["legal"]) > 2 and any(player["hand"][0] for player in line["state"]["players"])


def test_a_game_copied_out_replays(game: list[str], tmp_path: Path) -> None:
    assert main([write_changed(tmp_path / "same.jsonl", game, 5, dict.copy)]) == 0


def bump(counts: list[int], place: int = 0, by: int = 1) -> None:
    """Change one count of a list."""
    counts[place] += by


STATE_CHANGES: dict[str, Change] = {
    "turn_seat": lambda line: line["state"].update(turn_seat=1 - line["state"]["turn_seat"]),
    "actor": lambda line: line["state"].update(actor_seat=1 - line["state"]["actor_seat"]),
    "prompt": lambda line: line["state"].update(prompt="DISCARD"),
    "turn:": lambda line: line["state"].update(num_turns=line["state"]["num_turns"] + 1),
    "free_roads": lambda line: line["state"].update(road_building_left=1),
    "robber": lambda line: line["state"].update(
        robber=next(cube for cube in ([0, 0, 0], [1, -1, 0]) if cube != line["state"]["robber"])
    ),
    "bank": lambda line: bump(line["state"]["bank"], 3),
    "deck": lambda line: line["state"]["dev_deck"].update(MONOPOLY=line["state"]["dev_deck"]["MONOPOLY"] + 1),
    "hands": lambda line: bump(player(line)["hand"], 2),
    "cards": lambda line: bump(player(line)["dev_hand"], 4),
    "played": lambda line: bump(player(line)["dev_played"], 1),
    "has_rolled": lambda line: player(line).update(has_rolled=not player(line)["has_rolled"]),
    "played_card": lambda line: player(line).update(played_dev_this_turn=not player(line)["played_dev_this_turn"]),
    "pieces_left": lambda line: bump(player(line)["pieces_left"], 2, -1),
    "points": lambda line: player(line).update(vp_public=player(line)["vp_public"] + 1),
    "totals": lambda line: player(line).update(vp=player(line)["vp"] + 1),
    "longest_road": lambda line: player(line).update(longest_road=not player(line)["longest_road"]),
    "largest_army": lambda line: player(line).update(largest_army=not player(line)["largest_army"]),
    "road_lengths": lambda line: player(line).update(road_length=player(line)["road_length"] + 1),
    "settlements": lambda line: player(line)["settlements"].pop(),
    "cities": lambda line: player(line)["cities"].append(player(line)["settlements"][0]),
    "roads": lambda line: player(line)["roads"].pop(),
    "discards": lambda line: player(line).update(discard_left=1),
    "winner": lambda line: line["state"].update(winner=player(line)["color"]),
}


@pytest.mark.parametrize("field", STATE_CHANGES)
def test_a_changed_position_is_noticed(
    field: str, game: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    number = first_line(game, in_full_swing)
    assert main([write_changed(tmp_path / "changed.jsonl", game, number, STATE_CHANGES[field])]) == 1
    report = capsys.readouterr().out
    assert "\n0 unexplained" not in report
    assert f"step {number - 1}: {field}" in report


def test_a_card_that_may_not_be_played_yet_is_noticed(
    game: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def change(line: Line) -> None:
        player(line, line["state"]["turn_seat"])["dev_owned_at_start"] = [True] * 4

    def has_new_card_only(line: Line) -> bool:
        roller = player(line, line["state"]["turn_seat"])
        return sum(roller["dev_hand"][:4]) > 0 and not any(roller["dev_owned_at_start"])

    number = first_line(game, has_new_card_only)
    assert main([write_changed(tmp_path / "changed.jsonl", game, number, change)]) == 1
    assert f"step {number - 1}: playable" in capsys.readouterr().out


ACTION_CHANGES: dict[str, Change] = {
    "an action dropped": lambda line: line["legal"].remove(
        next(action for action in line["legal"] if action != line["action"])
    ),
    "a city listed": lambda line: line["legal"].append([line["action"][0], "BUILD_CITY", 0]),
    "one card of plenty listed": lambda line: line["legal"].append([line["action"][0], "PLAY_YEAR_OF_PLENTY", ["ORE"]]),
    "another's action": lambda line: line["legal"].append(["NOBODY", "END_TURN", None]),
    "an action not listed": lambda line: line.update(legal=[a for a in line["legal"] if a != line["action"]]),
}


@pytest.mark.parametrize("change", ACTION_CHANGES)
def test_a_changed_list_of_actions_is_noticed(
    change: str, game: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    number = first_line(game, in_full_swing)
    assert main([write_changed(tmp_path / "changed.jsonl", game, number, ACTION_CHANGES[change])]) == 1
    assert f"step {number - 1}: " in capsys.readouterr().out


def test_a_better_rate_of_the_bank_is_noticed(
    game: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def change(line: Line) -> None:
        for _, kind, value in line["legal"]:
            if kind == "MARITIME_TRADE":
                value[sum(name is not None for name in value[:-1]) - 1] = None

    number = first_line(
        game, lambda line: "MARITIME_TRADE" in {a[1] for a in line["legal"]} and line["action"][1] == "END_TURN"
    )
    assert main([write_changed(tmp_path / "changed.jsonl", game, number, change)]) == 1
    assert "their bank takes" in capsys.readouterr().out


def test_another_outcome_is_noticed(game: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = first_line(game, lambda line: line["action"][1] == "ROLL" and sum(line["result"]) == 7)
    assert main([write_changed(tmp_path / "changed.jsonl", game, number, lambda line: line.update(result=[1, 1]))]) == 1
    assert f"step {number}: " in capsys.readouterr().out


def test_another_winner_is_noticed(game: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(
        [write_changed(tmp_path / "changed.jsonl", game, len(game) - 1, lambda line: line["state"].update(winner=None))]
    )
    assert "winner: they have 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    "ours",
    [
        lambda here: here._replace(road_lengths=tuple(length + 1 for length in here.road_lengths)),
        lambda here: here._replace(longest_road=here.longest_road or 1),
        lambda here: here._replace(actor=(here.actor + 1) % 2),
        lambda here: here._replace(bank=(0, *here.bank[1:])),
    ],
    ids=["longer roads", "longest road for nothing", "another actor", "empty bank"],
)
def test_an_error_of_ours_does_not_pass_for_a_departure(
    ours: Callable[[Snapshot], Snapshot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lockstep, "from_state", lambda state, players: ours(from_state(state, players)))
    tally = Tally()
    replay(next(read_recordings(FILES[0])), tally)
    assert len(tally.unexplained) == 1


def test_a_length_by_the_rules_is_noticed_where_the_recorded_engine_departs(tmp_path: Path) -> None:
    """The allowance is for their number alone: even ours in its place is a difference."""
    game = first_game(FILES[-1])
    # After the set-up they show 0 where everybody has a road or two.
    number = first_line(game, lambda line: not line["state"]["initial_phase"])
    assert (
        main([write_changed(tmp_path / "true.jsonl", game, number, lambda line: player(line).update(road_length=1))])
        == 1
    )
