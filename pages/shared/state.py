"""What the user has chosen, and its form in the address of the page. No Streamlit here."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from c45 import ALGORITHMS, KNOBS, DataError, ParameterError, Parameters, dataset_names
from c45.compare import LEARNERS
from c45.dataset import KINDS
from c45.exercises import WISHES, Sizes
from c45.exercises.maker import MOST_VARIANTS
from c45.parameters import Knob
from c45.prepare import Step, steps_from_text, steps_to_text
from c45.reading import shown_file_name
from c45.reports import REPORTS
from c45.weaknesses import WEAKNESSES
from pages.shared import carried

#: How the names of a person's own tables begin: ``file:DIGEST:NAME`` of an uploaded one,
#: ``made:DIGEST:NAME`` of one typed in the page.
UPLOAD, MADE = "file:", "made:"

#: What a column of an own table may be read as besides: dates, in an order that is found or said.
DATES = {
    "date": "as found",
    "date dmy": "day, month, year",
    "date mdy": "month, day, year",
    "date ymd": "year, month, day",
}

#: What can be said of how a file is read.
SETTINGS = ("decimal", "encoding", "header", "missing", "separator", "sheet", "skip_rows")

#: The knobs as they stand in the side panel, and C4.5 as it grows, among the learners of a comparison.
AS_SET, UNPRUNED = "as set here", "C4.5 without pruning"
COMPARED = (*LEARNERS, UNPRUNED, AS_SET)
#: The parts of the Evaluate page, in their order.
SECTIONS = ("Folds", "Scores", "Curves", "Two settings", "Grid", "Error curves")

#: Tables of at least this many rows give some to the test; smaller ones are for sums by hand.
ROWS_FOR_A_TEST = 50
USUAL_SHARE = 30

#: No knob is read as more than this from an address; the widgets of a page end at 2**53.
LARGEST = 2**32


@dataclass(frozen=True)
class Order:
    """What an exercise is to be like: the property, the number of the first, how many, and how large."""

    wish: str = "clear_winner"
    seed: int = 1
    variants: int = 1
    sizes: Sizes = field(default_factory=Sizes)


@dataclass(frozen=True)
class AppState:
    """One whole state of the app. Whatever a page shows follows from it.

    dataset: the name of a shipped table, or ``file:DIGEST:NAME`` for an uploaded file, or
        ``made:DIGEST:NAME`` for a table that was typed.
    carried: a typed table itself, packed, where it is small enough to travel in the address.
    target, attributes, kinds: None, None and () where the table's own hold; attributes are the
        kept ones, kinds are pairs of a column and its kind.
    prepare: what is done to the table before growth, in this order.
    share: percent of the rows kept for the test; None is the usual share for the table's size.
    algorithm, parameters: the preset, and the knobs as they stand (perhaps changed since).
    step, node, attribute: where the reader is in the tree, and which attribute is opened.
    row, values: what the Predict page sends down the tree: a row of the table (from 0), or values
        typed in, as pairs of a column and a text.
    present: the layout for a projector.
    reading: what the reader says of an uploaded file, as pairs of a setting and its value.
    pitfall, pitfall_own: the lesson on what goes wrong, and whether it is on the table at hand.
    learners: what the Compare page sets side by side. report: the document on the Reports page.
    section: the part of the Evaluate page that is looked at; "" is the first.
    pruning_step, leaves: which step of the pruning is looked at; nodes made leaves by hand.
    """

    dataset: str = "playtennis_id3"
    target: str | None = None
    attributes: tuple[str, ...] | None = None
    kinds: tuple[tuple[str, str], ...] = ()
    share: int | None = None
    stratified: bool = False
    seed: int = 42
    algorithm: str = "ID3"
    parameters: Parameters = ALGORITHMS["ID3"]
    step: int = 0
    node: int | None = None
    attribute: str | None = None
    row: int | None = None
    values: tuple[tuple[str, str], ...] = ()
    present: bool = False
    pruning_step: int = 0
    leaves: tuple[int, ...] = ()
    reading: tuple[tuple[str, str], ...] = ()
    prepare: tuple[Step, ...] = ()
    carried: str = ""
    exercise: Order = Order()
    learners: tuple[str, ...] = ("C4.5", "CART")
    report: str = "simplified_report"
    pitfall: str = "overfitting"
    pitfall_own: bool = False
    section: str = ""

    @property
    def preset(self) -> Parameters:
        """The knobs as the chosen algorithm sets them."""
        return ALGORITHMS[self.algorithm]

    @property
    def algorithm_words(self) -> str:
        """The algorithm by name, and whether a knob was changed since."""
        return self.algorithm + (", changed" if self.parameters.changed(self.preset) else "")

    @property
    def is_own(self) -> bool:
        """Whether the table is the reader's: uploaded or typed. It never leaves the session."""
        return self.dataset.startswith((UPLOAD, MADE))

    @property
    def is_made(self) -> bool:
        """Whether the table was typed in the page."""
        return self.dataset.startswith(MADE)

    @property
    def own_name(self) -> str:
        """The name of the reader's file or typed table, or "" for a shipped table."""
        return shown_file_name(self.dataset.split(":", 2)[2]) if self.is_own else ""


