"""What is said of a marked sheet: sign, word and colour of each verdict, the first mistake, the tally.

Pure: HTML texts out of marks. Every word from the data or from the student is quoted. What was done
is said at once; the right step stays folded until it is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass

from c45.check import (
    CONVENTION,
    CUT_OFF,
    EMPTY,
    FOLLOWS,
    KINDS,
    RIGHT,
    ROUNDED_EARLY,
    UNREADABLE,
    WRONG,
    Diagnosis,
    Mark,
    Marking,
)
from c45.check.report import NOT_CHECKED
from c45.notation import count, listed, plural, shown
from pages.shared.theme import escape, icon


@dataclass(frozen=True)
class Look:
    """How a verdict looks: a class of the style sheet, a sign, and its word."""

    css: str
    sign: str
    word: str


LOOKS = {
    RIGHT: Look("good", "check", "right"),
    ROUNDED_EARLY: Look("near", "approx", "rounded early"),
    CUT_OFF: Look("near", "down", "cut off"),
    CONVENTION: Look("near", "eq", "other convention"),
    FOLLOWS: Look("follows", "arrow", "follows from yours"),
    WRONG: Look("bad", "cross", "wrong"),
    UNREADABLE: Look("bad", "query", "not a number"),
    NOT_CHECKED: Look("quiet", "query", "not checked"),
    EMPTY: Look("quiet", "query", "empty"),
}
#: Right but for the digits or the unit.
_NEARLY = (CONVENTION, ROUNDED_EARLY, CUT_OFF)
_COUNTS = frozenset({"n", "count", "branch_n", "branch_count"})


def badge(word: str, text: str = "") -> str:
    """A verdict with its sign, in its colour; ``text`` in place of its word."""
    look = LOOKS[word]
    return f'<span class="ck-vd {look.css}">{icon(look.sign)}{escape(text or look.word)}</span>'


def names_of(kinds: tuple[int, ...]) -> str:
    """Kinds of mistakes by name (not quoted), as the beginning of a sentence.

    >>> names_of((4,)), names_of((1, 10)), names_of(())
    ('Branches not weighted', 'Natural logarithm and cut off instead of rounded', '')
    """
    words = listed(KINDS[k].title for k in kinds)
    return words[:1].upper() + words[1:]


def done(mark: Mark) -> str:
    """What was most likely done, as HTML; "" where there is nothing to say."""
    verdict = mark.verdict
    diagnoses = verdict.diagnoses
    note = _open_note(mark)
    if not diagnoses:
        return f"<p>{escape(note)}</p>" if note else ""
    if len(diagnoses) == 1:
        tail = f" {escape(note)}" if note else ""
        return f"<p>{_diagnosis(diagnoses[0])}{tail}</p>"
    items = "".join(f"<li>{_diagnosis(d)}</li>" for d in diagnoses)
    tail = f"<p>{escape(note)}</p>" if note else ""
    several = f"{len(diagnoses)} mistakes fit this figure; only you know which one it was."
    if mark.word != WRONG:
        several = f"{len(diagnoses)} things would give this figure."
    return f"<p>{several}</p><ul>{items}</ul>{tail}"


def _diagnosis(d: Diagnosis) -> str:
    name = f"<b>{escape(names_of(d.kinds))}.</b> " if d.kinds else ""
    return name + escape(d.did)


def _open_note(mark: Mark) -> str:
    """The note of a verdict, as far as it does not give the answer away (not quoted)."""
    verdict = mark.verdict
    if mark.cell.quantity == "choice":
        if mark.word == WRONG and not verdict.note.startswith("It is none"):
            return "It is not the one to choose."
        if mark.word == FOLLOWS:
            return verdict.note.split(" With the right values", 1)[0]
    note = verdict.note
    if mark.word == WRONG and not verdict.diagnoses and mark.agreeing:
        note += f" What it is made from agrees: {listed(mark.agreeing)}."
    return note


def right_step(mark: Mark) -> str:
    """The right step, folded away, as HTML; "" where nothing is to be put right."""
    if mark.word in (RIGHT, FOLLOWS, EMPTY, UNREADABLE):
        return ""
    lines = list(dict.fromkeys(d.step for d in mark.verdict.diagnoses if d.step))
    if mark.word == WRONG:
        value = _value(mark)
        if mark.cell.formula and mark.cell.quantity != "choice":
            value += f" It is worked out as {mark.cell.formula}."
        if mark.cell.quantity == "choice" and not mark.verdict.note.startswith("It is none"):
            lines.append(mark.verdict.note)
        if value:
            lines.append(value)
    if not lines:
        return ""
    body = "".join(f"<p>{escape(line)}</p>" for line in lines)
    return f"<details><summary>Show the right step</summary>{body}</details>"


def _value(mark: Mark) -> str:
    cell = mark.cell
    if cell.quantity == "choice":
        names = listed(cell.accepted, "or")
        return f"The attribute to choose is {names}." if names else "No split is to be chosen."
    if cell.value is None:
        return "It is not defined here."
    return f"Right is {count(cell.value) if cell.quantity in _COUNTS else shown(cell.value)}."


def said(mark: Mark, typed: str, *, link: bool = False) -> str:
    """One figure: where, what was typed, the verdict, what was done, and the right step folded.

    link: with a button that leads to the cell.
    """
    where = escape(mark.cell.label)
    if link:
        where = f'<button type="button" class="ck-go" data-go="{escape(mark.cell.key)}">{where}</button>'
    return (
        f'<div class="ck-one"><p>{badge(mark.word)} <b>{where}</b>, '
        f"you have <q>{escape(typed.strip())}</q></p>{done(mark)}{right_step(mark)}</div>"
    )


def _named(mark: Mark, typed: str) -> str:
    """A figure in one line: where, what was typed, and what it is called."""
    name = escape(names_of(mark.verdict.diagnoses[0].kinds)) if mark.verdict.diagnoses else ""
    name = f"<b>{name}</b>." if name else escape(mark.verdict.note)
    return (
        f"<p>{badge(mark.word)} {_link(mark)}, you have <q>{escape(typed.strip())}</q>. {name}</p>"
    )


def _link(mark: Mark) -> str:
    """The label of a figure as a button that leads to its field."""
    key, label = escape(mark.cell.key), escape(mark.cell.label)
    return f'<button type="button" class="ck-go" data-go="{key}">{label}</button>'


def worth_saying(mark: Mark) -> bool:
    """Whether there is more to say of a figure than its verdict."""
    return bool(mark.word != EMPTY and (mark.verdict.diagnoses or mark.verdict.note))


def tally(counts: dict[str, int], *, follows: str = "") -> str:
    """How many figures have each verdict, as HTML. follows: another word for what follows from a wrong one."""
    words = {w: look.word for w, look in LOOKS.items()} | ({FOLLOWS: follows} if follows else {})
    return "".join(badge(w, f"{counts[w]} {words[w]}") for w in words if counts.get(w))


def summary(marking: Marking, answers: dict[str, str]) -> str:
    """What stands on top after "Check": the first mistake, then what is right but for its digits."""
    counts = marking.tally
    filled = len(marking.marks) - counts.get(EMPTY, 0)
    first = marking.first_wrong
    wrong = counts.get(WRONG, 0) + counts.get(UNREADABLE, 0)
    nearly = [m for m in marking.marks if m.word in _NEARLY]
    body = ""
    if not filled:
        title = "Nothing is filled in yet"
        body = "<p>Type at least one figure, then check again.</p>"
    elif first is None:
        title = "No mistake so far" if counts.get(EMPTY) else "All figures are right"
        if counts.get(EMPTY):
            body = f"<p>{plural(counts[EMPTY], 'cell')} to go.</p>"
    else:
        title = "The first mistake" if wrong > 1 else "One mistake"
        body = said(first, answers.get(first.cell.key, ""), link=True)
        if wrong > 1:
            more = plural(wrong - 1, "more is", "more are")
            body += f'<p class="mut">{more} marked below. Mend this one first, and check again.</p>'
    if nearly:
        items = "".join(_named(m, answers.get(m.cell.key, "")) for m in nearly[:3])
        rest = len(nearly) - 3
        more = f'<p class="mut">And {plural(rest, "more figure")} below.</p>' if rest > 0 else ""
        heads = "Right, but for the digits or the unit"
        body += f'<h3 class="ck-also">{heads}</h3>{items}{more}'
    css = "bad" if first else "good"
    return (
        f'<section class="dt card ck-sum {css if filled else ""}" tabindex="-1" data-summary '
        f'aria-label="What the check found"><div class="head"><h2>{title}</h2>'
        f'<span class="ck-tally">{tally(counts)}</span></div>{body}</section>'
    )
