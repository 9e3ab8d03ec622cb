"""Predict, then reveal: the Grow page hides a step until the student has said what the tree does there."""

from __future__ import annotations

import json
import re

import pytest

from c45 import ALGORITHMS, grow, load_dataset
from pages.shared import tree_view
from pages.shared.guess import Guess, judged, options, question, revealed, sum_up
from tests.pages.driving import fine, html, open_app

PAGE = "pages/grow.py"
TENNIS = grow(load_dataset("playtennis_id3"), ALGORITHMS["ID3"])


def words(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text)).strip()


def everything(at) -> str:
    """All that the page sends: HTML, the picture, what is read aloud, and the options of its widgets."""
    parts = [html(at)]
    for component in at.get("bidi_component"):
        data = json.loads(component.proto.json)
        parts += [data.get("svg", ""), data.get("html", ""), json.dumps(data.get("nodes", []))]
    for box in at.selectbox:
        parts += box.options
    return "\n".join(parts)


def predicting(**query):
    at = open_app(PAGE, **query)
    return fine(at.toggle(key="predict_first").set_value(True).run())


def reveal(at):
    return fine(next(b for b in at.button if b.label == "Reveal").click().run())


# --- judged -------------------------------------------------------------------------------------


def test_what_is_asked_at_a_split_and_at_a_leaf():
    assert question(TENNIS.root) == "Which attribute is asked here?"
    assert options(TENNIS, TENNIS.root) == ["Outlook", "Temperature", "Humidity", "Wind"]
    assert question(TENNIS.nodes[2]).endswith("Which class does this leaf answer?")
    assert options(TENNIS, TENNIS.nodes[2]) == ["Yes", "No"]


@pytest.mark.parametrize(
    "node, said, outcome, told",
    [
        (0, "Outlook", "right", "Outlook wins by 0.095 bits over Humidity."),
        (
            0,
            "Humidity",
            "wrong",
            "Outlook has a gain of 0.247 bits, Humidity of 0.152 bits: 0.095 bits less.",
        ),
        (2, "No", "right", "3 of 3 rows here are No."),
        (2, "Yes", "wrong", "3 of 3 rows here are No, 0 are Yes."),
    ],
)
def test_a_guess_is_judged_with_its_margin(node, said, outcome, told):
    """Quinlan 1986: Outlook 0.247 (0.24675), Humidity 0.152 (0.15184)."""
    found = judged(TENNIS, TENNIS.nodes[node], said)
    assert (found.outcome, found.told) == (outcome, told)


def test_a_tie_is_neither_right_nor_wrong():
    tree = grow(load_dataset("xor"), ALGORITHMS["ID3"])
    first, second = options(tree, tree.root)[:2]
    found = judged(tree, tree.root, second)
    assert found.outcome == "tie"
    assert found.told == f"{second} ties with {first} at 0.000 bits; {first} is taken."


def test_below_the_average_gain_of_c45_the_reason_is_told():
    tree = grow(load_dataset("golf_c45_continuous"), ALGORITHMS["C4.5"])
    refused = [c for c in tree.root.report.candidates if "below the average" in c.rejected]
    found = judged(tree, tree.root, refused[0].attribute)
    assert found.outcome == "wrong" and "below the average" in found.told


def test_the_sum_up_tells_what_was_missed():
    guesses = [judged(TENNIS, TENNIS.root, "Wind"), judged(TENNIS, TENNIS.nodes[2], "No")]
    assert words(sum_up(TENNIS, guesses)) == (
        "Your predictions: 1 of 2 right All rows, before any question : you said Wind. Outlook has "
        "a gain of 0.247 bits, Wind of 0.048 bits: 0.199 bits less. 6 nodes were not predicted."
    )


def test_what_was_said_is_only_text():
    guess = Guess(0, "<b>x", "wrong", "<i>y", {"<u>z": 2})
    text = revealed(guess, [guess])
    assert not re.search("<b>x|<i>y|<u>z", text) and "&lt;u&gt;z" in text


# --- the page -----------------------------------------------------------------------------------


def test_nothing_gives_the_answer_away_before_the_reveal():
    at = predicting()
    sent = everything(at)
    assert "asks Outlook" not in sent and "Ask <b>" not in sent
    assert not re.search(r"0\.247|0\.940|0\.694|tells us most", sent)
    assert "Which attribute is asked here?" in sent and "14 of 14 rows reach this node" in sent
    assert at.radio(key="guess_0").value is None
    assert len(at.dataframe[0].value) == 14


def test_the_reveal_says_right_or_wrong_with_the_margin_and_keeps_the_score():
    at = predicting()
    at.radio(key="guess_0").set_value("Humidity")
    reveal(at)
    assert "Humidity of 0.152 bits: 0.095 bits less." in html(at)
    assert "0 of 1 right" in html(at) and "asks Outlook" in everything(at)
    fine(next(b for b in at.button if b.label == "Next").click().run())
    assert "So far: 0 of 1 right" in html(at)
    at.radio(key="guess_1").set_value("Humidity")
    reveal(at)
    assert "1 of 2 right" in html(at)
    fine(next(b for b in at.button if b.label == "Last").click().run())
    at.radio(key="guess_7").set_value("No")
    reveal(at)
    assert "Your predictions: 2 of 3 right" in html(at)
    assert "5 nodes were not predicted." in html(at)
    fine(at.button(key="forget_predictions").click().run())
    assert "Your predictions" not in html(at)


def test_the_most_hands_are_what_the_class_says():
    at = predicting()
    at.number_input(key="hands_0_0").set_value(9)
    at.number_input(key="hands_0_2").set_value(12)
    reveal(at)
    text = words(html(at))
    assert "You said Humidity ." in text
    assert "Outlook 9 Temperature 0 Humidity 12 Wind 0" in text


def test_a_reveal_without_a_choice_asks_for_one():
    at = reveal(predicting())
    assert "Choose one, or count hands, then reveal." in html(at)
    assert "Which attribute is asked here?" in html(at)


def test_without_the_switch_the_page_is_as_it_was():
    at = open_app(PAGE)
    assert "it removes 0.247 of 0.940 bits" in html(at)
    assert not at.radio


def test_a_waiting_node_is_not_read_aloud_as_decided():
    told = tree_view.described(TENNIS, decided=0)
    assert told[0][-1] == "All rows: 14 rows, asks Outlook"
    assert told[1][-1] == "Outlook is Sunny: 5 rows, waiting"
