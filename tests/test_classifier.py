"""The estimator: scikit-learn's own checks, tables with words and gaps, weights, and what it says."""

import inspect
import json
import os
import pickle
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from c45 import (
    ALGORITHMS,
    KNOBS,
    C45Classifier,
    DataError,
    ParameterError,
    Parameters,
    grow,
    load_dataset,
)
from c45.given import MAX_REPEATED_ROWS

PLAY = pd.DataFrame(
    {
        "wind": ["weak", "strong", "weak", None, "strong", "weak"],
        "degrees": [20, 21.5, 30, 28, 25, np.nan],
        "holiday": [True, False, True, False, True, False],
    }
)
ANSWER = np.array(["play", "rest", "rest", "play", "rest", "play"])


def shape_of(tree):
    """All that a tree says: every node with its question, its counts and its answer."""
    return [(n.split, n.counts.tolist(), n.n_rows, n.prediction) for n in tree.walk()]


# ---- the knobs ------------------------------------------------------------------------------------


def test_the_arguments_are_the_knobs():
    """A knob added to parameters.py is missing here until it has its two lines in C45Classifier."""
    arguments = inspect.signature(C45Classifier).parameters
    ours = {name: argument.default for name, argument in arguments.items()}
    assert ours.pop("verbose") is False
    assert ours == {name: knob.default for name, knob in KNOBS.items()}
    assert list(ours) == list(KNOBS)
    assert all(a.kind is inspect.Parameter.KEYWORD_ONLY for a in arguments.values())
    assert C45Classifier().get_params() == {**ours, "verbose": False}


def test_every_knob_reaches_the_tree():
    other = {
        name: next(c for c in knob.choices if c != knob.default)
        if knob.choices
        else (not knob.default if knob.is_switch else knob.low + 1)
        for name, knob in KNOBS.items()
        if name not in ("pruning", "confidence", "held_out")
    }
    model = C45Classifier(**other, confidence=0.1, held_out=0.4).fit([[1], [2]], ["a", "b"])
    expected = Parameters(**other, confidence=0.1, held_out=0.4)
    assert model.tree_.parameters == expected
    assert len(expected.changed()) == len(KNOBS) - 1  # all but pruning


def test_a_preset_is_all_its_knobs_and_those_given_on_top():
    model = C45Classifier.from_algorithm("tutorial CART", max_depth=3)
    assert model.threshold_at == "data_value"
    assert model.max_depth == 3
    assert model.random_state == ALGORITHMS["tutorial CART"].random_state
    with pytest.raises(
        ParameterError, match=r"There is no algorithm called 'C5'. It must be 'ID3', "
    ):
        C45Classifier.from_algorithm("C5")


@pytest.mark.parametrize(
    ("knob", "value"), [("criterion", "chi2"), ("min_samples_split", 1), ("random_state", -1)]
)
def test_a_value_that_a_knob_cannot_take_is_found_in_fit(knob, value):
    model = C45Classifier(**{knob: value})
    with pytest.raises(ParameterError, match=f"{knob} is {value!r}"):
        model.fit([[1], [2]], ["a", "b"])


def test_random_state_is_a_seed_a_generator_or_none():
    X, y = np.zeros((4, 8)), [0, 1, 0, 1]
    X[[1, 3]] = 1  # all eight columns tie

    def root(random_state):
        model = C45Classifier(tie_rule="random", random_state=random_state).fit(X, y)
        return model.tree_.root.split.attribute

    assert root(3) == root(3) == root(np.int64(3))
    assert root(np.random.RandomState(3)) == root(np.random.RandomState(3))
    one = np.random.RandomState(0)
    assert len({root(one) for _ in range(30)}) > 1
    assert len({root(None) for _ in range(30)}) > 1
    with pytest.raises(ValueError, match="cannot be used to seed"):
        root("three")


# ---- scikit-learn ---------------------------------------------------------------------------------

