"""The search grows the very trees of the plain transcription: every node, its visits, its totals and its AMAF table."""

from __future__ import annotations

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
    "rave, short memory": SearchConfig(rave=True, amaf_urgency=False, amaf_depth=1, rave_k=300.0),
    "rave, urgency": SearchConfig(rave=True),
    "rave, all plies, tile-aware": SearchConfig(rave=True, amaf_depth=0, tile_aware=True),
    "rave without widening": SearchConfig(rave=True, widening=False),
    "first-play urgency": SearchConfig(widening=False, first_play_urgency=0.9, exploration=0.3),
    "information sets": SearchConfig(information_set=True),
    "information sets, rave": SearchConfig(information_set=True, rave=True, amaf_urgency=False),
    "information sets, rave, urgency": SearchConfig(information_set=True, rave=True, tile_aware=True),
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


@pytest.mark.parametrize("name", CONFIGS)
@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 5), (4, 7)])
def test_grows_the_same_tree(name: str, seats: int, seed: int) -> None:
    config = CONFIGS[name]
    state = maze(seed, seats)
    search = Search(state, config)
    search.run(iterations=150)
    search.run(iterations=150)  # a search that is continued is the same search
    plain = PlainSearch(state, config).run(300)
    tree = search._workers[0].tree
    assert compare(plain, tree, 0, config.rave) == tree.record["child_count"] + 1
