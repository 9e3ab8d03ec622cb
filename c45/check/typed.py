"""What a person typed, read as a number that knows how exactly it was given.

``0.247`` means anything that rounds to it, so the digits typed decide how near a value must be;
``5/14`` is exact. Comma or point, percent, and sums of such numbers are read; nothing is run.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction

from c45.errors import DataError
from c45.notation import one_line

#: Values of sums are compared with this much room, for what floating point leaves behind.
NOISE = 1e-9
#: A longer text is no figure.
LONGEST = 120
#: No figure of a working has more digits on one side of its point.
MOST_DIGITS = 30

_TOKEN = re.compile(r"\s*(?:(\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE]([+-]?\d{1,2}))?|([-+*/()]))")
_UNIT = re.compile(r"\s*(?:bits?|nats?|bans?|rows?|shannons?)\.?$", re.IGNORECASE)
_SIGNS = str.maketrans(
    {"−": "-", "–": "-", "×": "*", "·": "*", "∙": "*", "÷": "/", "⁄": "/", ":": "/"}
    | dict.fromkeys("\u00a0\u2009\u202f\u2007\ufeff", " ")
)
_NO_NUMBER = frozenset(
    {
        *("nan", "inf", "-inf", "infinity", "error", "math error", "undefined", "not defined"),
        *("n/a", "na", "#n/a", "#num!", "#div/0!", "#value!", "#zahl!", "#wert!", "#nv"),
        *("#nombre!", "#valeur!", "#¡num!", "#¡div/0!", "domain error", "none", "-"),
    }
)
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "~": 3}


@dataclass(frozen=True)
class Typed:
    """A figure as it was typed.

    value: None for what a calculator gives where there is no number ("NaN", "#NUM!").
    places: digits after the point (two more for a percentage); None for a fraction or a sum, which
    are not rounded. slack: how far the value meant may be from ``value``: half a unit of the last
    digit. working: what was written before an equals sign, or None.
    """

    text: str
    value: float | None
    places: int | None = None
    slack: float = 0.0
    percent: bool = False
    working: Typed | None = None

    def agrees(self, value: float) -> bool:
        """Whether a value is this one, to the digits typed.

        >>> typed = read_typed("0.247")
        >>> typed.agrees(0.24675), typed.agrees(0.2476)
        (True, False)
        """
        return self.near(value, 0.0)

    def near(self, value: float, room: float) -> bool:
        """Whether a value is this one, with more room than the digits typed leave."""
        if self.value is None or not math.isfinite(value):
            return False
        return abs(self.value - value) <= self.slack + room + NOISE

    def is_cut(self, value: float) -> bool:
        """Whether the digits after the last place of a value were cut off, and not rounded.

        >>> read_typed("0.970").is_cut(0.97095), read_typed("0.971").is_cut(0.97095)
        (True, False)
        """
        if not self.places or self.value is None or self.agrees(value):
            return False
        scale = 10.0**self.places
        cut = math.copysign(math.floor(abs(value) * scale + NOISE) / scale, value)
        return abs(self.value - cut) <= NOISE

    @property
    def is_whole(self) -> bool:
        """Whether it was typed without a place after the point: "1" may stand for 0.985."""
        return self.places == 0

    def scaled(self, factor: float) -> Typed:
        """The same figure in another unit."""
        if self.value is None or factor == 1:
            return self
        return Typed(self.text, self.value * factor, self.places, self.slack * abs(factor))


def read_typed(text: str) -> Typed:
    """Read a figure: ``0.247``, ``0,247``, ``24.7%``, ``5/14``, ``.5``, ``5/14 * 0.971``, ``a = b``.

    Of ``0.940 - 0.694 = 0.246`` the value is the last part and ``working`` the first. Raises
    DataError for what is no number.

    >>> read_typed("5/14").value, read_typed("0,25").value, read_typed("25 %").value
    (0.35714285714285715, 0.25, 0.25)
    """
    shown = text.strip()
    if len(shown) > LONGEST:
        raise DataError(f"A figure has at most {LONGEST} characters; this one has {len(shown)}.")
    plain = shown.translate(_SIGNS).strip().strip("≈~=").strip()
    if plain.lower() in _NO_NUMBER:
        return Typed(shown, None)
    parts = [p.strip() for p in re.split("[=≈]", plain)]
    working = None
    if len(parts) > 1 and parts[-2]:
        try:
            working = _read(parts[-2], parts[-2])
        except DataError:
            working = None  # a formula in letters: "H(S) - sum = 0.247"
    return _read(parts[-1], shown, working)


def _read(text: str, shown: str, working: Typed | None = None) -> Typed:
    body = _UNIT.sub("", text).strip()
    percent = body.endswith("%")
    tokens = _tokens(body.removesuffix("%").strip(), shown)
    number = [t for t in tokens if isinstance(t, tuple)]
    value, slack = _evaluated(tokens, shown)
    places: int | None = None
    if len(number) == 1 and all(isinstance(t, tuple) or t in "-+" for t in tokens):
        places = number[0][2]
        slack = Fraction(1, 2) / 10**places if places >= 0 else Fraction(10**-places, 2)
        places = max(places, 0)
    if percent:
        value, slack = value / 100, slack / 100
        places = None if places is None else places + 2
    try:
        return Typed(shown, float(value), places, float(slack), percent, working)
    except OverflowError:
        raise DataError(f"{one_line(shown)!r} is too large for a figure.") from None


def _tokens(text: str, shown: str) -> list:
    """Numbers as (value, slack, places), and signs."""
    tokens: list = []
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if not found or (tokens and found[1] and isinstance(tokens[-1], tuple)):
            raise DataError(
                f"{one_line(shown)!r} is not a number. Type a decimal such as 0.247, a fraction "
                "such as 5/14, or a percentage."
            )
        if found[1]:
            digits = found[1].replace(",", ".")
            before, _, after = digits.partition(".")
            if len(before) > MOST_DIGITS or len(after) > MOST_DIGITS:
                raise DataError(f"{one_line(shown)!r} has more digits than a figure needs.")
            power = int(found[2] or 0)
            value = Fraction(digits) * Fraction(10) ** power
            places = len(after) - power
            # A whole number in a sum is a count, and exact.
            slack = Fraction(1, 2) / Fraction(10) ** places if after else Fraction(0)
            tokens.append((value, slack, places))
        else:
            sign = found[3]
            opens = not tokens or (not isinstance(tokens[-1], tuple) and tokens[-1] != ")")
            tokens.append("~" if sign == "-" and opens else sign)
            if sign == "+" and opens:
                tokens.pop()
        at = found.end()
        if not text[at:].strip():
            break
    return ["-" if t == "~" and len(tokens) == 2 else t for t in tokens]


def _evaluated(tokens: list, shown: str) -> tuple[Fraction, Fraction]:
    """The value of a sum, and how far off it may be; two stacks, no recursion (Dijkstra 1961)."""
    if len(tokens) == 2 and tokens[0] == "-" and isinstance(tokens[1], tuple):
        return -tokens[1][0], tokens[1][1]
    values: list[tuple[Fraction, Fraction]] = []
    signs: list[str] = []

    def apply() -> None:
        sign = signs.pop()
        b = values.pop()
        if sign == "~":
            values.append((-b[0], b[1]))
            return
        a = values.pop()
        if sign in "+-":
            values.append((a[0] + b[0] if sign == "+" else a[0] - b[0], a[1] + b[1]))
        elif sign == "*":
            values.append((a[0] * b[0], abs(a[0]) * b[1] + abs(b[0]) * a[1]))
        else:
            quotient = a[0] / b[0]
            values.append((quotient, (a[1] + abs(quotient) * b[1]) / abs(b[0])))

    try:
        for token in tokens:
            if isinstance(token, tuple):
                values.append(token[:2])
            elif token in "(~":
                signs.append(token)
            elif token == ")":
                while signs[-1] != "(":
                    apply()
                signs.pop()
            else:
                while signs and signs[-1] != "(" and _PRECEDENCE[signs[-1]] >= _PRECEDENCE[token]:
                    apply()
                signs.append(token)
        while signs:
            apply()
        (result,) = values
    except ZeroDivisionError:
        raise DataError(f"{one_line(shown)!r} divides by 0.") from None
    except (IndexError, KeyError, ValueError):
        raise DataError(
            f"{one_line(shown)!r} is not a number or a sum of numbers. Type a decimal such as "
            "0.247 or a fraction such as 5/14."
        ) from None
    return result
