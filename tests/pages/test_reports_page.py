"""The Reports page: every printed figure of four documents is read from the page, beside ours."""

from __future__ import annotations

import re
from html import unescape

from driving import address, fine, html, open_app

from c45 import Parameters, load_dataset, make_folds, search_grid
from c45.reports import BrokenPick, SearchLesson
from pages.shared import report_panels

PAGE = "pages/reports.py"

_ROW = re.compile(
    r'<tr><th scope="row"><span>([^<]*)</span> <span class="chip \w+">.*?</span>(\w+)</span>.*?</th>'
    r"<td[^>]*>([^<]*)</td><td[^>]*>([^<]*)</td></tr>"
)


def figures(at) -> list[tuple[str, ...]]:
    """What the page shows: the quantity, as printed, as computed, agrees or differs."""
    rows = [tuple(map(unescape, row)) for row in _ROW.findall(html(at))]
    return [(what, printed, ours, verdict) for what, verdict, printed, ours in rows]


def words(at) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html(at))))


def test_the_simplified_report():
    """Document A: wine, 54 test rows, 83%; iris with words, 1.00; gains 0.6937 and 1.2686."""
    at = open_app(PAGE)
    assert address(at) == {}
    assert figures(at) == [
        ("test rows by class", "19 / 21 / 14", "19 / 21 / 14", "agrees"),
        ("accuracy", "83%", "83.3%", "agrees"),
        ("precision of class_0", "0.83", "0.8261", "agrees"),
        ("recall of class_0", "1.00", "1.0000", "agrees"),
        ("precision of class_1", "0.82", "0.8182", "agrees"),
        ("recall of class_1", "0.86", "0.8571", "agrees"),
        ("precision of class_2", "0.89", "0.8889", "agrees"),
        ("recall of class_2", "0.57", "0.5714", "agrees"),
        ("confusion table", *["[[19, 0, 0], [2, 18, 1], [2, 4, 8]]"] * 2, "agrees"),
        ("first question", *["od280/od315_of_diluted_wines <= 2.19"] * 2, "agrees"),
        ("gain of the first question", "0.6937", "0.6937", "agrees"),
        ("test rows by class", "19 / 13 / 13", "19 / 13 / 13", "agrees"),
        ("accuracy", "1.00", "1.0000", "agrees"),
        ("confusion table", *["[[19, 0, 0], [0, 13, 0], [0, 0, 13]]"] * 2, "agrees"),
        ("first question", "petal length", "petal length", "agrees"),
        ("gain of the first question", "1.2686", "1.2686", "agrees"),
        ("entropy of a pure node", "−0.00000144", "0.00000000", "differs"),
    ]
    shown = words(at)
    assert "the accuracy runs from 0.796 to 0.870 over 8 seeds; 2 of them give the printed" in shown
    assert "Its cross-validation trains on one fold instead of all but one" in shown
    assert at.button(key="ask_search").label == "Do its cross-validation again"


def test_the_tutorial_and_the_article():
    """Documents B and C: the tutorial's gains to the last digit; five figures of the article differ."""
    at = open_app(PAGE, report="tutorial_report")
    assert [row[3] for row in figures(at)] == ["agrees"] * 20
    assert any("0.33904421497105636" in row[1] for row in figures(at))
    fine(at.segmented_control(key="report").set_value("id3_article").run())
    assert address(at) == {"report": "id3_article"}
    assert [row[:3] for row in figures(at) if row[3] == "differs"] == [
        ("entropy after, Height", "0.950", "0.9512"),
        ("information gain, Height", "0.004", "0.0032"),
        ("rows that are Yes", "5", "3"),
        ("rows that are Yes", "2", "1"),
        ("entropy", "0.970", "0.9710"),
    ]


def test_the_gini_index_of_the_slides():
    """Document D prints 0.49 for ten rows with three and seven: 1 - 0.3^2 - 0.7^2 = 0.42."""
    at = open_app(PAGE, report="classifier_slides")
    assert [row[:3] for row in figures(at) if "Gini" in row[0] and row[3] == "differs"] == [
        ("Gini index", "0.49", "0.4200"),
        ("Gini index after, Refund", "0.3423", "0.3429"),
        ("Gini index after, Marital", "0.4", "0.3000"),
        ("drop of the Gini index, Refund", "0.1477", "0.0771"),
        ("drop of the Gini index, Marital", "0.09", "0.1200"),
        ("chosen by Gini", "Refund", "Marital"),
        ("Gini index", "0.489", "0.4898"),
        ("Gini index", "1", "0.5000"),
    ]
    assert "both measures choose Marital" in words(at)
    assert "Its comparison with scikit-learn" not in words(at)


def test_the_broken_search_beside_the_sound_one():
    """What a seed picks and claims stands beside the mean of the same setting on sound folds."""
    iris = load_dataset("iris")
    sound = search_grid(iris, {"max_depth": (1, 2)}, make_folds(iris, k=3), base=Parameters())
    picks = (BrokenPick(7, {"max_depth": 2}, 0.987, 1.0),)
    panel = report_panels.search(
        SearchLesson(picks, sound, ("It tests on the rows it grew from.",))
    )
    cells = re.findall(r"<t[hd][^>]*>([^<]+)</t[hd]>", panel)
    mean = f"{sound.cell(max_depth=2).result.mean:.3f}"
    assert cells == [
        *("Seed", "Its pick", "It claims", "On sound folds"),
        *("7", "max_depth 2", "0.987", mean),
    ]
    assert "It tests on the rows it grew from." in panel
