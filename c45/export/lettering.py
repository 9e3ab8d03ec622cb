"""How much room a text takes in a picture, before it is drawn."""

from __future__ import annotations

import unicodedata

# Adobe font metrics of Helvetica Bold, in thousandths of the size; the letters of each width.
_HELVETICA_BOLD = {
    letter: width
    for width, letters in {
        238: "'",
        278: " ,./I\\ijl",
        280: "|",
        333: "!()-:;[]`ft",
        389: "*r{}",
        474: '"',
        500: "z",
        556: "#$0123456789J_aceksvxy",
        584: "+<=>^~",
        611: "?FLTZbdghnopqu",
        667: "EPSVXY",
        722: "&ABCDHKNRU",
        778: "GOQw",
        833: "M",
        889: "%m",
        944: "W",
        975: "@",
    }.items()
    for letter in letters
}


def text_width(text: str, points: int) -> int:
    """How wide Graphviz takes a text to be in Helvetica Bold, in points, rounded up; never less.

    >>> text_width("Outlook", 15), text_width("14", 12)
    (57, 14)
    """
    wide = 0
    for letter in text:
        known = _HELVETICA_BOLD.get(letter)
        if known is None:  # Graphviz takes a space for every byte; an ideograph is a square
            square = 1000 if unicodedata.east_asian_width(letter) in "WF" else 0
            known = max(278 * len(letter.encode()), square)
        wide += known
    return -(-wide * points // 1000)
