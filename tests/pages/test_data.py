"""The Data page: choose a table, see it, say what is predicted from what."""

import pytest
from driving import address, fine, html, open_app

WEATHER = b"""wind,temp,zip,play
weak,20.5,1,yes
strong,12,2,no
weak,15,1,yes
weak,?,2,no
"""


def test_the_first_page_shows_play_tennis():
    at = open_app()
    page = html(at)
    assert "<h1>Play tennis</h1>" in page
    assert "14 rows, 4 attributes, and PlayTennis to be predicted: 9 Yes and 5 No." in page
    assert "All 14 rows grow the tree; none is kept for a test." in page
    assert (
        'aria-label="Outlook, by class. Sunny: 2 Yes and 3 No; Overcast: 4 Yes; Rain: 3 Yes and 2 No."'
        in page
    )
    assert list(at.dataframe[0].value.columns) == [
        "Outlook",
        "Temperature",
        "Humidity",
        "Wind",
        "PlayTennis",
    ]
    assert at.dataframe[0].value.index[0] == 1
    assert address(at) == {}


def test_the_shelves_hold_every_table_once():
    at = open_app()
    small = at.selectbox(key="table_Small tables").options
    fine(at.segmented_control(key="shelf").set_value("Larger tables").run())
    larger = at.selectbox(key="table_Larger tables").options
    assert "Play tennis" in small and "Iris flowers" in larger
    assert len(small) + len(larger) == len(set(small) | set(larger)) >= 30


def test_wine_keeps_rows_for_the_test():
    at = open_app(dataset="wine")
    assert "124 rows grow the tree, 54 rows test it." in html(at)
    assert at.slider(key="share").value == 30
    assert at.dataframe[0].value.index.names == ["row", "for the"]


def test_choosing_another_table_writes_it_into_the_address():
    at = open_app(max_depth="2", target="Wind")
    fine(at.selectbox(key="table_Small tables").set_value("xor").run())
    assert address(at) == {"dataset": "xor", "max_depth": "2"}
    assert "<h1>Exclusive or, with a third column that does not matter</h1>" in html(at)


def test_another_target():
    at = open_app()
    fine(at.selectbox(key="target").set_value("Wind").run())
    assert address(at) == {"target": "Wind"}
    assert "Wind to be predicted: 8 Weak and 6 Strong." in html(at)
    assert at.multiselect(key="attributes").value == [
        "Outlook",
        "Temperature",
        "Humidity",
        "PlayTennis",
    ]
    fine(at.selectbox(key="target").set_value("PlayTennis").run())
    assert address(at) == {}


def test_fewer_attributes():
    at = open_app()
    fine(at.multiselect(key="attributes").set_value(["Wind", "Outlook"]).run())
    assert address(at) == {"attributes": "Outlook,Wind"}
    assert "14 rows, 2 attributes" in html(at)


def test_no_attribute_at_all_is_not_taken():
    at = open_app()
    fine(at.multiselect(key="attributes").set_value([]).run())
    assert "Keep at least one attribute." in html(at)
    assert address(at) == {}


def test_numbers_read_as_categories():
    at = open_app(dataset="weather_numeric_j48")
    assert at.multiselect(key="numbers").value == ["temperature", "humidity"]
    fine(at.multiselect(key="numbers").set_value(["temperature"]).run())
    assert address(at)["kinds"] == "humidity,categorical"
    fine(at.multiselect(key="numbers").set_value(["temperature", "humidity"]).run())
    assert address(at) == {"dataset": "weather_numeric_j48"}


def test_share_class_shares_and_seed():
    at = open_app(dataset="iris")
    fine(at.slider(key="share").set_value(20).run())
    fine(at.toggle(key="stratified").set_value(True).run())
    fine(at.number_input(key="seed").set_value(7).run())
    assert address(at) == {"dataset": "iris", "share": "20", "stratified": "yes", "seed": "7"}
    assert "120 rows grow the tree, 30 rows test it." in html(at)


def test_a_split_that_cannot_be_made_is_said_in_place():
    at = open_app(dataset="colton_weekend", share="30", stratified="yes")
    page = html(at)
    assert 'role="alert"' in page and "stratified" in page
    assert "<h1>What to do at the weekend</h1>" in page  # the page goes on


