"""Agents by name and from files; what is wrong in a file is said in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from catan_sim.ai.agent import Kind, Trade, agent_records
from catan_sim.ai.registry import find_agent, find_agents, shipped_agents
from catan_sim.ai.weights import HAND_SET, NAMES
from mcts.errors import InputError


@pytest.mark.parametrize("name", shipped_agents())
def test_every_shipped_agent_loads(name: str) -> None:
    agent = find_agent(name)
    assert agent.name == name
    assert len(agent.vector(4)) == len(NAMES)


def test_learnt_numbers_differ_from_the_hand_set_ones() -> None:
    assert find_agent("handset").weights == {}
    assert find_agent("heuristic").weights != HAND_SET


def test_a_file_names_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("kind: heuristic\ntrade: realistic\noffers: 1\nweights: {city: 1234}\n")
    agent = find_agent(path)
    assert (agent.name, agent.kind, agent.trade, agent.offers) == ("mine", Kind.HEURISTIC, Trade.REALISTIC, 1)
    assert agent.vector(4)[NAMES.index("city")] == 1234
    assert agent.vector(4)[NAMES.index("settlement")] == HAND_SET["settlement"]


def test_large_tables_have_numbers_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("kind: heuristic\nweights: {city: 1234, road: 7}\nlarge_table: {city: 99}\n")
    agent = find_agent(path)
    city, road = NAMES.index("city"), NAMES.index("road")
    for players in range(2, 9):
        (record, *_) = agent_records([agent] * players)
        assert record["weights"][city] == (99 if players > 4 else 1234)
        assert record["weights"][road] == 7


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("trade: fast", "field 'kind': take one of random"),
        ("kind: genius", "field 'kind': take one of random"),
        ("kind: random\ntrade: sometimes", "field 'trade': take one of none"),
        ("kind: random\noffers: -1", "field 'offers': -1 is not a whole number from 0"),
        ("kind: random\noffers: true", "field 'offers': True is not a whole number"),
        ("kind: random\nweights: 3", "field 'weights': write"),
        ("kind: random\nweights: {cityy: 3}", "did you mean 'city'"),
        ("kind: random\nlarge_table: {cityy: 3}", "field 'large_table'.*did you mean 'city'"),
        ("kind: random\nweights: {city: 1.5}", "field 'city': 1.5 is not a whole number"),
        ("kind: random\nweights: {opening_whim: -1}", "field 'opening_whim': -1 is not a whole number from 0"),
        ("kind: random\ncolour: red", "unknown field 'colour'"),
    ],
)
def test_wrong_files_are_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=words) as caught:
        find_agent(path)
    assert str(path) in str(caught.value)


def test_agents_by_seat() -> None:
    assert [agent.name for agent in find_agents("heuristic", 3)] == ["heuristic"] * 3
    assert [agent.name for agent in find_agents("random, weighted", 2)] == ["random", "weighted"]
    with pytest.raises(InputError, match="2 agents are named for 4 players"):
        find_agents("random,weighted", 4)
    with pytest.raises(InputError, match="did you mean 'heuristic'"):
        find_agent("heuristik")
