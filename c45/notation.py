"""How numbers are written, on every page and in every export.

Rounding happens only here, and only to show: half away from zero on the decimal digits of the
double, as a person does it on paper.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Context, Decimal

MINUS = "\N{MINUS SIGN}"
UNDEFINED = "\N{EN DASH}"
_WIDE = Context(prec=400)  # room for the largest double, 1.8e308, with its places
_DUST = Decimal(1).scaleb(-13)

# What would break a line, hide, or turn text around: control characters, line and paragraph
# separators, the marks that switch the writing direction, and what is no character at all.
_UNFIT = re.compile(
    "[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def shown(value: float | None, places: int = 3) -> str:
    """A number with a fixed number of places, a true minus sign, and never "-0.000".

    >>> shown(0.24674982), shown(-0.0001), shown(-1.5, 1), shown(None)
    ('0.247', '0.000', '−1.5', '–')
    """
    if value is None:
        return UNDEFINED
    text = f"{rounded(value, places):f}"
    if text.startswith("-"):
        return text[1:] if not text.strip("-0.") else MINUS + text[1:]
    return text


def rounded(value: float, places: int) -> Decimal:
    """The decimal number that is shown for ``value``: half away from zero.

    What floating point leaves behind the 13th place is dropped first, so that 0.48 - 0.4675, which
    is 0.012499999999999956 in a computer, is shown as 0.013, as on paper.

    >>> rounded(0.0625, 3), rounded(2.0, 0), rounded(0.48 - 0.4675, 3)
    (Decimal('0.063'), Decimal('2'), Decimal('0.013'))
    """
    exact = Decimal(repr(float(value))).quantize(_DUST, ROUND_HALF_UP, _WIDE)
    return exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, _WIDE)


def plain(value: float) -> str:
    """The shortest decimal that reads back to exactly this double: thresholds and data values.

    >>> plain(2.45), plain(75.0), plain(-3.5), plain(1e300)
    ('2.45', '75', '-3.5', '1e+300')
    """
    value = float(value) + 0.0
    return repr(value).removesuffix(".0")


def separating(value: float, lower: float, upper: float) -> str:
    """A threshold between two values, in the fewest digits that still part them.

    Up to 8 significant digits it is written as it is; a longer one is rounded as far as
    ``lower <= threshold < upper`` stays true, so that it can be typed back from the screen.

    >>> separating(2.45, 2.4, 2.5), separating(0.124444349200099, 0.12441, 0.12448)
    ('2.45', '0.12444')
    """
    if float(f"{value:.8g}") == value:
        return plain(value)
    for digits in range(5, 18):
        short = float(f"{value:.{digits}g}")
        if lower <= short < upper:
            return plain(short)
    return plain(value)


def count(value: float, places: int = 2) -> str:
    """A number of rows: bare when whole, else with places (rows count in fractions where data has gaps).

    >>> count(14), count(5.384615), count(5.384615, 4)
    ('14', '5.38', '5.3846')
    """
    value = float(value)
    if abs(value - round(value)) < 1e-9:
        return str(round(value))
    return shown(value, places)


def percent(part: float, whole: float) -> str:
    """A share in whole percent.

    >>> percent(6, 8), percent(0, 0)
    ('75%', '–')
    """
    return UNDEFINED if not whole else f"{rounded(100 * part / whole, 0)}%"


def plural(n: float, singular: str, several: str | None = None) -> str:
    """A count with its noun: ``1 row``, ``5 rows``, ``0.36 rows``.

    >>> plural(1, "row"), plural(5, "row"), plural(2, "leaf", "leaves")
    ('1 row', '5 rows', '2 leaves')
    """
    word = singular if float(n) == 1 else (several or singular + "s")
    return f"{count(n)} {word}"


def listed(words, last: str = "and") -> str:
    """Words in a sentence: ``a``, ``a and b``, ``a, b and c``.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    words = list(words)
    return " ".join([", ".join(words[:-1]), last, words[-1]]) if len(words) > 1 else "".join(words)


def one_line(text: str) -> str:
    r"""Text for plain-text files: always one line; what cannot be shown is written as ``\n``, ``\x07``.

    >>> one_line("a\nb"), one_line("Ünïcode")
    ('a\\nb', 'Ünïcode')
    """
    return _UNFIT.sub(lambda found: repr(found[0])[1:-1], text)
