"""Exercises for a learning platform: Moodle XML with gaps to be filled in (cloze), and GIFT.

Both are text formats of Moodle's question bank (docs.moodle.org: "Moodle XML format", "Embedded Answers
(Cloze) question type", "GIFT format"). A number is right within 0.005, so that three decimals are asked
and two are enough.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass

from c45.exercises.maker import Exercise
from c45.exercises.paper import MEASURES, several, table_html
from c45.explain import escape_html
from c45.notation import listed, one_line
from c45.portion import Portion
from c45.search import node_report

#: How far an answer may be from the number of the record.
TOLERANCE = 0.005


@dataclass(frozen=True)
class Asked:
    """One gap: the words before it, and the number, or the attributes that are right to choose."""

    words: str
    number: float | None = None
    choice: tuple[str, ...] = ()


def asked(exercise: Exercise) -> tuple[Asked, ...]:
    """The gaps of an exercise in the order of the work, with their answers from the record of the search.

    >>> from c45.exercises.maker import make_exercise
    >>> [a.words for a in asked(make_exercise("clear_winner", seed=5))][:2]
    ['Entropy of all rows', 'Information gain of tail']
    """
    dataset, knobs = exercise.dataset, exercise.parameters
    report = node_report(dataset, Portion.everything(dataset), knobs)
    impurity, score = MEASURES[knobs.criterion]
    out = []
    if (
        not dataset.gaps
    ):  # with gaps each attribute has an entropy of its own: that of its known rows
        before = report.candidates[0].impurity_before
        out.append(Asked(f"{_capital(impurity)} of all rows", before))
    for candidate in report.candidates:
        out.append(Asked(f"{_capital(score)} of {candidate.attribute}", candidate.score))
    best = report.chosen.attribute if report.chosen else ""
    out.append(Asked("The attribute to ask first", choice=(best, *report.tied)))
    return tuple(out)


def to_moodle_xml(exercises: Exercise | Sequence[Exercise]) -> str:
    """Exercises as a question bank in Moodle XML, each one question with gaps.

    >>> from c45.exercises.maker import make_exercise
    >>> bank = ET.fromstring(to_moodle_xml(make_exercise("tie", seed=3)))
    >>> [q.get("type") for q in bank.iter("question")]
    ['cloze']
    """
    quiz = ET.Element("quiz")
    for exercise in several(exercises):
        question = ET.SubElement(quiz, "question", type="cloze")
        ET.SubElement(ET.SubElement(question, "name"), "text").text = exercise.title
        text = ET.SubElement(question, "questiontext", format="html")
        ET.SubElement(text, "text").text = _cloze(exercise)
    ET.indent(quiz)
    return ET.tostring(quiz, encoding="unicode", xml_declaration=True) + "\n"


def to_gift(exercises: Exercise | Sequence[Exercise]) -> str:
    """Exercises as a question bank in GIFT, a question a gap.

    >>> from c45.exercises.maker import make_exercise
    >>> to_gift(make_exercise("clear_winner", seed=5)).count("{#")
    4
    """
    out = []
    for exercise in several(exercises):
        out.append(f"$CATEGORY: {_words_only(exercise.title)}\n")
        for i, gap in enumerate(asked(exercise), 1):
            title = _gift(f"{exercise.title}, {i}")
            text = (
                f"[html]{_gift(table_html(exercise.dataset))}<p>{_gift(escape_html(gap.words))}</p>"
            )
            if gap.number is not None:
                answer = f"#{gap.number:.6f}:{TOLERANCE}"
            else:
                names = exercise.dataset.attribute_names
                answer = " ".join(f"{'=' if n in gap.choice else '~'}{_gift(n)}" for n in names)
                if len(gap.choice) > 1:
                    share = f"{100 / len(gap.choice):.5f}".rstrip("0").rstrip(".")
                    answer = " ".join(
                        f"~%{share if n in gap.choice else '-100'}%{_gift(n)}" for n in names
                    )
            out.append(f"::{title}::{text}{{{answer}}}\n")
    return "\n".join(out)


def answer_key(exercises: Exercise | Sequence[Exercise]) -> str:
    """The answers as text, one exercise a paragraph, with a point for each gap.

    >>> from c45.exercises.maker import make_exercise
    >>> print(answer_key(make_exercise("nice_numbers", seed=4)).splitlines()[1])
    1 point: Entropy of all rows: 1.000
    """
    out = []
    for exercise in several(exercises):
        out.append(exercise.title)
        for gap in asked(exercise):
            right = listed(gap.choice, "or") if gap.number is None else f"{gap.number:.3f}"
            out.append(f"1 point: {gap.words}: {right}")
        out.append("")
    return "\n".join(out)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _cloze(exercise: Exercise) -> str:
    lines = []
    for gap in asked(exercise):
        if gap.number is not None:
            field = f"{{1:NUMERICAL:={gap.number:.6f}:{TOLERANCE}}}"
        else:
            options = "~".join(
                f"{'=' if n in gap.choice else ''}{_cloze_words(n)}"
                for n in exercise.dataset.attribute_names
            )
            field = f"{{1:MULTICHOICE:{options}}}"
        lines.append(f"<li>{_no_gap(escape_html(gap.words))}: {field}</li>")
    return f"{_no_gap(table_html(exercise.dataset))}<ol>{''.join(lines)}</ol>"


def _no_gap(html: str) -> str:
    """HTML in which no brace begins a gap."""
    return html.replace("{", "&#123;").replace("}", "&#125;")


def _cloze_words(text: str) -> str:
    """An answer of a gap: the signs that have a meaning there are escaped."""
    return re.sub(r'([}#~/"\\])', r"\\\1", one_line(text))


def _gift(text: str) -> str:
    """Text in GIFT: the signs that have a meaning there are escaped.

    >>> _gift("a=b {c}")
    'a\\\\=b \\\\{c\\\\}'
    """
    return re.sub(r"([\\~=#{}:])", r"\\\1", one_line(text))


def _words_only(text: str) -> str:
    return " ".join(re.findall(r"\w+", text))
