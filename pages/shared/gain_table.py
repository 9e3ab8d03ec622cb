"""The table of attributes: the best split of every attribute at a node, judged side by side.

Pure: an HTML text out of a node's record. Every word from the data is quoted.
"""

from __future__ import annotations

from dataclasses import dataclass

from c45.candidates import NodeReport, SplitCandidate
from c45.notation import UNDEFINED, count, listed, plural, rounded, shown
from c45.parameters import Parameters
from c45.splits import MultiwaySplit
from pages.shared.theme import chip, escape, icon

#: So many attributes are listed before the others are folded away behind a button.
LISTED = 8

#: Beyond so many, attributes are not in the table at all: the page offers a list of their names.
MOST_ATTRIBUTES = 100

BELOW_AVERAGE = "below average"

SCORE_WORDS = {
    "information_gain": "gain",
    "gain_ratio": "gain ratio",
    "gini": "Gini drop",
}


@dataclass(frozen=True)
class Verdict:
    """What became of a candidate: its look (a CSS class and a sign), and the words."""

    look: str
    sign: str
    words: str


def verdict(candidate: SplitCandidate, report: NodeReport, parameters: Parameters) -> Verdict:
    """What became of one candidate in the comparison, in at most three words."""
    chosen = report.chosen
    if chosen is not None and candidate == chosen:
        by_hand = candidate not in report.candidates
        return Verdict("win", "check", "picked by hand" if by_hand else "chosen")
    if candidate.rejected:
        if parameters.average_gain_rule and "below the average" in candidate.rejected:
            return Verdict("low", "down", BELOW_AVERAGE)
        return Verdict("low", "down", "not allowed")
    if candidate.attribute in report.tied:
        kept = {"first": "tie, first kept", "random": "tie, other drawn"}
        return Verdict("tie", "eq", kept.get(parameters.tie_rule, "tie, last kept"))
    words = SCORE_WORDS[parameters.criterion]
    if chosen is None or chosen not in report.candidates:
        return Verdict("no", "", f"{words} {shown(candidate.score)}")
    return Verdict("no", "", f"lower {words}" if words != "Gini drop" else "lower drop")


def ranked(report: NodeReport) -> list[SplitCandidate]:
    """The candidates that offer a split, best score first: the chosen one, then those that may
    compete, then those below the average gain, then those that are not allowed. Equal scores keep the
    order of the table's columns."""
    able = [c for c in report.candidates if c.split is not None]
    if report.chosen is not None and report.chosen not in able:
        able.append(report.chosen)
    return sorted(
        able,
        key=lambda c: (
            c != report.chosen,
            bool(c.rejected),
            "below the average" not in c.rejected,
            -c.score,
        ),
    )


def margin(ahead: float, behind: float) -> tuple[str, str, str]:
    """Two scores and their difference, with as many places as the difference needs to come out right.

    Where six are not enough (1/3 - 5/18), three places and no difference.

    >>> margin(0.24675, 0.15184)
    ('0.247', '0.152', '0.095')
    >>> margin(0.2746, 0.1504)  # 0.275 - 0.150 would be 0.125
    ('0.2746', '0.1504', '0.1242')
    >>> margin(1 / 3, 5 / 18)
    ('0.333', '0.278', '')
    """
    for places in (3, 4, 5, 6):
        if rounded(ahead, places) - rounded(behind, places) == rounded(ahead - behind, places):
            return shown(ahead, places), shown(behind, places), shown(ahead - behind, places)
    return shown(ahead), shown(behind), ""


def lead_words(report: NodeReport, parameters: Parameters, scale: float, unit: str) -> str:
    """Which attribute wins, and by how much over the second, as one sentence (not quoted)."""
    chosen = report.chosen
    if chosen is None:
        return ""
    second = report.runner_up
    if chosen not in report.candidates:
        best = max(
            (c for c in report.candidates if not c.rejected), key=lambda c: c.score, default=None
        )
        if best is None or best.split is None:
            return f"{chosen.attribute} was picked by hand."
        return (
            f"{chosen.attribute} was picked by hand. The largest score is that of {best.attribute}."
        )
    if second is None:
        return f"{chosen.attribute} is the only one that may be asked."
    factor = scale if parameters.criterion == "information_gain" else 1.0
    tail = f" {unit}" if parameters.criterion == "information_gain" else ""
    ahead, behind, by = margin(chosen.score * factor, second.score * factor)
    if second.attribute in report.tied:
        return f"{chosen.attribute} ties with {listed(report.tied)} at {ahead}{tail}."
    if not by:
        return f"{chosen.attribute} wins with {ahead}{tail} over {second.attribute} with {behind}."
    if len(ahead) == len(shown(chosen.score * factor)):
        return f"{chosen.attribute} wins by {by}{tail} over {second.attribute}."
    return (
        f"{chosen.attribute} wins by {by}{tail} over {second.attribute} ({ahead} against {behind})."
    )


