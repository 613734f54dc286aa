"""The search grows the very trees of the plain transcription: every node, its visits, its totals and its AMAF table."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from mcts.config import SearchConfig
from mcts.search import Search
from mcts.tree import Tree
from tests.mcts.plain_search import Node, PlainSearch
from tests.mcts.toys import maze

CONFIGS = {
    "uct": SearchConfig(),
    "all actions first": SearchConfig(widening=False),
    "narrow": SearchConfig(widening_factor=1.0, widening_exponent=0.3, exploration=0.5),
    "constant width": SearchConfig(widening_factor=3.0, widening_exponent=0.0),
    "rave": SearchConfig(rave=True, amaf_urgency=False),
    "rave, longer memory": SearchConfig(rave=True, amaf_urgency=False, amaf_depth=5, rave_k=300.0),
    "rave, urgency": SearchConfig(rave=True, widening_factor=1.0),
    "rave, urgency, all plies": SearchConfig(rave=True, amaf_depth=0, widening_factor=1.0),
    "rave, urgency, tile-aware": SearchConfig(rave=True, tile_aware=True, widening_factor=1.0),
    "rave without widening": SearchConfig(rave=True, amaf_urgency=False, widening=False),
    "first-play urgency": SearchConfig(widening=False, first_play_urgency=0.9, exploration=0.3),
    "information sets": SearchConfig(information_set=True),
    "information sets, rave": SearchConfig(information_set=True, rave=True, amaf_urgency=False),
    "information sets, rave, urgency": SearchConfig(information_set=True, rave=True, widening_factor=1.0),
    "information sets, first-play urgency": SearchConfig(
        information_set=True, widening=False, first_play_urgency=0.9, exploration=0.3
    ),
    "maxn": SearchConfig(backup="maxn", draw_value=0.5),
}


def compare(plain: Node, tree: Tree, index: int, rave: bool) -> int:
    """Compare two subtrees; returns how many positions they have."""
    node = tree.nodes[index]
    assert node["visits"] == plain.visits
    edges = tree.edges[node["first"] : node["first"] + node["children"]]
    assert [int(edge["action"]) for edge in edges] == [child.action for child in plain.children]
    if rave:
        size = 1 << int(node["amaf_bits"]) if node["amaf_bits"] else 0
        entries = tree.entries[node["amaf_first"] : node["amaf_first"] + size]
        found = {int(entry["key"]): entry for entry in entries if entry["visits"]}
        assert {key: int(entry["visits"]) for key, entry in found.items()} == plain.amaf_visits
        for key, entry in found.items():
            assert entry["total"] == pytest.approx(plain.amaf_totals[key], abs=1e-12)
    count = 1
    for edge, child in zip(edges, plain.children, strict=True):
        assert edge["visits"] == child.visits
        assert edge["available"] in (0, child.available)
        assert edge["total"] == pytest.approx(child.total, abs=1e-10)
        if edge["node"] >= 0:
            count += compare(child, tree, int(edge["node"]), rave)
        else:
            assert not child.children
            count += 1
    return count


def shape(node: Node) -> tuple[object, ...]:
    """A plain tree without its values."""
    return (node.action, node.visits, *map(shape, node.children))


MAZES = ((2, 1), (3, 5), (4, 7))
USUAL = SearchConfig(amaf_urgency=False)


@pytest.mark.parametrize("name", [name for name in CONFIGS if name != "uct"])
def test_every_switch_makes_a_difference_in_these_mazes(name: str) -> None:
    """Otherwise growing the same tree would show nothing about it."""
    config = CONFIGS[name]
    mazes = [maze(seed, seats) for seats, seed in MAZES]
    trees = [shape(PlainSearch(state, config).run(300)) for state in mazes]
    switches = [field.name for field in fields(config) if getattr(config, field.name) != getattr(USUAL, field.name)]
    for switch in switches:
        if switch == "amaf_urgency" and not config.rave:
            continue
        without = replace(config, **{switch: getattr(USUAL, switch)})
        assert [shape(PlainSearch(state, without).run(300)) for state in mazes] != trees, switch


@pytest.mark.parametrize("name", CONFIGS)
@pytest.mark.parametrize(("seats", "seed"), MAZES)
def test_grows_the_same_tree(name: str, seats: int, seed: int) -> None:
    config = CONFIGS[name]
    state = maze(seed, seats)
    search = Search(state, config)
    search.run(iterations=150)
    search.run(iterations=150)  # a search that is continued is the same search
    plain = PlainSearch(state, config).run(300)
    tree = search._workers[0].tree
    assert compare(plain, tree, 0, config.rave) == tree.record["child_count"] + 1
