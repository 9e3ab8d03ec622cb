"""The panels of the Reports page: printed figures beside ours, seeds, the broken search. No Streamlit."""

from __future__ import annotations

import pandas as pd

from c45.notation import listed, shown
from c45.reports import Part, Report, SearchLesson, SeedRuns
from pages.shared.theme import card, chip, escape, sentences, table


def part(of: Part) -> str:
    """The figures under one heading: as printed, as computed here, and why they differ."""
    rows = ""
    for f in of.figures:
        # The verdict stands with the words and not in a column that a phone would cut off.
        verdict = chip("agrees", "tie", "check") if f.agrees else chip("differs", "wrong", "cross")
        why = f'<p class="mut small">{escape(f.why)}</p>' if f.why else ""
        cells = "".join(
            f'<td style="white-space:normal;overflow-wrap:anywhere">{escape(words)}</td>'
            for words in (f.printed, f.ours)
        )
        rows += f'<tr><th scope="row"><span>{escape(f.what)}</span> {verdict}{why}</th>{cells}</tr>'
    head = "".join(
        f'<th scope="col" style="width:{width}">{name}</th>'
        for name, width in (("Figure", "46%"), ("Printed", "27%"), ("Computed", "27%"))
    )
    body = (
        f'<table style="table-layout:fixed"><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )
    return card(of.title, body, of.about)


def lessons(report: Report) -> str:
    """What is wrong in the document, and why."""
    return card("What to learn from it", sentences(report.lessons))


def seeds(found: SeedRuns) -> str:
    """scikit-learn's accuracy on the same rows, seed by seed."""
    rows = [
        (
            str(run.random_state),
            shown(run.accuracy),
            str([list(row) for row in run.confusion]),
            "yes" if run.as_printed else "no",
        )
        for run in found.runs
    ]
    head = ("random_state", "Accuracy", "Confusion table", "As printed")
    words = f"<p>{escape(found.sentence)}</p>"
    return card("Its comparison with scikit-learn, seed by seed", words + table(head, rows))


def setting(changes) -> str:
    return listed(f"{n} {'no limit' if v is None else v}" for n, v in changes.items())


def search(found: SearchLesson) -> str:
    """What the broken cross-validation picks with each seed, and what a sound one says of it."""
    rows = []
    for p in found.picks:
        cell = found.sound.cell(**p.changes)
        sound = shown(cell.result.mean) if cell is not None else "–"
        rows.append((str(p.seed), setting(p.changes), shown(p.claimed), sound))
    head = ("Seed", "Its pick", "It claims", "On sound folds")
    body = sentences(found.sentences) + (table(head, rows, left={1}) if rows else "")
    return card("Its cross-validation, done again", body)


def as_table(report: Report) -> pd.DataFrame:
    """Every figure of a document, a row each, for a download."""
    return pd.DataFrame(
        [
            (p.title, f.what, f.printed, f.ours, "yes" if f.agrees else "no", f.why)
            for p in report.parts
            for f in p.figures
        ],
        columns=["part", "figure", "printed", "computed", "agrees", "why"],
    )
