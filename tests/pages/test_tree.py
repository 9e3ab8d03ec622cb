"""The Tree page, run as Streamlit runs it."""

import hashlib
import json
import re
from pathlib import Path

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from pages.shared import session

APP = Path(__file__).parents[2] / "app.py"


def app(**query):
    at = AppTest.from_file(APP, default_timeout=60)
    for name, value in query.items():
        at.query_params[name] = value
    return at.switch_page("pages/tree.py")


def words(at):
    return re.sub(
        r"\s+", " ", re.sub(r"<[^>]*>", " ", " ".join(h.proto.body for h in at.get("html")))
    )


def picture(at):
    return json.loads(at.get("bidi_component")[0].proto.json)


def test_play_tennis_has_no_test_rows_and_says_so():
    at = app().run()
    assert not at.exception
    said = words(at)
    assert "The whole tree: 3 questions, 5 answers" in said
    assert "It fits all 14 training rows; no rows are held back to test it." in said
    assert "Training accuracy 100% 14 of 14 right" in said
    assert "Test accuracy – no test rows" in said
    assert "Nodes 8 3 ask" in said
    assert "Leaves 5 all pure" in said
    assert "Depth 2 questions" in said
    assert "no test rows are held back, so this flatters" in said


def test_the_wine_table_of_the_simplified_report():
    # The report prints accuracy 0.8333 and the matrix [[19,0,0],[2,18,1],[2,4,8]]:
    # wine, 30 % for the test, seed 42, not stratified, min_samples_split 4.
    at = app(
        dataset="wine",
        algorithm="simplified C4.5",
        share="30",
        seed="42",
        stratified="no",
        min_samples_split="4",
    ).run()
    assert not at.exception
    said = words(at)
    assert "45 of 54 right" in said
    assert "Test accuracy 83%" in said
    figure = json.loads(at.get("plotly_chart")[0].proto.spec)
    assert [a["text"] for a in figure["layout"]["annotations"]] == [
        *("<b>19</b> right", "<b>0</b> wrong", "<b>0</b> wrong"),
        *("<b>2</b> wrong", "<b>18</b> right", "<b>1</b> wrong"),
        *("<b>2</b> wrong", "<b>4</b> wrong", "<b>8</b> right"),
    ]
    for row in (
        "class_0 19 0.83 1.00 0.90",
        "class_1 21 0.82 0.86 0.84",
        "class_2 14 0.89 0.57 0.70",
    ):
        assert row in said


def test_a_picked_node_shows_its_facts_and_its_step():
    at = app(node="5").run()
    assert picture(at)["selected"] == "node-5"
    assert "Outlook is Rain 5 rows, entropy 0.971 bits" in words(at)
    assert "Open step 6 on the Grow page" in [link.proto.label for link in at.get("page_link")]


def test_training_rows_can_be_counted_instead():
    at = app(dataset="iris").run()
    assert "Class by class, test rows" in words(at)
    group = next(g for g in at.get("button_group") if g.key == "judged_on")
    group.set_value("Training rows").run()
    assert "Class by class, training rows" in words(at)


def test_a_large_tree_begins_with_a_few_levels():
    at = app(dataset="wine", share="0").run()
    small = picture(at)
    frame = pd.DataFrame({"x": range(200), "y": [str(i * 7 % 3) for i in range(200)]})
    at = with_file(frame)
    assert not at.exception
    data = picture(at)
    assert len(data["nodes"]) <= 40
    assert data["whole"] > 100
    assert "nodes below" in data["svg"]
    assert "nodes below" not in small["svg"]
    deepest = at.number_input(key="levels").value
    at.number_input(key="levels").set_value(deepest + 1).run()
    assert len(picture(at)["nodes"]) > len(data["nodes"])


def with_file(frame):
    at = AppTest.from_file(APP, default_timeout=60)
    content = frame.to_csv(index=False).encode()
    name = f"{session.UPLOAD}{hashlib.sha256(content).hexdigest()[:12]}:table.csv"
    at.session_state["memory"] = session.Memory(files={name: content})
    at.query_params["dataset"] = name
    at.query_params["share"] = "0"
    return at.switch_page("pages/tree.py").run()


def test_twelve_classes_fit():
    frame = pd.DataFrame({"x": range(60), "kind": [f"class {i // 5}" for i in range(60)]})
    at = with_file(frame)
    assert not at.exception
    figure = json.loads(at.get("plotly_chart")[0].proto.spec)
    assert len(figure["layout"]["annotations"]) == 144


def test_rules_outline_and_downloads_are_made_when_they_are_opened():
    at = app().run()
    assert len(at.code) == 0
    assert len(at.get("download_button")) == 0
    for title in ("Rules", "The tree as text", "Downloads"):
        at.session_state[f"open_{title}"] = True
    at.run()
    assert not at.exception
    assert "If Outlook = Sunny and Humidity = High No 3 of 3 rows right" in words(at)
    assert at.code[0].value.startswith("All rows (14 rows: 9 Yes, 5 No)")
    assert [b.proto.label for b in at.get("download_button")] == [
        *("Picture, SVG", "Picture, PNG", "Graphviz, DOT", "Outline, text"),
        *("Tutorial style, text", "Rules, text", "Program, Python", "Tree, JSON", "Report, HTML"),
    ]


@pytest.mark.parametrize(
    "query", [{"node": "9999"}, {"node": "x"}, {"max_depth": "0"}, {"dataset": "nothing"}]
)
def test_garbage_in_the_address_never_raises(query):
    at = app(**query).run()
    assert not at.exception
    assert "The whole tree" in words(at)


def test_a_pruned_tree_says_how_much_was_pruned():
    at = app(dataset="wine", algorithm="ID3", pruning="reduced_error").run()
    assert "fewer than it grew to." in words(at)
    assert "See what was pruned, and why" in [link.proto.label for link in at.get("page_link")]
    assert "fewer than it grew to." not in words(app(dataset="wine", algorithm="ID3").run())
