"""A filled-in sheet, marked: the fingerprints of the catalogue at the root of play tennis, and below it."""

from __future__ import annotations

import pandas as pd
import pytest

from c45 import DataError, Dataset, ParameterError, Parameters, ThresholdSplit, grow, load_dataset
from c45.check import (
    CONVENTION,
    CUT_OFF,
    EMPTY,
    FOLLOWS,
    KINDS,
    RIGHT,
    ROUNDED_EARLY,
    UNREADABLE,
    WRONG,
    mark,
    sheet,
)
from tests.textbook import table

TENNIS = table("playtennis_id3")


def marked(text, quantity, attribute="Outlook", *, source=TENNIS, node=0, branch=None, **settings):
    """The mark of one figure, typed into an otherwise empty sheet."""
    made = sheet(source, node, **settings)
    key = made.cell(quantity, attribute, branch=branch).key
    return mark(made, {key: text})[key]


def test_the_sheet_is_in_the_order_of_the_work():
    made = sheet(TENNIS, criterion="gain_ratio", attributes=("Wind",))
    assert [(c.key, c.label, c.value and round(c.value, 3)) for c in made.cells] == [
        ("count:0", "Rows of No", 5),
        ("count:1", "Rows of Yes", 9),
        ("n", "Rows in all", 14),
        ("before", "Entropy of the node", 0.94),
        ("a0:b0:count:0", "Rows of No where Wind is Weak", 2),
        ("a0:b0:count:1", "Rows of Yes where Wind is Weak", 6),
        ("a0:b0:n", "Rows where Wind is Weak", 8),
        ("a0:b1:count:0", "Rows of No where Wind is Strong", 3),
        ("a0:b1:count:1", "Rows of Yes where Wind is Strong", 3),
        ("a0:b1:n", "Rows where Wind is Strong", 6),
        ("a0:b0:branch", "Entropy where Wind is Weak", 0.811),
        ("a0:b1:branch", "Entropy where Wind is Strong", 1.0),
        ("a0:after", "Entropy after the split on Wind", 0.892),
        ("a0:gain", "Gain of Wind", 0.048),
        ("a0:split_info", "Split information of Wind", 0.985),
        ("a0:gain_ratio", "Gain ratio of Wind", 0.049),
        ("choice", "The attribute to choose", None),
    ]
    assert made["a0:gain"].inputs == ("before", "a0:after")
    assert made["choice"].accepted == ("Wind",)


H, R, GAIN, INFO, RATIO = (
    *("entropy_before", "entropy_after", "information_gain", "split_info", "gain_ratio"),
)
G, G_AFTER, G_DROP = "gini_before", "gini_after", "gini_gain"


@pytest.mark.parametrize(
    "quantity, text, word, kind",
    [
        (H, "0.6518", CONVENTION, 1),
        (GAIN, "0.1710", CONVENTION, 1),
        (RATIO, "0.1084", WRONG, 1),
        (H, "0.2831", CONVENTION, 2),
        (GAIN, "0.0743", CONVENTION, 2),
        (GAIN, "0.2930", WRONG, 4),
        (G_AFTER, "0.3200", WRONG, 4),
        (GAIN, "-1.0016", WRONG, 5),
        (GAIN, "-8.769", WRONG, 5),
        (R, "1.942", WRONG, 5),
        (GAIN, "0.6935", WRONG, 7),
        (R, "0.2467", WRONG, 7),
        (GAIN, "0.246", ROUNDED_EARLY, 9),
        (R, "0.693", CUT_OFF, 10),
        (G, "0.2296", WRONG, 12),
        (G, "0.5408", WRONG, 12),
        (G, "0.9403", WRONG, 13),
        (G_DROP, "0.3429", WRONG, 14),
        (G_AFTER, "0.1163", WRONG, 14),
        (G, "0.9184", WRONG, 16),
        (R, "0.3468", WRONG, 17),
        (INFO, "1.757", WRONG, 18),
        (INFO, "1.156", WRONG, 19),
        (RATIO, "0.2624", WRONG, 20),
        (RATIO, "0.1557", WRONG, 21),
        (RATIO, "0.0822", WRONG, 21),
        (RATIO, "0.2467", WRONG, 22),
        (GAIN, "0.0481", WRONG, 33),
        (GAIN, "-0.2467", WRONG, 35),
        (RATIO, "6.393", WRONG, 36),
    ],
)
def test_the_fingerprints_of_the_catalogue_at_the_root(quantity, text, word, kind):
    attribute = None if quantity in (H, G) else "Outlook"
    criterion = "gini" if quantity in (G, G_AFTER, G_DROP) else "gain_ratio"
    found = marked(text, quantity, attribute, criterion=criterion)
    assert (found.word, found.kinds[0]) == (word, kind), found.sentence


