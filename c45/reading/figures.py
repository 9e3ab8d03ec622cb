"""Numbers as people write them: 28,7 and 1.234,5 and 1,234.5 and 12 345.

Which mark is the decimal one is decided by proofs. ``0,5`` can only have a decimal comma and
``1,234,567`` only a thousands comma; ``1,234`` alone proves nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from decimal import Decimal

from c45.notation import MINUS

POINT, COMMA = ".", ","
_SPACES = " \u00a0\u202f\u2009'’"
_EXPONENT = r"(?:[eE][+-]?\d+)?"


def _number(decimal: str) -> re.Pattern[str]:
    group = "," if decimal == POINT else "."
    d = re.escape(decimal)
    return re.compile(
        rf"[+-]?(?:\d{{1,3}}(?P<group>[{re.escape(group)}{_SPACES}])\d{{3}}(?:(?P=group)\d{{3}})*(?:{d}\d+)?"
        rf"|\d+{d}?\d*{_EXPONENT}|{d}\d+{_EXPONENT})",
        re.ASCII,
    )


NUMBER = {POINT: _number(POINT), COMMA: _number(COMMA)}
PLAIN = re.compile(r"(?:-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)?", re.ASCII)
NOT_FINITE = re.compile(r"[+-]?(?:inf|infinity)", re.I)


def _proof(decimal: str) -> re.Pattern[str]:
    """What can be read with this decimal mark only."""
    group = "," if decimal == POINT else "."
    d, g = re.escape(decimal), re.escape(group)
    return re.compile(
        rf"[+-]?(?:\d+{d}(?:\d{{1,2}}|\d{{4,}}){_EXPONENT}|\d{{4,}}{d}\d+{_EXPONENT}|0+{d}\d+{_EXPONENT}|{d}\d+{_EXPONENT}"
        rf"|\d+{d}\d+[eE][+-]?\d+"
        rf"|\d{{1,3}}(?:[{g}{_SPACES}]\d{{3}})+{d}\d+|\d{{1,3}}(?:{g}\d{{3}}){{2,}})",
        re.ASCII,
    )


PROOF = {POINT: _proof(POINT), COMMA: _proof(COMMA)}
_OPEN = re.compile(r"[+-]?[1-9]\d{0,2}([.,])\d{3}", re.ASCII)


def plain_sign(text: str) -> str:
    """A true minus sign, or a dash before a digit, as the minus of a keyboard.

    >>> plain_sign("\u22125"), plain_sign("\u20135"), plain_sign("\u2013")
    ('-5', '-5', '\u2013')
    """
    if text[:1] in (MINUS, "\u2013") and re.match(r"[.,]?[0-9]", text[1:3]):
        return "-" + text[1:]
    return text


def number(text: str, decimal: str = POINT) -> float | None:
    """The number a cell stands for, or None. May be infinite: 1e309 is beyond any double.

    >>> number("1,234.5"), number("1.234,5", ","), number("12 345"), number("14 kg"), number("1,5")
    (1234.5, 1234.5, 12345.0, None, None)
    """
    text = plain_sign(text)
    match = NUMBER[decimal].fullmatch(text)
    if match is None:
        return None
    if match["group"]:
        text = text.replace(match["group"], "")
    return float(text.replace(decimal, "."))


def is_number(text: str) -> bool:
    """Whether a cell is a number with either decimal mark."""
    return number(text) is not None or number(text, COMMA) is not None


def proofs(cells: Iterable[str]) -> set[str]:
    """The decimal marks that some cell proves.

    >>> proofs(["28,7", "31"]), proofs(["1,234"]), proofs(["1,234,567"]), proofs(["0.5"])
    ({','}, set(), {'.'}, {'.'})
    """
    found: set[str] = set()
    for cell in map(plain_sign, cells):
        for mark in (POINT, COMMA):
            if mark not in found and PROOF[mark].fullmatch(cell):
                found.add(mark)
        if len(found) == 2:
            break
    return found


def could_be_thousands(cells: Iterable[str]) -> str | None:
    """A cell such as 1,234 or 1.234, which is two numbers until its decimal mark is known."""
    return next((cell for cell in cells if _OPEN.fullmatch(cell)), None)


def grouped(cell: str, decimal: str) -> bool:
    """Whether a cell that is a number has a thousands separator."""
    match = NUMBER[decimal].fullmatch(plain_sign(cell))
    return bool(match and match["group"])


def merged_by_rounding(cells: Iterable[str], decimal: str) -> tuple[str, str] | None:
    """Two cells that differ on paper but not as doubles; or a whole number no double can hold.

    >>> merged_by_rounding(["9007199254740992", "9007199254740993"], ".")
    ('9007199254740993', '9007199254740992')
    """
    seen: dict[float, Decimal] = {}
    for cell in map(plain_sign, cells):
        digits = sum(c.isdigit() for c in cell)
        if digits < 16:
            continue
        match = NUMBER[decimal].fullmatch(cell)
        text = cell.replace(match["group"], "") if match and match["group"] else cell
        exact = Decimal(text.replace(decimal, "."))
        value = float(exact)
        if math.isinf(value):
            continue
        whole = not set(text) & set(".,eE") and exact != Decimal(value)
        if whole:
            return cell, f"{value:.0f}"
        if seen.setdefault(value, exact) != exact:
            return cell, str(seen[value])
    return None
