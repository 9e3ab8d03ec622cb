"""Published examples checked whole: each printed figure that is wrong, by its kind, and no right one.

``discrepancies`` of tests/textbook say which printed figures are wrong and what sort of error each is;
``NAMED`` says which kind of the catalogue that is, and ``FOLLOWING`` from which other wrong figure a
figure was made.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import pytest

from c45 import DataError
from c45.check import (
    CONVENTION,
    CUT_OFF,
    FOLLOWS,
    NOT_CHECKED,
    RIGHT,
    ROUNDED_EARLY,
    UNREADABLE,
    WRONG,
    check_example,
    check_text,
    published_example,
    published_names,
)
from tests.textbook import EXAMPLES

#: By example and index: the verdict, and the kind named first.
NAMED = {
    ("buys_computer", 10): (WRONG, 19),  # split info 0.926, Han and Kamber 2nd ed.
    ("buys_computer", 13): (WRONG, 19),
    ("buys_computer", 20): (WRONG, 18),  # 0.375 for 0.357
    ("buys_computer", 29): (WRONG, 19),
    ("buys_computer", 30): (WRONG, 19),
    ("buys_computer", 31): (WRONG, 19),
    ("cats_mlspec", 12): (WRONG, 33),  # 0.40 of another threshold
    ("cats_mlspec", 13): (WRONG, 33),
    ("cats_mlspec", 25): (WRONG, 31),  # variance with n − 1
    ("dorianzi_bagged_gini", 0): (WRONG, 17),
    ("golf_c45_continuous", 5): (WRONG, 18),  # 1.557 for 1.577
    ("golf_c45_continuous", 19): (CONVENTION, 25),
    ("hair_eyes_height", 14): (WRONG, 32),  # 5 yes and 3 no for 3 yes and 5 no
    ("hair_eyes_height", 15): (WRONG, 32),
    ("playtennis_id3", 20): (WRONG, 17),  # the entropy of 2 and 5 for that of 3 and 4
    ("refund_marital", 14): (WRONG, 12),  # 0.49 = 0.7²
    ("refund_marital", 20): (WRONG, 13),  # Gini 1 where the entropy is 1
    ("t4tutorials_income_split", 1): (CONVENTION, 25),
    ("tan_cheat_income_cart", 23): (CONVENTION, 25),
    ("vote_pessimistic_pruning", 6): (CONVENTION, 28),
    ("watermelon20_id3_cart", 24): (WRONG, 19),
    ("weather_idcode_gain_ratio", 19): (WRONG, 19),
    ("weather_numeric_j48", 4): (CONVENTION, 25),
}
FOLLOWING = {
    ("buys_computer", 11): {10},  # 0.029 / 0.926
    ("buys_computer", 14): {13},  # 0.246 / 1.156
    ("buys_computer", 32): {31},  # income is chosen because of the wrong 0.300
    ("refund_marital", 21): {20},
    ("refund_marital", 22): {14},
    ("refund_marital", 23): {14, 21},
    ("refund_marital", 24): {22, 23},
    ("weather_idcode_gain_ratio", 20): {19},
}
RECORDED = {
    (name, d["index"]): d["kind"] for name, e in EXAMPLES.items() for d in e["discrepancies"]
}


@cache
def report(name):
    return check_example(EXAMPLES[name])


@pytest.mark.parametrize("name, index", RECORDED, ids=lambda x: str(x))
def test_a_wrong_figure_in_print_is_named(name, index):
    figure, recorded = report(name).figures[index], RECORDED[name, index]
    if (name, index) in FOLLOWING:
        assert figure.word == FOLLOWS, figure.sentence
        assert set(figure.follows_from) == FOLLOWING[name, index]
    elif recorded == "rounded intermediates":
        assert figure.word in (ROUNDED_EARLY, CUT_OFF) and 9 in figure.verdict.kinds
    elif recorded == "truncated instead of rounded":
        assert figure.word in (ROUNDED_EARLY, CUT_OFF) and 10 in figure.verdict.kinds
    else:
        assert (figure.word, figure.verdict.kinds[0]) == NAMED[name, index], figure.sentence


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_right_figure_is_called_wrong(name):
    doubted = {f.index for f in report(name).doubtful}
    assert doubted == {i for n, i in RECORDED if n == name}


def test_what_is_not_recomputed_says_so():
    """9 of 438 figures: the accuracy of trees on held-out rows, and the error of one whole tree."""
    words = Counter((f.word, f.quantity) for n in EXAMPLES for f in report(n).figures)
    assert sum(words.values()) == 438
    assert {q: n for (word, q), n in words.items() if word == NOT_CHECKED} == {
        "validation_accuracy": 8,
        "tree_error_estimate": 1,
    }


def test_the_refund_slides_choose_the_wrong_attribute_because_of_two_slips():
    slides = report("refund_marital")
    assert slides.figures[24].sentence == (
        "The chosen attribute at the root, printed as Refund: It follows from the printed values, of "
        "which Refund has the highest: right from here on. With the right values it is Marital."
    )
    assert [f.index for f in slides.consequences(14)] == [22, 23, 24]
    assert [f.index for f in slides.consequences(20)] == [21, 23, 24]
    assert slides.figures[22].sentence == (
        "The drop of the Gini index at the root, for Refund, printed as 0.1477: It follows from the "
        "printed 0.49, 0.3423: right from there on."
    )


def test_the_cost_complexity_table_of_rpart():
    """Kyphosis: CP 0.019608 and 0.176471; α itself is that times 17/81."""
    (at,) = (
        f
        for f in EXAMPLES["kyphosis_rpart_ccp"]["published"]
        if f.get("minleaf") == 7 and f["quantity"] == "ccp_sequence"
    )
    printed = ["0.0196,0.1765", "0.019,0.176", "0.0041,0.0370", "0.0196,0.18,0.2", "0.02,0.5"]
    figures = [at | {"as_printed": p} for p in printed]
    found = check_example(EXAMPLES["kyphosis_rpart_ccp"] | {"published": figures}).figures
    assert [(f.word, f.verdict.kinds) for f in found] == [
        (RIGHT, ()),
        (CUT_OFF, (10,)),
        (CONVENTION, (30,)),
        (WRONG, ()),
        (WRONG, ()),
    ]


def test_every_table_with_printed_figures_is_an_example():
    assert set(published_names()) == set(EXAMPLES) - {"dorianzi_bagged_gini"}  # without a table


@pytest.mark.parametrize("name", published_names())
def test_a_shipped_table_is_judged_as_its_example_is(name):
    """The figures of datasets/NAME.toml are those of tests/textbook/NAME.json."""
    shipped = check_example(published_example(name)).figures
    assert [(f.word, f.verdict.kinds, f.follows_from) for f in shipped] == [
        (f.word, f.verdict.kinds, f.follows_from) for f in report(name).figures
    ]
    assert not any({"right", "kind"} & set(f) for f in published_example(name)["published"])


def test_a_table_without_printed_figures_is_no_example():
    with pytest.raises(DataError, match=r"No printed figure of .* is shipped"):
        published_example("wine")


# --- examples of one's own ---------------------------------------------------------------------

OWN = {
    "columns": [
        {"name": "sky", "kind": "categorical"},
        {"name": "heat", "kind": "continuous"},
        {"name": "go", "kind": "categorical"},
    ],
    "target": "go",
    "rows": [
        ["blue", 10, "yes"],
        ["blue", 12, "yes"],
        ["grey", 14, "no"],
        ["grey", 20, "yes"],
        ["grey", 22, "no"],
    ],
}


def words(*figures):
    return [f.word for f in check_example(OWN | {"published": list(figures)}).figures]


def test_a_printed_tree_is_walked_to_its_first_wrong_node():
    good = {"sky": {"blue": "yes", "grey": {"heat": {"<=17": "no", ">17": "no"}}}}
    base = {"quantity": "tree", "as_printed": "a tree", "algorithm": "id3"}
    cut = check_example(OWN | {"published": [base | {"value": good}]}).figures[0]
    assert cut.word == WRONG and "still has rows of several classes" in cut.sentence
    other = check_example(
        OWN | {"published": [base | {"value": {"heat": {"<=13": "no", ">13": "no"}}}]}
    )
    assert (
        "The leaf at heat is at most 13 answers no; most rows are yes." in other.figures[0].sentence
    )


def test_the_node_of_a_figure_that_no_row_reaches_or_that_is_not_there():
    entropy = {"quantity": "entropy", "as_printed": "0.971"}
    assert words(
        entropy | {"node": "root"},
        entropy | {"node": [["sky", "green"]]},
        entropy | {"node": [["moon", "full"]]},
        entropy | {"node": [["heat", "<=", 1]]},
        entropy | {"node": 7},
        {"quantity": "mood", "as_printed": "good"},
        {"quantity": "entropy", "as_printed": "high"},
        {"quantity": "information_gain", "as_printed": "0.42", "attribute": "sky"},
    ) == [RIGHT, *[UNREADABLE] * 4, NOT_CHECKED, UNREADABLE, RIGHT]


@pytest.mark.parametrize(
    "text, said",
    [
        ("{", "This is no JSON"),
        ("[1]", "An example is an object"),
        ("{}", "no list called 'columns'"),
        (json.dumps(OWN | {"published": [], "rows": [["blue"]]}), "Row 1 does not have 3 cells"),
        (
            json.dumps(OWN | {"published": [], "target": "x"}),
            "The target 'x' is none of the columns",
        ),
        (json.dumps(OWN | {"published": [{}]}), "Figure 1 needs a quantity"),
        (
            json.dumps(
                OWN
                | {"published": [], "columns": [{"name": "a", "kind": "odd"}] * 3, "target": "a"}
            ),
            "'odd' is neither categorical nor continuous",
        ),
    ],
)
def test_an_example_of_another_form_is_refused_in_words(text, said):
    with pytest.raises(DataError, match=said):
        check_text(text)


def test_every_malformed_figure_is_told_and_stops_no_other():
    good = {"quantity": "entropy", "as_printed": "0.971"}
    for quantity in (
        *("information_gain", "gini_split", "best_threshold", "class_count", "weight", "mixture"),
        *("midpoint", "weighted_sum", "error_estimate", "error_estimate_sum", "tree", "variance"),
        *("chosen_attribute", "best_subset", "class_probability", "variance_reduction"),
    ):
        for odd in (
            {},
            {"attribute": 3, "threshold": "x", "class": None, "terms": 5, "E": "a", "N": 0},
        ):
            bad = {"quantity": quantity, "as_printed": "0.5", **odd}
            assert words(bad, good)[1] == RIGHT, quantity
