"""Two growers, one tree: what the engine grows is what the plain search grows, node for node."""

from __future__ import annotations

import pickle
from dataclasses import replace
from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from c45 import (
    Dataset,
    NodeReport,
    Parameters,
    Tree,
    from_json,
    grow,
    load_dataset,
    measures,
    to_json,
)
from c45.dataset import CATEGORICAL, CONTINUOUS, Attribute
from c45.engine import bounds, by_entries, growth, large, supports
from c45.engine.binned import BINS, binned
from c45.engine.on_demand import ReportOnDemand
from c45.engine.packed import Packing
from c45.engine.records import Layout, presorted
from c45.engine.scores import HALF, Certainty
from c45.grow import STOPPED, grow_plainly
from c45.missing import prepared
from c45.predict import predict_codes, predict_distribution
from c45.splits import ThresholdSplit

#: How nodes are grouped: as shipped; always together; in batches of a few rows; both ways mixed.
GROUPINGS = {
    "as shipped": (growth.DIRECT_NODES, growth.DIRECT_ROWS, growth.BATCH_ROWS),
    "always together": (0, 0, 8192),
    "small batches": (0, 0, 10),
    "mixed": (1, 12, 25),
}
CRITERIA = ("information_gain", "gini")


def table(columns, target, n_classes=None) -> Dataset:
    """A table of numbers only: one list a column, and the class of each row as a code."""
    target = np.array(target, dtype=np.int64)
    n_classes = n_classes or int(target.max()) + 1
    return Dataset(
        attributes=tuple(Attribute(f"x{j}", CONTINUOUS) for j in range(len(columns))),
        columns=tuple(np.array(c, dtype=float) + 0.0 for c in columns),
        classes=tuple(f"c{k}" for k in range(n_classes)),
        target=target,
    )


def column(rng, n, before):
    """One column of a hard kind: distinct, few values, neighbouring doubles, huge and tiny, constant,
    a copy of the one before, mostly zeros with a heavy tail."""
    kind = rng.integers(8)
    if kind == 0:
        return rng.normal(size=n)
    if kind == 1:
        return rng.integers(0, 3, n).astype(float)
    if kind == 2:
        return rng.integers(0, 10, n) / 10
    if kind == 3:
        return 1 + rng.integers(0, 4, n) * 2.0**-52
    if kind == 4:
        values = [-1.7e308, -1e300, -1, 0.0, -0.0, 5e-324, 1e-310, 1e300, 1.7e308]
        return rng.choice(values, n)
    if kind == 5:
        return np.full(n, 3.0)
    if kind == 6 and before:
        return before[-1].copy()
    return np.where(rng.random(n) < 0.7, 0, np.exp(rng.normal(size=n) * 20))


