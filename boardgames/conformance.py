"""One suite that every game passes; other packages run it over theirs.

``check_game(plugin)`` runs everything. For pytest, parametrise over ``CHECKS``; each takes a plugin and
options of the game, and raises ``AssertionError`` with a sentence when the game breaks the protocol.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from boardgames.match import MOST_TURNS, Match, make_players
from boardgames.models import Action, Data, GameConfig, GameStatus, PlayerId
from boardgames.protocol import GamePlugin, expected_type
from boardgames.registry import validate_plugin
from mcts.errors import InputError
from mcts.splitmix import SplitMix

Check = Callable[[GamePlugin, Data], None]

_SEEDS: Final = (1, 2)
_LONGEST_WALK: Final = 90
"""Actions after which a check of single positions has seen enough of a long game."""
_REDRAWS: Final = 3
_NO_ANSWERS: Final[tuple[object, ...]] = (None, 7, "a move", [], {}, {"action": "a move"})


def check_game(plugin: GamePlugin, options: Data | None = None) -> None:
    """Run every check, with these options of the game."""
    for check in CHECKS:
        check(plugin, options or {})


def check_metadata(plugin: GamePlugin, options: Data) -> None:
    """It says what it is, can be set up, and refuses options and numbers of players that it does not take."""
    found = validate_plugin(plugin, options)
    assert not found, found
    assert plugin.validate_config({**options, "no such option": 1}), "an unknown option is accepted"
    for count in (plugin.min_players - 1, plugin.max_players + 1):
        try:
            Match(plugin, make_players(["bot"] * count), GameConfig(options))
        except InputError:
            continue
        raise AssertionError(f"{count} players are accepted")


def check_determinism(plugin: GamePlugin, options: Data) -> None:
    """The same seed and the same choices give the same match, and chance follows from the seed alone."""
    for seed in _SEEDS:
        first, second = (_whole_match(plugin, options, seed) for _ in range(2))
        assert first.state == second.state, f"seed {seed} gives different matches"
        assert first.events == second.events, f"seed {seed} gives different events"


def check_random_games_end(plugin: GamePlugin, options: Data) -> None:
    """Random games come to an end, with a result that makes sense, after which nobody may act."""
    for seed in _SEEDS:
        match = _whole_match(plugin, options, seed)
        result = match.state.result
        assert result is not None
        names = {player.player_id for player in match.state.players}
        assert match.state.status == GameStatus.FINISHED, f"seed {seed}: no end after {MOST_TURNS} turns"
        assert set(result.winners) <= names, "a winner does not take part"
        assert set(result.final_scores) == names, "not everybody has a final score"
        for player in names:
            data, phase = match.state.game_data, match.state.current_phase
            assert plugin.get_valid_actions(data, phase, player) == [], "actions are left after the end"


def check_validation(plugin: GamePlugin, options: Data) -> None:
    """``validate_action`` allows every valid action, and neither another player's nor one that is not listed."""
    for match in _positions(plugin, options):
        data, phase = match.state.game_data, match.state.current_phase
        awaited = match.awaited()
        for player in awaited:
            kind = expected_type(phase, player)
            valid = plugin.get_valid_actions(data, phase, player)
            assert valid, f"{player} must act in {phase.name} but has no valid action"
            for payload in _sample(valid):
                problem = plugin.validate_action(data, phase, Action(kind, player, payload))
                assert problem is None, f"{payload} is valid and refused: {problem}"
            for payload in ({}, {"nonsense": 1}, {**valid[0], "nonsense": 1}):
                refused = plugin.validate_action(data, phase, Action(kind, player, payload)) is not None
                assert refused or payload in valid, f"{payload} is not valid and allowed"
            for other in match.state.players:
                if other.player_id not in awaited and other.player_id not in match.state.committed_actions:
                    action = Action(kind, other.player_id, valid[0])
                    assert plugin.get_valid_actions(data, phase, other.player_id) == [], "actions out of turn"
                    assert plugin.validate_action(data, phase, action) is not None, "allowed out of turn"


def check_purity(plugin: GamePlugin, options: Data) -> None:
    """No method changes what it is given, and asking twice gives the same answer."""
    for match in _positions(plugin, options):
        state = match.state
        data, phase, players = state.game_data, state.current_phase, state.players
        before = copy.deepcopy((data, phase, players))
        for player in match.awaited():
            payload = plugin.get_valid_actions(data, phase, player)[0]
            action = Action(expected_type(phase, player), player, payload)
            plugin.validate_action(data, phase, action)
            if len(match.awaited()) == 1 and not state.committed_actions:
                results = [plugin.apply_action(data, phase, action, players) for _ in range(2)]
                assert results[0] == results[1], "the same action gives different results"
            plugin.get_player_view(data, phase, player, players)
            plugin.state_to_ai_view(data, phase, player, players)
            plugin.describe_action(data, phase, action)
        plugin.get_spectator_summary(data, phase, players)
        assert (data, phase, players) == before, f"something was changed in {phase.name}"


