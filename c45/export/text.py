"""A tree as plain text, in two styles."""

from __future__ import annotations

from c45.errors import ParameterError
from c45.export.quoting import one_line
from c45.notation import count, listed, plural, shown
from c45.splits import MultiwaySplit
from c45.tree import Node, Tree

STYLES = ("outline", "tutorial")
#: Deeper lines are not moved further to the right; they say their depth.
MAX_INDENTED = 30


def to_text(tree: Tree, *, style: str = "outline") -> str:
    """A tree as indented lines, each ending in a line feed.

    style: ``"outline"``: one line a node, with its rows, their classes, and the answer of a leaf.
        ``"tutorial"``: ``X_2 <= 1.7 ? 0.339``, where X_2 is the third attribute and 0.339 the gain,
        with the branches below, as a widely copied tutorial prints its trees.

    Raises ParameterError for another style.

    >>> from c45 import Dataset, grow
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"wind": ["weak", "strong"], "play": ["yes", "no"]})
    >>> print(to_text(grow(Dataset.from_frame(frame, target="play"))), end="")
    All rows (2 rows: 1 no, 1 yes)
    wind = strong: no (1 row: 1 no)
    wind = weak: yes (1 row: 1 yes)
    """
    if style not in STYLES:
        raise ParameterError(
            f"style is {style!r}. It must be {listed([repr(s) for s in STYLES], 'or')}."
        )
    lines = _outline(tree) if style == "outline" else _tutorial(tree)
    return "".join(line + "\n" for line in lines)


def _outline(tree: Tree):
    for node in tree.walk():
        if node.parent is None:
            place = "All rows"
        else:
            split = tree.nodes[node.parent].split
            test = f"{split.attribute} {split.condition(node.branch)}"
            place = _indent(node.depth, node.depth - 1, "    ") + one_line(test)
        answer = f": {one_line(node.prediction)}" if node.is_leaf else ""
        yield f"{place}{answer} ({_rows(tree, node)})"


def _rows(tree: Tree, node: Node) -> str:
    """``5 rows: 2 Yes, 3 No``."""
    if node.n == 0:
        return "no rows"
    each = [f"{count(c)} {one_line(name)}" for name, c in zip(tree.classes, node.counts) if c > 0]
    return f"{plural(node.n, 'row')}: {', '.join(each)}"


def _tutorial(tree: Tree):
    position = {a.name: i for i, a in enumerate(tree.attributes)}
    for node in tree.walk():
        place = ""
        if node.parent is not None:
            split = tree.nodes[node.parent].split
            if isinstance(split, MultiwaySplit):
                side = one_line(split.words(node.branch))
            else:
                side = ("left", "right")[node.branch]
            place = f"{_indent(node.depth, node.depth, '  ')}{side}: "
        if node.is_leaf:
            yield place + one_line(node.prediction)
            continue
        split = node.split
        test = f"X_{position[split.attribute]}"
        if not isinstance(split, MultiwaySplit):
            test += " " + one_line(split.condition(0))
        chosen = node.report.chosen
        yield f"{place}{test} ? {shown(chosen.gain if chosen else None)}"


def _indent(depth: int, steps: int, step: str) -> str:
    if steps <= MAX_INDENTED:
        return step * steps
    return f"{step * MAX_INDENTED}[depth {depth}] "
