"""Folds and grids against scikit-learn's own cross_validate and GridSearchCV; the corrected t-test."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.datasets import make_moons
from sklearn.model_selection import (
    GridSearchCV,
    LeaveOneOut,
    RepeatedStratifiedKFold,
    StratifiedKFold,
)
from sklearn.model_selection import cross_validate as sklearns
from sklearn.svm import SVC

from c45 import (
    ALGORITHMS,
    C45Classifier,
    DataError,
    Dataset,
    ParameterError,
    Parameters,
    compare_settings,
    cross_validate,
    load_dataset,
    make_folds,
    search_grid,
)
from c45.cross_validation import CrossValidation, FoldResult, Folds, corrected_t_test
from c45.grid import GridCell, pick
from c45.metrics import Score


def table(classes, **columns):
    return Dataset.from_frame(pd.DataFrame({**columns, "class": list(classes)}), target="class")


def as_sklearn(dataset):
    frame = dataset.to_frame()
    return frame.drop(columns=dataset.target_name), frame[dataset.target_name].astype(str)


# ---- against scikit-learn -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["wine", "iris"])
@pytest.mark.parametrize(
    ("score", "scoring"),
    [
        ("accuracy", "accuracy"),
        ("balanced accuracy", "balanced_accuracy"),
        ("Matthews correlation", "matthews_corrcoef"),
    ],
)
def test_each_fold_scores_as_in_cross_validate(name, score, scoring):
    data = load_dataset(name)
    X, y = as_sklearn(data)
    ours = cross_validate(
        data, ALGORITHMS["C4.5"], make_folds(data, k=5, random_state=3), score=score
    )
    theirs = sklearns(
        C45Classifier.from_algorithm("C4.5"),
        X,
        y,
        cv=StratifiedKFold(5, shuffle=True, random_state=3),
        scoring=scoring,
    )["test_score"]
    assert list(ours.values) == pytest.approx(theirs.tolist(), abs=1e-12)
    assert ours.mean == pytest.approx(theirs.mean(), abs=1e-12)
    assert ours.spread == pytest.approx(theirs.std(ddof=1), abs=1e-12)
    assert ours.confusion.sum() == data.n_rows
    assert ours.notes == ()


@pytest.mark.parametrize("name", ["wine", "iris"])
def test_a_grid_scores_as_in_grid_search_cv(name):
    data = load_dataset(name)
    X, y = as_sklearn(data)
    axes = {
        "criterion": ["information_gain", "gini"],
        "max_depth": [1, 3],
        "min_samples_split": [2, 8],
        "pruning": ["none", "pessimistic"],
    }
    theirs = GridSearchCV(
        C45Classifier(), axes, cv=StratifiedKFold(3, shuffle=True, random_state=0), refit=False
    ).fit(X, y)
    ours = search_grid(data, axes, make_folds(data, k=3, random_state=0))
    assert ours.complete
    assert [dict(c.changes) for c in ours.cells] == theirs.cv_results_["params"]
    for i in range(3):
        split = [c.result.values[i] for c in ours.cells]
        assert split == pytest.approx(
            theirs.cv_results_[f"split{i}_test_score"].tolist(), abs=1e-12
        )
    means = [c.result.mean for c in ours.cells]
    assert means == pytest.approx(theirs.cv_results_["mean_test_score"].tolist(), abs=1e-12)
    # scikit-learn's spread divides by n, ours by n - 1
    spreads = [c.result.spread * np.sqrt(2 / 3) for c in ours.cells]
    assert spreads == pytest.approx(theirs.cv_results_["std_test_score"].tolist(), abs=1e-12)
    assert ours.best.result.mean == pytest.approx(theirs.best_score_, abs=1e-12)
    same = [c for c in ours.cells if c.result.mean > theirs.best_score_ - 1e-12]
    assert ours.best.result.mean_leaves == min(c.result.mean_leaves for c in same)
    least = ours.best.result.mean - ours.best.result.standard_error
    assert ours.simplest.result.mean >= least
    simpler = [c for c in ours.cells if c.result.mean_leaves < ours.simplest.result.mean_leaves]
    assert all(c.result.mean < least for c in simpler)


def test_the_folds_are_scikit_learns():
    iris = load_dataset("iris")
    labels = np.array(iris.classes)[iris.target]
    for ours, theirs in [
        (make_folds(iris, k=7, random_state=5), StratifiedKFold(7, shuffle=True, random_state=5)),
        (
            make_folds(iris, "repeated", k=4, repeats=3, random_state=5),
            RepeatedStratifiedKFold(n_splits=4, n_repeats=3, random_state=5),
        ),
        (make_folds(iris, "leave_one_out"), LeaveOneOut()),
    ]:
        expected = list(theirs.split(np.zeros(150), labels))
        assert len(ours) == len(expected)
        for a, b in zip(ours.pairs, expected):
            assert a[0].tolist() == b[0].tolist()
            assert a[1].tolist() == b[1].tolist()


def test_the_folds_in_words():
    iris = load_dataset("iris")
    assert make_folds(iris, "repeated", k=4, repeats=3).sentence == (
        "3 rounds of 4 folds, each with its share of every class: 112 or 113 rows to grow from, "
        "37 or 38 to test by."
    )
    assert make_folds(iris, "leave_one_out").sentence == (
        "150 folds of one row each: the tree grows from the other 149."
    )
    assert make_folds(table("aaaab", x=range(5)), k=3).sentence == (
        "3 folds, each with its share of every class: 3 or 4 rows to grow from, 1 or 2 to test by. "
        "Class 'b' has fewer rows than folds, so some folds test none of them."
    )


def test_leave_one_out_tests_each_row_once():
    data = load_dataset("playtennis_id3")
    seen = []
    found = cross_validate(
        data,
        ALGORITHMS["ID3"],
        make_folds(data, "leave_one_out"),
        progress=lambda done, total: seen.append((done, total)),
    )
    X, y = as_sklearn(data)
    theirs = sklearns(C45Classifier(), X, y, cv=LeaveOneOut())["test_score"]
    assert list(found.values) == theirs.tolist()
    assert found.confusion.sum() == 14
    assert seen == [(i, 14) for i in range(1, 15)]


def test_a_fold_without_a_score_is_left_out_of_the_mean_and_said():
    data = table("aaaabbbb", x=range(8))
    found = cross_validate(
        data, Parameters(), make_folds(data, "leave_one_out"), score="Matthews correlation"
    )
    assert (found.mean, found.spread, found.standard_error) == (None, None, None)
    assert found.notes == (
        "8 folds do not count in the mean. "
        "The Matthews correlation is not defined: all rows have one class.",
    )


# ---- stopping -------------------------------------------------------------------------------------


def test_stopping_keeps_what_is_done():
    data, done = load_dataset("playtennis_id3"), []
    folds = make_folds(data, k=5)
    found = cross_validate(
        data,
        Parameters(),
        folds,
        progress=lambda d, _: done.append(d),
        stop=lambda: len(done) == 2,
    )
    assert (len(found.results), found.complete) == (2, False)
    done.clear()
    grid = search_grid(
        data,
        {"max_depth": [0, 1, 2]},
        folds,
        progress=lambda d, total: done.append((d, total)),
        stop=lambda: len(done) == 12,
    )
    assert done[-1] == (12, 15)
    assert [dict(c.changes) for c in grid.cells] == [{"max_depth": 0}, {"max_depth": 1}]
    assert not grid.complete
    nothing = search_grid(data, {"max_depth": [0]}, folds, stop=lambda: True)
    assert (nothing.best, nothing.simplest, nothing.sentence) == (
        None,
        None,
        "There is no best setting: no setting was finished.",
    )


# ---- the pick -------------------------------------------------------------------------------------


FOLDS = Folds("stratified", 4, 1, 0, ())


def cell(words, values, leaves):
    results = tuple(
        FoldResult(i, 0, 30, 10, Score("accuracy", v), np.zeros((2, 2)), leaves, 1)
        for i, v in enumerate(values)
    )
    return GridCell(words, CrossValidation(Parameters(), "accuracy", results, FOLDS, ("a", "b")))


def test_the_simplest_within_one_standard_error():
    large = cell({"max_depth": None}, [0.9, 0.9, 0.8, 1.0], 20)  # mean 0.9, standard error 0.041
    small = cell({"max_depth": 3}, [0.86, 0.86, 0.86, 0.88], 4)
    stump = cell({"max_depth": 1}, [0.8, 0.85, 0.85, 0.85], 2)
    assert pick([stump, small, large]) == (
        large,
        small,
        "Best is max_depth no limit: mean accuracy 0.900, 20.0 leaves on average. Within one standard "
        "error of it (0.900 − 0.041 = 0.859), the simplest is max_depth 3: mean 0.865, 4.0 leaves.",
    )
    assert pick([stump, large]) == (
        large,
        large,
        "Best is max_depth no limit: mean accuracy 0.900, 20.0 leaves on average. No setting with "
        "fewer leaves comes within one standard error of it (0.900 − 0.041 = 0.859).",
    )


def test_of_equal_means_the_one_with_fewest_leaves():
    first, second = cell({"max_depth": 9}, [1.0, 1.0], 8), cell({"max_depth": 3}, [1.0, 1.0], 4)
    best, simplest, sentence = pick([first, second])
    assert best is simplest is second
    assert sentence == (
        "Best is max_depth 3: mean accuracy 1.000, 4.0 leaves on average. 1 other setting scores the "
        "same; this one has the fewest leaves. Its folds all score 1.000, so the standard error is 0, "
        "and nothing simpler is as good."
    )


# ---- two settings ---------------------------------------------------------------------------------


def test_the_example_of_scikit_learns_user_guide():
    """Statistical comparison of models using grid search: t 0.750, one-sided p 0.227."""
    X, y = make_moons(noise=0.352, random_state=1, n_samples=100)
    cv = RepeatedStratifiedKFold(n_splits=10, n_repeats=10, random_state=0)
    scores = [
        sklearns(SVC(kernel=k, random_state=0), X, y, cv=cv, scoring="roc_auc")["test_score"]
        for k in ("rbf", "linear")
    ]
    found = corrected_t_test(*scores, ratio=10 / 90, names=("rbf", "linear"))
    assert (round(found.t, 3), round(found.p / 2, 3), found.degrees) == (0.750, 0.227, 99)
    assert not found.differ
    assert found.sentence == (
        "No difference is shown: the mean difference is 0.010, and chance alone would give one as "
        "large in 45.5% of cases."
    )


def test_without_the_correction_it_is_the_paired_t_test():
    rng = np.random.default_rng(0)
    a, b = rng.random(10), rng.random(10)
    found = corrected_t_test(a, b, ratio=0.0)
    plain = stats.ttest_rel(a, b)
    assert (found.t, found.p) == pytest.approx((plain.statistic, plain.pvalue), abs=1e-12)
    assert abs(corrected_t_test(a, b, ratio=1 / 9).t) < abs(found.t)


def test_two_settings_on_the_same_folds():
    wine = load_dataset("wine")
    folds = make_folds(wine, k=5)
    stump, tree = (cross_validate(wine, Parameters(max_depth=d), folds) for d in (1, 3))
    found = compare_settings(tree, stump, names=("depth 3", "depth 1"))
    assert found.differences == pytest.approx([a - b for a, b in zip(tree.values, stump.values)])
    assert found.differ
    assert found.ratio == pytest.approx(0.25, abs=0.01)
    assert found.sentence.startswith(
        f"depth 3 is better by {found.mean:.3f} on average, and chance"
    )
    same = compare_settings(tree, tree, names=("depth 3", "depth 3 again"))
    assert (same.t, same.p, same.differ) == (None, None, False)
    assert same.sentence == "depth 3 and depth 3 again score the same in all 5 folds."
    other = cross_validate(wine, Parameters(max_depth=1), make_folds(wine, k=5))
    with pytest.raises(ParameterError, match="not tested on the same folds"):
        compare_settings(tree, other)


def test_differences_that_do_not_vary():
    found = corrected_t_test([0.75, 0.5, 1.0], [0.5, 0.25, 0.75], ratio=0.5, names=("A", "B"))
    assert (found.mean, found.t, found.p) == (0.25, None, None)
    assert found.sentence == (
        "A is better by 0.250 in every fold alike, so the differences do not vary and no t is defined."
    )
    assert corrected_t_test([0.5], [0.4], ratio=0.5).sentence == (
        "1 fold with a score in both cannot show a difference; 2 are needed."
    )


# ---- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "error", "sentence"),
    [
        (
            lambda: make_folds(table("a", x=[1])),
            DataError,
            "The table has 1 row. Cross-validation needs 2 or more, to grow from some and test by "
            "others.",
        ),
        (
            lambda: make_folds(table("aabb", x=range(4)), k=3),
            DataError,
            "3 folds are more than the 2 rows of the largest class, so no class could be in every "
            "fold. Take fewer folds, or leave one out.",
        ),
        (
            lambda: make_folds(table("aabb", x=range(4)), k=1),
            ParameterError,
            "k is 1. It must be a whole number, 2 or more.",
        ),
        (
            lambda: make_folds(table("aabb", x=range(4)), "bootstrap"),
            ParameterError,
            "kind is 'bootstrap'. It must be 'stratified', 'repeated' or 'leave_one_out'.",
        ),
        (
            lambda: search_grid(table("ab", x=[1, 2]), {"depth": [1]}, FOLDS),
            ParameterError,
            "There is no knob called 'depth'. See c45.KNOBS.",
        ),
        (
            lambda: cross_validate(table("ab", x=[1, 2]), Parameters(), FOLDS, score="R2"),
            ParameterError,
            "score is 'R2'. It must be 'accuracy', 'balanced accuracy' or 'Matthews correlation'.",
        ),
    ],
)
def test_what_cannot_be_done_says_why(make, error, sentence):
    with pytest.raises(error) as raised:
        make()
    assert str(raised.value) == sentence


def test_a_base_setting_is_kept():
    data = load_dataset("playtennis_id3")
    base = replace(ALGORITHMS["C4.5"], min_branch_rows=1)
    grid = search_grid(data, {"max_depth": [1]}, make_folds(data, k=2), base=base)
    assert grid.cell(max_depth=1).result.parameters == replace(base, max_depth=1)
    assert grid.cell(max_depth=2) is None
