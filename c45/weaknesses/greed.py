"""Greed: the tree that takes the best question at each node, and the best tree of that depth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from c45.alternatives import Alternatives, alternatives
from c45.dataset import Dataset
from c45.errors import DataError, ParameterError
from c45.grow import grow
from c45.notation import count, plural
from c45.parameters import Parameters
from c45.portion import Portion
from c45.splits import Split
from c45.tree import Tree
from c45.weaknesses.finding import Finding

Progress = Callable[[int, int], object]

#: First questions that are tried one by one, at most.
MOST_SPLITS = 3_000


@dataclass(frozen=True)
class _Best:
    """The fewest errors on some rows, and the questions that reach them: by path of branches."""

    errors: float
    splits: dict[tuple[int, ...], Split]


def greed(
    dataset: Dataset,
    parameters: Parameters | None = None,
    *,
    depth: int = 2,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Finding:
    """Errors of the greedy tree on its own rows, minus those of the best tree of the same depth.

    Every question at the root is tried with every question below it, so the best tree is the best there
    is (Hyafil and Rivest 1976: in general no fast way is known). depth: 1 or 2. The best tree is
    ``extra["best"]``, the greedy one ``extra["greedy"]``.

    Raises ParameterError for another depth, DataError where there are too many first questions to try.

    >>> from c45.reading import load_dataset
    >>> found = greed(load_dataset("xor"), Parameters(zero_gain=False))
    >>> found.number, found.extra["best"].root.split.attribute
    (4.0, 'x1')
    """
    if depth not in (1, 2):
        raise ParameterError(f"depth is {depth!r}. It must be 1 or 2; more would take too long.")
    parameters = replace(
        parameters or Parameters(),
        max_depth=depth,
        max_leaf_nodes=None,
        pruning="none",
        depth_convention="root_is_0",
    )
    greedy = grow(dataset, parameters)
    data = greedy.dataset
    best = _best(data, parameters, depth, progress, stop)
    question = f"Is a tree of {plural(depth, 'question')} on a path, grown greedily, the best of its depth?"
    rule = "shown where another tree of this depth errs less on the training rows"
    name = "errors of the greedy tree minus errors of the best"
    if best is None:
        conclusion = "Stopped before all first questions were tried. So the best tree is not known."
        return Finding("greed", question, None, name, rule, False, conclusion)
    tree = _tree(data, parameters, best)
    n, ours, least = greedy.root.n, _errors(greedy), _errors(tree)
    gap = ours - least
    first = (
        "is a single leaf" if greedy.root.is_leaf else f"begins with {greedy.root.split.question()}"
    )
    start = f"The greedy tree {first} and errs on {count(ours)} of {plural(n, 'row')}."
    if gap > 1e-9:
        end = (
            f" The best tree of depth {depth} begins with {tree.root.split.question()} and errs on "
            f"{count(least)}: {_why(greedy, tree)}."
        )
    else:
        end = f" No tree of depth {depth} errs on fewer, so greed costs nothing here."
    return Finding(
        key="greed",
        question=question,
        number=float(gap) if gap > 1e-9 else 0.0,
        number_name=name,
        rule=rule,
        shown=gap > 1e-9,
        conclusion=start + end,
        columns=("tree", "first question", "errors"),
        rows=tuple(
            (who, "none" if t.root.is_leaf else t.root.split.question(), e)
            for who, t, e in (("greedy", greedy, ours), ("best", tree, least))
        ),
        extra={"greedy": greedy, "best": tree},
    )


def _why(greedy: Tree, best: Tree) -> str:
    """What greed did not see, by comparing the first questions."""
    if greedy.root.is_leaf:
        return "the greedy tree stops, as it does not look one question ahead"
    if greedy.root.split == best.root.split:
        return "below it, the question that gains most is not the one that errs least"
    return "the first question that gains most is not the best to begin with"


def _errors(tree: Tree) -> float:
    return float(sum(leaf.n - leaf.counts.max() for leaf in tree.leaves if leaf.n))


def _best(dataset, parameters, depth, progress, stop) -> _Best | None:
    """The best tree by trying all. None where it was stopped."""
    everything = Portion.everything(dataset)
    counts = everything.class_counts(dataset)
    best = _Best(float(counts.sum() - counts.max()), {})
    found = _offered(dataset, everything, parameters, dataset.offered)
    order = _Order.where_it_holds(dataset, parameters)
    if depth == 1:
        return _one_question(dataset, everything, parameters)
    total = sum(int(alt.allowed.sum()) for alt in found)
    if total > MOST_SPLITS:
        raise DataError(
            f"There are {total:,} first questions, too many to try each with all second ones (at most "
            f"{MOST_SPLITS:,}). Take fewer rows or columns."
        )
    done = 0
    for alt in found:
        for i in np.flatnonzero(alt.allowed):
            if stop and stop():
                return None
            split = alt.make(int(i))
            errors, splits = 0.0, {(): split}
            for b, part in enumerate(everything.divided(split, dataset)):
                below = _one_question(dataset, part, parameters, order)
                errors += below.errors
                splits.update({(b, *path): s for path, s in below.splits.items()})
                if errors >= best.errors - 1e-9:
                    break
            else:
                best = _Best(errors, splits)
            done += 1
            if progress:
                progress(done, total)
    return best


def _offered(dataset, portion, parameters: Parameters, names=None) -> list[Alternatives]:
    """All splits at a node that the knobs allow, whatever they gain."""
    free = replace(parameters, zero_gain=True, splitter="best")
    found = [alternatives(dataset, portion, name, free) for name in names or ()]
    return [alt for alt in found if alt.allowed.any()]


def _one_question(
    dataset: Dataset, portion: Portion, parameters: Parameters, order: _Order | None = None
) -> _Best:
    """The fewest errors with one question or none."""
    if not len(portion.rows):
        return _Best(0.0, {})
    counts = portion.class_counts(dataset)
    best = _Best(float(counts.sum() - counts.max()), {})
    if best.errors <= 1e-9:
        return best
    names = dataset.offered if order is None else order.promising(portion, best.errors)
    for alt in _offered(dataset, portion, parameters, names):
        wrong = np.where(alt.allowed, _errors_of(alt, dataset, portion), np.inf)
        i = int(wrong.argmin())
        if wrong[i] < best.errors - 1e-9:
            best = _Best(float(wrong[i]), {(): alt.make(i)})
    return best


def _errors_of(alt: Alternatives, dataset: Dataset, portion: Portion) -> NDArray[np.float64]:
    """The errors of each split as two or more leaves, shape (n_splits,)."""
    if not alt.n_missing:
        return (alt.table.sum(axis=-1) - alt.table.max(axis=-1)).sum(axis=-1)
    parts = [portion.divided(alt.make(i), dataset) for i in range(len(alt))]
    tables = [[p.class_counts(dataset) for p in ps] for ps in parts]
    return np.array([float(sum(c.sum() - c.max() for c in table)) for table in tables])


class _Order:
    """Columns of numbers sorted once, to see quickly which of them can lower the errors at all.

    Only where rows count once and have no gaps, and no rule forbids a cut.
    """

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset
        self.one_hot = np.eye(len(dataset.classes), dtype=np.int64)[dataset.target]
        self.sorted = {
            name: np.argsort(dataset.column(name), kind="stable")
            for name in dataset.offered
            if dataset.attribute(name).is_continuous
        }

    @classmethod
    def where_it_holds(cls, dataset: Dataset, parameters: Parameters) -> _Order | None:
        p = parameters
        rules = (
            p.min_samples_leaf != 1
            or p.min_branch_rows
            or p.cut_minimum
            or p.cut_penalty
            or p.min_impurity_decrease
        )
        return None if rules or dataset.gaps or dataset.weights is not None else cls(dataset)

    def promising(self, portion: Portion, errors: float) -> list[str]:
        """Attributes whose best cut errs least, the first of equals, and all attributes with words."""
        here = np.zeros(self.dataset.n_rows, dtype=bool)
        here[portion.rows] = True
        least, best, names = errors, None, []
        for name in self.dataset.offered:
            if name not in self.sorted:
                names.append(name)
                continue
            rows = self.sorted[name][here[self.sorted[name]]]
            values = self.dataset.column(name)[rows]
            cut = np.flatnonzero(values[1:] > values[:-1])
            if not len(cut):
                continue
            left = np.cumsum(self.one_hot[rows], axis=0)
            right = left[-1] - left[cut]
            wrong = (len(rows) - left[cut].max(axis=1) - right.max(axis=1)).min()
            if wrong < least:
                least, best = wrong, name
        return [n for n in self.dataset.offered if n in names or n == best]


def _tree(dataset: Dataset, parameters: Parameters, best: _Best) -> Tree:
    """The tree of these questions, grown as if a person had picked them."""
    overrides: dict[int, Split | None] = {0: best.splits.get(())}
    tree = grow(dataset, parameters, overrides=overrides)
    for b in range(len(tree.root.children)):
        child = tree.root.children[b]
        overrides[child.id] = best.splits.get((b,))
        tree = grow(dataset, parameters, overrides=overrides)
    return tree
