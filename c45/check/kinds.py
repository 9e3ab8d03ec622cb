"""The kinds of mistakes in entropy and gain sums, with the rule that each of them breaks.

Made from what print, slides, issues and homework threads show; no published catalogue was found. The
numbers are names: a diagnosis, a test and an exercise mean the same kind by the same number.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class Kind:
    """A kind of mistake. title: a few words. rule: what holds instead, in one or two sentences."""

    number: int
    title: str
    rule: str


_ALL = (
    Kind(1, "natural logarithm", "Entropy in bits takes logarithms to base 2."),
    Kind(2, "logarithm to base 10", "Entropy in bits takes logarithms to base 2."),
    Kind(
        3,
        "logarithm to the base of the number of classes or values",
        "Entropy in bits takes logarithms to base 2, however many classes there are.",
    ),
    Kind(4, "branches not weighted", "Each branch counts with its share of the rows."),
    Kind(
        5,
        "branches added up, or counts not divided by the total",
        "Each branch counts with its share of the rows: n_b / n.",
    ),
    Kind(
        6,
        "weights left out of the formula",
        "The formula of the weighted sum names the share of each branch: n_b / n.",
    ),
    Kind(
        7,
        "entropy after the split given as the gain, or the other way round",
        "The gain is the entropy before the split minus the weighted entropy after it.",
    ),
    Kind(
        8,
        "total or entropy of another node",
        "All counts, shares and entropies are those of the rows that reach this node.",
    ),
    Kind(
        9, "intermediate values rounded", "Round only the last result; keep the digits until then."
    ),
    Kind(10, "cut off instead of rounded", "Round up when the first digit left out is 5 or more."),
    Kind(11, "0 times log 0", "A class without rows adds 0 to the entropy."),
    Kind(12, "a term of the Gini index lost", "Gini is 1 minus the sum of all squared shares."),
    Kind(
        13,
        "another measure than the one asked for",
        "Entropy, Gini and classification error are three measures; keep to one of them.",
    ),
    Kind(
        14,
        "Gini after the split against its drop",
        "The drop is the Gini index before the split minus the weighted one after it.",
    ),
    Kind(
        15,
        "the highest impurity chosen",
        "Choose the lowest impurity after the split, which is the highest gain.",
    ),
    Kind(
        16,
        "Gini taken to range from 0 to 1",
        "With k classes the Gini index is at most 1 − 1/k.",
    ),
    Kind(
        17,
        "a term of a sum slipped",
        "Check each term by itself: share of the rows times the value of the branch.",
    ),
    Kind(18, "digits swapped or mistyped", "Compare the digits with those of your sum."),
    Kind(
        19,
        "an error known from print",
        "The figure is copied from a source that has it wrong; work it out afresh.",
    ),
    Kind(
        20,
        "divided by the entropy of the classes",
        "The gain ratio divides by the split information, the entropy of the branch sizes.",
    ),
    Kind(
        21,
        "divided by the number of branches",
        "The gain ratio divides by the split information, −Σ n_b/n log₂ n_b/n.",
    ),
    Kind(
        22,
        "gain in place of the gain ratio, or the average-gain rule left out",
        "C4.5 takes the highest gain ratio among the attributes whose gain is at least the average.",
    ),
    Kind(
        23,
        "each value taken as a category of its own",
        "A number is split by a threshold; a value that names the row tells nothing of new rows.",
    ),
    Kind(
        24,
        "threshold chosen by the gain ratio",
        "C4.5 picks the threshold by the gain, and uses the ratio only between attributes.",
    ),
    Kind(
        25,
        "another threshold",
        "Two thresholds are the same split when they part the rows in the same way.",
    ),
    Kind(
        26,
        "cut between equal values",
        "Rows with the same value go the same way, so no cut lies between them.",
    ),
    Kind(
        27,
        "missing values counted otherwise",
        "The gain is that of the known rows times their share of all; in the split information the "
        "unknown rows are one more branch.",
    ),
    Kind(
        28,
        "another formula of the pessimistic error",
        "Several formulas go by this name; say which one is meant.",
    ),
    Kind(
        29,
        "observed errors in a pessimistic sum",
        "Each leaf counts with its expected errors, not with those observed.",
    ),
    Kind(
        30,
        "cost-complexity divided otherwise",
        "α is the growth of the error, in shares of all rows, by leaves taken away: "
        "(R(t) − R(T)) / (leaves − 1).",
    ),
    Kind(31, "variance with n − 1", "Regression trees divide the squares by n."),
    Kind(
        32,
        "class counts swapped",
        "Two classes with their counts swapped have the same entropy, so check the counts.",
    ),
    Kind(33, "the figure of another row or candidate", "Look again at which row is asked for."),
    Kind(
        34,
        "a tie",
        "Attributes whose values are equal are equally right; compare unrounded values.",
    ),
    Kind(35, "minus sign lost or added", "Entropy, Gini and gain are never below 0."),
    Kind(
        36, "quotient upside down", "The gain ratio is the gain divided by the split information."
    ),
)

#: Every kind by its number; 1 to 35, and what was found since.
KINDS: MappingProxyType[int, Kind] = MappingProxyType({k.number: k for k in _ALL})
