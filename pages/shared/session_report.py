"""What a student hands in: the tree, its tables, every sum and all settings as one HTML file."""

from __future__ import annotations

from collections.abc import Sequence

from c45 import KNOBS, Dataset, Tree, explain
from c45.evaluate import Evaluation
from c45.exercises.paper import PAPER_STYLE, table_html
from c45.explain import escape_html, to_html
from c45.export import to_svg, to_text
from c45.notation import count, listed, plural, shown

#: Nodes whose sums are written out, rows that are listed, and lines of the outline, at most.
MOST_NODES, MOST_ROWS, MOST_LINES = 60, 200, 500


def session_report(
    title: str, algorithm: str, tree: Tree, judged: Sequence[tuple[str, Evaluation]], address: str
) -> str:
    """The session as one HTML file that needs nothing else.

    title: of the table. algorithm: in words. judged: the tree on rows of a kind, by what they are.
    address: the part of the page's address that brings the same state back.
    """
    table = tree.dataset
    parts = [
        f"<h1>{escape_html(title)}: a decision tree for {escape_html(tree.target_name)}</h1>",
        f"<p>{escape_html(_lead(table))}</p>",
        _listed("What was assumed while reading", table.notes[:20]),
        _settings(algorithm, tree),
        f"<p>The same state again: <code>?{escape_html(address)}</code></p>",
        f"<h2>The tree: {plural(tree.n_leaves, 'leaf', 'leaves')}, depth {tree.depth}</h2>",
        _picture(tree),
        f"<pre>{_outline(tree)}</pre>",
        *(_scores(what, evaluation) for what, evaluation in judged),
        *_sums(tree),
        f"<h2>{_first(table.n_rows, MOST_ROWS, 'row')} the tree grew from</h2>",
        table_html(table.take(range(min(table.n_rows, MOST_ROWS)))),
    ]
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape_html(title)}</title><style>{PAPER_STYLE} svg {{ max-width: 100%; height: auto }}"
        f"</style></head><body>{''.join(parts)}</body></html>"
    )


def _lead(table: Dataset) -> str:
    counts = listed(f"{n} {name}" for n, name in zip(table.class_counts[:20], table.classes))
    return f"{plural(table.n_rows, 'row')}, {plural(len(table.attributes), 'attribute')}: {counts}."


def _first(n: int, most: int, word: str) -> str:
    return f"All {plural(n, word)}" if n <= most else f"The first {most} of {n:,} {word}s"


def _listed(head: str, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    items = "".join(f"<li>{escape_html(line)}</li>" for line in lines)
    return f"<h2>{head}</h2><ul>{items}</ul>"


def _rows(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape_html(h)}</th>' for h in head)
    body = "".join(
        f'<tr><th scope="row">{escape_html(first)}</th>'
        + "".join(f"<td>{escape_html(cell)}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _settings(algorithm: str, tree: Tree) -> str:
    rows = [
        (knob.label, knob.words(getattr(tree.parameters, name))) for name, knob in KNOBS.items()
    ]
    return f"<h2>Settings: {escape_html(algorithm)}</h2>{_rows(('Setting', 'Value'), rows)}"


def _picture(tree: Tree) -> str:
    """The picture as SVG; of a large tree its top. What cannot be drawn stands in the outline."""
    drawn = to_svg(tree) if tree.n_nodes <= MOST_NODES else to_svg(tree, max_depth=3)
    return drawn[drawn.index("<svg") :]


def _outline(tree: Tree) -> str:
    lines = to_text(tree).splitlines()
    rest = [] if len(lines) <= MOST_LINES else [f"({len(lines) - MOST_LINES:,} more lines)"]
    return "\n".join(escape_html(line) for line in [*lines[:MOST_LINES], *rest])


def _scores(what: str, evaluation: Evaluation) -> str:
    scores = [
        (
            f"{s.name}, {s.of}" if s.of else s.name,
            "–" if s.value is None else shown(s.value),
            s.worked,
        )
        for s in evaluation.scores()[:60]
    ]
    names = evaluation.classes[:20]
    counts = [
        (name, *(count(float(c)) for c in row[: len(names)]))
        for name, row in zip(names, evaluation.confusion)
    ]
    return (
        f"<h2>On the {escape_html(what)}</h2>{_rows(('True class', *names), counts)}"
        f"{_rows(('Score', 'Value', 'Sum'), scores)}"
    )


def _sums(tree: Tree) -> list[str]:
    inner = [node for node in tree.nodes.values() if not node.is_leaf]
    if not inner:
        return []
    out = [
        f"<h2>{_first(len(inner), MOST_NODES, 'node')} that ask, with the sums of the split</h2>"
    ]
    for node in inner[:MOST_NODES]:
        place = ", ".join(tree.steps_to(node.id)) or "All rows"
        out.append(f"<h3>{escape_html(place)}</h3>{to_html(explain(tree, node.id))}")
    return out
