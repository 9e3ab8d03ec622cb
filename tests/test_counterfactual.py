"""The smallest change against brute force over a grid of values; how sure an answer is."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from c45 import (
    ALGORITHMS,
    DataError,
    Dataset,
    Limit,
    ParameterError,
    Parameters,
    bootstrap_agreement,
    certainty,
    counterfactual,
    from_json,
    grow,
    grow_and_prune,
    load_dataset,
    to_json,
)
from c45.counterfactual import options_in_words
from c45.predict import columns_of, predict
from c45.resampling import (
    agreement,
    bootstrap_samples,
    leave_one_out_samples,
    root_frequencies,
    trees_of,
    votes,
)
from tests.tables import NUMBERS, WORDS, datasets

LAWS = settings(
    max_examples=200,
    deadline=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
    ],
)


def answer_of(tree, row):
    return predict(tree, columns_of(tree, pd.DataFrame([row])))[0]


def allowed(limit, value):
    if limit is None:
        return False
    if isinstance(value, str):
        return limit.categories is None or value in limit.categories
    return (limit.low is None or value >= limit.low) and (limit.high is None or value <= limit.high)


def smallest_by_hand(tree, row, limits, by):
    """Try every combination of the values at which some test of the tree changes."""
    choices = []
    for a in tree.attributes:
        values = {row[a.name]}
        if a.is_continuous:
            cuts = [
                n.split.threshold for n in tree.walk() if n.split and n.split.attribute == a.name
            ]
            new = {x for t in cuts for x in (t, float(np.nextafter(t, math.inf)))}
            limit = limits.get(a.name)
            new |= {x for x in (limit.low, limit.high) if x is not None} if limit else set()
        else:
            new = set(a.categories)
        if a.name in limits:
            new = {v for v in new if allowed(limits[a.name], v)}
        choices.append(sorted(values | new, key=str))
    rows = pd.DataFrame(
        list(itertools.product(*choices)), columns=[a.name for a in tree.attributes]
    )
    answers = np.array(predict(tree, columns_of(tree, rows)))
    cost, changed = np.zeros(len(rows)), np.zeros(len(rows))
    for a, column in zip(tree.attributes, tree.dataset.columns):
        differs = (rows[a.name] != row[a.name]).to_numpy()
        changed += differs
        if a.is_continuous:
            scale = float(column.max() - column.min()) or 1.0
            cost += np.abs(rows[a.name].to_numpy(dtype=float) - row[a.name]) / scale
        else:
            cost += differs
    other = answers != answer_of(tree, row)
    if not other.any():
        return None
    if by == "attributes":
        other &= changed == changed[other].min()
        return changed[other].min(), cost[other].min()
    return cost[other].min()


@st.composite
def cases(draw):
    data = draw(datasets(gaps=False, weights=False, max_rows=10))
    algorithm = draw(st.sampled_from(["ID3", "CART", "C4.5", "tutorial CART"]))
    row, limits = {}, {}
    for a in data.attributes:
        row[a.name] = draw(NUMBERS if a.is_continuous else st.sampled_from(WORDS))
        if draw(st.integers(0, 3)) == 0:
            limits[a.name] = draw(
                st.one_of(
                    st.none(),
                    st.just(
                        Limit(low=0.5, high=2.5)
                        if a.is_continuous
                        else Limit(categories=("elm", "oak"))
                    ),
                )
            )
    return grow_and_prune(data, ALGORITHMS[algorithm]).tree, row, limits


@given(cases(), st.sampled_from(["distance", "attributes"]))
@LAWS
def test_the_change_is_valid_and_no_smaller_one_exists(case, by):
    tree, row, limits = case
    # a category that a subset split does not know sends the row both ways: no single leaf
    assume(all(n.split.kind != "subset" for n in tree.walk() if n.split))
    found = counterfactual(tree, row, limits=limits, by=by)
    expected = smallest_by_hand(tree, row, limits, by)
    if expected is None:
        assert found.smallest is None
        return
    for option in found.options:
        assert answer_of(tree, option.changed(row)) == option.answer != found.answer
        assert all(
            allowed(limits[c.attribute], c.after) for c in option.changes if c.attribute in limits
        )
    best = found.smallest
    if by == "distance":
        assert best.cost == pytest.approx(expected, abs=1e-9)
    else:
        assert (len(best.changes), best.cost) == (expected[0], pytest.approx(expected[1], abs=1e-9))


# ---- by example -----------------------------------------------------------------------------------


SETOSA = {"sepal length": 5.1, "sepal width": 3.5, "petal length": 1.4, "petal width": 0.2}


def test_iris_by_hand():
    """The root cuts petal length at 2.45 of a range of 5.9; behind it petal width 0.2 is small."""
    tree = grow(load_dataset("iris"))
    found = counterfactual(tree, SETOSA)
    assert found.sentence == (
        "The answer is setosa. It would be versicolor with petal length from 1.4 to above 2.45."
    )
    assert found.smallest.cost == pytest.approx((2.45 - 1.4) / (6.9 - 1.0))
    assert options_in_words(found)[0] == (
        "petal length from 1.4 to above 2.45: versicolor (cost 0.178, 1 change)"
    )
    changed = found.smallest.changed(SETOSA)
    assert answer_of(tree, changed) == "versicolor"
    assert changed["petal length"] == np.nextafter(2.45, math.inf)


def test_the_class_that_is_wanted_and_limits():
    tree = grow(load_dataset("iris"))
    found = counterfactual(tree, SETOSA, to="virginica")
    assert found.smallest.answer == "virginica"
    fixed = counterfactual(tree, SETOSA, limits={"petal length": None})
    assert (
        fixed.sentence
        == "The answer is setosa. No change of this row gives another answer within these limits."
    )
    assert fixed.options == ()
    low = counterfactual(tree, SETOSA, limits={"petal length": Limit(low=3)})
    assert low.sentence.endswith("with petal length from 1.4 to 3.")
    assert counterfactual(tree, SETOSA, to="setosa").sentence == "The answer is setosa already."


def test_a_gap_has_to_be_filled():
    tree = grow(load_dataset("playtennis_id3"))
    found = counterfactual(tree, {"Outlook": "Sunny"})
    assert found.answer == "No"
    assert [c.words for c in found.smallest.changes] in (
        [["Outlook from Sunny to Overcast"], ["Humidity from not known to Normal"]]
    )
    assert answer_of(tree, found.smallest.changed({"Outlook": "Sunny"})) == "Yes"


def test_refusals():
    tree = grow(load_dataset("iris"))
    for call, error, words in [
        (lambda: counterfactual(tree, SETOSA, by="hope"), ParameterError, "by is 'hope'"),
        (lambda: counterfactual(tree, SETOSA, to="rose"), DataError, "no class called 'rose'"),
        (
            lambda: counterfactual(tree, SETOSA, limits={"x": None}),
            ParameterError,
            "no attribute called 'x' to limit",
        ),
        (
            lambda: counterfactual(from_json(to_json(tree)), SETOSA),
            DataError,
            "read without its rows",
        ),
        (
            lambda: bootstrap_agreement(from_json(to_json(tree)), SETOSA),
            DataError,
            "read without its rows",
        ),
    ]:
        with pytest.raises(error, match=words):
            call()


# ---- how sure -------------------------------------------------------------------------------------


def test_the_leaf_and_its_interval():
    tree = grow(load_dataset("iris"), Parameters(max_depth=2))
    found = certainty(tree, {**SETOSA, "petal length": 5.0, "petal width": 1.9})
    leaf = tree.nodes[found.leaf]
    assert (found.answer, leaf.counts.tolist()) == ("virginica", [0, 1, 45])
    # Wilson 1927, worked by hand: (45/46 + z²/92 ± z √(45/46³ + z²/4·46²)) / (1 + z²/46), z = 1.96
    assert found.sentence == (
        "The leaf says virginica: 45 of 46 rows: 98%, and with 95% confidence between 88.7% and 99.6%."
    )


def test_a_row_that_goes_every_way():
    tree = grow(load_dataset("playtennis_id3"))
    found = certainty(tree, {"Wind": "Weak"})
    assert (found.leaf, found.interval) == (None, None)
    assert found.sentence.startswith("Outlook is not known: the row goes every way")
    # Sunny 5/14 x 2/5 (Humidity is not known either), Overcast 4/14, Rain with weak wind 5/14: 11/14
    assert found.share == pytest.approx(11 / 14)
    assert found.sentence.endswith("So no single leaf speaks for it; over all ways Yes has 79%.")


def test_bootstrap_trees_vote():
    iris = load_dataset("iris")
    tree, told = grow(iris), []
    found = bootstrap_agreement(tree, SETOSA, n_trees=12, progress=lambda *x: told.append(x))
    assert (found.answer, found.agree, found.n, found.share) == ("setosa", 12, 12, 1.0)
    assert found.sentence == "12 of 12 bootstrap trees also say setosa."
    assert told == [(i, 12) for i in range(1, 13)]
    between = {"sepal length": 6.0, "sepal width": 2.7, "petal length": 5.0, "petal width": 1.6}
    unsure = bootstrap_agreement(tree, between, n_trees=12)
    assert 0 < unsure.agree < 12
    assert dict(unsure.votes)["setosa"] == 0
    samples = bootstrap_samples(150, 12)
    for sample in samples:
        assert len(sample) == 150
    by_hand = [answer_of(grow(iris.take(s)), between) for s in samples]
    assert dict(unsure.votes) == {c: by_hand.count(c) for c in iris.classes}
    assert agreement("a", ("a",), [0]).sentence == (
        "No bootstrap tree was grown, so nothing is known about agreement."
    )


def test_votes_of_a_whole_table_and_root_frequencies():
    data = Dataset.from_frame(
        pd.DataFrame({"x": [1, 2, 3, 4], "y": [4, 3, 2, 1], "class": list("aabb")}), target="class"
    )
    samples = leave_one_out_samples(4)
    assert [s.tolist() for s in samples] == [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]]
    trees = trees_of(data, Parameters(), samples)
    # without row 2 the cut is midway between 2 and 4, and 3 is not above 3
    assert votes(trees, data).tolist() == [[4, 0], [4, 0], [1, 3], [0, 4]]
    first = trees_of(data, Parameters(), [np.array([0, 1]), *samples])
    assert [(f.attribute, f.n, f.share) for f in root_frequencies(first)] == [
        ("x", 4, 0.8),
        (None, 1, 0.2),
    ]
    assert root_frequencies(first)[1].words == "no question (a single leaf) 1 times, 20%"
    assert len(trees_of(data, Parameters(), samples, stop=lambda: True)) == 0
    with pytest.raises(ParameterError, match="n_samples is 0"):
        bootstrap_samples(4, 0)
