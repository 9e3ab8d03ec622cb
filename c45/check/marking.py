"""A filled-in sheet, marked: each figure by itself, and with the student's own earlier values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from c45.check.facts import Given
from c45.check.judge import (
    CONVENTION,
    CUT_OFF,
    EMPTY,
    FOLLOWS,
    NOT_WRONG,
    RIGHT,
    ROUNDED_EARLY,
    UNREADABLE,
    WRONG,
    Verdict,
    judge,
)
from c45.check.plain_marks import judge_choice, judge_count, judge_threshold, ties
from c45.check.sheet import Cell, Sheet
from c45.check.typed import NOISE, Typed, read_typed
from c45.errors import DataError
from c45.explain import LOG_UNITS
from c45.notation import listed

_COUNTS = frozenset({"n", "count", "branch_n", "branch_count"})


@dataclass(frozen=True)
class Mark:
    """The mark of one cell. agreeing: the labels of the inputs that were filled in right."""

    cell: Cell
    typed: Typed | None
    verdict: Verdict
    agreeing: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """The verdict in a word: ``right``, ``wrong``, ``follows``, ..."""
        return self.verdict.verdict

    @property
    def kinds(self) -> tuple[int, ...]:
        return self.verdict.kinds

    @property
    def sentence(self) -> str:
        """Where, what was done, and the right step; where nothing is known, which part does not agree."""
        text = self.verdict.sentence
        if self.word == WRONG and not self.verdict.diagnoses and self.agreeing:
            text += f" What it is made from agrees: {listed(self.agreeing)}."
        return f"{self.cell.label}: {text}" if text else ""


@dataclass(frozen=True)
class Marking:
    """All marks of a sheet, in its order."""

    marks: tuple[Mark, ...]

    def __getitem__(self, key: str) -> Mark:
        for mark in self.marks:
            if mark.cell.key == key:
                return mark
        raise KeyError(key)

    @property
    def first_wrong(self) -> Mark | None:
        """The first cell that is wrong by itself, where the work is to be taken up again."""
        return next((m for m in self.marks if m.word in (WRONG, UNREADABLE)), None)

    @property
    def tally(self) -> dict[str, int]:
        """How many cells have each verdict, in the order of first appearance."""
        found: dict[str, int] = {}
        for mark in self.marks:
            found[mark.word] = found.get(mark.word, 0) + 1
        return found


def mark(sheet: Sheet, answers: Mapping[str, str]) -> Marking:
    """Mark a sheet. answers: what was typed, by the keys of the cells; empty ones may be left out.

    A figure that does not agree is judged once more with the student's own earlier values, and is
    right from there on where it follows from them. Raises DataError for a key that is no cell.

    >>> from c45 import load_dataset
    >>> from c45.check import sheet
    >>> s = sheet(load_dataset("playtennis_id3"), attributes=("Wind",))
    >>> gain = s.cell("information_gain", "Wind").key
    >>> mark(s, {"before": "0.65", gain: "-0,24"})[gain].word
    'follows'
    """
    known = {c.key for c in sheet.cells}
    strange = [k for k in answers if k not in known]
    if strange:
        raise DataError(f"There is no cell called {strange[0]!r} on this sheet.")
    marker = _Marker(sheet, answers)
    for cell in sheet.cells:
        marker.mark(cell)
    return Marking(tuple(marker.marks.values()))


class _Marker:
    def __init__(self, sheet: Sheet, answers: Mapping[str, str]):
        self.sheet, self.answers = sheet, answers
        self.marks: dict[str, Mark] = {}
        #: By attribute: the sheet with the student's own threshold, and whether that is as good.
        self.own_cuts: dict[str, tuple[Sheet, bool]] = {}

    def mark(self, cell: Cell) -> None:
        text = (self.answers.get(cell.key) or "").strip()
        typed = None
        if not text:
            verdict = Verdict(EMPTY)
        elif cell.quantity == "choice":
            facts = self.sheet.facts
            verdict = judge_choice(text, facts, cell.accepted, self._own_scores(cell))
        else:
            try:
                typed = read_typed(text)
                verdict = self._with_own_cut(cell, typed, self._number(cell, typed))
            except DataError as problem:
                verdict = Verdict(UNREADABLE, note=str(problem))
        agreeing = tuple(
            self.marks[k].cell.label
            for k in cell.inputs
            if k in self.marks and self.marks[k].word in NOT_WRONG
        )
        self.marks[cell.key] = Mark(cell, typed, verdict, agreeing)

    def _with_own_cut(self, cell: Cell, typed: Typed, verdict: Verdict) -> Verdict:
        """The verdict where the student went on with a threshold of their own."""
        if cell.quantity == "threshold" and typed.value is not None:
            split = self.sheet.facts.split_of(cell.attribute)
            cut = split.cut_at(typed.value)
            if cut is not None and cut.branches != split.candidate.branches:
                sheet = self.sheet.with_cut(cell.attribute, typed.value)
                self.own_cuts[cell.attribute] = (sheet, ties(split, cut))
        if cell.attribute not in self.own_cuts or verdict.verdict == RIGHT:
            return verdict
        if cell.quantity == "threshold":
            return verdict
        sheet, as_good = self.own_cuts[cell.attribute]
        try:
            own_cell = sheet[cell.key]
        except KeyError:
            return verdict
        found = self._number(own_cell, typed, sheet)
        if found.verdict == RIGHT and not as_good:
            return Verdict(FOLLOWS, note="It follows from your own threshold: right from here on.")
        return found

    def _number(self, cell: Cell, typed: Typed, sheet: Sheet | None = None) -> Verdict:
        facts = (sheet or self.sheet).facts
        split = facts.split_of(cell.attribute) if cell.attribute else None
        if cell.quantity == "threshold":
            return judge_threshold(typed, split, facts)
        if cell.quantity in _COUNTS:
            verdict = judge_count(
                typed, facts, split=split, branch=cell.branch, class_index=cell.class_index
            )
            return self._sum_of_counts(cell, typed, verdict)
        if cell.quantity == "known":
            right = typed.agrees(cell.value)
            note = f"It is made as {cell.formula}."
            return Verdict(RIGHT) if right else Verdict(WRONG, note=note)
        own, is_right = self._own(cell)
        return judge(
            typed,
            cell.place,
            unit=self.sheet.unit,
            own=own,
            own_is_right=is_right,
            room=self._room(cell, own),
            mixed=self._mixed(cell),
        )

    def _sum_of_counts(self, cell: Cell, typed: Typed, verdict: Verdict) -> Verdict:
        """A total may follow from the student's own counts."""
        own = [self._typed(k) for k in cell.inputs]
        if verdict.verdict != WRONG or not own or any(v is None for v in own):
            return verdict
        if abs(sum(t.value for t in own) - typed.value) > NOISE:
            return verdict
        return Verdict(FOLLOWS, note="It is the sum of your own counts: right from here on.")

    # -- the student's own values -------------------------------------------------------------

    def _typed(self, key: str) -> Typed | None:
        found = self.marks.get(key)
        return found.typed if found and found.typed and found.typed.value is not None else None

    def _value(self, key: str, right: float) -> float:
        """A value in bits or Gini: the student's own where there is one."""
        typed = self._typed(key)
        if typed is None:
            return right
        place = self.marks[key].cell.place
        if place is None or place.family == "gini" or place.step == "gain_ratio":
            return typed.value
        return typed.value / LOG_UNITS[self.sheet.unit].per_bit

    def _own(self, cell: Cell) -> tuple[Given | None, bool]:
        """The inputs with the student's own values, and whether all of these agree."""
        filled = [k for k in cell.inputs if self._typed(k) is not None]
        if not filled:
            return None, True
        words = {self.marks[k].word for k in filled}
        given = cell.place.given
        step, own = cell.place.step, {}
        if step in ("before", "branch"):
            counts = [k for k in cell.inputs if "count:" in k]
            row = tuple(self._value(k, c) for k, c in zip(counts, cell.place.counts))
            if min(row) < 0 or sum(row) <= 0:
                return None, True
            if step == "before":
                own["counts"] = row
            else:
                own["table"] = tuple(
                    row if b == cell.branch else r for b, r in enumerate(given.table)
                )
        start = cell.key.partition(":")[0]
        if step in ("after", "split_info"):
            sizes = tuple(self._value(f"{start}:b{b}:n", s) for b, s in enumerate(given.sizes))
            if min(sizes) < 0 or sum(sizes) <= 0:
                return None, True
            own["sizes"] = sizes
            own["branches"] = tuple(
                self._value(f"{start}:b{b}:branch", v) for b, v in enumerate(given.branches)
            )
        if step == "gain":
            own["before"] = self._value(cell.inputs[0], given.before)
            own["after"] = self._value(f"{start}:after", given.after)
            own["known"] = self._value(f"{start}:known", given.known)
        if step == "gain_ratio":
            own["gain"] = self._value(f"{start}:gain", given.gain)
            own["split_info"] = self._value(f"{start}:split_info", given.split_info)
        return replace(given, **own), words <= {RIGHT, ROUNDED_EARLY, CUT_OFF}

    def _room(self, cell: Cell, own: Given | None) -> float:
        """How far a result may be off for the digits that its inputs were typed with."""
        if own is None:
            return 0.0
        slack = {k: t.slack for k in cell.inputs if (t := self._typed(k))}
        step = cell.place.step
        if step == "after":
            return max(slack.values(), default=0.0)
        if step == "gain":
            return sum(slack.values())
        if step == "gain_ratio" and own.split_info:
            start = cell.key.partition(":")[0]
            gain, info = (slack.get(f"{start}:{s}", 0.0) for s in ("gain", "split_info"))
            return (gain + abs(own.gain / own.split_info) * info) / abs(own.split_info)
        return 0.0

    def _mixed(self, cell: Cell) -> bool:
        """Whether values of several bases come together here."""
        bases = set()
        for k in cell.inputs:
            typed = self._typed(k)
            if typed is None or not typed.value or self.marks[k].cell.place is None:
                continue
            kinds = self.marks[k].kinds
            by_convention = self.marks[k].word == CONVENTION
            bases.add(kinds[0] if by_convention and kinds else 0)
        return len(bases) > 1

    def _own_scores(self, cell: Cell) -> dict[str, float] | None:
        """The scores as the student has them, where any of them is wrong."""
        words = {self.marks[k].word for k in cell.inputs}
        if not words & {WRONG, FOLLOWS}:
            return None
        scores = {}
        for key in cell.inputs:
            found = self.marks[key]
            typed = self._typed(key)
            right = found.cell.value
            value = typed.value if typed else right
            if value is not None:
                scores[found.cell.attribute] = value
        return scores
