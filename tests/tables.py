"""Random small tables, and the same arithmetic done the slow way: the two sides of the laws."""

from __future__ import annotations

import math
from collections import Counter, defaultdict

import pandas as pd
from hypothesis import strategies as st

from c45 import Dataset, Parameters

#: Few values, so that ties, duplicates and contradictions are common; some hard ones among them.
NUMBERS = st.sampled_from([0.0, 1.0, 2.0, 2.5, 3.0, -1.5, 0.1, 0.2, 0.3, 1e-9, 1e9])
WORDS = ("ash", "elm", "fir", "oak")


@st.composite
def datasets(draw, *, gaps=True, weights=True, max_rows=14, kinds=("continuous", "categorical")):
    """A table of up to 14 rows, 4 attributes and 4 classes, at times with gaps and weights."""
    n_rows = draw(st.integers(1, max_rows))
    rows = st.lists(st.just(None), min_size=n_rows, max_size=n_rows)
    frame, kinds_of = {}, {}
    holes = gaps and draw(st.booleans())
    for i in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(kinds))
        values = NUMBERS if kind == "continuous" else st.sampled_from(WORDS)
        if holes:
            values = st.one_of(values, values, values, st.none())
        cells = [draw(values) for _ in draw(rows)]
        name = f"a{i}"
        kinds_of[name] = kind
        frame[name] = (
            pd.array(cells, dtype="Float64").to_numpy(dtype=float, na_value=math.nan)
            if kind == "continuous"
            else pd.Categorical(cells, categories=WORDS)
        )
    classes = ("yes", "no", "maybe", "never")[: draw(st.integers(1, 4))]
    frame["class"] = pd.Categorical([draw(st.sampled_from(classes)) for _ in draw(rows)], classes)
    weight = None
    if weights and draw(st.booleans()):
        weight = [draw(st.sampled_from([0.25, 0.5, 1.0, 2.0, 3.0])) for _ in draw(rows)]
    return Dataset.from_frame(pd.DataFrame(frame), target="class", kinds=kinds_of, weights=weight)


@st.composite
def settings_of_growth(draw):
    """Knobs of every kind, in any mix."""
    return Parameters(
        criterion=draw(st.sampled_from(["information_gain", "gain_ratio", "gini"])),
        categorical_split=draw(st.sampled_from(["multiway", "subset", "one_vs_rest"])),
        threshold_at=draw(st.sampled_from(["midpoint", "data_value", "training_value"])),
        tie_rule=draw(st.sampled_from(["first", "last", "last_threshold", "random"])),
        splitter=draw(st.sampled_from(["best", "best", "best", "random"])),
        max_depth=draw(st.sampled_from([None, None, 0, 1, 3])),
        min_samples_split=draw(st.sampled_from([2, 2, 4, 0.3])),
        min_samples_leaf=draw(st.sampled_from([1, 1, 2, 0.2])),
        max_leaf_nodes=draw(st.sampled_from([None, None, 2, 5])),
        zero_gain=draw(st.booleans()),
        average_gain_rule=draw(st.booleans()),
        min_branch_rows=draw(st.sampled_from([0, 0, 2])),
    )


def entropy_by_hand(weights) -> float:
    """-sum p log2 p, one class after the other."""
    total = sum(weights)
    return -sum(w / total * math.log2(w / total) for w in weights if w > 0) if total else 0.0


def gini_by_hand(weights) -> float:
    total = sum(weights)
    return 1 - sum((w / total) ** 2 for w in weights) if total else 0.0


def candidate_by_hand(tree, node_id, split) -> dict:
    """All numbers of a split at a node, from the table's rows, one row after the other."""
    data = tree.dataset
    portion = tree.portion_of(node_id)
    weights = [1.0] * len(portion.rows) if portion.weights is None else portion.weights
    frame = data.to_frame()
    branches = defaultdict(Counter)
    unknown = 0.0
    for row, weight in zip(portion.rows, weights):
        value = frame[split.attribute].iloc[row]
        branch = branch_by_hand(split, value)
        if branch is None:
            unknown += weight
        else:
            branches[branch][frame[data.target_name].iloc[row]] += weight
    sizes = [sum(b.values()) for b in branches.values()]
    known = sum(sizes)
    everything = Counter()
    for b in branches.values():
        everything.update(b)
    out = {"known": known, "unknown": unknown, "branches": branches}
    fraction = known / (known + unknown)
    for name, impurity in (("entropy", entropy_by_hand), ("gini", gini_by_hand)):
        before = impurity(everything.values())
        after = sum(
            size / known * impurity(b.values()) for size, b in zip(sizes, branches.values())
        )
        out[name] = (before, after, fraction * (before - after))
    out["split_info"] = entropy_by_hand([*sizes, unknown])
    return out


def branch_by_hand(split, value):
    """Which branch one cell goes down; None where the value is missing."""
    if pd.isna(value):
        return None
    if split.kind == "threshold":
        return 0 if value <= split.threshold else 1
    if split.kind == "multiway":
        return split.categories.index(value)
    if value in split.chosen:
        return 0
    return 1 if value in split.others else None


def every_split_by_hand(tree, node_id, attribute):
    """Every way in which an attribute's known values at a node can be parted in two, or in all."""
    data = tree.dataset
    rows = tree.rows_of(node_id)
    values = data.to_frame()[attribute.name].iloc[rows].dropna()
    if attribute.is_continuous:
        distinct = sorted(set(values))
        return [("<=", low) for low in distinct[:-1]]
    present = [c for c in attribute.categories if c in set(values)]
    if tree.parameters.categorical_split == "multiway":
        return [("all",)] if len(present) > 1 else []
    if tree.parameters.categorical_split == "one_vs_rest":
        return sorted(
            {
                frozenset({frozenset({c}), frozenset(present) - {c}})
                for c in present
                if len(present) > 1
            },
            key=str,
        )
    ways = set()
    for mask in range(1, 2 ** len(present) - 1):
        group = frozenset(c for i, c in enumerate(present) if mask >> i & 1)
        ways.add(frozenset({group, frozenset(present) - group}))
    return sorted(ways, key=str)
