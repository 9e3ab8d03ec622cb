"""The tables of tests/oracles and what the two programs answered on them, read for the tests."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path

import numpy as np

from c45 import Attribute, Dataset

FOLDER = Path(__file__).parent / "oracles"
NAMES = tuple(sorted(p.stem for p in (FOLDER / "data").glob("*.json")))


@cache
def table(name: str) -> Dataset:
    raw = json.loads((FOLDER / "data" / f"{name}.json").read_text())
    attributes, columns = [], []
    for i, a in enumerate(raw["attributes"]):
        values = [row[i] for row in raw["rows"]]
        if a["type"] == "numeric":
            attributes.append(Attribute(a["name"], "continuous"))
            columns.append(np.array([np.nan if v is None else v for v in values], dtype=float))
        else:
            code = {v: k for k, v in enumerate(a["values"])}
            attributes.append(Attribute(a["name"], "categorical", tuple(a["values"])))
            columns.append(np.array([-1 if v is None else code[v] for v in values], dtype=np.int64))
    code = {c: k for k, c in enumerate(raw["classes"])}
    target = np.array([code[row[-1]] for row in raw["rows"]], dtype=np.int64)
    return Dataset(tuple(attributes), tuple(columns), tuple(raw["classes"]), target, name=name)


@cache
def answers(name: str, program: str) -> dict:
    """program: ``r8``, ``r8-trace`` or ``j48``."""
    with gzip.open(FOLDER / f"{name}-{program}.json.gz") as file:
        return json.load(file)["runs"]


def probes(dataset: Dataset) -> list:
    """Columns of the probe rows: row i without attribute i mod A, and one row without any value."""
    n, k = min(dataset.n_rows, 200), len(dataset.attributes)
    out = []
    for i, column in enumerate(dataset.columns):
        gap = np.nan if column.dtype.kind == "f" else -1
        probe = np.append(column[:n], gap)
        probe[:n][np.arange(n) % k == i] = gap
        out.append(probe)
    return out


def tree_difference(tree, want, *, near: float, label: bool = True, errors=None) -> str:
    """Where a tree first differs from the one wanted, as a path in words; "" where it does not.

    errors: gives the figure of a node that ``want["errors"]`` holds; left out, it is not compared.
    """
    stack = [(tree.root, want, "root")]
    while stack:
        node, want, path = stack.pop()
        if (want["type"] == "leaf") != node.is_leaf:
            return f"{path}: {want['type']} wanted, got {'a leaf' if node.is_leaf else node.split}"
        # Release 8 shows the distribution of the node above in a branch without rows; its n is 0.
        counts = want["dist"] if want["n"] else [0.0] * len(want["dist"])
        if not np.allclose(node.counts, counts, rtol=0, atol=near):
            return f"{path}: counts {counts} wanted, got {node.counts.tolist()}"
        if label and node.prediction != want["class"]:
            return f"{path}: class {want['class']} wanted, got {node.prediction}"
        if errors is not None and abs(errors(node) - want["errors"]) > near:
            return f"{path}: errors {want['errors']} wanted, got {errors(node)}"
        if node.is_leaf:
            continue
        if node.split.attribute != want["attribute"]:
            return f"{path}: {want['attribute']} wanted, got {node.split.question()}"
        if want["type"] == "threshold" and not np.isclose(
            node.split.threshold, want["cut"], rtol=1e-6, atol=1e-12
        ):
            return (
                f"{path}: {want['attribute']} at {want['cut']} wanted, got {node.split.threshold}"
            )
        if len(want["branches"]) != len(node.children):
            return f"{path}: {len(want['branches'])} branches wanted, got {len(node.children)}"
        for b, (branch, child) in enumerate(zip(want["branches"], node.children)):
            value = branch.get("value")
            if branch["op"] == "=" and node.split.words(b) != value:
                return f"{path}: branch {value} wanted, got {node.split.words(b)}"
            stack.append((child, branch["node"], f"{path} / {node.split.sentence(b)}"))
    return ""
