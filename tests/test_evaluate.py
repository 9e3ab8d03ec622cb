"""Rows held out, and what a tree makes of them. Figures: the report, and the tutorial CART."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split

from c45 import (
    ALGORITHMS,
    ClassScores,
    DataError,
    Dataset,
    Parameters,
    evaluate,
    grow,
    hold_out,
    load_dataset,
)
from c45.notation import rounded


def held_out(name, algorithm, test_size, random_state, **knobs):
    part = hold_out(load_dataset(name), test_size, random_state=random_state)
    tree = grow(part.train, replace(ALGORITHMS[algorithm], **knobs))
    return tree, evaluate(tree, part.test)


def table(classes, **columns):
    return Dataset.from_frame(pd.DataFrame({**columns, "class": list(classes)}), target="class")


# ---- the published figures ------------------------------------------------------------------------


def test_the_report_on_wine():
    """Simplified C4.5, wine, 70/30, min_samples_split 4: 83% right; precision and recall as printed."""
    tree, found = held_out("wine", "simplified C4.5", 0.3, 42, min_samples_split=4)
    assert found.confusion.tolist() == [[19, 0, 0], [2, 18, 1], [2, 4, 8]]
    assert (found.n, found.n_right, round(found.accuracy, 4)) == (54, 45, 0.8333)
    printed = {
        c.name: [str(rounded(x, 2)) for x in (c.precision, c.recall)] for c in found.per_class
    }
    assert printed == {
        "class_0": ["0.83", "1.00"],
        "class_1": ["0.82", "0.86"],
        "class_2": ["0.89", "0.57"],
    }
    assert tree.root.split.question() == "od280/od315_of_diluted_wines <= 2.19"
    assert round(tree.root.report.chosen.gain, 4) == 0.6937
    assert found.notes == ()


def test_the_report_on_mixed_iris():
    """Simplified C4.5, iris with two columns as words, max_depth 3: all 45 test rows right."""
    tree, found = held_out(
        "iris_mixed", "simplified C4.5", 0.3, 42, min_samples_split=4, max_depth=3
    )
    assert found.confusion.tolist() == [[19, 0, 0], [0, 13, 0], [0, 0, 13]]
    assert found.accuracy == 1.0
    assert tree.root.split.question() == "petal length"
    assert round(tree.root.report.chosen.gain, 4) == 1.2686


TUTORIAL_TREE = [
    ("", "petal_length <= 1.7", 0.33904421497105636),
    ("  ", "setosa", None),
    ("  ", "petal_width <= 1.5", 0.40269559500328744),
    ("    ", "petal_length <= 4.9", 0.04996712689020377),
    ("      ", "versicolor", None),
    ("      ", "virginica", None),
    ("    ", "petal_length <= 4.8", 0.040912933220625364),
    ("      ", "sepal_width <= 2.8", 0.5),
    ("        ", "virginica", None),
    ("        ", "versicolor", None),
    ("      ", "petal_width <= 1.7", 0.026938775510204082),
    ("        ", "virginica", None),
    ("        ", "virginica", None),
]


def test_the_tutorial_cart_prints_this_tree():
    tree, found = held_out(
        "iris_tutorial", "tutorial CART", 0.2, 41, min_samples_split=3, max_depth=3
    )
    ours = [
        (
            "  " * n.depth,
            n.split.question() if n.split else n.prediction,
            n.report.chosen.gain if n.split else None,
        )
        for n in tree.walk()
    ]
    assert [line[:2] for line in ours] == [line[:2] for line in TUTORIAL_TREE]
    gains = [(a[2], b[2]) for a, b in zip(ours, TUTORIAL_TREE) if b[2] is not None]
    assert all(abs(a - b) < 1e-12 for a, b in gains)
    assert len(gains) == 6
    assert found.accuracy == 0.8666666666666667
    assert (found.n_nodes, found.n_leaves) == (13, 7)
    assert found.depth == 4  # max_depth 3 gives four levels of tests in the tutorial


# ---- holding rows out -----------------------------------------------------------------------------


@pytest.mark.parametrize("stratified", [False, True])
def test_the_same_rows_as_train_test_split_on_the_frame(stratified):
    iris = load_dataset("iris")
    frame = iris.to_frame()
    labels = frame.pop("species").astype(str)
    _, X_test, _, y_test = train_test_split(
        frame, labels, test_size=0.3, random_state=7, stratify=labels if stratified else None
    )
    part = hold_out(iris, 0.3, stratified=stratified, random_state=7)
    assert part.test_rows.tolist() == X_test.index.tolist()
    assert part.test.to_frame()["species"].astype(str).tolist() == y_test.tolist()
    assert sorted([*part.train_rows, *part.test_rows]) == list(range(150))
    if stratified:
        assert part.test.class_counts.tolist() == [15, 15, 15]


@pytest.mark.parametrize(
    ("classes", "test_size", "stratified", "sentence"),
    [
        (
            "aaab",
            0.5,
            True,
            "Class 'b' has only 1 row, so it cannot be in both parts of a stratified split. "
            "Split without stratifying, or leave the class out.",
        ),
        (
            "aaabbb",
            0.1,
            True,
            "The test part would have 1 row for 2 classes, too few for a stratified split. "
            "Change the share, or split without stratifying.",
        ),
        (
            "aabb",
            0.7,
            True,
            "The training part would have 1 row for 2 classes, too few for a stratified split. "
            "Change the share, or split without stratifying.",
        ),
        (
            "a",
            0.3,
            False,
            "Of 1 row, a share of 0.3 for the test leaves none to grow from. "
            "Take a smaller share, or a table with more rows.",
        ),
        (
            "ab",
            1.0,
            False,
            "The share of test rows is 1.0. It must be above 0 and below 1, such as 0.3.",
        ),
        (
            "ab",
            float("nan"),
            False,
            "The share of test rows is nan. It must be above 0 and below 1, such as 0.3.",
        ),
    ],
)
def test_a_split_that_cannot_be_made_says_why(classes, test_size, stratified, sentence):
    with pytest.raises(DataError) as error:
        hold_out(table(classes, x=range(len(classes))), test_size, stratified=stratified)
    assert str(error.value) == sentence


# ---- counting -------------------------------------------------------------------------------------


def test_the_scores_of_a_small_table():
    train = table("aabb", x=[1, 2, 3, 4])
    test = table("aaabb", x=[1, 2, 9, 9, 1])
    found = evaluate(grow(train), test)
    assert found.predicted == ("a", "a", "b", "b", "a")
    assert found.confusion.tolist() == [[2, 1], [1, 1]]
    assert found.per_class == (
        ClassScores("a", 2 / 3, 2 / 3, 2 / 3, 3),
        ClassScores("b", 1 / 2, 1 / 2, 1 / 2, 2),
    )
    assert (found.accuracy, found.n_right, found.n) == (0.6, 3, 5)
    assert (found.n_nodes, found.n_leaves, found.depth) == (3, 2, 1)


def test_what_is_not_defined_is_none_and_a_sentence():
    train = table("aabbc", x=[1, 2, 3, 4, 4])  # c never wins a leaf
    found = evaluate(grow(train, Parameters(max_depth=1)), table("aad", x=[1, 3, 9]))
    assert found.classes == ("a", "b", "c", "d")
    assert found.confusion.tolist() == [[1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 0, 0]]
    assert found.per_class == (
        ClassScores("a", 1.0, 0.5, 2 / 3, 2),
        ClassScores("b", 0.0, None, 0.0, 0),
        ClassScores("c", None, None, None, 0),
        ClassScores("d", None, 0.0, 0.0, 1),
    )
    assert found.notes == (
        "Recall of 'b' is not defined: no row has this class.",
        "Precision, recall and F1 of 'c' are not defined: no row has this class, and none got it.",
        "Precision of 'd' is not defined: no row got this class.",
    )


def test_a_table_without_rows_has_no_scores():
    train = table("ab", x=[1, 2])
    found = evaluate(grow(train), train.take(np.array([], dtype=int)))
    assert (found.n, found.n_right, found.accuracy) == (0, 0, None)
    assert found.confusion.tolist() == [[0, 0], [0, 0]]
    assert found.notes == ("There is no row to count, so no score is defined.",)


def test_a_table_of_one_class():
    only = table("aaa", x=[1, 2, 3])
    found = evaluate(grow(only), only)
    assert (found.confusion.tolist(), found.accuracy, found.notes) == ([[3]], 1.0, ())


def test_rows_count_by_weight():
    frame = pd.DataFrame({"x": [1, 2, 9], "class": ["a", "a", "a"]})
    test = Dataset.from_frame(frame, target="class", weights=[0.5, 0, 1.5])
    found = evaluate(grow(table("ab", x=[1, 5])), test)
    assert found.confusion.tolist() == [[0.5, 1.5], [0, 0]]
    assert (found.n, found.n_right, found.accuracy) == (2.0, 0.5, 0.25)


def test_categories_in_another_order_are_the_same_categories():
    tree = grow(table("abb", wind=pd.Categorical(["low", "high", "high"], ["low", "high"])))
    test = table("abb", wind=pd.Categorical(["low", "high", "high"], ["high", "low", "mid"]))
    assert evaluate(tree, test).confusion.tolist() == [[1, 0], [0, 2]]


def test_a_table_without_the_attributes_of_the_tree_is_refused():
    with pytest.raises(DataError, match="There is no attribute called 'x'"):
        evaluate(grow(table("ab", x=[1, 2])), table("ab", y=[1, 2]))


def test_the_scores_are_those_of_scikit_learns_report():
    tree, found = held_out("wine", "simplified C4.5", 0.3, 42, min_samples_split=4)
    part = hold_out(load_dataset("wine"), 0.3, random_state=42)
    true = [part.test.classes[k] for k in part.test.target]
    report = classification_report(true, list(found.predicted), output_dict=True)
    for c in found.per_class:
        theirs = report[c.name]
        assert [c.precision, c.recall, c.f1, c.support] == list(theirs.values())
    assert found.accuracy == report["accuracy"]
    assert tree.n_leaves == found.n_leaves