SETTINGS = {
    "defaults": {},
    "gini": {"criterion": "gini"},
    "C4.5": {
        "criterion": "gain_ratio",
        "average_gain_rule": True,
        "min_branch_rows": 2,
        "cut_minimum": True,
        "cut_penalty": True,
        "threshold_at": "training_value",
    },
    "random ties": {"tie_rule": "random", "majority_tie": "random"},
    "random cuts, no seed": {"splitter": "random", "random_state": None},
    "best first": {"max_leaf_nodes": 6},
    "no gaps": {"missing": "refuse"},
    "Release 8": {**ALGORITHMS["C4.5 Release 8"].changed()},
    "cost-complexity": {"pruning": "cost_complexity", "ccp_alpha": 0.01, "criterion": "gini"},
    "reduced error": {"pruning": "reduced_error"},
}

RUN_CHECKS = """
import json, sys
from sklearn.utils.estimator_checks import check_estimator
from c45 import C45Classifier

for knobs in json.load(sys.stdin):
    done = check_estimator(C45Classifier(**knobs), on_fail=None, on_skip=None)
    print(json.dumps([[c["check_name"], c["status"], str(c["exception"])] for c in done]))
"""


def test_check_estimator_passes_and_skips_nothing():
    """In a process of its own: one check is skipped unless SciPy starts with SCIPY_ARRAY_API set."""
    run = subprocess.run(
        [sys.executable, "-c", RUN_CHECKS],
        input=json.dumps(list(SETTINGS.values())),
        env={**os.environ, "SCIPY_ARRAY_API": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    results = dict(zip(SETTINGS, map(json.loads, run.stdout.splitlines()), strict=True))
    assert {name: len(done) >= 60 for name, done in results.items()} == dict.fromkeys(
        SETTINGS, True
    )
    other = {
        name: [check for check in done if check[1] != "passed"] for name, done in results.items()
    }
    assert other == {name: [] for name in SETTINGS}


def test_clone_pickle_and_html():
    model = C45Classifier(criterion="entropy", max_depth=2).fit(PLAY, ANSWER)
    copy = clone(model)
    assert copy.get_params() == model.get_params()
    assert copy.criterion == "entropy"
    assert not hasattr(copy, "tree_")
    again = pickle.loads(pickle.dumps(model))
    assert again.tree_ == model.tree_
    assert again.predict_proba(PLAY).tolist() == model.predict_proba(PLAY).tolist()
    assert "C45Classifier" in model._repr_html_()


def test_search_pipeline_and_cross_validation_on_words_and_numbers():
    iris = load_dataset("iris_mixed").to_frame()
    y = iris.pop("species")
    steps = make_pipeline(FunctionTransformer(), C45Classifier())
    grid = {"c45classifier__max_depth": [1, 3], "c45classifier__criterion": ["gini", "gain_ratio"]}
    search = GridSearchCV(steps, grid, cv=3).fit(iris, y)
    assert search.best_params_["c45classifier__max_depth"] == 3
    assert search.best_score_ > 0.9
    assert cross_val_score(C45Classifier(max_depth=3), iris, y, cv=3).min() > 0.85


# ---- tables ---------------------------------------------------------------------------------------


def test_kinds_of_columns():
    X = PLAY.assign(size=pd.Categorical(["m", "l", "m", "s", "s", "l"], ["s", "m", "l", "xl"]))
    tree = C45Classifier().fit(X, pd.Series(ANSWER, name="todo")).tree_
    assert [(a.name, a.kind, a.categories) for a in tree.attributes] == [
        ("wind", "categorical", ("strong", "weak")),
        ("degrees", "continuous", ()),
        ("holiday", "categorical", ("False", "True")),
        ("size", "categorical", ("s", "m", "l", "xl")),
    ]
    assert tree.target_name == "todo"
    assert tree.dataset.gaps == {"wind": 1, "degrees": 1}


@pytest.mark.parametrize(
    ("column", "kind", "gaps"),
    [
        ([1, 2, 3], "continuous", 0),
        ([1, 2.5, np.nan], "continuous", 1),
        (pd.array([1, pd.NA, 3], dtype="Int64"), "continuous", 1),
        (np.array([1, None, 3], dtype=object), "continuous", 1),
        (np.array([1, pd.NA, 3.5], dtype=object), "continuous", 1),
        (["1", "2", None], "categorical", 1),
        (np.array(["a", np.nan, "b"], dtype=object), "categorical", 1),
        (np.array(["a", 1, "b"], dtype=object), "categorical", 0),
        ([True, False, True], "categorical", 0),
        (pd.array([True, pd.NA, False], dtype="boolean"), "categorical", 1),
        (pd.Categorical([1, 2, None]), "categorical", 1),
    ],
)
def test_kind_and_gaps_of_one_column(column, kind, gaps):
    model = C45Classifier().fit(pd.DataFrame({"x": column}), ["a", "b", "a"])
    assert model.tree_.attributes[0].kind == kind
    assert model.tree_.dataset.gaps == ({"x": gaps} if gaps else {})
    assert len(model.predict(pd.DataFrame({"x": column}))) == 3


def test_arrays_lists_and_frames_give_one_tree():
    rows = [["a", 1.0, True], ["b", 2.0, False], ["a", 3.0, True], [None, 4.0, None]]
    y = [0, 1, 1, 0]
    trees = [
        C45Classifier().fit(X, y)
        for X in (
            rows,
            np.array(rows, dtype=object),
            pd.DataFrame(rows),
            pd.DataFrame(rows).to_numpy(),
        )
    ]
    assert [a.kind for a in trees[0].tree_.attributes] == [
        "categorical",
        "continuous",
        "categorical",
    ]
    assert [a.name for a in trees[0].tree_.attributes] == ["x0", "x1", "x2"]
    assert not hasattr(trees[2], "feature_names_in_")
    assert all(t.tree_ == trees[0].tree_ for t in trees)
    assert [t.predict(rows).tolist() for t in trees] == [y] * 4


def test_the_tree_is_the_one_that_grow_grows():
    for name in ("iris", "iris_mixed", "golf_c45_missing"):
        dataset = load_dataset(name)
        frame = dataset.to_frame()
        y = frame.pop(dataset.target_name).astype(str)
        ours = C45Classifier(criterion="gain_ratio").fit(frame, y).tree_
        theirs = grow(dataset, Parameters(criterion="gain_ratio"))
        assert [(n.id, n.split, n.n) for n in ours.walk()] == [
            (n.id, n.split, n.n) for n in theirs.walk()
        ]


def test_labels_come_back_as_they_were():
    X = [[1], [2], [3]]
    for y in ([10, 9, 10], ["b", "a", "b"], [True, False, True], [2.0, 1.0, 2.0]):
        model = C45Classifier().fit(X, y)
        assert model.classes_.tolist() == sorted(set(y))
        assert model.predict(X).tolist() == y
        assert model.predict(X).dtype == model.classes_.dtype
    assert C45Classifier().fit(X, [10, 9, 10]).tree_.classes == ("9", "10")


def test_names_and_numbers_of_columns():
    model = C45Classifier().fit(PLAY, ANSWER)
    assert model.feature_names_in_.tolist() == ["wind", "degrees", "holiday"]
    assert model.n_features_in_ == 3
    with pytest.raises(ValueError, match="feature names should match"):
        model.predict(PLAY[["degrees", "wind", "holiday"]])
    with pytest.raises(ValueError, match="X has 2 features"):
        C45Classifier().fit(PLAY.to_numpy(), ANSWER).predict(PLAY.to_numpy()[:, :2])


def test_a_column_called_like_the_target_keeps_its_name():
    X = pd.DataFrame({"class": [1, 2]})
    tree = C45Classifier().fit(X, ["a", "b"]).tree_
    assert tree.attributes[0].name == "class"
    assert tree.target_name == "class (target)"


def test_a_row_with_a_gap_goes_every_way():
    # degrees <= 25 holds 2 rows of 3, so 2/3 of the new row goes there.
    model = C45Classifier().fit([[20], [24], [26]], ["play", "play", "rest"])
    assert model.predict_proba([[np.nan]]).tolist() == [
        [pytest.approx(2 / 3), pytest.approx(1 / 3)]
    ]
    assert model.predict([[np.nan]]).tolist() == ["play"]
    assert model.apply([[20], [26]]).tolist() == [1, 2]
    assert model.score([[20], [26]], ["play", "play"]) == 0.5


def test_infinite_values_and_gaps_where_none_may_be_are_refused():
    model = C45Classifier(missing="refuse").fit(PLAY.dropna(), ANSWER[PLAY.notna().all(axis=1)])
    with pytest.raises(
        DataError, match=r"'wind' has a missing value \(NaN\), and missing='refuse'"
    ):
        model.predict(PLAY)
    with pytest.raises(DataError, match="Column 'wind' has no value in 1 row of 6"):
        model.fit(PLAY, ANSWER)
    with pytest.raises(DataError, match="'degrees' has an infinite value"):
        model.predict(PLAY.dropna().assign(degrees=np.inf))
    with pytest.raises(DataError, match="Column 'degrees' has an infinite value in row 1"):
        C45Classifier().fit(PLAY.assign(degrees=np.inf), ANSWER)


def test_fit_leaves_its_input_alone():
    X, y = np.array([[-0.0, 1], [2, 3], [4, np.nan]]), np.array([0, 1, 1])
    before = X.copy(), y.copy()
    C45Classifier().fit(X, y)
    assert X.flags.writeable
    assert y.flags.writeable
    np.testing.assert_array_equal(X, before[0])
    np.testing.assert_array_equal(y, before[1])
    assert np.signbit(X[0, 0])
    frame = PLAY.copy()
    C45Classifier().fit(frame, ANSWER)
    pd.testing.assert_frame_equal(frame, PLAY)


def test_a_chain_of_2000_nodes_fits_predicts_and_pickles():
    X = np.arange(1001.0)[:, None]
    y = np.arange(1001) % 2
    model = C45Classifier(tie_rule="first").fit(X, y)
    assert model.tree_.n_nodes == 2001
    assert pickle.loads(pickle.dumps(model)).score(X, y) == 1.0


# ---- weights --------------------------------------------------------------------------------------


@pytest.mark.parametrize("knobs", [{}, {"min_samples_split": 5}, {"min_samples_leaf": 0.2}])
@pytest.mark.parametrize("words", [False, True])
def test_a_whole_weight_is_a_repeated_row_and_zero_is_no_row(knobs, words):
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.integers(0, 5, size=(40, 3)), columns=list("abc"))
    if words:
        X["b"] = X["b"].map(dict(enumerate("vwxyz")))
    y = rng.integers(0, 3, size=40)
    weights = rng.integers(0, 4, size=40)
    assert (weights == 0).any()
    weighted = C45Classifier(**knobs).fit(X, y, sample_weight=weights)
    repeated = C45Classifier(**knobs).fit(X.loc[np.repeat(X.index, weights)], np.repeat(y, weights))
    assert weighted.tree_.n_nodes > 3
    assert shape_of(weighted.tree_) == shape_of(repeated.tree_)
    assert weighted.tree_.attributes == repeated.tree_.attributes


def test_other_weights_are_weights():
    X, y = [[1], [2], [3], [4]], ["a", "b", "b", "b"]
    model = C45Classifier(max_depth=0).fit(X, y, sample_weight=[4.5, 0.5, 1, 0])
    assert model.tree_.root.counts.tolist() == [4.5, 1.5]
    assert model.predict_proba([[9]]).tolist() == [[0.75, 0.25]]
    huge = C45Classifier(max_depth=0).fit(X, y, sample_weight=[MAX_REPEATED_ROWS, 1, 1, 0])
    assert (huge.tree_.root.n, huge.tree_.root.n_rows) == (MAX_REPEATED_ROWS + 2, 3)


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ([0, 0], "Every weight is zero, so there is no row to grow from."),
        ([1, -1], "A weight is below 0. Weights say how often a row counts."),
        (
            [1, 1, 1],
            "sample_weight has shape (3,); it must have one number a row, 2 in all.",
        ),
    ],
)
def test_weights_that_are_none(weights, sentence):
    with pytest.raises(DataError) as error:
        C45Classifier().fit([[1], [2]], ["a", "b"], sample_weight=weights)
    assert str(error.value) == sentence


