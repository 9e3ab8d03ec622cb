"""Which setting is best, and is a simpler one as good? All settings of a grid on the same folds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from c45.cross_validation import CrossValidation, Folds, cross_validate
from c45.dataset import Dataset
from c45.errors import ParameterError
from c45.notation import listed, shown
from c45.parameters import KNOBS, Parameters

#: Means this close are equal: folds add up in another order.
EQUAL = 1e-12


@dataclass(frozen=True)
class GridCell:
    """One setting of a grid: the knobs it changes, and its results."""

    changes: Mapping[str, Any]
    result: CrossValidation

    @property
    def words(self) -> str:
        """The setting in words: ``max_depth 3, criterion gini``."""
        return ", ".join(
            f"{name} {'no limit' if value is None else value}"
            for name, value in self.changes.items()
        )


@dataclass(frozen=True)
class Grid:
    """All settings that were tested, and the pick.

    axes: the values of each knob. cells: the settings done, in the order of the axes, the last knob
    moving fastest. best: the highest mean; of equals the one with fewest leaves. simplest: the fewest
    leaves among the settings within one standard error of the best. sentence: both, and why.
    complete: whether every setting was done.
    """

    axes: Mapping[str, tuple[Any, ...]]
    cells: tuple[GridCell, ...]
    best: GridCell | None
    simplest: GridCell | None
    sentence: str
    complete: bool

    def cell(self, **changes: Any) -> GridCell | None:
        """The setting with exactly these knobs; None where it was not done."""
        return next((c for c in self.cells if dict(c.changes) == changes), None)


def n_settings(axes: Mapping[str, Sequence[Any]]) -> int:
    """How many settings a grid has.

    >>> n_settings({"max_depth": [1, 2, None], "criterion": ["gini", "information_gain"]})
    6
    """
    n = 1
    for values in axes.values():
        n *= len(values)
    return n


def search_grid(
    dataset: Dataset,
    axes: Mapping[str, Sequence[Any]],
    folds: Folds,
    *,
    base: Parameters | None = None,
    score: str = "accuracy",
    progress: Callable[[int, int], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Grid:
    """Every setting of the grid on the same folds; the best, and the simplest that is as good.

    axes: values by the name of a knob; the other knobs are those of ``base``. score: a key of
    ``cross_validation.SCORES``. progress: told (trees done, trees in all). stop: asked before each
    tree; a setting that is not finished does not count.

    The rule of one standard error is that of Breiman et al. 1984, section 3.4.3. Raises ParameterError
    for a knob or a value that is none.

    >>> import pandas as pd
    >>> from c45.cross_validation import make_folds
    >>> table = Dataset.from_frame(pd.DataFrame({"x": range(6), "y": list("aaabbb")}), target="y")
    >>> grid = search_grid(table, {"max_depth": [0, 1]}, make_folds(table, k=3))
    >>> [round(c.result.mean, 2) for c in grid.cells], grid.best.words
    ([0.5, 0.83], 'max_depth 1')
    """
    base = base or Parameters()
    unknown = [name for name in axes if name not in KNOBS]
    if unknown:
        raise ParameterError(f"There is no knob called {unknown[0]!r}. See c45.KNOBS.")
    settings = []
    for values in product(*axes.values()):
        changes = dict(zip(axes, values))
        settings.append((changes, replace(base, **changes)))
    total, cells = len(settings) * len(folds), []
    for i, (changes, parameters) in enumerate(settings):

        def told(done: int, _: int, before: int = i * len(folds)) -> None:
            if progress:
                progress(before + done, total)

        result = cross_validate(dataset, parameters, folds, score=score, progress=told, stop=stop)
        if not result.complete:
            break
        cells.append(GridCell(changes, result))
    best, simplest, sentence = pick(cells)
    return Grid(
        {name: tuple(values) for name, values in axes.items()},
        tuple(cells),
        best,
        simplest,
        sentence,
        len(cells) == len(settings),
    )


def pick(cells: Sequence[GridCell]) -> tuple[GridCell | None, GridCell | None, str]:
    """The best setting, the simplest within one standard error of it, and a sentence with the numbers."""
    scored = [c for c in cells if c.result.mean is not None]
    if not scored:
        why = "no setting was finished" if not cells else "no setting has a score that is defined"
        return None, None, f"There is no best setting: {why}."
    top = max(c.result.mean for c in scored)
    equal = [c for c in scored if c.result.mean >= top - EQUAL]
    best = min(equal, key=lambda c: c.result.mean_leaves)
    error = best.result.standard_error or 0.0
    if error == 0:
        return best, best, f"{_best_in_words(best, equal)} {_no_error(best)}"
    near = [c for c in scored if c.result.mean >= top - error - EQUAL]
    simplest = min(near, key=lambda c: (c.result.mean_leaves, -c.result.mean))
    sentence, mean = _best_in_words(best, equal), shown(best.result.mean)
    line = f"{mean} − {shown(error)} = {shown(top - error)}"
    if simplest is best:
        return (
            best,
            simplest,
            (
                f"{sentence} No setting with fewer leaves comes within one standard error of it ({line})."
            ),
        )
    return (
        best,
        simplest,
        (
            f"{sentence} Within one standard error of it ({line}), the simplest is {simplest.words}: mean "
            f"{shown(simplest.result.mean)}, {_leaves(simplest)}."
        ),
    )


def _best_in_words(best: GridCell, equal: Sequence[GridCell]) -> str:
    score, mean = best.result.score, shown(best.result.mean)
    sentence = f"Best is {best.words}: mean {score} {mean}, {_leaves(best)} on average."
    others = [c for c in equal if c is not best]
    if not others:
        return sentence
    alone = all(best.result.mean_leaves < c.result.mean_leaves for c in others)
    which = "has the fewest leaves" if alone else "is the first of those with the fewest leaves"
    verb = "setting scores" if len(others) == 1 else "settings score"
    return f"{sentence} {len(others)} other {verb} the same; this one {which}."


def _no_error(best: GridCell) -> str:
    if len(best.result.defined) < 2:
        return "One fold has no standard error, so no simpler setting is as good for sure."
    alike = f"Its folds all score {shown(best.result.mean)}, so the standard error is 0"
    return f"{alike}, and nothing simpler is as good."


def _leaves(cell: GridCell) -> str:
    return f"{shown(cell.result.mean_leaves, 1)} leaves"


def axes_in_words(axes: Mapping[str, Sequence[Any]]) -> str:
    """A grid in words: ``max_depth (1, 2, no limit) and criterion (gini)``.

    >>> axes_in_words({"max_depth": [1, None], "criterion": ["gini"]})
    'Maximum depth (1, no limit) and Criterion (Gini index)'
    """
    return listed(
        f"{KNOBS[name].label} ({', '.join(KNOBS[name].words(v) for v in values)})"
        for name, values in axes.items()
    )
