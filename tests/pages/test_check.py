"""The Check page: a sheet is filled in, marked, and each mistake is named; a printed example is checked."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pandas as pd
import pytest

from c45 import ALGORITHMS, Dataset, grow, load_dataset
from c45.check import check_example, mark, published_example, sheet
from pages.shared.check_answers import Filled, checked, cleaned, in_reading_order, with_block
from pages.shared.check_marks import badge, done, names_of, right_step, summary
from pages.shared.check_report import lead, report_html, report_table
from pages.shared.check_sheet import sheet_html, solution_html
from tests.pages.driving import fine, html, open_app

PAGE = "pages/check.py"
TENNIS = sheet(load_dataset("playtennis_id3"))
OUTLOOK = sheet(load_dataset("playtennis_id3"), attributes=("Outlook",))


def words(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text)).strip()


def shown(at) -> dict:
    """What the component of the sheet is given."""
    return next(
        data
        for component in at.get("bidi_component")
        if "stamp" in (data := json.loads(component.proto.json))
    )


def fill_in(at, block: str):
    at.text_area(key="check_block").set_value(block)
    return fine(next(b for b in at.button if b.label == "Fill in and check").click().run())


class Fields(HTMLParser):
    """The fields of a sheet, in the order in which Tab walks them: key and label."""

    def __init__(self, text: str):
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "input":
            self.found.append((dict(attrs)["data-key"], dict(attrs)["aria-label"]))


# --- the sheet ----------------------------------------------------------------------------------


def test_the_fields_stand_in_the_order_of_the_work():
    assert [label for _, label in Fields(sheet_html(OUTLOOK, {})).found] == [
        *("Rows of Yes", "Rows of No", "Rows in all", "Entropy of the node"),
        *("Rows of Yes where Outlook is Sunny", "Rows of No where Outlook is Sunny"),
        *("Rows where Outlook is Sunny", "Entropy where Outlook is Sunny"),
        *("Rows of Yes where Outlook is Overcast", "Rows of No where Outlook is Overcast"),
        *("Rows where Outlook is Overcast", "Entropy where Outlook is Overcast"),
        *("Rows of Yes where Outlook is Rain", "Rows of No where Outlook is Rain"),
        *("Rows where Outlook is Rain", "Entropy where Outlook is Rain"),
        *("Entropy after the split on Outlook", "Gain of Outlook", "The attribute to choose"),
    ]


@pytest.mark.parametrize("algorithm", ["ID3", "C4.5", "CART"])
@pytest.mark.parametrize("name", ["playtennis_id3", "golf_c45_missing", "iris_mixed", "xor"])
def test_every_figure_of_a_sheet_has_one_field(name, algorithm):
    s = sheet(grow(load_dataset(name), ALGORITHMS[algorithm]))
    fields = [key for key, _ in Fields(sheet_html(s, {})).found]
    assert fields == [c.key for c in in_reading_order(s).cells]  # as a block is copied and pasted
    assert sorted(fields) == sorted(c.key for c in s.cells)


def test_an_empty_sheet_gives_no_figure_away():
    text = words(sheet_html(TENNIS, {}))
    assert not re.search(r"\d\.\d", text)
    assert "Check 0 of 53 filled" in text
    assert "0.247" in words(solution_html(TENNIS)) and "0.694" in words(solution_html(TENNIS))


def test_names_from_the_data_are_only_text():
    evil = '"><script>alert(1)</script>'
    frame = pd.DataFrame({evil: ["a<b", "c&d", "c&d"], "class": [f"y{evil}", "n", "n"]})
    s = sheet(Dataset.from_frame(frame, target="class"))
    answers = {"choice": evil, "before": "<b>1</b>"}
    text = sheet_html(s, answers, mark(s, answers)) + solution_html(s)
    assert "<script" not in text and "<b>1</b>" not in text
    assert len(Fields(text).found) == len(s.cells)


# --- what is said -------------------------------------------------------------------------------


def test_each_verdict_has_a_sign_and_a_word():
    answers = {"before": "0.94", "a0:gain": "0.246", "a0:after": "1.942", "a0:b0:branch": "0.970"}
    answers |= {"a0:b1:branch": "zero"}
    marks = mark(OUTLOOK, answers)
    found = {k: badge(marks[k].word) for k in answers}
    assert {k: words(v) for k, v in found.items()} == {
        "before": "right",
        "a0:gain": "rounded early",
        "a0:after": "wrong",
        "a0:b0:branch": "cut off",
        "a0:b1:branch": "not a number",
    }
    signs = [re.search(r"g-(\w+)", v)[1] for v in found.values()]
    assert signs == ["check", "approx", "cross", "down", "query"]


def test_the_first_mistake_stands_on_top_and_its_right_step_is_folded():
    answers = {"before": "0.652", "a0:after": "1.942", "a0:gain": "0.123"}
    text = summary(mark(OUTLOOK, answers), answers)
    told, folded = text.split("<details>")[0], text.split("<details>")[1]
    assert words(told) == (
        "The first mistake 1 other convention 2 wrong 16 empty wrong Entropy after the split on "
        "Outlook , you have 1.942 Branches added up, or counts not divided by the total. You left "
        "out the weights: 0.971 + 0 + 0.971 added up."
    )
    assert "5/14, 4/14 and 5/14" in folded and "Right is 0.694." in folded
    assert "Natural logarithm" in text


def test_several_mistakes_that_fit_are_all_told():
    """Gini of one branch with 1 Yes and 1 No, given as 1: the entropy, a stretched Gini, or no shares."""
    frame = pd.DataFrame({"x": ["a", "a", "b"], "class": ["Yes", "No", "No"]})
    s = sheet(Dataset.from_frame(frame, target="class"), criterion="gini")
    text = words(done(mark(s, {"a0:b0:branch": "1"})["a0:b0:branch"]))
    assert text.startswith("3 mistakes fit this figure; only you know which one it was.")


def test_where_nothing_fits_it_only_does_not_agree():
    answers = {"count:0": "9", "count:1": "5", "n": "14", "before": "0.314159"}
    found = mark(OUTLOOK, answers)["before"]
    assert words(done(found)) == (
        "It does not agree. What it is made from agrees: Rows of Yes, Rows of No and Rows in all."
    )
    assert "Right is 0.940. It is worked out as −Σ p log p" in words(right_step(found))


def test_a_wrong_choice_does_not_give_the_right_one_away():
    found = mark(TENNIS, {"choice": "Wind"})["choice"]
    assert "Outlook" not in done(found) and "0.048" not in done(found)
    assert "Outlook" in right_step(found)
    follows = mark(TENNIS, {"a3:gain": "0.8", "choice": "Wind"})["choice"]
    assert words(done(follows)).endswith("Wind has the highest: right from here on.")


def test_kinds_by_name():
    assert names_of((4, 10)) == "Branches not weighted and cut off instead of rounded"


# --- answers ------------------------------------------------------------------------------------


def test_what_a_browser_sends_is_looked_over():
    sent = {"before": "0.94", "n": " ", "<x>": "1", "count:0": 9, "count:1": "5" * 10_000}
    assert cleaned(OUTLOOK, sent) == {"count:1": "5" * 121, "before": "0.94"}
    assert cleaned(OUTLOOK, ["0.94"]) == {} and cleaned(OUTLOOK, None) == {}
    assert checked(Filled(), OUTLOOK, sent).marking["count:1"].word == "unreadable"


def test_a_block_is_filled_in_from_the_field_it_was_pasted_into():
    found = with_block(
        Filled(), OUTLOOK, "2\t3\t5\t1\n4\t0", start="a0:b0:count:0", typed={"n": "14"}
    )
    first = {"a0:b0:count:0": "2", "a0:b0:count:1": "3", "a0:b0:n": "5", "a0:b0:branch": "1"}
    second = {"a0:b1:count:0": "4", "a0:b1:count:1": "0"}
    assert found.answers == {"n": "14"} | first | second
    assert found.notes == ("From the block: 6 figures.",) and found.marking is None
    refused = with_block(found, OUTLOOK, "1\t2", start="choice")
    assert refused.answers == found.answers
    assert refused.notes[0].startswith("The block was not filled in. The block has 2 cells")


# --- the page -----------------------------------------------------------------------------------


def test_the_page_begins_with_the_rows_and_an_empty_sheet():
    at = open_app(PAGE)
    assert "The 14 rows at this node" in html(at)
    assert "Begin here: count the rows of each class." in shown(at)["html"]
    assert not shown(at)["marked"]
    assert at.code[0].value.splitlines()[:2] == ["Rows of Yes\t", "Rows of No\t"]


def test_a_pasted_sheet_is_marked_and_both_mistakes_are_named():
    block = "Entropy of the node\t0.652\nEntropy after the split on Outlook\t1.942\n"
    at = fill_in(open_app(PAGE), block)
    assert shown(at)["answers"] == {"before": "0.652", "a0:after": "1.942"}
    text = words(shown(at)["html"])
    assert "Natural logarithm. The logarithm was taken to base e" in text
    assert "You left out the weights: 0.971 + 0 + 0.971 added up." in text


def test_what_is_filled_in_stays_with_its_node_and_its_criterion():
    at = fill_in(open_app(PAGE), "Entropy of the node\t0.94\n")
    fine(at.selectbox(key="check_criterion").select("gini").run())
    assert shown(at)["answers"] == {} and "Gini" in words(shown(at)["html"])
    fine(at.selectbox(key="check_criterion").select("information_gain").run())
    assert shown(at)["answers"] == {"before": "0.94"}
    fine(at.selectbox(key="check_step").select(1).run())
    assert at.query_params["step"] in ("2", ["2"])
    assert "Outlook is Sunny" in html(at) and shown(at)["answers"] == {}


def test_fewer_attributes_make_a_shorter_sheet_and_the_page_says_so():
    at = open_app(PAGE)
    fine(at.multiselect(key="check_names").set_value(["Wind"]).run())
    assert "1 of 4 attributes are on the sheet." in html(at)
    assert len(Fields(shown(at)["html"]).found) == 15


def test_a_wide_table_begins_with_a_few_attributes():
    at = open_app(PAGE, dataset="wine")
    assert "6 of 13 attributes are on the sheet." in html(at)


def test_the_solution_is_made_when_it_is_asked_for():
    at = open_app(PAGE)
    assert "0.694" not in html(at)


@pytest.mark.parametrize("step", range(1, 9))
def test_every_node_has_a_sheet(step):
    assert Fields(shown(open_app(PAGE, step=str(step)))["html"]).found


# --- an example in print ------------------------------------------------------------------------


def printed(at):
    return fine(at.segmented_control(key="check_what").set_value("A worked example in print").run())


def test_the_refund_slides_are_reported_with_what_follows():
    """Slides whose Gini of the root is 0.49 for 0.42, and which choose Refund because of it."""
    report = check_example(published_example("refund_marital"))
    assert lead(report) == (
        "Of 25 printed figures, 2 are wrong, 4 follow from a wrong one and 5 are off in the digits "
        "or the convention; 14 agree."
    )
    text = words(report_html(report))
    assert "printed as 0.49 , right is 0.4200 A term of the Gini index lost." in text
    assert "Chosen attribute at the root, printed as Refund , right is Marital" in text
    row = report_table(report).iloc[24]
    assert row["verdict"] == "follows from a wrong one" and row["follows from number"] == "23, 24"
    assert printed(open_app(PAGE)).selectbox(key="check_example").value == "refund_marital"


def test_an_own_example_is_checked_and_a_wrong_one_refused():
    at = printed(open_app(PAGE))
    fine(at.segmented_control(key="check_shelf").set_value("Your own").run())
    example = published_example("playtennis_id3")
    example["published"] = [{"quantity": "entropy", "as_printed": "0.652"}]
    fine(at.text_area(key="example_text").set_value(json.dumps(example)).run())
    assert "The logarithm was taken to base e" in html(at)
    fine(at.text_area(key="example_text").set_value('{"rows": []}').run())
    assert "This is no worked example." in html(at)
    assert "The example has no list called" in html(at)
    fine(at.text_area(key="example_text").set_value("<script>").run())
    assert "This is no JSON" in html(at) and "<script>" not in html(at)