def check_json(plugin: GamePlugin, options: Data) -> None:
    """Data, phases and views turn into JSON and back, and the game goes on from there as before."""
    for match in _positions(plugin, options):
        state = match.state
        again = msgspec.json.decode(msgspec.json.encode(state), type=type(state))
        assert again == state, f"the state of {state.current_phase.name} does not survive JSON"
        for player in match.awaited():
            valid = plugin.get_valid_actions(state.game_data, state.current_phase, player)
            assert plugin.get_valid_actions(again.game_data, again.current_phase, player) == valid
            for view in (match.view(player).game_data, _ai_view(match, player)):
                assert msgspec.json.decode(msgspec.json.encode(view)) == view, "a view does not survive JSON"


def check_views_hide(plugin: GamePlugin, options: Data) -> None:
    """Positions that a player cannot tell apart look the same to them, to programs at their seat, and to spectators."""
    for match in _positions(plugin, options):
        state = match.state
        data, phase, players = state.game_data, state.current_phase, state.players
        for player in players:
            seen = plugin.get_player_view(data, phase, player.player_id, players)
            programs = plugin.state_to_ai_view(data, phase, player.player_id, players)
            open_to_all = plugin.get_player_view(data, phase, None, players)
            for seed in range(_REDRAWS):
                other = plugin.redraw_hidden(data, player.player_id, seed)
                assert plugin.get_player_view(other, phase, player.player_id, players) == seen, "a view shows too much"
                assert plugin.state_to_ai_view(other, phase, player.player_id, players) == programs, (
                    "a program sees too much"
                )
                assert plugin.get_player_view(other, phase, None, players) == open_to_all, "spectators see too much"


def check_programs(plugin: GamePlugin, options: Data) -> None:
    """A program's answer becomes an action; anything else is a ``ValueError``."""
    for match in _positions(plugin, options):
        state = match.state
        for player in match.awaited():
            payload = _ai_view(match, player)["valid_actions"][0]
            action = plugin.parse_ai_action({"action": payload}, state.current_phase, player)
            assert plugin.validate_action(state.game_data, state.current_phase, action) is None
            for nonsense in _NO_ANSWERS:
                try:
                    plugin.parse_ai_action(nonsense, state.current_phase, player)
                except ValueError:
                    continue
                raise AssertionError(f"{nonsense!r} is taken for an action")


CHECKS: Final[tuple[Check, ...]] = (
    check_metadata,
    check_determinism,
    check_random_games_end,
    check_validation,
    check_purity,
    check_json,
    check_views_hide,
    check_programs,
)


def _ai_view(match: Match, player: PlayerId) -> Data:
    state = match.state
    return match.plugin.state_to_ai_view(state.game_data, state.current_phase, player, state.players)


def _new_match(plugin: GamePlugin, options: Data, seed: int) -> Match:
    span = plugin.max_players - plugin.min_players + 1
    players = plugin.min_players + seed % span
    return Match(plugin, make_players(["bot"] * players), GameConfig(options, seed))


def _walk(match: Match, seed: int) -> Iterator[Match]:
    """Play at random, handing out the match at every decision."""
    chance = SplitMix(seed)
    while not match.is_over and match.turns < MOST_TURNS:
        yield match
        player = match.awaited()[0]
        valid = match.valid_actions(player)
        payload = valid[chance.below(len(valid))]
        match.submit(Action(expected_type(match.state.current_phase, player), player, payload))


def _whole_match(plugin: GamePlugin, options: Data, seed: int) -> Match:
    match = _new_match(plugin, options, seed)
    for _ in _walk(match, seed):
        pass
    if not match.is_over:
        match.stop()
    return match


def _positions(plugin: GamePlugin, options: Data) -> Iterator[Match]:
    """Positions of random matches: many at the beginning, then fewer and fewer."""
    for seed in _SEEDS:
        for number, match in enumerate(_walk(_new_match(plugin, options, seed), seed)):
            if number > _LONGEST_WALK:
                break
            if number < 5 or number % 15 == 0:
                yield match


def _sample(payloads: list[Data]) -> list[Data]:
    """All of a few, some of many."""
    return payloads[:: max(1, len(payloads) // 20)]
