"""Everything that takes time, kept: tables, their parts, trees, evaluations, pictures.

The tables that come with the app, and the trees grown from them, are shared by all sessions. What was
uploaded, and all that follows from it, stays in the session of its owner.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from functools import partial, wraps

import numpy as np
import pandas as pd

from c45 import (
    KNOBS,
    DataError,
    Dataset,
    Parameters,
    Predictions,
    Pruning,
    Tree,
    dataset_facts,
    grow,
    load_dataset,
    predict_file,
    prune,
    prune_at,
)
from c45.check import Sheet, sheet
from c45.compare import Comparison, Learner, compare
from c45.dataset import CONTINUOUS
from c45.evaluate import Evaluation, Holdout, evaluate, hold_out
from c45.export.picture import to_svg
from c45.prepare import Step, prepared
from c45.pruning import alpha_path, held_out_rows, subtree_at
from c45.pruning import tree_after as after_steps
from c45.reading import Reading, TypedTable, inspect_table
from c45.reading.limits import MEGABYTE
from c45.reports import REPORTS, Report, SeedRuns, sklearn_seeds
from pages.shared import session
from pages.shared.kept import kept
from pages.shared.state import AppState, held_out

#: A file of fewer bytes than this is read before a progress bar could be seen.
SOON_READ = 2 * MEGABYTE

REDUCED_ERROR = "reduced_error"

_SHARED = {"max_entries": 64, "show_spinner": False}
_OWN = {"max_entries": 16, "show_spinner": False, "scope": "session"}


def table_bytes(value: Dataset | Holdout | Reading) -> int:
    """How much memory the arrays of a table take, or of both its parts."""
    if isinstance(value, Holdout):
        return table_bytes(value.train) + table_bytes(value.test)
    dataset = value.dataset if isinstance(value, Reading) else value
    return sum(a.nbytes for a in (*dataset.columns, dataset.target))


#: Of tables, and of each way they are cut, at most so many bytes are kept.
_TABLES = {"heaviest": 200e6, "weigh": table_bytes}


def _kept_by_owner(function: Callable | None = None, **options) -> Callable:
    """Keep what a function gives: for all where the table is shipped, in its session where it is not.

    The kept function takes the state before its own arguments.
    """
    if function is None:
        return partial(_kept_by_owner, **options)
    everyones, own = kept(**_SHARED | options)(function), kept(**_OWN | options)(function)

    @wraps(function)
    def found(now: AppState, *arguments):
        return (own if now.is_own else everyones)(*arguments)

    return found


class FileNeeded(DataError):
    """A link names an uploaded file that this session does not have."""

    def __init__(self, name: str) -> None:
        super().__init__(f"It was made with the file {name}. Upload that file to open the link.")
        self.name = name


def title(now: AppState) -> str:
    """The name of the table for people."""
    return now.own_name or dataset_facts(now.dataset).title


def read(now: AppState) -> Dataset:
    """The table as it was read, with the chosen target and the chosen kinds.

    Raises DataError; FileNeeded where the file is not in this session.
    """
    if not now.is_own:
        return _shipped(now.dataset, now.target, now.kinds)
    if now.dataset not in session.memory().files:
        if now.is_made:
            raise DataError(
                f"This link is to a typed table, {now.own_name}, that is too large to travel in a "
                "link or was cut off it. Ask for the table as a file, and upload it."
            )
        raise FileNeeded(now.own_name)
    return reading(now).dataset


def reading(now: AppState) -> Reading:
    """A file or a typed table as it was read, with what was decided. Raises DataError."""
    content = session.memory().files[now.dataset]
    read_it = _typed if now.is_made else _uploaded
    return read_it(now.dataset, now.target, now.kinds, now.reading, content)


def source(now: AppState) -> Dataset:
    """The table after the steps that prepare it, with all its columns. Raises DataError."""
    whole = read(now)
    if not now.prepare:
        return whole
    return _prepared(now, whole.digest, now.prepare, whole)


def stump(now: AppState, whole: Dataset, attribute: str) -> Tree:
    """A tree of one question about one attribute, by the knobs as they stand. Raises C45Error."""
    growing = _growing(replace(now.parameters, log_base="2", max_depth=1, max_leaf_nodes=None))
    only = whole.select([attribute])
    return _tree(now, only.digest, growing, only)


def table(now: AppState) -> Dataset:
    """The table with the attributes that are kept."""
    whole = source(now)
    if now.attributes is None:
        return whole
    return _selected(now, whole.digest, now.attributes, whole)


def parts(now: AppState) -> Holdout:
    """The table in two parts, with the numbers of their rows. The test part may be empty.

    Raises DataError where the rows cannot be parted in this way.
    """
    whole = table(now)
    share = held_out(now, whole.n_rows)
    return _parts(now, whole.digest, share, now.stratified, now.seed, whole)


def holdout(now: AppState) -> tuple[Dataset, Dataset | None]:
    """The rows the tree grows from, and the rows it is tested on (None where all rows grow it)."""
    both = parts(now)
    return both.train, both.test if both.test.n_rows else None


def growing_rows(now: AppState) -> np.ndarray:
    """The numbers of the rows, in the table and from 0, that the tree grows from.

    These are the training rows, without those that reduced-error pruning holds out.
    """
    both = parts(now)
    if now.parameters.pruning != REDUCED_ERROR:
        return both.train_rows
    return both.train_rows[~held_out_rows(both.train, now.parameters)]


def grown(now: AppState) -> Tree:
    """The tree as it grew, before any pruning. Raises C45Error."""
    return pruning(now).grown


def pruning(now: AppState) -> Pruning:
    """The tree grown from the training rows, pruned as the knobs say, with the record of it.

    Raises C45Error.
    """
    train, _ = holdout(now)
    # The base of the logarithm only changes what is shown: it must not grow a second tree.
    knobs = replace(now.parameters, log_base="2")
    growing = _growing(knobs)
    if knobs.pruning != REDUCED_ERROR:
        return _pruning(now, train.digest, knobs, _tree(now, train.digest, growing, train), None)
    aside = held_out_rows(train, knobs)
    validation, rest = train.take(np.flatnonzero(aside)), train.take(np.flatnonzero(~aside))
    unpruned = _tree(now, rest.digest, growing, rest)
    return _pruning(now, train.digest, knobs, unpruned, validation)


def _growing(knobs: Parameters) -> Parameters:
    """The knobs that growth looks at: those of pruning stand at their defaults."""
    return replace(knobs, **{k.name: k.default for k in KNOBS.values() if k.group == "prune"})


def tree(now: AppState) -> Tree:
    """The tree that answers: grown, pruned as the knobs say, and by hand. Raises C45Error."""
    done = pruning(now).tree
    by_hand = [i for i in now.leaves if i in done.nodes and not done.nodes[i].is_leaf]
    return prune_at(done, by_hand) if by_hand else done


def tree_after(now: AppState, n_steps: int) -> Tree:
    """The tree as it was after so many steps of its pruning."""
    record = pruning(now)
    knobs = record.tree.parameters
    return _after(now, record.grown.dataset.digest, knobs, n_steps, record)


def errors_at(now: AppState, k: int, cost: str) -> tuple[float, float | None]:
    """The share of rows that the k-th subtree of the alpha path gets wrong: training and test rows."""
    whole = grown(now)
    judged = evaluation_of(now, subtree_at(whole, alpha_path(whole, cost), k))
    train, test = (None if e is None else 1 - e.n_right / e.n for e in judged)
    return train, test


def evaluation(now: AppState) -> tuple[Evaluation, Evaluation | None]:
    """The tree on the rows it grew from, and on the test rows (None where there are none)."""
    return evaluation_of(now, tree(now))


def evaluation_of(now: AppState, judged: Tree) -> tuple[Evaluation, Evaluation | None]:
    """Any tree that grew from these rows, on the rows it grew from and on the test rows."""
    test = holdout(now)[1]
    on_train = evaluation_on(now, judged, judged.dataset)
    return on_train, evaluation_on(now, judged, test) if test else None


def evaluation_on(now: AppState, judged: Tree, rows: Dataset) -> Evaluation:
    """Any tree that grew from these rows, on any rows of the same table."""
    digest = (judged.dataset.digest, judged.parameters, tuple(judged.nodes))
    return _evaluation(now, digest, rows.digest, judged, rows)


def predictions(now: AppState, name: str, content: bytes | str) -> Predictions:
    """A file of rows with the tree's answers. Raises C45Error.

    What stands for a missing value in the reader's own table stands for one in this file too.
    """
    answering = tree(now)
    key = (answering.dataset.digest, answering.parameters, tuple(answering.nodes))
    missing = dict(now.reading).get("missing", "") if now.is_own else ""
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    return _predictions(key, session.name_of(name, data), missing, answering, content)


def working_sheet(
    now: AppState, node_id: int, criterion: str, attributes: tuple[str, ...]
) -> Sheet:
    """The working sheet of a node of the grown tree. Raises C45Error."""
    whole = grown(now)
    key = (whole.dataset.digest, whole.parameters, node_id)
    return _sheet(now, key, criterion, attributes, now.parameters.log_base, whole)


def comparison(now: AppState, learners: tuple[Learner, ...]) -> Comparison:
    """Learners side by side on the rows that are parted as on every page. Raises C45Error.

    Where no rows are kept for a test, all are both: scores are then those of the rows grown from.
    """
    both = parts(now)
    if not both.test.n_rows:
        both = Holdout(both.train, both.train, both.train_rows, both.train_rows)
    return _comparison(now, both.train.digest, both.test.digest, learners, both)


@kept(max_entries=len(REPORTS))
def report(key: str) -> Report:
    """A published document, its figures computed. Its tables are shipped, so it is everyone's."""
    return REPORTS[key]()


