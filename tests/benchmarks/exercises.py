"""Exercises by the hundred: whether each has the property that was wished for, and how long it took.

    python -m tests.benchmarks.exercises        500 seeds a wish
    python -m tests.benchmarks.exercises 50

The property is judged here from the cells of the table alone, by sums written out again.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations
from math import log2
from time import process_time

from c45.exercises import WISHES, Exercise, make_exercise
from c45.exercises.paper import rows_of


def impurity(classes: list[str], *, gini: bool = False) -> float:
    shares = [n / len(classes) for n in Counter(classes).values()]
    return 1 - sum(p * p for p in shares) if gini else -sum(p * log2(p) for p in shares)


def groups_of(cells: list[str], classes: list[str]) -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    for cell, label in zip(cells, classes):
        if cell != "?":
            out.setdefault(cell, []).append(label)
    return out


def gain(groups: dict[str, list[str]], n: int, *, gini: bool = False) -> float:
    """Of the rows whose value is known, times their share of all."""
    known = [label for group in groups.values() for label in group]
    after = sum(len(g) / len(known) * impurity(g, gini=gini) for g in groups.values())
    return len(known) / n * (impurity(known, gini=gini) - after)


def ratio(groups: dict[str, list[str]], n: int) -> float:
    names = [name for name, group in groups.items() for _ in group]
    spread = impurity(names)
    return gain(groups, n) / spread if spread else 0.0


def cuts(cells: list[str], classes: list[str]):
    """Each way to part a column of numbers in two."""
    for value in sorted({float(c) for c in cells if c != "?"})[:-1]:
        sides = ["?" if c == "?" else str(float(c) <= value) for c in cells]
        yield groups_of(sides, classes)


def scores(exercise: Exercise) -> dict[str, dict[str, float]]:
    """Gain, gain ratio and drop of the Gini index of each attribute."""
    *columns, classes = (list(c) for c in zip(*rows_of(exercise.dataset)))
    n, out = len(classes), {"gain": {}, "ratio": {}, "gini": {}}
    for attribute, cells in zip(exercise.dataset.attributes, columns):
        ways = [groups_of(cells, classes)]
        if attribute.is_continuous:
            ways = list(cuts(cells, classes))
        best = max(ways, key=lambda groups: gain(groups, n))
        out["gain"][attribute.name] = gain(best, n)
        out["ratio"][attribute.name] = ratio(best, n)
        out["gini"][attribute.name] = max(gain(groups, n, gini=True) for groups in ways)
    return out


def has_it(exercise: Exercise) -> bool:
    """Whether the table has the property, from its cells alone."""
    found = scores(exercise)
    winner = {c: max(s, key=s.get) for c, s in found.items()}
    ahead = {c: sorted(s.values())[-1] - sorted(s.values())[-2] for c, s in found.items()}
    *columns, classes = (list(c) for c in zip(*rows_of(exercise.dataset)))
    cells = dict(zip(exercise.dataset.attribute_names, columns))
    match exercise.wish.name:
        case "clear_winner":
            return ahead["gain"] > 0.0999
        case "tie":
            return ahead["gain"] < 1e-12 and found["gain"][winner["gain"]] > 0
        case "ratio_overturns_gain":
            return winner["gain"] != winner["ratio"] and min(ahead["gain"], ahead["ratio"]) > 0
        case "gini_disagrees":
            return winner["gain"] != winner["gini"] and min(ahead["gain"], ahead["gini"]) > 0
        case "xor":
            nothing = all(abs(g) < 1e-12 for g in found["gain"].values())
            return nothing and any(
                all(len(set(g)) == 1 for g in groups_of(list(zip(a, b)), classes).values())
                for a, b in combinations(columns, 2)
            )
        case "identifier_wins":
            name = winner["gain"]
            return len(set(cells[name])) == len(classes) and winner["ratio"] != name
        case "threshold":
            return name_is_a_number(cells[winner["gain"]])
        case "missing":
            return "?" in cells[winner["gain"]]
        case "nice_numbers":
            all_groups = [g for c in columns for g in groups_of(c, classes).values()]
            return impurity(classes) == 1 and {impurity(g) for g in all_groups} <= {0.0, 1.0}
    raise AssertionError(exercise.wish.name)


def name_is_a_number(cells: list[str]) -> bool:
    return all(c == "?" or c.replace(".", "").isdigit() for c in cells)


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    print(f"{'wish':22} {'granted':>9} {'slowest s':>10}")
    for wish in WISHES:
        granted, slowest = 0, 0.0
        for seed in range(n):
            start = process_time()
            exercise = make_exercise(wish, seed)
            slowest = max(slowest, process_time() - start)
            granted += has_it(exercise)
        print(f"{wish:22} {granted:4}/{n:4} {slowest:10.2f}", flush=True)


if __name__ == "__main__":
    main()