def test_an_uploaded_file_opens():
    at = open_app()
    fine(at.segmented_control(key="shelf").set_value("Your file").run())
    assert "No file yet." in html(at)
    fine(at.file_uploader(key="own_file").set_value(("my weather.csv", WEATHER, "text/csv")).run())
    assert "<h1>my weather.csv</h1>" in html(at)
    assert "4 rows, 3 attributes, and play to be predicted: 2 no and 2 yes." in html(at)
    assert "numbers, 1 missing" in html(at)
    assert address(at)["dataset"].startswith("file:") and address(at)["dataset"].endswith(
        ":my weather.csv"
    )
    fine(at.multiselect(key="numbers").set_value(["temp"]).run())
    assert address(at)["kinds"] == "zip,categorical"


def test_two_files_of_one_session():
    at = open_app()
    fine(at.segmented_control(key="shelf").set_value("Your file").run())
    fine(at.file_uploader(key="own_file").set_value(("one.csv", WEATHER, "text/csv")).run())
    fine(
        at.file_uploader(key="own_file")
        .set_value(("two.csv", WEATHER + b"weak,1,1,yes\n", "text/csv"))
        .run()
    )
    assert "<h1>two.csv</h1>" in html(at)
    first = next(o for o in at.session_state["memory"].files if o.endswith("one.csv"))
    fine(at.selectbox(key="earlier_file").set_value(first).run())
    assert "<h1>one.csv</h1>" in html(at)
    fine(at.segmented_control(key="shelf").set_value("Small tables").run())
    assert address(at).get("dataset") is None or not address(at)["dataset"].startswith("file:")


@pytest.mark.parametrize("content", [b"", b"\n\n", b"a,b\n"])
def test_a_file_that_is_no_table_is_refused_in_place(content):
    at = open_app()
    fine(at.segmented_control(key="shelf").set_value("Your file").run())
    fine(at.file_uploader(key="own_file").set_value(("bad.csv", content, "text/csv")).run())
    assert 'role="alert"' in html(at)
    fine(
        at.segmented_control(key="shelf").set_value("Small tables").run()
    )  # and there is a way out
    assert 'role="alert"' not in html(at)


def test_hostile_names_stay_text():
    table = b'"<img src=x onerror=alert(1)>",c\n"<b>",<script>\n"*x*",no\n'
    at = open_app()
    fine(at.segmented_control(key="shelf").set_value("Your file").run())
    fine(at.file_uploader(key="own_file").set_value(("<i>.csv", table, "text/csv")).run())
    page = html(at)
    for tag in ("<img", "<script", "<i>", "<b>&lt;"):
        assert tag not in page.replace("<b>&lt;img", "")
    assert "&lt;img src=x onerror=alert(1)&gt;" in page


def test_a_target_that_looks_like_a_measurement_is_pointed_out():
    table = b"wind,score\nweak,1.5\nstrong,2.5\nweak,3.25\nstrong,4\nweak,5.5\nweak,6\n"
    at = open_app()
    fine(at.segmented_control(key="shelf").set_value("Your file").run())
    fine(at.file_uploader(key="own_file").set_value(("s.csv", table, "text/csv")).run())
    assert "score has 6 different values in 6 rows: that looks like a measurement" in html(at)
    assert "Is this the column to predict?" not in html(open_app(dataset="wine"))


def test_dates_are_ordered_by_day_and_their_order_is_asked_where_no_cell_tells():
    rows = "".join(
        f"{d:02}/{m:02}/2024,{'yes' if m > 2 else 'no'}\n" for d in (1, 2) for m in (1, 3)
    )
    at = open_app()
    fine(at.segmented_control(key="shelf").set_value("Your file").run())
    content = ("day,late\n" + rows).encode()
    fine(at.file_uploader(key="own_file").set_value(("days.csv", content, "text/csv")).run())
    fine(at.multiselect(key="dates").set_value(["day"]).run())
    assert "Say &#x27;date dmy&#x27; or &#x27;date mdy&#x27;." in html(at)
    assert "kinds" not in address(at)
    fine(at.selectbox(key="date_order").set_value("date dmy").run())
    assert address(at)["kinds"] == "day,date dmy"
    assert "is read as dates" in html(at)
