"""A tree in the DOT language."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from c45 import ParameterError, to_dot
from c45.export import palette
from c45.export.cut import MAX_LAID_OUT, levels_that_fit
from c45.export.dot import LEVELS
from c45.export.lettering import text_width
from tests import trees


def items(dot):
    """The statements of a DOT text: {id: the whole line}, nodes and edges."""
    lines = [line for line in dot.splitlines() if line.startswith('\t"')]
    return {re.search(r'[ \[]id="([^"]*)"', line)[1]: line for line in lines}


def words(line):
    """The text of a label, without its markup."""
    return re.findall(r">([^<>]+)<", line.split("label=<")[1].rpartition(">>")[0])


def classes(dot):
    found = {i: re.search(r'class=(\w+|"[^"]*")', s) for i, s in items(dot).items()}
    return {i: m[1].strip('"') for i, m in found.items() if m}


def test_the_whole_of_a_single_leaf():
    assert to_dot(trees.single_leaf()) == (
        "digraph tree {\n"
        '\tgraph [fontname=Helvetica nodesep=0.15 ordering=out pad="0.14,0.26" ranksep=0.5]\n'
        "\tnode [fontname=Helvetica shape=plain]\n"
        '\tedge [arrowhead=none color="#87919C" fontcolor="#1A2330" fontname=Helvetica fontsize=13]\n'
        '\t"node-0" [label=<<TABLE BORDER="1" COLOR="#1B62AC" BGCOLOR="#1B62AC" STYLE="ROUNDED" '
        'CELLBORDER="0" CELLSPACING="0" CELLPADDING="5"><TR>'
        '<TD FIXEDSIZE="TRUE" WIDTH="82" HEIGHT="54">'
        '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="2"><TR>'
        '<TD ALIGN="LEFT"><FONT COLOR="#FFFFF0" POINT-SIZE="15"><B>Yes</B></FONT></TD>'
        '<TD ALIGN="RIGHT"><FONT COLOR="#FFFFF0" POINT-SIZE="12">14</FONT></TD>'
        '</TR></TABLE></TD></TR></TABLE>> class=leaf id="node-0"]\n'
        "}\n"
    )


def test_play_tennis_tells_the_attribute_the_rows_and_their_classes():
    found = {i: words(s) for i, s in items(to_dot(trees.play_tennis())).items() if "node-" in i}
    assert found == {
        "node-0": ["Outlook", "14", "9", "5"],
        "node-1": ["Humidity", "5", "2", "3"],
        "node-2": ["No", "3"],
        "node-3": ["Yes", "2"],
        "node-4": ["Yes", "4"],
        "node-5": ["Wind", "5", "3", "2"],
        "node-6": ["Yes", "3"],
        "node-7": ["No", "2"],
    }


@pytest.mark.parametrize(
    ("level", "root", "leaf"),
    [
        ("plain", ["petal length"], ["versicolor"]),
        ("counts", ["petal length", "150", "50", "50", "50"], ["versicolor", "54"]),
        (
            "full",
            ["petal length", "150", "50", "50", "50", "entropy 1.585"],
            ["versicolor", "54", "5 wrong"],
        ),
    ],
)
def test_three_levels(level, root, leaf):
    found = items(to_dot(trees.iris(), level=level))
    assert words(found["node-0"]) == root
    assert words(found["node-3"]) == leaf


def test_a_full_leaf_says_pure_or_that_no_row_is_there():
    assert words(items(to_dot(trees.iris(), level="full"))["node-1"])[-1] == "pure"
    assert words(items(to_dot(trees.empty_branch(), level="full"))["node-2"])[-1] == "no rows"


def edge_labels(dot):
    return {
        i: re.search(r'label="([^"]*)"', s)[1].strip() for i, s in items(dot).items() if "edge" in i
    }


def test_edges_speak_in_words_or_in_symbols():
    assert edge_labels(to_dot(trees.iris())) == {
        "edge-1": "at most 2.45",
        "edge-2": "above 2.45",
        "edge-3": "at most 1.75",
        "edge-4": "above 1.75",
    }
    symbols = edge_labels(to_dot(trees.iris(), conditions="symbols"))
    assert list(symbols.values()) == ["&lt;= 2.45", "&gt; 2.45", "&lt;= 1.75", "&gt; 1.75"]
    for conditions in ("words", "symbols"):
        labels = edge_labels(to_dot(trees.subset(), conditions=conditions))
        assert list(labels.values()) == ["Single or Divorced", "Single", "Divorced", "Married"]


def test_an_edge_is_as_thick_as_its_rows_are_many():
    widths = re.findall(r"penwidth=([\d.]+)", to_dot(trees.iris()))
    assert widths == ["4.3", "7.2", "4.6", "4.1"]  # 1.5 + 8.5 * 50/150, 100/150, 54/150, 46/150
    assert "penwidth=1.5 " in to_dot(trees.empty_branch()).replace("]", " ")


def test_step_by_step_what_is_decided_what_waits_and_what_is_not_seen():
    start, first, second = (to_dot(trees.play_tennis(), upto=k) for k in (-1, 0, 1))
    assert classes(start)["node-0"] == "waiting"
    assert start.count("style=invis") == 7 + 7  # nodes and edges
    assert list(classes(first).values()) == [
        *("test", "waiting", "leaf", "leaf", "waiting", "waiting", "leaf", "leaf"),
    ]  # the four leaves are there, unseen
    assert first.count("style=invis") == 4 + 4
    assert words(items(first)["node-4"]) == ["waiting", "4", "4"]  # not yet: Yes
    assert classes(second)["node-1"] == "test"
    assert second.count("style=invis") == 2 + 2
    assert to_dot(trees.play_tennis(), upto=7) == to_dot(trees.play_tennis())


def test_in_a_large_tree_only_what_is_seen_is_laid_out():
    tree = trees.chain(20)  # 41 nodes
    assert tree.n_nodes > MAX_LAID_OUT
    dot = to_dot(tree, upto=4)
    assert "style=invis" not in dot
    assert [i for i in items(dot) if "node" in i] == [f"node-{i}" for i in (0, 1, 2, 3, 4, 5, 6)]


def test_the_current_node_and_the_way_to_it_are_accented():
    dot = items(to_dot(trees.play_tennis(), highlight=2, path=(0, 1, 2)))
    assert 'class="leaf current"' in dot["node-2"]
    assert '<TABLE BORDER="3" COLOR="#5B3FA8" BGCOLOR="#DA7D10"' in dot["node-2"]
    accented = [i for i, s in dot.items() if i.startswith("edge") and "#5B3FA8" in s]
    assert accented == ["edge-1", "edge-2"]
    assert "class=path" in dot["edge-2"]


def test_a_cut_tree_says_how_much_is_below():
    dot = to_dot(trees.play_tennis(), max_depth=1)
    assert list(items(dot)) == [
        *("node-0", "node-1", "edge-1", "below-1", "edge-below-1"),
        *("node-4", "edge-4", "node-5", "edge-5", "below-5", "edge-below-5"),
    ]
    assert classes(dot)["below-1"] == "summary"
    assert words(items(dot)["below-1"]) == ["2 nodes below"]
    top = to_dot(trees.play_tennis(), max_depth=0)
    assert words(items(top)["below-0"]) == ["7 nodes below"]


def test_a_cut_tree_still_shows_the_current_node_and_its_children():
    dot = to_dot(trees.play_tennis(), max_depth=0, highlight=1)
    assert [i for i in items(dot) if i.startswith(("node", "below"))] == [
        *("node-0", "node-1", "node-2", "node-3", "node-4", "node-5", "below-5"),
    ]


def test_of_many_branches_the_largest_are_drawn_and_the_others_counted():
    tree = trees.play_tennis()  # Outlook: Sunny 5 rows, Overcast 4, Rain 5
    dot = to_dot(tree, max_branches=2)
    assert list(items(dot)) == [
        *("node-0", "node-1", "edge-1", "node-2", "edge-2", "node-3", "edge-3"),
        *("node-5", "edge-5", "node-6", "edge-6", "node-7", "edge-7", "more-0", "edge-more-0"),
    ]
    assert words(items(dot)["more-0"]) == ["1 more branch"]
    assert "more-0" not in items(to_dot(tree, max_branches=3))
    current = items(to_dot(tree, max_branches=2, highlight=4))
    assert {"node-1", "node-4", "more-0"} < current.keys()  # the current one instead of Rain
    assert "node-5" not in current


def test_levels_that_fit_into_a_number_of_nodes():
    tree = trees.play_tennis()  # 1 node, then 4 with the second level, then 8
    assert [levels_that_fit(tree, most) for most in (1, 4, 7, 8, 9)] == [1, 1, 1, 2, 2]
    assert levels_that_fit(tree, 7, max_branches=2) == 2


def test_a_cut_tree_in_the_making_counts_what_is_there_so_far():
    dot = to_dot(trees.chain(20), upto=6, max_depth=1)
    # Decided or waiting below node 2: nodes 3 to 8.
    assert words(items(dot)["below-2"]) == ["6 nodes below"]


def test_a_bar_has_a_segment_for_each_class_in_class_order_and_fills_the_width():
    line = items(to_dot(trees.iris()))["node-2"]
    segments = re.findall(r'WIDTH="(\d+)" HEIGHT="17" BGCOLOR="(#\w+)"', line)
    assert segments == [("53", palette.LIGHT[1]), ("53", palette.LIGHT[2])]  # no setosa here


def test_more_than_ten_classes_share_the_grey_of_other():
    names = [f"class {i}" for i in range(12)]
    line = items(to_dot(trees.hostile(names)))["node-0"]
    segments = re.findall(r'HEIGHT="17" BGCOLOR="(#\w+)"', line)
    assert segments == [*palette.LIGHT[:9], "#7E8895"]
    leaves = [s for i, s in items(to_dot(trees.hostile(names))).items() if "class=leaf" in s]
    assert sum('BGCOLOR="#7E8895"' in s for s in leaves) == 5  # 2 + 2 + 1 leaves of classes 9 to 11


def test_own_colours_take_the_place_of_the_palette():
    dot = to_dot(trees.iris(), class_colours=["#112233", "#EEEEEE"])
    assert '<TABLE BORDER="1" COLOR="#112233" BGCOLOR="#112233"' in dot
    assert 'BGCOLOR="#7E8895"' in dot  # two colours for three classes: one class, then "other"
    assert palette.LIGHT[0] not in dot


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"level": "big"}, "level is 'big'. It must be 'plain', 'counts' or 'full'."),
        ({"conditions": 1}, "conditions is 1. It must be 'words' or 'symbols'."),
        ({"highlight": 9}, "There is no node 9 in this tree; its nodes are 0 to 7."),
        ({"path": (0, 8)}, "There is no node 8 in this tree; its nodes are 0 to 7."),
        (
            {"class_colours": ['red" onload="x']},
            "'red\" onload=\"x' is not a colour. Write it as #rrggbb, like #1B62AC.",
        ),
    ],
)
def test_what_cannot_be_drawn_is_said(options, sentence):
    with pytest.raises(ParameterError) as error:
        to_dot(trees.play_tennis(), **options)
    assert str(error.value) == sentence


def test_every_hex_of_every_picture_has_a_token():
    for tree in trees.every_small_tree():
        for level in LEVELS:
            dot = to_dot(tree, upto=3, highlight=0, path=[0], level=level)
            assert set(re.findall(r'"(#[0-9A-Fa-f]{6})"', dot)) <= set(palette.SWAP)


def test_a_long_name_is_cut_and_whole_in_the_tooltip():
    names = ["od280/od315_of_diluted_wines", "b"]
    dot = items(to_dot(trees.hostile(names)))
    assert words(dot["node-0"])[0] == "od280/od315_of_dilute…"
    assert 'tooltip="od280/od315_of_diluted_wines"' in dot["node-0"]
    assert 'labeltooltip="od280/od315_of_diluted_wines"' in dot["edge-1"]
    assert "tooltip" not in dot["edge-4"]


def test_fractions_of_rows_have_two_places():
    assert words(items(to_dot(trees.empty_branch()))["node-0"]) == ["colour", "4", "2.50", "1.50"]


def test_entropy_says_bits_where_the_knobs_show_another_unit():
    tree = trees.play_tennis()
    nats = replace(tree, parameters=replace(tree.parameters, log_base="e"))
    assert words(items(to_dot(nats, level="full"))["node-0"])[-1] == "entropy 0.940 bits"


@settings(max_examples=100)
@given(st.lists(st.text(st.characters(), max_size=30), min_size=1, max_size=4, unique=True))
def test_hostile_names_stay_inside_their_labels(names):
    plain = to_dot(trees.hostile([f"name{i}" for i in range(len(names))]), upto=1, level="full")
    dot = to_dot(trees.hostile(names), upto=1, level="full")
    assert dot.encode("utf-8")
    assert list(items(dot)) == list(items(plain))
    tags = [re.sub(r'"\d+"', '""', tag) for tag in re.findall(r"</?[A-Z][^<>]*>", dot)]
    wanted = [re.sub(r'"\d+"', '""', tag) for tag in re.findall(r"</?[A-Z][^<>]*>", plain)]
    assert without_empty(tags) == without_empty(wanted)


def without_empty(tags):
    """Font and bold are left out around a name without letters, and a number may not fit its bar."""
    return [tag for tag in tags if not re.match(r"</?(FONT|B)\b", tag)]


def test_a_chain_of_2000_questions_is_written():
    assert len(items(to_dot(trees.chain()))) == 4001 + 4000


def test_text_widths_are_those_of_helvetica_bold():
    # Adobe font metrics: V 667, a 556, l 278, u 611, e 556.
    assert text_width("Value", 1000) == 667 + 556 + 278 + 611 + 556
