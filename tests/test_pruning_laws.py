"""What holds for every table: pruning agrees with the slow way, never grows, and loses no row."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from c45 import ALGORITHMS, Parameters, grow
from c45.error_limits import FORMULAS, added_errors
from c45.predict import predict_distribution
from c45.pruning import alpha_path, prune, prune_at, subtree_at, tree_after
from c45.pruning.pessimistic import MARGIN
from tests.tables import datasets

#: Tables in all in the ordinary run; set LAWS to a larger number for a longer search.
TABLES = int(os.environ.get("LAWS", "1000"))


def law(share: float):
    return settings(
        max_examples=max(int(TABLES * share), 10),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@st.composite
def programs(draw):
    """C4.5 as the book, Release 8 or J48 has it, with their options."""
    return replace(
        ALGORITHMS[draw(st.sampled_from(["C4.5", "C4.5 Release 8", "J48"]))],
        criterion=draw(st.sampled_from(["gain_ratio", "information_gain"])),
        min_branch_rows=draw(st.sampled_from([1, 1, 2])),
        collapse=draw(st.booleans()),
        raising=draw(st.sampled_from([True, True, False])),
        cut_penalty=draw(st.sampled_from([False, False, True])),
        confidence=draw(st.sampled_from([0.5, 0.25, 0.1, 0.01])),
        missing=draw(st.sampled_from(["fractional", "fractional", "own_category", "most_common"])),
    )


# --- the slow way: section by section as the program does it, row by row, with recursion ----------


@dataclass
class Slow:
    """A node as the program holds it: changed in place."""

    split: object
    children: list
    label: int
    weights: dict  # of each class
    errors: float = 0.0


def slow_copy(node, classes) -> Slow:
    children = [slow_copy(c, classes) for c in node.children]
    return Slow(node.split, children, classes.index(node.prediction), {})


def slow_estimate(node: Slow, rows: list, update: bool, data, p) -> float:
    """Quinlan's EstimateErrors. rows: (row number, weight) pairs."""
    if not rows:
        return 0.0
    tie = 1e-6 if p.arithmetic == "j48" else 1e-9
    weights = dict.fromkeys(range(len(data.classes)), 0.0)
    for r, w in rows:
        weights[int(data.target[r])] += w
    n = sum(weights.values())
    label = 0 if p.arithmetic == "j48" else node.label
    for c in weights:
        if weights[c] > weights[label] + tie:
            label = c
    leaf = (
        n
        - weights[label]
        + added_errors(n, n - weights[label], p.confidence, formula=p.error_formula)
    )
    if update:
        node.label, node.weights, node.errors = label, weights, leaf
    if not node.children:
        return leaf
    parts, sizes = slow_parts(node, rows, data)
    tree = sum(slow_estimate(c, part, update, data, p) for c, part in zip(node.children, parts))
    if not update:
        return tree
    largest = max(i for i, s in enumerate(sizes) if s >= max(sizes) - tie)
    branch = np.inf
    if p.raising:
        branch = slow_estimate(node.children[largest], rows, False, data, p)
    if leaf <= branch + 0.1 + tie and leaf <= tree + 0.1 + tie:
        node.children, node.errors = [], leaf
    elif branch <= tree + 0.1 + tie:
        child = node.children[largest]
        slow_estimate(child, rows, True, data, p)
        node.__dict__ = child.__dict__
    else:
        node.errors = tree
    return node.errors


def slow_parts(node: Slow, rows: list, data):
    """The rows of each branch, with those of unknown value in all of them, and the known weights."""
    column = data.column(node.split.attribute)
    branch = {r: int(node.split.branch_of(column[[r]])[0]) for r, _ in rows}
    sizes = [sum(w for r, w in rows if branch[r] == b) for b in range(len(node.children))]
    parts = []
    for b, size in enumerate(sizes):
        share = size / sum(sizes)
        parts.append(
            [(r, w if branch[r] == b else w * share) for r, w in rows if branch[r] in (b, -1)]
            if size > 0
            else []
        )
    return parts, sizes


def same_as_slow(tree, slow: Slow) -> None:
    stack = [(tree.root, slow)]
    while stack:
        node, want = stack.pop()
        assert node.split == (want.split if want.children else None)
        assert node.counts == pytest.approx(list(want.weights.values()) or 0.0, abs=1e-9)
        if node.n:
            assert node.prediction == tree.classes[want.label]
        stack.extend(zip(node.children, want.children))


@law(0.4)
@given(datasets(weights=False, max_rows=24), programs())
def test_pessimistic_pruning_equals_the_slow_way(dataset, parameters):
    tree = grow(dataset, parameters)
    pruning = prune(tree)
    slow = slow_copy(tree.root, tree.classes)
    rows = [(r, 1.0) for r in range(dataset.n_rows)]
    errors = slow_estimate(slow, rows, True, tree.dataset, parameters)
    assert pruning.estimate.total == pytest.approx(errors, abs=1e-9)
    same_as_slow(pruning.tree, slow)


