"""A table typed in the page: cells, columns, undo, and the link that carries it."""

from __future__ import annotations

from c45 import load_dataset
from c45.reading import TypedTable
from pages.shared import carried, session
from tests.pages.driving import address, fine, html, open_app


def typed_link(table: TypedTable, name: str = "My table") -> dict[str, str]:
    content = table.to_text().encode()
    return {
        "dataset": session.name_of(name, content, made=True),
        "carried": carried.pack(content),
    }


GOLF = TypedTable.of(load_dataset("playtennis_id3"))


def test_a_blank_table_is_typed_and_grown():
    at = open_app()
    fine(at.segmented_control(key="shelf").set_value("Your file").run())
    fine(at.button(key="type_blank").click().run())
    assert "The table, to be typed" in html(at)
    assert "The table has no cell with anything in it. Type a first row." in html(at)
    assert address(at)["dataset"].startswith("made:")


def test_a_copy_of_a_shipped_table_is_that_table():
    at = open_app()
    fine(at.button(key="edit_table").click().run())
    assert "14 rows, 4 attributes, and PlayTennis to be predicted: 9 Yes and 5 No." in html(at)
    assert address(at)["dataset"].endswith("changed")
    assert TypedTable.from_text(carried.unpack(address(at)["carried"]).decode()) == GOLF


def test_a_link_brings_the_table_to_another_browser_and_the_tree_is_the_same():
    at = open_app("pages/tree.py", **typed_link(GOLF))
    assert "The whole tree: 3 questions, 5 answers" in html(at)
    assert list(at.session_state["memory"].files) == [typed_link(GOLF)["dataset"]]


def test_a_link_whose_table_was_cut_off_says_so():
    link = typed_link(GOLF)
    for text in ("", link["carried"][:-20], "AAAA"):
        at = open_app(dataset=link["dataset"], carried=text)
        assert "is too large to travel in a link or was cut off it." in html(at)


def test_a_table_too_large_for_the_link_does_not_travel_and_the_page_says_so():
    at = open_app(dataset="wine")
    fine(at.button(key="edit_table").click().run())
    assert "carried" not in address(at)
    assert "This table does not travel in the link: packed it takes" in html(at)
    assert "178 rows, 13 attributes" in html(at)


def test_columns_are_added_renamed_and_removed_and_each_is_undone():
    at = open_app(**typed_link(GOLF))
    fine(at.text_input(key="new_column").set_value("Fog").run())
    fine(at.button(key="add_column").click().run())
    assert "14 rows, 5 attributes" in html(at)
    box = next(s for s in at.selectbox if s.key.startswith("column_"))
    fine(box.set_value("Wind").run())
    fine(at.text_input(key="column_name").set_value("Breeze").run())
    fine(at.button(key="rename_column").click().run())
    assert "Breeze" in at.multiselect(key="attributes").value
    box = next(s for s in at.selectbox if s.key.startswith("column_"))
    fine(box.set_value("Outlook").run())
    fine(at.button(key="remove_column").click().run())
    assert at.multiselect(key="attributes").value == ["Temperature", "Humidity", "Breeze"]
    for _ in range(3):
        fine(at.button(key="undo").click().run())
    assert address(at) == typed_link(GOLF)
    assert at.button(key="undo").disabled
    fine(at.button(key="redo").click().run())
    assert "14 rows, 5 attributes" in html(at)


def test_a_name_that_is_taken_is_refused_in_a_sentence():
    at = open_app(**typed_link(GOLF))
    fine(at.text_input(key="new_column").set_value("Wind").run())
    fine(at.button(key="add_column").click().run())
    assert "There is a column called &#x27;Wind&#x27; already." in html(at)
    assert address(at) == typed_link(GOLF)
