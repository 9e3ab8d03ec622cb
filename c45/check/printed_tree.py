"""A printed tree, checked node by node: at each, whether the attribute asked about is among the best."""

from __future__ import annotations

import re
from collections.abc import Mapping

from c45.check.example import Spot
from c45.check.judge import RIGHT, WRONG, Diagnosis, Verdict
from c45.check.sheet import accepted
from c45.errors import DataError
from c45.notation import listed, one_line
from c45.parameters import ALGORITHMS, Parameters
from c45.search import node_report
from c45.splits import Split, ThresholdSplit, multiway

_PRESETS = {"id3": "ID3", "c4.5": "C4.5 Release 8"}
_BOUND = re.compile(r"\s*(<=|>|<|>=)\s*(-?\d+(?:\.\d+)?)\s*")
_COUNTS = re.compile(r"\s*\([^()]*\)\s*$")
#: A printed tree with more nodes than this is no worked example.
MOST_NODES = 2_000


def judge_tree(spot: Spot, figure: Mapping) -> tuple[Verdict, tuple[str, ...] | None]:
    """Judge a printed tree, and give the attributes that are right at the first node that is wrong.

    figure: ``value`` is the tree as nested objects, ``{"Wind": {"Weak": "Yes", "Strong": "No"}}``, with
    ``<=75`` and ``>75`` for the branches of a threshold; ``algorithm`` is "id3" or "c4.5". Where several
    attributes or classes tie, each is right. Raises DataError for a tree of another form.
    """
    name = str(figure.get("algorithm", "id3"))
    if name not in _PRESETS:
        raise DataError(f"The algorithm {name!r} is not one that a printed tree is checked by.")
    parameters = ALGORITHMS[_PRESETS[name]]
    stack: list[tuple[object, Spot, Spot]] = [(figure.get("value"), spot, spot)]
    tied, seen = False, 0
    while stack:
        printed, here, above = stack.pop()
        seen += 1
        if seen > MOST_NODES:
            raise DataError(f"The printed tree has more than {MOST_NODES} nodes.")
        if isinstance(printed, str):
            problem = _leaf(printed, here, above, parameters)
            if problem:
                return problem, None
            continue
        if not isinstance(printed, Mapping) or len(printed) != 1:
            raise DataError(
                "A printed tree is an attribute with its branches, or the name of a class."
            )
        ((attribute, branches),) = printed.items()
        if not isinstance(branches, Mapping):
            raise DataError(
                "A printed tree is an attribute with its branches, or the name of a class."
            )
        report = node_report(here.dataset, here.portion, parameters)
        names = accepted(report, report.candidates, parameters)
        if attribute not in names:
            note = f"At {here.where} it asks about {one_line(str(attribute))}; right is {listed(names, 'or') or 'a leaf'}."
            return Verdict(WRONG, note=note), names
        tied = tied or len(names) > 1
        below_here = []
        for label, below in branches.items():
            split, b = _branch(here, str(attribute), str(label))
            candidate = report.candidate(str(attribute))
            if isinstance(split, ThresholdSplit) and not _same(here, split, candidate.split):
                note = f"At {here.where} it cuts at {split.question()}; right is {candidate.split.question()}."
                return Verdict(WRONG, note=note), (candidate.split.question(),)
            below_here.append((below, here.branch(split, b), here))
        stack.extend(reversed(below_here))
    tie = Diagnosis((34,), "Attributes tie at one of its nodes or more; each of them is right.")
    return Verdict(RIGHT, (tie,) if tied else ()), None


def _branch(here: Spot, attribute: str, label: str) -> tuple[Split, int]:
    a = here.dataset.attribute(attribute)
    if not a.is_continuous:
        if label not in a.categories:
            raise DataError(f"{attribute!r} has no category called {label!r}.")
        return multiway(a), a.categories.index(label)
    bound = _BOUND.fullmatch(label)
    if not bound:
        raise DataError(f"{label!r} is no branch of a number. Write <=75 or >75.")
    return ThresholdSplit(attribute, float(bound[2])), 0 if bound[1] in ("<=", "<") else 1


def _same(here: Spot, a: Split, b: Split) -> bool:
    """Whether two splits part the rows of a node in the same way."""
    column = here.dataset.column(a.attribute)[here.portion.rows]
    return bool((a.branch_of(column) == b.branch_of(column)).all())


def _leaf(printed: str, here: Spot, above: Spot, parameters: Parameters) -> Verdict | None:
    """What is wrong with a leaf, or None. A leaf without rows answers as the node above it."""
    name = _COUNTS.sub("", printed).strip()
    classes = here.dataset.classes
    if name not in classes:
        raise DataError(f"There is no class called {name!r}.")
    empty = not len(here.portion.rows)
    counts = (above if empty else here).portion.class_counts(here.dataset)
    if counts[classes.index(name)] < counts.max() - 1e-9:
        most = listed([c for c, n in zip(classes, counts) if n >= counts.max() - 1e-9], "or")
        return Verdict(
            WRONG, note=f"The leaf at {here.where} answers {name}; most rows are {most}."
        )
    if empty or (counts > 0).sum() <= 1:
        return None
    report = node_report(here.dataset, here.portion, parameters)
    if report.chosen is None:
        return None
    note = f"The leaf at {here.where} still has rows of several classes; {report.chosen.attribute} parts them."
    return Verdict(WRONG, note=note)
