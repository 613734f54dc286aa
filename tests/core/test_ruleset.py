"""Rulesets: presets, files, and what is said about wrong ones."""

from pathlib import Path

import pytest

from catan_sim.core.ruleset import PRESETS, Deck, Pieces, Ruleset, find_ruleset, ruleset_from_mapping
from catan_sim.core.state import rules_record
from mcts.errors import InputError


def test_base_is_the_default() -> None:
    assert find_ruleset("base") == Ruleset()


@pytest.mark.parametrize(
    ("name", "players", "bank", "deck", "between"),
    [
        ("base", 4, 19, (14, 5, 2, 2, 2), "none"),
        ("extension", 6, 24, (20, 5, 3, 3, 3), "special_building"),
        ("eight", 8, 29, (26, 5, 4, 4, 4), "special_building"),
    ],
)
def test_presets(name: str, players: int, bank: int, deck: tuple[int, ...], between: str) -> None:
    rules = find_ruleset(name)
    assert (rules.players, tuple(rules.bank), rules.between_turns) == (players, (bank,) * 5, between)
    assert rules.development_deck == Deck(*deck)
    assert rules.turns_at_most == 100 * players
    assert tuple(rules.pieces) == (15, 5, 4)
    assert set(PRESETS) == {"base", "extension", "eight"}


def test_a_file_changes_only_what_it_names(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("preset: extension\nvictory_target: 12\nbank: {wood: 30}\ncosts: {city: {wheat: 1}}\n")
    rules = find_ruleset(path)
    assert rules.victory_target == 12
    assert tuple(rules.bank) == (24, 30, 24, 24, 24)
    assert tuple(rules.costs.city) == (0, 0, 0, 1, 3)
    assert rules.development_deck == find_ruleset("extension").development_deck


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"players": 9}, "'players'"),
        ({"players": "four"}, "'players'"),
        ({"victory_points": 10}, "victory_points"),
        ({"bank": {"gold": 3}}, "gold"),
        ({"bank": {"wood": 3, "lumber": 4}}, "keep one"),
        ({"bank": dict.fromkeys(("brick", "wood", "sheep", "wheat", "ore"), 52)}, "260 cards in all"),
        ({"pieces": {"cities": 21}}, "'pieces.cities'"),
        ({"bank": {1: 2}}, "field name 1 is not a word"),
        ({"turn_order": "any"}, "take one of interleaved, trade_then_build"),
        ({"victory_traget": 10}, "did you mean 'victory_target'"),
        ({"bank": 19}, "'bank': expected fields with values, got int"),
        ({"pieces": {"roads": 31}}, "'pieces.roads'"),
        ({"offer_max_cards": 5}, "'offer_max_cards'"),
        ({"preset": "bass"}, "take one of base, extension, eight"),
        ({"preset": 5}, "take one of base, extension, eight"),
    ],
)
def test_wrong_fields_are_named(fields: dict[str, object], says: str) -> None:
    with pytest.raises(InputError) as caught:
        ruleset_from_mapping(fields, "mine.yaml")
    assert str(caught.value).startswith("mine.yaml: ")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_replace_checks_like_a_file() -> None:
    assert Ruleset().replace(players=8).players == 8
    with pytest.raises(InputError, match="players"):
        Ruleset().replace(players=1)


@pytest.mark.parametrize(
    "ruleset",
    [
        Ruleset(players=99),
        Ruleset(players=0),
        Ruleset(players=4.5),  # type: ignore[arg-type]
        Ruleset(offer_max_cards=7),
        Ruleset(pieces=Pieces(roads=60)),
        Ruleset(turn_order="foo"),  # type: ignore[arg-type]
        Ruleset(turn_cap=0),
    ],
)
def test_kernels_never_see_a_ruleset_out_of_range(ruleset: Ruleset) -> None:
    with pytest.raises(InputError, match="ruleset: field"):
        rules_record(ruleset)


def test_extra_building_needs_five_players() -> None:
    for players in range(2, 9):
        for between, flag in (("special_building", "special_building"), ("paired_players", "paired_players")):
            record = rules_record(Ruleset().replace(players=players, between_turns=between))
            assert bool(record[flag]) == (players >= 5)
