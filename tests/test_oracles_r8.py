"""C4.5 Release 8 itself says what the tree is: 50 tables, eight option sets, and its own trace."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from c45 import ALGORITHMS, Parameters, Tree, grow
from c45.error_limits import added_errors
from c45.predict import predict, predict_distribution
from c45.pruning import prune
from tests.oracle_tables import FOLDER, NAMES, answers, probes, table, tree_difference

RELEASE_8 = ALGORITHMS["C4.5 Release 8"]
OPTIONS = {
    "default": {},
    "gain": {"criterion": "information_gain"},
    "c10": {"confidence": 0.1},
    "c50": {"confidence": 0.5},
    "c1": {"confidence": 0.01},
    "m5": {"min_branch_rows": 5},
    "m1": {"min_branch_rows": 1},
    "gain_m5_c10": {"criterion": "information_gain", "min_branch_rows": 5, "confidence": 0.1},
}
every_run = pytest.mark.parametrize("run", OPTIONS)
every_table = pytest.mark.parametrize("name", NAMES)
COUNTS = 5e-4  # it prints single precision
SHARES = 2e-6
TRACE = 1e-8


def parameters(run: str) -> Parameters:
    return replace(RELEASE_8, **OPTIONS[run])


@cache
def _grown(name: str, parameters: Parameters) -> Tree:
    return grow(table(name), parameters)


def grown(name: str, run: str) -> Tree:
    """Growth does not look at the confidence, so the runs that differ in it share a tree."""
    return _grown(name, replace(parameters(run), confidence=0.25))


def not_collapsed(name: str, run: str) -> Tree:
    """The tree before useless splits are undone; its nodes have the same ids."""
    return _grown(name, replace(parameters(run), confidence=0.25, collapse=False))


def wanted(name: str, run: str) -> dict:
    """The run, or the exact-arithmetic one where single precision decided the program's tree."""
    shipped = answers(name, "r8")[run]
    return shipped.get("ideal", shipped)


def training_errors(tree: Tree, dataset) -> int:
    said = np.array(predict(tree, dataset.columns))
    return int((said != np.array(dataset.classes)[dataset.target]).sum())


def errors_below(tree: Tree) -> dict[int, float]:
    """Errors on the training rows in the leaves below each node."""
    errors: dict[int, float] = {}
    for node in sorted(tree.walk(), key=lambda n: -n.depth):
        errors[node.id] = (
            node.n - float(node.counts.max())
            if node.is_leaf
            else sum(errors[c.id] for c in node.children)
        )
    return errors


def test_every_option_set_is_tried():
    assert len(NAMES) == 50
    assert all(set(answers(name, "r8")) == set(OPTIONS) for name in NAMES)


@every_run
@every_table
def test_the_unpruned_tree_is_the_same(name, run):
    want, tree = wanted(name, run)["unpruned"], grown(name, run)
    # A collapsed node shows the errors of its former branches, up to 0.001 from its own.
    errors = errors_below(not_collapsed(name, run))
    found = tree_difference(tree, want["tree"], near=COUNTS, errors=lambda node: errors[node.id])
    assert found == ""
    assert (tree.n_nodes, tree.n_leaves) == (want["size"], want["leaves"])
    assert training_errors(tree, table(name)) == want["training_errors"]


@every_run
@every_table
def test_the_pruned_tree_is_the_same_with_the_same_estimate_at_every_node(name, run):
    want, pruning = wanted(name, run)["pruned"], prune(grown(name, run), parameters(run))
    tree = pruning.tree
    found = tree_difference(
        tree, want["tree"], near=COUNTS, errors=lambda node: pruning.estimates[node.id].total
    )
    assert found == ""
    assert (tree.n_nodes, tree.n_leaves) == (want["size"], want["leaves"])
    assert pruning.estimate.total == pytest.approx(want["estimated_errors"], abs=COUNTS)
    if "changed" in want:  # the exact-arithmetic runs do not say
        assert pruning.changed == want["changed"]
    assert training_errors(tree, table(name)) == want["training_errors"]


@pytest.mark.parametrize("which", ["unpruned", "pruned"])
@pytest.mark.parametrize("run", ["default", "gain"])
@every_table
def test_it_answers_the_same_on_training_rows_and_on_rows_with_gaps(name, run, which):
    want, dataset, tree = wanted(name, run)["predictions"][which], table(name), grown(name, run)
    if which == "pruned":
        tree = prune(tree).tree
    for rows, columns in (("train", dataset.columns), ("probe", probes(dataset))):
        shares = predict_distribution(tree, columns)
        assert np.abs(shares - np.array(want[rows]["dist"])).max() < SHARES
        assert predict(tree, columns) == [dataset.classes[c] for c in want[rows]["class"]]


@pytest.mark.parametrize("run", ["default", "gain", "m5"])
@every_table
def test_the_search_of_every_node_is_the_same(name, run):
    trace = answers(name, "r8-trace")[run]["growing"]
    events = [e for e in trace if e["event"] == "evaluate"]
    nodes = not_collapsed(name, run).nodes.values()
    searched = [node for node in nodes if node.report.candidates]
    assert len(searched) == len(events)
    for node, event in zip(searched, events):
        report, chosen = node.report, node.report.chosen
        assert (node.n_rows, node.n) == (event["items"], pytest.approx(event["weight"], abs=TRACE))
        assert (chosen.attribute if chosen else None) == event["chosen"]
        assert chosen is None or chosen.score == pytest.approx(event["value"], abs=TRACE)
        if "average_gain" in event:
            assert report.average_gain == pytest.approx(event["average_gain"], abs=TRACE)
        told = {a["attribute"]: a for a in event["attributes"]}
        for c in report.candidates:  # an attribute used above is not mentioned
            a = told.get(c.attribute, {"valid": False})
            assert c.valid == a["valid"]
            if c.valid:
                ours = [c.gain, c.split_info, c.gain_ratio]
                theirs = [a["gain"], a["split_info"], a["gain_ratio"]]
                assert ours == pytest.approx(theirs, abs=TRACE)
                assert c.counts_in_average == a["counts_in_average"]
                assert (c.rejected == "") == a["eligible"]
            else:
                assert c.rejected


@pytest.mark.parametrize("run", ["default", "gain", "m5"])
@every_table
def test_every_step_of_pruning_is_the_same(name, run):
    log = [e for e in answers(name, "r8-trace")[run]["pruning"] if "action" in e]
    steps = prune(grown(name, run)).steps
    assert [s.decision for s in steps] == [e["action"] for e in log]
    for s, e in zip(steps, log):
        assert s.question.startswith(e["attribute"])
        assert s.largest + 1 == e["largest_branch"]
        ours = [s.as_leaf.n, s.as_leaf.e, s.as_leaf.extra, s.as_subtree.total, s.raised.total]
        theirs = [e["n"], e["leaf_errors"], e["leaf_extra"], e["tree"], e["branch_estimate"]]
        assert ours == pytest.approx(theirs, abs=TRACE)


@pytest.mark.parametrize(
    "percent", json.loads((FOLDER / "adderrs.json").read_text())["r8"].items(), ids=lambda p: p[0]
)
def test_added_errors_are_the_same(percent):
    confidence, rows = float(percent[0].rstrip("%")) / 100, percent[1]
    ours = [added_errors(n, e, confidence, formula="release_8") for n, e, _ in rows]
    assert ours == pytest.approx([added for *_, added in rows], rel=1e-10, abs=1e-10)
