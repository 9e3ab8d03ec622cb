"""The Predict page: a row goes down the tree, filled in, taken from the table, or a whole file of them."""

from driving import address, fine, html, open_app

from c45 import ALGORITHMS, grow, load_dataset
from c45.counterfactual import bootstrap_agreement

PAGE = "pages/predict.py"


def test_the_first_row_of_play_tennis():
    """Row 1: Sunny, Hot, High, Weak: No (Quinlan 1986)."""
    page = html(open_app(PAGE))
    assert "The tree asks about 3 of 4 attributes. No difference is made by Temperature." in page
    assert "3 of 3 training rows in this leaf are No." in page
    assert "2 questions on the way" in page
    assert "Outlook is Sunny." in page and "Humidity is High." in page


def test_a_row_filled_in_is_in_the_address():
    at = open_app(PAGE)
    fine(at.selectbox(key="value_0").set_value(1).run())
    assert address(at) == {"values": "Outlook,Overcast,Humidity,High,Wind,Weak"}
    assert "4 of 4 training rows in this leaf are Yes." in html(at)
    again = open_app(PAGE, **address(at))
    assert again.selectbox(key="value_0").value == 1
    fine(again.selectbox(key="value_0").set_value(0).run())
    assert address(again) == {}


def test_a_value_that_is_not_known_goes_every_way():
    """Outlook missing: 5/14 Sunny, 4/14 Overcast, 5/14 Rain; High and Weak give No, Yes, Yes: 9/14 Yes."""
    at = open_app(PAGE, values="Outlook,?")
    page = html(at)
    assert (
        "Outlook is not known: the row goes every way, 5 of 14 to Sunny, 4 of 14 to Overcast and 5 of 14 to Rain."
        in page
    )
    assert 'aria-label="64% Yes and 36% No"' in page
    assert at.selectbox(key="value_0").value == -1


def test_numbers_are_typed():
    at = open_app(PAGE, dataset="iris", algorithm="CART", max_depth="1", share="0")
    length = next(n for n in at.number_input if n.label.replace("\\", "").startswith("petal"))
    assert "in the table. Left empty, it is not known." in length.help
    fine(length.set_value(None).run())
    assert "is not known: the row goes every way" in html(at)
    assert address(at)["values"].endswith(",?")


def test_garbage_values_are_not_known():
    at = open_app(PAGE, dataset="iris", values="petal length,many,petal_length,nan")
    assert not at.exception


def test_a_row_of_the_table_with_its_true_class():
    """Row 15 of the kyphosis table and any other: right or wrong is said."""
    at = open_app(PAGE, row="1")
    page = html(at)
    assert at.segmented_control(key="mode").value == "Take a row"
    assert "Row 1 of the table; the tree grew from it." in page
    assert "The table says No." in page and "</span>right</span>" in page
    fine(at.number_input(key="row_place").set_value(3).run())
    assert address(at) == {"row": "3"}
    assert "The table says Yes." in html(at)


def test_a_wrong_answer_is_called_wrong():
    """A tree of depth 0 says Yes to every row; row 1 is a No."""
    page = html(open_app(PAGE, row="1", max_depth="0"))
    assert "wrong</span>" in page and "The table says No." in page
    assert "The tree is a single leaf, so every row gets the same answer." in page


def test_test_rows_come_first():
    at = open_app(PAGE, dataset="wine")
    fine(at.segmented_control(key="mode").set_value("Take a row").run())
    assert at.segmented_control(key="row_list").value == "Test"
    assert "the tree has not seen it" in html(at)
    fine(at.segmented_control(key="row_list").set_value("Training").run())
    assert "the tree grew from it" in html(at)


def test_wrong_answers_are_a_list_of_their_own():
    """At depth 0 the tree says Yes; the five days without tennis are rows 1, 2, 6, 8 and 14."""
    at = open_app(PAGE, row="1", max_depth="0")
    fine(at.segmented_control(key="row_list").set_value("Wrong").run())
    seen = []
    for place in range(1, 6):
        fine(at.number_input(key="row_place").set_value(place).run())
        seen.append(int(address(at)["row"]))
    assert seen == [1, 2, 6, 8, 14]
    fine(at.toggle(key="knob_max_depth_free").set_value(True).run())  # now nothing is wrong
    assert at.segmented_control(key="row_list").value == "Training"
    assert address(at) == {"row": "14"}


def test_a_row_that_was_looked_at_can_be_changed():
    at = open_app(PAGE, row="3")
    fine(at.segmented_control(key="mode").set_value("Fill in a row").run())
    assert at.selectbox(key="value_0").value == 1  # row 3 is Overcast
    assert address(at) == {"values": "Outlook,Overcast,Humidity,High,Wind,Weak"}


def upload(at, name, content):
    fine(at.segmented_control(key="mode").set_value("A whole file").run())
    return fine(at.file_uploader(key="rows_file").set_value((name, content, "text/csv")).run())


