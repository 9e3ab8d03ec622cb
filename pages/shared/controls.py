"""The knobs, in one place and the same on every page. Words and bounds come from ``c45.KNOBS``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from c45 import ALGORITHMS, KNOBS, ParameterError, Parameters
from c45.notation import plain
from c45.parameters import Knob
from pages.shared import session, theme
from pages.shared.state import AppState

#: Groups of knobs below the main ones, in order.
GROUPS = {
    "stop": "When to stop",
    "splits": "How to split",
    "ties": "Ties and chance",
    "c45": "Rules of C4.5",
    "prune": "Pruning",
    "show": "Numbers shown",
}

#: The least share of the rows a widget takes, in percent.
LEAST = 0.001

ROWS, SHARE = "rows", "% of rows"


def knobs(now: AppState) -> AppState:
    """Draw every knob as the state has it, and give the state as the reader has set them."""
    before = now.parameters
    session.fill("algorithm", now.algorithm)
    algorithm = st.selectbox(
        "Algorithm",
        list(ALGORITHMS),
        key="algorithm",
        help="Sets all knobs at once, as this algorithm has them. Each can be changed afterwards.",
    )
    again = algorithm != now.algorithm or session.take_wish("reset")
    if again:
        now = replace(now, algorithm=algorithm, parameters=ALGORITHMS[algorithm])
    changes = st.container()
    values = {name: getattr(now.parameters, name) for name in KNOBS}
    values |= {name: _draw(name, now, again) for name in _in_group("main")}
    for group in GROUPS:
        with st.expander(GROUPS[group]):
            values |= {name: _draw(name, now, again) for name in _in_group(group)}
    try:
        now = replace(now, parameters=Parameters(**values))
    except ParameterError as error:
        st.error(str(error))
    if now.parameters != before:
        now = replace(now, leaves=(), pruning_step=0)  # ids of another tree
    changed = now.parameters.changed(now.preset)
    if changed:
        with changes:
            words = "; ".join(
                f"{KNOBS[k].label}: {value_words(KNOBS[k], v)}" for k, v in changed.items()
            )
            st.html(theme.note(f"{now.algorithm}, changed.", f"{words}."))
            st.button(
                "Reset the knobs",
                key="reset",
                on_click=session.wish,
                args=("reset",),
                width="stretch",
            )
    return now


def value_words(knob: Knob, value: Any) -> str:
    """The value of a knob in words; a share in percent.

    >>> value_words(KNOBS["min_samples_leaf"], 0.05), value_words(KNOBS["max_depth"], None)
    ('5% of the rows', 'no limit')
    """
    if knob.share is not None and isinstance(value, float):
        return f"{plain(round(value * 100, 9))}% of the rows"
    return knob.words(value)


def set_knobs(values: dict[str, Any]) -> None:
    """Set knobs from a button of a page, before any widget is made; the side panel follows."""
    state = session.memory().state
    for name, value in values.items():
        knob, key = KNOBS[name], f"knob_{name}"
        if knob.share is not None:
            is_share = isinstance(value, float)
            session.fill(f"{key}_unit", SHARE if is_share else ROWS, again=True)
            key, value = (f"{key}_share", value * 100) if is_share else (key, value)
        elif knob.optional:
            session.fill(f"{key}_free", value is None, again=True)
        if value is not None:
            session.fill(key, value, again=True)
    parameters = replace(state.parameters, **values)
    session.keep(replace(state, parameters=parameters, pruning_step=0, leaves=()))


def _in_group(group: str) -> list[str]:
    return [name for name, knob in KNOBS.items() if knob.group == group]


def _draw(name: str, now: AppState, again: bool) -> Any:
    """One knob as a widget, and its value."""
    knob, value, key = KNOBS[name], getattr(now.parameters, name), f"knob_{name}"
    words = f"{knob.help} Source: {knob.source}." if knob.source else knob.help
    if knob.choices:
        session.fill(key, value, again=again)
        return st.selectbox(
            knob.label, list(knob.choices), key=key, format_func=knob.choices.get, help=words
        )
    if knob.is_switch:
        session.fill(key, value, again=again)
        return st.toggle(knob.label, key=key, help=words)
    if knob.number:
        session.fill(key, float(value), again=again)
        return st.number_input(
            knob.label,
            min_value=float(knob.low),
            max_value=None if knob.high == float("inf") else float(knob.high),
            step=0.01,
            format="%g",
            key=key,
            help=words,
        )
    if knob.share is not None:
        return _count_or_share(knob, value, key, words, again)
    if knob.optional:
        return _with_limit(knob, value, key, words, again)
    session.fill(key, value, again=again)
    high = None if knob.high == float("inf") else int(knob.high)
    return st.number_input(
        knob.label, min_value=int(knob.low), max_value=high, step=1, key=key, help=words
    )


def _with_limit(knob, value, key: str, words: str, again: bool) -> int | None:
    """A slider with a switch above it for None."""
    session.fill(f"{key}_free", value is None, again=again)
    if st.toggle(f"{knob.label}: {knob.none_words}", key=f"{key}_free", help=words):
        return None
    usual = max(int(knob.low), 3)
    session.fill(key, usual if value is None else value, again=again)
    high = max(knob.soft_high, session.value_of(key, usual))
    return st.slider(knob.label, int(knob.low), high, key=key, label_visibility="collapsed")


def _count_or_share(knob, value, key: str, words: str, again: bool) -> int | float:
    """A number of rows, or a share of them."""
    is_share = isinstance(value, float)
    session.fill(f"{key}_unit", SHARE if is_share else ROWS, again=again)
    with st.container(key=f"{key}_counted"):
        left, right = st.columns(2, vertical_alignment="bottom")
    unit = right.selectbox(
        f"{knob.label}, counted in", [ROWS, SHARE], key=f"{key}_unit", label_visibility="collapsed"
    )
    with left:
        if unit == ROWS:
            session.fill(key, int(knob.low) if is_share else value, again=again)
            return st.number_input(knob.label, min_value=int(knob.low), step=1, key=key, help=words)
        session.fill(
            f"{key}_share", max(round(value * 100, 9), LEAST) if is_share else 5.0, again=again
        )
        percent = st.number_input(
            knob.label,
            min_value=LEAST,
            max_value=100.0 * knob.share,
            step=1.0,
            format="%g",
            key=f"{key}_share",
            help=words,
        )
        return percent / 100
