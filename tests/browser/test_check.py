"""A student at the keyboard alone: play tennis' root worked through with two mistakes, both told by name."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.test_main_job import arrive, menu, settle

#: The root in the order of the sheet, as a hurried student has it: the entropy of the node taken with
#: the key "ln", and the branches of Outlook added up without their weights. Quinlan 1986.
_LINES = (
    *("9 5 14 0.652", "2 3 5 0.971", "4 0 4 0", "3 2 5 0.971", "1.942", "0.247"),
    *("2 2 4 1", "4 2 6 0.918", "3 1 4 0.811", "0.911", "0.029"),
    *("3 4 7 0.985", "6 1 7 0.592", "0.788", "0.152"),
    *("6 2 8 0.811", "3 3 6 1", "0.892", "0.048", "Outlook"),
)
SHEET = " ".join(_LINES).split()


def focused(page: Page, attribute: str) -> str:
    return page.evaluate(f"document.activeElement?.getAttribute('{attribute}') || ''")


def tab_to(page: Page, attribute: str, value: str = "") -> None:
    """Press Tab until something with this attribute (and value) has the focus."""
    for _ in range(120):
        page.keyboard.press("Tab")
        found = focused(page, attribute)
        if found and value in found:
            return
    raise AssertionError(f"Tab does not lead to {attribute}={value}")


def start(page: Page, address: str, **query: str) -> None:
    tail = "&".join(f"{k}={v}" for k, v in query.items())
    arrive(page, f"{address}/check?{tail}")
    expect(page.locator("input[data-key]").first).to_be_visible()
    settle(page)


def checked(page: Page) -> None:
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-summary]")).to_be_focused()
    settle(page)


def test_two_mistakes_at_the_root_of_play_tennis_are_both_told_by_name(page: Page, address):
    start(page, address)
    tab_to(page, "data-key")
    assert focused(page, "aria-label") == "Rows of Yes"
    for i, figure in enumerate(SHEET):
        page.keyboard.type(figure)
        if i + 1 < len(SHEET):
            page.keyboard.press("Tab")
    expect(page.get_by_text("53 of 53 filled")).to_be_visible()
    assert [f.input_value() for f in page.locator("input[data-key]").all()] == SHEET
    checked(page)

    summary = page.locator("[data-summary]")
    expect(summary).to_contain_text("One mistake")
    expect(summary).to_contain_text("51 right")
    expect(summary).to_contain_text("Branches added up, or counts not divided by the total.")
    expect(summary).to_contain_text("You left out the weights: 0.971 + 0 + 0.971 added up.")
    expect(summary).to_contain_text("Natural logarithm")
    step = summary.get_by_text(
        "Each branch counts with its share of the rows, 5/14, 4/14 and 5/14."
    )
    expect(step).to_be_hidden()

    tab_to(page, "data-go", "a0:after")
    page.keyboard.press("Tab")  # the right step, only when asked for
    page.keyboard.press("Enter")
    expect(step).to_be_visible()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")  # leads to the field, with its figure selected
    assert focused(page, "data-key") == "a0:after"
    page.keyboard.type("5/14*0.971 + 5/14*0.971")
    checked(page)
    expect(summary).to_contain_text("All figures are right")

    tab_to(page, "data-go", "before")
    page.keyboard.press("Enter")
    page.keyboard.type("0,940")
    checked(page)
    expect(summary).to_contain_text("53 right")
    assert page.faults == []


def test_the_whole_solution_is_shown_when_it_is_asked_for(page: Page, address):
    start(page, address)
    worked = page.get_by_text("0.69354").first  # 5/14 · 0.97095 + 5/14 · 0.97095
    expect(worked).to_have_count(0)
    page.get_by_text("Show the whole solution").click()
    expect(worked).to_be_visible()
    assert page.faults == []


def test_what_is_typed_stays_through_another_page_and_through_a_reload(page: Page, address):
    start(page, address)
    page.locator("input[data-key='before']").focus()
    page.keyboard.type("0.94")
    menu(page, "Grow")
    expect(page.get_by_text("rows reach this node")).to_be_visible()
    menu(page, "Check")
    expect(page.locator("input[data-key='before']")).to_have_value("0.94")
    page.reload()
    expect(page.locator("input[data-key='before']")).to_have_value("0.94")
    settle(page)
    page.get_by_role("button", name="Empty the sheet").focus()
    page.keyboard.press("Enter")
    expect(page.locator("input[data-key='before']")).to_have_value("")
    page.reload()
    expect(page.locator("input[data-key='before']")).to_have_value("")
    assert page.faults == []


def test_a_block_from_a_spreadsheet_is_pasted_into_a_field(page: Page, address):
    start(page, address)
    page.locator("input[data-key='n']").fill("14")
    page.locator("input[data-key='a0:b0:count:0']").focus()
    page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.setData('text/plain', '2\\t3\\t5\\t0,971\\n4\\t0\\t4\\t0\\n');
          const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
          document.activeElement.dispatchEvent(event);
        }"""
    )
    expect(page.get_by_text("From the block: 8 figures.")).to_be_visible()
    expect(page.locator("input[data-key='a0:b1:branch']")).to_have_value("0")
    expect(page.locator("input[data-key='n']")).to_have_value("14")
    checked_fields = page.locator(".ck-cell .ck-vd")
    expect(checked_fields).to_have_count(0)
    page.locator("input[data-key='n']").focus()
    checked(page)
    expect(checked_fields).to_have_count(9)
    assert page.faults == []


def test_a_mark_goes_when_its_figure_is_changed(page: Page, address):
    start(page, address)
    field = page.locator("input[data-key='before']")
    field.fill("0.5")
    checked_field = page.locator("#ck-before")
    field.focus()
    checked(page)
    expect(checked_field).to_contain_text("wrong")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.press_sequentially("1")
    expect(checked_field).to_have_text("")


def test_a_step_is_predicted_by_keyboard_before_it_is_shown(page: Page, address):
    arrive(page, f"{address}/grow")
    page.get_by_text("Predict first").click()
    expect(page.get_by_text("Which attribute is asked here?").first).to_be_visible()
    settle(page)
    expect(page.get_by_text("Outlook wins by")).to_have_count(0)
    page.get_by_role("radio", name="Outlook").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    tab_to(page, "data-testid", "FormSubmit")
    page.keyboard.press("Enter")
    expect(page.get_by_text("0.095 bits less")).to_be_visible()
    expect(page.get_by_text("0 of 1 right")).to_be_visible()
    assert page.faults == []
