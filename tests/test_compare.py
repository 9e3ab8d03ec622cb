"""Learners side by side: scikit-learn's tree as ours, and why two trees differ."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

from c45 import (
    ALGORITHMS,
    DataError,
    Dataset,
    Learner,
    ParameterError,
    Parameters,
    compare,
    differences,
    evaluate,
    grow,
    grow_and_prune,
    hold_out,
    load_dataset,
    sklearn_tree,
)
from c45.alternatives import evaluate_split
from c45.compare.alike import same_split
from c45.predict import predict
from c45.search import node_report
from tests.tables import datasets

QUICK = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def table(classes, **columns):
    return Dataset.from_frame(pd.DataFrame({**columns, "class": list(classes)}), target="class")


# ---- scikit-learn's tree as a record --------------------------------------------------------------


@pytest.mark.parametrize("name", ["wine", "iris", "iris_mixed", "playtennis_id3"])
@pytest.mark.parametrize(
    "knobs",
    [
        {},
        {"max_depth": 2},
        {"max_leaf_nodes": 4},
        {"min_samples_leaf": 5},
        {"ccp_alpha": 0.02},
        {"splitter": "random"},
    ],
    ids=str,
)
def test_it_is_the_tree_of_scikit_learn(name, knobs):
    data = load_dataset(name)
    frame = data.to_frame().drop(columns=data.target_name)
    X = pd.concat([pd.get_dummies(frame[[c]], dtype=float) for c in frame], axis=1)
    for seed in (0, 1, 2):
        theirs = DecisionTreeClassifier(random_state=seed, **knobs).fit(X, data.target)
        ours = sklearn_tree(data, Parameters(criterion="gini", random_state=seed, **knobs))
        assert (ours.n_nodes, ours.n_leaves, ours.depth) == (
            theirs.tree_.node_count,
            theirs.get_n_leaves(),
            theirs.get_depth(),
        )
        answers = [data.classes[k] for k in theirs.predict(X)]
        assert predict(ours, data.columns) == answers
        for i, node in ours.nodes.items():
            assert node.impurity == pytest.approx(theirs.tree_.impurity[i], abs=1e-9)
            assert node.n == theirs.tree_.n_node_samples[i]


def test_what_scikit_learn_cannot_take():
    with pytest.raises(DataError, match="has no gain ratio"):
        sklearn_tree(load_dataset("iris"), Parameters(criterion="gain_ratio"))
    with pytest.raises(DataError, match="column 'outlook' has some"):
        sklearn_tree(load_dataset("golf_c45_missing"))


def test_a_single_leaf():
    tree = sklearn_tree(load_dataset("iris"), Parameters(criterion="gini", max_depth=0))
    assert (tree.n_nodes, tree.root.report.reason) == (
        1,
        "The depth limit is reached: max_depth = 0.",
    )


# ---- why two trees differ -------------------------------------------------------------------------


def first(data, a, b, names=("A", "B")):
    found = differences(grow_and_prune(data, a), grow_and_prune(data, b), names=names)
    return found[0] if found else None


def test_the_criterion():
    part = hold_out(load_dataset("wine"), 0.3, random_state=42)
    found = first(part.train, ALGORITHMS["ID3"], ALGORITHMS["CART"], ("ID3", "CART"))
    assert (found.cause, found.nodes, found.place, found.knobs) == (
        "criterion",
        (0, 0),
        "",
        ("criterion",),
    )
    assert found.sentence == (
        "At the root, ID3 asks od280/od315_of_diluted_wines <= 2.19 and CART asks color_intensity <= 3.82. "
        "By information gain, od280/od315_of_diluted_wines <= 2.19 scores 0.694 and color_intensity <= "
        "3.82 0.646. By drop of the Gini index, color_intensity <= 3.82 scores 0.271 and "
        "od280/od315_of_diluted_wines <= 2.19 0.238."
    )


TWINS = table("aabb", x=[1, 2, 3, 4], y=[1, 2, 3, 4])


def test_a_tie():
    found = first(TWINS, Parameters(), Parameters(tie_rule="last"))
    assert (found.cause, found.sentence) == (
        "tie",
        "At the root, A asks x <= 2.5 and B asks y <= 2.5. Both have the same information gain, 1.0000: a "
        "tie. A takes the first, B takes the last.",
    )


def test_the_threshold_convention():
    found = first(TWINS, Parameters(), Parameters(threshold_at="data_value"))
    assert (found.cause, found.sentence) == (
        "threshold",
        "At the root, both part the same 4 rows by x, but A at 2.5 (midway between two values) and B at "
        "2 (at the lower value). A new row above 2 and up to 2.5 goes another way.",
    )


def test_the_penalty():
    """Seven cuts are tried in eight rows: log2(7)/8 = 0.351 bits off, more than x is ahead."""
    data = table("aabaabbb", x=[1, 2, 3, 4, 5, 6, 7, 8], word=list("uuuuuuvv"))
    found = first(data, Parameters(), Parameters(cut_penalty=True))
    assert (found.cause, found.sentence) == (
        "penalty",
        "At the root, A asks x <= 5.5 and B asks word. B takes log2(7) / 8 = 0.351 off the gain of "
        "x <= 5.5, 0.549; then word scores 0.311 and x <= 5.5 0.198.",
    )


def test_pruning():
    data = table("a" * 15 + "b", word=["n"] * 6 + ["y"] * 9 + ["u"])
    book = replace(ALGORITHMS["C4.5"], min_branch_rows=1)
    found = first(data, book, replace(book, pruning="none"), ("pruned", "grown"))
    assert found.cause == "pruning"
    assert found.sentence.startswith(
        "At the root, pruned has a leaf (a) and grown asks word. It becomes a leaf that answers a: "
        "expected errors are 2.51 as a leaf"
    )


def test_a_raised_subtree():
    part = hold_out(load_dataset("iris"), 0.3, random_state=42)
    found = compare(part, ["ID3", "C4.5"]).first_difference(0, 1)
    assert (found.cause, found.sentence) == (
        "pruning",
        "Where petal length is above 2.45, ID3 asks petal length <= 4.75 and C4.5 asks petal width <= "
        "1.7. C4.5 asked petal length <= 4.7 here before pruning, and then raised petal width <= 1.7 in "
        "its place.",
    )


def test_a_rule_that_stops():
    found = first(TWINS, Parameters(max_depth=0), Parameters())
    assert (found.cause, found.sentence) == (
        "stopping",
        "At the root, A has a leaf (a) and B asks x <= 2.5. The depth limit is reached: max_depth = 0.",
    )


def test_a_tie_of_classes():
    data = table("ab", x=[1, 1])
    found = first(data.take([1, 0]), Parameters(), Parameters(majority_tie="first_row"))
    assert (found.cause, found.sentence) == (
        "answer",
        "At the root, both stop, but A answers a (1 of 2) and B b (1 of 2).",
    )


def test_other_rows():
    iris = load_dataset("iris")
    found = first(iris, Parameters(), Parameters(pruning="reduced_error"))
    assert (found.cause, found.sentence) == (
        "rows",
        "At the root, A grows from 150 rows and B from 105 rows: some were held out for pruning, or left "
        "out for their gaps.",
    )


def test_a_split_that_one_of_them_never_tries():
    found = first(
        load_dataset("playtennis_id3"), ALGORITHMS["ID3"], ALGORITHMS["CART"], ("ID3", "CART")
    )
    assert found.cause == "categorical_split"
    assert found.sentence.endswith(
        "ID3 does not try Outlook = Overcast: it makes one branch for each category. CART does not try "
        "Outlook: it makes two groups of categories."
    )


@given(datasets(), st.sampled_from(list(ALGORITHMS)), st.sampled_from(list(ALGORITHMS)))
@QUICK
def test_laws_of_the_first_difference(data, one, two):
    a, b = (grow_and_prune(data, ALGORITHMS[n]) for n in (one, two))
    found = differences(a, b, names=(one, two))
    if one == two:
        assert found == ()
        return
    for d in found:
        assert d.sentence.endswith(".") and "nan" not in d.sentence and "−0.000" not in d.sentence
        if d.cause == "rows":
            continue
        na, nb = a.tree.nodes[d.nodes[0]], b.tree.nodes[d.nodes[1]]
        rows = a.tree.rows_of(na.id)
        assert rows.tolist() == b.tree.rows_of(nb.id).tolist()
        if d.cause == "threshold":
            assert same_split(na.split, nb.split, a.tree.dataset, rows)
        if d.cause == "tie":
            p = a.tree.parameters
            scores = [
                evaluate_split(a.tree.dataset, a.tree.portion_of(na.id), n.split, p).score_by(
                    p.criterion
                )
                for n in (na, nb)
            ]
            if not p.cut_penalty:
                assert scores[0] == pytest.approx(scores[1], abs=1e-9)
        if d.cause in ("criterion", "penalty"):  # the knob by itself turns one into the other
            turned = []
            for own, other, n, m in ((a, b, na, nb), (b, a, nb, na)):
                knob = d.knobs[0]
                p = replace(own.tree.parameters, **{knob: getattr(other.tree.parameters, knob)})
                chosen = node_report(
                    own.tree.dataset, own.tree.portion_of(n.id), p, seed=n.id
                ).chosen
                turned.append(chosen and same_split(chosen.split, m.split, own.tree.dataset, rows))
            assert any(turned)


@given(datasets(), st.sampled_from(list(ALGORITHMS)), st.sampled_from(list(ALGORITHMS)))
@QUICK
def test_no_difference_means_the_same_answers(data, one, two):
    a, b = (grow_and_prune(data, ALGORITHMS[n]) for n in (one, two))
    if not differences(a, b) and not data.gaps:
        assert evaluate(a.tree, data).predicted == evaluate(b.tree, data).predicted
        filled = [sum(leaf.n_rows > 0 for leaf in p.tree.leaves) for p in (a, b)]
        assert filled[0] == filled[1]  # a branch without rows makes no difference


# ---- side by side ---------------------------------------------------------------------------------


def test_four_learners_on_wine():
    part = hold_out(load_dataset("wine"), 0.3, random_state=42)
    found = compare(part, ["ID3", "C4.5", "CART", "scikit-learn"])
    assert [c.name for c in found.learners] == ["ID3", "C4.5", "CART", "scikit-learn"]
    for c in found.learners[:3]:
        assert c.tree == grow_and_prune(part.train, ALGORITHMS[c.name]).tree
        assert c.test.accuracy == evaluate(c.tree, part.test).accuracy
    assert sorted(found.differences) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert found.first_difference(3, 2) is found.first_difference(2, 3)
    assert found.first_difference(2, 3).sentence == (
        "Where color_intensity is at most 3.82, CART asks ash <= 3.07 and scikit-learn asks proline <= "
        "1010. Both have the same drop of the Gini index, 0.0407: a tie. CART takes the first, "
        "scikit-learn draws one."
    )
    rows = {d.row: d for d in found.disagreements}
    for k, row in enumerate(part.test_rows.tolist()):
        answers = tuple(c.test.predicted[k] for c in found.learners)
        assert (len(set(answers)) > 1) == (row in rows)
        if row in rows:
            wine = load_dataset("wine")
            assert rows[row].answers == answers
            assert rows[row].true == wine.classes[wine.target[row]]
    assert found.sentence == f"The learners disagree on {len(rows)} of 54 test rows."
    assert (
        found.baseline.accuracy
        == evaluate(grow(part.train, Parameters(max_depth=0)), part.test).accuracy
    )


def test_the_same_learner_twice_differs_nowhere():
    part = hold_out(load_dataset("iris"), 0.3)
    found = compare(part, ["ID3", Learner("ID3 again", ALGORITHMS["ID3"])])
    assert found.first_difference(0, 1) is None
    assert found.sentence == "All learners give the same answer for all 45 test rows."


def test_refusals():
    part = hold_out(load_dataset("iris"), 0.3)
    for learners, sentence in [
        (["ID3"], "1 learner cannot be compared. Take two to four."),
        (["ID3", "ID3"], "Two learners are called 'ID3'. Give each its own name."),
    ]:
        with pytest.raises(ParameterError) as error:
            compare(part, learners)
        assert str(error.value) == sentence
    with pytest.raises(ParameterError, match="There is no learner called 'C5'"):
        compare(part, ["ID3", "C5"])
