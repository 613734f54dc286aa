"""A catanatron game's map and seats in the form of a recording, from which ``Translation`` makes our board."""

from __future__ import annotations

from typing import Any

from catanatron.models.map import PORT_DIRECTION_TO_NODEREFS

from tests.oracle.recording import Geometry, Harbour, Opening, Tile


def opening_of(game: Any) -> Opening:
    """What the first line of a recording of this game would say."""
    their_map = game.state.board.map
    tiles = [
        Tile(cube, tile.resource, tile.number, {place.value: node for place, node in tile.nodes.items()})
        for cube, tile in their_map.land_tiles.items()
    ]
    edges = {tuple(sorted(edge)) for tile in their_map.land_tiles.values() for edge in tile.edges.values()}
    ports = []
    for port in their_map.ports_by_id.values():
        a, b = PORT_DIRECTION_TO_NODEREFS[port.direction]
        ports.append(Harbour(port.resource, (port.nodes[a], port.nodes[b])))
    return Opening(
        seed=game.seed,
        geometry=Geometry(tiles, ports, [(a, b) for a, b in sorted(edges)]),
        seats=[colour.value for colour in game.state.colors],
        vps_to_win=game.vps_to_win,
    )
