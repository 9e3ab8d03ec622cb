"""Every knob, defined once: default, bounds, words, source. And the presets that set them.

The app draws its controls from ``KNOBS``, the estimator takes its arguments from it, the address of
a page is written with it. A new knob is one entry here and one line where it is used.
"""

from __future__ import annotations

import math
import numbers
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from c45.errors import ParameterError
from c45.notation import listed, plain


@dataclass(frozen=True)
class Knob:
    """What is to be known about one knob.

    choices: the values it can take, each with its words; empty for a number.
    whole, share: a number may be a whole one from ``low`` to ``high``, and/or a share of the rows
        (a float above 0 and at most ``share``).
    optional: None is a value, and ``none_words`` says what it means.
    soft_high: where the app's slider ends; a typed value may go further.
    group: where the app shows it.
    """

    name: str
    default: Any
    label: str
    help: str
    source: str = ""
    choices: MappingProxyType[Any, str] | None = None
    whole: bool = False
    share: float | None = None
    number: bool = False
    low: float = 0
    high: float = math.inf
    soft_high: int | None = None
    optional: bool = False
    none_words: str = ""
    group: str = "more"

    @property
    def is_switch(self) -> bool:
        return isinstance(self.default, bool)

    def words(self, value: Any) -> str:
        """A value in words: ``entropy, gain``, ``no limit``, ``3``."""
        if value is None:
            return self.none_words
        if self.choices:
            return self.choices[value]
        if self.is_switch:
            return "yes" if value else "no"
        return str(value)

    def checked(self, value: Any) -> Any:
        """The value in its proper type. Raises ParameterError where the knob cannot take it."""
        if value is None:
            if self.optional:
                return None
            raise ParameterError(f"{self.name} cannot be None. {self._rule()}")
        if self.choices:
            value = ALIASES.get((self.name, value), value) if isinstance(value, str) else value
            try:
                known = value in self.choices
            except TypeError:
                known = False
            if not known or isinstance(value, bool):
                raise ParameterError(f"{self.name} is {value!r}. {self._rule()}")
            return next(k for k in self.choices if k == value)
        if self.is_switch:
            if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
                return bool(value)
            raise ParameterError(f"{self.name} is {value!r}. {self._rule()}")
        return self._checked_number(value)

    def _checked_number(self, value: Any) -> int | float:
        try:
            as_float = float(value)
        except (TypeError, ValueError):
            raise ParameterError(f"{self.name} is {value!r}. {self._rule()}") from None
        if isinstance(value, bool | str) or not math.isfinite(as_float):
            raise ParameterError(f"{self.name} is {value!r}. {self._rule()}")
        is_float = not isinstance(value, numbers.Integral)  # NumPy's integers are Integral too
        if self.whole and not is_float and self.low <= as_float <= self.high:
            return int(value)
        if self.share is not None and is_float and 0 < as_float <= self.share:
            return as_float
        if self.number and self.low <= as_float <= self.high:
            return as_float
        raise ParameterError(f"{self.name} is {value!r}. {self._rule()}")

    def _rule(self) -> str:
        ways = []
        if self.choices:
            ways.append("one of " + listed([repr(c) for c in self.choices], "or"))
        if self.is_switch:
            ways.append("True or False")
        upto = "" if self.high == math.inf else f" to {plain(self.high)}"
        if self.whole:
            ways.append(
                f"a whole number from {self.low:g}{upto}"
                if upto
                else f"a whole number, {self.low:g} or more"
            )
        if self.share is not None:
            ways.append(f"a share of the rows above 0 and at most {self.share:g}")
        if self.number:
            ways.append(
                f"a number from {self.low:g}{upto}" if upto else f"a number, {self.low:g} or more"
            )
        if self.optional:
            ways.append(f"None ({self.none_words})")
        return f"It must be {listed(ways, 'or')}."


#: Other words for a choice, as scikit-learn has them.
ALIASES = {
    ("criterion", "entropy"): "information_gain",
    ("criterion", "log_loss"): "information_gain",
}


def _choices(**words: str) -> MappingProxyType:
    return MappingProxyType(words)


