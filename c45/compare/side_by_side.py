"""Two to four learners on the same rows: trees, sizes, scores, and where they disagree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from c45.compare.differences import Difference, differences
from c45.compare.sklearn_tree import sklearn_tree
from c45.errors import ParameterError
from c45.evaluate import Evaluation, Holdout, baseline, evaluate
from c45.notation import listed, plural
from c45.parameters import ALGORITHMS, Parameters
from c45.pruning import Pruning, grow_and_prune
from c45.tree import Tree

#: The name of scikit-learn's own tree among the learners.
SCIKIT_LEARN = "scikit-learn"

#: What can be compared by name.
LEARNERS = (*ALGORITHMS, SCIKIT_LEARN)


@dataclass(frozen=True)
class Learner:
    """A name, and the knobs. sklearn: whether scikit-learn grows the tree (by those knobs it has)."""

    name: str
    parameters: Parameters
    sklearn: bool = False


def learner(name: str) -> Learner:
    """A learner by its name: a preset, or ``"scikit-learn"`` (its defaults, ``random_state=0``).

    Raises ParameterError for another name.

    >>> learner("CART").parameters.criterion, learner("scikit-learn").sklearn
    ('gini', True)
    """
    if name == SCIKIT_LEARN:
        return Learner(name, Parameters(criterion="gini"), sklearn=True)
    if name not in ALGORITHMS:
        known = listed([repr(n) for n in LEARNERS], "or")
        raise ParameterError(f"There is no learner called {name!r}. It must be {known}.")
    return Learner(name, ALGORITHMS[name])


@dataclass(frozen=True, eq=False)
class Compared:
    """One learner's tree, and its scores on the training and on the test rows."""

    learner: Learner
    pruning: Pruning = field(repr=False)
    train: Evaluation
    test: Evaluation

    @property
    def name(self) -> str:
        return self.learner.name

    @property
    def tree(self) -> Tree:
        return self.pruning.tree


@dataclass(frozen=True)
class Disagreement:
    """A test row that the learners answer differently. row: its number in the whole table, from 0."""

    row: int
    true: str
    answers: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Comparison:
    """Learners side by side, on the same split.

    differences: by pair of learners (their positions), nearest the root first.
    baseline: the majority class of the training rows, said to every test row.
    disagreements: the test rows on which not all learners give the same answer.
    """

    learners: tuple[Compared, ...]
    differences: dict[tuple[int, int], tuple[Difference, ...]]
    disagreements: tuple[Disagreement, ...]
    baseline: Evaluation
    n_test: int

    def first_difference(self, i: int, j: int) -> Difference | None:
        """The difference nearest the root; None where their trees are the same.

        A threshold that stands elsewhere and parts the same rows counts only where nothing else differs.
        """
        found = self.differences[min(i, j), max(i, j)]
        other_rows = [d for d in found if d.cause != "threshold"]
        return next(iter(other_rows or found), None)

    @property
    def sentence(self) -> str:
        """On how many test rows they disagree."""
        n = len(self.disagreements)
        if not n:
            return f"All learners give the same answer for all {plural(self.n_test, 'test row')}."
        return f"The learners disagree on {n} of {plural(self.n_test, 'test row')}."


def compare(part: Holdout, learners: Sequence[Learner | str]) -> Comparison:
    """Grow a tree with each learner from the training rows, and test all by the same test rows.

    learners: two to four, by name or with knobs of their own. Raises ParameterError for fewer or more,
    and for two of one name; what growth raises; DataError where scikit-learn cannot take the table.

    >>> from c45.evaluate import hold_out
    >>> from c45.reading import load_dataset
    >>> part = hold_out(load_dataset("refund_marital"), 0.3, random_state=0)
    >>> found = compare(part, ["ID3", "CART"])
    >>> [c.tree.n_leaves for c in found.learners]
    [4, 3]
    """
    chosen = [learner(item) if isinstance(item, str) else item for item in learners]
    if not 2 <= len(chosen) <= 4:
        raise ParameterError(
            f"{plural(len(chosen), 'learner')} cannot be compared. Take two to four."
        )
    names = [c.name for c in chosen]
    if len(set(names)) < len(names):
        twice = next(n for n in names if names.count(n) > 1)
        raise ParameterError(f"Two learners are called {twice!r}. Give each its own name.")
    found = []
    for c in chosen:
        pruning = _grown(part, c)
        scores = (evaluate(pruning.tree, rows) for rows in (part.train, part.test))
        found.append(Compared(c, pruning, *scores))
    apart = {
        (i, j): differences(
            found[i].pruning, found[j].pruning, names=(found[i].name, found[j].name)
        )
        for i, j in combinations(range(len(found)), 2)
    }
    disagreements = []
    for k, row in enumerate(part.test_rows.tolist()):
        answers = tuple(c.test.predicted[k] for c in found)
        if len(set(answers)) > 1:
            true = part.test.classes[part.test.target[k]]
            disagreements.append(Disagreement(row, true, answers))
    return Comparison(
        tuple(found),
        apart,
        tuple(disagreements),
        baseline(part.train, part.test),
        part.test.n_rows,
    )


def _grown(part: Holdout, c: Learner) -> Pruning:
    if not c.sklearn:
        return grow_and_prune(part.train, c.parameters)
    tree = sklearn_tree(part.train, c.parameters)
    return Pruning(tree, tree)
