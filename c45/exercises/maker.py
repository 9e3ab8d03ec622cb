"""Tables made to order by a seed: drawn until the wish is granted, which the search itself decides.

A seed gives the same exercise for ever: of Python's generator only ``random()`` is used, whose numbers
are promised to stay the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from c45.dataset import Dataset
from c45.errors import DataError
from c45.exercises.themes import THEMES, Theme
from c45.exercises.wishes import WISHES, Wish
from c45.parameters import Parameters

#: Tables that are drawn at most until the wish is granted.
MOST_TRIES = 3_000

#: Variants a class may have at most.
MOST_VARIANTS = 200


@dataclass(frozen=True)
class Sizes:
    """How large an exercise is. Raises DataError where no such table can be drawn.

    rows: 6 to 40. attributes: 2 to 6. values: of each attribute, 2 to 4. classes: 2 to 4. missing: how
    many cells are left empty, at most one in four.
    """

    rows: int = 12
    attributes: int = 3
    values: int = 3
    classes: int = 2
    missing: int = 0

    def __post_init__(self) -> None:
        for name, (least, most) in LIMITS.items():
            n = getattr(self, name)
            if not isinstance(n, int) or not least <= n <= most:
                raise DataError(
                    f"An exercise has {least} to {most} {name}; {n} is not one of these numbers."
                )
        if self.missing > self.rows * self.attributes // 4:
            most = self.rows * self.attributes // 4
            raise DataError(f"Of so few cells, {most} at most can be missing; not {self.missing}.")


LIMITS = {
    "rows": (6, 40),
    "attributes": (2, 6),
    "values": (2, 4),
    "classes": (2, 4),
    "missing": (0, 60),
}


@dataclass(frozen=True)
class Exercise:
    """A table with the wish it grants. Its seed, wish, sizes and knobs make it again.

    dataset: the table, called by its theme. tries: tables drawn until this one.
    """

    dataset: Dataset
    wish: Wish
    seed: int
    sizes: Sizes
    parameters: Parameters
    tries: int = field(compare=False)

    @property
    def title(self) -> str:
        """Theme and number: ``Flying kites, no. 7``."""
        return f"{self.dataset.name}, no. {self.seed}"


def make_exercise(
    wish: str,
    seed: int = 1,
    *,
    sizes: Sizes | None = None,
    parameters: Parameters | None = None,
) -> Exercise:
    """A table that has a property, always the same for a seed.

    wish: a name of ``WISHES``. seed: a whole number from 0 on. sizes: rows, attributes, values, classes
    and gaps. parameters: the knobs of the lesson; the property is judged under them.

    Raises DataError where the wish is unknown, where the sizes do not allow it, or where none of 3,000
    tables has the property.

    >>> exercise = make_exercise("tie", seed=3)
    >>> exercise.dataset.n_rows, exercise.dataset.digest == make_exercise("tie", 3).dataset.digest
    (12, True)
    """
    if wish not in WISHES:
        raise DataError(
            f"There is no wish called {str(wish)[:40]!r}. There are: {', '.join(WISHES)}."
        )
    if not isinstance(seed, int) or seed < 0:
        raise DataError(f"The number of an exercise is a whole number from 0 on; not {seed!r:.20}.")
    wanted, sizes = WISHES[wish], sizes or Sizes()
    if wish == "missing" and not sizes.missing:
        sizes = Sizes(sizes.rows, sizes.attributes, sizes.values, sizes.classes, 2)
    _check(wanted, sizes)
    parameters = parameters or Parameters()
    # A text, as Python promises that its numbers stay the same for a text too.
    draw = _Draw(random.Random(f"{wish} {seed} {sizes}"), sizes)
    for tries in range(1, MOST_TRIES + 1):
        dataset = draw.table(wanted)
        if (
            dataset is not None
            and len(set(dataset.target.tolist())) == sizes.classes
            and wanted.granted(dataset, parameters)
        ):
            return Exercise(dataset, wanted, seed, sizes, parameters, tries)
    raise DataError(
        f"None of {MOST_TRIES:,} tables of this size has the property ({wanted.words}). Take more rows or "
        "attributes, or other knobs."
    )


def variants(
    wish: str,
    n: int,
    *,
    seed: int = 1,
    sizes: Sizes | None = None,
    parameters: Parameters | None = None,
) -> tuple[Exercise, ...]:
    """So many different exercises of one kind, numbered from ``seed`` on: one for each student.

    Raises DataError.

    >>> [e.title for e in variants("clear_winner", 2, seed=5)]
    ['Flying kites, no. 5', 'Flying kites, no. 6']
    """
    if not isinstance(n, int) or not 1 <= n <= MOST_VARIANTS:
        raise DataError(f"There are 1 to {MOST_VARIANTS} variants; not {n!r:.20}.")
    return tuple(
        make_exercise(wish, seed + i, sizes=sizes, parameters=parameters) for i in range(n)
    )


def _is_whole(dataset: Dataset | None, sizes: Sizes) -> bool:
    """Whether every class has a row, and every attribute tells at least two values apart."""
    return (
        dataset is not None
        and np.count_nonzero(dataset.class_counts) == sizes.classes
        and len(dataset.attributes) >= sizes.attributes
        and all(a.is_continuous or len(a.categories) > 1 for a in dataset.attributes)
    )


def _check(wish: Wish, sizes: Sizes) -> None:
    if wish.shape == "xor" and sizes.rows % 4:
        raise DataError(f"For this wish the rows are a multiple of 4; not {sizes.rows}.")
    if wish.shape in ("xor", "halves") and sizes.classes != 2:
        raise DataError("For this wish there are 2 classes.")
    if wish.shape == "halves" and sizes.rows % 2:
        raise DataError("For this wish the number of rows is even.")
    if wish.shape in ("xor", "halves", "identifier") and sizes.missing:
        raise DataError("For this wish no cell is missing.")


class _Draw:
    """Draws tables. What is drawn depends on the order of the calls alone."""

    def __init__(self, generator: random.Random, sizes: Sizes) -> None:
        self._generator, self.sizes = generator, sizes
        self.theme: Theme = THEMES[self.below(len(THEMES))]

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return int(self._generator.random() * n)

    def shuffled(self, items: list) -> list:
        """The items in another order (Fisher and Yates)."""
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out

    def table(self, wish: Wish) -> Dataset | None:
        """A table of the shape that the wish needs; None where it is not likely to grant it."""
        names = self.shuffled(list(self.theme.attributes))[: self.sizes.attributes]
        words = {name: values[: self.sizes.values] for name, values in names}
        classes = self.theme.classes[: self.sizes.classes]
        codes, target = getattr(self, f"_{wish.shape}")(list(words))
        if not (self.sizes.missing or wish.likely(self._counts(codes, words, target))):
            return None
        columns: dict[str, list] = {
            name: [words[name][c] for c in column] if name in words else column
            for name, column in codes.items()
        }
        cells = [(name, i) for name in columns for i in range(self.sizes.rows)]
        for name, i in self.shuffled(cells)[: self.sizes.missing]:
            columns[name][i] = None
        columns[self.theme.target] = [classes[c] for c in target]
        frame = pd.DataFrame(columns)
        for name, values in {**words, self.theme.target: classes}.items():
            if name in columns:  # in the order of the list, without what no row has
                held = [v for v in values if v in columns[name]]
                frame[name] = pd.Categorical(frame[name], held)
        return Dataset.from_frame(
            frame.dropna(axis=1, how="all"), target=self.theme.target, name=self.theme.title
        )

    def _counts(self, codes, words, target) -> NDArray[np.int64]:
        """Rows by value and class, an attribute a table."""
        counts = np.zeros((len(words), self.sizes.values, self.sizes.classes), dtype=np.int64)
        for i, name in enumerate(n for n in codes if n in words):
            np.add.at(counts[i], (codes[name], target), 1)
        return counts

    def _random(self, names: list[str]) -> tuple[dict[str, list], list[int]]:
        """Classes by chance; each attribute follows them more or less closely."""
        return self._followers(names, lambda: self._generator.random())

    def _rivals(self, names: list[str]) -> tuple[dict[str, list], list[int]]:
        """Classes by chance; all attributes follow them about as closely, so that little decides."""
        closely = 0.3 + 0.6 * self._generator.random()
        return self._followers(names, lambda: closely)

    def _twins(self, names: list[str]) -> tuple[dict[str, list], list[int]]:
        """As by chance, but the second attribute has the counts of the first, in other rows of the
        same class."""
        codes, target = self._random(names)
        for t in set(target):
            rows = [i for i, c in enumerate(target) if c == t]
            for i, j in zip(rows, self.shuffled(rows)):
                codes[names[1]][i] = codes[names[0]][j]
        return codes, target

    def _followers(
        self, names: list[str], how_closely: Callable[[], float]
    ) -> tuple[dict[str, list], list[int]]:
        n, k = self.sizes.rows, self.sizes.values
        target = [self.below(self.sizes.classes) for _ in range(n)]
        codes = {}
        for name in names:
            closely, shift = how_closely(), self.below(k)
            codes[name] = [
                (t + shift) % k if self._generator.random() < closely else self.below(k)
                for t in target
            ]
        return codes, target

    def _number(self, names: list[str]) -> tuple[dict[str, list], list[int]]:
        """As by chance, with a column of numbers in place of the last attribute."""
        codes, target = self._random(names[:-1])
        name, low, high = self.theme.number
        cut = 0.3 + 0.4 * self._generator.random()
        numbers = []
        for t in target:
            share = self._generator.random()
            if self._generator.random() < 0.85:
                share = cut * share if t == 0 else cut + (1 - cut) * share
            numbers.append(low + int(share * (high - low)))
        return {**codes, name: [float(v) for v in numbers]}, target

    def _identifier(self, names: list[str]) -> tuple[dict[str, list], list[int]]:
        """As by chance, with a name for each row in place of the last attribute."""
        codes, target = self._random(names[:-1])
        word = self.theme.row
        return {word: [f"{word} {i + 1}" for i in range(self.sizes.rows)], **codes}, target

    def _xor(self, names: list[str]) -> tuple[dict[str, list], list[int]]:
        """Two attributes of two values; the class is whether they are the same. The others tell nothing:
        each of their values meets every pair of the two equally often."""
        quarter = self.sizes.rows // 4
        pairs = [(0, 0), (0, 1), (1, 0), (1, 1)]
        same = self.below(2)
        rows = [(a, b, (a == b) == bool(same), i) for a, b in pairs for i in range(quarter)]
        rows = self.shuffled(rows)
        codes = {names[0]: [r[0] for r in rows], names[1]: [r[1] for r in rows]}
        for name in names[2:]:
            places = self.shuffled([i % self.sizes.values for i in range(quarter)])
            codes[name] = [places[r[3]] for r in rows]
        return codes, [int(r[2]) for r in rows]

    def _halves(self, names: list[str]) -> tuple[dict[str, list], list[int]]:
        """Half of the rows of each class; each value of an attribute is pure or half and half."""
        half, k = self.sizes.rows // 2, self.sizes.values
        codes = {}
        for name in names:
            pure, mixed = [k - 2, k - 1], 0  # the value of those that are told apart, by class
            if k == 2 and self._generator.random() < 0.6:
                pure = [1, 1]
            if pure[0]:
                mixed = self.below(half - 1) + 1  # so many of each class have value 0
            codes[name] = [
                code
                for value in pure
                for code in self.shuffled([0] * mixed + [value] * (half - mixed))
            ]
        order = self.shuffled(list(range(self.sizes.rows)))
        target = [0] * half + [1] * half
        return {n: [c[i] for i in order] for n, c in codes.items()}, [target[i] for i in order]
