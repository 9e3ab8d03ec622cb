"""The sections of Evaluate that grow many trees: folds, two settings, a grid, curves over size.

Each runs beside the page, shows how far it is, and keeps what is done when it is stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from c45 import ALGORITHMS, KNOBS, Parameters
from c45.cross_validation import (
    FOLD_KINDS,
    SCORES,
    CrossValidation,
    Folds,
    compare_settings,
    cross_validate,
    make_folds,
)
from c45.curves import OVER, curve_over
from c45.evaluate import baseline
from c45.export import to_dot
from c45.grid import axes_in_words, n_settings, search_grid
from c45.notation import plural
from pages.shared import cached, controls, session, theme, tree_view, views
from pages.shared import evaluate_panels as panels
from pages.shared.evaluate_scores import PLOT, save
from pages.shared.job import Job
from pages.shared.state import AppState

HOLD_OUT = "hold-out"

#: Seconds between two looks at how far a job is.
LOOK = 0.15

#: Trees in one run, at most: more than this is hours, not a lesson.
MOST_TREES = 20_000


def run(name: str, key: tuple, n_trees: int, work: Callable[..., Any]) -> Any:
    """The result of a job that the reader starts, with its progress and its stop; None before.

    n_trees: how many it grows, 0 where that is only known when it runs.
    """
    jobs = session.memory().jobs
    job = jobs.get(name)
    if job is not None and job.key != key:
        job.stop()
        job = jobs.pop(name) and None
    if n_trees > MOST_TREES:
        words = (
            f"These are {n_trees:,} trees, more than {MOST_TREES:,}. Take fewer folds or settings."
        )
        st.html(panels.refused(words))
        return None

    def start() -> None:
        jobs[name] = Job(key, work)

    def stop() -> None:
        if name in jobs:
            jobs[name].stop()

    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        running = job is not None and job.running
        st.button(
            "Run again" if job else f"Run {plural(n_trees, 'tree')}" if n_trees else "Run",
            key=f"run_{name}",
            type="primary",
            on_click=start,
            disabled=running,
        )
        st.button("Stop", key=f"stop_{name}", on_click=stop, disabled=not running)
    if job is None:
        return None
    if running:
        bar = st.progress(0.0, "Growing")
        while not job.wait(LOOK):
            share = job.done / job.total if job.total else 0.0
            bar.progress(min(share, 1.0), _so_far(job, n_trees))
        st.rerun()
    job.wait(0)
    if job.refused:
        st.html(panels.refused(job.refused))
    elif job.stopped:
        words = f"{_so_far(job, n_trees)} are done; what follows is from them."
        if name == "grid":
            words += " A setting that is not finished does not count."
        st.html(theme.note("Stopped.", words))
    return job.result


def _so_far(job: Job, n_trees: int) -> str:
    total = job.total or n_trees
    return f"{job.done} of {plural(total, 'tree')}" if total else "0 trees"


def choose_folds(now: AppState, key: str, *, kinds=tuple(FOLD_KINDS)) -> tuple[str, int, int, str]:
    """The kind of folds, how many, how many rounds, and the score. A change is another job."""
    words = {**FOLD_KINDS, HOLD_OUT: HOLD_OUT}
    a, b, c, d = st.columns([2, 1, 1, 1.5], vertical_alignment="bottom")
    kind = a.selectbox("Test by", kinds, format_func=words.get, key=f"{key}_kind")
    k, repeats = 10, 10
    if kind in ("stratified", "repeated"):
        k = b.number_input("Folds", 2, 100, 10, key=f"{key}_k")
    if kind == "repeated":
        repeats = c.number_input("Rounds", 2, 100, 3, key=f"{key}_repeats")
    score = "accuracy"
    if kind != HOLD_OUT:
        choices = ["accuracy"] if kind == "leave_one_out" else list(SCORES)
        score = d.selectbox("Score", choices, key=f"{key}_score")
    return kind, int(k), int(repeats), score


def _folds(now: AppState, kind: str, k: int, repeats: int) -> Folds:
    return make_folds(cached.table(now), kind, k=k, repeats=repeats, random_state=now.seed)


def folds(now: AppState) -> None:
    """Hold-out, or every row tested once; mean, spread, each fold, the baseline beside."""
    kind, k, repeats, score = choose_folds(now, "folds", kinds=(*FOLD_KINDS, HOLD_OUT))
    if kind == HOLD_OUT:
        hold_out(now)
        return
    table = cached.table(now)
    parts = _folds(now, kind, k, repeats)
    st.html(theme.note("", parts.sentence))
    key = (table.digest, now.parameters, kind, k, repeats, now.seed, score)

    def work(progress, stop):
        found = cross_validate(
            table, now.parameters, parts, score=score, progress=progress, stop=stop
        )
        # The baseline is one leaf a fold, so it is not worth stopping.
        return found, cross_validate(table, Parameters(max_depth=0), parts, score=score)

    result = run("folds", key, len(parts), work)
    if result is None:
        return
    found, least = result
    least = _as_far_as(found, least)
    st.html(theme.tiles(panels.mean_tiles(found, least)))
    st.html(theme.block(theme.sentences(found.notes)))
    frame = panels.fold_frame(found, least)
    if len(frame):
        st.dataframe(
            panels.folds_shown(frame, score), hide_index=True, height=380, alt="Each fold's result"
        )
        save("Folds as CSV", frame, "folds.csv")


def _as_far_as(found: CrossValidation, least: CrossValidation) -> CrossValidation:
    """The baseline on the folds that were done, so that a stopped run is compared with its like."""
    return replace(least, results=least.results[: len(found.results)])


def hold_out(now: AppState) -> None:
    """The test rows that the app holds back, once."""
    train, test = cached.holdout(now)
    if test is None:
        words = "All rows grow the tree. Hold some back on the Data page, or choose folds."
        st.html(theme.empty("No rows are held back.", words))
        return
    judged, least = cached.evaluation_on(now, cached.tree(now), test), baseline(train, test)
    whole = zip(judged.scores()[:3], least.scores()[:3])
    st.html(
        theme.tiles(
            [
                (
                    s.name.capitalize(),
                    panels.figures(s.value),
                    f"baseline {panels.figures(b.value)}",
                )
                for s, b in whole
            ]
        )
    )
    words = f"{train.n_rows} rows to grow from, {test.n_rows} to test by, held out once with seed {now.seed}."
    st.html(theme.note("", words))


def two_settings(now: AppState) -> None:
    """The setting at hand against a preset, on the same folds, by the corrected t-test."""
    kind, k, repeats, score = choose_folds(now, "two")
    other = st.selectbox(
        "Compare with", list(ALGORITHMS), index=len(ALGORITHMS) - 1, key="two_other"
    )
    table, parts = cached.table(now), _folds(now, kind, k, repeats)
    second = ALGORITHMS[other]
    names = (f"{now.algorithm_words} (first)", f"{other} (second)")
    key = (table.digest, now.parameters, other, kind, k, repeats, now.seed, score)

    def work(progress, stop):
        half, both = len(parts), 2 * len(parts)
        results = []
        for i, parameters in enumerate((now.parameters, second)):
            told = lambda done, _, i=i: progress(i * half + done, both)  # noqa: E731
            results.append(
                cross_validate(table, parameters, parts, score=score, progress=told, stop=stop)
            )
        return *results, cross_validate(table, Parameters(max_depth=0), parts, score=score)

    result = run("two", key, 2 * len(parts), work)
    if result is None:
        return
    a, b, least = result
    least = _as_far_as(a, least)
    test = compare_settings(a, b, names=names)
    st.html(theme.note("", test.sentence))
    st.html(
        theme.tiles(
            [
                (name, panels.figures(r.mean), f"spread {panels.figures(r.spread)}")
                for name, r in zip((*names, "Majority class"), (a, b, least))
            ]
            + [("p", panels.chance(test.p), f"t {panels.figures(test.t)}, {test.degrees} degrees")]
        )
    )
    if test.worked:
        st.html(theme.card("The sum of t, corrected", f"<p>{theme.escape(test.worked)}</p>"))
    frame = panels.fold_frame(a, least).rename(columns={score: "first"})
    frame = frame.head(len(b.results)).assign(second=list(b.values)[: len(frame)])
    frame = frame[["fold", "round", "first", "second", "baseline"]]
    st.dataframe(panels.in_words(frame), hide_index=True, alt="Both settings, fold by fold")
    save("Both settings as CSV", frame, "two-settings.csv")


DEPTHS = (1, 2, 3, 4, 5, 6, 8, 10, None)
SPLITS = (2, 5, 10, 20, 50)


def grid(now: AppState) -> None:
    """Settings of four knobs on the same folds: heat map, the pick, and a button that takes it."""
    columns = st.columns(4)
    chosen = {}
    for column, name, values, usual in (
        (columns[0], "max_depth", DEPTHS, (1, 2, 3, None)),
        (columns[1], "min_samples_split", SPLITS, (2, 10)),
        (columns[2], "criterion", tuple(KNOBS["criterion"].choices), (now.parameters.criterion,)),
        (columns[3], "pruning", tuple(KNOBS["pruning"].choices), (now.parameters.pruning,)),
    ):
        chosen[name] = column.multiselect(
            KNOBS[name].label,
            values,
            default=[v for v in usual if v in values],
            format_func=KNOBS[name].words,
            key=f"grid_{name}",
        )
    kind, k, repeats, score = choose_folds(now, "grid", kinds=("stratified", "repeated"))
    empty = [KNOBS[n].label for n, values in chosen.items() if not values]
    if empty:
        st.html(theme.note("Nothing to try.", f"Choose one value or more of {empty[0]}."))
        return
    axes = {n: tuple(values) for n, values in chosen.items()}
    table, parts = cached.table(now), _folds(now, kind, k, repeats)
    st.html(theme.note("", f"{plural(n_settings(axes), 'setting')}: {axes_in_words(axes)}."))
    # The grid sets these knobs itself: taking its pick leaves its result as it is.
    base = replace(now.parameters, **{n: values[0] for n, values in axes.items()})
    key = (table.digest, base, tuple(axes.items()), kind, k, repeats, now.seed, score)

    def work(progress, stop):
        found = search_grid(
            table, axes, parts, base=base, score=score, progress=progress, stop=stop
        )
        return found, cross_validate(table, Parameters(max_depth=0), parts, score=score)

    result = run("grid", key, n_settings(axes) * len(parts), work)
    if result is None:
        return
    found, least = result
    mean = panels.figures(least.mean)
    st.html(theme.note("The pick.", f"{found.sentence} The majority class scores {mean}."))
    words = "The pick is made by these folds, so on new rows its score is apt to be a little lower."
    st.html(theme.block(f'<p class="mut small">{words}</p>'))
    if not found.cells:
        return
    with st.container(horizontal=True, gap="small"):
        picks = [
            ("Use the best", "best", found.best),
            ("Use the simplest", "simplest", found.simplest),
        ]
        for label, what, cell in picks:
            if cell is not None:
                st.button(
                    label,
                    key=f"use_{what}",
                    on_click=controls.set_knobs,
                    args=(dict(cell.changes),),
                )
    st.plotly_chart(
        panels.heat_map(found, ink=views.ink(), ramp=views.ramp()),
        alt=f"Mean {score} of {plural(len(found.cells), 'setting')}. {found.sentence}",
        key="grid_plot",
        **PLOT,
    )
    frame = panels.grid_frame(found)
    st.dataframe(panels.in_words(frame), hide_index=True, alt="Every setting and its score")
    save("Grid as CSV", frame, "grid.csv")


def error_curves(now: AppState) -> None:
    """Training and test error against size, with the tree of the chosen point beside."""
    over = st.selectbox("Against", list(OVER), format_func=OVER.get, key="curve_over")
    train, test = cached.holdout(now)
    if test is None:
        words = "A curve needs rows that no tree grew from. Hold some back on the Data page."
        st.html(theme.empty("No rows are held back.", words))
        return
    key = (train.digest, test.digest, now.parameters, over)

    def work(progress, stop):
        return curve_over(over, train, test, now.parameters, progress=progress, stop=stop)

    result = run("curve", key, 0, work)
    if result is None:
        return
    least = panels.figures(baseline(train, test).error)
    st.html(theme.note("", f"{result.sentence} The majority class is wrong in {least}."))
    points = result.points
    if not points:
        return
    best = points.index(result.best) if result.best is not None else len(points) - 1
    if session.value_of("curve_point", best) >= len(points) or session.changed("curve_of", key):
        session.fill("curve_point", best, again=True)
    session.fill("curve_point", session.value_of("curve_point", best))
    at = session.value_of("curve_point")
    left, right = st.columns(2, gap="small")
    with left:
        if len(points) > 1:
            at = st.select_slider(
                "Point",
                range(len(points)),
                key="curve_point",
                format_func=lambda i: panels.x_words(points[i].x),
            )
        st.plotly_chart(
            panels.error_curve(result, at, ink=views.ink()),
            alt=result.sentence,
            key="error_plot",
            **PLOT,
        )
    point = points[at]
    with right:
        st.html(
            theme.tiles(
                [
                    ("Training error", panels.figures(point.train_error), ""),
                    ("Test error", panels.figures(point.test_error), f"baseline {least}"),
                    (
                        "Leaves",
                        panels.x_words(point.n_leaves),
                        f"depth {panels.x_words(point.depth)}",
                    ),
                ]
            )
        )
        tree_view.tree(
            to_dot(point.tree, max_branches=tree_view.MOST_BRANCHES, **_far(point.tree)),
            point.tree,
            key="curve_tree",
            selected=None,
            label="The tree at the chosen point",
            on_pick=lambda node_id: None,
            height="20rem",
            most=1.3,
        )
    frame = panels.curve_frame(result)
    st.dataframe(panels.in_words(frame), hide_index=True, alt="Every point of the curve")
    save("Curve as CSV", frame, "error-curve.csv")


def _far(tree) -> dict[str, int]:
    """Of a large tree only its top is drawn; its size stands above it."""
    return {"max_depth": 3} if tree.n_nodes > 60 else {}
