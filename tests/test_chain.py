"""A chain of 2,001 nodes: nothing may depend on how deep Python can recurse."""

from __future__ import annotations

import copy
import pickle
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pandas as pd
import pytest

from c45 import (
    C45Classifier,
    Dataset,
    explain,
    from_json,
    grow,
    steps,
    to_dot,
    to_json,
    to_python,
    to_rules,
    to_svg,
    to_text,
)
from c45.predict import path_of, predict

ROWS = 1001


@pytest.fixture(scope="module")
def chain():
    """Classes that alternate along one attribute: the best cut always peels off a single row."""
    frame = pd.DataFrame(
        {"x": np.arange(ROWS, dtype=float), "class": np.where(np.arange(ROWS) % 2, "odd", "even")}
    )
    tree = grow(Dataset.from_frame(frame, target="class"))
    assert (tree.n_nodes, tree.n_leaves, tree.depth) == (2 * ROWS - 1, ROWS, ROWS - 1)
    assert tree.depth > sys.getrecursionlimit() - 50
    return tree


def test_it_is_walked_and_predicts(chain):
    assert predict(chain, chain.dataset.columns) == ["even", "odd"] * (ROWS // 2) + ["even"]
    deepest = max(chain.leaves, key=lambda n: n.depth)
    assert len(chain.rows_of(deepest.id)) == 1
    assert len(path_of(chain, {"x": float(chain.rows_of(deepest.id)[0])})) == ROWS - 1
    assert len(steps(chain)) == 2 * ROWS - 1
    assert explain(chain, deepest.parent, "x")


def test_it_is_pickled_and_copied(chain):
    assert pickle.loads(pickle.dumps(chain)) == chain
    assert copy.deepcopy(chain) == chain
    model = C45Classifier().fit(chain.dataset.columns[0][:, None], chain.dataset.target)
    assert pickle.loads(pickle.dumps(model)).tree_ == model.tree_


def test_it_is_exported(chain):
    assert from_json(to_json(chain)) == chain
    assert to_text(chain).count("\n") >= 2 * ROWS - 2
    assert len(to_rules(chain)) == ROWS
    space: dict = {}
    exec(compile(to_python(chain), "tree.py", "exec"), space)
    assert [space["predict"]({"x": float(x)}) for x in (0, 1, 500, 1000)] == [
        "even",
        "odd",
        "even",
        "even",
    ]


def test_it_is_drawn(chain):
    assert to_dot(chain).count("->") == 2 * ROWS - 2
    drawn = ET.fromstring(to_svg(chain, timeout=120))
    ids = [e.get("id", "") for e in drawn.iter()]
    assert sum(i.startswith("node-") for i in ids) == 2 * ROWS - 1
