"""The tree on the page: a picture that can be clicked, zoomed, and walked with the arrow keys.

Two components: ``tree`` shows a laid-out SVG and tells which node was picked; ``panel`` shows a piece of
HTML and tells which of its buttons was pressed. Both tell it once, as an event, so that a second click
on the same thing is heard too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import streamlit as st

from c45.errors import C45Error
from c45.export import palette
from c45.export.cut import drawn_children
from c45.notation import plural
from c45.tree import Node, Tree
from pages.shared import cached, session, theme

#: Of a node with more branches than this, the largest are drawn, and the others are chosen from a list.
MOST_BRANCHES = 40

_HERE = Path(__file__).parent
_DRAWN = re.compile(r'<g id="node(?:-|&#45;)(\d{1,9})" class="node')
_NODE_ID = re.compile(r"node-(\d{1,9})")


def swap_css() -> str:
    """The rules that put the page's own colour in place of each hex of a picture."""
    rules = []
    for colour, name in palette.SWAP.items():
        for paint in ("fill", "stroke"):
            rules.append(f'[{paint}="{colour.lower()}" i]{{{paint}:var(--dt-{name})}}')
    return "".join(rules)


_tree = st.components.v2.component(
    "decision_tree",
    html='<div class="root"><div class="bar"><div class="k"></div><span class="n"></span>'
    '<button type="button" data-z="out" aria-label="Zoom out">&minus;</button>'
    '<button type="button" data-z="in" aria-label="Zoom in">+</button>'
    '<button type="button" data-z="fit">Fit</button></div><div class="wrap"></div></div>',
    css=swap_css() + _HERE.joinpath("tree_view.css").read_text("utf-8"),
    js=_HERE.joinpath("tree_view.js").read_text("utf-8"),
)

_panel = st.components.v2.component(
    "panel",
    html='<div class="host"></div>',
    isolate_styles=False,
    js=_HERE.joinpath("panel.js").read_text("utf-8"),
)


def tree(
    dot: str,
    grown: Tree,
    *,
    key: str,
    selected: int | None,
    label: str,
    on_pick: Callable[[int], Any],
    height: str = "440px",
    tag: str = "",
    least: float = 0.8,
    most: float = 1.6,
    decided: int | None = None,
) -> None:
    """Show a tree as ``to_dot`` writes it; a click on a node calls ``on_pick`` with its id.

    height: the most it takes on the page, as CSS. tag: a word on the selected node.
    least, most: the bounds of the zoom that fits the picture into its frame.
    decided: nodes with a larger id are read aloud as waiting, as they are drawn.
    """

    try:
        svg = cached.svg(dot)
    except C45Error as error:
        st.html(theme.note("There is no picture of this tree.", str(error)))
        return

    def picked() -> None:
        found = _NODE_ID.fullmatch(str(_told(key) or ""))
        if found and int(found[1]) in grown.nodes:
            on_pick(int(found[1]))

    _tree(
        key=key,
        data={
            "svg": svg,
            "nodes": described(grown, {int(i) for i in _DRAWN.findall(svg)}, decided=decided),
            "selected": None if selected is None else f"node-{selected}",
            "label": label,
            "classes": legend(grown.classes),
            "hint": "thicker line, more rows",
            "height": height,
            "tag": tag,
            "least": least,
            "most": most,
            "whole": grown.n_nodes,
        },
        on_pick_change=picked,
    )


def panel(html: str, *, key: str, on_pick: Callable[[str], Any]) -> None:
    """Show HTML (quoted already); a click on a button with ``data-pick`` calls ``on_pick`` with it."""

    def picked() -> None:
        if _told(key) is not None:
            on_pick(str(_told(key)))

    _panel(key=key, data={"html": html}, on_pick_change=picked)


def cut(tree: Tree, current: int, whole: int) -> dict[str, Any]:
    """What of a tree is drawn around the current node, as options of ``to_dot``.

    whole: up to so many nodes all of it is drawn.
    """
    options: dict[str, Any] = {"max_branches": MOST_BRANCHES}
    if tree.n_nodes > whole:
        options |= {"highlight": current, "max_depth": 1}
    elif is_folded_away(tree, current):
        options["highlight"] = current
    return options


def is_folded_away(tree: Tree, node_id: int) -> bool:
    """Whether a node, or one above it, is among the branches that a picture leaves out."""
    path = tree.path_to(node_id)
    return any(
        len(up.children) > MOST_BRANCHES and down not in drawn_children(up, MOST_BRANCHES)
        for up, down in pairwise(path)
    )


def choose_branch(tree: Tree, node: Node, on_pick: Callable[[int], Any]) -> None:
    """The branches of a node that has more than a picture shows, to go to one of them."""
    if len(node.children) <= MOST_BRANCHES:
        return
    key = f"branch_of_{node.id}"

    def picked() -> None:
        if session.value_of(key) is not None:
            on_pick(node.children[session.value_of(key)].id)

    st.selectbox(
        f"Go to one of its {len(node.children):,} branches",
        range(len(node.children)),
        key=key,
        index=None,
        placeholder="Type the beginning of a value",
        format_func=lambda b: f"{node.split.words(b)} ({plural(node.children[b].n, 'row')})",
        on_change=picked,
    )


def _told(key: str) -> Any:
    """What a component tells; None where a late click comes from one that has left the page."""
    return getattr(session.value_of(key), "pick", None)


def described(
    grown: Tree, drawn: Iterable[int] | None = None, *, decided: int | None = None
) -> list[list]:
    """Every drawn node as the page reads it aloud: id, parent, level, place, of how many, words.

    decided: nodes with a larger id are waiting, and what they ask or answer is not told.
    """
    wanted = set(grown.nodes if drawn is None else drawn)
    out = []
    for node in grown.walk():
        if node.id not in wanted:
            continue
        up = None if node.parent is None else grown.nodes[node.parent]
        out.append(
            [
                f"node-{node.id}",
                None if up is None else f"node-{up.id}",
                node.depth + 1,
                1 if up is None else node.branch + 1,
                1 if up is None else len(up.children),
                _aloud(node, up, waiting=decided is not None and node.id > decided),
            ]
        )
    return out


def legend(classes: Sequence[str]) -> list[list[str]]:
    """Each class and its colour; those that share the last colour are one entry.

    >>> legend("abcdefghijkl")[-2:]
    [['i', 'var(--dt-c8)'], ['3 others', 'var(--dt-other)']]
    """
    k = len(classes)
    own = [i for i in range(k) if palette.colour_index(i, k) != palette.OTHER]
    entries = [[classes[i], _colour(i, k)] for i in own]
    rest = k - len(own)
    return entries + ([[plural(rest, "other"), _colour(k - 1, k)]] if rest else [])


def _colour(i: int, n_classes: int) -> str:
    k = palette.colour_index(i, n_classes)
    return "var(--dt-other)" if k == palette.OTHER else f"var(--dt-c{k})"


def _aloud(node: Node, up: Node | None, *, waiting: bool = False) -> str:
    where = "All rows" if up is None else up.split.sentence(node.branch)
    what = f"answers {node.prediction}" if node.is_leaf else f"asks {node.split.question()}"
    return f"{where}: {plural(node.n, 'row')}, {'waiting' if waiting else what}"
