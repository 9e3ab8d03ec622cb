"""The same tree as scikit-learn's, node for node, wherever there is one best split.

scikit-learn draws its order of the attributes at random, so trees can be compared only where no two
splits of a node are equally good. A table with such a tie is passed over, and another one is made.
"""

from itertools import islice

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from c45 import Dataset, Parameters, grow
from c45.alternatives import alternatives
from c45.dataset import CONTINUOUS, Attribute

CRITERIA = {"information_gain": "entropy", "gini": "gini"}
VARIANTS = {
    "max_depth": {"max_depth": 3},
    "min_samples_split": {"min_samples_split": 12},
    "min_samples_split as a share": {"min_samples_split": 0.25},
    "min_samples_leaf": {"min_samples_leaf": 4},
    "min_samples_leaf as a share": {"min_samples_leaf": 0.11},
    "min_impurity_decrease": {"min_impurity_decrease": 0.05},
    "max_leaf_nodes": {"max_leaf_nodes": 5},
    "max_leaf_nodes and min_samples_leaf": {"max_leaf_nodes": 6, "min_samples_leaf": 3},
}


def random_table(seed):
    """Classes that follow a few thresholds, and some noise. The values are exact in 32 bits."""
    rng = np.random.default_rng(seed)
    n_rows, n_columns = rng.integers(20, 120), rng.integers(1, 6)
    n_classes = rng.integers(2, 5)
    X = rng.normal(size=(n_rows, n_columns)).astype(np.float32).astype(float)
    bits = sum((X[:, j] > rng.normal() / 2) * 2**j for j in range(min(n_columns, 3)))
    target = rng.integers(n_classes, size=8)[bits]
    noisy = rng.random(n_rows) < rng.choice([0, 0.05, 0.2])
    target = np.where(noisy, rng.integers(n_classes, size=n_rows), target)
    return Dataset(
        attributes=tuple(Attribute(f"x{j}", CONTINUOUS) for j in range(n_columns)),
        columns=tuple(X.T.copy()),
        classes=tuple("abcd"[:n_classes]),
        target=target,
    )


def has_tie(tree):
    """Whether two splits of one node, or two nodes that wait in best-first growth, are equally good."""
    p, worth = tree.parameters, []
    for node in tree.nodes.values():
        if not node.report.candidates:
            continue
        found = [
            alternatives(tree.dataset, tree.portion_of(node.id), a.name, p) for a in tree.attributes
        ]
        scores = np.concatenate([alt.scores(p.criterion)[alt.allowed] for alt in found])
        if len(scores):
            top = scores.max()
            if (scores > top - 1e-7).sum() > 1:
                return True
            worth.append(top * node.n)
            if abs(top * node.n / tree.root.n - p.min_impurity_decrease) < 1e-7:
                return True
    return bool(p.max_leaf_nodes) and (np.diff(np.sort(worth)) < 1e-6).any()


class TwoAttributesTie(Exception):
    """Ends a growth early; most ties are between attributes, and cheap to see."""


def stop_at_a_tie(node):
    if node.report.tied:
        raise TwoAttributesTie


def trees_without_ties(parameters):
    for seed in range(100_000):
        try:
            tree = grow(random_table(seed), parameters, on_node=stop_at_a_tie)
        except TwoAttributesTie:
            continue
        if not tree.root.is_leaf and not has_tie(tree):
            yield tree


def sklearn_tree(tree):
    p = tree.parameters
    X = np.column_stack(tree.dataset.columns)
    model = DecisionTreeClassifier(
        criterion=CRITERIA[p.criterion],
        max_depth=p.max_depth,
        min_samples_split=p.min_samples_split,
        min_samples_leaf=p.min_samples_leaf,
        min_impurity_decrease=p.min_impurity_decrease,
        max_leaf_nodes=p.max_leaf_nodes,
        random_state=0,
    ).fit(X, tree.dataset.target)
    return model.tree_, model.decision_path(X).toarray().astype(bool)


def assert_same(tree):
    """Walk both trees side by side: same attribute, same rows, same threshold, same impurity."""
    theirs, reaches = sklearn_tree(tree)
    assert theirs.node_count == tree.n_nodes
    pairs = [(tree.root, 0)]
    while pairs:
        ours, i = pairs.pop()
        assert tree.rows_of(ours.id).tolist() == np.flatnonzero(reaches[:, i]).tolist()
        assert ours.impurity == pytest.approx(theirs.impurity[i], abs=1e-12)
        left = theirs.children_left[i]
        assert ours.is_leaf == (left == -1)
        if not ours.is_leaf:
            assert ours.split.attribute == f"x{theirs.feature[i]}"
            assert np.float32(ours.split.threshold) == pytest.approx(
                np.float32(theirs.threshold[i]), rel=1e-6, abs=1e-7
            )
            pairs += zip(ours.children, (left, theirs.children_right[i]))


@pytest.mark.parametrize("criterion", CRITERIA)
def test_300_tables_without_ties_give_the_tree_of_scikit_learn(criterion):
    for tree in islice(trees_without_ties(Parameters(criterion=criterion)), 300):
        assert_same(tree)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("criterion", CRITERIA)
def test_stopping_rules_stop_where_those_of_scikit_learn_do(criterion, variant):
    parameters = Parameters(criterion=criterion, **VARIANTS[variant])
    stopped = 0
    for tree in islice(trees_without_ties(parameters), 25):
        assert_same(tree)
        free = grow(tree.dataset, Parameters(criterion=criterion))
        stopped += tree.n_nodes < free.n_nodes
    assert stopped >= 10  # the rule had something to do