@kept(max_entries=1, show_spinner="Growing scikit-learn's trees")
def seed_runs() -> SeedRuns:
    """scikit-learn's tree on the rows of the simplified report, seed by seed."""
    return sklearn_seeds()


def svg(dot: str) -> str:
    """A picture of a text in the DOT language. Raises C45Error where it cannot be drawn."""
    return _svg(dot)


def _with_changes(
    frame: pd.DataFrame, target: str, kinds: dict[str, str], base: Dataset
) -> Dataset:
    """A table with another target or other kinds of columns."""
    frame = frame.copy()
    kept = {a.name: a.kind for a in base.attributes}
    for column, kind in kinds.items():
        if column != target and kind == CONTINUOUS and kept.get(column) != CONTINUOUS:
            frame[column] = frame[column].astype(object)  # categories are text; read them again
    wanted = {**kept, **kinds}
    wanted.pop(target, None)
    return Dataset.from_frame(frame, target=target, kinds=wanted, name=base.name, notes=base.notes)


@kept(**_SHARED)
def _shipped(name: str, target: str | None, kinds: tuple) -> Dataset:
    base = load_dataset(name)
    if target in (None, base.target_name) and not kinds:
        return base
    return _with_changes(base.to_frame(), target or base.target_name, dict(kinds), base)


