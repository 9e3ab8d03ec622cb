"""The verdict on one figure: right, rounded early, cut off, another convention, or wrong, and by what.

The order is that of doubt: first all that speaks for the figure, then each known slip by itself, then
two together. What fits nothing is said not to agree, and nothing more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from c45 import measures
from c45.check.early import rounded_early, rounding
from c45.check.facts import Given, worked
from c45.check.slips import Place, Slip, in_other_units, of_counts
from c45.check.slips_split import OF_SPLIT, wrong_sums
from c45.check.typed import NOISE, Typed
from c45.explain import LOG_UNITS
from c45.notation import rounded, shown

RIGHT = "right"
ROUNDED_EARLY = "rounded early"
CUT_OFF = "cut off"
CONVENTION = "another convention"
FOLLOWS = "follows"
WRONG = "wrong"
EMPTY = "empty"
UNREADABLE = "unreadable"

#: Verdicts that say that nothing is wrong but the digits.
NOT_WRONG = frozenset({RIGHT, ROUNDED_EARLY, CUT_OFF, CONVENTION})
#: Two slips together are looked for only where the digits typed tell this small a part apart.
FINE_ENOUGH = 0.005
#: No more explanations than this are given for one figure.
MOST_DIAGNOSES = 4


@dataclass(frozen=True)
class Diagnosis:
    """What was most likely done. kinds: numbers of ``KINDS``, two where two slips came together.

    did: what was done. step: the right step. Both are sentences.
    """

    kinds: tuple[int, ...]
    did: str
    step: str = ""


@dataclass(frozen=True)
class Verdict:
    """The judgement of one figure: a word (RIGHT, WRONG, ...), what fits it, and a sentence.

    diagnoses: the likeliest first; several where several fit, none where none does.
    """

    verdict: str
    diagnoses: tuple[Diagnosis, ...] = ()
    note: str = ""

    @property
    def kinds(self) -> tuple[int, ...]:
        """Every kind of mistake named, the likeliest first."""
        return tuple(dict.fromkeys(k for d in self.diagnoses for k in d.kinds))

    @property
    def sentence(self) -> str:
        """All of it in words."""
        if not self.diagnoses:
            return self.note
        first = " ".join(filter(None, (self.diagnoses[0].did, self.diagnoses[0].step)))
        if len(self.diagnoses) > 1:
            others = " ".join(d.did for d in self.diagnoses[1:])
            first = f"{len(self.diagnoses)} things would give this figure. {first} Or: {others}"
        return " ".join(filter(None, (first, self.note)))


def judge(
    typed: Typed,
    place: Place,
    *,
    unit: str = "2",
    own: Given | None = None,
    own_is_right: bool = True,
    room: float = 0.0,
    mixed: bool = False,
) -> Verdict:
    """Judge a figure at its place.

    unit: the base of the logarithms that the sheet asks for. own: the inputs with the student's own
    earlier values in place of the right ones, if there are any; own_is_right: these agree with the
    right ones; room: how far the result may be off for the digits they were typed with; mixed: they
    are not all of one convention.

    >>> from c45.check import read_typed, sheet
    >>> from c45 import load_dataset
    >>> place = sheet(load_dataset("playtennis_id3")).cell("information_gain", "Outlook").place
    >>> judge(read_typed("0.246"), place).verdict, judge(read_typed("0.293"), place).kinds
    ('rounded early', (4,))
    """
    per_bit = _per_bit(place, unit)
    right = None if place.right is None else place.right * per_bit
    if typed.value is None or right is None:
        return _undefined(typed, place, right)
    if typed.agrees(right) and not (typed.is_whole and abs(abs(typed.value - right) - 0.5) < 1e-9):
        written = _working(typed, place, per_bit)
        return written or Verdict(RIGHT, note=_coarse(typed, right))
    if own is not None and not own_is_right and not mixed:
        # A sheet all in nats is of one convention, and no chain of mistakes.
        found = _conventions(typed, place, unit, own, right)
        if found:
            return found
    if own is not None and not mixed:
        followed = _followed(typed, place, own, own_is_right, per_bit, room)
        if followed:
            return followed
    for look in (_rounding, _conventions, _named):
        found = look(typed, place, unit, own, right)
        if found:
            return found
    if typed.agrees(right):
        return Verdict(RIGHT, note=_coarse(typed, right))
    return Verdict(WRONG, note="It does not agree.")


def _per_bit(place: Place, unit: str) -> float:
    takes_unit = place.family == "entropy" and place.step != "gain_ratio"
    return LOG_UNITS[unit].per_bit if takes_unit else 1.0


def _coarse(typed: Typed, right: float) -> str:
    if not typed.is_whole or abs(typed.value - right) <= 0.05:
        return ""
    return (
        f"Rounded to a whole number {shown(right)} is {typed.text}; two or more places tell more."
    )


def _undefined(typed: Typed, place: Place, right: float | None) -> Verdict:
    if right is None:
        if typed.value is None:
            return Verdict(RIGHT, note="It is not defined: the split information is 0.")
        if typed.value == 0:
            return Verdict(
                CONVENTION,
                note="It is not defined, as the split information is 0; often 0 is written.",
            )
        return Verdict(WRONG, note="It is not defined: the split information is 0.")
    if place.step in ("before", "branch") and place.family == "entropy" and 0 in place.counts:
        did = "A calculator has no number for 0·log 0."
        return Verdict(
            WRONG, (Diagnosis((11,), did, "A class without rows adds 0 to the entropy."),)
        )
    return Verdict(WRONG, note="A number is asked for here.")


def _working(typed: Typed, place: Place, per_bit: float) -> Verdict | None:
    """What is to be said of the sum written before a right result, where it gives something else."""
    working = typed.working
    if working is None or working.value is None or place.right is None:
        return None
    if working.near(place.right * per_bit, typed.slack):
        return None
    gives = f"As written, the sum gives {shown(working.value)}."
    if place.step in ("after", "gain") and place.given.sizes:
        g = place.given
        for kinds, value, _ in wrong_sums(place):
            result = value if place.step == "after" else g.known * (g.before - value)
            if kinds[0] in (4, 5) and working.near(result * per_bit, 0):
                did = "The result is right, but the sum written before it leaves the weights out."
                return Verdict(RIGHT, (Diagnosis((6,), did, gives),))
    return Verdict(RIGHT, note=f"The result is right, but not the sum before it. {gives}")


def _followed(
    typed: Typed, place: Place, own: Given, own_is_right: bool, per_bit: float, room: float
) -> Verdict | None:
    value = worked(place.step, own, place.branch)
    if value is None:
        return None
    value *= per_bit
    cut = typed.is_cut(value)
    if not own_is_right:
        if not (cut or typed.near(value, room)):
            return None
        kinds = (10,) if cut and not typed.near(value, room) else ()
        diagnosis = Diagnosis(kinds, "The result was cut off and not rounded.")
        note = f"It follows from your own earlier values, which give {shown(value)}: right from here on."
        return Verdict(FOLLOWS, (diagnosis,) if kinds else (), note)
    exact = abs(value - place.right * per_bit) <= NOISE
    if exact or not (cut or typed.agrees(value)):
        return None
    step = f"Unrounded it is {shown(place.right * per_bit, max(typed.places or 3, 3))}."
    did = "It was worked out with earlier values as they were rounded"
    if cut:
        return Verdict(
            ROUNDED_EARLY, (Diagnosis((9, 10), did + ", and the result was cut off.", step),)
        )
    others = ()
    if typed.is_cut(place.right * per_bit):
        others = (Diagnosis((10,), "The result was cut off and not rounded.", step),)
    return Verdict(ROUNDED_EARLY, (Diagnosis((9,), did + ".", step), *others))


def _rounding(typed, place: Place, unit: str, own, right: float) -> Verdict | None:
    step = f"Unrounded it is {shown(right, max(typed.places or 3, 3) + 1)}."
    found = []
    early = rounded_early(typed, place, _per_bit(place, unit), coarse=False)
    if early:
        found.append((ROUNDED_EARLY, Diagnosis(early[0], early[1], step)))
    if typed.is_cut(right):
        cut = (CUT_OFF, Diagnosis((10,), "The digits were cut off and not rounded.", step))
        # A difference is the place where rounding early shows; where 0 is taken off, there is none.
        first = place.step != "gain" or place.given.after == 0
        found.insert(0 if first else len(found), cut)
    if not found:
        return None
    return Verdict(found[0][0], tuple(d for _, d in found))


def _conventions(typed, place: Place, unit: str, own, right: float) -> Verdict | None:
    if not typed.percent and right and typed.scaled(0.01).agrees(right) and typed.value > 1:
        return Verdict(CONVENTION, note="It is right as a percentage: write the % sign.")
    if place.step != "gain_ratio":
        for slip in in_other_units(place, place.right, unit):
            if slip.convention and _fits(typed, slip.value * _per_bit(place, unit)):
                return Verdict(CONVENTION, (Diagnosis(slip.kinds, slip.did, slip.step),))
    return None


def _fits(typed: Typed, value: float) -> bool:
    """Whether a slip gives the figure; a whole number must be met exactly."""
    if typed.is_whole:
        return abs(typed.value - value) <= 1e-9
    return typed.agrees(value)


def slips_at(place: Place, unit: str = "2") -> Iterator[Slip]:
    """Every single fingerprint of a figure, in bits or Gini, the likeliest first."""
    if place.step in OF_SPLIT:
        yield from OF_SPLIT[place.step](place)
    else:
        yield from of_counts(place)
    if place.step != "gain_ratio" and place.right is not None:
        yield from (s for s in in_other_units(place, place.right, unit) if not s.convention)


def _named(typed, place: Place, unit: str, own: Given | None, right: float) -> Verdict | None:
    per_bit = _per_bit(place, unit)
    givens = [place.given]
    if own is not None:
        givens.append(own)
    if typed.places and per_bit == 1 and place.given.branches:
        givens.append(place.given.with_places(rounding(typed.places, False)))
    for given in givens:
        at = replace(place, given=given)
        found = [s for s in slips_at(at, unit) if _fits(typed, s.value * per_bit)]
        if found:
            return Verdict(WRONG, _distinct(found))
    early = rounded_early(typed, place, per_bit, coarse=True)
    if early:
        step = f"Unrounded it is {shown(right, max(typed.places or 3, 3) + 1)}."
        return Verdict(ROUNDED_EARLY, (Diagnosis(early[0], early[1], step),))
    digits = _digits(typed, right)
    if digits:
        return Verdict(WRONG, (Diagnosis((18,), digits, ""),))
    if not typed.is_whole and typed.slack <= FINE_ENOUGH * abs(typed.value):
        found = [s for s in pairs(typed, place, unit) if _fits(typed, s.value)]
        if found:
            return Verdict(WRONG, _distinct(found))
    return None


def _distinct(slips: Iterable[Slip]) -> tuple[Diagnosis, ...]:
    """One diagnosis a kind, and no more than a few."""
    by_kinds: dict[tuple[int, ...], Diagnosis] = {}
    for s in slips:
        by_kinds.setdefault(s.kinds, Diagnosis(s.kinds, s.did, s.step))
    return tuple(by_kinds.values())[:MOST_DIAGNOSES]


# -- two slips together -------------------------------------------------------------------------

#: Slips of the formula, which a slip of the unit, the sign or the digits may come on top of.
_FORMULA = frozenset({4, 5, 7, 8, 12, 13, 14, 20, 21, 22, 23, 27})


def pairs(typed: Typed, place: Place, unit: str = "2") -> Iterator[Slip]:
    """Two slips together: values in the unit of the sheet."""
    per_bit = _per_bit(place, unit)
    singles = [s for s in slips_at(place, unit) if s.kinds[0] in _FORMULA]
    for s in singles:
        if s.kinds[0] in (8, 33) and place.step in ("before", "branch"):
            continue
        if place.family == "entropy" and place.step != "gain_ratio":
            for other in in_other_units(replace(place, right=s.value), s.value, unit):
                if other.kinds[0] in (1, 2) and other.convention:
                    yield _both(s, other.kinds[0], other.value * per_bit, other.did, other.step)
        if s.kinds[0] not in (7, 14):
            yield _both(s, 35, -s.value * per_bit, "The sign is wrong too.", "")
        value = s.value * per_bit
        if typed.is_cut(value):
            yield _both(s, 10, typed.value, "The result was cut off and not rounded.", "")
    if place.step == "gain" and place.facts.root is not None:
        yield from _root_and_sum(place, per_bit)
    if place.step == "gain_ratio":
        yield from _gain_and_divisor(place)


def _both(s: Slip, kind: int, value: float, did: str, step: str) -> Slip:
    return Slip((*s.kinds, kind), value, f"{s.did} {did}", " ".join(filter(None, (s.step, step))))


def _root_and_sum(place: Place, per_bit: float) -> Iterator[Slip]:
    root = float(place.given.impurity(place.facts.root))
    for kinds, value, did in wrong_sums(place):
        both = (8,) if kinds == (8,) else (8, *kinds)
        yield Slip(
            both,
            (root - value) * per_bit,
            f"You took it from {shown(root)}, the {place.name} of the whole table. {did}",
            f"At this node the {place.name} before the split is {shown(place.given.before)}.",
        )


def _gain_and_divisor(place: Place) -> Iterator[Slip]:
    g = place.given
    gain = replace(place, step="gain", right=g.gain)
    classes = float(measures.entropy(g.counts))
    if classes <= measures.NOISE or g.split_info <= measures.NOISE:
        return
    for s in OF_SPLIT["gain"](gain):
        if s.kinds[0] in (4, 5, 7, 8):
            yield Slip(
                (*s.kinds, 20),
                s.value / classes,
                f"{s.did} You divided by {shown(classes)}, the entropy of the classes.",
                s.step,
            )


# -- digits -------------------------------------------------------------------------------------


def _digits(typed: Typed, right: float) -> str:
    """Whether a figure is the right one with its digits swapped, one of them mistyped, or the point moved."""
    p = typed.places
    if p is None or p < 2 or typed.percent or right <= 0 or typed.value <= 0:
        return ""
    wanted = f"{rounded(right, p):f}"
    written = f"{rounded(typed.value, p):f}"
    if len(wanted) == len(written) and len(wanted.replace(".", "").lstrip("0")) >= 3:
        differ = [i for i in range(len(wanted)) if wanted[i] != written[i]]
        swapped = len(differ) == 2 and all(
            wanted[a] == written[b] for a, b in (differ, differ[::-1])
        )
        if swapped:
            return f"Two digits are swapped: {written} for {wanted}."
        if len(differ) == 1 and differ[0] < len(wanted) - 1:
            return f"One digit differs: {written} for {wanted}."
    for factor in (10, 0.1):
        if len(wanted.replace(".", "").lstrip("0")) >= 3 and typed.scaled(factor).agrees(right):
            return f"The point has moved by one place: {written} for {wanted}."
    return ""
