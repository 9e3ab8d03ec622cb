"""A table is typed in a real browser: a cell changed, undone, redone; a blank one filled and grown."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.test_main_job import arrive, menu, settle, tab


def grid(page: Page):
    """Where the cells of the grid are."""
    canvas = page.locator(".st-key-card_typing [data-testid=stDataFrame] canvas").first
    expect(canvas).to_be_visible()
    return canvas.bounding_box()


def type_into(page: Page, row: int, column_x: float, text: str) -> None:
    """A cell is opened by two clicks, written, and left by Enter. row counts from 1."""
    box = grid(page)
    page.mouse.dblclick(box["x"] + column_x, box["y"] + 35 * row + 17)
    editor = page.locator("#portal textarea")
    expect(editor).to_be_visible()
    editor.fill(text)
    page.keyboard.press("Enter")


def test_a_cell_of_a_copy_is_changed_undone_and_redone(page: Page, address):
    arrive(page, address)
    page.get_by_role("button", name="Change cells in a copy").click()
    expect(page.locator("h1").first).to_have_text("Play tennis, changed")
    settle(page)
    start = page.url
    type_into(page, 1, 120, "Fog")
    expect(page.get_by_text("Fog", exact=True).first).to_be_attached()
    expect(page).not_to_have_url(start)
    undo, redo = (page.get_by_role("button", name=n, exact=False) for n in ("undo", "redo"))
    undo.first.click()
    expect(page).to_have_url(start)
    redo.first.click()
    expect(page).not_to_have_url(start)
    settle(page)
    menu(page, "Grow")
    expect(page.get_by_text("14 of 14 rows reach this node")).to_be_visible()
    assert page.faults == []


def test_a_link_with_a_typed_table_opens_in_another_browser(page: Page, context, address):
    arrive(page, address)
    tab(page, "Your file")
    page.get_by_role("button", name="Or type a table, from a blank one").click()
    expect(page.get_by_text("Type a first row.")).to_be_visible()
    settle(page)
    for row, cells in enumerate((("1", "a", "yes"), ("2", "b", "no")), start=1):
        for x, text in zip((120, 300, 450), cells):
            before = page.url
            type_into(page, row, x, text)
            expect(page).not_to_have_url(before)
            settle(page)
    expect(page.get_by_text("2 rows, 2 attributes, and class to be predicted")).to_be_visible()
    expect(page).to_have_url(re.compile("carried="))
    other = context.browser.new_context().new_page()
    arrive(other, page.url)
    expect(other.get_by_text("2 rows, 2 attributes, and class to be predicted")).to_be_visible()
    other.context.close()
    assert page.faults == []