def test_what_was_done_and_the_right_step_are_said():
    assert marked("1.942", R).sentence == (
        "Entropy after the split on Outlook: You left out the weights: 0.971 + 0 + 0.971 added "
        "up. Each branch counts with its share of the rows, 5/14, 4/14 and 5/14."
    )
    assert marked(
        "0.49", "gini_before", None, source=table("refund_marital"), criterion="gini"
    ).sentence == (
        "Gini index of the node: A term is lost: only the largest share was squared. "
        "1 minus (7/10)² minus (3/10)² is 0.420."
    )


def test_below_the_root_the_wrong_total_is_seen():
    """Sunny, Wind: right 0.0200; divided by all 14 rows 0.6313, from the root's entropy −0.0107."""
    tree = grow(TENNIS, Parameters(max_depth=1))
    sunny = tree.root.children[0].id
    for text in ("0.6313", "-0.0107", "0.0481"):
        found = marked(text, GAIN, "Wind", source=tree, node=sunny)
        assert (found.word, found.kinds) == (WRONG, (8,)), (text, found.sentence)
    assert marked("0.0200", GAIN, "Wind", source=tree, node=sunny).word == RIGHT


def test_three_classes_and_the_logarithm_to_base_three():
    """Ten ways to travel: 1.571 with base 2 is 0.991 with base 3 (Teknomo)."""
    found = marked("0.991", H, None, source=table("teknomo_transport"))
    assert (found.word, found.kinds) == (CONVENTION, (3,))


def test_no_log_of_nothing():
    """Overcast has 4 Yes and 0 No: a calculator gives an error, some write 1."""
    for text in ("#NUM!", "NaN", "1.000"):
        found = marked(text, "entropy_branch", branch=1)
        assert (found.word, found.kinds[0]) == (WRONG, 11), text
    assert marked("0", "entropy_branch", branch=1).word == RIGHT


def test_weights_left_out_of_the_sum_as_written():
    found = marked("0.940 - (0.971 + 0 + 0.971) = 0.247", GAIN)
    assert (found.word, found.kinds) == (RIGHT, (6,))
    assert "leaves the weights out. As written, the sum gives −1.002." in found.sentence
    assert marked("0.940 - 5/14*0.971 - 5/14*0.971 = 0.247", GAIN).kinds == ()


def test_missing_values():
    """Golf with one unknown outlook (Quinlan 1993, section 3.2): gain 0.199, split info 1.809, ratio 0.110."""
    golf = table("golf_c45_missing")
    right = {GAIN: "0.199", INFO: "1.809", RATIO: "0.110"}
    for quantity, text in right.items():
        found = marked(text, quantity, "outlook", source=golf, criterion="gain_ratio")
        assert found.word == RIGHT, found.sentence
    made = sheet(golf, attributes=("outlook",))
    assert mark(made, {"a0:before": "0.961"})["a0:before"].word == RIGHT
    assert mark(made, {"a0:before": "0.940"})["a0:before"].kinds == (27,)
    wrong = [
        (GAIN, "0.2144"),
        (GAIN, "0.2467"),
        (GAIN, "0.1649"),
        (GAIN, "0.1934"),
        (INFO, "1.5486"),
        (RATIO, "0.1384"),
        (RATIO, "0.1285"),
        (RATIO, "0.1364"),
    ]
    for quantity, text in wrong:
        found = marked(text, quantity, "outlook", source=golf, criterion="gain_ratio")
        assert (found.word, found.kinds[0]) == (WRONG, 27), (text, found.sentence)


