"""A printed figure beside a computed one: when they agree."""

from __future__ import annotations

from c45.notation import MINUS, rounded, shown
from c45.reports.record import Figure

#: Places that ours is shown with, where the printed figure has fewer.
PLACES = 4


def number(what: str, printed: str, value: float, why: str = "") -> Figure:
    """A figure that is a number; a percent sign in print is a hundredth.

    >>> number("accuracy", "83%", 45 / 54).agrees, number("Gini", "0.49", 0.42).ours
    (True, '0.4200')
    """
    text = printed.replace(MINUS, "-")
    percent = text.endswith("%")
    text = text.rstrip("%")
    scaled = 100 * value if percent else value
    places = len(text.partition(".")[2])
    if percent:
        ours = f"{shown(scaled, max(places, 1))}%"
    elif float(value).is_integer() and not places:
        ours = str(int(value))
    else:
        ours = shown(value, max(places, PLACES))
    if not percent and not places:
        places = 2  # a printed 1 is no rounded 0.5
    agrees = float(rounded(scaled, places)) == float(text)
    return Figure(what, printed, ours, float(value), agrees, why)


def exact(what: str, printed: float, value: float, why: str = "") -> Figure:
    """A figure that is printed in all its digits: equal to 12 of them.

    >>> exact("gain", 0.5, 0.5).agrees
    True
    """
    agrees = abs(printed - value) <= 1e-12 * max(abs(printed), 1.0)
    places = len(repr(float(printed)).partition(".")[2])
    return Figure(
        what, repr(float(printed)), shown(value, min(places, 12)), float(value), agrees, why
    )


def words(what: str, printed: str, ours: str, why: str = "") -> Figure:
    """A figure that is a name or a table."""
    return Figure(what, printed, ours, None, printed == ours, why)
