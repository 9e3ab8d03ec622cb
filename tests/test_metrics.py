"""Every score against scikit-learn's on random tables, and its sum against a reader's arithmetic."""

from __future__ import annotations

import math
import re
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest
from sklearn import metrics as theirs
from sklearn.calibration import calibration_curve
from sklearn.dummy import DummyClassifier

from c45 import (
    ALGORITHMS,
    DataError,
    Dataset,
    ParameterError,
    grow,
    hold_out,
    load_dataset,
    metrics,
)
from c45.evaluate import baseline, calibration_of, evaluate, ranking_of
from c45.notation import shown

NAMES = ("ash", "elm", "fir", "oak", "yew")


def random_confusion(seed: int) -> tuple[np.ndarray, tuple[str, ...]]:
    """Two to five classes; at times a class without rows, or one that no row gets."""
    rng = np.random.default_rng(seed)
    n_classes = int(rng.integers(2, 6))
    table = rng.integers(0, rng.choice([2, 10, 1000]), size=(n_classes, n_classes))
    if rng.random() < 0.2:
        table[rng.integers(n_classes)] = 0
    if rng.random() < 0.2:
        table[:, rng.integers(n_classes)] = 0
    return table, NAMES[:n_classes]


def as_rows(table: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """True class, predicted class and weight: one row a cell."""
    true, got = np.indices(table.shape)
    return true.ravel(), got.ravel(), table.ravel().astype(float)


def test_500_random_tables_score_as_in_scikit_learn():
    seen_undefined = 0
    for seed in range(500):
        table, classes = random_confusion(seed)
        if not table.sum():
            assert all(s.value is None and s.note for s in metrics.all_scores(table, classes))
            continue
        true, got, weight = as_rows(table)
        there = weight > 0
        true, got, weight = true[there], got[there], weight[there]
        precision, recall, f1, _ = theirs.precision_recall_fscore_support(
            true, got, labels=range(len(classes)), sample_weight=weight, zero_division=np.nan
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # classes that are predicted and have no row
            expected = [
                theirs.accuracy_score(true, got, sample_weight=weight),
                theirs.balanced_accuracy_score(true, got, sample_weight=weight),
                theirs.matthews_corrcoef(true, got, sample_weight=weight),
            ]
        expected += [x for k in range(len(classes)) for x in (precision[k], recall[k], f1[k])]
        ours = metrics.all_scores(table, classes)
        for score, value in zip(ours, expected):
            if score.value is None:
                seen_undefined += 1
                assert score.note.endswith(".")
                # where it is not defined, scikit-learn says 0 for the correlation
                assert value == 0 if score.name == "Matthews correlation" else math.isnan(value)
            else:
                assert score.value == pytest.approx(value, abs=1e-12), (seed, score.name)
    assert seen_undefined > 50


ROOT = "\N{SQUARE ROOT}"


def taken(sum_: str) -> float:
    """The value of a sum as a reader works it out."""
    sum_ = re.sub(r"\|([^|]*)\|", r"abs(\1)", sum_)
    for sign, python in ((ROOT, "math.sqrt"), ("×", "*"), ("−", "-"), ("²", "**2")):
        sum_ = sum_.replace(sign, python)
    return eval(sum_, {"math": math})


def assert_adds_up(score: metrics.Score) -> None:
    if score.value is not None:
        left, right = score.worked.rsplit(" = ", 1)
        places = len(right.partition(".")[2])
        assert right == shown(score.value, places)
        assert shown(taken(left), places) == right, score.worked


@given(st.integers(0, 10**6), st.booleans())
@settings(max_examples=200, deadline=None)
def test_a_readers_arithmetic_on_the_digits_shown_gives_the_total_shown(seed, fractions):
    table, classes = random_confusion(seed)
    if fractions:
        table = table * np.random.default_rng(seed).random(table.shape)
    for score in metrics.all_scores(table, classes):
        assert_adds_up(score)
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 30))
    has, share = rng.random(n) < 0.5, rng.integers(0, 7, n) / 6
    weights = rng.random(n) + 0.01 if fractions else None
    curve = metrics.ranking_curve(has, share, weights=weights)
    found = metrics.calibration(has, share, weights=weights, n_bins=5)
    for score in (curve.roc_area, curve.average_precision, found.gap, found.brier):
        assert_adds_up(score)