def test_numbers_taken_as_categories():
    """Golf: temperature 0.7974 for 0.1134, humidity 0.4039 for 0.1022."""
    golf = table("golf_c45_continuous")
    for attribute, right, wrong in (
        ("temperature", "0.1134", "0.7974"),
        ("humidity", "0.1022", "0.4039"),
    ):
        assert marked(right, GAIN, attribute, source=golf).word == RIGHT
        assert marked(wrong, GAIN, attribute, source=golf).kinds == (23,)


def test_thresholds_are_judged_by_what_they_part():
    """Sunny, humidity 70 70 85 90 95: midpoint 77.5, C4.5 writes 75, others 70 or 77; all the same."""
    tree = grow(table("golf_c45_continuous"), Parameters(max_depth=1))
    sunny = tree.root.children[0].id

    def word(text):
        found = marked(text, "threshold", "humidity", source=tree, node=sunny)
        return found.word, found.kinds

    assert word("77.5") == (RIGHT, ())
    assert [word(t) for t in ("75", "70", "77", "80", "85")] == [(CONVENTION, (25,))] * 5
    assert word("87.5") == (WRONG, (25,))
    assert word("99") == (WRONG, (25,))


def test_swapped_counts_are_seen_where_the_entropy_is_blind():
    made = sheet(table("hair_eyes_height"))
    yes, no = (made.cell("count", class_index=k).key for k in (0, 1))
    answers = {yes: f"{made[no].value:g}", no: f"{made[yes].value:g}", "before": "0.954"}
    marking = mark(made, answers)
    assert [marking[k].word for k in (yes, no, "before")] == [WRONG, WRONG, RIGHT]
    assert marking[yes].kinds == (32,)


# --- follow-through ----------------------------------------------------------------------------


def test_right_from_here_on():
    """One entropy wrong, all later sums right with it: one cell is wrong, and no other."""
    made = sheet(TENNIS, attributes=("Outlook",), criterion="gain_ratio")
    answers = {
        "before": "0.940",
        "a0:b0:branch": "0.811",
        "a0:b1:branch": "0",
        "a0:b2:branch": "0.971",
        "a0:after": "0.636",  # 5/14 · 0.811 + 5/14 · 0.971
        "a0:gain": "0.304",
        "a0:split_info": "1.577",
        "a0:gain_ratio": "0.193",
    }
    marking = mark(made, answers)
    assert {k: marking[k].word for k in answers} == {
        "before": RIGHT,
        "a0:b0:branch": WRONG,
        "a0:b1:branch": RIGHT,
        "a0:b2:branch": RIGHT,
        "a0:after": FOLLOWS,
        "a0:gain": FOLLOWS,
        "a0:split_info": RIGHT,
        "a0:gain_ratio": FOLLOWS,
    }
    assert marking.first_wrong.cell.key == "a0:b0:branch"
    assert marking["a0:gain"].sentence == (
        "Gain of Outlook: It follows from your own earlier values, which give 0.304: right from here on."
    )


def test_a_choice_follows_from_the_student_s_own_gains():
    made = sheet(TENNIS)
    keys = {c.attribute: c.key for c in made.cells if c.quantity == GAIN}
    answers = {
        keys[a]: g for a, g in (("Outlook", "0.247"), ("Humidity", "0.512"), ("Wind", "0.048"))
    }
    marking = mark(made, {**answers, "choice": "humidity"})
    assert marking[keys["Humidity"]].word == WRONG
    assert marking["choice"].word == FOLLOWS
    assert mark(made, {"choice": "Humidity"})["choice"].word == WRONG


def test_sums_follow_from_another_threshold():
    """Golf: humidity is cut at 82.5 for a gain of 0.102; a sheet for 75 has one wrong cell, the cut."""
    made = sheet(table("golf_c45_continuous"), attributes=("humidity",))
    answers = {
        "a0:threshold": "75",
        "a0:b0:count:0": "1",
        "a0:b0:count:1": "4",
        "a0:b0:n": "5",
        "a0:b1:count:0": "4",
        "a0:b1:count:1": "5",
        "a0:b1:n": "9",
        "a0:b0:branch": "0.722",
        "a0:b1:branch": "0.991",
        "a0:after": "0.895",
        "a0:gain": "0.045",
    }
    marking = mark(made, answers)
    words = {k: marking[k].word for k in answers}
    assert words.pop("a0:threshold") == WRONG
    assert set(words.values()) <= {RIGHT, FOLLOWS} and words["a0:gain"] == FOLLOWS
    assert mark(made, {"a0:threshold": "75", "a0:gain": "0.895"})["a0:gain"].kinds == (7,)


