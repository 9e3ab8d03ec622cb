"""Printed figures of CART programs: the nodes of a grown tree, and the cost-complexity table."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from c45.check.example import Spot
from c45.check.judge import CONVENTION, CUT_OFF, RIGHT, WRONG, Diagnosis, Verdict
from c45.check.typed import Typed, read_typed
from c45.dataset import Attribute
from c45.errors import DataError
from c45.grow import grow
from c45.notation import shown
from c45.parameters import Parameters
from c45.pruning import alpha_path
from c45.splits import ThresholdSplit
from c45.tree import Node, Tree, assemble

#: A tree given by its counts has no more nodes than this.
MOST_NODES = 2_000


def _grown(spot: Spot, figure: Mapping) -> Tree:
    """The tree that CART grows from the rows of an example."""
    parameters = Parameters(
        criterion="gini",
        min_samples_split=int(figure.get("minsplit", 2)),
        min_samples_leaf=int(figure.get("minleaf", 1)),
    )
    return grow(spot.dataset, parameters)


def cart_node(spot: Spot, figure: Mapping, inputs) -> tuple:
    """The rows or the errors of a node, reached by a walk of branch numbers from the root."""
    node = _grown(spot, figure).root
    for branch in figure.get("walk", []):
        if not 0 <= int(branch) < len(node.children):
            raise DataError(f"The grown tree has no branch {branch} there.")
        node = node.children[int(branch)]
    right = float(node.n if figure.get("field", "n") == "n" else node.n - node.counts.max())
    typed = read_typed(str(figure["as_printed"]))
    if typed.value == right:
        return Verdict(RIGHT), right, None, ()
    return Verdict(WRONG, note="It does not agree."), right, None, ()


def ccp_sequence(spot: Spot | None, figure: Mapping, inputs) -> tuple:
    """The α at which the tree gets smaller, in rising order, parted by commas.

    figure: ``tree_counts`` gives the tree as ``{"n": .., "errors": .., "kids": [..]}``; without it the
    tree is grown. relative_to_root: each is divided by the error of the root, as rpart's CP is.
    """
    counts = figure.get("tree_counts")
    if counts is None and spot is None:
        raise DataError("The example has no rows to grow a tree from.")
    tree = _of_counts(counts) if counts is not None else _grown(spot, figure)
    alphas = [step.alpha for step in alpha_path(tree, "error")[1:] if step.alpha]
    root = 1 - float(tree.root.counts.max()) / tree.root.n
    relative = bool(figure.get("relative_to_root"))
    right, other = ([a / root for a in alphas] if root else alphas), alphas
    if not relative:
        right, other = other, right
    typed = [read_typed(part) for part in str(figure["as_printed"]).split(",") if part.strip()]
    return _judged(typed, right, other, relative), tuple(shown(v, 6) for v in right), None, ()


def _judged(typed: list[Typed], right: list, other: list, relative: bool) -> Verdict:
    if len(typed) != len(right):
        return Verdict(WRONG, note=f"The tree gets smaller {len(right)} times, not {len(typed)}.")
    if all(t.agrees(v) for t, v in zip(typed, right)):
        return Verdict(RIGHT)
    if all(t.agrees(v) or t.is_cut(v) for t, v in zip(typed, right)):
        return Verdict(CUT_OFF, (Diagnosis((10,), "Digits were cut off and not rounded."),))
    if all(t.agrees(v) for t, v in zip(typed, other)):
        did = "These are α itself, and not divided by the error of the root, as rpart's CP is."
        if not relative:
            did = "These are rpart's CP, which is α divided by the error of the root."
        return Verdict(CONVENTION, (Diagnosis((30,), did),))
    wrong = next(i for i, (t, v) in enumerate(zip(typed, right), 1) if not t.agrees(v))
    return Verdict(WRONG, note=f"The value at place {wrong} does not agree.")


def _of_counts(counts: Mapping) -> Tree:
    """A tree out of printed counts: rows and errors, node by node."""
    nodes: list[Node] = []
    stack: list[tuple] = [(counts, None, None, 0)]
    while stack:
        here, parent, branch, depth = stack.pop()
        kids, i = here.get("kids", []), len(nodes)
        n, errors = float(here["n"]), float(here["errors"])
        if not 0 <= errors <= n or len(kids) not in (0, 2) or i >= MOST_NODES:
            raise DataError("Each node needs rows n, errors up to n, and two kids or none.")
        nodes.append(
            Node(
                id=i,
                depth=depth,
                counts=np.array([n - errors, errors]),
                n_rows=int(n),
                impurity=0.0,
                prediction="right",
                split=ThresholdSplit("x", 0.0) if kids else None,
                parent=parent,
                branch=branch,
            )
        )
        stack.extend((kid, i, b, depth + 1) for b, kid in enumerate(kids))
    attributes = (Attribute("x", "continuous"),)
    return assemble(nodes, attributes, ("right", "wrong"), "class", Parameters())
