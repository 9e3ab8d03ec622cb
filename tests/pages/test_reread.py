"""A file of the reader's: how it was read is said, and every decision can be overruled."""

from __future__ import annotations

from pathlib import Path

from driving import address, fine, html, open_app

from c45 import dataset_names

INPUTS = Path(__file__).parents[1] / "inputs"

GERMAN = b"temp;wind;sail\n28,7;no;yes\n31,08;no;no\n12,5;yes;no\n30,25;yes;yes\n"


def uploaded(name: str, content: bytes):
    at = open_app()
    fine(at.segmented_control(key="shelf").set_value("Your file").run())
    return fine(at.file_uploader(key="own_file").set_value((name, content, "text/csv")).run())


def choice(at, label: str):
    return next(s for s in at.selectbox if s.label == label)


def test_what_was_assumed_is_said_in_sentences():
    at = uploaded("sail.csv", GERMAN)
    page = html(at)
    assert "Separator is ;." in page and "decimal" in page
    assert choice(at, "Separator").options[0] == "as found (semicolon)"
    assert choice(at, "Decimal mark").options[0] == "as found (comma)"
    assert "4 rows, 2 attributes, and sail to be predicted" in page


def test_overruling_a_decision_reads_the_file_again_and_stands_in_the_address():
    at = uploaded("sail.csv", GERMAN)
    fine(choice(at, "Decimal mark").set_value(".").run())
    assert address(at)["reading"] == "decimal,."
    page = html(at)
    assert "temp, by class" in page and "28,7" in page  # now text: categories
    fine(choice(at, "Decimal mark").set_value("").run())
    assert "reading" not in address(at)


def test_a_setting_that_does_not_fit_is_refused_in_a_sentence_and_can_be_taken_back():
    at = uploaded("sail.csv", GERMAN)
    fine(choice(at, "Separator").set_value("|").run())
    assert 'role="alert"' in html(at)
    fine(choice(at, "Separator").set_value("").run())
    assert 'role="alert"' not in html(at)
    assert "4 rows, 2 attributes" in html(at)


def test_own_markers_of_missing_values():
    content = b"x,y,class\n1,-999,a\n2,5,b\n3,6,a\n4,7,b\n"
    at = uploaded("gaps.csv", content)
    box = next(t for t in at.text_input if t.label == "What stands for a missing value")
    fine(box.set_value("-999").run())
    assert address(at)["reading"] == "missing,-999"
    assert at.dataframe[-1].value["y"].isna().tolist() == [True, False, False, False]


def test_a_pasted_table_is_a_table():
    at = open_app()
    fine(at.segmented_control(key="shelf").set_value("Your file").run())
    at.text_area(key="pasted").set_value(
        "| wind | play |\n|---|---|\n| weak | yes |\n| strong | no |"
    )
    at.button(key="use_pasted").click()
    fine(at.run())
    assert "2 rows, 1 attribute, and play to be predicted" in html(at)
    assert "pasted table" in html(at)


def test_garbage_about_the_reading_in_a_link_is_left_out():
    for text in ("separator", "colour,red", "header,x,header,y", "decimal," + "9" * 200):
        assert "reading" not in address(open_app(dataset=dataset_names()[0], reading=text))


def test_every_file_from_real_life_opens_or_is_refused_in_words():
    for path in sorted(INPUTS.iterdir()):
        if path.suffix in {".json", ".md"} or path.stat().st_size > 200_000:
            continue
        at = uploaded(path.name, path.read_bytes())
        page = html(at)
        assert "<h1>" in page or 'role="alert"' in page, path.name
        assert "Traceback" not in page, path.name
