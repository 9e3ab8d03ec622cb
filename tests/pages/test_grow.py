"""The Grow page, run as Streamlit runs it: step by step, by its address, and by its buttons."""

import hashlib
import json
import re
import sys
from pathlib import Path

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from c45 import ALGORITHMS, grow, load_dataset
from pages.shared import session

APP = Path(__file__).parents[2] / "app.py"


def app(**query):
    at = AppTest.from_file(APP, default_timeout=60)
    for name, value in query.items():
        at.query_params[name] = value
    return at.switch_page("pages/grow.py")


def upload(at, frame):
    """Put a table into the session, as the uploader does, and into the address."""
    content = frame.to_csv(index=False).encode()
    name = f"{session.UPLOAD}{hashlib.sha256(content).hexdigest()[:12]}:table.csv"
    at.session_state["memory"] = session.Memory(files={name: content})
    at.query_params["dataset"] = name


def panels(at):
    """All text on the page that is HTML: st.html, and the panels that can be clicked."""
    html = [block.proto.body for block in at.get("html")]
    for component in at.get("bidi_component"):
        data = json.loads(component.proto.json)
        html.append(data.get("html", ""))
    return html


def words(at):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", " ".join(panels(at))))


def heading(at):
    found = re.search(r"<h1[^>]*>(.*?)</h1>", " ".join(panels(at)))
    return found[1]


def picture(at):
    return next(
        data
        for component in at.get("bidi_component")
        if "svg" in (data := json.loads(component.proto.json))
    )


def click(at, label):
    return next(b for b in at.button if b.label == label).click().run()


def test_every_step_of_play_tennis_shows_the_figures_of_the_book():
    # Quinlan 1986: 0.940 before any question; Outlook 0.247; 0.971 in Sunny and in Rain
    at = app().run()
    expected = [
        ("All rows, before any question", "it removes 0.247 of 0.940 bits"),
        ("Outlook is Sunny", "it removes 0.971 of 0.971 bits"),
        ("Outlook is Sunny, then Humidity is High", "all 3 rows are No"),
        ("Outlook is Sunny, then Humidity is Normal", "all 2 rows are Yes"),
        ("Outlook is Overcast", "all 4 rows are Yes"),
        ("Outlook is Rain", "it removes 0.971 of 0.971 bits"),
        ("Outlook is Rain, then Wind is Weak", "all 3 rows are Yes"),
        ("Outlook is Rain, then Wind is Strong", "all 2 rows are No"),
    ]
    for step, (title, sentence) in enumerate(expected):
        assert not at.exception
        assert heading(at) == title
        assert sentence in words(at)
        assert f"Step {step + 1} of 8" in words(at)
        assert at.selectbox(key="jump").options[step].startswith(f"Step {step + 1}: ")
        assert picture(at)["selected"] == f"node-{step}"
        if step < 7:
            click(at, "Next")
    assert next(b for b in at.button if b.label == "Next").disabled
    click(at, "First")
    assert heading(at) == expected[0][0]
    click(at, "Last")
    assert heading(at) == expected[7][0]
    click(at, "Back")
    assert heading(at) == expected[6][0]


def test_a_step_grows_no_second_tree(monkeypatch):
    at = app().run()
    grown = []
    growth = sys.modules["c45.grow"]._Growth  # "c45.grow" is also the name of the function
    monkeypatch.setattr(growth, "depth_first", lambda self: grown.append(self))
    click(at, "Next")
    assert not at.exception
    assert grown == []


def test_the_table_of_attributes_and_the_chosen_attribute_worked_out():
    said = words(app().run())
    for figure in ("0.694", "0.247", "1.577", "0.156", "0.116", "0.152", "0.048", "0.029"):
        assert figure in said
    assert "Outlook in detail" in said
    assert "14 of 14 rows reach this node" in said


def test_the_worked_sums_add_up_as_shown():
    said = words(app().run())
    assert "Yes 0.4098" in said
    assert "No 0.5305" in said
    assert re.search(r"= 0\.9403 ≈ 0\.940 bits", said)
    assert re.search(r"Information gain = 0\.94029 − 0\.69354 = 0\.24675 ≈ 0\.247 bits", said)


def test_nats_change_what_is_shown_and_nothing_else():
    said = words(app(log_base="e").run())
    assert "it removes 0.171 of 0.652 nats" in said  # 0.2467 ln 2 and 0.9403 ln 2
    assert "Outlook wins by" in said


def test_an_attribute_in_the_address_is_opened():
    assert "Wind in detail" in words(app(attribute="Wind").run())


