"""Three tables made to break C4.5: raising upon raising, columns of gaps, weights that are just m."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from c45 import ALGORITHMS, Dataset, grow
from c45.predict import predict, predict_distribution
from c45.pruning import prune, tree_after
from c45.splits import multiway

RELEASE_8 = ALGORITHMS["C4.5 Release 8"]
M1 = replace(RELEASE_8, min_branch_rows=1)


# --- raising upon raising ----------------------------------------------------------------------


def letters() -> Dataset:
    """17 rows of five letters and a class; ``?`` is a gap."""
    rows = [
        "babbbn",
        "abbbbn",
        "baa?bn",
        "bbaaan",
        "babbbn",
        "ababap",
        "aaabbn",
        "aabbbn",
        "baaaan",
        "aabban",
        "abbabn",
        "abbbap",
        "abbabn",
        "baabbn",
        "babbbn",
        "aabbbp",
        "bbbabn",
    ]
    cells = [[None if c == "?" else c for c in row] for row in rows]
    return Dataset.from_frame(pd.DataFrame(cells, columns=[*"01234", "y"]), target="y")


def test_a_raised_branch_is_pruned_again_and_raises_its_own_branch():
    pruning = prune(grow(letters(), M1))
    assert [(s.node, s.decision, s.replaces) for s in pruning.steps] == [
        (9, "keep", None),
        (3, "keep", None),
        (1, "raise", None),
        (9, "keep", None),
        (3, "raise", 1),
        (9, "keep", 3),
        (0, "leaf", None),
    ]
    before_the_last = tree_after(pruning, 6)
    assert [(n.id, n.depth, n.n) for n in before_the_last.walk() if n.split] == [
        (0, 0, 17),
        (9, 1, 9),  # three levels down when it was grown, with 3 rows
    ]
    assert pruning.grown.nodes[9].depth == 3
    assert pruning.tree.n_nodes == 1


def test_thirty_raises_in_a_row():
    """Thirty questions that part two odd rows each; only the last question is worth asking."""
    depth = 30
    rows = [
        {f"a{j}": "ox"[j == i] for j in range(depth)} | {"good": good, "y": y}
        for i in [*range(depth), *[depth] * 20]
        for good, y in (("u", "no"), ("v", "yes"))
    ]
    table = Dataset.from_frame(pd.DataFrame(rows), target="y")
    by_hand = {i: multiway(table.attribute(f"a{i}")) for i in range(depth)}
    tree = grow(table, M1, overrides=by_hand)
    assert (tree.depth, tree.n_nodes) == (31, 123)
    pruning = prune(tree)
    raised = [s.node for s in pruning.steps if s.decision == "raise"]
    assert raised == list(reversed(range(depth)))
    root = pruning.tree.root
    assert (root.id, root.depth, root.parent, root.split.attribute) == (30, 0, None, "good")
    assert [c.counts.tolist() for c in root.children] == [[50, 0], [0, 50]]
    assert pruning.tree.rows_of(root.id).tolist() == list(range(100))
    # Its split is shown with the rows it has now, not with the 40 it was chosen on.
    assert [b.n for b in root.report.chosen.branches] == [50, 50]


# --- columns of gaps ---------------------------------------------------------------------------


def with_gaps(**columns) -> Dataset:
    kinds = {k: "continuous" if k[0] == "x" else "categorical" for k in columns if k != "y"}
    return Dataset.from_frame(pd.DataFrame(columns), target="y", kinds=kinds)


@pytest.mark.parametrize("algorithm", ["C4.5", "C4.5 Release 8", "J48", "ID3", "CART"])
def test_a_table_of_gaps_is_one_leaf(algorithm):
    table = with_gaps(x=[np.nan] * 5, d=[None] * 5, y=["p", "q", "p", "q", "p"])
    tree = prune(grow(table, ALGORITHMS[algorithm])).tree
    assert (tree.n_nodes, tree.root.prediction, tree.root.counts.tolist()) == (1, "p", [3, 2])
    rejected = {c.rejected for c in tree.root.report.candidates}
    assert rejected == {"no row here has a value for it"}
    assert predict(tree, table.columns) == ["p"] * 5


def test_a_column_without_values_is_out_of_the_average_and_changes_nothing():
    numbers = {"x1": [1.0, 2, 3, 4, 5, 6, 7, 8], "y": list("ppppqqqq")}
    plain = grow(with_gaps(**numbers), RELEASE_8)
    gaps = grow(with_gaps(x0=[np.nan] * 8, d=[None] * 8, **numbers), RELEASE_8)
    assert [n.split for n in gaps.walk()] == [n.split for n in plain.walk()]
    assert gaps.root.report.average_gain == plain.root.report.average_gain
    assert gaps.root.split.threshold == 4
    blank = [np.full(1, np.nan), np.full(1, -1), np.full(1, np.nan)]
    assert predict_distribution(gaps, blank).tolist() == [[0.5, 0.5]]


def test_a_column_may_have_no_value_left_deeper_down():
    """d is known only where x is small, and asked there; where x is large it cannot be asked."""
    x = [1.0] * 8 + [9.0] * 8
    d = ["a"] * 4 + ["b"] * 4 + [None] * 8
    y = ["p"] * 4 + ["q"] * 4 + ["r"] * 7 + ["p"]
    tree = grow(with_gaps(x=x, d=d, y=y), replace(RELEASE_8, criterion="information_gain"))
    small, large = tree.root.children
    assert (tree.root.split.attribute, small.split.attribute, large.is_leaf) == ("x", "d", True)
    assert large.report.candidate("d").rejected == "no row here has a value for it"


# --- weights that are just m -------------------------------------------------------------------


def tenths() -> Dataset:
    """Ten rows without ``a``, a tenth of each in branch v: 3 + 10 x 0.1 rows, 3.9999999999999996 in binary."""
    known = (
        [("v", "s", "n")] * 1
        + [("v", "t", "p")] * 2
        + [("w", "s", "n")] * 13
        + [("w", "t", "n")] * 14
    )
    rows = known + [(None, "s", "n")] * 10
    frame = pd.DataFrame(rows, columns=["a", "b", "y"])
    return Dataset.from_frame(frame, target="y")


def test_ten_tenths_are_one_row():
    assert sum([0.1] * 10) < 1
    tree = grow(tenths(), replace(RELEASE_8, collapse=False))
    v = tree.root.children[0]
    assert (tree.root.split.attribute, v.n_rows, v.n) == ("a", 13, pytest.approx(4))
    # Just 2m rows, so it may be split, and b has two branches of just m rows.
    assert v.split.attribute == "b"
    assert [c.n for c in v.children] == pytest.approx([2, 2])
    assert v.children[0].counts.tolist() == pytest.approx([2, 0])
    assert v.children[1].counts.tolist() == pytest.approx([0, 2])


def test_a_little_less_than_2m_rows_is_a_leaf():
    table = tenths()
    keep = [i for i in range(table.n_rows) if i != table.n_rows - 1]
    tree = grow(table.take(keep), replace(RELEASE_8, collapse=False))
    v = tree.root.children[0]
    assert v.n == pytest.approx(3.9)
    assert v.report.reason == "3.90 rows are fewer than two branches of 2 need."


def test_weights_given_by_a_person_add_up_to_m():
    rows = {"x": [1.0] * 10 + [2.0] * 10 + [3.0], "y": ["p"] * 10 + ["q"] * 10 + ["p"]}
    tenth = [0.2] * 10 + [0.2] * 10 + [0.1]
    table = Dataset.from_frame(pd.DataFrame(rows), target="y", weights=tenth)
    plain = replace(ALGORITHMS["C4.5"], criterion="information_gain")
    tree = grow(table, plain)
    assert (tree.root.n, tree.root.split.question()) == (pytest.approx(4.1), "x <= 1")
    assert [c.n for c in tree.root.children] == pytest.approx([2, 2.1])
