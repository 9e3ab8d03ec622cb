"""An exercise on paper: the table, the questions, and on a page of its own every sum of the tree."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from c45.dataset import Dataset
from c45.exercises.maker import Exercise
from c45.explain import escape_html, escape_markdown, explain, to_html, to_markdown
from c45.export import to_text
from c45.grow import grow
from c45.notation import listed, plain
from c45.tree import Node, Tree

#: What the student is asked, in the order of the work.
MEASURES = {
    "information_gain": ("entropy", "information gain"),
    "gain_ratio": ("entropy", "gain ratio"),
    "gini": ("Gini index", "drop of the Gini index"),
}

#: How a page looks on paper, A4 and Letter.
PAPER_STYLE = """
@page { size: auto; margin: 18mm }
body { font: 11pt/1.45 system-ui, sans-serif; color: #111; max-width: 48rem; margin: 2rem auto }
section { break-before: page }
section:first-of-type { break-before: auto }
h1 { font-size: 16pt } h2 { font-size: 13pt } h1, h2 { break-after: avoid }
table { border-collapse: collapse; margin: .75rem 0; break-inside: avoid }
th, td { border: 1px solid #888; padding: .15rem .6rem; text-align: left }
.line { height: 1.9rem; border-bottom: 1px solid #999 }
h3 { font-size: 11pt; margin-bottom: 0; break-after: avoid }
.sum { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem .35rem; margin: .35rem 0; break-inside: avoid }
.frac { display: inline-grid; text-align: center; font-size: .9em; line-height: 1.1 }
.frac > span:first-child { border-bottom: 1px solid }
.term { display: inline-grid; justify-items: center } .term small, .term i { font-size: .7em; color: #555; font-style: normal }
.mut { color: #555 } .res { font-weight: 700 } .scroll { overflow-x: auto }
pre { white-space: pre-wrap }
@media print { body { margin: 0; max-width: none } }
""".strip()


def questions(exercise: Exercise) -> tuple[str, ...]:
    """What is asked, in the order of the work."""
    impurity, score = MEASURES[exercise.parameters.criterion]
    names = listed(exercise.dataset.attribute_names)
    return (
        f"Count the classes of {exercise.dataset.target_name}, and work out the {impurity} of all rows.",
        f"Work out the {score} of each attribute: {names}.",
        "Which attribute is asked first? If two share the first place, say so.",
        "Draw the whole tree. In each node stand the counts of the classes.",
    )


def rows_of(dataset: Dataset) -> list[list[str]]:
    """The cells of a table as they are printed, a list a row; ``?`` for a gap."""
    columns = []
    for attribute, column in zip(dataset.attributes, dataset.columns):
        if attribute.is_continuous:
            columns.append(["?" if np.isnan(v) else plain(v) for v in column.tolist()])
        else:
            columns.append([attribute.categories[c] if c >= 0 else "?" for c in column.tolist()])
    columns.append([dataset.classes[c] for c in dataset.target.tolist()])
    return [list(row) for row in zip(*columns)]


def exercise_html(exercises: Exercise | Sequence[Exercise], *, answers: bool = False) -> str:
    """Exercises as one page to be printed (A4 and Letter), each on a sheet of its own.

    answers: each is followed by its tree and every sum of it, also on a sheet of its own.

    >>> from c45.exercises.maker import make_exercise
    >>> page = exercise_html(make_exercise("clear_winner", seed=2))
    >>> page.count("<section>"), page.count("<tr>")
    (1, 13)
    """
    body = "".join(_section(e) + (_answers(e) if answers else "") for e in several(exercises))
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Exercises: grow a decision tree</title><style>{PAPER_STYLE}</style></head>"
        f"<body>{body}</body></html>"
    )


def exercise_markdown(exercises: Exercise | Sequence[Exercise], *, answers: bool = False) -> str:
    """Exercises as Markdown. answers: each is followed by its tree and every sum of it.

    >>> from c45.exercises.maker import make_exercise
    >>> print(exercise_markdown(make_exercise("tie", seed=3)).splitlines()[0])
    # Watering plants\\, no\\. 3
    """
    out = []
    for exercise in several(exercises):
        names = [*exercise.dataset.attribute_names, exercise.dataset.target_name]
        out += [f"# {escape_markdown(exercise.title)}", ""]
        for row in (names, ["---"] * len(names), *rows_of(exercise.dataset)):
            cells = row if row[0] == "---" else [escape_markdown(cell) for cell in row]
            out.append(f"| {' | '.join(cells)} |")
        out += [
            "",
            *(f"{i}. {escape_markdown(q)}" for i, q in enumerate(questions(exercise), 1)),
            "",
        ]
        if answers:
            tree = grow(exercise.dataset, exercise.parameters)
            out += ["## Answer", ""]
            out += [f"    {line}" for line in to_text(tree).splitlines()]
            for _, working in _workings(tree):
                out += ["", to_markdown(working)]
            out.append("")
    return "\n".join(out)


def several(exercises: Exercise | Sequence[Exercise]) -> Sequence[Exercise]:
    """One exercise, or several, as a sequence."""
    return (exercises,) if isinstance(exercises, Exercise) else tuple(exercises)


def table_html(dataset: Dataset) -> str:
    """The rows as an HTML table."""
    names = [*dataset.attribute_names, dataset.target_name]
    head = "".join(f'<th scope="col">{escape_html(n)}</th>' for n in names)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape_html(c)}</td>" for c in row) + "</tr>"
        for row in rows_of(dataset)
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _section(exercise: Exercise) -> str:
    asked = "".join(
        f'<li>{escape_html(q)}<div class="line"></div><div class="line"></div></li>'
        for q in questions(exercise)
    )
    return (
        f"<section><h1>{escape_html(exercise.title)}</h1>{table_html(exercise.dataset)}"
        f"<ol>{asked}</ol></section>"
    )


def _answers(exercise: Exercise) -> str:
    tree = grow(exercise.dataset, exercise.parameters)
    outline = "\n".join(escape_html(line) for line in to_text(tree).splitlines())
    sums = "".join(
        f'<div class="sum"><h3>{escape_html(f"{_place(tree, node)}: {working.attribute}")}</h3>{to_html(working)}</div>'
        for node, working in _workings(tree)
    )
    title = escape_html(f"Answer to {exercise.title}")
    return f"<section><h1>{title}</h1><pre>{outline}</pre>{sums}</section>"


def _place(tree: Tree, node: Node) -> str:
    return ", ".join(tree.steps_to(node.id)) or "All rows"


def _workings(tree: Tree):
    """Every node that asks, with the sums of each attribute that was considered there."""
    for node in tree.nodes.values():
        if not node.is_leaf:
            for candidate in node.report.candidates:
                if candidate.branches:
                    yield node, explain(tree, node.id, candidate.attribute)