def test_a_step_in_the_address_is_shown_and_jumping_changes_the_address():
    at = app(step="6").run()
    assert heading(at) == "Outlook is Rain"
    at.selectbox(key="jump").select(2).run()
    assert heading(at) == "Outlook is Sunny, then Humidity is High"
    assert at.query_params["step"] == "3"


@pytest.mark.parametrize(
    "query",
    [
        {"step": "99999"},
        {"step": "-1"},
        {"step": "<script>", "attribute": "<script>alert(1)</script>"},
        {"attribute": "Humidity", "step": "2"},
        {"node": "4444", "algorithm": "none", "criterion": "7", "max_depth": "x"},
    ],
)
def test_garbage_in_the_address_never_raises(query):
    at = app(**query).run()
    assert not at.exception
    assert not any("<script" in html for html in panels(at))
    assert heading(at)


def test_a_leaf_says_why_it_stops_and_offers_its_rows():
    at = app(step="3").run()
    assert "Nothing left to ask All 3 rows are No." in words(at)
    assert at.dataframe[0].value["row"].tolist() == [1, 2, 8]


def test_the_rows_of_a_branch_can_be_opened():
    at = app().run()
    at.get("button_group")[0].set_value("Rows").run()
    assert len(at.dataframe[0].value) == 14
    at.selectbox(key="rows_of").select("Outlook is Overcast").run()
    assert at.dataframe[0].value["row"].tolist() == [3, 7, 12, 13]


def test_a_continuous_attribute_opens_to_all_its_cuts():
    at = app(dataset="iris").run()
    at.get("button_group")[0].set_value("All cuts").run()
    assert not at.exception
    tree = grow(load_dataset("iris"), ALGORITHMS["ID3"])  # only for the names of the columns
    assert len(at.get("plotly_chart")) == 1
    cuts = at.dataframe[0].value
    assert (cuts[""] == "best").sum() == 1
    assert tree.attributes[0].is_continuous


def test_the_working_can_be_copied():
    at = app().run()
    at.get("button_group")[0].set_value("Copy").run()
    assert not at.exception
    assert len(at.get("download_button")) == 1
    texts = [at.code[0].value]
    for kind in ("LaTeX", "Text"):
        next(g for g in at.get("button_group") if g.key == "copy_as").set_value(kind).run()
        texts.append(at.code[0].value)
    assert all("0.24675" in text for text in texts)  # 0.94029 - 0.69354, Quinlan 1986: 0.247
    assert r"\frac" in texts[1]


@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
@pytest.mark.parametrize(
    "dataset", ["playtennis_id3", "refund_marital", "golf_c45_missing", "wine"]
)
def test_every_algorithm_shows_its_first_and_last_step(dataset, algorithm):
    at = app(dataset=dataset, algorithm=algorithm).run()
    assert not at.exception
    if not next(b for b in at.button if b.label == "Last").disabled:  # the tree is not one leaf
        click(at, "Last")
    assert not at.exception
    assert re.search(r"Step (\d+) of \1 ", words(at))


def test_one_leaf_is_a_tree_too():
    at = app(max_depth="0").run()
    assert not at.exception
    assert "The depth limit is reached: max_depth = 0." in words(at)
    assert "9 of 14 training rows here agree (64%), 5 do not." in words(at)
    assert all(b.disabled for b in at.button if b.label in ("First", "Back", "Next", "Last"))


def test_twelve_classes_fit():
    frame = pd.DataFrame(
        {"x": range(24), "word": list("ab" * 12), "kind": [f"class {i % 12}" for i in range(24)]}
    )
    at = app()
    upload(at, frame)
    at.run()
    assert not at.exception
    data = picture(at)
    assert len(data["classes"]) == 10
    assert data["classes"][-1] == ["3 others", "var(--dt-other)"]
    click(at, "Next")
    assert not at.exception


def test_the_presenter_layout_shows_one_thing_at_a_time():
    at = app(present="yes").run()
    assert not at.exception
    assert at.get("button_group")[0].options == [
        "Attributes",
        "Impurity",
        "Worked sum",
        "Rows",
        "Copy",
    ]
    assert "in detail" not in words(at)


def test_the_opened_view_comes_back_after_a_leaf():
    at = app(step="2").run()
    at.get("button_group")[0].set_value("Rows").run()
    click(at, "Next")
    assert heading(at) == "Outlook is Sunny, then Humidity is High"
    click(at, "Back")
    assert at.get("button_group")[0].value == "Rows"
