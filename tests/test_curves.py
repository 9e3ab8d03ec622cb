"""Error curves: each point is the tree that its setting grows, scored as any tree is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from sklearn.tree import DecisionTreeClassifier

from c45 import (
    ALGORITHMS,
    Dataset,
    ParameterError,
    Parameters,
    alpha_curve,
    curve_over,
    depth_curve,
    evaluate,
    grow,
    hold_out,
    leaves_curve,
    load_dataset,
    size_curve,
)
from tests.tables import datasets

QUICK = settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def table(classes, **columns):
    return Dataset.from_frame(pd.DataFrame({**columns, "class": list(classes)}), target="class")


NOISY = table("aaaabaaabbbbabbb", x=range(16))  # two rows on the wrong side
CLEAN = table("aaaaaaaabbbbbbbb", x=range(16))


def test_error_against_depth_of_a_table_with_two_wrong_labels():
    curve = depth_curve(NOISY, CLEAN)
    assert [(p.x, p.n_leaves, p.train_error * 16, p.test_error * 16) for p in curve.points] == [
        (0, 1, 8, 8),
        (1, 2, 2, 0),
        (2, 4, 2, 0),
        (3, 6, 0, 2),
    ]
    assert curve.overfits
    assert curve.best.x == 1
    assert curve.sentence == (
        "The test error is least at maximum depth 1 (2 leaves): 0.000, with 0.125 on the training "
        "rows. With 6 leaves the training error falls to 0.000 and the test error rises to 0.125: "
        "the larger tree overfits."
    )


def test_no_overfitting_is_claimed_where_there_is_none():
    curve = depth_curve(CLEAN, CLEAN)
    assert not curve.overfits
    assert curve.sentence == (
        "The test error is least at maximum depth 1 (2 leaves): 0.000, with 0.000 on the training "
        "rows. No larger tree on this curve is better on the training rows and worse on these test "
        "rows."
    )


@given(datasets(max_rows=12))
@QUICK
def test_every_point_is_the_tree_of_its_setting(data):
    for curve, knob in (
        (depth_curve(data, data), "max_depth"),
        (leaves_curve(data, data), "max_leaf_nodes"),
    ):
        for p in curve.points:
            tree = grow(data, Parameters(**{knob: p.x}))
            assert p.tree == tree
            assert p.train_error == p.test_error == evaluate(tree, data).error
    errors = [p.test_error for p in curve.points]
    assert curve.best.test_error == min(errors)
    assert not curve.overfits  # train and test rows are the same
    # pruning adds no leaf and, alpha by alpha, only takes some
    path = alpha_curve(data, data)
    leaves = [p.n_leaves for p in path.points]
    assert leaves == sorted(leaves, reverse=True) and leaves[-1] == 1
    assert path.points[0].tree == grow(data)


def test_the_depth_curve_of_scikit_learn():
    """No two splits of a node tie in this table, so both grow the same tree."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(120, 3)).astype(np.float32).astype(float)
    y = np.where((X[:, 0] > 0) ^ (rng.random(120) < 0.15), "a", "b")
    data = table(y, **{f"x{j}": X[:, j] for j in range(3)})
    train, test = data.take(np.arange(80)), data.take(np.arange(80, 120))
    curve = depth_curve(train, test, depths=[1, 2])
    for p in curve.points:
        theirs = DecisionTreeClassifier(criterion="entropy", max_depth=p.x, random_state=0)
        theirs.fit(X[:80], y[:80])
        assert p.train_error == pytest.approx(1 - theirs.score(X[:80], y[:80]))
        assert p.test_error == pytest.approx(1 - theirs.score(X[80:], y[80:]))


def test_the_tutorials_depth_convention_ends_at_the_same_tree():
    part = hold_out(load_dataset("iris"), 0.3, random_state=0)
    free = replace(ALGORITHMS["tutorial CART"], max_depth=None)
    curve = depth_curve(part.train, part.test, free)
    tree = grow(part.train, free)
    assert curve.points[-1].n_leaves == tree.n_leaves
    assert curve.points[-2].n_leaves < tree.n_leaves


def test_the_learning_curve():
    part = hold_out(load_dataset("iris"), 0.3, random_state=0)
    told = []
    curve = size_curve(
        part.train, part.test, shares=[0.1, 0.5, 1.0], draws=3, progress=lambda *x: told.append(x)
    )
    assert [p.x for p in curve.points] == [10, 52, 105]
    assert told == [(i, 9) for i in range(1, 10)]
    whole = curve.points[-1]
    full = evaluate(grow(part.train), part.test)
    assert whole.test_spread < 0.05
    assert whole.test_error == pytest.approx(full.error, abs=0.05)
    assert curve.points[0].test_error > whole.test_error
    first, last = (f"{p.test_error:.3f}" for p in (curve.points[0], whole))
    assert (
        f"From 10 rows to 105 rows the mean test error falls from {first} to {last}."
        in curve.sentence
    )


def test_stopping_and_refusals():
    done = []
    curve = depth_curve(
        NOISY, CLEAN, progress=lambda *x: done.append(x), stop=lambda: len(done) == 2
    )
    assert (len(curve.points), curve.complete) == (2, False)
    stopped = alpha_curve(NOISY, CLEAN, stop=lambda: True)
    assert stopped.sentence == "No best point: stopped before the first point."
    nobody = CLEAN.take(np.array([], dtype=int))
    assert depth_curve(CLEAN, nobody).sentence == "No best point: there is no test row."
    with pytest.raises(
        ParameterError, match=r"A share of the training rows is 1.5. It must be above 0"
    ):
        size_curve(CLEAN, CLEAN, shares=[1.5])
    with pytest.raises(ParameterError, match=r"over is 'time'. It must be 'max_depth', "):
        curve_over("time", CLEAN, CLEAN)


@pytest.mark.parametrize("over", ["max_depth", "max_leaf_nodes", "ccp_alpha", "n_rows"])
def test_a_curve_by_name(over):
    curve = curve_over(over, NOISY, CLEAN)
    assert curve.over == over and curve.complete and curve.best in curve.points
    assert [p.x for p in curve.points] == sorted(p.x for p in curve.points)
