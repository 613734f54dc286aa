"""The words of the game protocol: players, phases, actions, events and results, all of them plain data.

Everything here turns into JSON and back (``msgspec.json``). What a game keeps of its own is ``Data``: dictionaries,
lists, texts, numbers, true, false and nothing.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any, TypeAlias

import msgspec

Data: TypeAlias = dict[str, Any]
"""A JSON object."""
PlayerId: TypeAlias = str

AUTO_RESOLVE = "auto_resolve"
"""Type of the action with which whoever runs a match resolves a phase that waits for nobody."""
SYSTEM: PlayerId = "system"
"""Who takes that action."""


class Player(msgspec.Struct, frozen=True):
    """Somebody who takes part; seats are numbered from 0 in turn order."""

    player_id: PlayerId
    display_name: str
    seat_index: int
    is_bot: bool = False
    bot_id: str | None = None


class GameConfig(msgspec.Struct, frozen=True):
    """How a match is to be set up.

    Attributes
    ----------
    options : dict
        The game's own; see its ``config_schema``.
    random_seed : int
        Decides all chance of the rules.
    """

    options: Data = {}
    random_seed: int = 0


class ConcurrentMode(StrEnum):
    """How the players of a phase act."""

    SEQUENTIAL = "sequential"
    COMMIT_REVEAL = "commit_reveal"
    TIME_WINDOW = "time_window"


class ExpectedAction(msgspec.Struct, frozen=True):
    """What is being waited for.

    Attributes
    ----------
    player_id : str or None
        None: all players.
    action_type : str
    constraints : dict
        The game's hints for whoever shows or checks it.
    timeout_ms : int or None
        Time for this action, where it differs from the match's.
    """

    player_id: PlayerId | None
    action_type: str
    constraints: Data = {}
    timeout_ms: int | None = None


class Phase(msgspec.Struct, frozen=True):
    """A stage of the game. There is no fixed order: every transition names the next one.

    Attributes
    ----------
    auto_resolve : bool
        Waits for nobody; whoever runs the match resolves it at once with an ``AUTO_RESOLVE`` action.
    """

    name: str
    concurrent_mode: ConcurrentMode = ConcurrentMode.SEQUENTIAL
    expected_actions: list[ExpectedAction] = []
    auto_resolve: bool = False
    metadata: Data = {}


class Action(msgspec.Struct, frozen=True):
    """What a player wants to do; ``payload`` is the game's own. Rules never look at ``timestamp``."""

    action_type: str
    player_id: PlayerId
    payload: Data
    timestamp: datetime | None = None


class Event(msgspec.Struct, frozen=True):
    """Something that has happened; ``player_id`` is None for what nobody did."""

    event_type: str
    player_id: PlayerId | None = None
    payload: Data = {}


class GameResult(msgspec.Struct, frozen=True):
    """How a match ended.

    Attributes
    ----------
    winners : list of str
        Several when they share the win; none when nobody won.
    final_scores : dict of player to float
    reason : str
        ``normal``, ``forfeit``, ``turn_limit``, or the game's own word.
    details : dict
        The game's own.
    """

    winners: list[PlayerId]
    final_scores: dict[PlayerId, float]
    reason: str = "normal"
    details: Data = {}


class TransitionResult(msgspec.Struct, frozen=True):
    """What came of an action; ``game_over`` is None while the game goes on."""

    game_data: Data
    events: list[Event]
    next_phase: Phase
    scores: dict[PlayerId, float] = {}
    game_over: GameResult | None = None


class GameStatus(StrEnum):
    """Where a match stands."""

    ACTIVE = "active"
    FINISHED = "finished"
    ABANDONED = "abandoned"


class GameState(msgspec.Struct, frozen=True):
    """A whole match: what whoever runs it keeps, around the game's own ``game_data``.

    Attributes
    ----------
    action_number : int
        Actions taken so far.
    committed_actions : dict of player to Action
        Given in a concurrent phase, and not yet resolved.
    """

    match_id: str
    game_id: str
    players: list[Player]
    config: GameConfig
    current_phase: Phase
    game_data: Data
    status: GameStatus = GameStatus.ACTIVE
    action_number: int = 0
    scores: dict[PlayerId, float] = {}
    committed_actions: dict[PlayerId, Action] = {}
    result: GameResult | None = None


class PlayerView(msgspec.Struct, frozen=True):
    """What one player, or a spectator (``viewer_id`` None), sees of a match.

    Attributes
    ----------
    committed : list of str
        Players who have acted in a concurrent phase; what they did stays hidden until it is resolved.
    """

    match_id: str
    game_id: str
    players: list[Player]
    current_phase: Phase
    status: GameStatus
    action_number: int
    scores: dict[PlayerId, float]
    committed: list[PlayerId]
    game_data: Data
    valid_actions: list[Data]
    viewer_id: PlayerId | None
    result: GameResult | None