def other_choices(report: NodeReport, criterion: str) -> dict[str, SplitCandidate]:
    """What the criteria that do not decide here would choose, where that is another split."""
    chosen = report.choices.get(criterion)
    return {
        name: c
        for name, c in report.choices.items()
        if name != criterion and c is not None and (chosen is None or c.split != chosen.split)
    }


def choices_words(report: NodeReport, criterion: str) -> str:
    """Whether the three criteria agree here, as one sentence (not quoted)."""
    if report.choices.get(criterion) is None:
        return ""
    others = other_choices(report, criterion)
    if not others:
        return "All three criteria choose this split."
    parts = []
    for name, c in others.items():
        cut = "" if isinstance(c.split, MultiwaySplit) else f" {c.split.condition(0)}"
        parts.append(f"{_LONG[name]} would choose {c.attribute}{cut}")
    return f"{listed(parts)}."


_LONG = {
    "information_gain": "Information gain",
    "gain_ratio": "Gain ratio",
    "gini": "The Gini index",
}


def gain_table(
    report: NodeReport,
    parameters: Parameters,
    *,
    opened: str,
    scale: float = 1.0,
    unit: str = "bits",
) -> str:
    """The table of attributes as HTML. Clicks on ``data-pick`` say which attribute to open.

    opened: the attribute whose working is shown below. scale, unit: as entropies are shown.
    """
    rows = ranked(report)
    gini = parameters.criterion == "gini"
    columns = _columns(parameters.criterion, unit)
    others = other_choices(report, parameters.criterion)
    with_cut = any(not isinstance(c.split, MultiwaySplit) for c in rows)
    top = max((c.score for c in rows), default=0.0) or 1.0
    tick = None
    if parameters.average_gain_rule and parameters.criterion == "gain_ratio":
        tick = report.average_gain
    body = []
    averaged = False
    listed_names: set[str] = set()
    shown_rows = rows
    if len(rows) > MOST_ATTRIBUTES:
        shown_rows = [
            *rows[:MOST_ATTRIBUTES],
            *(c for c in rows[MOST_ATTRIBUTES:] if c.attribute == opened),
        ]
    for position, c in enumerate(shown_rows):
        again = c.attribute in listed_names
        listed_names.add(c.attribute)
        is_open = c.attribute == opened and not again
        v = verdict(c, report, parameters)
        pill = chip(v.words, v.look, v.sign)
        why = ""
        if v.words == "not allowed":
            why = f'<p class="why">{escape(_sentence(c.rejected))}.</p>'
        name = (
            f'<button type="button" class="pick" data-pick="{escape(c.attribute)}" '
            f'aria-expanded="{str(is_open).lower()}">{icon("chev")}'
            f'<span title="{escape(c.attribute)}">{escape(c.attribute)}</span></button>'
        )
        cut = "" if isinstance(c.split, MultiwaySplit) else escape(c.split.condition(0))
        side = "".join(f'<span class="side">{w}</span>' for w in side_words(c, scale, unit))
        cells = [
            f'<th scope="row">{name}'
            + (f'<span class="cut2">{cut}</span>' if with_cut and cut else "")
            + f'{side}<span class="more">{pill}</span></th>'
        ]
        if with_cut:
            cells.append(f'<td class="cut" title="{cut}">{cut or UNDEFINED}</td>')
        for key, _, css in columns:
            flag = ""
            if key in others and others[key].attribute == c.attribute:
                says = escape(_flag_words(key, others[key], scale, unit))
                flag = f'<span class="flag" role="img" aria-label="{says}" title="{says}"></span>'
            text = _cell(key, c, scale)
            if key == parameters.criterion:
                share = 100 * min(max(c.score / top, 0.0), 1.0)
                text = (
                    f'<div class="gain"><div class="track"><i style="width:{share:.1f}%"></i></div>'
                    f"<span>{text}</span></div>"
                )
            cells.append(f'<td class="{css}">{flag}{text}</td>')
        cells.append(f'<td class="vd">{pill}</td>')
        folded = " rest" if position >= LISTED and not is_open and v.look != "win" else ""
        if tick is not None and not averaged and v.words == BELOW_AVERAGE:
            averaged = True
            words = f"Average gain {shown(tick * scale)} {unit}. Below it: not considered."
            body.append(f'<tr class="average"><td colspan="{len(cells)}">{escape(words)}</td></tr>')
        body.append(f'<tr class="{v.look}{folded}">{"".join(cells)}</tr>')
        if why:
            body.append(f'<tr class="reason{folded}"><td colspan="{len(cells)}">{why}</td></tr>')
    head = ['<th scope="col">Attribute</th>']
    if with_cut:
        head.append('<th scope="col" class="cut">Split</th>')
    head += [f'<th scope="col" class="{css}">{escape(label)}</th>' for _, label, css in columns]
    head.append('<th scope="col" class="vd">Verdict</th>')
    n_folded = sum(" rest" in row[:20] for row in body if not row.startswith('<tr class="reason'))
    fold = ""
    if n_folded:
        words = f"Show {plural(n_folded, 'more attribute')}"
        fold = f'<button type="button" class="fold" data-fold>{words}</button>'
    left_out = len(rows) - len(shown_rows)
    if left_out:
        fold += f'<p class="mut small">{left_out:,} more attributes, with lower scores, are in the list below.</p>'
    notes = [
        lead_words(report, parameters, scale, unit),
        choices_words(report, parameters.criterion),
    ]
    if tick is not None and not averaged:
        notes.append(f"Average gain {shown(tick * scale)} {unit}.")
    mark = '<span class="flag" aria-hidden="true"></span>' if others else ""
    note = "".join(
        f"<span>{mark if i == 1 else ''}{escape(n)}</span> " for i, n in enumerate(notes) if n
    )
    return (
        '<section class="dt card attrs" aria-label="Table of attributes">'
        f'<div class="head"><h2>{"Which attribute lowers the Gini index most?" if gini else "Which attribute tells us most?"}</h2>'
        f'<p class="mut small">{note}</p></div>'
        f'<div class="scroll"><table><thead><tr>{"".join(head)}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table></div>{fold}{_nothing_to_ask(report)}</section>"
    )


