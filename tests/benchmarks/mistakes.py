"""How surely each kind of mistake is named: slips put into random nodes, worked out the slow way.

    python -m tests.benchmarks.mistakes [--nodes 200] [--seed 1]

Every wrong figure is made here from the rows, one row after the other, with no help of the library,
typed with three or four places, and handed to ``mark``. It counts where its value differs from the right
one, and from what every other kind gives, by more than the rounding. Printed are, for each kind, the
cells tried, how often it was named first, named at all, something else was named, or nothing; and how
often a right or a random figure was given a name.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property

import pandas as pd

from c45 import Dataset, Parameters, ThresholdSplit, dataset_names, grow, load_dataset
from c45.check import RIGHT, mark, read_typed, sheet
from c45.check.known import KNOWN
from c45.check.pruning_slips import alpha, error_estimate, error_sum, judge_question, variance
from c45.errors import C45Error

CRITERIA = ("information_gain", "gain_ratio", "gini")


# -- the slow way -------------------------------------------------------------------------------


def entropy(counts, base=2.0):
    n = sum(counts)
    return -sum(c / n * math.log(c / n, base) for c in counts if c > 0) + 0.0 if n else 0.0


def gini(counts):
    n = sum(counts)
    return 1 - sum((c / n) ** 2 for c in counts) if n else 0.0


def error_rate(counts):
    return 1 - max(counts) / sum(counts) if sum(counts) else 0.0


def purity(counts):
    return 1 - gini(counts)


def largest_only(counts):
    return 1 - (max(counts) / sum(counts)) ** 2


def one_only(k):
    return lambda counts: 1 - (counts[k] / sum(counts)) ** 2


def weighted(table, impurity):
    n = sum(map(sum, table))
    return sum(sum(row) / n * impurity(row) for row in table if sum(row))


def drop(table, impurity):
    return impurity([sum(c) for c in zip(*table)]) - weighted(table, impurity)


def info(table):
    return entropy([sum(row) for row in table])


def ratio(table):
    return drop(table, entropy) / info(table) if info(table) > 1e-12 else 0.0


def at_places(value, places):
    scale = 10**places
    return math.copysign(math.floor(abs(value) * scale + 0.5 + 1e-9) / scale, value)


def cut_off(value, places):
    scale = 10**places
    return math.copysign(math.floor(abs(value) * scale + 1e-9) / scale, value)


def written(value, places):
    return f"{at_places(value, places):.{places}f}"


def with_gaps(table, missing, measure):
    """The drop, the split information and the ratio where some rows have no value (Quinlan 1993, 3.2)."""
    n, gone = sum(map(sum, table)), sum(missing)
    gain, divisor = n / (n + gone) * drop(table, measure), info([*table, missing])
    return gain, divisor, gain / divisor if divisor > 1e-12 else 0.0


@dataclass
class Column:
    """One attribute at one node: the branches as counted from its rows."""

    name: str
    key: str
    labels: list
    table: list
    missing: list
    root: list
    siblings: list = field(default_factory=list)
    values: list = field(default_factory=list)  # (number, class) of each row, sorted, of a number
    threshold: float | None = None

    @property
    def filled(self):
        return [row for row in self.table if sum(row)]

    def cut(self, i):
        """The branches of a cut after the first i rows."""
        k = len(self.missing)
        low, high = [0] * k, [0] * k
        for at, (_, c) in enumerate(self.values):
            (low if at < i else high)[c] += 1
        return [low, high]

    @property
    def cuts(self):
        return [i for i in range(1, len(self.values)) if self.values[i - 1][0] < self.values[i][0]]


@dataclass
class Case:
    """A node of a table, with its sheet."""

    sheet: object
    frame: pd.DataFrame
    classes: list
    rows: list
    criterion: str

    @cached_property
    def counts(self):
        return self.count(self.rows)

    @cached_property
    def root(self):
        return self.count(range(len(self.frame)))

    @property
    def inner(self):
        return len(self.rows) < len(self.frame)

    def count(self, rows):
        found = Counter(self.frame["class"].iloc[r] for r in rows)
        return [found[c] for c in self.classes]

    @cached_property
    def columns(self):
        made = [self.column(i, s) for i, s in enumerate(self.sheet.facts.splits)]
        for one in made:
            one.siblings = [(o.table, o.missing) for o in made if o is not one]
        return made

    def column(self, i, split_facts):
        name, split = split_facts.attribute, split_facts.split
        values = self.frame[name]

        def branch(row):
            v = values.iloc[row]
            if pd.isna(v):
                return None
            if isinstance(split, ThresholdSplit):
                return 0 if v <= split.threshold else 1
            return split.categories.index(v)

        def table(rows):
            return [
                self.count([r for r in rows if branch(r) == b]) for b in range(split.n_branches)
            ]

        column = Column(
            name,
            f"a{i}",
            [split_facts.where(b) for b in range(split.n_branches)],
            table(self.rows),
            self.count([r for r in self.rows if branch(r) is None]),
            table(range(len(self.frame))),
        )
        if isinstance(split, ThresholdSplit):
            column.threshold = split.threshold
            known = [r for r in self.rows if branch(r) is not None]
            at = self.classes.index
            column.values = sorted(
                ((float(values.iloc[r]), at(self.frame["class"].iloc[r])) for r in known),
                key=lambda pair: pair[0],
            )
        return column


def random_table(rng, *, gaps=False):
    n, k = rng.randint(8, 22), rng.randint(2, 5)
    classes = ["red", "green", "blue", "black", "white"][:k]
    frame = {}
    for i in range(rng.randint(2, 4)):
        if rng.random() < 0.3:
            frame[f"size{i}"] = [float(rng.randint(1, 9)) for _ in range(n)]
        else:
            values = ["ash", "elm", "fir", "oak"][: rng.randint(2, 4)]
            frame[f"tree{i}"] = [rng.choice(values) for _ in range(n)]
    first = next(iter(frame))
    names = sorted(set(frame[first]), key=str)
    target = []
    for v in frame[first]:  # leans on the first column, so that gains are not all tiny
        lean = names.index(v) % k
        target.append(classes[lean] if rng.random() < 0.5 else rng.choice(classes))
    frame["class"] = target
    frame = pd.DataFrame(frame)
    if gaps:
        for name in list(frame.columns)[:-1]:
            if rng.random() < 0.6:
                frame[name] = frame[name].astype(object)
                for r in rng.sample(range(n), rng.randint(1, 2)):
                    frame.loc[r, name] = None
                if name.startswith("size"):
                    frame[name] = pd.to_numeric(frame[name])
    return frame


SHIPPED = [n for n in dataset_names() if n not in {"wine", "iris", "iris_mixed", "iris_tutorial"}]


def shipped_table(rng):
    d = load_dataset(rng.choice(SHIPPED))
    frame = d.to_frame().rename(columns={d.target_name: "class"})
    for name in frame.columns:
        if str(frame[name].dtype) == "category":
            frame[name] = frame[name].astype(object).where(frame[name].notna(), None)
    return frame


def random_case(rng, *, gaps=False, inner=None, frame=None):
    """A node whose sheet can be worked: the root of a table, or a node below it."""
    while True:
        table = frame
        if table is None:
            table = (
                shipped_table(rng)
                if not gaps and rng.random() < 0.2
                else random_table(rng, gaps=gaps)
            )
        criterion = rng.choice(CRITERIA)
        try:
            dataset = Dataset.from_frame(table, target="class")
            tree = grow(dataset, Parameters(criterion=criterion, max_depth=2))
        except C45Error:
            continue
        nodes = [n for n in tree.walk() if n.report.candidates and n.n_rows >= 4]
        if inner is not None:
            nodes = [n for n in nodes if (n.depth > 0) == inner]
        portions = {n.id: tree.portion_of(n.id) for n in nodes}
        nodes = [n for n in nodes if portions[n.id].weights is None]
        if not nodes or len(dataset.classes) < 2:
            if frame is not None:
                return None
            continue
        node = rng.choice(nodes)
        made = sheet(tree, node.id)
        if not made.facts.splits:
            if frame is not None:
                return None
            continue
        rows = portions[node.id].rows.tolist()
        return Case(made, table, list(dataset.classes), rows, criterion)


# -- what each kind gives in a cell --------------------------------------------------------------


def impurity_cell(case, counts, key, root=None, others=(), missing=False):
    """(key, right, {kind: values}) of the impurity of a node or branch."""
    out = defaultdict(list)
    n, k = sum(counts), len(counts)
    p = [c / n for c in counts]
    if case.criterion == "gini":
        right, other = gini(counts), entropy(counts)
        out[12] += [max(p) ** 2, *(1 - x * x for x in p), sum(x * x for x in p), right / 2]
        out[16].append(right / (1 - 1 / k))
        measure = gini
    else:
        right, other = entropy(counts), gini(counts)
        out[1].append(entropy(counts, math.e))
        out[2].append(entropy(counts, 10))
        if k > 2:
            out[3].append(right / math.log2(k))
        if 0 in counts:
            out[11].append(right + counts.count(0))
        out[5].append(n * right)
        out[17] += [right + x * math.log2(x) for x in p if 0 < x < 1]
        measure = entropy
    out[13].append(other)
    if root is not None:
        out[8].append(measure(root))
    out[33] += [measure(o) for o in others]
    out[35].append(-right)
    return key, right, out


def after_cell(case, column):
    gini_asked = case.criterion == "gini"
    measure, other = (gini, entropy) if gini_asked else (entropy, gini)
    out = defaultdict(list)
    table, filled = column.table, column.filled
    right = weighted(table, measure)
    n = sum(map(sum, table))
    values, sizes = [measure(r) for r in filled], [sum(r) for r in filled]
    out[4] += [sum(values) / len(values), sum(values) / len(table)]
    out[5] += [sum(values), sum(s * v for s, v in zip(sizes, values))]
    out[14 if gini_asked else 7].append(drop(table, measure) * n / (n + sum(column.missing)))
    out[13] += [weighted(table, other), weighted(table, error_rate)]
    out[17] += [right - s / n * v for s, v in zip(sizes, values) if v]
    out[33] += [weighted(t, measure) for t, _ in column.siblings]
    if case.inner:
        out[8] += [sum(s * v for s, v in zip(sizes, values)) / len(case.frame)]
        out[8].append(weighted(column.root, measure))
    if gini_asked:
        k = len(case.classes)
        out[16].append(right / (1 - 1 / k))
        out[12] += [weighted(table, purity), right / 2, weighted(table, largest_only)]
        out[12] += [weighted(table, one_only(k)) for k in range(len(case.classes))]
    else:
        out[1].append(right * math.log(2))
        out[2].append(right * math.log10(2))
        if len(case.classes) > 2:
            out[3].append(right / math.log2(len(case.classes)))
        out[11].append(weighted(table, lambda c: entropy(c) + list(c).count(0)))
    out[35].append(-right)
    if sum(column.missing):
        out[27] += [
            right * n / (n + sum(column.missing)),
            weighted([*table, column.missing], measure),
        ]
    of_numbers(column, lambda t: weighted(t, measure), out)
    return f"{column.key}:after", right, out


def of_numbers(column, value, out, right_value=None):
    """23, 24, 26, 33 of a number. right_value: of another cut, where the rows without a value count."""
    if column.threshold is None:
        return
    each = defaultdict(lambda: [0] * len(column.missing))
    for v, c in column.values:
        each[v][c] += 1
    out[23].append(value(list(each.values())))
    inside = [i for i in range(1, len(column.values)) if i not in column.cuts]
    out[26] += [value(column.cut(i)) for i in inside]
    of_cut = right_value or value
    ratios = {i: with_gaps(column.cut(i), column.missing, entropy)[2] for i in column.cuts}
    best = [i for i, r in ratios.items() if r > max(ratios.values()) - 1e-9]
    out[24] += [of_cut(column.cut(i)) for i in best if column.cut(i) != column.table]
    others = [column.cut(i) for i in column.cuts if i not in best]
    out[33] += [of_cut(t) for t in others if t != column.table]


def gain_cell(case, column):
    gini_asked = case.criterion == "gini"
    measure, other = (gini, entropy) if gini_asked else (entropy, gini)
    out = defaultdict(list)
    table = column.table
    n, gone = sum(map(sum, table)), sum(column.missing)
    known = n / (n + gone)
    before = measure([sum(c) for c in zip(*table)])
    right = known * drop(table, measure)
    _, after, wrong = after_cell(case, column)
    for kind in (4, 5, 17):
        out[kind] += [known * (before - v) for v in wrong[kind]]
    out[14 if gini_asked else 7].append(after)
    if case.inner:
        out[8] += [known * (before - wrong[8][0]), measure(case.root) - after]
        if not gone:
            out[8].append(drop(column.root, measure))
    out[13] += [known * drop(table, other), known * drop(table, error_rate)]
    if gini_asked:
        out[16].append(right / (1 - 1 / len(case.classes)))
        out[12] += [right / 2, known * drop(table, largest_only)]
        out[12] += [known * drop(table, one_only(k)) for k in range(len(case.classes))]
    else:
        out[1].append(right * math.log(2))
        out[2].append(right * math.log10(2))
        if len(case.classes) > 2:
            out[3].append(right / math.log2(len(case.classes)))
        if info([*table, column.missing]) > 1e-9:
            out[22].append(right / info([*table, column.missing]))
    out[35].append(-right)
    out[33] += [with_gaps(*t, measure)[0] for t in column.siblings]
    if gone:
        everything = measure(case.counts)
        filled = [list(r) for r in table]
        most = max(range(len(table)), key=lambda b: sum(table[b]))
        filled[most] = [a + b for a, b in zip(filled[most], column.missing)]
        out[27] += [right / known, drop([*table, column.missing], measure), everything - after]
        out[27].append(drop(filled, measure))
    right_gain = lambda t: with_gaps(t, column.missing, measure)[0]  # noqa: E731
    of_numbers(column, lambda t: drop(t, measure), out, right_gain)
    return f"{column.key}:gain", right, out


def split_info_cell(case, column):
    out = defaultdict(list)
    full = [*column.table, column.missing]
    sizes = [sum(r) for r in column.filled]
    right = info(full)
    out[1].append(right * math.log(2))
    out[2].append(right * math.log10(2))
    out[20].append(entropy([sum(c) for c in zip(*column.table)]))
    out[21] += [math.log2(len(column.filled)), float(len(column.filled))]
    out[5].append(right * sum(map(sum, full)))
    out[35].append(-right)
    out[33] += [with_gaps(*t, entropy)[1] for t in column.siblings]
    n = sum(map(sum, full))
    out[17] += [right + s / n * math.log2(s / n) for s in sizes if s < n]
    out[13].append(gini(sizes))
    if case.inner:
        out[8] += [info(column.root)] * (not sum(column.missing))
    if sum(column.missing):
        out[27] += [info(column.table), -sum(s / n * math.log2(s / n) for s in sizes)]
    of_numbers(column, info, out, lambda t: with_gaps(t, column.missing, entropy)[1])
    return f"{column.key}:split_info", right, out


def ratio_cell(case, column):
    _, gain, wrong_gains = gain_cell(case, column)
    _, divisor, _ = split_info_cell(case, column)
    if divisor < 1e-9:
        return None
    out = defaultdict(list)
    right = gain / divisor
    out[1] += [right * math.log(2), right / math.log(2)]
    out[2] += [right * math.log10(2), right / math.log10(2)]
    classes = entropy([sum(c) for c in zip(*column.table)])
    if classes:
        out[20].append(gain / classes)
    out[21] += [gain / math.log2(len(column.filled)), gain / len(column.filled)]
    out[22].append(gain)
    out[7].append(weighted(column.table, entropy) / divisor)
    if gain > 1e-9:
        out[36].append(divisor / gain)
    out[35].append(-right)
    for kind in (4, 5):
        out[kind] += [v / divisor for v in wrong_gains[kind]]
    out[33] += [with_gaps(*t, entropy)[2] for t in column.siblings]
    if sum(column.missing):
        out[27] += [drop(column.table, entropy) / info(column.table), gain / info(column.table)]
        out[27].append(ratio([*column.table, column.missing]))
    of_numbers(column, ratio, out, lambda t: with_gaps(t, column.missing, entropy)[2])
    return f"{column.key}:gain_ratio", right, out


def number_cells(case):
    """Every cell that holds the result of a sum, with what each kind gives there."""
    yield impurity_cell(case, case.counts, "before", case.root if case.inner else None)
    for column in case.columns:
        for b, row in enumerate(column.table):
            if sum(row):
                others = [r for i, r in enumerate(column.table) if i != b and sum(r)]
                root = column.root[b] if case.inner else None
                yield impurity_cell(case, row, f"{column.key}:b{b}:branch", root, others)
        yield after_cell(case, column)
        yield gain_cell(case, column)
        if case.criterion == "gain_ratio":
            yield split_info_cell(case, column)
            found = ratio_cell(case, column)
            if found:
                yield found


def early_values(case, column, places):
    """Results made from values rounded to as many places: (key, right, value)."""
    measure = gini if case.criterion == "gini" else entropy
    n = sum(map(sum, column.table))
    rounded = [(sum(r) / n, at_places(measure(r), places)) for r in column.filled]
    after = sum(w * v for w, v in rounded)
    before = measure([sum(c) for c in zip(*column.table)])
    yield f"{column.key}:after", weighted(column.table, measure), after
    if not sum(column.missing):
        right = drop(column.table, measure)
        direct = at_places(before, places) - at_places(weighted(column.table, measure), places)
        yield f"{column.key}:gain", right, direct
        yield f"{column.key}:gain", right, at_places(before, places) - after
        if case.criterion == "gain_ratio" and info(column.table) > 0.01:
            value = at_places(right, places) / at_places(info(column.table), places)
            yield f"{column.key}:gain_ratio", ratio(column.table), value


def also_rounded(case, places):
    """Figures that rounding (or cutting) on the way gives too: (key, text)."""
    measure = gini if case.criterion == "gini" else entropy
    for column in case.columns:
        before = measure([sum(c) for c in zip(*column.table)])
        n = sum(map(sum, column.table))
        shares = [sum(r) / n for r in column.filled]
        values = [measure(r) for r in column.filled]
        for way in (at_places, cut_off):
            for d in (places, places + 1):
                few = [way(v, d) for v in values]
                sums = [sum(w * v for w, v in zip(shares, few))]
                sums.append(sum(way(w * v, d) for w, v in zip(shares, few)))
                sums.append(sum(way(w * v, d) for w, v in zip(shares, values)))
                sums.append(sum(way(w, d) * v for w, v in zip(shares, few)))
                sums.append(sum(at_places(w, 2) * v for w, v in zip(shares, few)))
                for after in (*sums, weighted(column.table, measure)):
                    for x in (after, way(after, d)):
                        gain = way(before, d) - x
                        for end in (at_places, cut_off):
                            yield f"{column.key}:gain", f"{end(gain, places):.{places}f}"
                            yield f"{column.key}:after", f"{end(after, places):.{places}f}"


# -- the run ------------------------------------------------------------------------------------


@dataclass
class Row:
    tried: int = 0
    first: int = 0
    named: int = 0
    other: int = 0
    nothing: int = 0

    def add(self, kinds, kind):
        self.tried += 1
        self.first += bool(kinds) and kind in kinds[0]
        self.named += any(kind in k for k in kinds)
        self.other += bool(kinds) and not any(kind in k for k in kinds)
        self.nothing += not kinds


def kinds_of(verdict):
    return [d.kinds for d in verdict.diagnoses if d.kinds]


def filled_before(case, key, places, rng):
    """The inputs of a cell, right and rounded, as a student has them by then; or nothing."""
    if rng.random() < 0.5:
        return {}
    return {
        k: written(case.sheet[k].value, places)
        if case.sheet[k].place
        else f"{case.sheet[k].value:g}"
        for k in case.sheet[key].inputs
        if case.sheet[k].value is not None
    }


def inject(case, key, text, answers=()):
    return mark(case.sheet, {**dict(answers), key: text})[key].verdict


def number_kinds(rows, nodes, rng, log):
    """The kinds that change the result of a sum."""
    wanted = {*range(1, 6), 7, 8, 11, 12, 13, 14, 16, 17, 20, 21, 22, 23, 24, 26, 27, 33, 35, 36}
    for turn in range(40 * nodes):
        left = {k for k in wanted if rows[k].tried < nodes}
        if not left:
            break
        case = random_case(
            rng, gaps=turn % 4 == 0, inner={0: None, 1: True, 2: False, 3: None}[turn % 4]
        )
        cells = list(number_cells(case))
        rng.shuffle(cells)
        for kind in left:
            for key, right, wrong in cells:
                if not wrong.get(kind):
                    continue
                places = rng.choice((3, 4))
                step = 10**-places
                value = rng.choice(wrong[kind])
                others = [v for k, vs in wrong.items() if k != kind for v in vs]
                apart = all(abs(value - v) > 1.5 * step for v in others)
                if not apart or abs(value - right) < 12 * step or abs(value) < 10 * step:
                    continue
                text = written(value, places)
                verdict = inject(case, key, text, filled_before(case, key, places, rng))
                rows[kind].add(kinds_of(verdict), kind)
                if not (kinds_of(verdict) and kind in kinds_of(verdict)[0]):
                    log.append((kind, key, right, text, verdict.verdict, verdict.sentence))
                break


def digit_kinds(rows, nodes, rng, log):
    """9: values rounded on the way; 10: cut off; 18: two digits swapped."""
    for _ in range(40 * nodes):
        if all(rows[k].tried >= nodes for k in (9, 10, 18)):
            break
        case, places = random_case(rng), rng.choice((3, 4))
        for column in case.columns:
            for key, right, value in early_values(case, column, places):
                text = written(value, places)
                if text in (written(right, places), f"{cut_off(right, places):.{places}f}"):
                    continue
                if rows[9].tried < nodes:
                    rows[9].add(kinds_of(inject(case, key, text)), 9)
                    break
        early = {
            (key, written(v, places))
            for column in case.columns
            for key, _, v in early_values(case, column, places)
        } | {(key, text) for key, text in also_rounded(case, places) if key.endswith("gain")}
        cells = list(number_cells(case))
        rng.shuffle(cells)
        for key, right, _ in cells:
            text = f"{cut_off(right, places):.{places}f}"
            half = (
                abs(right - float(text)) <= 0.5 * 10**-places + 1e-9
            )  # a half is right either way
            if rows[10].tried >= nodes or half or (key, text) in early:
                continue
            rows[10].add(kinds_of(inject(case, key, text)), 10)
            break
        for key, right, wrong in cells:
            good = written(right, places)
            i = rng.randint(2, len(good) - 2)
            text = good[:i] + good[i + 1] + good[i] + good[i + 2 :]
            value = float(text)
            step = 10**-places
            apart = all(abs(value - v) > 1.5 * step for vs in wrong.values() for v in vs)
            if (
                rows[18].tried >= nodes
                or right < 0.1
                or not apart
                or abs(value - right) < 12 * step
            ):
                continue
            verdict = inject(case, key, text)
            rows[18].add(kinds_of(verdict), 18)
            if 18 not in verdict.kinds:
                log.append((18, key, right, text, verdict.verdict, verdict.sentence))
            break


def written_sums(rows, nodes, rng):
    """6: the sum as written has no weights, and the result is right."""
    while rows[6].tried < nodes:
        case = random_case(rng)
        column = rng.choice(case.columns)
        key, right, _ = gain_cell(case, column)
        measure = gini if case.criterion == "gini" else entropy
        if sum(column.missing) or right < 0.01:
            continue
        before = measure([sum(c) for c in zip(*column.table)])
        values = [measure(r) for r in column.filled]
        if abs(sum(values) - weighted(column.table, measure)) < 0.05:
            continue
        terms = " + ".join(written(v, 4) for v in values)
        verdict = inject(case, key, f"{written(before, 4)} - ({terms}) = {written(right, 4)}")
        rows[6].add(kinds_of(verdict) if verdict.verdict == RIGHT else [], 6)


def counts_and_choices(rows, nodes, rng, log):
    """15, 22, 34: the attribute chosen; 24, 25: the threshold; 32: the counts."""
    for turn in range(60 * nodes):
        left = {k for k in (15, 25, 32, 34) if rows[k].tried < nodes}
        if not left:
            break
        case = random_case(rng, inner=[None, True, False][turn % 3])
        right = case.sheet["choice"].accepted
        after = {
            c.name: weighted(c.table, gini if case.criterion == "gini" else entropy)
            for c in case.columns
        }
        worst = max(after, key=after.get)
        if (
            15 in left
            and worst not in right
            and sum(v == after[worst] for v in after.values()) == 1
        ):
            by_gain = max(case.columns, key=lambda c: drop(c.table, entropy)).name
            if len(set(after.values())) == len(after) and worst != by_gain:
                verdict = inject(case, "choice", worst)
                rows[15].add(kinds_of(verdict), 15)
        if 34 in left and len(right) > 1:
            verdict = inject(case, "choice", rng.choice(right))
            rows[34].add(kinds_of(verdict) if verdict.verdict == RIGHT else [], 34)
        for column in case.columns:
            if 25 in left and column.threshold is not None:
                low = max(v for v, _ in column.values if v <= column.threshold)
                t = rng.choice([low, float(int(column.threshold)), column.values[0][0]])
                parts = column.cut(sum(v <= t for v, _ in column.values))
                ratio_of = lambda t, c=column: with_gaps(t, c.missing, entropy)[2]  # noqa: E731
                by_ratio = max(ratio_of(column.cut(i)) for i in column.cuts)
                measure = gini if case.criterion == "gini" else entropy
                tied = drop(parts, measure) > drop(column.table, measure) - 1e-9
                other = parts != column.table and (tied or ratio_of(parts) > by_ratio - 1e-9)
                if t != column.threshold and not other and rows[25].tried < nodes:
                    rows[25].add(kinds_of(inject(case, f"{column.key}:threshold", f"{t:g}")), 25)
        if 32 in left and len(set(case.counts)) == len(case.counts):
            i, j = rng.sample(range(len(case.counts)), 2)
            if case.inner and case.root[i] == case.counts[j]:
                continue
            verdict = inject(case, f"count:{i}", str(case.counts[j]))
            rows[32].add(kinds_of(verdict), 32)


def choice_of_ratio(rows, nodes, rng):
    """22 as a choice: the highest gain where the ratio decides."""
    tried = Row()
    for _ in range(30 * nodes):
        if tried.tried >= nodes:
            break
        case = random_case(rng)
        if case.criterion != "gain_ratio":
            continue
        gains = {c.name: drop(c.table, entropy) for c in case.columns}
        best = max(gains, key=gains.get)
        if best in case.sheet["choice"].accepted:
            continue
        tried.add(kinds_of(inject(case, "choice", best)), 22)
    return tried


def in_print(rows, nodes, rng):
    """19: figures wrong in print, at nodes with the very counts, in any order."""
    while rows[19].tried < nodes:
        e = rng.choice(
            [e for e in KNOWN if e.step in ("split_info", "gain_ratio") or e.family == "gini"]
        )
        rows_of = [list(r) for r in e.rows]
        if e.step == "split_info":
            rows_of = [[1, r[0] - 1] for r in rows_of]
        rng.shuffle(rows_of)
        cells = [
            (f"v{b}", f"c{k}")
            for b, r in enumerate(rows_of)
            for k, c in enumerate(r)
            for _ in range(c)
        ]
        frame = pd.DataFrame(cells, columns=["a", "class"])
        criterion = "gini" if e.family == "gini" else "gain_ratio"
        made = sheet(Dataset.from_frame(frame, target="class"), criterion=criterion)
        key = f"a0:{e.step}"
        rows[19].add(kinds_of(mark(made, {key: f"{e.printed:.3f}"})[key].verdict), 19)


def pruning_kinds(rows, nodes, rng, log):
    """28 to 31, which stand on no sheet."""

    def tell(kind, question, value, places=4):
        text = written(value, places)
        step = 10**-places
        if abs(value - question.right) < 12 * step or rows[kind].tried >= nodes:
            return
        verdict = judge_question(read_typed(text), question)
        rows[kind].add(kinds_of(verdict), kind)

    while min(rows[k].tried for k in (28, 29, 30, 31)) < nodes:
        n = rng.randint(4, 40)
        e = rng.randint(0, n // 2)
        z = 1.1503493803760079  # the two-sided normal deviate of 0.25
        f = e / n
        two_sided = (f + z * z / 2 / n + z * math.sqrt(f / n - f * f / n + z * z / 4 / n / n)) / (
            1 + z * z / n
        )
        tell(28, error_estimate(e, n), rng.choice([f, (e + 0.5) / n, two_sided]))
        leaves = [(rng.randint(0, 3), rng.randint(4, 12)) for _ in range(rng.randint(2, 4))]
        total = sum(m for _, m in leaves)
        tell(29, error_sum(leaves, as_rate=True), sum(x for x, _ in leaves) / total)
        k, errors, below = rng.randint(2, 6), rng.randint(5, 12), rng.randint(0, 4)
        n_all, n_node = rng.randint(60, 100), rng.randint(20, 50)
        asked = alpha(errors, below, k, n=n_all, n_node=n_node, root_errors=20)
        gone = errors - below
        tell(
            30, asked, rng.choice([gone / n_all / k, gone / n_node / (k - 1), gone / 20 / (k - 1)])
        )
        y = [rng.randint(1, 40) / 2 for _ in range(rng.randint(4, 12))]
        mean = sum(y) / len(y)
        tell(31, variance(y), sum((v - mean) ** 2 for v in y) / (len(y) - 1), 3)


def right_figures(nodes, rng):
    """Right values with 1 to 8 places, alone and with all earlier cells: never anything but right."""
    tried = wrong = 0
    examples = []
    for turn in range(nodes):
        case = random_case(rng, gaps=turn % 3 == 0)
        places = rng.randint(1, 8)
        answers = {}
        for cell in case.sheet.cells:
            if cell.key == "choice":
                answers[cell.key] = rng.choice(cell.accepted) if cell.accepted else ""
            elif cell.value is not None:
                count = cell.place is None
                answers[cell.key] = f"{cell.value:g}" if count else written(cell.value, places)
        for m in mark(case.sheet, answers).marks:
            if m.typed is None:
                continue
            tried += 1
            if m.word != RIGHT:
                wrong += 1
                examples.append((m.cell.key, m.cell.value, m.typed.text, m.sentence))
    return tried, wrong, examples


def random_figures(nodes, rng):
    """Figures that come from no sum at all: how many are given a name, and which."""
    tried = 0
    named = Counter()
    for turn in range(nodes):
        case = random_case(rng, gaps=turn % 4 == 0)
        for key, right, _ in rng.sample(list(number_cells(case)), 2):
            places = 3
            value = rng.uniform(0.05, max(1.2, 1.2 * abs(right)))
            if abs(value - right) < 15 * 10**-places:
                continue
            tried += 1
            verdict = inject(case, key, written(value, places))
            kinds = kinds_of(verdict)
            if kinds:
                two = (
                    "two slips together"
                    if len(kinds[0]) > 1 and kinds[0] != (9, 10)
                    else str(kinds[0][0])
                )
                named[two] += 1
    return tried, named


def near_figures(nodes, rng):
    """Right figures changed by 2 to 9 units of the last place: a slip of the sum, of no kind."""
    tried, words = 0, Counter()
    for turn in range(nodes):
        case = random_case(rng, gaps=turn % 4 == 0)
        for key, right, _ in rng.sample(list(number_cells(case)), 2):
            off = rng.choice((-1, 1)) * rng.randint(2, 9) * 1e-3
            if right + off <= 0:
                continue
            verdict = inject(case, key, written(right + off, 3))
            tried += 1
            kinds = kinds_of(verdict)
            words[
                "two"
                if kinds and len(kinds[0]) > 1 and kinds[0] != (9, 10)
                else str(kinds[0][0])
                if kinds
                else "none"
            ] += 1
    return tried, words


def run(nodes=200, seed=1):
    """Everything, for so many nodes a kind: rows by kind, the misses, and the false names."""
    rng = random.Random(seed)
    rows = defaultdict(Row)
    for k in range(1, 37):
        rows[k] = Row()
    log = []
    number_kinds(rows, nodes, rng, log)
    digit_kinds(rows, nodes, rng, log)
    written_sums(rows, nodes, rng)
    counts_and_choices(rows, nodes, rng, log)
    in_print(rows, nodes, rng)
    pruning_kinds(rows, nodes, rng, log)
    choice = choice_of_ratio(rows, max(nodes // 4, 5), rng)
    right = right_figures(nodes, rng)
    chance = random_figures(nodes, rng)
    near = near_figures(nodes, rng)
    return rows, log, choice, right, chance, near


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--misses", type=int, default=0, help="print so many that were not named first"
    )
    asked = parser.parse_args()
    rows, log, choice, (tried, wrong, examples), (drawn, named), near = run(asked.nodes, asked.seed)
    print("kind  cells  named first  named  other  nothing")
    for kind, r in sorted(rows.items()):
        first = f"{100 * r.first / r.tried:10.1f}%" if r.tried else "          –"
        print(f"{kind:4d} {r.tried:6d}  {first} {r.named:6d} {r.other:6d} {r.nothing:8d}")
    print(f"22 as a choice: {choice.first} of {choice.tried} named first")
    print(f"right figures: {wrong} of {tried} not called right")
    total = sum(named.values())
    share = f"{100 * total / drawn:.1f}%" if drawn else "–"
    print(f"random figures: {total} of {drawn} ({share}) given a name: {dict(named.most_common())}")
    print(f"figures 2 to 9 units off: {near[0]}, first named as {dict(near[1].most_common())}")
    for miss in [*examples[:10], *log[: asked.misses]]:
        print(miss)


if __name__ == "__main__":
    main()
