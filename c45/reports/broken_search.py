"""A cross-validation with three mistakes, beside a sound one: how much the pick owes to luck."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from c45.cross_validation import make_folds
from c45.dataset import Dataset
from c45.evaluate import evaluate
from c45.grid import Grid, n_settings, search_grid
from c45.grow import grow
from c45.notation import listed, plural, shown
from c45.parameters import ALGORITHMS, Parameters

#: The settings that the report searches.
AXES: Mapping[str, tuple[Any, ...]] = {
    "min_samples_split": (2, 3, 4, 5),
    "max_depth": (2, 3, 4, None),
}

#: What the report prints as the best setting for wine, and its mean accuracy.
PRINTED: tuple[Mapping[str, Any], float] = ({"min_samples_split": 4, "max_depth": None}, 0.95)


@dataclass(frozen=True)
class BrokenPick:
    """What the broken search picks with one seed, the mean accuracy it claims for it, and the part of
    that mean which comes from the fold that was trained and tested on the same rows."""

    seed: int
    changes: Mapping[str, Any]
    claimed: float
    on_its_own_rows: float


@dataclass(frozen=True)
class SearchLesson:
    """The broken search with several seeds beside a sound search.

    picks: one a seed. sound: the same settings on the same folds. sentences: what is wrong, and what
    the numbers show.
    """

    picks: tuple[BrokenPick, ...]
    sound: Grid
    sentences: tuple[str, ...]


def broken_search(
    dataset: Dataset,
    *,
    axes: Mapping[str, Sequence[Any]] = AXES,
    base: Parameters = ALGORITHMS["simplified C4.5"],
    k: int = 5,
    seed: int = 12,
) -> BrokenPick:
    """The search of the report, with its three mistakes.

    For each setting the rows are shuffled anew into k folds; the tree is grown from one fold and tested
    on the first, which once is the fold it grew from. The highest mean wins, the first of equals.
    """
    rng = np.random.default_rng(seed)
    best = None
    for values in product(*axes.values()):
        changes = dict(zip(axes, values))
        parameters = replace(base, **changes)
        folds = np.array_split(rng.permutation(dataset.n_rows), k)
        tested = dataset.take(folds[0])
        scores = [evaluate(grow(dataset.take(f), parameters), tested).accuracy for f in folds]
        pick = BrokenPick(seed, changes, float(np.mean(scores)), scores[0])
        if best is None or pick.claimed > best.claimed:
            best = pick
    return best


def search_lesson(
    dataset: Dataset,
    *,
    axes: Mapping[str, Sequence[Any]] = AXES,
    base: Parameters = ALGORITHMS["simplified C4.5"],
    k: int = 5,
    seeds: Sequence[int] = range(5),
    printed: tuple[Mapping[str, Any], float] | None = None,
    progress: Callable[[int, int], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> SearchLesson:
    """The broken search, once for each seed, beside a sound k-fold search of the same settings.

    printed: a setting and the score that is claimed for it in print (``PRINTED`` for wine), to be put
    beside what it scores in the sound search. progress: told (trees done, trees in all).
    """
    per_search = n_settings(axes) * k
    total, picks = per_search * (len(seeds) + 1), []
    for i, seed in enumerate(seeds):
        if stop and stop():
            break
        picks.append(broken_search(dataset, axes=axes, base=base, k=k, seed=seed))
        if progress:
            progress(per_search * (i + 1), total)

    def told(done: int, _: int) -> None:
        if progress:
            progress(per_search * len(seeds) + done, total)

    sound = search_grid(
        dataset, axes, make_folds(dataset, k=k), base=base, progress=told, stop=stop
    )
    return SearchLesson(tuple(picks), sound, _sentences(dataset, picks, sound, k, printed))


def _sentences(dataset: Dataset, picks, sound: Grid, k: int, printed) -> tuple[str, ...]:
    n = dataset.n_rows
    wrong = (
        f"It grows from one fold, about {n // k} of {n} rows; a sound search grows from the other "
        f"{k - 1} folds.",
        "It tests on the same fold each time, and once on the rows it grew from.",
        "It draws new folds for each setting, so a setting may win by its folds.",
    )
    if not picks or sound.best is None:
        return (*wrong, "Stopped before the searches were done.")
    different = {tuple(p.changes.items()) for p in picks}
    claims = [p.claimed for p in picks]
    own = [p.on_its_own_rows for p in picks]
    settings = plural(len(different), "different setting") if len(different) > 1 else "one setting"
    shows = (
        f"With {plural(len(picks), 'seed')} it picks {settings}, and claims a mean accuracy from "
        f"{shown(min(claims))} to {shown(max(claims))}; the fold tested on its own rows scores "
        f"{shown(float(np.mean(own)))} in it."
    )
    spread = [c.result.mean for c in sound.cells]
    flat = (
        f"On the same folds the {len(spread)} settings score from {shown(min(spread))} to "
        f"{shown(max(spread))}. {sound.sentence}"
    )
    claimed = ()
    cell = sound.cell(**printed[0]) if printed else None
    if cell:
        claimed = (
            f"In print {cell.words} is best, with {shown(printed[1], 2)}. On sound folds it scores "
            f"{shown(cell.result.mean)}.",
        )
    return (*wrong, shows, *claimed, flat)


def picks_in_words(lesson: SearchLesson) -> tuple[str, ...]:
    """Each seed with its pick: ``seed 0: min_samples_split 2, max_depth no limit, 0.938``."""
    return tuple(
        f"seed {p.seed}: "
        + listed(f"{n} {'no limit' if v is None else v}" for n, v in p.changes.items())
        + f", {shown(p.claimed)}"
        for p in lesson.picks
    )