def opened(dataset: str, before: AppState) -> AppState:
    """The state after another table is chosen: knobs stay, all that belongs to the table goes."""
    return AppState(
        dataset=dataset,
        stratified=before.stratified,
        seed=before.seed,
        algorithm=before.algorithm,
        parameters=before.parameters,
        present=before.present,
        exercise=before.exercise,
        learners=before.learners,
        report=before.report,
        pitfall=before.pitfall,
        pitfall_own=before.pitfall_own,
    )


def held_out(state: AppState, n_rows: int) -> int:
    """Percent of the rows that are kept for the test.

    >>> held_out(AppState(), 14), held_out(AppState(), 178), held_out(AppState(share=20), 14)
    (0, 30, 20)
    """
    if state.share is not None:
        return state.share
    return USUAL_SHARE if n_rows >= ROWS_FOR_A_TEST else 0


def to_query(state: AppState) -> dict[str, str]:
    """The state as it stands in the address: only what differs from a fresh app.

    >>> to_query(AppState(dataset="wine", step=3))
    {'dataset': 'wine', 'step': '4'}
    """
    fresh, query = AppState(), {}
    for name, write in _WRITERS.items():
        value = getattr(state, name)
        if value != getattr(fresh, name):
            query[name] = write(value)
    for name, value in state.parameters.changed(state.preset).items():
        query[name] = _write_knob(value)
    return query


def from_query(query: Mapping[str, str]) -> AppState:
    """Read an address. What cannot be read keeps its default; nothing is raised.

    >>> from_query({"dataset": "wine", "step": "4", "max_depth": "-7"}) == AppState("wine", step=3)
    True
    """
    found: dict[str, Any] = {}
    for name, read in _READERS.items():
        if name in query:
            try:
                found[name] = read(str(query[name]))
            except (ValueError, csv.Error):
                continue
    state = AppState(**found)
    parameters = state.preset
    for name, knob in KNOBS.items():
        if name in query:
            try:
                value = _read_knob(knob, str(query[name]))
                parameters = replace(parameters, **{name: value})
            except (ParameterError, OverflowError):
                continue
    return replace(state, parameters=parameters)


def back_to_the_root(state: AppState) -> AppState:
    """The state where the tree has become another one: nothing that points into it is kept."""
    return replace(
        state, step=0, node=None, attribute=None, row=None, values=(), pruning_step=0, leaves=()
    )


def read_as(state: AppState, columns: tuple[str, ...]) -> AppState:
    """The state without a target or kinds of columns that the table, as read, does not have.

    >>> read_as(AppState(target="Hue"), ("Outlook", "PlayTennis")) == AppState()
    True
    """
    return replace(
        state,
        target=state.target if state.target in columns else None,
        kinds=tuple((c, k) for c, k in state.kinds if c in columns),
    )


def fitted(state: AppState, columns: tuple[str, ...], n_rows: int) -> AppState:
    """The state without what a link says about attributes or rows that the prepared table lacks.

    >>> fitted(AppState(attributes=("Hue",), row=99), ("Outlook", "Wind"), 14) == AppState()
    True
    """
    known = set(columns)
    attributes = state.attributes
    if attributes is not None:
        attributes = tuple(c for c in columns if c in attributes) or None
    return replace(
        state,
        attributes=attributes,
        row=state.row if state.row is not None and state.row < n_rows else None,
        values=tuple((c, v) for c, v in state.values if c in known),
    )


def _whole(text: str, low: int = 0, high: int = 2**32 - 1) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 10):
        raise ValueError(text)
    if not low <= int(text) <= high:
        raise ValueError(text)
    return int(text)


def _percent(text: str) -> int:
    return _whole(text, 0, 90)


def _yes(text: str) -> bool:
    known = {"yes": True, "1": True, "no": False, "0": False}
    return known[text] if text in known else _nothing(text)


def _nothing(text: str):
    raise ValueError(text)


def _one_of(names) -> Any:
    return lambda text: text if text in names else _nothing(text)


def _dataset(text: str) -> str:
    if text.startswith((UPLOAD, MADE)):
        digest, name = text.split(":", 1)[1].split(":", 1)
        return text if digest.isalnum() and name.strip() else _nothing(text)
    return text if text in dataset_names() else _nothing(text)


