"""Text from data, made safe for the language it is written into: one function for each.

Names of columns, categories and classes come from outside. They may hold anything: tags, quotation
marks, backslashes, line ends, characters that no file can hold. Python source is written with
``repr`` and JSON with ``json.dumps``; the others are here.
"""

from __future__ import annotations

import unicodedata
from html import escape

from c45.notation import one_line


def dot_text(text: str) -> str:
    r"""Text inside a DOT label, HTML-like or in quotation marks: read as it stands, never as markup.

    >>> print(dot_text('<b> & "N\\N"'))
    &lt;b&gt; &amp; &quot;N\\N&quot;
    """
    return escape(one_line(text)).replace("\\", "\\\\")


def dot_tooltip(text: str) -> str:
    r"""Text inside a DOT tooltip. Graphviz resolves backslashes there twice.

    >>> print(dot_tooltip("a\\N"))
    a\\\\N
    """
    return dot_text(text).replace("\\", "\\\\")


def shortened(text: str, limit: int) -> str:
    """The beginning of a text that takes at most ``limit`` places; a wide letter takes two.

    >>> shortened("sepal length", 12), shortened("od280/od315_of_diluted_wines", 12)
    ('sepal length', 'od280/od315…')
    """
    text = one_line(text)
    if sum(map(_places, text)) <= limit and len(text) <= 4 * limit:
        return text
    used, kept = 1, []  # one place for the dots
    for letter in text:
        used += _places(letter)
        if used > limit or len(kept) == 4 * limit:  # a pile of accents takes no place
            break
        kept.append(letter)
    return "".join(kept).rstrip() + "…"


def _places(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
