"""Boards and rules of matches, and the records that kernels work on, made once for each."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np

from boardgames.models import Data
from catan_sim.core.board import Board
from catan_sim.core.boardfile import board_from_text, board_to_text, find_board
from catan_sim.core.defaults import default_setting
from catan_sim.core.generate import random_board
from catan_sim.core.layouts import layout_of
from catan_sim.core.records import Record
from catan_sim.core.ruleset import Ruleset, find_ruleset, ruleset_from_mapping
from catan_sim.core.state import board_record, new_work, rules_record, state_from_text, state_to_text
from mcts.errors import InputError

RANDOM = "random"


@dataclass(frozen=True)
class Setting:
    """A board with rules, as people and as kernels see them."""

    board: Board
    ruleset: Ruleset
    board_record: Record
    rules_record: Record


def new_setting(players: int, options: Data, seed: int) -> Data:
    """Board and rules as JSON has them; a random board follows from the seed."""
    default_board, default_ruleset = default_setting(players)
    board = find_board(default_board if options["board"] == RANDOM else options["board"])
    ruleset = find_ruleset(options["ruleset"] or default_ruleset).replace(players=players)
    if options["board"] == RANDOM:
        layout = layout_of(board)
        if layout is None:
            raise InputError(f"there is no layout for {players} players; name a board")
        board = random_board(layout, seed)
    return {"board": board_to_text(board), "ruleset": msgspec.to_builtins(ruleset)}


def setting_of(game_data: Data) -> Setting:
    """The setting of a match."""
    return _setting(game_data["board"], json.dumps(game_data["ruleset"]))


@lru_cache(maxsize=32)
def _setting(board_text: str, ruleset_text: str) -> Setting:
    board = board_from_text(board_text)
    ruleset = ruleset_from_mapping(json.loads(ruleset_text), "ruleset")
    return Setting(board, ruleset, board_record(board), rules_record(ruleset))


def state_of(game_data: Data, setting: Setting) -> Record:
    """The position of a match, a copy."""
    return state_from_text(json.dumps(game_data["state"]), setting.board)


def work_of(game_data: Data, setting: Setting) -> Record:
    """Room for kernels to work in, with the match's luck."""
    work = new_work(setting.board)[0]
    work["streams"] = np.array(game_data["streams"], np.uint64)
    return work


def with_position(game_data: Data, state: Record, work: Record) -> Data:
    """The data of a match after something has happened."""
    fields: dict[str, Any] = json.loads(state_to_text(state))
    return {**game_data, "state": fields, "streams": work["streams"].tolist()}
