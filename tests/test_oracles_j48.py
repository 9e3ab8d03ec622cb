"""J48 (Weka 3.9.7) says what the tree is: 50 tables, sixteen option sets."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from functools import cache

import numpy as np
import pytest

from c45 import ALGORITHMS, KNOBS, Parameters, Tree, grow
from c45.error_limits import added_errors
from c45.errors import ParameterError
from c45.predict import predict, predict_distribution
from c45.pruning import prune
from tests.oracle_tables import FOLDER, NAMES, answers, probes, table, tree_difference

J48 = ALGORITHMS["J48"]
UNPRUNED = {"pruning": "none"}
OPTIONS = {
    "default": {},
    "U": UNPRUNED,
    "U_O": UNPRUNED | {"collapse": False},
    "O": {"collapse": False},
    "S": {"raising": False},
    "J": {"cut_penalty": False},
    "U_O_J": UNPRUNED | {"collapse": False, "cut_penalty": False},
    "mid": {"threshold_at": "midpoint"},
    "B": {"categorical_split": "one_vs_rest"},
    "A": {"laplace": True},
    "C10": {"confidence": 0.1},
    "C01": {"confidence": 0.01},
    "C50": {"confidence": 0.5},
    "M5": {"min_branch_rows": 5},
    "M1": {"min_branch_rows": 1},
    "U_M5": UNPRUNED | {"min_branch_rows": 5},
}
NEAR = 1e-9


@cache
def _grown(name: str, parameters: Parameters) -> Tree:
    return grow(table(name), parameters)


def pruned(name: str, run: str):
    """Growth does not look at the knobs of pruning, so the runs that differ in them share a tree."""
    parameters = replace(J48, **OPTIONS[run])
    of_growth = {
        f.name: getattr(parameters, f.name)
        for f in fields(Parameters)
        if KNOBS[f.name].group != "prune"
    }
    tree = _grown(name, Parameters(**(of_growth | {"laplace": False})))
    return prune(replace(tree, parameters=parameters))


def test_every_option_set_is_tried():
    assert all(set(answers(name, "j48")) == set(OPTIONS) for name in NAMES)


@pytest.mark.parametrize("run", OPTIONS)
@pytest.mark.parametrize("name", NAMES)
def test_tree_errors_and_answers_are_the_same(name, run):
    want, dataset, pruning = answers(name, "j48")[run], table(name), pruned(name, run)
    tree = pruning.tree
    # label=False: J48 prints the first class at a branch without rows, but does not answer so.
    assert tree_difference(tree, want["tree"], near=NEAR, label=False) == ""
    assert (tree.n_nodes, tree.n_leaves) == (want["size"], want["leaves"])
    said = np.array(predict(tree, dataset.columns))
    assert (said != np.array(dataset.classes)[dataset.target]).sum() == want["training_errors"]
    errors = [n.n - float(n.counts.max()) for n in tree.leaves]
    assert sum(errors) == pytest.approx(want["leaf_errors"], abs=NEAR)
    confidence = tree.parameters.confidence
    added = [added_errors(n.n, e, confidence, formula="j48") for n, e in zip(tree.leaves, errors)]
    assert sum(errors) + sum(added) == pytest.approx(want["estimated_errors"], abs=NEAR)
    if tree.parameters.pruning != "none":
        assert pruning.estimate.total == pytest.approx(want["estimated_errors"], abs=NEAR)
    for rows, columns in (("train", dataset.columns), ("probe", probes(dataset))):
        if "predictions" in want:
            shares = np.array(want["predictions"][rows]["dist"])
            assert np.abs(predict_distribution(tree, columns) - shares).max() < NEAR
            classes = [dataset.classes[c] for c in want["predictions"][rows]["class"]]
            assert predict(tree, columns) == classes


@pytest.mark.parametrize(
    "percent", json.loads((FOLDER / "adderrs.json").read_text())["j48"].items(), ids=lambda p: p[0]
)
def test_added_errors_are_the_same(percent):
    confidence, rows = float(percent[0].rstrip("%")) / 100, percent[1]
    ours = [added_errors(n, e, confidence, formula="j48") for n, e, _ in rows]
    assert ours == pytest.approx([added for *_, added in rows], rel=1e-12, abs=1e-12)


def test_j48_takes_no_confidence_above_a_half():
    with pytest.raises(ParameterError, match=r"confidence is 0\.6.*J48"):
        added_errors(10, 2, 0.6, formula="j48")
