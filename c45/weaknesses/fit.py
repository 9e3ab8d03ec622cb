"""Fitting too well, and fitting the large class only."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from c45.curves import depth_curve
from c45.dataset import Dataset
from c45.errors import DataError
from c45.evaluate import Holdout, baseline, evaluate, hold_out
from c45.notation import listed, plural, shown
from c45.parameters import Parameters
from c45.pruning import grow_and_prune
from c45.weaknesses.finding import Finding, at_least_one

Progress = Callable[[int, int], object]


def overfitting(
    part: Holdout,
    parameters: Parameters | None = None,
    *,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Finding:
    """Deeper trees fit the training rows better; do they also answer new rows better?

    The number is the test error of the deepest tree minus the least test error at any depth.
    """
    curve = depth_curve(part.train, part.test, parameters, progress=progress, stop=stop)
    question = "At which depth does the tree answer new rows best: the deepest one?"
    rule = "shown where a larger tree is better on the training rows and worse on the test rows"
    name = "test error of the deepest tree minus the least"
    if curve.best is None:
        conclusion = f"{curve.sentence} So nothing is known about overfitting."
        return Finding("overfitting", question, None, name, rule, False, conclusion)
    number = curve.points[-1].test_error - curve.best.test_error
    return Finding(
        key="overfitting",
        question=question,
        number=number if number > 1e-12 else 0.0,
        number_name=name,
        rule=rule,
        shown=curve.overfits,
        conclusion=curve.sentence,
        columns=("maximum depth", "leaves", "training error", "test error"),
        rows=tuple((p.x, p.n_leaves, p.train_error, p.test_error) for p in curve.points),
        extra={"curve": curve},
    )


def imbalance(
    dataset: Dataset,
    rare: str | None = None,
    parameters: Parameters | None = None,
    *,
    shares: tuple[float, ...] = (0.3, 0.1, 0.05),
    draws: int = 10,
    test_size: float = 0.3,
    random_state: int = 0,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Finding:
    """One class made rare: what accuracy says, and how many rows of that class are found.

    rare: the class whose rows are dropped at random until it has each share of the rows; the smallest
    class if left out. Means over stratified hold-outs. The number is accuracy minus recall of the rare
    class at the smallest share. A share that the class does not reach, or that leaves fewer than four
    of its rows, is passed over. Raises DataError for a class that is none, or where no share is left.
    """
    at_least_one("draws", draws)
    parameters = parameters or Parameters()
    sizes = np.bincount(dataset.target, minlength=len(dataset.classes))
    if rare is None:
        rare = dataset.classes[int(np.where(sizes > 0, sizes, sizes.max() + 1).argmin())]
    if rare not in dataset.classes:
        raise DataError(f"There is no class called {rare!r}. There are: {listed(dataset.classes)}.")
    k = dataset.classes.index(rare)
    others = np.flatnonzero(dataset.target != k)
    own = np.flatnonzero(dataset.target == k)
    kept = {s: round(s / (1 - s) * len(others)) for s in shares}
    kept = {s: n for s, n in kept.items() if 4 <= n <= len(own)}
    if not kept:
        raise DataError(
            f"Class {rare!r} has {plural(len(own), 'row')} of {dataset.n_rows}: too few to make it rare and "
            "still test it. Take a larger table, or another class."
        )
    rng = np.random.default_rng(random_state)
    rows, done = [], 0
    for share, n in kept.items():
        found = []
        for draw in range(draws):
            if stop and stop():
                break
            some = dataset.take(np.sort(np.concatenate([others, rng.permutation(own)[:n]])))
            part = hold_out(some, test_size, stratified=True, random_state=random_state + draw)
            scores = evaluate(grow_and_prune(part.train, parameters).tree, part.test)
            least = baseline(part.train, part.test)
            recall = scores.scores_of(rare).recall
            found.append((scores.accuracy, least.accuracy, np.nan if recall is None else recall))
            done += 1
            if progress:
                progress(done, len(kept) * draws)
        if len(found) == draws and not np.isnan(found).all(axis=0).any():
            rows.append((share, *np.nanmean(found, axis=0).tolist()))
    question = f"If {rare} is rare, does a high accuracy mean that it is found?"
    rule = "shown where accuracy is more than 0.1 above the recall of the rare class"
    name = "accuracy minus recall of the rare class"
    if not rows:
        conclusion = "No share was tested to the end. So nothing is known about imbalance."
        return Finding("imbalance", question, None, name, rule, False, conclusion)
    share, accuracy, least, recall = rows[-1]
    gap = accuracy - recall
    start = (
        f"With {shown(100 * share, 0)}% {rare}, the tree is right on {shown(100 * accuracy, 1)}% of the test rows, and "
        f"saying the largest class to all on {shown(100 * least, 1)}%."
    )
    end = (
        f" Of the {rare} rows it finds only {shown(100 * recall, 1)}%: accuracy hides them."
        if gap > 0.1
        else f" Of the {rare} rows it finds {shown(100 * recall, 1)}%: here the rare class is not lost."
    )
    return Finding(
        key="imbalance",
        question=question,
        number=gap,
        number_name=name,
        rule=rule,
        shown=gap > 0.1,
        conclusion=start + end,
        columns=("share of the class", "accuracy", "baseline", "recall"),
        rows=tuple(rows),
        extra={"rare": rare},
    )
