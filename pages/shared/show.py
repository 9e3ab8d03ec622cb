"""The panels about one node: where it is, its rows, its working, its answer. HTML, no Streamlit.

Every word from the data is quoted where it enters the HTML; numbers are written by ``notation``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from c45 import measures
from c45.candidates import SplitCandidate
from c45.explain import Working
from c45.notation import count, percent, plural, shown
from c45.tree import Node, Tree
from pages.shared.theme import class_bar, class_word, escape

#: A longer path is told by its end.
_MOST_ANSWERS = 8


@cache
def style_sheet() -> str:
    """The style of these panels, beside the app's own style sheet."""
    return Path(__file__).with_name("panels.css").read_text("utf-8")


def heading(title: str, words: str = "") -> str:
    """A heading above something that is not HTML, with a few words beside it."""
    aside = f'<span class="mut small">{escape(words)}</span>' if words else ""
    return f'<div class="dt"><div class="head"><h2>{escape(title)}</h2>{aside}</div></div>'


def node_words(tree: Tree, node: Node) -> str:
    """A node in few words (not quoted): the last answer that leads to it, and what it does."""
    where = "All rows"
    if node.parent is not None:
        where = tree.nodes[node.parent].split.sentence(node.branch)
    return f"{where}: {'answers ' + node.prediction if node.is_leaf else 'asks ' + node.split.question()}"