@kept(**_OWN | _TABLES)
def _uploaded(name: str, target: str | None, kinds: tuple, said: tuple, _content: bytes) -> Reading:
    settings: dict = dict(said)
    if "header" in settings:
        settings["header"] = None if settings["header"] == "none" else _number(settings["header"])
    if "skip_rows" in settings:
        settings["skip_rows"] = _number(settings["skip_rows"])
    if "missing" in settings:
        settings["missing"] = settings["missing"].split()
    settings |= {"name": name.split(":", 2)[2], "target": target, "kinds": dict(kinds)}
    if len(_content) < SOON_READ:
        return inspect_table(_content, **settings)
    with session.progress_bar("Reading the file") as progress:
        return inspect_table(_content, progress=progress, **settings)


@kept(**_OWN | _TABLES)
def _typed(name: str, target: str | None, kinds: tuple, said: tuple, _content: bytes) -> Reading:
    typed = TypedTable.from_text(_content.decode())
    own_name = name.split(":", 2)[2]
    return typed.read(
        target=target, kinds=dict(kinds), decimal=dict(said).get("decimal"), name=own_name
    )


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise DataError(f"The link asks for line {text[:20]!r} of the file, which is no number.")
    return int(text)


@_kept_by_owner(**_TABLES)
def _prepared(digest: str, steps: tuple[Step, ...], _whole: Dataset) -> Dataset:
    return prepared(_whole, steps)


@_kept_by_owner(**_TABLES)
def _selected(digest: str, attributes: tuple[str, ...], _whole: Dataset) -> Dataset:
    return _whole.select(attributes)


@_kept_by_owner(**_TABLES)
def _parts(digest: str, share: int, stratified: bool, seed: int, _whole: Dataset) -> Holdout:
    if not share:
        every = np.arange(_whole.n_rows)
        return Holdout(_whole, _whole.take(every[:0]), every, every[:0])
    return hold_out(_whole, share / 100, stratified=stratified, random_state=seed)


@_kept_by_owner(show_spinner="Growing the tree")
def _tree(digest: str, parameters: Parameters, _train: Dataset) -> Tree:
    return grow(_train, parameters)


@_kept_by_owner
def _pruning(
    digest: str, parameters: Parameters, _grown_tree: Tree, _validation: Dataset | None
) -> Pruning:
    return prune(_grown_tree, parameters, validation=_validation)


@_kept_by_owner
def _after(digest: str, parameters: Parameters, n_steps: int, _record: Pruning) -> Tree:
    return after_steps(_record, n_steps)


@_kept_by_owner
def _evaluation(tree_key: tuple, digest: str, _tree: Tree, _rows: Dataset) -> Evaluation:
    return evaluate(_tree, _rows)


@kept(**_OWN | {"max_entries": 4, "show_spinner": "Reading the file"})
def _predictions(
    tree_key: tuple, file: str, missing: str, _tree: Tree, _content: bytes | str
) -> Predictions:
    source = io.StringIO(_content) if isinstance(_content, str) else _content
    name = file.split(":", 2)[2]
    return predict_file(_tree, source, name=name, missing=missing.split() or None)


@_kept_by_owner(max_entries=8, show_spinner="Growing the trees")
def _comparison(
    train: str, test: str, learners: tuple[Learner, ...], _parts_of: Holdout
) -> Comparison:
    return compare(_parts_of, learners)


@_kept_by_owner
def _sheet(
    key: tuple, criterion: str, attributes: tuple[str, ...], log_base: str, _tree: Tree
) -> Sheet:
    return sheet(_tree, key[-1], criterion=criterion, attributes=attributes, log_base=log_base)


@kept(max_entries=1024, heaviest=32e6, weigh=len)
def _svg(dot: str) -> str:
    return to_svg(dot)