def test_the_sums_of_the_report_on_wine():
    table = [[19, 0, 0], [2, 18, 1], [2, 4, 8]]
    scores = metrics.all_scores(table, ("class_0", "class_1", "class_2"))
    assert [s.worked for s in scores[:6]] == [
        "(19 + 18 + 8) / 54 = 0.833",
        "(19/19 + 18/21 + 8/14) / 3 = 0.810",
        "(45 × 54 − (19 × 23 + 21 × 22 + 14 × 9)) / √((54² − (23² + 22² + 9²)) × (54² − (19² + 21² + 14²)))"
        " = 0.752",
        "19 / (19 + 4) = 0.826",
        "19 / (19 + 0) = 1.000",
        "2 × 19 / (2 × 19 + 4 + 0) = 0.905",
    ]


def test_what_is_not_defined_says_so():
    table, classes = [[3, 0, 0], [0, 0, 0], [0, 0, 0]], ("a", "b", "c")
    assert [s.note for s in metrics.all_scores(table, classes)[:3]] == [
        "",
        "Classes 'b' and 'c' have no row and do not count in the mean.",
        "The Matthews correlation is not defined: all rows have one class.",
    ]
    assert metrics.matthews_correlation([[3, 0], [2, 0]]).note == (
        "The Matthews correlation is not defined: all rows got one class."
    )
    assert metrics.ranking_curve([True, True], [0.1, 0.2], of="a").notes == (
        "The ROC curve of 'a' is not defined: no row does not have this class.",
    )
    assert metrics.ranking_curve([False], [0.1], of="a").notes == (
        "The ROC curve of 'a' is not defined: no row has this class.",
        "The precision-recall curve of 'a' is not defined: no row has this class.",
    )
    assert metrics.calibration([], []).brier.note == (
        "There is no row to count, so no score is defined."
    )


def test_the_table_by_row_and_by_column():
    table = [[2, 1], [1, 1]]
    assert metrics.by_row(table) == ((2 / 3, 1 / 3), (1 / 2, 1 / 2))
    assert metrics.by_column(table) == ((2 / 3, 1 / 2), (1 / 3, 1 / 2))


# ---- curves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_the_curves_are_those_of_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 80))
    has = rng.random(n) < rng.choice([0.1, 0.5])
    has[:2] = True, False
    share = np.clip(rng.normal(0.4 + 0.2 * has, 0.3), 0, 1)
    if seed % 2:
        share = np.round(share, 1)  # ties
    weights = rng.random(n) + 0.1 if seed % 3 else None
    curve = metrics.ranking_curve(has, share, weights=weights)
    fpr, tpr, at = theirs.roc_curve(has, share, sample_weight=weights, drop_intermediate=False)
    assert [p.share for p in curve.points[1:]] == at[1:].tolist()
    assert [p.fpr for p in curve.points] == pytest.approx(fpr.tolist(), abs=1e-12)
    assert [p.recall for p in curve.points] == pytest.approx(tpr.tolist(), abs=1e-12)
    precision, recall, at = theirs.precision_recall_curve(has, share, sample_weight=weights)
    points = curve.points[:0:-1]
    assert [p.share for p in points] == at.tolist()
    assert [p.precision for p in points] == pytest.approx(precision[:-1].tolist(), abs=1e-12)
    assert [p.recall for p in points] == pytest.approx(recall[:-1].tolist(), abs=1e-12)
    assert curve.points[0].precision is None
    assert curve.roc_area.value == pytest.approx(
        theirs.roc_auc_score(has, share, sample_weight=weights), abs=1e-12
    )
    assert curve.average_precision.value == pytest.approx(
        theirs.average_precision_score(has, share, sample_weight=weights), abs=1e-12
    )
    found = metrics.calibration(has, share, weights=weights, n_bins=7)
    assert found.brier.value == pytest.approx(
        theirs.brier_score_loss(has, share, sample_weight=weights), abs=1e-12
    )
    if weights is None:
        true, said = calibration_curve(has, share, n_bins=7)
        assert [b.found for b in found.bins] == pytest.approx(true.tolist(), abs=1e-12)
        assert [b.said for b in found.bins] == pytest.approx(said.tolist(), abs=1e-12)


