"""The language of a worked sum: fractions, decimals, logarithms, and whether it adds up as shown.

A sum holds the *digits that are shown*, not the numbers behind them. ``holds`` computes with these
digits, as a reader does with a pencil, and so knows whether the line may be shown. Every renderer
writes from the same sum, with a ``Style`` that says how its language spells each part.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache
from types import MappingProxyType

from c45.notation import rounded

#: Enough digits for a logarithm to be exact at any number of places that is ever shown.
_PAPER = Context(prec=60)
_NOISE = Decimal(1).scaleb(-40)  # log2 8 comes out as 3 within 1e-58: rounded here it is 3


@dataclass(frozen=True)
class LogUnit:
    """The unit that entropies are shown in: its name, and how many of it one bit is."""

    base: str
    name: str
    per_bit: float


#: By the values of the knob ``log_base``. This is the one place where bits become nats or bans.
LOG_UNITS: MappingProxyType[str, LogUnit] = MappingProxyType(
    {
        "2": LogUnit("2", "bits", 1.0),
        "e": LogUnit("e", "nats", math.log(2)),
        "10": LogUnit("10", "bans", math.log10(2)),
    }
)


@dataclass(frozen=True)
class Number:
    """The digits of a number, as shown: ``9``, ``0.4098``, ``5.38``."""

    digits: str


@dataclass(frozen=True)
class Log:
    """The logarithm of a number or a fraction. base: a key of LOG_UNITS."""

    of: Number | Fraction
    base: str


@dataclass(frozen=True)
class Fraction:
    top: Number | Log
    bottom: Number


@dataclass(frozen=True)
class Squared:
    of: Fraction


@dataclass(frozen=True)
class Group:
    """A sum in brackets. at_least_0: a sum below 0 counts as 0."""

    terms: Sum
    at_least_0: bool = False


Factor = Number | Fraction | Log | Squared | Group


@dataclass(frozen=True)
class Term:
    """Factors to be multiplied, added to the sum or (minus) taken off it.

    label: what the term stands for, such as a class or a branch. class_index: the class, if it is one.
    """

    factors: tuple[Factor, ...]
    minus: bool = False
    label: str = ""
    class_index: int | None = None


Sum = tuple[Term, ...]


@dataclass(frozen=True)
class Line:
    """One line of a working: ``label: side = side = result``.

    quantity: what is worked out, as a word that programs look for. branch: of which branch, or None.
    sides: one sum, or the sum and the same with every term worked out.
    result: the digits shown. value: the recorded number behind them, in the unit shown.
    headline: the result at three places where it is one that pages quote, else "". unit: its unit.
    about: the digits shown do not give the result exactly; it must be said.
    """

    quantity: str
    label: str
    sides: tuple[Sum, ...]
    result: str
    value: float
    headline: str = ""
    unit: str = ""
    branch: int | None = None
    about: bool = False

    def holds(self) -> bool:
        """Whether a reader who computes with the digits shown gets what is shown.

        Every side, rounded half up to the places of the result, is the result; a term that is
        worked out on the next side is what that side says; and the headline follows from the result.
        """
        try:
            wrong = any(at_places_of(evaluated(s), self.result) != self.result for s in self.sides)
        except ZeroDivisionError:
            return False
        if wrong or (
            self.headline and at_places_of(Decimal(self.result), self.headline) != self.headline
        ):
            return False
        if len(self.sides) == 1:
            return True
        for term, worked in zip(*self.sides, strict=True):
            digits = worked.factors[0].digits
            if at_places_of(_PAPER.abs(evaluated((term,))), digits) != digits:
                return False
        return True


def at_places_of(value: Decimal, digits: str) -> str:
    """A number rounded half up to as many places as ``digits`` has.

    >>> at_places_of(Decimal("0.24675"), "0.000")
    '0.247'
    """
    places = len(digits.partition(".")[2])
    clean = value.quantize(_NOISE, ROUND_HALF_UP, _PAPER)
    return f"{_PAPER.plus(clean.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, _PAPER)):f}"


def evaluated(terms: Sum) -> Decimal:
    """What a sum comes to, computed with the digits shown. Raises ZeroDivisionError.

    >>> fraction = Fraction(Number("5"), Number("14"))
    >>> evaluated((Term((fraction, Number("0.9710"))),)).quantize(Decimal("1.0000"))
    Decimal('0.3468')
    """
    total = Decimal(0)
    for term in terms:
        product = Decimal(1)
        for factor in term.factors:
            product = _PAPER.multiply(product, _value(factor))
        total = _PAPER.subtract(total, product) if term.minus else _PAPER.add(total, product)
    return total


@lru_cache(maxsize=4096)
def _value(factor: Factor) -> Decimal:
    match factor:
        case Number(digits):
            return Decimal(digits)
        case Fraction(top, bottom):
            under = _value(bottom)
            if not under:
                raise ZeroDivisionError
            return _PAPER.divide(_value(top), under)
        case Log(of, base):
            log = _ln(_value(of))
            return log if base == "e" else _PAPER.divide(log, _ln(Decimal(base)))
        case Squared(of):
            return _PAPER.power(_value(of), 2)
        case Group(terms, at_least_0):
            inside = evaluated(terms)
            return max(inside, Decimal(0)) if at_least_0 else inside
    raise TypeError(factor)


@lru_cache(maxsize=4096)
def _ln(value: Decimal) -> Decimal:
    if value <= 0:
        raise ZeroDivisionError
    return _PAPER.ln(value)


def same_headline(value: float, places: int, at: int = 3) -> bool:
    """Whether rounding to ``places`` first and then to three gives what rounding once gives.

    >>> same_headline(0.24649, 4), same_headline(0.24649, 5)
    (False, True)
    """
    once = rounded(value, at)
    return rounded(float(rounded(value, places)), at) == once


@dataclass(frozen=True)
class Style:
    """How a language writes the parts of a sum."""

    fraction: Callable[[str, str], str]
    log: Callable[[str, str], str]
    squared: Callable[[str], str]
    group: Callable[[str], str]
    at_least_0: Callable[[str], str]
    plus: str
    minus: str
    leading_minus: str
    times: str
    before_log: str
    term: Callable[[Term, str], str] = lambda term, text: text


def written(terms: Sum, style: Style) -> str:
    """A sum in the language of a style."""
    out = []
    for i, term in enumerate(terms):
        text = ""
        for j, factor in enumerate(term.factors):
            if j:
                text += style.before_log if isinstance(factor, Log) else style.times
            text += _factor(factor, style)
        if i:
            out.append(style.minus if term.minus else style.plus)
        elif term.minus:
            out.append(style.leading_minus)
        out.append(style.term(term, text))
    return "".join(out)


def _factor(factor: Factor, style: Style) -> str:
    match factor:
        case Number(digits):
            return digits
        case Fraction(top, bottom):
            return style.fraction(_factor(top, style), bottom.digits)
        case Log(of, base):
            return style.log(base, _factor(of, style))
        case Squared(of):
            return style.squared(_factor(of, style))
        case Group(terms, at_least_0):
            inside = written(terms, style)
            return style.at_least_0(inside) if at_least_0 else style.group(inside)
    raise TypeError(factor)
