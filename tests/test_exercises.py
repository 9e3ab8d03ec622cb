"""Exercises: what was wished for is there, a seed gives the same table for ever, and the paper is right."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from c45 import DataError, grow
from c45.exercises import (
    WISHES,
    Sizes,
    answer_key,
    exercise_html,
    exercise_markdown,
    make_exercise,
    to_gift,
    to_moodle_xml,
    variants,
)
from c45.exercises.paper import rows_of
from tests.benchmarks.exercises import has_it, impurity, scores


@pytest.mark.parametrize("wish", WISHES)
def test_what_was_wished_for_is_there(wish):
    for exercise in variants(wish, 15, seed=1000):
        assert has_it(exercise), exercise.title


@pytest.mark.parametrize(
    "sizes",
    [
        Sizes(rows=8, attributes=2, values=2),
        Sizes(rows=20, attributes=5, values=4, classes=3),
        Sizes(rows=16, attributes=4, missing=4),
    ],
)
def test_other_sizes(sizes):
    for exercise in variants("clear_winner", 5, sizes=sizes):
        assert exercise.dataset.n_rows == sizes.rows
        assert len(exercise.dataset.classes) == sizes.classes
        assert sum(exercise.dataset.gaps.values()) == sizes.missing
        assert has_it(exercise)


def test_a_seed_gives_the_same_exercise_for_ever():
    exercise = make_exercise("nice_numbers", seed=4, sizes=Sizes(rows=6))
    assert exercise.title == "Sorting parcels, no. 4"
    assert exercise.dataset.attribute_names == ("mark", "wrapping", "sender")
    assert rows_of(exercise.dataset) == [
        ["none", "box", "library", "van"],
        ["fragile", "paper", "library", "van"],
        ["none", "tube", "shop", "bike"],
        ["cold", "paper", "factory", "bike"],
        ["none", "paper", "shop", "van"],
        ["none", "paper", "factory", "bike"],
    ]


def test_variants_are_different():
    tables = {str(rows_of(e.dataset)) for e in variants("clear_winner", 30)}
    assert len(tables) == 30


@pytest.mark.parametrize(
    "wish, sizes, words",
    [
        ("luck", {}, "There is no wish called 'luck'"),
        ("tie", {"rows": 5}, "6 to 40 rows; 5"),
        ("tie", {"rows": 6, "missing": 5}, "4 at most can be missing"),
        ("xor", {"rows": 10}, "multiple of 4"),
        ("xor", {"classes": 3}, "2 classes"),
        ("nice_numbers", {"rows": 7}, "even"),
        ("identifier_wins", {"missing": 1}, "no cell is missing"),
    ],
)
def test_what_cannot_be_had_is_refused_in_a_sentence(wish, sizes, words):
    with pytest.raises(DataError, match=re.escape(words)):
        make_exercise(wish, sizes=Sizes(**sizes))


@pytest.mark.parametrize("seed, n", [(-1, 1), (1.5, 1), (1, 0), (1, 201)])
def test_odd_numbers(seed, n):
    with pytest.raises(DataError):
        variants("tie", n, seed=seed)


def test_the_paper_holds_the_table_and_no_answer():
    exercise = make_exercise("clear_winner", seed=9)
    page, text = exercise_html(exercise), exercise_markdown(exercise)
    cells = [cell for row in rows_of(exercise.dataset) for cell in row]
    assert re.findall("<td>(.*?)</td>", page) == cells
    assert page.count("<section>") == 1
    assert "Answer" not in page and "Answer" not in text


def test_the_answers_hold_every_sum_of_the_tree():
    exercise = make_exercise("missing", seed=2)
    tree = grow(exercise.dataset, exercise.parameters)
    page, text = exercise_html(exercise, answers=True), exercise_markdown(exercise, answers=True)
    for node in tree.nodes.values():
        for candidate in () if node.is_leaf else node.report.candidates:
            if candidate.branches:
                assert f"{candidate.information_gain:.3f}" in page
                assert f"{candidate.information_gain:.3f}" in text
    assert page.count("<section>") == 2


#: Numbers as Moodle's manual writes them: ``{1:NUMERICAL:=0.94:0.005}`` and ``{#0.94:0.005}``.
CLOZE = re.compile(r"\{1:NUMERICAL:=([0-9.]+):0\.005\}")
GIFT = re.compile(r"(?<!\\)\{#([0-9.]+):0\.005\}")


@pytest.mark.parametrize("wish", WISHES)
def test_the_keys_of_the_question_banks_are_the_sums_of_the_table(wish):
    for exercise in variants(wish, 3, seed=50):
        gains = list(scores(exercise)["gain"].values())
        bank = ET.fromstring(to_moodle_xml(exercise))
        (text,) = [t.text for t in bank.findall("question/questiontext/text")]
        for numbers in (CLOZE.findall(text), GIFT.findall(to_gift(exercise))):
            assert [float(x) for x in numbers[-len(gains) :]] == pytest.approx(gains, abs=1e-6)
            if not exercise.dataset.gaps:
                classes = [row[-1] for row in rows_of(exercise.dataset)]
                assert float(numbers[0]) == pytest.approx(impurity(classes), abs=1e-6)
        ((options,)) = re.findall(r"MULTICHOICE:(.*?)\}", text)
        right = {o[1:] for o in options.split("~") if o.startswith("=")}
        best = max(gains)
        names = exercise.dataset.attribute_names
        assert right == {n for n, g in zip(names, gains) if abs(g - best) < 1e-9}


def test_the_answer_key_of_a_tie_names_both():
    key = answer_key(make_exercise("tie", seed=3))
    assert re.search(r"The attribute to ask first: \w+ or \w+$", key, re.MULTILINE)