_KNOBS = (
    Knob(
        "criterion",
        "information_gain",
        "Criterion",
        "The measure that decides between attributes. All three are always shown.",
        "Quinlan 1986 (gain); Quinlan 1993, section 2.2 (gain ratio); Breiman et al. 1984 (Gini)",
        choices=_choices(
            information_gain="Information gain", gain_ratio="Gain ratio", gini="Gini index"
        ),
        group="main",
    ),
    Knob(
        "max_depth",
        None,
        "Maximum depth",
        "How many questions may follow one another. The root is depth 0.",
        "scikit-learn, DecisionTreeClassifier",
        whole=True,
        low=0,
        soft_high=12,
        optional=True,
        none_words="no limit",
        group="main",
    ),
    Knob(
        "min_samples_split",
        2,
        "Smallest node that may be split",
        "A node with fewer rows becomes a leaf. A whole number of rows, or a share of all rows.",
        "scikit-learn, DecisionTreeClassifier",
        whole=True,
        share=1.0,
        low=2,
        soft_high=50,
        group="main",
    ),
    Knob(
        "min_samples_leaf",
        1,
        "Smallest branch",
        "A split that makes a branch with fewer rows is not allowed (empty branches do not count).",
        "scikit-learn, DecisionTreeClassifier",
        whole=True,
        share=1.0,
        low=1,
        soft_high=50,
        group="stop",
    ),
    Knob(
        "max_leaf_nodes",
        None,
        "Most leaves",
        "Grow the most useful node first, and stop at this many leaves.",
        "scikit-learn, DecisionTreeClassifier (best-first)",
        whole=True,
        low=2,
        soft_high=50,
        optional=True,
        none_words="no limit",
        group="stop",
    ),
    Knob(
        "min_impurity_decrease",
        0.0,
        "Least impurity decrease",
        "A split must remove at least this much impurity, weighted by the node's share of all rows.",
        "scikit-learn, DecisionTreeClassifier",
        number=True,
        low=0.0,
        group="stop",
    ),
    Knob(
        "zero_gain",
        True,
        "Split even if nothing is gained",
        "Whether a split that removes nothing may still be made (needed for XOR).",
        "Quinlan, C4.5 Release 8 (yes); tutorial CART (no)",
        group="stop",
    ),
    Knob(
        "categorical_split",
        "multiway",
        "Splits on categories",
        "How an attribute with categories is split.",
        "Quinlan 1986 (multiway); Breiman et al. 1984, section 2.4.1 (two groups)",
        choices=_choices(
            multiway="One branch for each category",
            subset="Two groups of categories",
            one_vs_rest="One category against the rest",
        ),
        group="splits",
    ),
    Knob(
        "threshold_at",
        "midpoint",
        "Thresholds",
        "Where the threshold stands between two neighbouring values. The rows part the same way.",
        "Breiman et al. 1984 (midpoint); Quinlan, C4.5 Release 8 (value in the training rows)",
        choices=_choices(
            midpoint="Midway between two values",
            data_value="At the lower value",
            training_value="At the largest training value up to the midpoint (C4.5)",
        ),
        group="splits",
    ),
    Knob(
        "splitter",
        "best",
        "Cuts that are tried",
        "Try every cut of an attribute, or one at random.",
        "scikit-learn, DecisionTreeClassifier",
        choices=_choices(best="All", random="One at random"),
        group="splits",
    ),
    Knob(
        "tie_rule",
        "first",
        "When candidates tie",
        "Which of several equally good splits is taken. Ties are compared to one part in 10^9.",
        "Quinlan, C4.5 Release 8 (first); simplified C4.5 report (last threshold)",
        choices=_choices(
            first="The first",
            last="The last",
            last_threshold="The last threshold, else the first",
            random="One at random",
        ),
        group="ties",
    ),
    Knob(
        "majority_tie",
        "first_class",
        "When classes tie in a leaf",
        "Which class a leaf says when two are equally frequent.",
        "Quinlan, C4.5 Release 8 (first class)",
        choices=_choices(
            first_class="The first class",
            first_row="The class of the earliest row",
            random="One at random",
        ),
        group="ties",
    ),
    Knob(
        "random_state",
        0,
        "Seed",
        "Makes what is random repeatable.",
        "scikit-learn",
        whole=True,
        low=0,
        high=2**32 - 1,
        soft_high=100,
        group="ties",
    ),
    Knob(
        "depth_convention",
        "root_is_0",
        "Depth is counted",
        "Whether nodes at the maximum depth may still be split.",
        "A widely copied tutorial CART splits while depth <= max_depth",
        choices=_choices(
            root_is_0="No split at the maximum depth",
            one_level_more="One level more (tutorial CART)",
        ),
        group="stop",
    ),
    Knob(
        "missing",
        "fractional",
        "Missing values",
        "What happens to a row that has no value for the attribute asked about.",
        "Quinlan 1993, chapter 3 (fractional rows); Quinlan 1986, section 5.1 (own category); "
        "Han, Kamber and Pei 2012, section 3.2.1 (most common value, mean)",
        choices=_choices(
            fractional="Go down every branch with a fraction (C4.5)",
            leave_out="Leave rows with gaps out",
            own_category="A gap is a category of its own (numbers: fractions)",
            most_common="Fill in the most common category, or the mean",
            refuse="Do not grow; say where the gaps are",
        ),
        group="c45",
    ),
    Knob(
        "min_branch_rows",
        0,
        "C4.5: rows in two branches (-m)",
        "At least two branches of a split need this many rows. 0 switches the rule off.",
        "Quinlan 1993, section 9.1.2; option -m",
        whole=True,
        low=0,
        soft_high=25,
        group="c45",
    ),
    Knob(
        "average_gain_rule",
        False,
        "C4.5: at least average gain",
        "Gain ratio chooses only among attributes whose gain is at least the average.",
        "Quinlan 1993, section 2.2",
        group="c45",
    ),
    Knob(
        "cut_minimum",
        False,
        "C4.5: no cuts near the ends",
        "A threshold must leave a tenth of an even share of the rows (at least -m, at most 25) on each side.",
        "Quinlan, C4.5 Release 8, contin.c",
        group="c45",
    ),
    Knob(
        "cut_penalty",
        False,
        "C4.5: penalty for many cuts",
        "The gain of a threshold is lowered by log2(cuts tried) / rows.",
        "Quinlan 1996, JAIR 4:77-90; C4.5 Release 8",
        group="c45",
    ),
    Knob(
        "many_values_rule",
        False,
        "C4.5: many values leave the average",
        "An attribute with very many categories does not count in the average gain.",
        "Quinlan, C4.5 Release 8, besttree.c",
        group="c45",
    ),
    Knob(
        "collapse",
        False,
        "C4.5: collapse useless splits",
        "A node whose branches make no fewer training errors becomes a leaf.",
        "Quinlan, C4.5 Release 8, build.c",
        group="c45",
    ),
    Knob(
        "arithmetic",
        "exact",
        "Tolerances",
        "How close two numbers must be to count as equal, and other small habits of the programs.",
        "This library (exact); C4.5 Release 8; J48 (Weka 3.9)",
        choices=_choices(exact="Exact", release_8="C4.5 Release 8", j48="J48"),
        group="c45",
    ),
    Knob(
        "laplace",
        False,
        "Laplace correction of shares",
        "A leaf's class shares are (count + 1) / (rows + classes), so that none is 0.",
        "J48 option -A; Cestnik 1990",
        group="c45",
    ),
    Knob(
        "pruning",
        "none",
        "Pruning",
        "How the grown tree is made smaller.",
        "Quinlan 1993, chapter 4 (pessimistic); Quinlan 1987 (reduced error); Breiman et al. 1984, "
        "chapter 3 (cost-complexity)",
        choices=_choices(
            none="None",
            pessimistic="Pessimistic (C4.5)",
            reduced_error="Reduced error, on rows held out",
            cost_complexity="Cost-complexity (CART)",
        ),
        group="prune",
    ),
    Knob(
        "confidence",
        0.25,
        "Confidence (-c)",
        "Of pessimistic pruning. Smaller prunes more.",
        "Quinlan 1993, section 9.1.2; option -c",
        number=True,
        low=0.001,
        high=1.0,
        group="prune",
    ),
    Knob(
        "error_formula",
        "release_8",
        "Pessimistic error by",
        "The formula for the errors that pessimistic pruning adds to those counted.",
        "See c45.error_limits",
        choices=_choices(
            release_8="C4.5 Release 8",
            j48="J48",
            binomial="Exact binomial limit",
            normal="Normal approximation",
        ),
        group="prune",
    ),
    Knob(
        "raising",
        True,
        "Subtree raising",
        "Whether a node may be replaced by its largest branch, beside being made a leaf.",
        "Quinlan 1993, section 4.2; J48 option -S switches it off",
        group="prune",
    ),
    Knob(
        "held_out",
        0.3,
        "Rows held out",
        "The share of the rows that reduced-error pruning sets aside where it is given none.",
        "Quinlan 1987",
        number=True,
        low=0.05,
        high=0.95,
        group="prune",
    ),
    Knob(
        "prune_ties",
        True,
        "Prune when errors are equal",
        "Whether reduced-error pruning makes a leaf that errs as often as its subtree.",
        "Quinlan 1987 (yes); some textbooks prune only for fewer errors",
        group="prune",
    ),
    Knob(
        "ccp_alpha",
        0.0,
        "Complexity cost of a leaf (alpha)",
        "Cost-complexity pruning keeps the subtree with the least cost + alpha x leaves.",
        "Breiman et al. 1984, chapter 3; scikit-learn, ccp_alpha",
        number=True,
        low=0.0,
        group="prune",
    ),
    Knob(
        "ccp_cost",
        "impurity",
        "Cost of a tree",
        "What cost-complexity pruning weighs against the number of leaves.",
        "scikit-learn (impurity); Breiman et al. 1984 and rpart (error)",
        choices=_choices(impurity="Impurity of the leaves", error="Errors on the training rows"),
        group="prune",
    ),
    Knob(
        "log_base",
        "2",
        "Logarithm shown",
        "The base of the logarithm in what is shown: bits, nats or bans. It never changes the tree.",
        "Cover and Thomas 2006, section 2.1",
        choices=MappingProxyType(
            {"2": "base 2 (bits)", "e": "base e (nats)", "10": "base 10 (bans)"}
        ),
        group="show",
    ),
)

