"""Static features of every vertex that a player could pick: what can be said about it without playing a game.

All of them describe what the player *would own* with the vertex, so they make sense for a second settlement as well as
for a first one. ``docs/candidates.md`` explains each in a sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from analyzer.likely_draft import Outlook, bits_of, outlook
from catan_sim.ai.income import know_all_picks
from catan_sim.ai.room import expect_picks
from catan_sim.ai.setup import worth_of_pick
from catan_sim.core.resources import GENERIC_PORT, RESOURCE_COUNT, Resource
from catan_sim.core.state import new_work
from catan_sim.core.topology import Topology
from catan_sim.rollout import RolloutSetup

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

_NEAR: Final = 4
"""Roads to a place that can still become the player's own."""
_KEPT_FOR_EACH_ROAD: Final = 0.8
"""Share of its pips that a place keeps for each road on the way."""

NAMES: Final = (
    "pips",
    *(resource.word for resource in Resource),
    "scarce",
    "diversity",
    "no_brick",
    "no_wood",
    "special_port",
    "generic_port",
    "site_two_roads",
    "site_three_roads",
    "site_two_roads_later",
    "site_three_roads_later",
    "later_pips",
    "later_diversity",
    "later_no_brick",
    "later_no_wood",
    "later_special_port",
    "later_generic_port",
    "later_reds",
    "later_ways",
    "later_road_pair",
    "later_city_pair",
    "later_sites_at_one",
    "later_sites_at_two",
    "later_room",
    "later_sites_first",
    "later_sites_tied",
    "later_best_first",
    "later_best_tied",
    "later_second_tied",
    "policy_worth",
)
"""Columns of the feature table. *Later* is when the set-up is over, as it is predicted."""


@dataclass(frozen=True)
class FeatureTable:
    """The features of all legal vertices of a position.

    Attributes
    ----------
    vertices : int64 array (legal,)
        Rising.
    values : float64 array (legal, features)
        Columns in the order of ``NAMES``.
    """

    vertices: Indices
    values: Floats

    def column(self, name: str) -> Floats:
        """One feature of all vertices: float64 (legal,)."""
        return self.values[:, NAMES.index(name)]


def feature_table(setup: RolloutSetup) -> FeatureTable:
    """Features of every vertex that is open now, for the next pick of ``setup.seat``."""
    board = setup.board_record
    count = setup.board.vertex_count
    vertices = np.array(setup.legal_vertices(), np.int64)
    pips = board["vertex_pips"][:count].astype(np.float64)
    after = outlook(setup, vertices)
    here = pips[vertices]
    owned = setup.start["income"][setup.seat] + here
    ports = board["vertex_ports"][vertices].astype(np.int64) | int(setup.start["ports"][setup.seat])
    open_now = _open_now(setup, vertices)
    two_roads, three_roads = (_roads_away(setup.board.topology, roads)[vertices] for roads in (2, 3))
    site_pips = pips.sum(axis=1)
    columns = {
        "pips": here.sum(axis=1),
        **{resource.word: here[:, resource] for resource in Resource},
        "scarce": here @ _scarcity(pips),
        **_holding(owned, ports, ""),
        "site_two_roads": _best(site_pips, two_roads & open_now),
        "site_three_roads": _best(site_pips, three_roads & open_now),
        "site_two_roads_later": _best(site_pips, two_roads & after.open_vertices),
        "site_three_roads_later": _best(site_pips, three_roads & after.open_vertices),
        "later_pips": after.income.sum(axis=1),
        **_holding(after.income, after.ports, "later_"),
        **_places(setup, after),
        **_ground(after, site_pips),
        "policy_worth": _policy_worth(setup, vertices),
    }
    return FeatureTable(vertices, np.stack([columns[name] for name in NAMES], axis=1))


def _holding(income: Floats, ports: Indices, prefix: str) -> dict[str, Floats]:
    """What production and ports are good for together: float64 (rows, 5) and int64 (rows,) to columns (rows,)."""
    total = income.sum(axis=1)
    has_special = (ports[:, None] >> np.arange(RESOURCE_COUNT) & 1) > 0
    # More than an even share of all cards is more than is needed of one resource.
    surplus = np.maximum(income - total[:, None] / RESOURCE_COUNT, 0.0)
    return {
        f"{prefix}diversity": diversity(income),
        f"{prefix}no_brick": (income[:, Resource.BRICK] == 0).astype(np.float64),
        f"{prefix}no_wood": (income[:, Resource.LUMBER] == 0).astype(np.float64),
        f"{prefix}special_port": np.where(has_special, surplus, 0.0).sum(axis=1),
        f"{prefix}generic_port": np.where(ports >> GENERIC_PORT & 1, total, 0.0),
    }


