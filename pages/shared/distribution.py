"""A small picture of one column: how its values are spread, in the colours of the classes. HTML."""

from __future__ import annotations

import numpy as np

from c45 import Attribute, Dataset
from c45.dataset import is_missing
from c45.notation import count, listed, plain, plural
from pages.shared.theme import escape, fill_of, folded, with_own_colour

#: Bars of a histogram, at most; categories that are shown one by one, at most.
BINS, CATEGORIES = 12, 6


#: Columns with a picture, at most; the others are drawn one at a time.
MOST_FIGURES = 24


def figures(dataset: Dataset, *, most: int = MOST_FIGURES) -> str:
    """A picture of each column, up to ``most`` of them."""
    pictures = "".join(figure(dataset, a) for a in dataset.attributes[:most])
    left = len(dataset.attributes) - most
    more = f'<p class="mut small">{plural(left, "more column")} without a picture.</p>'
    kind = "columns few" if len(dataset.attributes) in (1, 2, 4) else "columns"
    return f'<div class="dt"><div class="{kind}">{pictures}</div>{more if left > 0 else ""}</div>'


def figure(dataset: Dataset, attribute: Attribute) -> str:
    """The picture of one column, with the same in words for who cannot see it."""
    gaps = dataset.gaps.get(attribute.name, 0)
    kind = (
        "numbers"
        if attribute.is_continuous
        else plural(len(attribute.categories), "category", "categories")
    )
    if gaps:
        kind = f"{kind}, {count(gaps)} missing"
    body, said = (_histogram if attribute.is_continuous else _bars)(dataset, attribute)
    caption = f"<figcaption><b>{breakable(attribute.name)}</b><span>{kind}</span></figcaption>"
    label = escape(f"{attribute.name}, by class. {said}")
    return f'<figure>{caption}<div role="img" aria-label="{label}">{body}</div></figure>'


def class_counts(codes: np.ndarray, n_codes: int, dataset: Dataset) -> np.ndarray:
    """Rows of each of ``class_names`` for each code, shape (n_codes, n); codes below 0 are left out."""
    n_classes = len(class_names(dataset))
    known = codes >= 0
    cells = codes[known] * n_classes + np.minimum(dataset.target[known], n_classes - 1)
    return np.bincount(cells, minlength=n_codes * n_classes).reshape(n_codes, n_classes)


def class_names(dataset: Dataset) -> list[str]:
    """The classes that a picture tells apart; those without a colour of their own are the last one."""
    return folded([0.0] * len(dataset.classes), dataset.classes)[1]


def _bars(dataset: Dataset, attribute: Attribute) -> tuple[str, str]:
    """One bar a category; the most frequent ones where there are many."""
    counts = class_counts(dataset.column(attribute.name), len(attribute.categories), dataset)
    sizes = counts.sum(axis=1)
    order = range(len(sizes))
    if len(sizes) > CATEGORIES:
        order = sorted(np.argsort(-sizes, kind="stable")[: CATEGORIES - 1])
    longest = sizes.max(initial=1)
    rows, said, names = "", [], class_names(dataset)
    for i in order:
        rows += _bar_row(attribute.categories[i], counts[i], longest, len(dataset.classes))
        said.append(f"{attribute.categories[i]}: {in_words(counts[i], names)}")
    left = len(sizes) - len(order)
    if left:
        others = sizes.sum() - sum(sizes[i] for i in order)
        rows += f'<span class="mut">{left} others</span><span></span><span>{count(others)}</span>'
        said.append(f"{left} other categories: {plural(others, 'row')}")
    return f'<div class="cats">{rows}</div>', "; ".join(said) + "."


def _bar_row(name: str, counts: np.ndarray, longest: int, n_classes: int) -> str:
    n = int(counts.sum())
    pieces = "".join(
        f'<i style="flex:{k};{fill_of(c, n_classes)}"></i>' for c, k in enumerate(counts) if k
    )
    width = 100 * n / longest if longest else 0
    bar = f'<span><span class="stack" style="width:{width:.1f}%">{pieces}</span></span>'
    return f'<span title="{escape(name)}">{escape(name) or "&nbsp;"}</span>{bar}<span>{n}</span>'


def _histogram(dataset: Dataset, attribute: Attribute) -> tuple[str, str]:
    """Equal steps from the smallest value to the largest, each a pile of class counts."""
    column = dataset.column(attribute.name)
    known = ~is_missing(column)
    if not known.any():
        return '<p class="mut small">No row has a value.</p>', "No row has a value."
    low, high = float(column[known].min()), float(column[known].max())
    distinct = len(np.unique(column[known]))
    bins = 1 if low == high else min(BINS, max(distinct, 2))
    # Halves first: the distance of two huge values would be infinite.
    share = np.zeros(len(column)) if low == high else (column / 2 - low / 2) / (high / 2 - low / 2)
    codes = np.full(len(column), -1, dtype=np.int64)
    codes[known] = np.minimum((share[known] * bins).astype(np.int64), bins - 1)
    counts = class_counts(codes, bins, dataset)
    tallest = counts.sum(axis=1).max()
    piles = "".join(
        "<span>"
        + "".join(
            f'<i style="height:{100 * k / tallest:.1f}%;{fill_of(c, len(dataset.classes))}"></i>'
            for c, k in enumerate(pile)
            if k
        )
        + "</span>"
        for pile in counts
    )
    axis = f'<div class="axis"><span>{plain(low)}</span><span>{plain(high)}</span></div>'
    medians = [
        f"{name} {plain(np.quantile(column[here], 0.5, method='lower'))}"
        for c, name in enumerate(dataset.classes[: with_own_colour(len(dataset.classes))])
        if (here := known & (dataset.target == c)).any()
    ]
    said = f"From {plain(low)} to {plain(high)}. Middle value by class: {listed(medians)}."
    return f'<div class="hist">{piles}</div>{axis}', said


def breakable(name: str) -> str:
    """A name in HTML that may go on in the next line behind a ``_`` or a ``/``."""
    return escape(name).replace("_", "_<wbr>").replace("/", "/<wbr>")


def in_words(counts: np.ndarray, classes: tuple[str, ...]) -> str:
    """Class counts in words: ``2 Yes and 3 No``."""
    return listed(f"{count(n)} {c}" for n, c in zip(counts, classes) if n) or "no row"
