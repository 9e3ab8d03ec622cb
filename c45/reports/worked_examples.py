"""Documents that work an example by hand: the ID3 article and the classifier slides.

Their figures are listed with the tables they are about; each is computed again from the rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from c45 import measures
from c45.dataset import Dataset
from c45.grow import grow
from c45.notation import listed
from c45.parameters import Parameters
from c45.portion import Portion
from c45.reading import dataset_facts, load_dataset
from c45.reports.comparing import number, words
from c45.reports.record import Figure, Part, Report
from c45.search import node_report
from c45.tree import Node

_WHAT = {
    "entropy": "entropy",
    "gini": "Gini index",
    "conditional_entropy": "entropy after",
    "gini_split": "Gini index after",
    "information_gain": "information gain",
    "gini_gain": "drop of the Gini index",
}


def id3_article() -> Report:
    """Eight people by hair, eyes and height: entropy and gain by hand, down to the last leaf.

    >>> id3_article().sentence
    '12 of 17 printed figures come out; 5 do not, for the reasons beside them.'
    """
    return _report(
        "id3_article",
        "hair_eyes_height",
        (
            "The article says 5 yes and 3 no at the root and two yes among the small; the table has it the "
            "other way round. Entropy does not see the difference, as it only asks how mixed the classes are.",
            "Its gain of Height, 0.004, is the difference of two rounded entropies. In full digits it is "
            "0.003: round once, at the end.",
        ),
    )


def classifier_slides() -> Report:
    """Refund and marital status, by information gain and by the Gini index, each with a ranked table.

    >>> [f.printed for f in classifier_slides().figures if f.what.startswith("chosen") and not f.agrees]
    ['Refund']
    """
    return _report(
        "classifier_slides",
        "refund_marital",
        (
            "The Gini index of the ten rows is printed as 0.49. It is 1 − 0.3² − 0.7² = 0.42; 0.49 is 0.7² "
            "alone.",
            "For Divorced, 1 is the entropy of the branch, not its Gini index: with two classes that is never "
            "above 0.5.",
            "So the printed ranking by the Gini index is the wrong way round. Marital removes 0.12 and Refund "
            "0.0771: both measures choose Marital.",
        ),
    )


def _report(key: str, name: str, lessons: tuple[str, ...]) -> Report:
    data, facts = load_dataset(name), dataset_facts(name)
    parts: dict[str, list[Figure]] = {}
    for printed in facts.published:
        gini = "gini" in (printed["quantity"], printed.get("criterion", "")) or printed[
            "quantity"
        ].startswith("gini")
        at = _place(printed.get("node", []))
        title = "Gini index" if gini else "Entropy and information gain"
        parts.setdefault(f"{title}{at and f', where {at}'}", []).append(_figure(data, printed))
    about = f"{data.n_rows} rows, target {data.target_name}"
    return Report(
        key,
        facts.title,
        facts.source,
        tuple(Part(title, about, tuple(figures)) for title, figures in parts.items()),
        lessons,
    )


def _place(path) -> str:
    return listed(f"{step[0]} is {step[1]}" for step in path)


def _figure(data: Dataset, printed: Mapping[str, Any]) -> Figure:
    quantity, why = printed["quantity"], printed.get("note", "")
    rows = _rows(data, printed.get("node", []))
    if quantity == "tree":
        same = _as_mapping(grow(data, Parameters()).root) == printed["value"]
        ours = "the same tree" if same else "another tree"
        return Figure("tree", "the tree as drawn", ours, None, same, why)
    if quantity == "chosen_attribute":
        criterion = printed.get("criterion", "information_gain")
        found = node_report(data, Portion(rows), Parameters(criterion=criterion)).chosen
        measure = "Gini" if criterion == "gini" else "gain"
        return words(f"chosen by {measure}", printed["as_printed"], found.attribute, why)
    if quantity == "class_count":
        k = data.classes.index(printed["class"])
        value = float((data.target[rows] == k).sum())
        return number(f"rows that are {printed['class']}", printed["as_printed"], value, why)
    what = _WHAT[quantity]
    if "attribute" in printed:
        what = f"{what}, {printed['attribute']}"
    if "source" in printed:
        what = f"{what} (ranking table)"
    value = _computed(data, rows, quantity, printed.get("attribute"))
    return number(what, printed["as_printed"], value, why)


def _rows(data: Dataset, path) -> NDArray[np.int64]:
    rows = np.arange(data.n_rows)
    for name, category in path:
        code = data.attribute(name).categories.index(category)
        rows = rows[data.column(name)[rows] == code]
    return rows


def _computed(data: Dataset, rows: NDArray, quantity: str, attribute: str | None) -> float:
    """A quantity from the rows, by the one arithmetic of ``measures``."""
    n_classes = len(data.classes)
    if attribute is None:
        counts = np.bincount(data.target[rows], minlength=n_classes)
        return float({"entropy": measures.entropy, "gini": measures.gini}[quantity](counts))
    n_branches = len(data.attribute(attribute).categories)
    cell = data.column(attribute)[rows] * n_classes + data.target[rows]
    table = np.bincount(cell, minlength=n_branches * n_classes).reshape(n_branches, n_classes)
    impurity = measures.gini if quantity.startswith("gini") else measures.entropy
    after = quantity in ("conditional_entropy", "gini_split")
    return float((measures.weighted_impurity if after else measures.gain)(table, impurity))


def _as_mapping(root: Node) -> Any:
    """A tree of categories as nested mappings; branches without rows are left out."""
    made: dict[int, Any] = {}
    stack = [(root, False)]
    while stack:
        node, seen = stack.pop()
        if node.is_leaf:
            made[node.id] = node.prediction
        elif seen:
            made[node.id] = {
                node.split.attribute: {
                    node.split.words(b): made[child.id]
                    for b, child in enumerate(node.children)
                    if child.n
                }
            }
        else:
            stack.append((node, True))
            stack.extend((child, False) for child in node.children)
    return made[root.id]