def test_the_example_of_fawcett():
    """Fawcett 2006, figure 3: 20 instances with their scores; the area by its algorithm 2."""
    has = [c == "p" for c in "ppnpppnnpnpnpnnnpnpn"]
    share = [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505]
    share += [0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.30, 0.1]
    curve = metrics.ranking_curve(has, share)
    assert [(p.fpr, p.recall) for p in curve.points[1:7]] == [
        (0.0, 0.1),
        (0.0, 0.2),
        (0.1, 0.2),
        (0.1, 0.3),
        (0.1, 0.4),
        (0.1, 0.5),
    ]
    assert curve.roc_area.value == pytest.approx(0.68)


def test_curves_of_a_tree():
    part = hold_out(load_dataset("wine"), 0.3, random_state=42)
    tree = grow(part.train, ALGORITHMS["C4.5"])
    X = part.test.to_frame()["proline"]
    assert len(X) == part.test.n_rows
    for name in tree.classes:
        curve, found = ranking_of(tree, part.test, name), calibration_of(tree, part.test, name)
        assert 0.5 < curve.roc_area.value <= 1
        assert sum(b.n for b in found.bins) == part.test.n_rows
        assert curve.n_class == part.test.class_counts[part.test.classes.index(name)]
    with pytest.raises(DataError) as error:
        ranking_of(tree, part.test, "beer")
    assert str(error.value) == (
        "There is no class called 'beer'. There are: class_0, class_1 and class_2."
    )


def test_a_class_that_the_tree_never_saw_has_share_0():
    table = Dataset.from_frame(pd.DataFrame({"x": [1, 2], "class": ["a", "b"]}), target="class")
    other = Dataset.from_frame(pd.DataFrame({"x": [1, 2], "class": ["c", "b"]}), target="class")
    curve = ranking_of(grow(table), other, "c")
    assert [(p.share, p.recall, p.fpr) for p in curve.points] == [(None, 0, 0), (0.0, 1, 1)]


# ---- the least to beat ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["wine", "iris", "playtennis_id3", "refund_marital"])
def test_the_baseline_is_scikit_learns_dummy(name):
    part = hold_out(load_dataset(name), 0.3, random_state=3)
    dummy = DummyClassifier(strategy="most_frequent")
    dummy.fit(np.zeros((part.train.n_rows, 1)), part.train.target)
    found = baseline(part.train, part.test)
    right = dummy.score(np.zeros((part.test.n_rows, 1)), part.test.target)
    assert found.accuracy == right
    assert (found.n_nodes, found.n_leaves, found.depth) == (1, 1, 0)
    assert found.error == pytest.approx(1 - right)


def test_the_scores_of_an_evaluation_are_the_numbers_it_shows():
    part = hold_out(load_dataset("wine"), 0.3, random_state=42)
    found = evaluate(grow(part.train), part.test)
    of = {(s.name, s.of): s.value for s in found.scores()}
    assert of["accuracy", ""] == found.accuracy
    for c in found.per_class:
        mine = [of[name, c.name] for name in ("precision", "recall", "F1")]
        assert mine == [c.precision, c.recall, c.f1]


# ---- an interval ----------------------------------------------------------------------------------


@given(st.integers(1, 200), st.floats(0, 1), st.sampled_from([0.5, 0.9, 0.95, 0.99]))
@settings(max_examples=100, deadline=None)
def test_wilsons_interval_is_scipys(n, share, confidence):
    k = round(share * n)
    ours = metrics.wilson_interval(k, n, confidence=confidence)
    scipys = binomtest(k, n).proportion_ci(confidence, method="wilson")
    assert (ours.low, ours.high) == pytest.approx((scipys.low, scipys.high), abs=1e-12)
    assert 0 <= ours.low <= ours.share <= ours.high <= 1


def test_an_interval_without_rows_and_a_bad_confidence():
    nothing = metrics.wilson_interval(0, 0)
    assert (nothing.share, nothing.low, nothing.high) == (None, None, None)
    assert nothing.sentence == "No training row came here: nothing is known."
    with pytest.raises(ParameterError, match="It must be above 0 and below 1"):
        metrics.wilson_interval(1, 2, confidence=95)
