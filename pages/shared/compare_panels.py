"""The panels of the Compare page: scores side by side, and where trees part. No Streamlit."""

from __future__ import annotations

import pandas as pd

from c45 import Dataset
from c45.compare import Comparison, Difference
from c45.notation import count, plural, shown
from c45.predict import value_words
from pages.shared.theme import card, escape, sentences, table

#: What makes two trees differ, in words.
CAUSES = {
    "criterion": "another criterion",
    "tie": "a tie",
    "penalty": "a penalty",
    "pruning": "pruning",
    "threshold": "the number written down for a threshold",
    "stopping": "when to stop",
    "answer": "equally frequent classes",
    "rows": "other rows",
    "several": "several knobs together",
}


def accuracy(value: float | None) -> str:
    return "–" if value is None else shown(value)


def scores(found: Comparison, tested: bool) -> str:
    """Size and scores of each learner, and the majority class beside them."""
    head = ["Learner", "Leaves", "Depth", "Training"]
    rows = []
    for c in found.learners:
        cells = [c.name, str(c.tree.n_leaves), str(c.tree.depth), accuracy(c.train.accuracy)]
        if tested:
            cells += [accuracy(c.test.accuracy), f"{count(c.test.n_right)} of {count(c.test.n)}"]
        rows.append(cells)
    base = found.baseline
    always = ["Majority class", "1", "0", "–" if tested else accuracy(base.accuracy)]
    if tested:
        head += ["Test", "Right"]
        always += [accuracy(base.accuracy), f"{count(base.n_right)} of {count(base.n)}"]
    return card("Sizes and accuracy", table(head, [*rows, always]))


def cause(difference: Difference) -> str:
    """Why, in a few words: the knob's own name where it has no plainer one."""
    return CAUSES.get(difference.cause, difference.cause.replace("_", " "))


def parting(found: Comparison, i: int, j: int) -> str:
    """Where two of the trees first differ, and why."""
    a, b = found.learners[i].name, found.learners[j].name
    title = f"{a} and {b}"
    first = found.first_difference(i, j)
    if first is None:
        return card(title, "<p>The two trees are the same.</p>", "no difference")
    words = f"<p>{escape(first.sentence)}</p>"
    if first.knobs:
        words += f'<p class="mut small">Made by: {escape(", ".join(first.knobs))}</p>'
    return card(title, words, cause(first))


def every_difference(found: Comparison, i: int, j: int, most: int = 20) -> str:
    """All places where two trees part with the same rows, nearest the root first."""
    apart = found.differences[i, j]
    lines = [f"{d.place or 'First question'}: {d.sentence}" for d in apart[:most]]
    if len(apart) > most:
        lines.append(f"And {plural(len(apart) - most, 'more place', 'more places')}.")
    return f'<div class="dt">{sentences(lines)}</div>'


def disagreements(found: Comparison, table: Dataset) -> pd.DataFrame:
    """The rows that are answered differently: number, class, each answer, then the values."""
    answers = {
        f"{k + 1} {c.name}": [d.answers[k] for d in found.disagreements]
        for k, c in enumerate(found.learners)
    }
    frame = pd.DataFrame(
        {
            "row": [d.row + 1 for d in found.disagreements],
            f"true {table.target_name}": [d.true for d in found.disagreements],
            **answers,
        }
    )
    for a, column in zip(table.attributes, table.columns):
        name = a.name if a.name not in frame else f"{a.name} (value)"
        frame[name] = [value_words(a, column[d.row]) for d in found.disagreements]
    return frame