#: Every knob by name, in the order in which they are shown.
KNOBS: MappingProxyType[str, Knob] = MappingProxyType({k.name: k for k in _KNOBS})


@dataclass(frozen=True)
class Parameters:
    """Every knob at once. Frozen: ``dataclasses.replace(parameters, max_depth=3)`` makes another.

    Raises ParameterError, a ValueError, for a value that a knob cannot take.

    >>> Parameters(criterion="entropy").criterion
    'information_gain'
    """

    criterion: str = KNOBS["criterion"].default
    max_depth: int | None = KNOBS["max_depth"].default
    min_samples_split: int | float = KNOBS["min_samples_split"].default
    min_samples_leaf: int | float = KNOBS["min_samples_leaf"].default
    max_leaf_nodes: int | None = KNOBS["max_leaf_nodes"].default
    min_impurity_decrease: float = KNOBS["min_impurity_decrease"].default
    zero_gain: bool = KNOBS["zero_gain"].default
    categorical_split: str = KNOBS["categorical_split"].default
    threshold_at: str = KNOBS["threshold_at"].default
    splitter: str = KNOBS["splitter"].default
    tie_rule: str = KNOBS["tie_rule"].default
    majority_tie: str = KNOBS["majority_tie"].default
    random_state: int = KNOBS["random_state"].default
    depth_convention: str = KNOBS["depth_convention"].default
    missing: str = KNOBS["missing"].default
    min_branch_rows: int = KNOBS["min_branch_rows"].default
    average_gain_rule: bool = KNOBS["average_gain_rule"].default
    cut_minimum: bool = KNOBS["cut_minimum"].default
    cut_penalty: bool = KNOBS["cut_penalty"].default
    many_values_rule: bool = KNOBS["many_values_rule"].default
    collapse: bool = KNOBS["collapse"].default
    arithmetic: str = KNOBS["arithmetic"].default
    laplace: bool = KNOBS["laplace"].default
    pruning: str = KNOBS["pruning"].default
    confidence: float = KNOBS["confidence"].default
    error_formula: str = KNOBS["error_formula"].default
    raising: bool = KNOBS["raising"].default
    held_out: float = KNOBS["held_out"].default
    prune_ties: bool = KNOBS["prune_ties"].default
    ccp_alpha: float = KNOBS["ccp_alpha"].default
    ccp_cost: str = KNOBS["ccp_cost"].default
    log_base: str = KNOBS["log_base"].default

    def __post_init__(self) -> None:
        for f in fields(self):
            object.__setattr__(self, f.name, KNOBS[f.name].checked(getattr(self, f.name)))

    def changed(self, other: Parameters | None = None) -> dict[str, Any]:
        """The knobs that differ from another setting (from the defaults, if none is given)."""
        other = other or Parameters()
        return {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if getattr(self, f.name) != getattr(other, f.name)
        }

    def rows_needed(self, knob: str, n_rows: int) -> int:
        """A knob that counts rows, as a number of rows: a share is taken of ``n_rows``, rounded up.

        >>> Parameters(min_samples_leaf=0.1).rows_needed("min_samples_leaf", 14)
        2
        """
        value = getattr(self, knob)
        if isinstance(value, int):
            return value
        return max(KNOBS[knob].low, math.ceil(value * n_rows))


