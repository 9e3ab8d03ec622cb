"""A published example checked whole: every printed figure, and what follows from a wrong one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from c45 import measures
from c45.check.example import (
    Spot,
    checked,
    example_table,
    given_of,
    read_example,
    split_of,
    with_subsets,
)
from c45.check.facts import Given, SplitFacts
from c45.check.judge import (
    CONVENTION,
    FOLLOWS,
    NOT_WRONG,
    RIGHT,
    ROUNDED_EARLY,
    UNREADABLE,
    WRONG,
    Diagnosis,
    Verdict,
    judge,
)
from c45.check.other_figures import OTHERS, WITHOUT_TABLE
from c45.check.plain_marks import judge_choice
from c45.check.report import NOT_CHECKED, WORDS, ExampleReport, FigureReport
from c45.check.sheet import accepted
from c45.check.slips import Place
from c45.check.typed import Typed, read_typed
from c45.dataset import Dataset
from c45.errors import C45Error, DataError
from c45.export.quoting import shortened
from c45.notation import one_line
from c45.parameters import Parameters
from c45.portion import Portion
from c45.search import node_report

#: Printed values of the inputs are tried together in at most so many ways.
MOST_WAYS = 64

_STEPS = {
    "entropy": ("before", "entropy"),
    "gini": ("before", "gini"),
    "conditional_entropy": ("after", "entropy"),
    "gini_split": ("after", "gini"),
    "information_gain": ("gain", "entropy"),
    "gini_gain": ("gain", "gini"),
    "split_information": ("split_info", "entropy"),
    "gain_ratio": ("gain_ratio", "entropy"),
}
_ORDER = ("before", "after", "gain", "split_info", "gain_ratio")


def check_text(text: str) -> ExampleReport:
    """Check an example that is given as JSON, as ``check_example`` does. Raises DataError."""
    return check_example(read_example(text))


#: What arithmetic raises on a figure whose parts are missing, no numbers, or no lists.
_ODD_PARTS = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError)


def check_example(example: Mapping) -> ExampleReport:
    """Check every printed figure of a worked example.

    example: ``columns``, ``target``, ``rows`` and ``published``, each figure with its ``quantity``,
    ``node``, what was printed (``as_printed``), and where needed ``attribute``, ``threshold``,
    ``subset``, ``criterion``. Raises DataError for an example of another form.

    >>> slides = {
    ...     "columns": [{"name": "x", "kind": "categorical"}, {"name": "c", "kind": "categorical"}],
    ...     "target": "c",
    ...     "rows": [["a", "y"], ["a", "n"], ["b", "n"], ["b", "n"]],
    ...     "published": [{"node": "root", "quantity": "gini", "as_printed": "0.56"}],
    ... }
    >>> check_example(slides).figures[0].verdict.kinds[0]
    12
    """
    return _Checker(checked(example)).report()


def _node(figure: Mapping) -> str:
    """The node of a figure as it was given, for one that cannot be found."""
    return shortened(str(figure.get("node", "the root")), 60)


@dataclass
class _Printed:
    """A printed figure that has been read and judged, to be an input of others."""

    typed: Typed
    index: int
    agrees: bool


@dataclass
class _Checker:
    example: dict
    dataset: Dataset | None = field(init=False)
    reports: dict[int, FigureReport] = field(default_factory=dict)
    printed: dict[tuple, list[_Printed]] = field(default_factory=dict)
    facts: dict[tuple, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # Some figures, such as a sum with its terms, need no table.
        self.dataset = example_table(self.example) if self.example["rows"] else None
        self.root = Spot(self.dataset, Portion.everything(self.dataset)) if self.dataset else None

    def report(self) -> ExampleReport:
        figures = list(enumerate(self.example["published"]))

        def turn(item) -> int:
            step = _STEPS.get(item[1]["quantity"], ("",))[0]
            if item[1]["quantity"] == "chosen_attribute":
                return len(_ORDER) + 1
            return _ORDER.index(step) if step in _ORDER else len(_ORDER)

        for i, figure in sorted(figures, key=turn):
            try:
                self.reports[i] = self._figure(i, figure)
            except C45Error as problem:
                verdict = Verdict(UNREADABLE, note=str(problem))
                self.reports[i] = self._told(i, figure, verdict, None, _node(figure))
            except _ODD_PARTS:
                said = (
                    "A part that this quantity needs is left out of the figure, or of another form."
                )
                verdict = Verdict(UNREADABLE, note=said)
                self.reports[i] = self._told(i, figure, verdict, None, _node(figure))
        return ExampleReport(tuple(self._elsewhere(self.reports[i]) for i, _ in figures))

    def _elsewhere(self, report: FigureReport) -> FigureReport:
        """A wrong figure that nothing explains may be the right one of another place."""
        if report.word != WRONG or report.verdict.diagnoses or not isinstance(report.right, float):
            return report
        typed = read_typed(report.printed)
        for other in self.reports.values():
            same = other.quantity == report.quantity and isinstance(other.right, float)
            if same and other.where != report.where and typed.agrees(other.right):
                did = f"This is the value at {other.where}."
                return replace(report, verdict=Verdict(WRONG, (Diagnosis((33,), did),)))
        return report

    def _told(self, i, figure, verdict, right, where, follows=()) -> FigureReport:
        printed = one_line(str(figure["as_printed"]))
        return FigureReport(i, str(figure["quantity"]), where, printed, verdict, right, follows)

    def _figure(self, i: int, figure: Mapping) -> FigureReport:
        quantity = figure["quantity"]
        if self.root is None and quantity not in WITHOUT_TABLE:
            raise DataError("The example has no rows, so this figure cannot be worked out.")
        spot = self.root.walk(figure.get("node", "root")) if self.root else None
        where = spot.where if spot else "the root"
        if quantity in _STEPS:
            return self._step(i, figure, spot)
        if quantity == "chosen_attribute":
            return self._choice(i, figure, spot)
        if quantity in OTHERS:
            verdict, right, key, inputs = OTHERS[quantity](spot, figure, self._inputs)
            agrees = verdict.verdict in NOT_WRONG
            if key is not None:  # to be an input of later figures
                typed = read_typed(str(figure["as_printed"]))
                self._keep(key, typed, i, agrees)
            return self._told(i, figure, verdict, right, where, inputs)
        verdict = Verdict(NOT_CHECKED, note="This quantity is not recomputed here.")
        return self._told(i, figure, verdict, None, where)

    def _keep(self, key: tuple, typed: Typed, i: int, agrees: bool) -> None:
        if typed.value is not None:
            self.printed.setdefault(key, []).append(_Printed(typed, i, agrees))

    def _inputs(self, key: tuple) -> list[_Printed]:
        return self.printed.get(key, [])

    # -- the sums of a node -------------------------------------------------------------------

    def _step(self, i: int, figure: Mapping, spot: Spot) -> FigureReport:
        step, family = _STEPS[figure["quantity"]]
        parameters = Parameters(criterion="gini" if family == "gini" else "information_gain")
        attribute = figure.get("attribute") or figure.get("known_for")
        if attribute is None and step != "before":
            raise DataError(f"A figure of the {WORDS[figure['quantity']]} needs an attribute.")
        split = split_of(spot, figure | {"attribute": attribute}, parameters) if attribute else None
        key = (spot.key, family, split)
        if key not in self.facts:
            self.facts[key] = spot.facts(parameters, split)
        facts = self.facts[key]
        given, split_facts = given_of(facts, split.attribute if split else None)
        right = given.before if step == "before" else getattr(given, step, None)
        if step == "gain_ratio":
            right = given.gain / given.split_info if given.split_info > measures.NOISE else None
        place = Place(step, right, facts, given, split_facts)
        where = spot.where + (f", for {split.question()}" if split and step != "before" else "")
        try:
            typed = read_typed(str(figure["as_printed"]))
        except DataError as problem:
            return self._told(i, figure, Verdict(UNREADABLE, note=str(problem)), right, where)
        verdict, follows = self._judged(typed, place, spot)
        at = self._key(step, family, spot, split_facts)
        self._keep(at, typed, i, verdict.verdict in NOT_WRONG)
        return self._told(i, figure, verdict, right, where, follows)

    @staticmethod
    def _key(step: str, family: str, spot: Spot, split: SplitFacts | None) -> tuple:
        if step == "before":
            return ("before", family, spot.key)
        return (step, family, spot.key, split.attribute, split.table)

    def _judged(self, typed: Typed, place: Place, spot: Spot) -> tuple[Verdict, tuple[int, ...]]:
        alone = judge(typed, place)
        if alone.verdict == RIGHT or place.right is None:
            return alone, ()
        for own, used in self._ways(place, spot):
            verdict = judge(typed, place, own=own, own_is_right=all(p.agrees for p in used))
            if verdict.verdict == FOLLOWS or (
                verdict.verdict == ROUNDED_EARLY
                and alone.verdict not in (CONVENTION,)
                and verdict.diagnoses[0].did.startswith("It was worked out")
            ):
                follows = tuple(p.index for p in used if not p.agrees)
                return self._with_inputs(verdict, used), follows
        return alone, ()

    @staticmethod
    def _with_inputs(verdict: Verdict, used: list[_Printed]) -> Verdict:
        """The verdict with the printed figures that it was made from."""
        figures = ", ".join(one_line(p.typed.text) for p in used)
        if verdict.verdict == FOLLOWS:
            return replace(
                verdict, note=f"It follows from the printed {figures}: right from there on."
            )
        first = verdict.diagnoses[0]
        did = first.did.replace("earlier values as they were rounded", f"the printed {figures}")
        return replace(verdict, diagnoses=(replace(first, did=did), *verdict.diagnoses[1:]))

    def _ways(self, place: Place, spot: Spot):
        """The inputs with printed values in place of exact ones, in every way they were printed."""
        g, family, split = place.given, place.family, place.split
        slots: list[tuple[str, int | None, list[_Printed]]] = []
        if place.step == "after":
            for b in range(len(g.sizes)):
                if g.sizes[b]:
                    key = ("before", family, spot.branch(split.split, b).key)
                    slots.append(("branches", b, self._inputs(key)))
        elif place.step == "gain":
            slots.append(("before", None, self._inputs(("before", family, spot.key))))
            slots.append(("after", None, self._inputs(self._key("after", family, spot, split))))
        elif place.step == "gain_ratio":
            for step in ("gain", "split_info"):
                slots.append((step, None, self._inputs(self._key(step, family, spot, split))))
        filled = [s for s in slots if s[2]]
        if not filled:
            return
        ways = product(*(printed for _, _, printed in filled))
        for _, choice in zip(range(MOST_WAYS), ways):
            own: Given = g
            for (name, b, _), printed in zip(filled, choice):
                value = printed.typed.value
                if b is not None:
                    value = tuple(value if i == b else v for i, v in enumerate(own.branches))
                own = replace(own, **{name: value})
            yield own, list(choice)

    # -- the choice ---------------------------------------------------------------------------

    def _choice(self, i: int, figure: Mapping, spot: Spot) -> FigureReport:
        criterion = str(figure.get("criterion", "information_gain"))
        text = str(figure["as_printed"])
        dataset = self.dataset
        if "among" in figure:
            dataset = dataset.select([str(a) for a in figure["among"]])
        if criterion == "misclassification":
            return self._by_error(i, figure, Spot(dataset, spot.portion, spot.words))
        parameters = Parameters(
            criterion=criterion, average_gain_rule=bool(figure.get("average_gain_rule", False))
        )
        if figure.get("binary"):
            parameters = with_subsets(parameters)
        report = node_report(dataset, spot.portion, parameters)
        names = accepted(report, report.candidates, parameters)
        facts = Spot(dataset, spot.portion).facts(parameters)
        verdict, follows = judge_choice(text, facts, names), ()
        if verdict.verdict == WRONG:
            for scores in self._printed_scores(spot, criterion):
                own = {name: score for name, (score, _) in scores.items()}
                wrong = tuple(sorted({p.index for _, p in scores.values() if not p.agrees}))
                found = judge_choice(text, facts, names, own if wrong else None)
                if found.verdict == FOLLOWS:
                    verdict, follows = found, wrong
                    break
        if follows:
            note = verdict.note.replace("your own values", "the printed values")
            verdict = replace(verdict, note=note)
        return self._told(i, figure, verdict, names, spot.where, follows)

    def _printed_scores(self, spot: Spot, criterion: str) -> list[dict]:
        """The best printed score of each attribute, once by each measure that may have been compared."""
        family = "gini" if criterion == "gini" else "entropy"
        wanted = {"gini": ("gain", "after"), "gain_ratio": ("gain_ratio",)}.get(
            criterion, ("gain",)
        )
        every = []
        for step in wanted:
            found: dict[str, tuple[float, _Printed]] = {}
            for key, printed in self.printed.items():
                if key[:3] != (step, family, spot.key):
                    continue
                for p in printed:
                    score = -p.typed.value if step == "after" else p.typed.value
                    if key[3] not in found or score > found[key[3]][0]:
                        found[key[3]] = (score, p)
            every.append(found)
        return every

    def _by_error(self, i: int, figure: Mapping, spot: Spot) -> FigureReport:
        parameters = Parameters()
        facts = spot.facts(parameters)
        after = {
            s.attribute: float(measures.weighted_impurity(s.table, measures.misclassification))
            for s in facts.splits
        }
        least = min(after.values())
        names = tuple(a for a, v in after.items() if v <= least + 1e-9)
        verdict = judge_choice(str(figure["as_printed"]), facts, names)
        return self._told(i, figure, verdict, names, spot.where)


__all__ = ["NOT_CHECKED", "ExampleReport", "FigureReport", "check_example", "check_text"]