def _places(setup: RolloutSetup, after: Outlook) -> dict[str, Floats]:
    """What the places of both settlements are like, and which of their cards go together."""
    count = setup.board.vertex_count
    reds, ways = (setup.board_record[field][:count].astype(np.float64) for field in ("vertex_reds", "vertex_degree"))
    return {
        "later_reds": after.settled @ reds,
        "later_ways": after.settled @ ways,
        "later_road_pair": after.income[:, [Resource.BRICK, Resource.LUMBER]].min(axis=1),
        "later_city_pair": after.income[:, [Resource.GRAIN, Resource.ORE]].min(axis=1),
    }


def _ground(after: Outlook, site_pips: Floats) -> dict[str, Floats]:
    """The open vertices that the player can still get to, and whether anybody else can be there as soon."""
    near = after.roads <= _NEAR
    sites = near & after.open_vertices
    first, tied = sites & (after.roads < after.rivals_roads), sites & (after.roads <= after.rivals_roads)
    worth = site_pips * _KEPT_FOR_EACH_ROAD ** np.minimum(after.roads, _NEAR)
    best_tied = np.sort(np.where(tied, worth, 0.0), axis=1)
    return {
        "later_sites_at_one": (sites & (after.roads == 1)).sum(axis=1).astype(np.float64),
        "later_sites_at_two": (sites & (after.roads == 2)).sum(axis=1).astype(np.float64),
        "later_room": near.sum(axis=1).astype(np.float64),
        "later_sites_first": first.sum(axis=1).astype(np.float64),
        "later_sites_tied": tied.sum(axis=1).astype(np.float64),
        "later_best_first": np.where(first, worth, 0.0).max(axis=1),
        "later_best_tied": best_tied[:, -1],
        "later_second_tied": best_tied[:, -2],
    }


def diversity(income: Floats) -> Floats:
    """How evenly pips are spread over the resources: Shannon entropy, 1 for evenly, 0 for one resource or none.

    Parameters
    ----------
    income : float64 array (rows, 5)
        Pips by resource.

    Returns
    -------
    float64 array (rows,)
    """
    shares = income / np.maximum(income.sum(axis=1, keepdims=True), 1.0)
    logs = np.log(shares, out=np.zeros_like(shares), where=shares > 0)
    return 0.0 - (shares * logs).sum(axis=1) / np.log(RESOURCE_COUNT)


def _scarcity(vertex_pips: Floats) -> Floats:
    """How many times rarer than an even share each resource is on this board: float64 (vertices, 5) to (5,)."""
    by_resource = vertex_pips.sum(axis=0)
    even = by_resource.sum() / RESOURCE_COUNT
    return np.divide(even, by_resource, out=np.zeros(RESOURCE_COUNT), where=by_resource > 0)


def _open_now(setup: RolloutSetup, vertices: Indices) -> Bools:
    """Where the distance rule allows a settlement right after each pick: bool (legal, vertices)."""
    open_vertices = ~bits_of(setup.start["closed"], setup.board.vertex_count)
    return open_vertices & ~bits_of(setup.board_record["vertex_zone"][vertices], setup.board.vertex_count)


def _roads_away(topology: Topology, roads: int) -> Bools:
    """Which vertices are exactly so many roads apart: bool (vertices, vertices).

    Up to three roads nobody can stand in the way during the set-up. A settlement on the way, and the one that any road
    on the way leads to, would be a neighbour of the pick or of the site, where the distance rule forbids it.
    """
    count = topology.vertex_count
    neighbours = np.zeros((count, count), bool)
    neighbours[topology.edge_vertices[:, 0], topology.edge_vertices[:, 1]] = True
    neighbours |= neighbours.T
    reached = np.eye(count, dtype=bool)
    seen = reached.copy()
    for _ in range(roads):
        reached = (reached @ neighbours) & ~seen
        seen |= reached
    return reached


def _best(site_pips: Floats, sites: Bools) -> Floats:
    """Pips of the best of some sites: float64 (vertices,) and bool (picks, vertices) to (picks,); 0 for none."""
    return np.where(sites, site_pips, 0.0).max(axis=1)


def _policy_worth(setup: RolloutSetup, vertices: Indices) -> Floats:
    """What the player's set-up policy thinks of each vertex, in standard deviations from the mean: float64 (legal,).

    Policies count in units of their own; only how vertices compare on this board carries over to another policy.
    """
    board, start, work = setup.board_record, setup.start, new_work(setup.board)[0]
    weights = setup.agent_records[setup.seat]["weights"]
    row = know_all_picks(board, start, work, weights, setup.seat)
    expect_picks(board, setup.rules_record, start, work, setup.seat)
    worth = np.array(
        [worth_of_pick(board, start, work, weights, setup.seat, row, vertex) for vertex in vertices.tolist()], float
    )
    spread = worth.std()
    return (worth - worth.mean()) / spread if spread > 0 else np.zeros_like(worth)