@dataclass(frozen=True)
class Arithmetic:
    """The tolerances of one program, and its other habits in the small.

    tie: a score must be better by more than this to win, and a weight must differ by more than this
        to count as different. relative: ``tie`` is a share of the score.
    average_slack: how far below the average gain an attribute may be and still compete.
    gap: two data values count as different when they differ by more than this.
    least_split_info: a ratio needs more split information than this.
    midpoint_slack: a training value this little above a midpoint counts as equal to it.
    keep_label: while pruning, a leaf keeps its class where another one is only as frequent.
    empty_shares: a branch without rows answers with the class shares of the node above it, not with
        that node's class alone.
    """

    tie: float
    average_slack: float
    gap: float
    least_split_info: float
    relative: bool = False
    midpoint_slack: float = 1e-10
    keep_label: bool = True
    empty_shares: bool = False


#: Sources: the exact row is ours; C4.5 Release 8: Epsilon = 1E-3 and the 1E-5 of contin.c, with
#: 1E-9 where the C code compares floats bare; J48: weka.core.Utils.SMALL = 1E-6.
ARITHMETIC = MappingProxyType(
    {
        "exact": Arithmetic(
            tie=1e-9, average_slack=1e-9, gap=0.0, least_split_info=1e-9, relative=True
        ),
        "release_8": Arithmetic(tie=1e-9, average_slack=1e-3, gap=1e-5, least_split_info=1e-3),
        "j48": Arithmetic(
            tie=1e-6,
            average_slack=1e-3,
            gap=1e-5,
            least_split_info=1e-6,
            midpoint_slack=0.0,
            keep_label=False,
            empty_shares=True,
        ),
    }
)

