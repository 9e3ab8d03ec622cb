"""Which nodes of a tree a picture shows, and what stands for the others."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from c45.tree import Node, Tree

#: Up to this many nodes a growing tree is laid out as a whole, so that nothing moves later.
MAX_LAID_OUT = 30


@dataclass(frozen=True)
class Drawn:
    """One node of the picture. state: decided, waiting or later. below: how many nodes it stands for.

    more: it stands for so many more branches of ``node``, not for all that is below it.
    """

    node: Node
    state: str
    below: int | None = None
    room_for: int = 0  # how many nodes it will stand for in the end
    more: int = 0


def drawn_children(node: Node, most: int | None, kept: Collection[int] = ()) -> list[Node]:
    """The children of a node that a picture shows: all, or the ``most`` with most rows, in their order.

    kept: ids of nodes that are shown in any case.
    """
    if most is None or len(node.children) <= most:
        return list(node.children)
    large = sorted(node.children, key=lambda n: (n.id not in kept, -n.n, n.branch))[:most]
    return sorted(large, key=lambda n: n.branch)


def drawn(
    tree: Tree, upto: int | None, max_depth: int | None, max_branches: int | None, opened: set[int]
) -> list[Drawn]:
    """The nodes of the picture, parents first, and summary nodes where it is cut."""

    def state(node: Node) -> str:
        if upto is None or node.id <= upto:
            return "decided"
        return "waiting" if node.parent is None or node.parent <= upto else "later"

    def summary(node: Node, stands_for: list[Node], more: int = 0) -> Drawn:
        seen = sum(state(n) != "later" for n in stands_for)
        return Drawn(node, "decided" if seen else "later", seen, len(stands_for), more)

    items: list[Drawn] = []
    stack: list[Node | Drawn] = [tree.root]
    while stack:
        node = stack.pop()
        if isinstance(node, Drawn):
            items.append(node)
            continue
        items.append(Drawn(node, state(node)))
        if max_depth is None or node.depth < max_depth or node.id in opened:
            shown_here = drawn_children(node, max_branches, opened)
            if len(shown_here) < len(node.children):
                ids = {n.id for n in shown_here}
                rest = [n for n in node.children if n.id not in ids]
                stack.append(summary(node, [*rest, *_below(*rest)], len(rest)))
            stack.extend(reversed(shown_here))
        elif node.children:
            items.append(summary(node, _below(node)))
    if len(items) > MAX_LAID_OUT:
        items = [item for item in items if item.state != "later"]
    return items


def _below(*nodes: Node) -> list[Node]:
    """All nodes below these."""
    found = [child for node in nodes for child in node.children]
    for child in found:  # grows while it is read
        found.extend(child.children)
    return found


def levels_that_fit(tree: Tree, most: int, max_branches: int | None = None) -> int:
    """How many levels below the root draw at most so many nodes in all; at least one."""
    level, total, depth = [tree.root], 1, 0
    while level:
        level = [child for node in level for child in drawn_children(node, max_branches)]
        total += len(level)
        if total > most:
            return max(depth, 1)
        depth += bool(level)
    return max(depth, 1)