def test_a_slip_made_with_own_values_is_named():
    """The entropy is wrong, and then the weights are left out: two mistakes, and both are told."""
    made = sheet(TENNIS, attributes=("Outlook",))
    marking = mark(made, {"before": "0.863", "a0:after": "0.694", "a0:gain": "-1.079"})
    assert marking["before"].word == WRONG
    assert (marking["a0:gain"].word, marking["a0:gain"].kinds) == (WRONG, (5,))


def test_bases_that_are_mixed_do_not_follow():
    made = sheet(TENNIS, attributes=("Outlook",), criterion="gain_ratio")
    marking = mark(made, {"a0:gain": "0.171", "a0:split_info": "1.577", "a0:gain_ratio": "0.1084"})
    assert [marking[k].word for k in ("a0:gain", "a0:split_info", "a0:gain_ratio")] == [
        CONVENTION,
        RIGHT,
        WRONG,
    ]
    assert marking["a0:gain_ratio"].kinds == (1,)
    nats = mark(made, {"a0:gain": "0.171", "a0:split_info": "1.093", "a0:gain_ratio": "0.156"})
    assert nats["a0:gain_ratio"].word == RIGHT


def test_a_sheet_all_in_nats_is_of_one_convention():
    made = sheet(TENNIS, attributes=("Outlook",), criterion="gain_ratio")
    answers = {
        "before": "0.652",
        "a0:b0:branch": "0.673",
        "a0:b2:branch": "0.673",
        "a0:after": "0.481",
    }
    answers |= {"a0:gain": "0.171", "a0:split_info": "1.093"}
    marking = mark(made, answers | {"a0:gain_ratio": "0.156"})
    assert {(marking[k].word, marking[k].kinds) for k in answers} == {(CONVENTION, (1,))}
    assert marking["a0:gain_ratio"].word == RIGHT


# --- several, none, two ------------------------------------------------------------------------


def test_several_that_fit_are_all_told():
    """All rows in one branch but one: the mean and another branch give the same 0.5."""
    found = marked("1", "gini_before", None, source=table("aima_restaurant"), criterion="gini")
    assert len(found.verdict.diagnoses) > 1
    assert found.verdict.sentence.startswith(
        f"{len(found.verdict.diagnoses)} things would give this"
    )


def test_what_fits_nothing_is_not_guessed():
    made = sheet(TENNIS, attributes=("Outlook",))
    marking = mark(made, {"before": "0.940", "a0:after": "0.694", "a0:gain": "0.337"})
    assert (marking["a0:gain"].word, marking["a0:gain"].kinds) == (WRONG, ())
    assert marking["a0:gain"].sentence == (
        "Gain of Outlook: It does not agree. What it is made from agrees: Entropy of the node and "
        "Entropy after the split on Outlook."
    )


def test_two_slips_together():
    """Plain mean of the branches, in nats: (0.940 − 0.647) · ln 2 = 0.203."""
    assert marked("0.2031", GAIN).kinds == (4, 1)


# --- choices -----------------------------------------------------------------------------------


def test_every_tied_choice_is_right_and_the_tie_is_told():
    """Patrons = Full: five attributes tie (Russell and Norvig)."""
    tree = grow(table("aima_restaurant"), Parameters(max_depth=1))
    full = next(c.id for c in tree.root.children if c.n == 6)
    made = sheet(tree, full)
    assert len(made["choice"].accepted) == 5
    for name in made["choice"].accepted:
        found = mark(made, {"choice": name})["choice"]
        assert (found.word, found.kinds) == (RIGHT, (34,))
    assert mark(made, {"choice": "tie"})["choice"].word == RIGHT


def test_at_a_leaf_no_attribute_is_to_be_chosen():
    tree = grow(TENNIS, Parameters(max_depth=1))
    made = sheet(tree, next(c.id for c in tree.root.children if c.n == 4))  # Overcast, all Yes
    assert mark(made, {"choice": "none"})["choice"].word == RIGHT
    assert mark(made, {"choice": "Wind"})["choice"].word == WRONG


