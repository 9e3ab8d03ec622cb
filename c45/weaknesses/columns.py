"""What columns can do to a tree: too many values, no meaning, values put into too few intervals."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from c45 import measures
from c45.dataset import CATEGORICAL, CONTINUOUS, Attribute, Dataset
from c45.discretise import codes_of, equal_width
from c45.errors import DataError
from c45.evaluate import Holdout, evaluate
from c45.notation import plain, plural, shown
from c45.parameters import Parameters
from c45.portion import Portion
from c45.pruning import grow_and_prune
from c45.search import node_report
from c45.weaknesses.finding import Finding, at_least_one, with_columns

Progress = Callable[[int, int], object]


def many_values(dataset: Dataset) -> Finding:
    """A number for each row, as a category: does it win? (Quinlan 1986, section 7; 1993, section 2.2.)

    The number is its information gain minus the best gain among the real attributes. Beside it stands
    what the gain ratio says.

    >>> from c45.reading import load_dataset
    >>> many_values(load_dataset("playtennis_id3")).conclusion
    'By gain the row number wins with 0.940 bits to 0.247 of Outlook, though it says nothing about a new row. By gain ratio it has 0.247, the most too: Outlook has 0.156.'
    """
    codes = np.arange(dataset.n_rows)
    names = tuple(str(i + 1) for i in range(dataset.n_rows))
    table = with_columns(dataset, [(Attribute("row number", CATEGORICAL, names), codes)])
    label = table.attributes[-1].name
    everything = Portion.everything(table)
    by_gain = node_report(table, everything, Parameters()).candidates
    by_ratio = node_report(table, everything, Parameters(criterion="gain_ratio")).candidates
    question = (
        "Give each row its own number: will the tree ask for it first, by gain and by gain ratio?"
    )
    rule = "shown where the row number gains more than any real attribute"
    name = "gain of the row number minus the best real gain"

    def two(candidates, score):
        own = next(c for c in candidates if c.attribute == label)
        real = [c for c in candidates if c.attribute != label and not c.rejected]
        return own, max(real, key=score, default=None)

    own, best = two(by_gain, lambda c: c.information_gain)
    own_ratio, best_ratio = two(by_ratio, lambda c: c.gain_ratio)
    if best is None or best_ratio is None or own.rejected:
        conclusion = "No real attribute separates these rows. So there is nothing to compare."
        return Finding("many_values", question, None, name, rule, False, conclusion)
    lead = own.information_gain - best.information_gain
    ahead = own_ratio.gain_ratio - best_ratio.gain_ratio
    start = (
        f"By gain the row number wins with {shown(own.information_gain)} bits to "
        f"{shown(best.information_gain)} of {best.attribute}, though it says nothing about a new row."
        if lead > measures.NOISE
        else f"By gain the row number does not win: {best.attribute} gains {shown(best.information_gain)} bits "
        "as well, all there is."
    )
    if ahead > measures.NOISE:
        end = (
            f" By gain ratio it has {shown(own_ratio.gain_ratio)}, the most too: {best_ratio.attribute} has "
            f"{shown(best_ratio.gain_ratio)}."
        )
    else:
        end = (
            f" By gain ratio it does not: it has {shown(own_ratio.gain_ratio)}, and {best_ratio.attribute} "
            f"{shown(best_ratio.gain_ratio)}."
        )
    return Finding(
        key="many_values",
        question=question,
        number=lead,
        number_name=name,
        rule=rule,
        shown=lead > measures.NOISE,
        conclusion=start + end,
        columns=("attribute", "information gain", "split information", "gain ratio"),
        rows=tuple(
            (c.attribute, c.information_gain, c.split_info, c.gain_ratio)
            for c in by_gain
            if c.split
        ),
        extra={"wins_by_ratio": ahead > measures.NOISE, "table": table},
    )


def irrelevant_attributes(
    part: Holdout,
    parameters: Parameters | None = None,
    *,
    counts: tuple[int, ...] = (0, 5, 20),
    draws: int = 5,
    random_state: int = 0,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Finding:
    """Columns of random numbers: does the tree ask for them, and does it err more?

    The number is the mean test error with the most random columns minus that with the fewest.
    ``extra["used"]``: the share of inner nodes that ask for a random column, by their number.
    """
    at_least_one("draws", draws)
    parameters = parameters or Parameters()
    rng = np.random.default_rng(random_state)
    real = len(part.train.attributes)
    question = "Add columns of random numbers: will the tree leave them alone?"
    rule, name = "shown where the test error rises", "rise of the test error"
    rows, done = [], 0
    for k in counts:
        found = []
        for _ in range(draws):
            if stop and stop():
                break
            train, test = (_with_noise(rows_, k, rng) for rows_ in (part.train, part.test))
            tree = grow_and_prune(train, parameters).tree
            random = {a.name for a in train.attributes[real:]}
            inner = [n for n in tree.walk() if n.split]
            used = sum(n.split.attribute in random for n in inner) / len(inner) if inner else 0.0
            found.append((used, evaluate(tree, test).error))
            done += 1
            if progress:
                progress(done, len(counts) * draws)
        if len(found) == draws and found[0][1] is not None:
            rows.append((k, *np.mean(found, axis=0).tolist()))
    if len(rows) < 2:
        conclusion = "Fewer than two numbers of random columns were tested. So nothing is known."
        return Finding("irrelevant_attributes", question, None, name, rule, False, conclusion)
    (fewest, _, clean), (most, used, worse) = rows[0], rows[-1]
    rise = worse - clean
    start = f"With {plural(most, 'random column')}, {shown(100 * used, 0)}% of the questions ask for one."
    if rise > 1e-12:
        end = f" The mean test error rises from {shown(clean)} (with {fewest}) to {shown(worse)}."
    else:
        end = f" The mean test error does not rise: {shown(clean)} with {fewest}, {shown(worse)} with {most}."
    return Finding(
        key="irrelevant_attributes",
        question=question,
        number=rise,
        number_name=name,
        rule=rule,
        shown=rise > 1e-12,
        conclusion=start + end,
        columns=("random columns", "share of questions", "test error"),
        rows=tuple(rows),
    )


def _with_noise(dataset: Dataset, k: int, rng) -> Dataset:
    added = [
        (Attribute(f"random {i + 1}", CONTINUOUS), rng.random(dataset.n_rows)) for i in range(k)
    ]
    return with_columns(dataset, added)


def discretisation(dataset: Dataset, attribute: str | None = None, *, most: int = 12) -> Finding:
    """Intervals of equal width against a threshold that looks at the classes.

    attribute: a continuous one; the one with the largest gain if left out. The number is the gain of the
    best threshold minus that of two intervals of equal width: two branches either way. Raises DataError
    where no continuous attribute separates the rows.
    """
    everything = Portion.everything(dataset)
    found = [
        c
        for c in node_report(dataset, everything, Parameters()).candidates
        if c.threshold is not None and attribute in (None, c.attribute)
    ]
    if not found:
        what = "No continuous attribute" if attribute is None else f"{attribute!r} is no number, or"
        raise DataError(f"{what} separates these rows, so there is no threshold to look at.")
    best = max(found, key=lambda c: c.information_gain)
    column = dataset.column(best.attribute)
    known = ~np.isnan(column)
    target, n_classes = dataset.target[known], len(dataset.classes)
    weights = None if dataset.weights is None else dataset.weights[known]
    rows = []
    for n in range(2, most + 1):
        cuts = equal_width(column, n)
        codes = codes_of(column[known], cuts)
        cells = np.bincount(codes * n_classes + target, weights=weights, minlength=n * n_classes)
        gain = best.known_fraction * float(measures.gain(cells.reshape(n, n_classes)))
        rows.append((n, gain, ", ".join(plain(c) for c in cuts)))
    lost = best.information_gain - rows[0][1]
    enough = next((r[0] for r in rows if r[1] >= best.information_gain - measures.NOISE), None)
    start = (
        f"Two intervals of equal width cut {best.attribute} at {rows[0][2]} and gain {shown(rows[0][1])} bits; "
        f"the best threshold, {best.split.number()}, gains {shown(best.information_gain)}."
    )
    end = (
        f" It takes {enough} intervals of equal width to gain as much."
        if enough
        else f" Even {most} intervals of equal width do not gain as much."
    )
    return Finding(
        key="discretisation",
        question="Cut the column in the middle: is as much learned as at the best threshold?",
        number=lost,
        number_name="gain of the best threshold minus that of two equal intervals",
        rule="shown where two intervals of equal width gain less than the best threshold",
        shown=lost > measures.NOISE,
        conclusion=start + end,
        columns=("intervals", "information gain", "boundaries"),
        rows=tuple(rows),
        extra={"attribute": best.attribute, "threshold": best.threshold},
    )