_BOOK = Parameters(
    criterion="gain_ratio",
    average_gain_rule=True,
    min_branch_rows=2,
    threshold_at="training_value",
    pruning="pessimistic",
)
_RELEASE_8 = replace(
    _BOOK,
    arithmetic="release_8",
    cut_minimum=True,
    cut_penalty=True,
    many_values_rule=True,
    collapse=True,
)

#: Presets by name. Sources: Quinlan 1986; Quinlan 1993; C4.5 Release 8; Weka 3.9; Breiman et al.
#: 1984; the simplified C4.5 report and the tutorial CART are described in README.md.
ALGORITHMS: MappingProxyType[str, Parameters] = MappingProxyType(
    {
        "ID3": Parameters(),
        "C4.5": _BOOK,
        "C4.5 Release 8": _RELEASE_8,
        "J48": replace(_RELEASE_8, arithmetic="j48", zero_gain=False, error_formula="j48"),
        "CART": Parameters(criterion="gini", categorical_split="subset"),
        "simplified C4.5": Parameters(
            min_samples_split=2, tie_rule="last_threshold", majority_tie="random", random_state=2
        ),
        "tutorial CART": Parameters(
            criterion="gini",
            max_depth=2,
            threshold_at="data_value",
            depth_convention="one_level_more",
            categorical_split="one_vs_rest",
            majority_tie="first_row",
            zero_gain=False,
        ),
    }
)