# ---- what it says ---------------------------------------------------------------------------------


@pytest.fixture
def hair():
    dataset = load_dataset("hair_eyes_height")
    frame = dataset.to_frame()
    y = frame.pop("Attractive").astype(str)
    return frame, y


def test_verbose_prints_each_split_with_its_gain(hair, capsys):
    C45Classifier(verbose=True).fit(*hair)
    assert capsys.readouterr().out == (
        "Node 0: Hair, gain 0.454 bits\n"
        "  Node 1: Eyes, gain 1.000 bits\n"
        "    Node 2: No. All 2 rows are No.\n"
        "    Node 3: Yes. All 2 rows are Yes.\n"
        "  Node 4: No. All 3 rows are No.\n"
        "  Node 5: Yes. The only row is Yes.\n"
    )
    C45Classifier(verbose=True, criterion="gain_ratio", max_depth=1).fit(*hair)
    assert capsys.readouterr().out.startswith("Node 0: Eyes, gain 0.348 bits, gain ratio 0.364\n")
    C45Classifier(verbose=True, criterion="gini", max_depth=1).fit(*hair)
    assert capsys.readouterr().out.startswith("Node 0: Hair, gain 0.219\n")


def test_verbose_prints_each_test_while_predicting(hair, capsys):
    frame, y = hair
    model = C45Classifier().fit(frame, y).set_params(verbose=True)
    model.predict(frame.iloc[:2])
    assert capsys.readouterr().out == (
        "Row 0:\n"
        "  Hair is Blonde.\n"
        "  Eyes is Brown.\n"
        "  The answer is No: 2 of 2 training rows here.\n"
        "Row 1:\n"
        "  Hair is Dark.\n"
        "  The answer is No: 3 of 3 training rows here.\n"
    )


