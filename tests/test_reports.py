"""The published documents: what comes out, what does not, and that every reason is said."""

from __future__ import annotations

import pytest

from c45 import REPORTS, load_dataset, search_lesson, sklearn_seeds
from c45.reports import broken_search, classifier_slides, id3_article, picks_in_words
from c45.reports.comparing import number


def wrong(report):
    return {(f.what, f.printed): f.ours for f in report.figures if not f.agrees}


@pytest.mark.parametrize("key", REPORTS)
def test_every_figure_that_differs_has_its_reason(key):
    report = REPORTS[key]()
    assert report.key == key and report.figures and report.lessons
    for figure in report.figures:
        assert figure.ours and figure.printed
        assert figure.agrees or figure.why.endswith(".")
        assert "nan" not in figure.ours


def test_the_simplified_report_comes_out():
    report = REPORTS["simplified_report"]()
    assert wrong(report) == {("entropy of a pure node", "−0.00000144"): "0.00000000"}
    assert len(report.figures) == 17


def test_the_tutorial_comes_out_to_the_last_digit():
    report = REPORTS["tutorial_report"]()
    assert wrong(report) == {}
    assert report.sentence == "All 20 printed figures come out."


def test_the_id3_article():
    report = id3_article()
    assert wrong(report) == {
        ("entropy after, Height", "0.950"): "0.9512",
        ("information gain, Height", "0.004"): "0.0032",
        ("rows that are Yes", "5"): "3",
        ("rows that are Yes", "2"): "1",
        ("entropy", "0.970"): "0.9710",
    }
    assert [p.title for p in report.parts] == [
        "Entropy and information gain",
        "Entropy and information gain, where Height is Small",
        "Entropy and information gain, where Height is Tall",
        "Entropy and information gain, where Hair is Blonde",
    ]


def test_the_gini_part_of_the_slides_is_wrong():
    report = classifier_slides()
    gini = {k: v for k, v in wrong(report).items() if "Gini" in k[0]}
    assert gini == {
        ("Gini index", "0.49"): "0.4200",
        ("Gini index", "0.489"): "0.4898",
        ("Gini index after, Refund", "0.3423"): "0.3429",
        ("Gini index", "1"): "0.5000",
        ("Gini index after, Marital", "0.4"): "0.3000",
        ("drop of the Gini index, Refund", "0.1477"): "0.0771",
        ("drop of the Gini index, Marital", "0.09"): "0.1200",
        ("chosen by Gini", "Refund"): "Marital",
    }
    assert report.sentence == (
        "14 of 25 printed figures come out; 11 do not, for the reasons beside them."
    )


@pytest.mark.parametrize(
    ("printed", "value", "agrees"),
    [
        ("0.88", 0.8813, True),
        ("0.8812", 0.88129, False),
        ("1", 0.5, False),
        ("1", 1.0, True),
        ("0", 0.0, True),
        ("83%", 45 / 54, True),
        ("83%", 0.84, False),
        ("−0.5", -0.5, True),
    ],
)
def test_when_a_printed_figure_agrees(printed, value, agrees):
    assert number("x", printed, value).agrees is agrees


def test_the_comparison_with_scikit_learn_depends_on_the_seed():
    """Seeds 0 and 2 give the report's table; the others of 0 to 7 run from 0.796 to 0.870."""
    found = sklearn_seeds()
    assert [r.random_state for r in found.runs if r.as_printed] == [0, 2]
    assert [round(x, 3) for x in found.range] == [0.796, 0.870]
    assert found.sentence == (
        "On the same rows and with the same knobs, the accuracy runs from 0.796 to 0.870 over 8 seeds; 2 "
        "of them give the printed table. At up to 3 nodes of a tree two attributes tie, and scikit-learn "
        "draws one."
    )
    assert sklearn_seeds([0, 2]).sentence == "All 2 seeds give the accuracy 0.833."


def test_the_broken_search_beside_a_sound_one():
    iris, told = load_dataset("iris"), []
    axes = {"min_samples_split": (2, 4), "max_depth": (2, None)}
    lesson = search_lesson(
        iris,
        axes=axes,
        seeds=[1, 2, 3],
        printed=({"min_samples_split": 4, "max_depth": None}, 0.95),
        progress=lambda *x: told.append(x),
    )
    assert told[-1] == (80, 80)
    assert [p.seed for p in lesson.picks] == [1, 2, 3]
    for pick in lesson.picks:
        assert pick == broken_search(iris, axes=axes, seed=pick.seed)
        assert pick.on_its_own_rows == 1.0 or pick.changes["max_depth"] == 2
        assert 0 < pick.claimed <= 1
    different = {tuple(p.changes.items()) for p in lesson.picks}
    settings = "one setting" if len(different) == 1 else f"{len(different)} different settings"
    assert f"With 3 seeds it picks {settings}, and claims" in lesson.sentences[3]
    mean = lesson.sound.cell(min_samples_split=4, max_depth=None).result.mean
    assert lesson.sentences[4] == (
        f"In print min_samples_split 4, max_depth no limit is best, with 0.95. On sound folds it scores {mean:.3f}."
    )
    assert lesson.sentences[5].endswith(lesson.sound.sentence)
    assert len(picks_in_words(lesson)) == 3
    stopped = search_lesson(iris, axes=axes, stop=lambda: True)
    assert stopped.sentences[-1] == "Stopped before the searches were done."
