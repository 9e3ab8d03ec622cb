"""Train and test error against the size of the tree, the price of a leaf, or the number of rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from c45.dataset import Dataset
from c45.errors import DataError, ParameterError
from c45.evaluate import evaluate
from c45.notation import listed, plain, plural, shown
from c45.parameters import Parameters
from c45.pruning import alpha_path, grow_and_prune, subtree_at
from c45.tree import Tree

#: What a curve can run over, with its words.
OVER = {
    "max_depth": "maximum depth",
    "max_leaf_nodes": "most leaves",
    "ccp_alpha": "alpha",
    "n_rows": "training rows",
}

#: Errors this close are equal.
EQUAL = 1e-12

#: Curves over leaves take at most this many points, spread evenly.
MOST_POINTS = 40

Progress = Callable[[int, int], object]


@dataclass(frozen=True, eq=False)
class CurvePoint:
    """One point: the tree at this value, and its errors.

    x: the value of the knob, or the number of rows. train_error, test_error: shares of the rows, by
    weight; None where there is no test row. tree: the tree they are of (the first of several draws).
    train_spread, test_spread: between draws of the rows; 0 where there is one.
    """

    x: float
    train_error: float
    test_error: float | None
    n_leaves: float
    depth: float
    tree: Tree = field(repr=False)
    train_spread: float = 0.0
    test_spread: float = 0.0


@dataclass(frozen=True, eq=False)
class ErrorCurve:
    """The points in the order of ``x``, and what they say.

    over: a key of ``OVER``. best: the point with the least test error; of equals the one with fewest
    leaves; None without test rows. overfits: whether a point with more leaves than the best does
    better on the training rows and worse on the test rows. sentence: the conclusion, with its numbers.
    complete: False where it was stopped.
    """

    over: str
    points: tuple[CurvePoint, ...]
    best: CurvePoint | None
    overfits: bool
    sentence: str
    complete: bool = True


def depth_curve(
    train: Dataset,
    test: Dataset,
    parameters: Parameters | None = None,
    *,
    depths: Sequence[int] | None = None,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> ErrorCurve:
    """Errors against ``max_depth``: from a single leaf to the depth that the tree reaches by itself.

    >>> import pandas as pd
    >>> table = Dataset.from_frame(pd.DataFrame({"x": range(4), "y": list("abab")}), target="y")
    >>> [(p.x, p.train_error) for p in depth_curve(table, table).points]
    [(0, 0.5), (1, 0.25), (2, 0.25), (3, 0.0)]
    """
    parameters = parameters or Parameters()
    if depths is None:
        extra = parameters.depth_convention == "one_level_more"
        free = grow_and_prune(train, replace(parameters, max_depth=None, pruning="none")).tree
        depths = range(max(free.depth - extra, 0) + 1)
    settings = [(d, replace(parameters, max_depth=d)) for d in depths]
    return _over_settings("max_depth", train, test, settings, progress, stop)


def leaves_curve(
    train: Dataset,
    test: Dataset,
    parameters: Parameters | None = None,
    *,
    leaves: Sequence[int] | None = None,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> ErrorCurve:
    """Errors against ``max_leaf_nodes``, the most useful node split first.

    Without ``leaves``: from 2 to the leaves of the tree without a limit, at most 40 values.
    """
    parameters = parameters or Parameters()
    if leaves is None:
        free = replace(parameters, max_leaf_nodes=None, pruning="none")
        most = max(grow_and_prune(train, free).tree.n_leaves, 2)
        n_points = min(most - 1, MOST_POINTS)
        leaves = sorted({round(x) for x in np.linspace(2, most, n_points)})
    settings = [(n, replace(parameters, max_leaf_nodes=n)) for n in leaves]
    return _over_settings("max_leaf_nodes", train, test, settings, progress, stop)


def alpha_curve(
    train: Dataset,
    test: Dataset,
    parameters: Parameters | None = None,
    *,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> ErrorCurve:
    """Errors against the alpha of cost-complexity pruning: every subtree of the path, once.

    The tree is grown without pruning; each point stands for all alphas from its own to the next
    (Breiman et al. 1984, chapter 3).
    """
    parameters = replace(parameters or Parameters(), pruning="none")
    grown = grow_and_prune(train, parameters).tree
    path = alpha_path(grown, parameters.ccp_cost)
    points = []
    for k, step in enumerate(path):
        if stop and stop():
            break
        points.append(_point(step.alpha, subtree_at(grown, path, k), train, test))
        if progress:
            progress(k + 1, len(path))
    return _curve("ccp_alpha", points, len(points) == len(path))


def size_curve(
    train: Dataset,
    test: Dataset,
    parameters: Parameters | None = None,
    *,
    shares: Sequence[float] = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
    draws: int = 5,
    random_state: int = 0,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> ErrorCurve:
    """Errors against the number of training rows: the learning curve.

    Each draw shuffles the training rows once and takes the first rows of that order, so that a larger
    sample holds the smaller ones. Errors are means over the draws. Raises ParameterError for a share
    that is not above 0 and at most 1.
    """
    parameters = parameters or Parameters()
    for share in shares:
        if not 0 < share <= 1:
            raise ParameterError(
                f"A share of the training rows is {share!r}. It must be above 0 and at most 1."
            )
    if draws < 1:
        raise ParameterError(f"draws is {draws!r}. It must be a whole number, 1 or more.")
    n = train.n_rows
    sizes = sorted({max(round(share * n), 1) for share in shares})
    rng = np.random.default_rng(random_state)
    orders = [rng.permutation(n) for _ in range(draws)]
    points, done, total = [], 0, len(sizes) * draws
    for size in sizes:
        found = []
        for order in orders:
            if stop and stop():
                return _curve("n_rows", points, False)
            part = train.take(order[:size])
            found.append(_point(size, grow_and_prune(part, parameters).tree, part, test))
            done += 1
            if progress:
                progress(done, total)
        points.append(_mean_point(found))
    return _curve("n_rows", points, True)


def _over_settings(over, train, test, settings, progress, stop) -> ErrorCurve:
    points = []
    for i, (x, parameters) in enumerate(settings):
        if stop and stop():
            break
        points.append(_point(x, grow_and_prune(train, parameters).tree, train, test))
        if progress:
            progress(i + 1, len(settings))
    return _curve(over, points, len(points) == len(settings))


def _point(x: float, tree: Tree, train: Dataset, test: Dataset) -> CurvePoint:
    train_error = evaluate(tree, train).error
    if train_error is None:
        raise DataError("There is no training row to count, so there is no curve.")
    return CurvePoint(
        x=x,
        train_error=train_error,
        test_error=evaluate(tree, test).error,
        n_leaves=tree.n_leaves,
        depth=tree.depth,
        tree=tree,
    )


def _mean_point(found: list[CurvePoint]) -> CurvePoint:
    tested = [p.test_error for p in found if p.test_error is not None]
    return CurvePoint(
        x=found[0].x,
        train_error=_mean([p.train_error for p in found]),
        test_error=_mean(tested) if tested else None,
        n_leaves=_mean([p.n_leaves for p in found]),
        depth=_mean([p.depth for p in found]),
        tree=found[0].tree,
        train_spread=_spread([p.train_error for p in found]),
        test_spread=_spread(tested),
    )


def _mean(values: Sequence[float] | NDArray) -> float:
    return float(np.mean(values))


def _spread(values: Sequence[float]) -> float:
    """Standard deviation with n - 1; 0 for fewer than two values."""
    return float(np.std(values, ddof=1)) if len(values) > 1 else 0.0


def _curve(over: str, points: list[CurvePoint], complete: bool) -> ErrorCurve:
    tested = [p for p in points if p.test_error is not None]
    if not tested:
        why = "stopped before the first point" if not points else "there is no test row"
        return ErrorCurve(over, tuple(points), None, False, f"No best point: {why}.", complete)
    if over == "n_rows":
        return ErrorCurve(over, tuple(points), _least(tested), False, _more_rows(tested), complete)
    best = _least(tested)
    worse = [
        p
        for p in tested
        if p.n_leaves > best.n_leaves
        and p.train_error < best.train_error - EQUAL
        and p.test_error > best.test_error + EQUAL
    ]
    at = f"{OVER[over]} {plain(float(f'{best.x:.6g}'))}"
    sentence = (
        f"The test error is least at {at} ({_leaves(best)}): {shown(best.test_error)}, with "
        f"{shown(best.train_error)} on the training rows."
    )
    if worse:
        largest = max(worse, key=lambda p: p.n_leaves)
        sentence += (
            f" With {_leaves(largest)} the training error falls to {shown(largest.train_error)} and "
            f"the test error rises to {shown(largest.test_error)}: the larger tree overfits."
        )
    else:
        sentence += " No larger tree on this curve is better on the training rows and worse on these test rows."
    return ErrorCurve(over, tuple(points), best, bool(worse), sentence, complete)


def _least(tested: list[CurvePoint]) -> CurvePoint:
    least = min(p.test_error for p in tested)
    equal = [p for p in tested if p.test_error <= least + EQUAL]
    return min(equal, key=lambda p: p.n_leaves)


def _more_rows(tested: list[CurvePoint]) -> str:
    first, last = tested[0], tested[-1]
    if first is last:
        return f"With {plural(last.x, 'row')} the test error is {shown(last.test_error)}."
    change = last.test_error - first.test_error
    move = "falls" if change < -EQUAL else "rises" if change > EQUAL else "stays at"
    numbers = (
        f"stays at {shown(last.test_error)}"
        if move == "stays at"
        else f"{move} from {shown(first.test_error)} to {shown(last.test_error)}"
    )
    gap = last.test_error - last.train_error
    return (
        f"From {plural(first.x, 'row')} to {plural(last.x, 'row')} the mean test error {numbers}. "
        f"At the end it is {shown(abs(gap))} {'above' if gap >= 0 else 'below'} the training error."
    )


def _leaves(point: CurvePoint) -> str:
    return plural(point.n_leaves, "leaf", "leaves")


def curve_over(
    over: str,
    train: Dataset,
    test: Dataset,
    parameters: Parameters | None = None,
    *,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> ErrorCurve:
    """The curve over one of ``OVER``, with the values that it takes by itself.

    Raises ParameterError for another name.
    """
    curves = {
        "max_depth": depth_curve,
        "max_leaf_nodes": leaves_curve,
        "ccp_alpha": alpha_curve,
        "n_rows": size_curve,
    }
    if over not in curves:
        known = listed([repr(name) for name in OVER], "or")
        raise ParameterError(f"over is {over!r}. It must be {known}.")
    return curves[over](train, test, parameters, progress=progress, stop=stop)