def test_nothing_is_printed_unless_asked_for(hair, capsys):
    C45Classifier().fit(*hair).predict(hair[0])
    assert capsys.readouterr().out == ""


def test_explain_path_takes_a_row_in_any_form():
    X = pd.DataFrame({"petal length": [1.4, 4.7, 6.0], "petal width": [0.2, 1.4, 2.5]})
    y = ["setosa", "versicolor", "virginica"]
    model = C45Classifier().fit(X, y)
    told = (
        "petal length is 4.7: above 3.05.\n"
        "petal length is 4.7: at most 5.35.\n"
        "The answer is versicolor: 1 of 1 training row here."
    )
    assert model.explain_path(X.iloc[1]) == told
    assert model.explain_path(X.iloc[[1]]) == told
    assert model.explain_path({"petal length": 4.7}) == told
    assert model.explain_path([4.7, 1.4]) == told
    bare = C45Classifier().fit(X.to_numpy(), y)
    assert bare.explain_path(X.iloc[1]).startswith("x0 is 4.7: above 3.05.")


def test_explain_path_of_a_gap_and_of_an_unseen_word(hair):
    model = C45Classifier().fit(*hair)
    ways = "the row goes every way, 4 of 8 to Blonde, 3 of 8 to Dark and 1 of 8 to Red."
    told = f"Hair is not known: {ways}\nThe answer is No, with 63% over all ways."
    assert model.explain_path({"Height": "Tall"}) == told  # (2 + 3) / 8 and not (2 + 1) / 8
    assert model.explain_path({"Hair": "Green", "Eyes": "Brown"}) == told.replace("63%", "88%")
    assert C45Classifier(max_depth=0).fit(*hair).explain_path(["Small", "Red", "Blue"]) == (
        "The answer is No: 5 of 8 training rows here."
    )


def test_explain_path_says_what_is_wrong_with_a_row():
    model = C45Classifier().fit(PLAY, ANSWER)
    with pytest.raises(DataError, match=r"The row has 2 values, but the tree has 3 columns."):
        model.explain_path([1, 2])
    with pytest.raises(DataError, match=r"One row can be explained at a time, not 6."):
        model.explain_path(PLAY)
    with pytest.raises(DataError, match="The row has none of the columns of the tree: 'wind', "):
        model.explain_path({"Wind": "weak"})


def test_numbers_of_numpy_are_numbers():
    grid = {"max_depth": np.arange(1, 3), "min_samples_leaf": np.array([0.1, 0.2])}
    search = GridSearchCV(C45Classifier(), grid, cv=2, error_score="raise")
    X, y = np.arange(20.0)[:, None], np.repeat([0, 1], 10)
    found = search.fit(X, y).best_estimator_.tree_.parameters
    assert (found.max_depth, type(found.max_depth), found.min_samples_leaf) == (1, int, 0.1)
    with pytest.raises(ParameterError, match=r"max_depth is np.float64\(1\.5\)"):
        C45Classifier(max_depth=np.float64(1.5)).fit(X, y)
