"""How it looks: colours, the one style sheet, and the small blocks of HTML that pages share.

Every word that comes from data passes ``escape``.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Container, Iterable, Sequence
from functools import cache
from pathlib import Path

from c45.export import palette
from c45.notation import count, listed, plural

#: Names that are folded away are written out up to this many.
MOST_NAMED = 500

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


def sentences(lines: Iterable[str], kind: str = "way", *, tag: str = "ul") -> str:
    """Sentences as a list, "" where there is none. kind: "way", or the tighter "said". tag: ul or ol."""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<{tag} class="{kind}">{items}</{tag}>' if items else ""


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


def with_own_colour(n_classes: int) -> int:
    """How many classes have a colour of their own; the others share the last, and are shown together.

    >>> with_own_colour(3), with_own_colour(10), with_own_colour(300)
    (3, 10, 9)
    """
    return sum(palette.colour_index(i, n_classes) != palette.OTHER for i in range(n_classes))


def others_words(names: Sequence[str], most: int = MOST_NAMED) -> str:
    """Names that are folded away, in one line; of very many the first ones."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def class_key(classes: Sequence[str]) -> str:
    """Which colour is which class; those without a colour of their own are named when unfolded."""
    k, own = len(classes), with_own_colour(len(classes))
    items = "".join(
        f'<b><i style="{fill_of(i, k)}"></i>{escape(c)}</b>' for i, c in enumerate(classes[:own])
    )
    rest = ""
    if own < k:
        patch = f'<b><i style="{fill_of(k - 1, k)}"></i>{plural(k - own, "other")}</b>'
        words = escape(others_words(classes[own:]))
        rest = (
            f'<details class="small"><summary>{patch}</summary><p class="mut">{words}</p></details>'
        )
    return f'<div class="key">{items}{rest}</div>'


def folded(counts: Sequence[float], classes: Sequence[str]) -> tuple[list[float], list[str]]:
    """Counts of classes, and their names; those without a colour of their own are one at the end.

    >>> folded([2, 1], ["yes", "no"])
    ([2.0, 1.0], ['yes', 'no'])
    >>> folded(range(12), "abcdefghijkl")[1][-2:]
    ['i', '3 other classes']
    """
    counts, names, own = [float(n) for n in counts], list(classes), with_own_colour(len(classes))
    rest = counts[own:]
    if rest:
        there = [c for c, n in zip(names[own:], rest) if n]
        word = plural(len(there) or len(rest), "other class", "other classes")
        names = [*names[:own], there[0] if len(there) == 1 else word]
        counts = [*counts[:own], sum(rest)]
    return counts, names


def class_bar(
    counts: Sequence[float],
    classes: Sequence[str],
    *,
    written: Callable[[float], str] = count,
    small: bool = False,
    words: bool = True,
) -> str:
    """The classes of some rows as one bar: a segment a class, its length the share of the rows.

    A wide segment holds its count and the name of the class, a narrow one the count, a sliver
    nothing: what does not fit is in the label that is read out. Classes without a colour of their own
    are one segment. written: how a number is shown.
    """
    n_classes = len(classes)
    counts, names = folded(counts, classes)
    if len(names) < n_classes and names[-1] not in classes:
        names[-1] = f"in {names[-1]}"
    total = sum(counts)
    parts, said = [], []
    for i, (n, name) in enumerate(zip(counts, names)):
        if not n:
            continue
        number = written(n)
        said.append(f"{number} {name}")
        text = escape(number)
        if words and not small and n / total > 0.026 * (len(name) + 4):
            text += f" {escape(name)}"
        elif n / total < 0.01 + 0.03 * len(number):
            text = ""
        parts.append(f'<span style="flex:{n:.6g};{fill_of(i, n_classes)}">{text}</span>')
    label = escape(listed(said) or "no rows")
    kind = "cbar sm" if small else "cbar"
    return f'<div class="{kind}" role="img" aria-label="{label}">{"".join(parts)}</div>'


def tiles(items: Sequence[tuple[str, str, str]]) -> str:
    """Figures side by side: name, value, small print."""
    body = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}<small>{escape(small)}</small></dd></div>"
        for name, value, small in items
    )
    return block(f'<dl class="tiles">{body}</dl>')


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, left: Container[int] = ()) -> str:
    """A table of texts; the first cell of a row is its heading. left: columns of words."""
    side = ["" if i and i not in left else ' style="text-align:left"' for i in range(len(head))]
    top = "".join(f'<th scope="col"{s}>{escape(h)}</th>' for s, h in zip(side, head))
    body = ""
    for first, *rest in rows:
        cells = "".join(f"<td{s}>{escape(c)}</td>" for s, c in zip(side[1:], rest))
        body += f'<tr><th scope="row"{side[0]}>{escape(first)}</th>{cells}</tr>'
    return (
        f'<div style="overflow-x:auto;overflow-wrap:normal;word-break:normal"><table><thead><tr>{top}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


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