@law(0.2)
@given(datasets(max_rows=24), programs())
def test_pruning_makes_no_leaf_and_loses_no_row(dataset, parameters):
    tree = grow(dataset, parameters)
    pruning = prune(tree)
    assert pruning.tree.n_leaves <= tree.n_leaves
    leaves = [tree_after(pruning, k).n_leaves for k in range(len(pruning.steps) + 1)]
    assert all(a >= b for a, b in pairwise(leaves))
    for node in pruning.tree.walk():
        counts = pruning.tree.portion_of(node.id).class_counts(pruning.tree.dataset)
        assert node.counts == pytest.approx(counts, abs=1e-9)
        if node.children:
            assert sum(c.counts for c in node.children) == pytest.approx(node.counts, abs=1e-9)
            for b, child in enumerate(node.children):
                assert (child.parent, child.branch, child.depth) == (node.id, b, node.depth + 1)
    assert set(pruning.tree.nodes) <= set(tree.nodes)


@law(0.1)
@given(datasets(max_rows=24), programs())
def test_what_is_decided_is_never_worse_than_the_margin(dataset, parameters):
    """C4.5 prefers the smaller tree by 0.1 errors, so each decision may cost that much, not more."""
    for s in prune(grow(dataset, parameters)).steps:
        taken = {"keep": s.as_subtree, "leaf": s.as_leaf, "raise": s.raised}[s.decision]
        others = [e.total for e in (s.as_leaf, s.as_subtree, s.raised) if e]
        assert taken.total <= min(others) + MARGIN + 1e-6
        assert s.as_subtree.n == pytest.approx(s.as_leaf.n)


@law(0.1)
@given(datasets(weights=False, max_rows=24), programs(), st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(dataset, parameters, random):
    order = list(range(dataset.n_rows))
    random.shuffle(order)
    one, other = prune(grow(dataset, parameters)), prune(grow(dataset.take(order), parameters))
    for ours, theirs in ((one.grown, other.grown), (one.tree, other.tree)):
        assert list(ours.nodes) == list(theirs.nodes)
        for a, b in zip(ours.walk(), theirs.walk()):
            assert (a.id, a.split, a.prediction) == (b.id, b.split, b.prediction)
            assert a.counts == pytest.approx(b.counts, abs=1e-9)


@law(0.1)
@given(datasets(max_rows=24), programs(), st.booleans())
def test_shares_add_up_to_one_for_rows_with_gaps_as_well(dataset, parameters, laplace):
    tree = prune(grow(dataset, replace(parameters, laplace=laplace))).tree
    blank = [
        np.where(np.arange(len(c)) % 2, c, np.nan if c.dtype.kind == "f" else -1)
        for c in dataset.columns
    ]
    blank = [b.astype(c.dtype) for b, c in zip(blank, dataset.columns)]
    for columns in (dataset.columns, blank):
        shares = predict_distribution(tree, columns)
        assert shares.sum(axis=1) == pytest.approx(1, abs=1e-9)
        assert (shares >= 0).all()


@law(0.1)
@given(datasets(max_rows=24), st.booleans(), st.data())
def test_reduced_error_pruning_errs_less_or_as_often_on_the_rows_held_out(dataset, ties, data):
    held = data.draw(st.lists(st.booleans(), min_size=dataset.n_rows, max_size=dataset.n_rows))
    held = np.array(held)
    if held.all() or not held.any():
        return
    parameters = Parameters(pruning="reduced_error", prune_ties=ties)
    pruning = prune(
        grow(dataset.take(np.flatnonzero(~held)), parameters),
        validation=dataset.take(np.flatnonzero(held)),
    )
    for s in pruning.steps:
        taken = s.as_leaf if s.decision == "leaf" else s.as_subtree
        assert taken.e <= s.as_subtree.e + 1e-6
        assert s.decision == "keep" or ties or taken.e < s.as_subtree.e
    kept = prune(pruning.grown, replace(parameters), validation=pruning.validation, limit=0)
    assert pruning.estimate.e <= kept.estimate.e + 1e-6


@law(0.1)
@given(
    datasets(max_rows=24),
    st.sampled_from(["impurity", "error"]),
    st.sampled_from(["gini", "information_gain"]),
)
def test_each_subtree_on_the_path_is_the_cheapest_at_its_alpha(dataset, cost, criterion):
    tree = grow(dataset, Parameters(criterion=criterion))
    path = alpha_path(tree, cost)
    assert (path[0].n_leaves, path[-1].n_leaves) == (tree.n_leaves, 1)
    assert all(a.alpha <= b.alpha and a.n_leaves > b.n_leaves for a, b in pairwise(path))
    assert all(a.alpha < b.alpha for a, b in pairwise(path[1:]))
    for k, step in enumerate(path):
        assert subtree_at(tree, path, k).n_leaves == step.n_leaves
        worth = [s.cost + step.alpha * s.n_leaves for s in path]
        assert worth[k] == pytest.approx(min(worth), abs=1e-9)
    for node in tree.walk():  # no pruning by hand does better
        if not node.is_leaf:
            by_hand = alpha_path(prune_at(tree, [node.id]), cost)[0]
            for step in path:
                assert by_hand.cost + step.alpha * by_hand.n_leaves >= (
                    step.cost + step.alpha * step.n_leaves - 1e-9
                )


@law(0.1)
@given(st.floats(2, 500), st.floats(0, 1), st.sampled_from([0.01, 0.1, 0.25, 0.5]))
def test_less_confidence_adds_more_errors_but_never_more_than_are_left(n, share, confidence):
    """From two rows on: below, Release 8's rule for fractions of an error can turn negative."""
    e = n * share
    for formula in FORMULAS:
        little = added_errors(n, e, confidence, formula=formula)
        much = added_errors(n, e, confidence / 2, formula=formula)
        assert -1e-7 * n <= little <= much + 1e-7 * n
        assert much <= n - e + 1e-7 * n
