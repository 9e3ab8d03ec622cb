"""How fast trees grow and answer, as ratios to scikit-learn's entropy tree on the same data.

    python -m tests.benchmarks.engine                  every case but those of a million rows
    python -m tests.benchmarks.engine iris 100k        the cases with one of these words in their name
    python -m tests.benchmarks.engine --all            every case
    python -m tests.benchmarks.engine --rounds 1 1M    one round a case, where a fit takes a minute
    python -m tests.benchmarks.engine --list           their names

A ratio is scikit-learn's CPU time divided by ours, for the whole call with its validation, so 2 means
twice as fast. The two take turns in one process, and the median of the ratios of the rounds is
printed. Values are exact in single precision, as scikit-learn rounds to it.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from time import process_time

import numpy as np
import pandas as pd
from sklearn import datasets
from sklearn.tree import DecisionTreeClassifier

from c45 import C45Classifier

#: Rounds go on until so much CPU time is spent, but there are at least MIN_ROUNDS.
SECONDS, MIN_ROUNDS, MAX_ROUNDS = 2.0, 7, 61

N_ROWS = {"1k": 1_000, "10k": 10_000, "100k": 100_000, "1M": 1_000_000}


@dataclass(frozen=True)
class Case:
    """One line of the table. must, aim: ratios; None where only "never slower" is asked.

    data: gives X for us, X for scikit-learn, and y. knobs: ours. verb: "fit" or "predict".
    """

    name: str
    must: float
    aim: float | None
    data: Callable[[], tuple]
    max_depth: int | None = None
    knobs: dict = field(default_factory=dict)
    verb: str = "fit"
    large: bool = False


def shipped(name: str):
    X, y = getattr(datasets, f"load_{name}")(return_X_y=True)
    X = X.astype(np.float32).astype(float)
    return X, X, y


def numbers(n_rows: int, n_columns: int = 10, n_classes: int = 3):
    """Numbers with few equal values, a tenth of the labels drawn at random."""
    n_informative = max(min(6, n_columns), int(np.ceil(np.log2(2 * n_classes))))
    n_informative = min(n_informative, n_columns)
    X, y = datasets.make_classification(
        n_samples=n_rows,
        n_features=n_columns,
        n_informative=n_informative,
        n_redundant=min(2, n_columns - n_informative),
        n_classes=n_classes,
        n_clusters_per_class=2 if n_classes * 2 <= 2**n_informative else 1,
        flip_y=0.1,
        random_state=0,
    )
    X = X.astype(np.float32).astype(float)
    return X, X, y


def whole_numbers(n_rows: int):
    """The same, in 256 steps a column."""
    X, _, y = numbers(n_rows)
    low, high = X.min(axis=0), X.max(axis=0)
    X = np.floor((X - low) / (high - low) * 255.999)
    return X, X, y


def levels(n_rows: int):
    """Ten columns of five levels, as codes."""
    rng = np.random.default_rng(0)
    X = rng.integers(0, 5, size=(n_rows, 10))
    worth = rng.normal(size=(3, 10, 5))
    score = sum(worth[:, j, X[:, j]] for j in range(10)).T + rng.gumbel(size=(n_rows, 3))
    X = X.astype(float)
    return X, X, score.argmax(axis=1)


def categories(n_rows: int):
    """The levels as categories for us, and as codes for scikit-learn, which knows no categories."""
    X, _, y = levels(n_rows)
    frame = pd.DataFrame(X.astype(int)).astype(pd.CategoricalDtype([0, 1, 2, 3, 4]))
    return frame.rename(columns="x{}".format), X, y


def with_gaps(n_rows: int):
    """A tenth of all values is missing."""
    X, _, y = numbers(n_rows)
    X = np.where(np.random.default_rng(1).random(X.shape) < 0.1, np.nan, X)
    return X, X, y


def cases() -> list[Case]:
    out = [
        Case("iris", 1.5, 2, lambda: shipped("iris")),
        Case("wine", 1.5, 2, lambda: shipped("wine")),
        Case("breast cancer", 2.5, 3.5, lambda: shipped("breast_cancer")),
    ]

    def pair(name, data, full, depth_5, **more):
        out.append(Case(f"{name} full", *full, data, **more))
        out.append(Case(f"{name} depth 5", *depth_5, data, max_depth=5, **more))

    musts = {
        "1k": ((1.8, 2.5), (2.8, 4)),
        "10k": ((3.5, 5), (5, 8)),
        "100k": ((6, 8), (13, 20)),
        "1M": ((8, 10), (25, 40)),
    }
    for size, (full, depth_5) in musts.items():
        pair(size, lambda n=N_ROWS[size]: numbers(n), full, depth_5, large=size == "1M")
    n = N_ROWS["100k"]
    pair("integers 100k", lambda: whole_numbers(n), (2, 3), (6, 9))
    pair("5 levels 100k multiway", lambda: categories(n), (2, 3), (2.8, 4))
    out.append(Case("5 levels 100k binary on codes full", 1, 2, lambda: levels(n)))
    # C4.5's own rule goes with the ratio: alone, it peels off a few rows at a time.
    ratio = {"criterion": "gain_ratio", "average_gain_rule": True}
    pair("gain ratio 100k", lambda: numbers(n), (4, 6), (6, 10), knobs=ratio)
    out.append(
        Case("gaps 100k gain ratio depth 5", 1, 3, lambda: with_gaps(n), max_depth=5, knobs=ratio)
    )
    pair("predict 100k", lambda: numbers(n), (0.9, 1.5), (1.2, 2), verb="predict")
    for n_classes in (2, 10, 30):
        for size in ("1k", "10k"):
            data = lambda n=N_ROWS[size], k=n_classes: numbers(n, n_classes=k)  # noqa: E731
            pair(f"{n_classes} classes {size}", data, (1, None), (1, None))
    for n_columns, size in ((3, "10k"), (100, "10k"), (1000, "1k")):
        n_classes = 3
        data = lambda n=N_ROWS[size], f=n_columns, k=n_classes: numbers(n, f, k)  # noqa: E731
        pair(f"{n_columns} columns {size}", data, (1, None), (1, None))
    return out


def timed(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def measured(case: Case, n_rounds: int | None) -> tuple[float, float, float, int]:
    """(median ratio, median of our seconds, of scikit-learn's, number of rounds)."""
    ours_x, theirs_x, y = case.data()
    ours = C45Classifier(max_depth=case.max_depth, **case.knobs)
    theirs = DecisionTreeClassifier(criterion="entropy", max_depth=case.max_depth, random_state=0)
    calls = (lambda: theirs.fit(theirs_x, y)), (lambda: ours.fit(ours_x, y))
    if case.verb == "predict" or not case.large:
        for call in calls:
            call()
    if case.verb == "predict":
        calls = (lambda: theirs.predict(theirs_x)), (lambda: ours.predict(ours_x))
        for call in calls:
            call()
    gc.collect()
    rounds: list[tuple[float, float]] = []
    spent = 0.0
    least, most = (n_rounds, n_rounds) if n_rounds else (MIN_ROUNDS, MAX_ROUNDS)
    while len(rounds) < least or (spent < SECONDS and len(rounds) < most):
        rounds.append(tuple(timed(call) for call in calls))
        spent += sum(rounds[-1])
    ratio = median(a / b for a, b in rounds)
    return ratio, median(b for _, b in rounds), median(a for a, _ in rounds), len(rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("words", nargs="*", help="only cases with one of these in their name")
    parser.add_argument("--all", action="store_true", help="also those of a million rows")
    parser.add_argument("--rounds", type=int, help=f"rounds a case; else at least {MIN_ROUNDS}")
    parser.add_argument("--list", action="store_true", help="print the names of the cases")
    given = parser.parse_args()
    chosen = [
        c
        for c in cases()
        if (any(w in c.name for w in given.words) if given.words else given.all or not c.large)
    ]
    if given.list:
        print(*(c.name for c in chosen), sep="\n")
        return
    width = max((len(c.name) for c in chosen), default=4)
    print(f"{'case':{width}}  ratio   must    aim        c45  scikit-learn  rounds")
    for case in chosen:
        ratio, ours, theirs, rounds = measured(case, given.rounds)
        aim = "" if case.aim is None else f"{case.aim:.1f}"
        verdict = "" if ratio >= case.must else "  short of must"
        print(
            f"{case.name:{width}}  {ratio:5.2f}  {case.must:5.1f}  {aim:>5}  "
            f"{ours * 1e3:7.1f} ms    {theirs * 1e3:7.1f} ms  {rounds:6}{verdict}",
            flush=True,
        )


if __name__ == "__main__":
    main()
