"""What holds for every table: the record agrees with the slow way, and nothing depends on the order."""

from __future__ import annotations

import dataclasses
import json
import math
import os

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from c45 import ALGORITHMS, Dataset, Parameters, from_json, grow, to_json, to_python, to_rules
from c45.alternatives import alternatives
from c45.predict import apply, predict, predict_distribution
from tests.tables import (
    candidate_by_hand,
    datasets,
    entropy_by_hand,
    every_split_by_hand,
    gini_by_hand,
    settings_of_growth,
)

#: 1,000 tables in all in the ordinary run; set LAWS to a larger number for a longer search.
TABLES = int(os.environ.get("LAWS", "1000"))


def law(share: float):
    """Run a law on its share of the tables."""
    return settings(
        max_examples=max(int(TABLES * share), 10),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


def close(value):
    return pytest.approx(value, rel=0, abs=1e-9)


@law(0.25)
@given(datasets(), settings_of_growth())
def test_every_stored_candidate_equals_the_slow_way(dataset, parameters):
    tree = grow(dataset, parameters)
    for node in tree.walk():
        for c in [*node.report.candidates, *filter(None, node.report.choices.values())]:
            if c.split is None:
                assert c.branches == () and c.gain == 0 and c.rejected
                continue
            hand = candidate_by_hand(tree, node.id, c.split)
            assert (c.n_known, c.n_missing) == close((hand["known"], hand["unknown"]))
            for b, branch in enumerate(c.branches):
                counted = hand["branches"][b]
                assert branch.counts == close(tuple(counted[k] for k in dataset.classes))
                assert branch.label == c.split.words(b)
            assert (c.entropy_before, c.entropy_after, c.information_gain) == close(hand["entropy"])
            assert (c.gini_before, c.gini_after, c.gini_gain) == close(hand["gini"])
            assert c.split_info == close(hand["split_info"])
            if c.split_info:
                assert c.gain_ratio == pytest.approx(c.information_gain / c.split_info, abs=1e-9)


@law(0.15)
@given(datasets(), settings_of_growth())
def test_every_split_is_tried_and_the_best_one_kept(dataset, parameters):
    parameters = dataclasses.replace(
        parameters, splitter="best", min_samples_leaf=1, min_branch_rows=0, zero_gain=True
    )
    tree = grow(dataset, parameters)
    for node in tree.walk():
        for c in node.report.candidates:
            a = dataset.attribute(c.attribute)
            found = alternatives(dataset, tree.portion_of(node.id), a.name, parameters)
            assert len(found) == len(every_split_by_hand(tree, node.id, a))
            if not len(found):
                continue
            hands = [candidate_by_hand(tree, node.id, found.make(i)) for i in range(len(found))]
            if parameters.criterion == "gini":
                scores, kept = [h["gini"][2] for h in hands], c.gini_gain
            elif parameters.criterion == "gain_ratio" and not a.is_continuous:
                scores, kept = [h["entropy"][2] / h["split_info"] for h in hands], c.gain_ratio
            else:  # a threshold is picked by gain, also where the ratio ranks the attributes
                scores, kept = [h["entropy"][2] for h in hands], c.information_gain
            assert found.scores(parameters.criterion).tolist() == close(scores)
            assert kept == close(max(scores))


@law(0.1)
@given(datasets(), settings_of_growth())
def test_a_node_adds_up(dataset, parameters):
    tree = grow(dataset, parameters)
    for node in tree.walk():
        impurity = gini_by_hand if parameters.criterion == "gini" else entropy_by_hand
        assert node.impurity == close(impurity(node.counts.tolist()))
        assert node.counts.tolist() == close(
            tree.portion_of(node.id).class_counts(dataset).tolist()
        )
        if node.children:
            parts = np.sum([c.counts for c in node.children], axis=0)
            assert parts.tolist() == close(node.counts.tolist())
            assert node.report.chosen.split == node.split
            assert len(node.children) == len(node.report.chosen.branches)
        for c in node.report.candidates:
            assert 0 <= c.gain <= c.impurity_before + 1e-9
            assert c.gain == close(c.known_fraction * (c.impurity_before - c.impurity_after))
            assert sum(b.n for b in c.branches) == close(c.n_known if c.branches else 0)
        assert node.report.reason


@law(0.1)
@given(datasets(max_rows=30), st.sampled_from(["C4.5 Release 8", "J48"]))
def test_the_split_shown_is_one_that_the_reason_is_about(dataset, algorithm):
    parameters = ALGORITHMS[algorithm]
    tree = grow(dataset, parameters)
    for node in tree.walk():
        for c in node.report.candidates:
            if "more than the penalty" in c.rejected:
                assert c.information_gain <= c.penalty + 1e-6
            if c.rejected.startswith("no cut leaves"):
                assert min(b.n for b in c.branches) < 25
            if c.rejected.startswith("its gain"):
                assert c.gain < node.report.average_gain


def numbers_in(value):
    """Every number in a nested structure."""
    if isinstance(value, dict):
        for v in value.values():
            yield from numbers_in(v)
    elif isinstance(value, list):
        for v in value:
            yield from numbers_in(v)
    elif isinstance(value, float):
        yield value


@law(0.1)
@given(datasets(), settings_of_growth())
def test_no_number_is_negative_zero_or_not_a_number(dataset, parameters):
    tree = grow(dataset, parameters)
    for node in json.loads(to_json(tree))["nodes"]:
        for key, value in node.items():
            for number in numbers_in(value):
                assert math.isfinite(number), key
                assert math.copysign(1, number) == 1 or number != 0, f"{key} is -0.0"
    for node in tree.walk():
        for c in node.report.candidates:
            record = [getattr(c, f.name) for f in dataclasses.fields(c)]
            assert all(v >= 0 for v in record if isinstance(v, float))


def shape(tree, *, rename=lambda name: name):
    """A tree without its row numbers: what a shuffle of the rows must leave as it is."""
    return [
        (
            n.id,
            rename(n.prediction),
            np.round(n.counts.astype(float), 9).tolist(),
            n.split.question() if n.split else None,
            [(c.attribute, round(c.score, 9), bool(c.rejected)) for c in n.report.candidates],
        )
        for n in tree.nodes.values()
    ]


@law(0.15)
@given(datasets(), settings_of_growth(), st.randoms(use_true_random=False))
def test_shuffling_the_rows_changes_nothing_but_row_numbers(dataset, parameters, random):
    order = list(range(dataset.n_rows))
    random.shuffle(order)
    tree, shuffled = grow(dataset, parameters), grow(dataset.take(order), parameters)
    assert shape(tree) == shape(shuffled)
    for node_id in tree.nodes:
        there = {order[r] for r in shuffled.rows_of(node_id)}
        assert there == set(tree.rows_of(node_id).tolist())


@law(0.1)
@given(datasets(), settings_of_growth())
def test_renaming_classes_and_categories_only_renames(dataset, parameters):
    frame = dataset.to_frame()
    for column in frame:
        if isinstance(frame[column].dtype, pd.CategoricalDtype):
            frame[column] = frame[column].cat.rename_categories(lambda c: f"{c}, renamed")
    renamed = Dataset.from_frame(
        frame,
        target=dataset.target_name,
        kinds={a.name: a.kind for a in dataset.attributes},
        weights=dataset.weights,
    )
    before, after = grow(dataset, parameters), grow(renamed, parameters)
    assert [n._content()[:3] for n in before.nodes.values()] == [
        n._content()[:3] for n in after.nodes.values()
    ]
    assert [n.prediction + ", renamed" for n in before.walk()] == [
        n.prediction for n in after.walk()
    ]


def run(source: str):
    """The generated program, run: its text is ours, made from a table of this test."""
    space: dict = {}
    exec(compile(source, "tree.py", "exec"), space)
    return space["predict"]


@law(0.15)
@given(datasets(), settings_of_growth())
def test_exports_predict_like_the_tree(dataset, parameters):
    tree = grow(dataset, parameters)
    told = predict(tree, dataset.columns)
    shares = predict_distribution(tree, dataset.columns)
    assert shares.sum(axis=1).tolist() == close([1.0] * dataset.n_rows)
    back = from_json(to_json(tree))
    assert back == tree
    assert predict(back, dataset.columns) == told
    assert np.array_equal(predict_distribution(back, dataset.columns), shares)
    program = run(to_python(tree))
    frame = dataset.to_frame().drop(columns=dataset.target_name)
    rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    assert [program(row) for row in rows] == told
    rules = {rule.node: rule for rule in to_rules(tree)}
    assert set(rules) == {leaf.id for leaf in tree.leaves}
    for leaf, answer, gap in zip(apply(tree, dataset.columns), told, frame.isna().any(axis=1)):
        assert gap or rules[leaf].prediction == answer


@law(0.1)
@given(
    st.lists(
        st.floats(allow_nan=False, allow_infinity=False), min_size=2, max_size=8, unique=True
    ).filter(lambda v: len({x + 0.0 for x in v}) > 1),
    st.sampled_from(["midpoint", "data_value", "training_value"]),
)
def test_a_threshold_typed_back_from_the_screen_parts_the_same_rows(values, convention):
    frame = pd.DataFrame({"x": values, "class": [str(i) for i in range(len(values))]})
    dataset = Dataset.from_frame(frame, target="class")
    tree = grow(dataset, Parameters(threshold_at=convention))
    x = dataset.columns[0]
    for node in tree.walk():
        if node.split:
            rows = tree.rows_of(node.id)
            typed = float(node.split.number())
            assert ((x[rows] <= typed) == (x[rows] <= node.split.threshold)).all()
