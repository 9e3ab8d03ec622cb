"""Documents that program a learner: the simplified C4.5 report and the tutorial CART."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from c45 import measures
from c45.compare import sklearn_tree
from c45.evaluate import Evaluation, Holdout, evaluate, hold_out
from c45.grow import grow
from c45.notation import plain, shown
from c45.parameters import ALGORITHMS, Parameters
from c45.reading import load_dataset
from c45.reports.comparing import exact, number, words
from c45.reports.record import Figure, Part, Report
from c45.tree import Tree

#: The split of the report's printed tables.
TEST_SIZE, SEED = 0.3, 42

#: What the report prints for wine: class, precision, recall.
_WINE = (("class_0", "0.83", "1.00"), ("class_1", "0.82", "0.86"), ("class_2", "0.89", "0.57"))


def _held_out(name: str, **knobs) -> tuple[Holdout, Tree, Evaluation]:
    part = hold_out(load_dataset(name), TEST_SIZE, random_state=SEED)
    tree = grow(part.train, replace(ALGORITHMS["simplified C4.5"], **knobs))
    return part, tree, evaluate(tree, part.test)


def simplified_report() -> Report:
    """The course report on a simplified C4.5: wine, and iris with two columns turned into words.

    >>> simplified_report().sentence
    '16 of 17 printed figures come out; 1 does not, for the reason beside it.'
    """
    about = "70 of 100 rows to grow from, drawn with random_state 42"
    _, tree, found = _held_out("wine", min_samples_split=4)
    wine = [
        _test_classes("19 / 21 / 14", found),
        number("accuracy", "83%", found.accuracy),
        *(
            number(f"{what} of {name}", printed, getattr(found.scores_of(name), what))
            for name, *both in _WINE
            for what, printed in zip(("precision", "recall"), both)
        ),
        words("confusion table", "[[19, 0, 0], [2, 18, 1], [2, 4, 8]]", _table(found)),
        words(
            "first question",
            "od280/od315_of_diluted_wines <= 2.19",
            tree.root.split.question(),
        ),
        number("gain of the first question", "0.6937", tree.root.report.chosen.gain),
    ]
    _, tree, found = _held_out("iris_mixed", min_samples_split=4, max_depth=3)
    iris = [
        _test_classes("19 / 13 / 13", found),
        number("accuracy", "1.00", found.accuracy),
        words("confusion table", "[[19, 0, 0], [0, 13, 0], [0, 0, 13]]", _table(found)),
        words("first question", "petal length", tree.root.split.question()),
        number("gain of the first question", "1.2686", tree.root.report.chosen.gain),
    ]
    pure = number(
        "entropy of a pure node",
        "−0.00000144",
        float(measures.entropy([10, 0, 0])),
        "The report adds 1e-6 inside the logarithm, so that log 0 never comes up: −1 × log2(1.000001) is "
        "−0.00000144. An entropy is never below 0; 0 × log2 0 counts as 0.",
    )
    return Report(
        "simplified_report",
        "A simplified C4.5",
        "Course report on a simplified C4.5 in Python",
        (
            Part("Wine, min_samples_split 4", about, tuple(wine)),
            Part("Iris with words, min_samples_split 4, max_depth 3", about, tuple(iris)),
            Part("Entropy", "as the report computes it", (pure,)),
        ),
        (
            "Its cross-validation trains on one fold instead of all but one, tests on the same fold each "
            "time, once trains and tests on the same rows, and draws new folds for each setting, so settings "
            "are not compared on the same rows.",
            "It compares itself with scikit-learn by one run. scikit-learn draws among splits that tie, so its "
            "accuracy depends on random_state.",
            "What it prints while growing names the last threshold it tried, not the one it chose.",
        ),
    )


def _test_classes(printed: str, found: Evaluation) -> Figure:
    return words(
        "test rows by class", printed, " / ".join(plain(c.support) for c in found.per_class)
    )


def _table(found: Evaluation) -> str:
    return str(found.confusion.astype(int).tolist())


@dataclass(frozen=True)
class SeedRun:
    """scikit-learn's tree with one ``random_state``. as_printed: whether its table is the report's."""

    random_state: int
    accuracy: float
    confusion: tuple[tuple[int, ...], ...]
    as_printed: bool


@dataclass(frozen=True)
class SeedRuns:
    """The same rows and knobs, other seeds. sentence: how far the accuracy goes, and why."""

    runs: tuple[SeedRun, ...]
    sentence: str

    @property
    def range(self) -> tuple[float, float]:
        values = [r.accuracy for r in self.runs]
        return min(values), max(values)


def sklearn_seeds(seeds: Sequence[int] = range(8)) -> SeedRuns:
    """The report's comparison with scikit-learn on wine, once for each ``random_state``.

    Entropy, min_samples_split 4, the same training and test rows each time.
    """
    part, _, ours = _held_out("wine", min_samples_split=4)
    printed = tuple(map(tuple, ours.confusion.astype(int).tolist()))
    runs, ties = [], 0
    for seed in seeds:
        knobs = Parameters(min_samples_split=4, random_state=seed)
        tree = sklearn_tree(part.train, knobs)
        found = evaluate(tree, part.test)
        table = tuple(map(tuple, found.confusion.astype(int).tolist()))
        runs.append(SeedRun(seed, found.accuracy, table, table == printed))
        ties = max(ties, sum(bool(n.report.tied) for n in tree.walk()))
    low, high = min(r.accuracy for r in runs), max(r.accuracy for r in runs)
    same = sum(r.as_printed for r in runs)
    if low == high:
        sentence = f"All {len(runs)} seeds give the accuracy {shown(low)}."
    else:
        sentence = (
            f"On the same rows and with the same knobs, the accuracy runs from {shown(low)} to "
            f"{shown(high)} over {len(runs)} seeds; {same} of them give the printed table. At up to {ties} "
            "nodes of a tree two attributes tie, and scikit-learn draws one."
        )
    return SeedRuns(tuple(runs), sentence)


#: The tree the tutorial prints, parents first, left before right: question or answer, and gain.
_TUTORIAL = (
    ("petal_length <= 1.7", 0.33904421497105636),
    ("setosa", None),
    ("petal_width <= 1.5", 0.40269559500328744),
    ("petal_length <= 4.9", 0.04996712689020377),
    ("versicolor", None),
    ("virginica", None),
    ("petal_length <= 4.8", 0.040912933220625364),
    ("sepal_width <= 2.8", 0.5),
    ("virginica", None),
    ("versicolor", None),
    ("petal_width <= 1.7", 0.026938775510204082),
    ("virginica", None),
    ("virginica", None),
)


def tutorial_report() -> Report:
    """The much-copied CART tutorial on iris: its tree, gain by gain, and its accuracy.

    >>> tutorial_report().sentence
    'All 20 printed figures come out.'
    """
    part = hold_out(load_dataset("iris_tutorial"), 0.2, random_state=41)
    knobs = replace(ALGORITHMS["tutorial CART"], min_samples_split=3, max_depth=3)
    tree = grow(part.train, knobs)
    found = evaluate(tree, part.test)
    figures: list[Figure] = []
    for i, (node, (text, gain)) in enumerate(zip(tree.walk(), _TUTORIAL)):
        what = f"node {i}" if gain is not None else f"leaf {i}"
        figures.append(words(what, text, node.split.question() if node.split else node.prediction))
        if gain is not None and node.split:
            figures.append(exact(f"gain of node {i}", gain, node.report.chosen.gain))
    score = exact("test accuracy", 0.8666666666666667, found.accuracy)
    return Report(
        "tutorial_report",
        "A CART from scratch",
        "Tutorial: a decision tree classifier from scratch in Python",
        (
            Part(
                "The tree",
                "149 rows of iris, one fifth held out with random_state 41, min_samples_split 3, max_depth 3",
                tuple(figures),
            ),
            Part("The score", "the 30 rows held out", (score,)),
        ),
        (
            "max_depth 3 gives four levels of questions: the tutorial splits while the depth is at most "
            f"max_depth. The tree here has depth {tree.depth}.",
            "Its thresholds are values of the training rows, not midpoints, so a new flower between two "
            "values goes another way than in most programs.",
            "The file was read with its first row as a header, so one of the 150 flowers is missing.",
            "The last question asks petal_width <= 1.7 and answers virginica either way: it lowers the Gini "
            "index and changes no answer.",
        ),
    )