def _last(steps: Sequence[str]) -> list[str]:
    """The answers that lead to a node; of very many, the last ones, after how many others.

    >>> _last(["a", "b"]), _last(list("abcdefghij"))
    (['a', 'b'], ['after 6 other answers', 'g', 'h', 'i', 'j'])
    """
    if len(steps) <= _MOST_ANSWERS:
        return list(steps)
    kept = steps[-_MOST_ANSWERS // 2 :]
    return [f"after {plural(len(steps) - len(kept), 'other answer')}", *kept]


def path_words(tree: Tree, node: Node) -> str:
    """Where a node is, in words (not quoted): ``Outlook is Sunny, then Humidity is High``."""
    steps = tree.steps_to(node.id)
    if not steps:
        return "All rows, before any question"
    return ", then ".join(_last(steps))


def step_words(tree: Tree, node: Node, *, scale: float = 1.0, unit: str = "bits") -> str:
    """What happens at a node and why, as one sentence of HTML."""
    report, parameters = node.report, tree.parameters
    if node.is_leaf:
        return f"Stop here and answer {class_word(node.prediction, tree.classes)}: {escape(_lower(report.reason))}"
    chosen = report.chosen
    if chosen is None:
        return f"Ask <b>{escape(node.split.question())}</b> here."
    asks = f"Ask <b>{escape(node.split.question())}</b> here"
    if report.reason.startswith("Picked by hand"):
        return f"{asks}: it was picked by hand."
    if parameters.criterion == "gain_ratio":
        return f"{asks}: {escape(_lower(report.reason))}"
    factor, tail = (1.0, "of Gini impurity") if parameters.criterion == "gini" else (scale, unit)
    if chosen.score <= 0:
        return f"{asks}: nothing removes any impurity by itself, so {_tie_rule(tree)} is taken."
    gain, before = shown(chosen.score * factor), shown(chosen.impurity_before * factor)
    if chosen.n_missing:
        known = f"{count(chosen.n_known)} of {plural(chosen.n_known + chosen.n_missing, 'row')}"
        return f"{asks}: it removes {gain} {tail}, counted on the {known} whose value is known."
    return f"{asks}: it removes {gain} of {before} {tail}."


def _tie_rule(tree: Tree) -> str:
    words = {"random": "one at random", "last": "the last", "last_threshold": "the last threshold"}
    return words.get(tree.parameters.tie_rule, "the first")


def _lower(sentence: str) -> str:
    """A sentence that goes on after a colon: its first letter is small, unless it is a name."""
    first = sentence.split(" ", 1)[0]
    plain_words = {"All", "The", "No", "Each", "Splitting", "Made", "Picked", "Every"}
    return sentence[:1].lower() + sentence[1:] if first in plain_words else sentence


def header(eyebrow: str, title: str, lead: str) -> str:
    """The top of a lesson. eyebrow and title are quoted here; lead is HTML already."""
    css = ' class="long"' if len(title) > 60 else ""
    return (
        f'<div class="dt top"><p class="eyebrow">{escape(eyebrow)}</p>'
        f'<h1{css} title="{escape(title)}">{escape(title)}</h1><p class="lead">{lead}</p></div>'
    )


def mixed_words(node: Node) -> str:
    """How mixed the classes are, in words: share of the largest possible entropy of these classes."""
    present = int(np.count_nonzero(node.counts))
    if present <= 1:
        return "pure: every row has one class" if node.n else "no rows"
    share = float(measures.entropy(node.counts)) / float(measures.entropy(np.ones(present)))
    if share > 0.995:
        return "an even mix"
    return "very mixed" if share > 0.9 else "mixed" if share > 0.5 else "mostly one class"


def rows_here(tree: Tree, node: Node, working: str | None, *, noun: str = "row") -> str:
    """The rows that reach a node, as a bar, and how mixed they are, as a worked sum (HTML already).

    working: None leaves the sum out. noun: what the rows are called where some are kept for a test.
    """
    total = tree.root.n
    title = f"{count(node.n)} of {plural(total, noun)} reach this node"
    if node.n == 1:
        title = f"1 of {plural(total, noun)} reaches this node"
    bar = f'<div class="head"><h2>{title}</h2>%s</div>{class_bar(node.counts, tree.classes)}'
    part = in_part(tree, node)
    if part:
        bar += f'<p class="mut small">{part}</p>'
    mixed = f'<span class="mut small">{mixed_words(node)}</span>'
    if working is None:
        return f'<section class="dt card">{bar % mixed}</section>'
    return (
        f'<section class="dt card"><div class="two"><div>{bar % ""}</div>'
        f'<div><div class="head"><h2>How mixed are they?</h2>{mixed}</div>{working}</div></div></section>'
    )


def in_part(tree: Tree, node: Node) -> str:
    """How the count of a node comes about where rows arrive in part, or "" where none does.

    A row without a value for an attribute asked above goes down every branch, with the branch's share.
    """
    portion = tree.portion_of(node.id) if tree.dataset is not None else None
    if portion is None or portion.weights is None or not len(portion.rows):
        return ""
    full = 1.0 if tree.dataset.weights is None else tree.dataset.weights[portion.rows]
    whole = np.isclose(portion.weights, full)
    if whole.all():
        return ""
    parts, rest = int((~whole).sum()), float(portion.weights[~whole].sum())
    are = "row comes" if whole.sum() == 1 else "rows come"
    its, has = ("it has", "comes") if parts == 1 else ("they have", "come")
    return (
        f"{int(whole.sum())} {are} here whole. {plural(parts, 'row')} {has} in part, together "
        f"{count(rest)} of a row: {its} no value for something asked on the way."
    )


def impurity_alone(node: Node, working: str) -> str:
    """How mixed the rows of a node are, as a worked sum (HTML already), in a card of its own."""
    return (
        '<section class="dt card"><div class="head"><h2>How mixed are they?</h2>'
        f'<span class="mut small">{mixed_words(node)}</span></div>{working}</section>'
    )


def sureness(tree: Tree, node: Node) -> str:
    """How far the rows of a leaf agree with its answer, as one sentence (not quoted)."""
    if not node.n:
        return "No training row came here, so there is nothing to be sure by."
    agree = float(node.counts[tree.classes.index(node.prediction)])
    if agree == node.n:
        return (
            f"All {count(node.n)} training rows here agree."
            if node.n != 1
            else "It rests on one training row."
        )
    wrong = node.n - agree
    return (
        f"{count(agree)} of {plural(node.n, 'training row')} here agree ({percent(agree, node.n)}), "
        f"{count(wrong)} {'does' if wrong == 1 else 'do'} not."
    )


def leaf(tree: Tree, node: Node) -> str:
    """The panel of a leaf: why it stops, what it answers, how sure that is."""
    steps = tree.steps_to(node.id)
    way = f"If {', and '.join(_last(steps))}:" if steps else "Whatever the row says:"
    pure = node.n and float(node.counts.max()) == node.n
    title = "Nothing left to ask" if pure else "Stopped by a limit"
    if not pure and node.report.candidates:
        title = "No question is allowed"
    if not node.n:
        title = "No rows come here"
    return (
        f'<section class="dt card answer"><div class="head"><h2>{title}</h2></div>'
        f"<p>{escape(node.report.reason)}</p>"
        f'<p class="says">{escape(way)} <span class="big">{class_word(node.prediction, tree.classes)}</span></p>'
        f'<p class="mut">{escape(sureness(tree, node))}</p></section>'
    )


def facts(tree: Tree, node: Node) -> str:
    """A node in a card: where it is, its rows, and what it asks or answers."""
    gini = tree.parameters.criterion == "gini"
    impurity = f"{'Gini' if gini else 'entropy'} {shown(node.impurity)}{'' if gini else ' bits'}"
    if node.is_leaf:
        does = f"Answers {class_word(node.prediction, tree.classes)}. {escape(node.report.reason)}"
    else:
        does = f"Asks <b>{escape(node.split.question())}</b>. {escape(node.report.reason)}"
    return (
        f'<section class="dt card"><div class="head"><h2>{escape(path_words(tree, node))}</h2>'
        f'<span class="mut small">{plural(node.n, "row")}, {impurity}</span></div>'
        f"{class_bar(node.counts, tree.classes)}<p>{does}</p></section>"
    )


def answers(tree: Tree, upto: int, *, most: int = 40) -> str:
    """The leaves found up to a step, newest first where there are many."""
    found = [n for i, n in tree.nodes.items() if i <= upto and n.is_leaf]
    rows = []
    for n in list(reversed(found))[:most]:
        words = " and ".join(_last(tree.steps_to(n.id))) or "always"
        rows.append(
            f'<li><span title="{escape(words)}">{escape(words)}</span>{class_word(n.prediction, tree.classes)}'
            f'<span class="mut small">{plural(n.n, "row")}</span></li>'
        )
    body = f'<ul class="rules" tabindex="0" aria-label="Answers so far">{"".join(rows)}</ul>'
    if not rows:
        body = '<p class="mut">None yet. An answer appears when a node becomes a leaf.</p>'
    more = len(found) - len(rows)
    tail = f'<p class="mut small">And {plural(more, "earlier answer")}.</p>' if more > 0 else ""
    return (
        '<section class="dt card ruleset"><div class="head"><h2>Answers so far</h2>'
        f'<span class="mut small">{len(found)} of {tree.n_leaves}</span></div>{body}{tail}</section>'
    )


def worked(tree: Tree, candidate: SplitCandidate, working: Working, sums: str) -> str:
    """One attribute worked out: its contingency table, then its sums (HTML already)."""
    title = f"{candidate.attribute}, worked out"
    if candidate.split is None:
        return (
            f'<section class="dt card"><div class="head"><h2>{escape(title)}</h2></div>'
            f"<p>There is nothing to ask: {escape(candidate.rejected)}.</p></section>"
        )
    classes, gini = tree.classes, tree.parameters.criterion == "gini"
    head = "".join(f'<th scope="col">{escape(c)}</th>' for c in classes)
    kinds = {"branch"} if not candidate.n_missing else {"branch", "known", "missing"}
    rows = []
    for row in working.rows:
        if row.kind not in kinds:
            continue
        cells = "".join(f"<td>{c}</td>" for c in row.counts)
        bar = class_bar(row.weights, classes, small=True)
        rows.append(
            f'<tr class="{row.kind}"><th scope="row">{escape(row.label)}</th><td class="mix">{bar}</td>'
            f"{cells}<td>{row.total}</td><td>{row.gini if gini else row.entropy}</td></tr>"
        )
    return (
        f'<section class="dt card working" aria-label="{escape(title)}">'
        '<div class="scroll worked"><table><thead><tr>'
        f'<th scope="col">{escape(candidate.attribute)}</th>'
        f'<th scope="col" class="mix">Mix</th>{head}<th scope="col">Rows</th>'
        f'<th scope="col">{"Gini" if gini else "Entropy"}</th></tr></thead>'
        f'<tbody>{"".join(rows)}</tbody></table></div><div class="sums">{sums}</div></section>'
    )


def notice(title: str, words: str) -> str:
    """A quiet card: what is so, in bold, then what it means."""
    return f'<section class="dt note"><b>{escape(title)}</b> {escape(words)}</section>'
