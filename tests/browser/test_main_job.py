"""The main job in a real Chromium: choose, step, open an attribute, see the tree, share the link."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

TENNIS = """outlook;temp;windy;play
sunny;29,5;no;no
sunny;27,0;yes;no
overcast;28,3;no;yes
rainy;21,4;no;yes
rainy;18,0;no;yes
rainy;17,5;yes;no
overcast;16,9;yes;yes
sunny;22,1;no;no
"""


def arrive(page: Page, url: str) -> None:
    page.goto(url)
    expect(page.locator("h1").first).to_be_visible()
    settle(page)


def settle(page: Page) -> None:
    """Wait until the run that is under way has ended."""
    expect(page.locator("[data-testid=stApp]")).to_have_attribute(
        "data-test-script-state", "notRunning"
    )


def tab(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name).click()
    settle(page)


def choose(page: Page, label: str, option: str) -> None:
    """Pick from a select box as a person does: open it, type, Enter."""
    box = page.get_by_role("combobox", name=label)
    box.click()
    box.fill(option)
    page.get_by_role("option", name=option, exact=False).first.click()
    settle(page)


def menu(page: Page, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).click()
    settle(page)


def test_wine_from_the_first_page_to_a_shared_link(page: Page, context, address):
    arrive(page, address)
    tab(page, "Larger tables")
    choose(page, "Which one", "Italian wines")
    expect(page.locator("h1").first).to_contain_text("wines")
    page.get_by_role("button", name="Grow the tree, step by step").click()
    expect(page.get_by_role("button", name="Next")).to_be_visible()
    for step in (2, 3):
        page.get_by_role("button", name="Next").click()
        expect(page).to_have_url(re.compile(rf"step={step}\b"))
    settle(page)
    name = page.locator("button[data-pick]:visible").nth(1).get_attribute("data-pick")
    row = page.locator(f"button[data-pick='{name}']")
    row.click()
    expect(page).to_have_url(re.compile(f"attribute={name}"))
    expect(row).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_text(f"{name} in detail")).to_be_visible()
    title = page.locator("h1").first.inner_text()
    shared = page.url

    other = context.browser.new_context().new_page()
    arrive(other, shared)
    expect(other.locator("h1").first).to_have_text(title)
    opened = other.locator(f"button[data-pick='{name}']")
    expect(opened).to_have_attribute("aria-expanded", "true")
    other.context.close()

    menu(page, "Tree")
    expect(page.get_by_role("tree").first).to_be_visible()
    expect(page.get_by_text("Test accuracy")).to_be_visible()
    expect(page.get_by_text("46 of 54 right")).to_be_visible()
    assert page.faults == []


def test_a_german_table_is_uploaded_and_grown(page: Page, address):
    arrive(page, address)
    tab(page, "Your file")
    page.locator("input[type=file]").set_input_files(
        {"name": "tennis.csv", "mimeType": "text/csv", "buffer": TENNIS.encode()}
    )
    expect(page.locator("h1").first).to_have_text("tennis.csv")
    settle(page)
    menu(page, "Grow")
    expect(page.get_by_text("8 of 8 rows reach this node")).to_be_visible()
    expect(page.locator("button[data-pick='temp']")).to_be_visible()
    menu(page, "Tree")
    expect(page.get_by_role("tree").first).to_be_visible()
    assert page.faults == []


def test_the_tree_is_clicked_and_walked_by_keys(page: Page, address):
    arrive(page, f"{address}/grow?dataset=playtennis_id3&step=8")
    page.locator("#node-1").click()
    expect(page.locator("h1").first).to_have_text("Outlook is Sunny")
    page.locator("#node-1").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("h1").first).to_contain_text("Humidity is High")
    assert page.faults == []


EVERY_PATH = [
    *("", "prepare", "grow", "check", "exercises", "prune", "tree", "predict"),
    *("evaluate", "compare", "pitfalls", "reports"),
]


@pytest.mark.parametrize("path", EVERY_PATH)
@pytest.mark.parametrize("width, height", [(1366, 768), (390, 844)])
def test_every_page_opens_and_does_not_scroll_sideways(page: Page, address, path, width, height):
    page.set_viewport_size({"width": width, "height": height})
    arrive(page, f"{address}/{path}?dataset=wine")
    wide = page.evaluate(
        "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"
    )
    assert wide <= 0
    assert page.faults == []


@pytest.mark.parametrize("kind", ["DOT", "SVG", "PNG", "Python", "JSON"])
def test_the_tree_is_downloaded(page: Page, address, kind):
    arrive(page, f"{address}/tree?dataset=playtennis_id3")
    page.get_by_text("Downloads", exact=True).click()
    button = page.get_by_role("button", name=re.compile(kind)).first
    button.scroll_into_view_if_needed()
    with page.expect_download() as waiting:
        button.click()
    content = waiting.value.path().read_bytes()
    begins = {"DOT": b"digraph", "SVG": b"<", "PNG": b"\x89PNG", "Python": b"", "JSON": b"{"}
    assert content.lstrip().startswith(begins[kind]) and len(content) > 300
    assert page.faults == []


def test_a_tree_is_pruned_step_by_step(page: Page, address):
    arrive(page, f"{address}/prune?dataset=golf_c45_missing&algorithm=C4.5+Release+8")
    expect(page.get_by_text("What becomes of humidity <= 75?")).to_be_visible()
    first = page.locator("h1").first.inner_text()
    page.get_by_role("button", name="Next").click()
    expect(page).to_have_url(re.compile("pruning_step=2"))
    expect(page.locator("h1").first).not_to_have_text(first)
    page.wait_for_timeout(1500)  # within a second, an old address is the browser lagging behind
    page.go_back()
    expect(page.locator("h1").first).to_have_text(first)
    assert page.faults == []
