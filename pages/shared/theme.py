"""How it looks: colours, the one style sheet, and the small blocks of HTML that pages share.

Every word that comes from data passes ``escape``.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from c45.export import palette
from c45.notation import count, listed

_SHEET = Path(__file__).with_name("style.css")
_PRESENT = Path(__file__).with_name("present.css")


@cache
def style_sheet(present: bool = False) -> str:
    """The whole style sheet; ``present`` adds the layout for a projector."""
    pairs = dict(palette.TOKENS)
    pairs |= {f"c{i}": pair for i, pair in enumerate(zip(palette.LIGHT, palette.DARK))}
    pairs |= {f"o{i}": pair for i, pair in enumerate(zip(palette.ON_LIGHT, palette.ON_DARK))}
    tokens = [f"--dt-{name}:light-dark({light},{dark})" for name, (light, dark) in pairs.items()]
    sheet = ":root{" + ";".join(tokens) + "}\n" + _SHEET.read_text("utf-8")
    return sheet + (_PRESENT.read_text("utf-8") if present else "")


def escape(text: object) -> str:
    """Text that is only text in HTML, in an element or in a quoted attribute.

    >>> escape('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    return html.escape(str(text), quote=True)


def label(name: str) -> str:
    """A name as the label of a widget, which Streamlit reads as Markdown: signs are only signs.

    >>> label("a*b")
    'a\\\\*b'
    """
    return "".join(f"\\{c}" if c in "\\`*_{}[]()#+-.!|<>~$:^=&" else c for c in name)


def fill_of(i: int, n_classes: int) -> str:
    """The style of something filled with the colour of class i, and of the text on it.

    >>> fill_of(1, 3)
    'background:var(--dt-c1);color:var(--dt-o1)'
    """
    k = palette.colour_index(i, n_classes)
    fill, ink = ("other", "on-other") if k == palette.OTHER else (f"c{k}", f"o{k}")
    return f"background:var(--dt-{fill});color:var(--dt-{ink})"


def block(body: str, *more: str) -> str:
    """A piece of page in the app's type and colours."""
    return f'<div class="{" ".join(["dt", *more])}">{body}</div>'


def head(title: str, lead: str = "", eyebrow: str = "") -> str:
    """The top of a page: what it is about, and one sentence that says what happened."""
    top = f'<p class="eyebrow">{escape(eyebrow)}</p>' if eyebrow else ""
    bottom = f'<p class="lead">{escape(lead)}</p>' if lead else ""
    return block(f"{top}<h1>{escape(title)}</h1>{bottom}")


def card(title: str, body: str, aside: str = "", *, key: str = "") -> str:
    """A card. ``body`` and ``key`` (which stands at the right of the title) are HTML, the rest is text."""
    aside = f'<span class="mut small">{escape(aside)}</span>' if aside else key
    top = f'<div class="head"><h2>{escape(title)}</h2>{aside}</div>'
    return f'<section class="dt card">{top}{body}</section>'


def sentences(lines: Iterable[str]) -> str:
    """Sentences as a list, "" where there is none."""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<ul class="way">{items}</ul>' if items else ""


def note(strong: str, text: str = "") -> str:
    """A notice: what is so, then what it means. Without the first, a plain sentence."""
    return _note(strong, text, "note", "note")


def error(strong: str, text: str = "") -> str:
    """What is wrong, then what to do about it; read out at once by a screen reader."""
    return _note(strong, text, "note err", "alert")


def _note(strong: str, text: str, kind: str, role: str) -> str:
    strong = f"<b>{escape(strong)}</b> " if strong else ""
    return block(f'<div class="{kind}" role="{role}"><p>{strong}{escape(text)}</p></div>')


def empty(title: str, sentence: str) -> str:
    """What stands where there is nothing yet."""
    return block(
        f'<div class="empty"><h2>{escape(title)}</h2><p class="mut">{escape(sentence)}</p></div>'
    )


def class_key(classes: Sequence[str]) -> str:
    """Which colour is which class."""
    items = "".join(
        f'<b><i style="{fill_of(i, len(classes))}"></i>{escape(c)}</b>'
        for i, c in enumerate(classes)
    )
    return f'<div class="key">{items}</div>'


def class_bar(
    counts: Sequence[float],
    classes: Sequence[str],
    *,
    texts: Sequence[str] | None = None,
    small: bool = False,
    words: bool = True,
) -> str:
    """The classes of some rows as one bar: a segment a class, its length the share of the rows.

    A wide segment holds its count (or its text) and the name of the class, a narrow one the count, a
    sliver nothing: what does not fit is in the label that is read out.
    """
    counts = [float(n) for n in counts]
    texts = [count(n) for n in counts] if texts is None else texts
    total = sum(counts)
    parts = []
    for i, n in enumerate(counts):
        if not n:
            continue
        text = escape(texts[i])
        if words and not small and n / total > 0.026 * (len(classes[i]) + 4):
            text += f" {escape(classes[i])}"
        elif n / total < 0.01 + 0.03 * len(texts[i]):
            text = ""
        parts.append(f'<span style="flex:{n:.6g};{fill_of(i, len(classes))}">{text}</span>')
    said = listed(f"{t} {c}" for t, c, n in zip(texts, classes, counts) if n) or "no rows"
    kind = "cbar sm" if small else "cbar"
    return f'<div class="{kind}" role="img" aria-label="{escape(said)}">{"".join(parts)}</div>'


def tiles(items: Sequence[tuple[str, str, str]]) -> str:
    """Figures side by side: name, value, small print."""
    body = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}<small>{escape(small)}</small></dd></div>"
        for name, value, small in items
    )
    return block(f'<dl class="tiles">{body}</dl>')


def chip(text: str, kind: str = "no", sign: str = "") -> str:
    """A word in a pill: kinds win, tie, low, no; signs check, eq, down."""
    return f'<span class="chip {kind}">{icon(sign) if sign else ""}{escape(text)}</span>'


def icon(name: str) -> str:
    """A sign that takes the colour of its text: check, eq, down, chev."""
    return f'<span class="g g-{name}" aria-hidden="true"></span>'


def class_word(name: str, classes: Sequence[str]) -> str:
    """A class as a word on its colour, as a leaf has it."""
    style = fill_of(list(classes).index(name), len(classes))
    return f'<span class="leaf" style="{style}">{escape(name)}</span>'