def side_words(c: SplitCandidate, scale: float, unit: str) -> list[str]:
    """What C4.5 takes into account beside the counts: rows without a value, and the penalty."""
    words = []
    if c.n_missing:
        n = c.n_known + c.n_missing
        words.append(f"{count(c.n_known)} of {plural(n, 'row')} known")
    if c.penalty:
        words.append(f"penalty {shown(c.penalty * scale)} {unit} off")
    return words


def _columns(criterion: str, unit: str) -> list[tuple[str, str, str]]:
    """Key, heading and CSS class of the columns of numbers; the one that decides has the bar."""
    gain, ratio, drop = (
        ("information_gain", f"Gain, {unit}"),
        ("gain_ratio", "Gain ratio"),
        ("gini", "Gini drop"),
    )
    after = (
        ("gini_after", "Gini after") if criterion == "gini" else ("entropy_after", "Entropy after")
    )
    order = {
        "information_gain": [after, gain, ("split_info", "Split info"), ratio, drop],
        "gain_ratio": [after, gain, ("split_info", "Split info"), ratio, drop],
        "gini": [after, drop, gain, ("split_info", "Split info"), ratio],
    }[criterion]
    return [(key, label, "gcol" if key == criterion else "opt") for key, label in order]


def _cell(key: str, c: SplitCandidate, scale: float) -> str:
    if key == "gain_ratio":
        return shown(c.gain_ratio) if c.split_info > 0 else UNDEFINED
    if key == "gini":
        return shown(c.gini_gain)
    if key == "gini_after":
        return shown(c.gini_after)
    if key == "information_gain":
        return shown(c.score_by("information_gain") * scale)
    return shown(getattr(c, key) * scale)


def _flag_words(criterion: str, c: SplitCandidate, scale: float, unit: str) -> str:
    factor = scale if criterion == "information_gain" else 1.0
    tail = f" {unit}" if criterion == "information_gain" else ""
    return (
        f"{_LONG[criterion]} would choose {c.split.question()}: "
        f"{shown(c.score_by(criterion) * factor)}{tail}"
    )


def _sentence(reason: str) -> str:
    return reason[:1].upper() + reason[1:] if reason else ""


def _first(names: list[str], most: int = 30) -> str:
    """Names in a sentence; of very many the first ones.

    >>> _first(["a", "b"]), _first(list("abcde"), most=3)
    ('a and b', 'a, b, c and 2 more')
    """
    if len(names) <= most:
        return listed(names)
    return f"{', '.join(names[:most])} and {len(names) - most:,} more"


def _nothing_to_ask(report: NodeReport) -> str:
    """The attributes that offer no split here, and why, gathered by reason."""
    reasons: dict[str, list[str]] = {}
    for c in report.candidates:
        if c.split is None:
            reasons.setdefault(c.rejected, []).append(c.attribute)
    if not reasons:
        return ""
    parts = [f"{_first(names)} ({why})" for why, names in reasons.items()]
    return f'<p class="mut small">Nothing to ask: {escape("; ".join(parts))}.</p>'
