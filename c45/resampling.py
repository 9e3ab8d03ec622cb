"""Trees of other samples of the same rows: what would have been learned with other luck?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from c45.dataset import Dataset
from c45.errors import ParameterError
from c45.evaluate import columns_for
from c45.notation import plural, shown
from c45.parameters import Parameters
from c45.predict import predict
from c45.pruning import grow_and_prune
from c45.tree import Tree

Progress = Callable[[int, int], object]


def bootstrap_samples(n_rows: int, n_samples: int, *, random_state: int = 0) -> list[NDArray]:
    """Row numbers drawn with replacement, ``n_rows`` a sample (Efron 1979). Result: sorted arrays.

    Raises ParameterError for no sample.

    >>> [s.tolist() for s in bootstrap_samples(4, 2)]
    [[1, 2, 2, 3], [0, 0, 0, 1]]
    """
    if n_samples < 1:
        raise ParameterError(f"n_samples is {n_samples!r}. It must be a whole number, 1 or more.")
    rng = np.random.default_rng(random_state)
    return [np.sort(rng.integers(0, n_rows, n_rows)) for _ in range(n_samples)]


def leave_one_out_samples(n_rows: int) -> list[NDArray]:
    """All rows but one, for each row in turn."""
    return [np.delete(np.arange(n_rows), i) for i in range(n_rows)]


def trees_of(
    dataset: Dataset,
    parameters: Parameters,
    samples: Sequence[NDArray],
    *,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> tuple[Tree, ...]:
    """A tree, pruned as the knobs say, of each sample of the rows.

    progress: told (trees done, trees in all). stop: asked before each; those done so far are the result.
    """
    return tuple(_grown(dataset, parameters, samples, progress, stop))


def _grown(dataset, parameters, samples, progress, stop) -> Iterator[Tree]:
    for i, rows in enumerate(samples):
        if stop and stop():
            return
        yield grow_and_prune(dataset.take(rows), parameters).tree
        if progress:
            progress(i + 1, len(samples))


def votes(trees: Sequence[Tree], dataset: Dataset) -> NDArray[np.int64]:
    """How many trees give each row each class, shape (n_rows, n_classes of the table)."""
    code = {c: k for k, c in enumerate(dataset.classes)}
    out = np.zeros((dataset.n_rows, len(dataset.classes)), dtype=np.int64)
    every = np.arange(dataset.n_rows)
    for tree in trees:
        answers = predict(tree, columns_for(tree, dataset))
        out[every, [code[a] for a in answers]] += 1
    return out


@dataclass(frozen=True)
class Agreement:
    """What bootstrap trees say about one row. votes: trees by class, in the order of the classes.

    answer: what the tree says. agree: trees that say so too, of n. sentence: in words.
    """

    answer: str
    votes: tuple[tuple[str, int], ...]
    agree: int
    n: int
    sentence: str

    @property
    def share(self) -> float | None:
        return self.agree / self.n if self.n else None


def agreement(answer: str, classes: Sequence[str], counted: Sequence[int]) -> Agreement:
    """How often trees of other samples agree with an answer.

    >>> agreement("yes", ("yes", "no"), [18, 2]).sentence
    '18 of 20 bootstrap trees also say yes; 2 say no.'
    """
    by_class = tuple((c, int(k)) for c, k in zip(classes, counted))
    n, agree = sum(k for _, k in by_class), dict(by_class).get(answer, 0)
    others = sorted(((c, k) for c, k in by_class if c != answer and k), key=lambda x: -x[1])
    if not n:
        sentence = "No bootstrap tree was grown, so nothing is known about agreement."
    else:
        sentence = f"{agree} of {plural(n, 'bootstrap tree')} also say {answer}"
        sentence += "".join(f"; {k} say {c}" for c, k in others) + "."
    return Agreement(answer, by_class, agree, n, sentence)


@dataclass(frozen=True)
class RootFrequency:
    """How often trees ask first about an attribute. attribute: None where a tree is a single leaf."""

    attribute: str | None
    n: int
    share: float

    @property
    def words(self) -> str:
        name = "no question (a single leaf)" if self.attribute is None else self.attribute
        return f"{name} {self.n} times, {shown(100 * self.share, 0)}%"


def root_frequencies(trees: Sequence[Tree]) -> tuple[RootFrequency, ...]:
    """What the trees ask first, the most frequent first; of equals, in the order of the columns."""
    counted: dict[str | None, int] = {}
    for tree in trees:
        name = None if tree.root.is_leaf else tree.root.split.attribute
        counted[name] = counted.get(name, 0) + 1
    order = {a.name: i for i, a in enumerate(trees[0].attributes)} if trees else {}
    ranked = sorted(counted.items(), key=lambda x: (-x[1], order.get(x[0], -1)))
    return tuple(RootFrequency(name, n, n / len(trees)) for name, n in ranked)