def test_a_value_in_the_address_that_no_training_row_had_is_not_known():
    at = open_app(PAGE, values="Outlook,Foggy")
    assert at.selectbox(key="value_0").value == -1
    assert "Outlook is not known: the row goes every way" in html(at)


def test_a_file_through_the_page():
    at = open_app(PAGE)
    fine(at.segmented_control(key="mode").set_value("A whole file").run())
    assert "No file yet" in html(at)
    content = b"Outlook,Humidity,Wind,PlayTennis\nSunny,High,Weak,No\nRain,High,Strong,Yes\n"
    upload(at, "new.csv", content)
    assert "2 rows predicted. The file knows PlayTennis: 1 of 2 right." in html(at)
    assert "About these rows" not in html(at)
    assert len(at.get("download_button")) == 1
    assert at.dataframe[0].value["predicted PlayTennis"].tolist() == ["No", "No"]
    upload(at, "bad.csv", b"a\n1\n")
    assert 'role="alert"' in html(at)
    assert "No column of this file has the name of an attribute." in html(at)


def test_what_the_tree_does_not_know_in_a_file_is_said():
    at = open_app(PAGE)
    upload(at, "<b>.csv", b"outlook;Humidity;Day;=x\n<i>Fog</i>;High;1;=2\n;Normal;2;b\n")
    page = html(at)
    for sentence in [
        "Column &#x27;outlook&#x27; is taken for &#x27;Outlook&#x27;.",
        "Columns &#x27;Day&#x27; and &#x27;=x&#x27; are no attributes of the tree: they are ignored",
        "&#x27;&lt;i&gt;Fog&lt;/i&gt;&#x27; (line 2) was never seen in training; it counts as not known",
        "Column &#x27;Outlook&#x27; has no value in 1 row (line 3); it counts as not known there.",
        "There is no column &#x27;Wind&#x27;; it counts as not known in every row.",
        "2 rows have remarks",
        "Separator is ;.",
    ]:
        assert sentence in page
    assert "<i>" not in page
    shown = at.dataframe[0].value
    assert list(shown.columns) == [
        "predicted PlayTennis", "share", "remarks", "outlook", "Humidity", "Day", "=x",
    ]  # fmt: skip
    assert shown.index.tolist() == [2, 3]
    assert shown["outlook"].tolist() == ["<i>Fog</i>", ""]


def test_one_bad_row_stops_no_other():
    """With gaps refused a row of which the colour is not known gets no answer; the rest are answered."""
    at = open_app(PAGE, missing="refuse")
    upload(at, "rows.csv", b"Outlook,Humidity,Wind\nFoggy,High,Weak\nOvercast,High,Weak\n")
    assert "1 of 2 rows predicted." in html(at)
    assert "1 row gets no answer (line 2)" in html(at)
    assert at.dataframe[0].value["predicted PlayTennis"].tolist() == ["", "Yes"]


def test_pasted_rows():
    at = open_app(PAGE)
    fine(at.segmented_control(key="mode").set_value("A whole file").run())
    rows = (
        "<table><tr><td>Outlook<td>Humidity<td>Wind</tr><tr><td>Sunny<td>High<td>Weak</tr></table>"
    )
    fine(at.text_area(key="rows_pasted").set_value(rows).run())
    assert "1 row predicted." in html(at)
    assert at.dataframe[0].value["predicted PlayTennis"].tolist() == ["No"]


def test_a_word_among_numbers_is_shown_as_it_stands():
    at = open_app(PAGE, dataset="iris", algorithm="CART", max_depth="1", share="0")
    upload(at, "iris.csv", b"petal length\n1.5\nabc\n6\n")
    assert "&#x27;abc&#x27; (line 3) is no number" in html(at)
    assert at.dataframe[0].value["petal length"].tolist() == ["1.5", "abc", "6"]


def test_the_smallest_change_within_limits():
    """Sunny, High is No in Quinlan's table; Overcast is Yes. With Outlook held, Humidity must change."""
    at = open_app(PAGE)
    assert "It would be Yes with Outlook from Sunny to Overcast." in html(at)
    outlook = next(c for c in at.checkbox if c.label == "Outlook may change")
    fine(outlook.uncheck().run())
    assert "It would be Yes with Humidity from High to Normal." in html(at)
    humidity = next(c for c in at.checkbox if c.label == "Humidity may change")
    fine(humidity.uncheck().run())
    assert "No change of this row gives another answer within these limits." in html(at)


def test_how_sure_the_leaf_is_and_what_other_trees_say():
    """Wilson's interval of 3 of 3 is 43.9 to 100 percent (Wilson 1927, z = 1.96)."""
    at = open_app(PAGE)
    assert "3 of 3 rows: 100%, and with 95% confidence between 43.9% and 100.0%." in html(at)
    assert "bootstrap trees" not in html(at)
    fine(at.button(key="ask_agreement").click().run())
    tree = grow(load_dataset("playtennis_id3"), ALGORITHMS["ID3"])
    row = {"Outlook": "Sunny", "Temperature": "Hot", "Humidity": "High", "Wind": "Weak"}
    assert bootstrap_agreement(tree, row).sentence in html(at)
