"""A tree as a picture in words: Graphviz DOT with HTML-like labels.

Ids are made here (``node-7``, ``edge-7``, ``below-7``, ``more-7``), never out of names. Each node has a class
(``test``, ``leaf``, ``waiting``, ``summary``; ``current`` where it is highlighted) that a page can
style, and each hex of the picture has one meaning (``palette.SWAP``).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

import graphviz

from c45.errors import ParameterError
from c45.export import palette
from c45.export.cut import Drawn, drawn
from c45.export.lettering import text_width
from c45.export.quoting import dot_text, dot_tooltip, one_line, shortened
from c45.notation import count, listed, plural, shown
from c45.splits import ThresholdSplit
from c45.tree import Node, Tree

#: How much a node tells: the attribute; with rows and classes; with the impurity as well.
LEVELS = ("plain", "counts", "full")
#: How a threshold is written on an edge: ``at most 2.45``, or ``<= 2.45``.
CONDITIONS = ("words", "symbols")

_TITLE, _EDGE = 22, 26  # longest texts, in letters; the whole text is the tooltip
# A box has a fixed size, so that a node which waits is as large as the one it becomes.
_WIDTH = {"test": 108, "leaf": 80, "summary": 80}
_HEIGHT = {
    "plain": {"test": 33, "leaf": 33},
    "counts": {"test": 58, "leaf": 54},
    "full": {"test": 76, "leaf": 60},
}
_MARGIN, _PADDING, _BETWEEN = 5, 2, 8  # of a box; of a cell in it; between title and rows
_BAR_HEIGHT, _LEAST_SEGMENT, _GAP = 17, 7, 2
_INK, _MUTED, _CARD, _LINE2, _EDGE_COLOUR, _ACCENT, _TRACK = (
    palette.TOKENS[name][0] for name in ("ink", "muted", "card", "line2", "edge", "accent", "track")
)


def to_dot(
    tree: Tree,
    *,
    upto: int | None = None,
    highlight: int | None = None,
    level: str = "counts",
    max_depth: int | None = None,
    max_branches: int | None = None,
    path: Collection[int] = (),
    class_colours: Sequence[str] | None = None,
    conditions: str = "words",
) -> str:
    """A tree in the DOT language of Graphviz.

    upto: draw the tree as it stands after this step: the nodes with a larger id are not yet decided;
        those whose parent is, wait. -1 is the start, when the root itself waits. In a tree of up to
        ``MAX_LAID_OUT`` nodes, later nodes keep their place unseen.
    highlight: the id of the current node, which gets a thick accent border.
    level: how much a node tells, one of ``LEVELS``.
    max_depth: cut below this depth; a node ``12 nodes below`` stands for what is left out. The way
        to the current node, and its children, are always drawn.
    max_branches: of a node with more children, draw so many, those with most rows; a node ``197 more
        branches`` stands for the others. The way to the current node is always drawn.
    path: ids of the nodes on the way to the current one; the edges that lead to them are accented.
    class_colours: fills in class order as ``#rrggbb``, in place of the palette. Classes beyond
        the last colour are drawn grey.
    conditions: how a threshold is written on an edge, one of ``CONDITIONS``.

    Raises ParameterError for a node that is not there and for a word that is none of these.

    >>> from c45 import Dataset, grow
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"wind": ["weak", "strong"], "play": ["yes", "no"]})
    >>> dot = to_dot(grow(Dataset.from_frame(frame, target="play")))
    >>> [line.split()[0] for line in dot.splitlines()[4:6]]
    ['"node-0"', '"node-1"']
    """
    for name, value, known in (("level", level, LEVELS), ("conditions", conditions, CONDITIONS)):
        if value not in known:
            raise ParameterError(
                f"{name} is {value!r}. It must be {listed([repr(k) for k in known], 'or')}."
            )
    for node_id in ({highlight} - {None}) | set(path):
        if node_id not in tree.nodes:
            raise ParameterError(
                f"There is no node {node_id} in this tree; its nodes are 0 to {max(tree.nodes)}."
            )
    opened = set() if highlight is None else {n.id for n in tree.path_to(highlight)}
    look = _Look(tree, level, conditions, *_colours(class_colours))
    graph = graphviz.Digraph(
        "tree",
        graph_attr={
            "nodesep": "0.15",
            "ranksep": "0.5",
            "pad": "0.14,0.26",
            "ordering": "out",
            "fontname": "Helvetica",
        },
        node_attr={"shape": "plain", "fontname": "Helvetica"},
        edge_attr={
            "arrowhead": "none",
            "color": _EDGE_COLOUR,
            "fontname": "Helvetica",
            "fontsize": "13",
            "fontcolor": _INK,
        },
    )
    for item in drawn(tree, upto, max_depth, max_branches, opened):
        hidden = {"style": "invis"} if item.state == "later" else {}
        if item.below is None:
            _add_node(graph, look, item, hidden, item.node.id == highlight, item.node.id in path)
        else:
            _add_summary(graph, look, item, hidden)
    return graph.source


@dataclass(frozen=True)
class _Look:
    """What is the same for all nodes of one picture."""

    tree: Tree
    level: str
    conditions: str
    fills: Sequence[str]
    inks: Sequence[str]

    def colour(self, class_index: int) -> int:
        return palette.colour_index(class_index, len(self.tree.classes), len(self.fills) - 1)

    def fill(self, class_index: int) -> tuple[str, str]:
        """The fill of a class, and the colour of the text on it."""
        i = min(self.colour(class_index), len(self.fills) - 1)
        return self.fills[i], self.inks[i]


def _colours(class_colours: Sequence[str] | None) -> tuple[Sequence[str], Sequence[str]]:
    """Fills and the text on them, by class; the last is for classes without a colour of their own."""
    if class_colours is None:
        return palette.FILLS, palette.INKS
    for colour in class_colours:
        if not re.fullmatch("#[0-9a-fA-F]{6}", str(colour)):
            raise ParameterError(f"{colour!r} is not a colour. Write it as #rrggbb, like #1B62AC.")
    fills = (*class_colours, palette.TOKENS["other"][0])
    return fills, palette.readable_on(fills)


def _add_node(graph, look: _Look, item: Drawn, hidden: dict, current: bool, on_path: bool) -> None:
    node = item.node
    kind = "waiting" if item.state == "waiting" else "leaf" if node.is_leaf else "test"
    name = node.prediction if node.is_leaf else node.split.attribute
    title = shortened(name, _TITLE)
    cut = kind != "waiting" and title != one_line(name)
    graph.node(
        f"node-{node.id}",
        label=_card(look, node, kind, title, current),
        id=f"node-{node.id}",
        **{"class": f"{kind} current" if current else kind},
        **({"tooltip": dot_tooltip(name)} if cut else {}),
        **hidden,
    )
    if node.parent is None:
        return
    up = look.tree.nodes[node.parent]
    words = up.split.words(node.branch)
    if look.conditions == "symbols" and isinstance(up.split, ThresholdSplit):
        words = up.split.condition(node.branch)
    label = shortened(words, _EDGE)
    whole = dot_tooltip(words)
    graph.edge(
        f"node-{node.parent}",
        f"node-{node.id}",
        label=f" {dot_text(label)} ",
        id=f"edge-{node.id}",
        penwidth=_penwidth(look, node),
        **({"class": "path", "color": _ACCENT} if on_path else {}),
        **({"tooltip": whole, "labeltooltip": whole} if label != one_line(words) else {}),
        **hidden,
    )


def _add_summary(graph, look: _Look, item: Drawn, hidden: dict) -> None:
    name = f"{'more' if item.more else 'below'}-{item.node.id}"
    words = f"{plural(item.below or item.room_for, 'node')} below"
    room = f"{plural(item.room_for, 'node')} below"
    if item.more:
        words = room = f"{item.more:,} more {'branch' if item.more == 1 else 'branches'}"
    graph.node(
        name,
        label=_table(
            f"<TR>{_cell(words, _MUTED, 12, 'I')}</TR>",
            border=_LINE2,
            fill=_CARD,
            width=max(_WIDTH["summary"], text_width(room, 12) + 2 * (_PADDING + _MARGIN)),
            height=_HEIGHT["plain"]["test"],
        ),
        id=name,
        **{"class": "summary"},
        **hidden,
    )
    graph.edge(
        f"node-{item.node.id}",
        name,
        id=f"edge-{name}",
        penwidth=_penwidth(look, item.node),
        **hidden,
    )


def _penwidth(look: _Look, node: Node) -> str:
    """Thicker line, more rows: 1.5 for none, 10 for all of them."""
    total = look.tree.root.n
    return f"{1.5 + 8.5 * (node.n / total if total else 0):.1f}"


def _card(look: _Look, node: Node, kind: str, title: str, current: bool) -> str:
    """The label of a node. A waiting node takes the room of what it will be: nothing moves later."""
    becomes = "leaf" if node.is_leaf else "test"
    fill, ink = _CARD, _INK
    border = _LINE2
    if kind == "leaf":
        fill, ink = look.fill(look.tree.classes.index(node.prediction))
        border = fill
    rows_text = count(node.n)
    # Both what it will be and "waiting" must fit.
    inside = max(text_width(title, 15), text_width("waiting", 12)) + 2 * _PADDING
    if look.level != "plain":
        inside += _BETWEEN + text_width(rows_text, 12) + 2 * _PADDING
    inside = max(_WIDTH[becomes] - 2 * _MARGIN, inside)
    span = ' COLSPAN="2"' if look.level != "plain" else ""

    head = _cell("waiting", _MUTED, 12, "I") if kind == "waiting" else _cell(title, ink, 15, "B")
    if look.level != "plain":
        muted = ink if kind == "leaf" else _MUTED
        head += _cell(rows_text, muted, 12, align="RIGHT")
    lines = [head]
    if look.level != "plain" and kind != "leaf":
        lines.append(
            f'<TD{span} ALIGN="LEFT">{_class_bar(look, node.counts.tolist(), inside - 2 * _PADDING)}</TD>'
        )
    if look.level == "full" and kind != "waiting":
        muted = ink if kind == "leaf" else _MUTED
        lines.append(_cell(_impurity(look, node), muted, 11, span=span))
    return _table(
        "".join(f"<TR>{line}</TR>" for line in lines),
        border=border,
        fill=fill,
        width=inside + 2 * _MARGIN,
        height=_HEIGHT[look.level][becomes],
        dashed=kind == "waiting",
        current=current,
    )


def _impurity(look: _Look, node: Node) -> str:
    if node.is_leaf:
        wrong = node.n - node.counts[look.tree.classes.index(node.prediction)]
        if node.n == 0:
            return "no rows"
        return "pure" if wrong <= 1e-9 else f"{count(wrong)} wrong"
    if look.tree.parameters.criterion == "gini":
        return f"Gini {shown(node.impurity)}"
    # What is drawn is in bits; said where other places show another unit.
    unit = "" if look.tree.parameters.log_base == "2" else " bits"
    return f"entropy {shown(node.impurity)}{unit}"


def _table(
    rows: str,
    *,
    border: str,
    fill: str,
    width: int,
    height: int,
    dashed: bool = False,
    current: bool = False,
) -> str:
    """A rounded box. The accent border grows inwards, so that the text stays where it is."""
    thick = 3 if current else 1
    style = "ROUNDED,DASHED" if dashed else "ROUNDED"
    return (
        f'<<TABLE BORDER="{thick}" COLOR="{_ACCENT if current else border}" BGCOLOR="{fill}" '
        f'STYLE="{style}" CELLBORDER="0" CELLSPACING="0" CELLPADDING="{_MARGIN + 1 - thick}"><TR>'
        f'<TD FIXEDSIZE="TRUE" WIDTH="{width + 2 - 2 * thick}" HEIGHT="{height + 2 - 2 * thick}">'
        f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="{_PADDING}">{rows}</TABLE>'
        "</TD></TR></TABLE>>"
    )


def _cell(
    text: str, colour: str, points: int, tag: str = "", *, align: str = "LEFT", span: str = ""
) -> str:
    inside = dot_text(text)
    if tag and inside:  # Graphviz refuses an empty <B></B>
        inside = f"<{tag}>{inside}</{tag}>"
    font = f'<FONT COLOR="{colour}" POINT-SIZE="{points}">{inside}</FONT>' if inside else ""
    return f'<TD{span} ALIGN="{align}">{font}</TD>'


def _class_bar(look: _Look, counts: list[float], width: int) -> str:
    """A bar of the classes, each as long as its share; its count where there is room for it."""
    room = width - 2 * _GAP  # Graphviz puts the gap around the bar as well
    by_colour: dict[int, float] = {}
    fills: dict[int, tuple[str, str]] = {}
    for i, c in enumerate(counts):
        if c > 0:
            key = look.colour(i)
            by_colour[key] = by_colour.get(key, 0) + c
            fills[key] = look.fill(i)
    if not by_colour:
        cells = (
            f'<TD FIXEDSIZE="TRUE" WIDTH="{room}" HEIGHT="{_BAR_HEIGHT}" BGCOLOR="{_TRACK}"></TD>'
        )
    else:
        cells = ""
        widths = _segments(list(by_colour.values()), room)
        for (key, c), wide in zip(by_colour.items(), widths):
            fill, ink = fills[key]
            text = count(c)
            number = ""
            if wide >= max(14, text_width(text, 12) + 4):
                number = f'<FONT COLOR="{ink}" POINT-SIZE="12"><B>{text}</B></FONT>'
            cells += (
                f'<TD FIXEDSIZE="TRUE" WIDTH="{wide}" HEIGHT="{_BAR_HEIGHT}" BGCOLOR="{fill}">'
                f"{number}</TD>"
            )
    return (
        f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="{_GAP}" CELLPADDING="0">'
        f"<TR>{cells}</TR></TABLE>"
    )


def _segments(counts: list[float], width: int) -> list[int]:
    """Whole widths in proportion to the counts, none below the least, that fill the bar exactly.

    >>> _segments([9, 5], 92), _segments([1000, 1], 92)
    ([58, 32], [83, 7])
    """
    room = width - _GAP * (len(counts) - 1)
    spare = max(room - _LEAST_SEGMENT * len(counts), 0)
    total = sum(counts)
    exact = [room * c / total for c in counts]
    over = [max(e - _LEAST_SEGMENT, 0) for e in exact]
    scale = spare / sum(over) if sum(over) else 0
    edges, at = [0], 0.0
    for o in over:
        at += o * scale
        edges.append(round(at))
    return [_LEAST_SEGMENT + b - a for a, b in pairwise(edges)]
