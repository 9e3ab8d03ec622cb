"""The report of a session: one file with the tree, its tables, every sum and all settings."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pandas as pd
import pytest

from c45 import ALGORITHMS, KNOBS, Dataset, evaluate, explain, grow, load_dataset
from c45.pruning import prune
from pages.shared.session_report import session_report


def report_on(tree, title="Play tennis") -> str:
    judged = [("training rows", evaluate(tree, tree.dataset))]
    return session_report(title, "ID3", tree, judged, "dataset=x&step=2")


@pytest.fixture(scope="module")
def play_tennis():
    return grow(load_dataset("playtennis_id3"))


def test_it_holds_the_table_the_settings_and_every_sum(play_tennis):
    page = report_on(play_tennis)
    assert "14 rows, 4 attributes: 9 Yes and 5 No." in page
    for knob in KNOBS.values():
        assert f'<th scope="row">{knob.label}</th>'.replace("'", "&#x27;") in page
    for node in play_tennis.nodes.values():
        if not node.is_leaf:
            assert explain(play_tennis, node.id).line("information_gain").result in page
    assert page.count("<tr><td>") == 14
    assert "?dataset=x&amp;step=2" in page


def test_the_picture_is_the_tree_and_nothing_is_loaded_from_elsewhere(play_tennis):
    page = report_on(play_tennis)
    drawn = ET.fromstring(re.search("<svg.*?</svg>", page, re.DOTALL)[0])
    nodes = [e for e in drawn.iter() if e.get("id", "").startswith("node-")]
    assert len(nodes) == play_tennis.n_nodes
    assert not re.search(r"(?:src|href)=[\"']?http|@import|url\(", page)


def test_names_from_the_table_stay_text():
    bad = "<script>alert(1)</script>"
    frame = pd.DataFrame({bad: [bad, "b", "c"], "class": [bad, "y", bad]})
    page = report_on(grow(Dataset.from_frame(frame, target="class")), bad)
    assert "<script" not in page.lower()


def test_a_pruned_tree_and_a_large_one():
    knobs = ALGORITHMS["C4.5"]
    table = load_dataset("wine")
    assert "<h2>On the training rows</h2>" in report_on(prune(grow(table, knobs), knobs).tree)
    frame = pd.DataFrame({"x": range(240), "class": [str(i % 7 % 3) for i in range(240)]})
    large = grow(Dataset.from_frame(frame, target="class"))
    page = report_on(large)
    assert large.n_nodes > 60 and "The first 60 of" in page and "The first 200 of 240 rows" in page
    assert len(page) < 3_000_000
