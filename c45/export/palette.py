"""The colours of a drawn tree: ten class colours, the tokens, and one hex for each meaning.

A picture carries the light colours, so that it stands alone. On a page, ``SWAP`` tells which token
each hex of the picture stands for, and the page puts its own light or dark colour there. For this to
work no two meanings share a hex: the text on class 3 is #FFFFF3 in a picture, which no eye tells
from white.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

#: Fill of each class, in class order. Contrast with the card is at least 3 (light and dark).
LIGHT = (
    *("#1B62AC", "#DA7D10", "#005529", "#4B1033", "#329FB8"),
    *("#616E01", "#A5306C", "#252F6E", "#9C78FD", "#8F806E"),
)
DARK = (
    *("#4E95E6", "#FFB454", "#2B7F44", "#B36F97", "#A7E2FF"),
    *("#96A880", "#FD792A", "#6F5FC3", "#C5A7CC", "#D9E6AC"),
)

_WHITE, _BLACK = "#FFFFFF", "#10161F"

#: Colour of the text on each class fill. Contrast is at least 4.5.
ON_LIGHT = tuple(_BLACK if i in (1, 4, 8, 9) else _WHITE for i in range(10))
ON_DARK = tuple(_WHITE if i in (2, 7) else _BLACK for i in range(10))

#: Everything else by name: (light, dark).
TOKENS = MappingProxyType(
    {
        "page": ("#FAFAF7", "#12171E"),
        "card": ("#FFFFFF", "#1A2129"),
        "ink": ("#1A2330", "#E9EDF2"),
        "muted": ("#55606D", "#A9B4C0"),
        "line": ("#DDDFD9", "#333D49"),
        "line2": ("#7E8894", "#76818E"),
        "edge": ("#87919C", "#75808D"),
        "bar": ("#88929D", "#6D7885"),
        "track": ("#EEEFEA", "#252D37"),
        "accent": ("#5B3FA8", "#BBA6F5"),
        "on-accent": ("#FFFFFE", "#1B1233"),
        "wash": ("#F3F0FA", "#262238"),
        "bad": ("#A3241B", "#FF9C90"),
        # Classes beyond the ninth where there are more than ten: the grey of line2, one step apart.
        "other": ("#7E8895", "#76818E"),
        "on-other": (_BLACK, _BLACK),
    }
)

#: Position of "other" in ``fills`` and ``inks``.
OTHER = 10


def _text_on(i: int) -> str:
    """The hex of the text on class ``i`` in a picture: its last digit is the class."""
    return ON_LIGHT[i][:6] + f"{i:X}"


#: Fill and text colour in a picture, by class; the last one is "other".
FILLS = (*LIGHT, TOKENS["other"][0])
INKS = (*(_text_on(i) for i in range(10)), _BLACK[:6] + "A")

#: Which token each hex of a picture stands for: ``c0``-``c9`` are class fills, ``o0``-``o9`` the
#: text on them, the others are keys of ``TOKENS``.
SWAP = MappingProxyType(
    {
        **{light: name for name, (light, _) in TOKENS.items() if name != "on-other"},
        **{LIGHT[i]: f"c{i}" for i in range(10)},
        **{INKS[i]: f"o{i}" for i in range(10)},
        INKS[OTHER]: "on-other",
    }
)


def colour_index(class_index: int, n_classes: int, n_colours: int = OTHER) -> int:
    """Which colour a class has: its own, or ``OTHER`` where there are more classes than colours.

    With more classes than colours the last colour is given up too: nine colours, then "other".

    >>> [colour_index(i, 10) for i in (0, 9)], [colour_index(i, 11) for i in (8, 9, 10)]
    ([0, 9], [8, 10, 10])
    """
    shown = n_colours if n_classes <= n_colours else n_colours - 1
    return class_index if class_index < shown else OTHER


def luminance(colour: str) -> float:
    """Relative luminance of a hex colour, 0 to 1 (WCAG 2.2)."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two hex colours, 1 to 21 (WCAG 2.2).

    >>> round(contrast("#FFFFFF", "#1B62AC"), 1)
    6.2
    """
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def readable_on(fills: Sequence[str]) -> tuple[str, ...]:
    """Black or white text for each fill, whichever is easier to read.

    >>> readable_on(["#1B62AC", "#FFB454"])
    ('#FFFFFF', '#10161F')
    """
    return tuple(max((_WHITE, _BLACK), key=lambda text: contrast(text, f)) for f in fills)
