"""Drawing the top of a search tree: Graphviz's language, or SVG without any tool."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from mcts.tree import Tree

_BOX: Final = (92, 40)
_GAP: Final = (10, 36)


@dataclass(frozen=True)
class _Box:
    """One drawn position: its texts, its children, and whether it lies on the most visited line."""

    label: str
    statistics: str
    children: tuple[_Box, ...]

    def leaves(self) -> int:
        """Width in boxes."""
        return sum(child.leaves() for child in self.children) or 1


def _boxes(tree: Tree, index: int, depth: int, width: int, name: Callable[[int], str]) -> tuple[_Box, ...]:
    """The most visited children of a node, the first of equals first."""
    if index < 0 or depth == 0:
        return ()
    node = tree.nodes[index]
    edges = [edge for edge in tree.edges[node["first"] : node["first"] + node["children"]] if edge["visits"] > 0]
    edges.sort(key=lambda edge: -int(edge["visits"]))
    return tuple(
        _Box(
            label=name(int(edge["action"])),
            statistics=f"{edge['visits']} · {edge['total'] / edge['visits']:.3f}",
            children=_boxes(tree, int(edge["node"]), depth - 1, width, name),
        )
        for edge in edges[:width]
    )


def _top(tree: Tree, depth: int, width: int, name: Callable[[int], str]) -> _Box:
    return _Box("root", str(tree.nodes[0]["visits"]), _boxes(tree, 0, depth, width, name))


def dot_of(tree: Tree, depth: int, width: int, name: Callable[[int], str]) -> str:
    """The tree in Graphviz's language: ``depth`` plies, ``width`` children each."""
    lines = ["digraph search {", "  node [shape=box];"]

    def add(box: _Box, parent: str, identity: str) -> None:
        text = f"{box.label}\\n{box.statistics}".replace('"', '\\"')
        lines.append(f'  {identity} [label="{text}"];')
        if parent:
            lines.append(f"  {parent} -> {identity};")
        for number, child in enumerate(box.children):
            add(child, identity, f"{identity}_{number}")

    add(_top(tree, depth, width, name), "", "n")
    return "\n".join([*lines, "}", ""])


def svg_of(tree: Tree, depth: int, width: int, name: Callable[[int], str]) -> str:
    """The tree as an SVG picture: action, visits and mean value in each box, most visited first."""
    top = _top(tree, depth, width, name)
    box_width, box_height = _BOX
    step = box_width + _GAP[0]
    level = box_height + _GAP[1]

    def draw(box: _Box, left: int, row: int, parent: tuple[float, int] | None) -> Iterator[str]:
        x = (left + box.leaves() / 2) * step
        y = row * level + 8
        if parent:
            yield f'<line x1="{parent[0]:.1f}" y1="{parent[1]}" x2="{x:.1f}" y2="{y}" stroke="#888"/>'
        yield (
            f'<rect x="{x - box_width / 2:.1f}" y="{y}" width="{box_width}" height="{box_height}" rx="6" '
            f'fill="#f4f1ea" stroke="#555"/>'
            f'<text x="{x:.1f}" y="{y + 17}" text-anchor="middle">{escape(box.label)}</text>'
            f'<text x="{x:.1f}" y="{y + 32}" text-anchor="middle" fill="#555">{escape(box.statistics)}</text>'
        )
        for child in box.children:
            yield from draw(child, left, row + 1, (x, y + box_height))
            left += child.leaves()

    size = f'width="{top.leaves() * step}" height="{(depth + 1) * level}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">'
        + "".join(draw(top, 0, 0, None))
        + "</svg>"
    )