def _write_list(words: tuple[str, ...]) -> str:
    """Words in one line, as a CSV file has them: names may hold commas."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(words)  # also quotes what holds a line end
    return line.getvalue().removesuffix("\r\n")


def _read_list(text: str) -> tuple[str, ...]:
    rows = list(csv.reader(io.StringIO(text, newline="")))
    return tuple(rows[0]) if len(rows) == 1 and rows[0] else _nothing(text)


def _write_pairs(pairs: tuple[tuple[str, str], ...]) -> str:
    return _write_list(tuple(word for pair in pairs for word in pair))


def _read_pairs(text: str) -> tuple[tuple[str, str], ...]:
    words = _read_list(text)
    return tuple(zip(words[::2], words[1::2])) if len(words) % 2 == 0 else _nothing(text)


def _read_learners(text: str) -> tuple[str, ...]:
    names = _read_list(text)
    known = all(n in COMPARED for n in names) and len(set(names)) == len(names)
    return names if known and 2 <= len(names) <= 4 else _nothing(text)


def _read_kinds(text: str) -> tuple[tuple[str, str], ...]:
    pairs = _read_pairs(text)
    return pairs if all(k in KINDS or k in DATES for _, k in pairs) else _nothing(text)


def _read_settings(text: str) -> tuple[tuple[str, str], ...]:
    pairs = _read_pairs(text)
    known = len(dict(pairs)) == len(pairs) and all(k in SETTINGS for k, _ in pairs)
    return pairs if known and all(0 < len(v) <= 100 for _, v in pairs) else _nothing(text)


def _write_yes(value: bool) -> str:
    return "yes" if value else "no"


def _write_knob(value: Any) -> str:
    if value is None:
        return "none"
    return _write_yes(value) if isinstance(value, bool) else str(value)


def _read_knob(knob: Knob, text: str) -> Any:
    """A word, a switch, none, a whole number or a share: whatever the text looks like."""
    if text == "none" and knob.optional:
        return None
    if knob.choices or not (text.isascii() and len(text) <= 25):
        return text
    if text in ("yes", "no"):
        return text == "yes"
    for kind in (float,) if knob.number else (int, float):
        try:
            return text if kind(text) > LARGEST else kind(text)
        except ValueError:
            continue
    return text


def _order(text: str) -> Order:
    wish, seed, n, *sizes = _read_list(text)
    if wish not in WISHES or len(sizes) != len(fields(Sizes)):
        raise ValueError
    try:
        large = Sizes(*map(_whole, sizes))
    except DataError:
        raise ValueError from None
    return Order(wish, min(_whole(seed), 999_999), min(max(_whole(n), 1), MOST_VARIANTS), large)


_WRITERS = {
    "dataset": str,
    "target": str,
    "attributes": _write_list,
    "kinds": _write_pairs,
    "share": str,
    "stratified": _write_yes,
    "seed": str,
    "algorithm": str,
    "step": lambda step: str(step + 1),  # as the page counts: step 1 of 8
    "node": str,
    "attribute": str,
    "row": lambda row: str(row + 1),  # people count from 1
    "values": _write_pairs,
    "present": _write_yes,
    "reading": _write_pairs,
    "prepare": steps_to_text,
    "carried": str,
    "exercise": lambda order: _write_list(
        [order.wish, *map(str, (order.seed, order.variants, *vars(order.sizes).values()))]
    ),
    "pruning_step": lambda step: str(step + 1),
    "leaves": lambda ids: ".".join(map(str, ids)),
    "learners": _write_list,
    "report": str,
    "pitfall": str,
    "pitfall_own": _write_yes,
    "section": str,
}

_READERS = {
    "dataset": _dataset,
    "target": str,
    "attributes": _read_list,
    "kinds": _read_kinds,
    "share": _percent,
    "stratified": _yes,
    "seed": _whole,
    "algorithm": _one_of(ALGORITHMS),
    "step": lambda text: _whole(text, 1) - 1,
    "node": _whole,
    "attribute": str,
    "row": lambda text: _whole(text, 1) - 1,
    "values": _read_pairs,
    "present": _yes,
    "reading": _read_settings,
    "prepare": steps_from_text,
    "carried": lambda text: text if carried.is_packed(text) else _nothing(text),
    "exercise": _order,
    "pruning_step": lambda text: _whole(text, 1) - 1,
    "section": _one_of(SECTIONS[1:]),
    "leaves": lambda text: tuple(_whole(i) for i in text.split(".")[:1000]),
    "learners": _read_learners,
    "report": _one_of(REPORTS),
    "pitfall": _one_of(WEAKNESSES),
    "pitfall_own": _yes,
}
