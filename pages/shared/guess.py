"""Predict, then reveal: what is asked at a node, how a guess is judged, and the score. No Streamlit here.

Every word from the data is quoted where it enters the HTML.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from c45.candidates import SplitCandidate
from c45.notation import count, plural, shown
from c45.parameters import Parameters
from c45.tree import Node, Tree
from pages.shared import show
from pages.shared.gain_table import SCORE_WORDS, lead_words, margin
from pages.shared.theme import escape, icon

RIGHT, TIE, WRONG = "right", "tie", "wrong"

#: Sign and class of the style sheet of each outcome.
_LOOKS = {RIGHT: ("check", "win"), TIE: ("eq", "tie"), WRONG: ("cross", "wrong")}


@dataclass(frozen=True)
class Guess:
    """What was said before the reveal, and what came of it. told: a sentence (not quoted).

    hands: how many of a class raised their hand for each option.
    """

    node: int
    said: str
    outcome: str
    told: str
    hands: Mapping[str, int] = field(default_factory=dict)


def question(node: Node) -> str:
    """What is asked at a node."""
    if node.is_leaf:
        return "No more questions here. Which class does this leaf answer?"
    return "Which attribute is asked here?"


def options(tree: Tree, node: Node) -> list[str]:
    """What can be said at a node: the attributes that offer a split, or the classes, in the table's order."""
    if node.is_leaf:
        return list(tree.classes)
    able = {c.attribute for c in node.report.candidates if c.split is not None}
    able.add(node.split.attribute)
    return [a.name for a in tree.attributes if a.name in able]


def judged(
    tree: Tree,
    node: Node,
    said: str,
    *,
    scale: float = 1.0,
    unit: str = "bits",
    hands: Mapping[str, int] | None = None,
) -> Guess:
    """A guess with its outcome, and by how much it was off. scale, unit: as entropies are shown."""
    judge = _class if node.is_leaf else _attribute
    outcome, told = judge(tree, node, said, scale, unit)
    return Guess(node.id, said, outcome, told, dict(hands or {}))


def _class(tree: Tree, node: Node, said: str, scale: float, unit: str) -> tuple[str, str]:
    counts = dict(zip(tree.classes, (float(c) for c in node.counts)))
    here, best = counts[said], counts[node.prediction]
    of = f"{count(best)} of {plural(node.n, 'row')} here are {node.prediction}"
    if said == node.prediction:
        return RIGHT, f"{of}."
    if node.n and here == best:
        return TIE, f"{said} and {node.prediction} have {plural(best, 'row')} each."
    return WRONG, f"{of}, {count(here)} {'is' if here == 1 else 'are'} {said}."


def _attribute(tree: Tree, node: Node, said: str, scale: float, unit: str) -> tuple[str, str]:
    report, parameters = node.report, tree.parameters
    chosen = report.chosen
    if said == node.split.attribute:
        words = lead_words(report, parameters, scale, unit) if chosen else ""
        return RIGHT, words or f"{said} is asked."
    if chosen is None:
        return WRONG, f"{node.split.attribute} is asked."
    mine = report.candidate(said)
    if said in report.tied:
        score = _score(chosen.score, parameters, scale, unit)
        return TIE, f"{said} ties with {chosen.attribute} at {score}; {chosen.attribute} is taken."
    if chosen not in report.candidates:
        return WRONG, f"{chosen.attribute} was picked by hand."
    if mine.rejected:
        return WRONG, f"{said} may not be asked here: {mine.rejected.rstrip('.')}."
    return WRONG, _behind(chosen, mine, parameters, scale, unit)


def _behind(
    chosen: SplitCandidate, mine: SplitCandidate, parameters: Parameters, scale: float, unit: str
) -> str:
    """By how much a candidate is behind the chosen one."""
    gain = parameters.criterion == "information_gain"
    factor, tail = (scale, f" {unit}") if gain else (1.0, "")
    ahead, behind, by = margin(chosen.score * factor, mine.score * factor)
    words = SCORE_WORDS[parameters.criterion]
    less = f": {by}{tail} less" if by else ""
    return f"{chosen.attribute} has a {words} of {ahead}{tail}, {mine.attribute} of {behind}{tail}{less}."


def _score(value: float, parameters: Parameters, scale: float, unit: str) -> str:
    if parameters.criterion == "information_gain":
        return f"{shown(value * scale)} {unit}"
    return shown(value)


def revealed(guess: Guess, so_far: Sequence[Guess]) -> str:
    """What came of a guess, and the score so far, as HTML."""
    sign, css = _LOOKS[guess.outcome]
    chip = f'<span class="chip {css}">{icon(sign)}{guess.outcome}</span>'
    hands = ""
    if guess.hands:
        most = max(guess.hands.values())
        bars = "".join(
            f'<span>{escape(name)}</span><div class="track">{_bar(n / most)}</div><span>{n}</span>'
            for name, n in guess.hands.items()
        )
        hands = f'<div class="hands">{bars}</div>'
    return (
        '<section class="dt card guess" role="status"><div class="head"><p>'
        f"{chip} You said <b>{escape(guess.said)}</b>. {escape(guess.told)}</p>"
        f'<span class="mut small">{score_words(so_far)}</span></div>{hands}</section>'
    )


def _bar(share: float) -> str:
    return f'<i style="width:{100 * share:.0f}%"></i>' if share else ""


def score_words(guesses: Sequence[Guess]) -> str:
    """The score in few words.

    >>> score_words([Guess(0, "a", "right", ""), Guess(1, "b", "tie", ""), Guess(2, "c", "wrong", "")])
    '1 of 3 right, 1 tie'
    """
    n = {o: sum(g.outcome == o for g in guesses) for o in (RIGHT, TIE, WRONG)}
    tied = f", {plural(n[TIE], 'tie')}" if n[TIE] else ""
    return f"{n[RIGHT]} of {len(guesses)} right{tied}"


def sum_up(tree: Tree, guesses: Sequence[Guess]) -> str:
    """At the end: the score, and what was missed, as HTML."""
    missed = [g for g in guesses if g.outcome == WRONG]
    items = "".join(
        f"<li><b>{escape(show.path_words(tree, tree.nodes[g.node]))}</b>: you said {escape(g.said)}. "
        f"{escape(g.told)}</li>"
        for g in sorted(missed, key=lambda g: g.node)
    )
    body = f'<ul class="way">{items}</ul>' if missed else "<p>Nothing was missed.</p>"
    left = tree.n_nodes - len(guesses)
    if left:
        nodes = plural(left, "node was", "nodes were")
        body += f'<p class="mut">{nodes} not predicted.</p>'
    title = f"Your predictions: {score_words(guesses)}"
    return f'<section class="dt card"><div class="head"><h2>{title}</h2></div>{body}</section>'


def hidden_words(tree: Tree, guesses: Sequence[Guess]) -> str:
    """The lead of a step whose answer is hidden (not quoted)."""
    if not guesses:
        return "Look at the rows, say what the tree does here, then reveal it."
    found = [g for g in guesses if g.node in tree.nodes]
    return f"Say what the tree does here, then reveal it. So far: {score_words(found)}."