def random_table(rng) -> Dataset:
    n, n_columns = int(rng.integers(1, 70)), int(rng.integers(1, 6))
    n_classes = int(rng.choice([1, 2, 2, 3, 3, 4, 7, 12, 26, 40]))
    columns = []
    for _ in range(n_columns):
        columns.append(column(rng, n, columns))
    first, last = (c > np.sort(c)[n // 2 - 1] for c in (columns[0], columns[-1]))
    noise = rng.integers(0, n_classes, n)
    target = (
        noise,
        np.argsort(np.argsort(columns[0])) * n_classes // n,
        np.where(rng.random(n) < 0.8, first.astype(int) % n_classes, noise),
        (first ^ last).astype(int) % n_classes,
    )[rng.integers(4)]
    return table(columns, target, n_classes)


def random_knobs(rng) -> Parameters:
    knobs = {
        "criterion": str(rng.choice(CRITERIA)),
        "threshold_at": str(rng.choice(["midpoint", "data_value", "training_value"])),
    }
    sometimes = {
        "max_depth": lambda: int(rng.integers(0, 5)),
        "min_samples_split": lambda: rng.choice([2, 5, 11, 0.05, 0.4]).item(),
        "min_samples_leaf": lambda: int(rng.integers(1, 8)),
        "min_impurity_decrease": lambda: float(rng.choice([1e-14, 1e-3, 0.01, 0.05, 0.2])),
        "zero_gain": lambda: False,
        "min_branch_rows": lambda: int(rng.integers(0, 5)),
        "depth_convention": lambda: "one_level_more",
    }
    for name, value in sometimes.items():
        if rng.random() < 0.25:
            knobs[name] = value()
    if knobs.get("min_samples_split", 2) >= 2:
        knobs["min_samples_split"] = int(knobs.get("min_samples_split", 2))
    return Parameters(**knobs)


def grouped(monkeypatch, name):
    nodes, rows, batch = GROUPINGS[name]
    monkeypatch.setattr(growth, "DIRECT_NODES", nodes)
    monkeypatch.setattr(growth, "DIRECT_ROWS", rows)
    monkeypatch.setattr(growth, "BATCH_ROWS", batch)


def assert_same(dataset, parameters, *, reports=False):
    """Every node the same: place, counts, split, threshold, answer, impurity; and the record too."""
    ready = prepared(dataset, parameters)
    assert supports(ready, parameters)
    fast, plain = grow(dataset, parameters), grow_plainly(ready, parameters)
    assert fast == plain
    for node in plain.nodes.values():
        other = fast.nodes[node.id]
        assert other.counts.dtype == node.counts.dtype
        assert (other.impurity, other.n_rows) == (node.impurity, node.n_rows)
        if isinstance(node.split, ThresholdSplit):
            assert (other.split.threshold, other.split.shown) == (
                node.split.threshold,
                node.split.shown,
            )
        if reports:
            assert other.report == node.report
    assert (fast.n_nodes, fast.n_leaves, fast.depth) == (plain.n_nodes, plain.n_leaves, plain.depth)


@pytest.mark.parametrize("grouping", GROUPINGS)
def test_five_hundred_random_tables(grouping, monkeypatch):
    """A hundred a grouping here, the first with more; the same loop has been run over thousands."""
    grouped(monkeypatch, grouping)
    for seed in range(200 if grouping == "as shipped" else 100):
        rng = np.random.default_rng([seed, len(grouping)])
        assert_same(random_table(rng), random_knobs(rng))


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_table(data):
    n_rows = data.draw(st.integers(1, 25))
    n_classes = data.draw(st.integers(1, 4))
    number = st.one_of(
        st.floats(allow_nan=False, allow_infinity=False), st.integers(-3, 3).map(float)
    )
    column = st.lists(number, min_size=n_rows, max_size=n_rows)
    columns = data.draw(st.lists(column, min_size=1, max_size=4))
    label = st.integers(0, n_classes - 1)
    target = data.draw(st.lists(label, min_size=n_rows, max_size=n_rows))
    knobs = Parameters(
        criterion=data.draw(st.sampled_from(CRITERIA)),
        min_samples_leaf=data.draw(st.integers(1, 3)),
        zero_gain=data.draw(st.booleans()),
    )
    assert_same(table(columns, target, n_classes), knobs, reports=True)


@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer"])
@pytest.mark.parametrize("criterion", CRITERIA)
def test_shipped_tables(name, criterion):
    from sklearn import datasets

    loaded = getattr(datasets, f"load_{name}")()
    assert_same(table(loaded.data.T, loaded.target), Parameters(criterion=criterion))


@pytest.mark.parametrize("grouping", GROUPINGS)
def test_a_larger_table(grouping, monkeypatch):
    """6,000 rows: columns are sorted as packed integers, one of them on values that differ in their
    last bits only."""
    grouped(monkeypatch, grouping)
    rng = np.random.default_rng(5)
    a, b = rng.normal(size=(2, 6000))
    tight = 1 + rng.integers(0, 3000, 6000) * 2.0**-52
    target = (a + b > 0).astype(int) + (tight > 1 + 2000 * 2.0**-52)
    noisy = np.where(rng.random(6000) < 0.02, 3, target)
    assert_same(table([a, b, tight, np.round(a, 1)], noisy), Parameters(max_depth=9))


def near_ties(n: int, most: float):
    """Pairs of 2 x 2 tables on n rows of two equal classes whose gains differ, but relatively by no
    more than ``most``: (below the cut of class 0, of class 1) twice."""
    half = n // 2
    a, b = (x.ravel() for x in np.meshgrid(np.arange(half + 1), np.arange(half + 1)))
    keep = (a > b) & (a + b <= half)
    a, b = a[keep], b[keep]
    tables = np.stack([np.stack([a, b], -1), np.stack([half - a, half - b], -1)], axis=1)
    gain = measures.gain(tables)
    order = np.argsort(gain)
    for i, j in pairwise(order):
        behind = (gain[j] - gain[i]) / gain[j]
        if 1e-13 < behind < most:
            yield (a[i], b[i]), (a[j], b[j])


def test_a_gain_larger_by_less_than_one_part_in_a_billion_is_a_tie(monkeypatch):
    """The plain search says which pairs are ties; the engine asks it where it cannot be sure."""
    asked = []
    plain_cut = growth.plain_cut
    monkeypatch.setattr(growth, "plain_cut", lambda *a: asked.append(1) or plain_cut(*a))
    target = np.repeat([0, 1], 1000)
    firsts = []
    for pair in islice(near_ties(2000, 3e-9), 40):
        columns = []
        for a, b in pair:
            below = np.concatenate([np.arange(1000) < a, np.arange(1000) < b])
            columns.append(np.where(below, 0.0, 1.0))
        for order in (columns, columns[::-1]):
            dataset = table(order, target)
            for direct in (growth.DIRECT_NODES, 0):
                monkeypatch.setattr(growth, "DIRECT_NODES", direct)
                assert_same(dataset, Parameters(max_depth=1))
            firsts.append(grow(dataset, Parameters(max_depth=1)).root.split.attribute)
    assert len(firsts) > 20
    assert set(firsts) == {"x0", "x1"}  # some are ties, some are not
    assert asked


def test_the_engine_agrees_also_when_it_is_sure_of_nothing(monkeypatch):
    """Every node is then decided by the plain search, on the rows that the engine says are there."""
    monkeypatch.setattr(Certainty, "error", lambda self, n: 10.0 + 0 * n)
    for grouping in GROUPINGS:
        grouped(monkeypatch, grouping)
        for seed in range(15):
            rng = np.random.default_rng([seed, 1])
            assert_same(random_table(rng), random_knobs(rng))


def test_a_skipped_cut_that_ties_is_asked_for(monkeypatch):
    """One perfect cut, after row 500 of 1,000, and no other between two classes. With everything
    within a hundredth a tie, the cut after row 499 ties with it and comes first, although it lies
    inside a run of one class and the engine skips such cuts."""
    from c45.parameters import ARITHMETIC

    coarse = {**ARITHMETIC, "exact": replace(ARITHMETIC["exact"], tie=1.2e-2)}
    for module in ("c45.search", "c45.allowed", "c45.alternatives"):
        monkeypatch.setattr(f"{module}.ARITHMETIC", coarse)
    monkeypatch.setattr("c45.engine.scores.TIE", 1.2e-2)
    dataset = table([np.arange(1, 1001)], np.arange(1000) >= 500)
    for grouping in ("as shipped", "always together"):
        grouped(monkeypatch, grouping)
        assert_same(dataset, Parameters(max_depth=1))
        assert grow(dataset, Parameters(max_depth=1)).root.split.threshold == 499.5


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("n_classes", [2, 3, 10, 30])
def test_the_error_that_is_allowed_for_is_never_reached(criterion, n_classes):
    rng = np.random.default_rng(n_classes)
    certainty = Certainty(n_classes)
    for n in (2, 10, 300, 10_000, 1_000_000):
        cells = rng.multinomial(n, rng.dirichlet(np.ones(2 * n_classes)), size=200)
        left, right = cells[:, :n_classes], cells[:, n_classes:]
        half, largest = HALF[criterion], n
        sides = [half(list(c.T), c.sum(axis=1), largest) for c in (left, right, left + right)]
        here = (sides[0] + sides[1] - sides[2]) / n
        impurity = measures.IMPURITY[criterion]
        there = measures.gain(np.stack([left, right], axis=1), impurity)
        assert np.abs(here - there).max() <= certainty.error(n) + measures.NOISE
        exact = measures.weighted_impurity(np.stack([left, right], axis=1), impurity)
        assert np.abs(impurity(left + right) - exact - here).max() <= certainty.error(n)


def test_packed_counts_come_back():
    """Five classes of up to 2**20 rows need two words; one running sum a word counts them all."""
    pack = Packing(5, (1 << 20) - 1, "gini")
    counts = np.array([[1, 2, 3, 4, 1_000_000], [0, 0, 7, 0, 5]])
    words = pack.packed(counts)
    assert len(words) == 2
    assert np.stack(pack.fields(words), axis=-1).tolist() == counts.tolist()


def test_records_sort_like_values_and_equal_values_have_equal_ranks():
    layout = Layout.of(4, 2)
    records = presorted(np.array([[2.0, -1.0, 2.0, 0.5]]), np.array([0, 1, 1, 0]), layout)
    assert [r & layout.row_mask for r in records[0].tolist()] == [1, 3, 0, 2]
    assert (records[0] // layout.least_rank).tolist() == [0, 1, 2, 2]


def test_xor_gains_nothing_at_first_and_is_split_all_the_same():
    xor = table([[0, 0, 1, 1], [0, 1, 0, 1]], [0, 1, 1, 0])
    assert [n.split and n.split.question() for n in grow(xor).nodes.values()] == [
        "x0 <= 0.5",
        "x1 <= 0.5",
        None,
        None,
        "x1 <= 0.5",
        None,
        None,
    ]
    assert grow(xor, Parameters(zero_gain=False)).n_nodes == 1


def test_the_record_is_derived_at_the_first_look_and_then_is_a_plain_one():
    iris = load_dataset("iris")
    node = grow(iris).root
    assert type(node.report) is ReportOnDemand
    assert node.report.chosen.split == node.split
    assert type(node.report) is NodeReport
    assert replace(grow(iris).root.report, reason="another").reason == "another"
    assert grow(iris).root.report == grow_plainly(iris, Parameters()).root.report


def test_a_changed_copy_is_a_plain_tree():
    tree = grow(load_dataset("iris"))
    copy = replace(tree, parameters=replace(tree.parameters, log_base="e"))
    assert type(copy) is Tree
    assert copy.root is tree.root


def test_a_tree_comes_back_from_pickle_and_from_json():
    tree = grow(load_dataset("iris"))
    again = pickle.loads(pickle.dumps(tree))
    assert again == tree
    assert again.root.report == tree.root.report
    assert from_json(to_json(tree)).root.report == tree.root.report


def test_a_chain_of_two_thousand_nodes_grows():
    """Classes that alternate along one attribute, with a smallest branch of one: each cut takes one row."""
    n = 2001
    weights = np.arange(n) % 2
    chain = table([np.arange(n)], weights)
    assert_same(chain, Parameters(max_depth=60))


def mixed_table(rng) -> Dataset:
    """A random table with categories, gaps and weights among the hard columns."""
    base = random_table(rng)
    attributes, columns = [], []
    for j, values in enumerate(base.columns):
        gap = rng.random(base.n_rows) < rng.choice([0, 0, 0.05, 0.3, 0.9])
        if rng.random() < 0.3:
            n_categories = int(rng.choice([2, 3, 5, 9, 12]))
            code = rng.integers(0, n_categories, base.n_rows) // int(rng.integers(1, 3))
            names = tuple(f"v{i}" for i in range(n_categories))
            attributes.append(Attribute(f"x{j}", CATEGORICAL, names))
            columns.append(np.where(gap, -1, code))
        else:
            attributes.append(Attribute(f"x{j}", CONTINUOUS))
            columns.append(np.where(gap, np.nan, values))
    weights = (None, None, rng.integers(0, 3, base.n_rows) * 1.0, rng.random(base.n_rows))
    weights = weights[rng.integers(4)]
    if weights is not None and not weights.any():
        weights = None
    return replace(base, attributes=tuple(attributes), columns=tuple(columns), weights=weights)


def ratio_knobs(rng) -> Parameters:
    return replace(
        random_knobs(rng),
        criterion=str(rng.choice([*CRITERIA, "gain_ratio", "gain_ratio"])),
        average_gain_rule=bool(rng.random() < 0.5),
        many_values_rule=bool(rng.random() < 0.2),
    )


@pytest.mark.parametrize("batch", [65_536, 30])
def test_two_hundred_mixed_tables(batch, monkeypatch):
    """Weights, gaps, categories, gain ratio: counts in fractions are the same to the last bit."""
    monkeypatch.setattr(by_entries, "BATCH_ENTRIES", batch)
    for seed in range(100):
        rng = np.random.default_rng([seed, batch])
        dataset, knobs = mixed_table(rng), ratio_knobs(rng)
        if supports(dataset, knobs):
            assert_same(dataset, knobs, reports=seed % 10 == 0)


@pytest.mark.parametrize("grouping", GROUPINGS)
def test_gain_ratio_of_numbers(grouping, monkeypatch):
    grouped(monkeypatch, grouping)
    for seed in range(40):
        rng = np.random.default_rng([seed, 3, len(grouping)])
        assert_same(random_table(rng), replace(ratio_knobs(rng), criterion="gain_ratio"))


@pytest.mark.parametrize("criterion", ["information_gain", "gain_ratio"])
def test_large_nodes_are_decided_from_bins(criterion, monkeypatch):
    """The same search on small tables: nodes of four rows and more count as large here."""
    searched = []
    best_cut = large.Binned.best_cut
    monkeypatch.setattr(large, "FEWEST_TO_BIN", 8)
    monkeypatch.setattr(growth, "FEWEST_ROWS", 4)
    monkeypatch.setattr(large, "FEWEST_BINS", 4)
    monkeypatch.setattr(large, "_ROWS_A_BIN", 4)
    monkeypatch.setattr(large.Binned, "best_cut", lambda *a: searched.append(1) or best_cut(*a))
    for seed in range(100):
        rng = np.random.default_rng([seed, 4])
        assert_same(random_table(rng), replace(ratio_knobs(rng), criterion=criterion))
    assert len(searched) > 100


def every_cut(table_, counts):
    """The best score inside each bin, over all ways in which its rows may lie."""
    n_bins = table_.shape[2]
    half = HALF["information_gain"]
    best = np.full(n_bins, -np.inf)
    for b in range(n_bins):
        below = table_[0, :, :b].sum(axis=1)
        for part in np.ndindex(*(table_[0, :, b] + 1)):
            left = below + part
            if 0 < sum(part) < table_[0, :, b].sum():
                sides = [
                    half(list(s[:, None]), s.sum(keepdims=True), 64) for s in (left, counts - left)
                ]
                best[b] = max(best[b], float(sides[0][0] + sides[1][0]))
    return best


def test_no_cut_inside_a_bin_is_above_its_bound():
    """Every order of the rows of every bin; bins that are dropped hold no cut as good as the best edge."""
    rng = np.random.default_rng(0)
    dropped = 0
    for _ in range(60):
        cells = rng.integers(0, 4, size=(1, 3, 6)).astype(np.int32)
        counts = cells[0].sum(axis=1).astype(np.int64)
        if counts.sum() < 2:
            continue
        _, bins, _ = bounds.candidates(cells, counts, 1, 1e-3, False)
        inside = every_cut(cells, counts)
        below = cells[0].cumsum(axis=1)[:, :-1].T
        half = HALF["information_gain"]
        at_edges = [
            sum(half(list(s[:, None]), s.sum(keepdims=True), 64)[0] for s in (b, counts - b))
            for b in below
            if 0 < b.sum() < counts.sum()
        ]
        if not at_edges:
            continue
        gone = ~bins[0] & (inside > -np.inf)
        dropped += gone.sum()
        assert (inside[gone] < max(at_edges)).all()
    assert dropped > 30


def test_bins_rise_with_the_value():
    rng = np.random.default_rng(1)
    for values in (
        rng.normal(size=3000),
        np.exp(rng.normal(size=3000) * 20),
        rng.choice([-1.7e308, 0.0, 5e-324, 1.7e308], 3000),
        rng.integers(0, 5, 3000) * 1.0,
        np.full(3000, 2.0),
    ):
        code = binned(values)
        order = np.argsort(values, kind="stable")
        assert (np.diff(code[order].astype(int)) >= 0).all()
        assert code.max() < BINS


@pytest.mark.parametrize("tie_rule", ["first", "last"])
def test_growth_is_stopped_and_keeps_what_has_grown(tie_rule, monkeypatch):
    """By the engine, which decides many nodes between two calls, and by the plain search."""
    monkeypatch.setattr(growth, "DIRECT_NODES", 0)
    iris, knobs = load_dataset("iris"), Parameters(tie_rule=tie_rule)
    assert supports(iris, knobs) == (tie_rule == "first")
    whole = grow(iris, knobs)
    seen = []

    def progress(n_nodes: int, n_waiting: int) -> bool:
        seen.append((n_nodes, n_waiting))
        return n_nodes < 5

    stopped = grow(iris, knobs, progress=progress)
    assert seen[0] == (1, 1)
    assert 3 < stopped.n_nodes < whole.n_nodes
    waited = [n for n in stopped.leaves if n.report.reason == STOPPED]
    assert any(n.impurity > 0 for n in waited)
    assert grow(iris, knobs, progress=lambda *a: True) == whole


@pytest.mark.parametrize(
    "knob",
    [
        {"tie_rule": "last"},
        {"splitter": "random"},
        {"max_leaf_nodes": 4},
        {"majority_tie": "random"},
        {"arithmetic": "j48"},
        {"cut_penalty": True},
        {"collapse": True},
    ],
)
def test_what_the_engine_does_not_know_is_grown_plainly(knob):
    iris = load_dataset("iris")
    assert not supports(iris, Parameters(**knob))
    assert supports(iris, Parameters())


def test_groups_of_categories_are_grown_plainly():
    tennis = load_dataset("playtennis_id3")
    assert supports(tennis, Parameters())
    assert not supports(tennis, Parameters(categorical_split="subset"))


def test_rows_with_and_without_gaps_get_the_answer_of_their_leaves():
    """Complete rows go down in arrays, the others down every branch; both as with the plain tree."""
    for seed in range(30):
        rng = np.random.default_rng([seed, 6])
        dataset, knobs = mixed_table(rng), ratio_knobs(rng)
        if not supports(dataset, knobs):
            continue
        fast, plain = grow(dataset, knobs), grow_plainly(prepared(dataset, knobs), knobs)
        shares = predict_distribution(plain, dataset.columns)
        expected = (shares >= shares.max(axis=1, keepdims=True) - 1e-9).argmax(axis=1)
        assert predict_codes(fast, dataset.columns).tolist() == expected.tolist()
        assert predict_codes(plain, dataset.columns).tolist() == expected.tolist()
