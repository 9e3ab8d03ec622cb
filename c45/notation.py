"""How numbers are written, on every page and in every export.

Rounding happens only here, and only to show: half away from zero on the decimal digits of the
double, as a person does it on paper.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Context, Decimal

MINUS = "\N{MINUS SIGN}"
UNDEFINED = "\N{EN DASH}"
_WIDE = Context(prec=400)  # room for the largest double, 1.8e308, with its places


def shown(value: float | None, places: int = 3) -> str:
    """A number with a fixed number of places, a true minus sign, and never "-0.000".

    >>> shown(0.24674982), shown(-0.0001), shown(-1.5, 1), shown(None)
    ('0.247', '0.000', '−1.5', '–')
    """
    if value is None:
        return UNDEFINED
    text = str(rounded(value, places))
    if text.startswith("-"):
        return text[1:] if not text.strip("-0.") else MINUS + text[1:]
    return text


def rounded(value: float, places: int) -> Decimal:
    """The decimal number that is shown for ``value``: half away from zero.

    >>> rounded(0.0625, 3), rounded(2.0, 0)
    (Decimal('0.063'), Decimal('2'))
    """
    return Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, _WIDE)


def plain(value: float) -> str:
    """The shortest decimal that reads back to exactly this double: thresholds and data values.

    >>> plain(2.45), plain(75.0), plain(-3.5), plain(1e300)
    ('2.45', '75', '-3.5', '1e+300')
    """
    value = float(value) + 0.0
    return repr(value).removesuffix(".0")


def count(value: float) -> str:
    """A number of rows: bare when whole, else two places (rows count in fractions where data has gaps).

    >>> count(14), count(5.384615)
    ('14', '5.38')
    """
    value = float(value)
    if abs(value - round(value)) < 1e-9:
        return str(round(value))
    return shown(value, 2)


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
