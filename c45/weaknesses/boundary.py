"""Staircases: a boundary that runs across the axes, and the regions that a tree cuts instead."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from c45.dataset import CONTINUOUS, Attribute, Dataset
from c45.errors import DataError
from c45.evaluate import evaluate
from c45.notation import plural
from c45.parameters import Parameters
from c45.predict import predict
from c45.pruning import grow_and_prune
from c45.tree import Tree
from c45.weaknesses.finding import Finding, with_columns


def diagonal_table(n_rows: int = 200, *, random_state: int = 0) -> Dataset:
    """Random points of the unit square, ``above`` where x + y > 1, else ``below``.

    >>> diagonal_table(50).classes
    ('above', 'below')
    """
    rng = np.random.default_rng(random_state)
    x, y = np.round(rng.random((2, n_rows)), 3)
    target = np.where(x + y > 1, 0, 1)
    attributes = (Attribute("x", CONTINUOUS), Attribute("y", CONTINUOUS))
    return Dataset(attributes, (x, y), ("above", "below"), target, name="diagonal")


def diagonal_boundary(
    dataset: Dataset, x: str, y: str, parameters: Parameters | None = None
) -> Finding:
    """Would a slanted question save leaves? The tree of two attributes, without and with their sum.

    Both attributes are scaled to run from 0 to 1; their sum and their difference are offered as two more
    columns. The number is the leaves saved. ``extra["plain"]`` and ``extra["slanted"]`` are the trees.

    Raises DataError for an attribute that is no number, or has one value only.

    >>> found = diagonal_boundary(diagonal_table(), "x", "y")
    >>> found.extra["slanted"].n_leaves, found.shown
    (2, True)
    """
    parameters = parameters or Parameters()
    if x == y:
        raise DataError("Take two different attributes.")
    two = dataset.select([x, y])
    a, b = _scaled(two, x), _scaled(two, y)
    sums = [
        (Attribute(f"{x} + {y}", CONTINUOUS), a + b),
        (Attribute(f"{x} − {y}", CONTINUOUS), a - b),
    ]
    plain = grow_and_prune(two, parameters).tree
    wide = with_columns(two, sums)
    slanted = grow_and_prune(wide, parameters).tree
    errors = [_errors(plain, two), _errors(slanted, wide)]
    saved = plain.n_leaves - slanted.n_leaves
    shown = saved > 0 and errors[1] <= errors[0]
    start = (
        f"With questions about {x} or {y} alone the tree needs {plural(plain.n_leaves, 'leaf', 'leaves')} and errs "
        f"on {errors[0]} of {plural(two.n_rows, 'row')}."
    )
    if shown:
        end = (
            f" With their sum and difference {slanted.n_leaves} are enough, with {plural(errors[1], 'error')}: "
            "the boundary runs across the axes, and the tree follows it in steps."
        )
    else:
        end = (
            f" With their sum and difference it has {plural(slanted.n_leaves, 'leaf', 'leaves')} and "
            f"{plural(errors[1], 'error')}: a slanted question does not help here."
        )
    return Finding(
        key="diagonal_boundary",
        question="How many steps does a tree need to follow a slanted line?",
        number=float(saved),
        number_name="leaves saved by a slanted question",
        rule="shown where sum and difference save leaves and cost no error",
        shown=shown,
        conclusion=start + end,
        columns=("questions about", "leaves", "errors"),
        rows=(
            (f"{x}, {y}", plain.n_leaves, errors[0]),
            ("their sum and difference too", slanted.n_leaves, errors[1]),
        ),
        extra={"plain": plain, "slanted": slanted},
    )


def _scaled(dataset: Dataset, name: str) -> NDArray[np.float64]:
    if not dataset.attribute(name).is_continuous:
        raise DataError(f"Column {name!r} holds no numbers, so no line can be drawn in it.")
    column = dataset.column(name)
    low, high = np.nanmin(column), np.nanmax(column)
    if not high > low:
        raise DataError(f"Column {name!r} has one value only, so no line can be drawn in it.")
    return (column - low) / (high - low)


def _errors(tree: Tree, dataset: Dataset) -> int:
    unweighted = replace(dataset, weights=None)
    found = evaluate(tree, unweighted)
    return int(found.n - found.n_right)


@dataclass(frozen=True, eq=False)
class Regions:
    """The answers of a tree over a grid of two attributes.

    xs, ys: the values, shapes (n_x,) and (n_y,). answers: class codes of the tree, shape (n_y, n_x).
    held: what all other attributes are held at, by name.
    """

    x: str
    y: str
    xs: NDArray[np.float64]
    ys: NDArray[np.float64]
    answers: NDArray[np.int64]
    classes: tuple[str, ...]
    held: dict[str, float | str]


def decision_regions(tree: Tree, x: str, y: str, *, resolution: int = 100) -> Regions:
    """What the tree answers at each point of a plane; all else at its median or most common value.

    The grid covers the training rows with a twentieth of their range around. Raises DataError for a tree
    without its rows, or an attribute that holds no numbers.
    """
    data = tree.dataset
    if data is None:
        raise DataError("This tree was read without its rows, so there is no plane to draw.")
    ends = {}
    for name in (x, y):
        _scaled(data, name)
        column = data.column(name)
        low, high = float(np.nanmin(column)), float(np.nanmax(column))
        ends[name] = np.linspace(low - (high - low) / 20, high + (high - low) / 20, resolution)
    grid = {x: np.tile(ends[x], resolution), y: np.repeat(ends[y], resolution)}
    columns, held = [], {}
    for a, column in zip(data.attributes, data.columns):
        if a.name in grid:
            columns.append(grid[a.name])
            continue
        if a.is_continuous:
            known = column[~np.isnan(column)]
            value = float(np.median(known)) if len(known) else float("nan")
            held[a.name] = value
        else:
            known = column[column >= 0]
            value = int(np.bincount(known).argmax()) if len(known) else -1
            held[a.name] = a.categories[value] if value >= 0 else "?"
        columns.append(np.full(resolution**2, value))
    code = {c: k for k, c in enumerate(tree.classes)}
    answers = np.array([code[c] for c in predict(tree, columns)])
    shape = (resolution, resolution)
    return Regions(x, y, ends[x], ends[y], answers.reshape(shape), tree.classes, held)