def test_the_labels_give_no_threshold_away():
    made = sheet(table("golf_c45_continuous"), attributes=("humidity",))
    assert not any("82.5" in c.label or "82.5" in c.formula for c in made.cells)
    assert made["a0:b0:n"].label == "Rows where humidity is at most the threshold"


def test_the_wrong_direction_and_the_wrong_measure_of_a_choice():
    assert marked("Temperature", "choice", None).kinds == (15,)
    weather = table("weather_idcode_gain_ratio")
    found = marked("no such", "choice", None, source=weather)
    assert (found.word, found.kinds) == (WRONG, ())


def test_an_identifier_tells_nothing_of_new_rows():
    """Tan: the customer ID has Gini 0 after the split, and is no split to choose."""
    rows = {"ID": [f"c{i}" for i in range(6)], "car": list("aabbab"), "class": list("yynnyn")}
    dataset = Dataset.from_frame(pd.DataFrame(rows), target="class")
    made = sheet(dataset, criterion="gain_ratio")
    found = mark(made, {"choice": "ID"})["choice"]
    assert found.word == WRONG and 23 in found.kinds


def test_c45_leaves_out_a_high_ratio_with_a_low_gain():
    """Golf: temperature has the highest ratio, 0.305, but less than the average gain (Quinlan 1993)."""
    golf = table("golf_c45_continuous")
    tree = grow(golf, Parameters(criterion="gain_ratio", average_gain_rule=True))
    found = mark(sheet(tree), {"choice": "temperature"})["choice"]
    assert (found.word, found.kinds[0]) == (WRONG, 22)
    assert mark(sheet(tree), {"choice": "outlook"})["choice"].word == RIGHT


# --- other ------------------------------------------------------------------------------------


def test_empty_cells_and_cells_that_cannot_be_read():
    made = sheet(TENNIS, attributes=("Wind",))
    marking = mark(made, {"before": "o.94", "n": ""})
    assert (marking["before"].word, marking["n"].word) == (UNREADABLE, EMPTY)
    assert marking.tally[EMPTY] == len(made.cells) - 1
    with pytest.raises(DataError, match="There is no cell called 'a9'"):
        mark(made, {"a9": "1"})


def test_a_sheet_in_nats():
    found = marked("0.652", H, None, log_base="e")
    assert found.word == RIGHT
    assert marked("0.940", H, None, log_base="e").word == CONVENTION
    assert marked("0.203", GAIN, log_base="e").kinds == (4,)


def test_a_percentage_without_its_sign():
    found = marked("24.7", GAIN)
    assert (found.word, found.kinds) == (CONVENTION, ())
    assert marked("24.7%", GAIN).word == RIGHT


def test_whole_numbers_that_are_too_coarse_are_right_with_a_note():
    assert marked("1", H, None).word == RIGHT
    assert "two or more places tell more" in marked("1", H, None).sentence


def test_a_ratio_without_split_information_is_not_defined():
    rows = pd.DataFrame({"a": ["x", "x", "x"], "b": ["u", "v", "v"], "class": ["y", "n", "n"]})
    dataset = Dataset.from_frame(rows, target="class", kinds={"a": "categorical"})
    made = sheet(dataset, criterion="gain_ratio")
    assert [s.attribute for s in made.facts.splits] == ["b"]


def test_another_split_than_the_best_can_be_worked():
    golf = load_dataset("golf_c45_continuous")
    made = sheet(golf, splits={"humidity": ThresholdSplit("humidity", 75.0)})
    key = made.cell(GAIN, "humidity").key
    assert mark(made, {key: "0.045"})[key].word == RIGHT


def test_what_cannot_be_worked_is_told():
    with pytest.raises(ParameterError, match="criterion is 'chi'"):
        sheet(TENNIS, criterion="chi")
    with pytest.raises(ParameterError, match="log_base is '3'"):
        sheet(TENNIS, log_base="3")
    with pytest.raises(DataError, match="no attribute called 'Moon'"):
        sheet(TENNIS, attributes=("Moon",))
    with pytest.raises(KeyError):
        sheet(TENNIS, 7)


def test_the_catalogue_is_whole():
    assert list(KINDS) == list(range(1, 37))
    assert all(k.title and k.rule.endswith(".") for k in KINDS.values())
