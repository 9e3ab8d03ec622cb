"""What goes wrong: the number behind each lesson by brute force, and conclusions that follow from it."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from c45 import (
    ALGORITHMS,
    WEAKNESSES,
    DataError,
    Dataset,
    ParameterError,
    Parameters,
    bootstrap_samples,
    decision_regions,
    diagonal_boundary,
    diagonal_table,
    discretisation,
    evaluate,
    greed,
    grow,
    hold_out,
    imbalance,
    instability,
    irrelevant_attributes,
    label_noise,
    load_dataset,
    many_values,
    overfitting,
    variance,
)
from c45.measures import entropy
from c45.predict import columns_of, predict
from tests.tables import datasets

QUICK = settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def table(classes, **columns):
    return Dataset.from_frame(pd.DataFrame({**columns, "class": list(classes)}), target="class")


def part_of(name, seed=0):
    return hold_out(load_dataset(name), 0.3, random_state=seed)


#: Two words that agree with the class everywhere: nothing to go wrong.
CLEAR = table("a" * 20 + "b" * 20, x=[*range(20), *range(50, 70)])


# ---- instability ----------------------------------------------------------------------------------


def test_instability_on_wine_counts_the_roots():
    wine = load_dataset("wine")
    found = instability(wine, n_trees=12, random_state=1)
    roots = [
        grow(wine.take(s)).root.split.attribute for s in bootstrap_samples(178, 12, random_state=1)
    ]
    own = grow(wine).root.split.attribute
    assert found.number == sum(r != own for r in roots) / 12
    assert found.shown
    assert {row[0]: row[1] for row in found.rows} == {r: roots.count(r) for r in roots}
    assert (
        f"but {round(12 * found.number)} of 12 trees of bootstrap samples begin otherwise"
        in found.conclusion
    )


def test_no_instability_is_claimed_where_there_is_none():
    for way in ("bootstrap", "leave_one_out"):
        found = instability(CLEAR, way=way, n_trees=15)
        assert (found.number, found.shown) == (0.0, False)
        assert "begin with x: the first question is stable here." in found.conclusion
        assert found.conclusion.endswith("give another answer to 0 of 40 rows.")
        assert found.extra["disagreement"].max() == 0


def test_leaving_one_row_out_of_hair_and_eyes():
    data = load_dataset("hair_eyes_height")
    found = instability(data, way="leave_one_out")
    roots = [grow(data.take(np.delete(np.arange(8), i))).root.split.attribute for i in range(8)]
    assert found.number == sum(r != "Hair" for r in roots) / 8
    assert found.extra["tree"].root.split.attribute == "Hair"
    with pytest.raises(ParameterError, match="way is 'jackknife'"):
        instability(data, way="jackknife")


# ---- many values ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["playtennis_id3", "iris", "refund_marital"])
def test_a_row_number_wins_by_gain(name):
    data = load_dataset(name)
    found = many_values(data)
    gains = {row[0]: row[1] for row in found.rows}
    own = gains.pop("row number")
    assert own == pytest.approx(float(entropy(data.class_counts)))  # every branch is pure
    assert found.number == pytest.approx(own - max(gains.values()))
    assert found.shown
    ratios = {row[0]: row[3] for row in found.rows}
    wins = ratios["row number"] == max(ratios.values())
    assert found.extra["wins_by_ratio"] is wins
    assert ("the most too" in found.conclusion) is wins
    assert ("By gain ratio it does not" in found.conclusion) is not wins


def test_a_row_number_does_not_win_against_a_perfect_attribute():
    found = many_values(CLEAR)
    assert (found.number, found.shown) == (0.0, False)
    assert found.conclusion.startswith(
        "By gain the row number does not win: x gains 1.000 bits as well"
    )


# ---- greed ----------------------------------------------------------------------------------------


def fewest_errors_by_hand(data, depth):
    """Every tree of the depth with binary cuts of numbers, one after the other."""
    frame, target = list(data.columns), data.target

    def leaf(rows):
        return len(rows) - max(np.bincount(target[rows])) if len(rows) else 0

    def best(rows, d):
        if d == 0 or not len(rows):
            return leaf(rows)
        found = leaf(rows)
        for c in frame:
            for cut in sorted(set(c[rows]))[:-1]:
                left, right = rows[c[rows] <= cut], rows[c[rows] > cut]
                found = min(found, best(left, d - 1) + best(right, d - 1))
        return found

    return best(np.arange(len(target)), depth)


@given(st.integers(0, 10**6), st.integers(1, 2))
@QUICK
def test_the_best_tree_is_the_best_of_all(seed, depth):
    rng = np.random.default_rng(seed)
    data = table(
        np.array(list("abc"))[rng.integers(0, 3, 14)],
        **{f"x{j}": rng.integers(0, 6, 14) for j in range(3)},
    )
    found = greed(data, depth=depth)
    errors = {row[0]: row[2] for row in found.rows}
    assert errors["best"] == fewest_errors_by_hand(data, depth)
    greedy = grow(data, Parameters(max_depth=depth))
    assert errors["greedy"] == 14 - evaluate(greedy, data).n_right
    assert found.number == errors["greedy"] - errors["best"] >= 0
    assert found.shown == (found.number > 0)
    best = found.extra["best"]
    assert best.depth <= depth
    assert 14 - evaluate(best, data).n_right == errors["best"]


@given(datasets(max_rows=10), st.sampled_from(list(ALGORITHMS)))
@QUICK
def test_greed_never_errs_less_than_the_best(data, algorithm):
    found = greed(data, ALGORITHMS[algorithm])
    errors = {row[0]: row[2] for row in found.rows}
    assert errors["best"] <= errors["greedy"] + 1e-9
    assert found.shown == ("greed costs nothing" not in found.conclusion)


def test_greed_on_xor():
    found = greed(load_dataset("xor"), Parameters(zero_gain=False))
    assert found.conclusion == (
        "The greedy tree is a single leaf and errs on 4 of 8 rows. The best tree of depth 2 begins with x1 "
        "and errs on 0: the greedy tree stops, as it does not look one question ahead."
    )


def test_greed_on_a_bait():
    """XOR of x and y, and z that is right in 6 of 8 rows: greed takes the bait."""
    data = table("abbaabba", x=[0, 0, 1, 1] * 2, y=[0, 1, 0, 1] * 2, z=[0, 1, 1, 0, 0, 1, 0, 1])
    found = greed(data)
    assert (found.number, found.shown) == (2.0, True)
    assert found.extra["greedy"].root.split.attribute == "z"
    assert found.extra["best"].root.split.attribute in ("x", "y")
    assert found.conclusion.endswith(
        "errs on 0: the first question that gains most is not the best to begin with."
    )


def test_greed_costs_nothing_on_iris():
    found = greed(load_dataset("iris"))
    assert (found.number, found.shown) == (0.0, False)
    assert found.conclusion == (
        "The greedy tree begins with petal length <= 2.45 and errs on 6 of 150 rows. No tree of depth 2 errs "
        "on fewer, so greed costs nothing here."
    )


def test_greed_refuses_and_stops():
    with pytest.raises(ParameterError, match="depth is 3"):
        greed(CLEAR, depth=3)
    many = table("ab" * 1600, x=np.arange(3200))
    with pytest.raises(DataError, match="There are 3,199 first questions, too many"):
        greed(many)
    stopped = greed(load_dataset("iris"), stop=lambda: True)
    assert (stopped.number, stopped.shown) == (None, False)


# ---- boundaries -----------------------------------------------------------------------------------


def test_a_slanted_line_takes_many_steps():
    found = diagonal_boundary(diagonal_table(), "x", "y")
    plain, slanted = found.extra["plain"], found.extra["slanted"]
    assert slanted.root.split.attribute == "x + y"
    assert (slanted.n_leaves, found.number) == (2, plain.n_leaves - 2)
    assert found.shown and f"needs {plain.n_leaves} leaves" in found.conclusion


def test_a_straight_line_takes_none():
    straight = table("a" * 20 + "b" * 20, x=[*range(40)], y=[i * 7 % 40 for i in range(40)])
    found = diagonal_boundary(straight, "x", "y")
    assert (found.number, found.shown) == (0.0, False)
    assert found.conclusion.endswith("a slanted question does not help here.")
    iris = load_dataset("iris")
    saved = diagonal_boundary(iris, "petal length", "petal width")
    assert saved.shown == (
        saved.extra["slanted"].n_leaves < saved.extra["plain"].n_leaves
        and saved.rows[1][2] <= saved.rows[0][2]
    )


def test_what_has_no_line():
    with pytest.raises(DataError, match="holds no numbers"):
        diagonal_boundary(load_dataset("iris_mixed"), "petal length", "petal width")
    with pytest.raises(DataError, match="has one value only"):
        diagonal_boundary(table("ab", x=[1, 2], y=[3, 3]), "x", "y")
    with pytest.raises(DataError, match="Take two different attributes"):
        diagonal_boundary(CLEAR, "x", "x")


def test_decision_regions_answer_as_the_tree_does():
    iris = load_dataset("iris")
    tree = grow(iris)
    plane = decision_regions(tree, "petal length", "petal width", resolution=12)
    assert plane.answers.shape == (12, 12)
    assert plane.held == {"sepal length": 5.8, "sepal width": 3.0}
    for i, j in itertools.product((0, 5, 11), repeat=2):
        row = {**plane.held, "petal length": plane.xs[j], "petal width": plane.ys[i]}
        answer = predict(tree, columns_of(tree, pd.DataFrame([row])))[0]
        assert plane.classes[plane.answers[i, j]] == answer
    mixed = decision_regions(grow(load_dataset("iris_mixed")), "sepal width", "petal width")
    assert set(mixed.held) == {"sepal length", "petal length"}
    assert set(mixed.held.values()) <= {"small", "medium", "large"}


# ---- columns --------------------------------------------------------------------------------------


def test_random_columns_are_asked_for():
    found = irrelevant_attributes(part_of("wine"), counts=(0, 10), draws=2)
    assert [row[0] for row in found.rows] == [0, 10]
    assert found.rows[0][1] == 0.0
    assert found.rows[0][2] == evaluate(grow(part_of("wine").train), part_of("wine").test).error
    assert found.number == pytest.approx(found.rows[1][2] - found.rows[0][2])
    assert found.shown == (found.number > 1e-12)
    assert ("rises from" in found.conclusion) is found.shown


def test_random_columns_do_no_harm_where_one_question_settles_all():
    part = hold_out(CLEAR, 0.3, stratified=True)
    found = irrelevant_attributes(part, counts=(0, 3), draws=3)
    assert (found.number, found.shown) == (0.0, False)
    assert found.conclusion == (
        "With 3 random columns, 0% of the questions ask for one. The mean test error does not rise: 0.000 "
        "with 0, 0.000 with 3."
    )


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "iris",
            "Two intervals of equal width cut petal length at 3.95 and gain 0.721 bits; the best threshold, "
            "2.45, gains 0.918. It takes 3 intervals of equal width to gain as much.",
        ),
        (
            "wine",
            "Two intervals of equal width cut flavanoids at 2.71 and gain 0.329 bits; the best threshold, "
            "1.575, gains 0.647. It takes 4 intervals of equal width to gain as much.",
        ),
    ],
)
def test_intervals_of_equal_width_lose_gain(name, sentence):
    found = discretisation(load_dataset(name))
    assert found.shown and found.conclusion == sentence


def test_intervals_that_lose_nothing():
    found = discretisation(table("aabb", x=[1, 2, 3, 4]))
    assert (found.number, found.shown) == (0.0, False)
    assert found.conclusion.endswith("It takes 2 intervals of equal width to gain as much.")
    with pytest.raises(DataError, match="No continuous attribute separates"):
        discretisation(load_dataset("playtennis_id3"))


# ---- fit ------------------------------------------------------------------------------------------


def test_overfitting_follows_the_curve():
    for name in ("wine", "iris", "playtennis_id3"):
        found = overfitting(part_of(name))
        errors = [row[3] for row in found.rows]
        assert found.number == pytest.approx(errors[-1] - min(errors), abs=1e-12)
        assert ("overfits" in found.conclusion) is found.shown
        assert found.shown == found.extra["curve"].overfits
    assert overfitting(part_of("wine")).shown and not overfitting(part_of("iris")).shown


def test_accuracy_hides_a_rare_class():
    found = imbalance(load_dataset("wine"), "class_2", draws=3)
    assert found.shown and found.number > 0.1
    assert found.conclusion.endswith("accuracy hides them.")
    share, accuracy, least, recall = found.rows[-1]
    assert (share, found.number) == (0.05, pytest.approx(accuracy - recall))
    assert 0 < least < 1


def test_a_rare_class_that_is_found():
    clear = table("a" * 60 + "b" * 20, x=[*range(60), *range(100, 120)])
    found = imbalance(clear, shares=(0.1,), draws=3)
    assert (found.extra["rare"], found.number, found.shown) == ("b", 0.0, False)
    assert found.conclusion.endswith("here the rare class is not lost.")
    with pytest.raises(DataError, match="too few to make it rare"):
        imbalance(load_dataset("xor"))
    with pytest.raises(DataError, match="There is no class called 'c'"):
        imbalance(clear, "c")


def test_wrong_classes_make_trees_large_and_wrong():
    for name in ("iris", "wine"):
        found = label_noise(part_of(name), shares=(0.0, 0.3), draws=2)
        (_, few, clean), (_, many, worse) = found.rows
        assert many > few and found.number == pytest.approx(worse - clean) and found.shown
        assert clean == evaluate(grow(part_of(name).train), part_of(name).test).error
        assert f"rises from {clean:.3f} to {worse:.3f}." in found.conclusion


def test_pruning_bears_noise_better():
    part = part_of("iris")
    book = replace(ALGORITHMS["C4.5"], pruning="pessimistic")
    grown, pruned = (
        label_noise(part, p, shares=(0.0, 0.2), draws=3)
        for p in (replace(book, pruning="none"), book)
    )
    assert pruned.rows[1][1] < grown.rows[1][1]


@pytest.mark.parametrize("name", ["iris", "wine"])
def test_a_vote_takes_variance_away(name):
    part = part_of(name)
    found = variance(part, n_trees=9)
    answers = np.array(
        [
            [part.test.classes.index(a) for a in evaluate(t, part.test).predicted]
            for t in found.extra["trees"]
        ]
    )
    vote = [np.bincount(column, minlength=3).argmax() for column in answers.T]
    single = float((answers != part.test.target).mean())
    together = float((np.array(vote) != part.test.target).mean())
    assert found.number == pytest.approx(single - together)
    assert found.shown == (found.number > 1e-12)
    assert ("is variance" in found.conclusion) is found.shown


def test_no_variance_is_claimed_where_there_is_none():
    found = variance(hold_out(CLEAR, 0.3, stratified=True), n_trees=5)
    assert (found.number, found.shown) == (0.0, False)
    assert "The vote is no better here" in found.conclusion


# ---- all of them ----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", WEAKNESSES)
def test_each_lesson_asks_first_and_concludes_in_two_sentences(key):
    part, data = hold_out(CLEAR, 0.3, stratified=True), CLEAR
    lesson = WEAKNESSES[key]
    if key in ("overfitting", "irrelevant_attributes", "label_noise", "variance"):
        found = lesson(part)
    elif key == "diagonal_boundary":
        found = lesson(diagonal_table(40), "x", "y")
    else:
        found = lesson(data)
    assert found.key == key
    assert found.question.endswith("?")
    assert found.conclusion.count(". ") == 1 and found.conclusion.endswith(".")
    assert all(len(row) == len(found.columns) for row in found.rows)
    assert found.number is not None and found.rule.startswith(("shown where", "unstable where"))


@pytest.mark.parametrize(
    "key", ["instability", "irrelevant_attributes", "label_noise", "variance", "overfitting"]
)
def test_a_lesson_that_is_stopped_claims_nothing(key):
    part = hold_out(CLEAR, 0.3)
    found = WEAKNESSES[key](CLEAR if key == "instability" else part, stop=lambda: True)
    assert (found.number, found.shown) == (None, False)
