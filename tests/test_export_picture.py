"""Pictures without a dot program. Each test really draws."""

import re
import struct
import subprocess
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from c45 import C45Error, ParameterError, to_dot, to_png, to_svg
from c45.export import picture
from tests import trees

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg):
    """The words of a picture, from left to right in the order they are drawn."""
    return [e.text for e in ElementTree.fromstring(svg).iter(SVG + "text")]


def groups(svg):
    """{id: class} of the nodes and edges."""
    return {
        e.get("id"): e.get("class")
        for e in ElementTree.fromstring(svg).iter(SVG + "g")
        if (e.get("class") or "").startswith(("node", "edge"))
    }


def boxes(svg):
    """{node id: the corners of its box}."""
    found = {}
    for g in ElementTree.fromstring(svg).iter(SVG + "g"):
        if (g.get("class") or "").startswith("node"):
            numbers = [
                float(x) for x in re.findall(r"-?[\d.]+", next(g.iter(SVG + "path")).get("d"))
            ]
            found[g.get("id")] = (min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]))
    return found


def size(png):
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


def test_play_tennis_is_drawn():
    svg = to_svg(trees.play_tennis())
    assert Counter(text.strip() for text in texts(svg)) == Counter(
        [
            "Outlook",
            "14",
            "9",
            "5",
            "Sunny",
            "Overcast",
            "Rain",
            "Humidity",
            "5",
            "2",
            "3",
            "High",
            "Normal",
            "No",
            "3",
            "Yes",
            "2",
            "Yes",
            "4",
            "Wind",
            "5",
            "3",
            "2",
            "Weak",
            "Strong",
            "Yes",
            "3",
            "No",
            "2",
        ]
    )
    assert groups(svg)["node-0"] == "node test"
    assert groups(svg)["node-2"] == "node leaf"
    assert len(groups(svg)) == 8 + 7


@pytest.mark.parametrize("level", ["plain", "counts", "full"])
@pytest.mark.parametrize("tree", [trees.play_tennis(), trees.iris(), trees.empty_branch()])
def test_nothing_moves_from_step_to_step(tree, level):
    whole = boxes(to_svg(tree, level=level))
    for k in tree.nodes:
        step = boxes(to_svg(tree, level=level, upto=k))
        assert step.items() <= whole.items()


def test_the_accent_border_does_not_make_a_node_larger():
    without, with_it = (boxes(to_svg(trees.iris(), highlight=h)) for h in (None, 3))
    # The ring takes three points of the box; its middle is 1.5 points inside the edge.
    (x, y, right), (inner_x, inner_y, inner_right) = without.pop("node-3"), with_it.pop("node-3")
    assert (inner_x - x, inner_y - y, right - inner_right) == pytest.approx((1.5, 1.5, 1.5))
    assert without == with_it


def test_no_cell_is_too_small_for_what_is_in_it():
    for tree in trees.every_small_tree():
        for level in ("plain", "counts", "full"):
            for upto in (None, 0):
                dot = to_dot(tree, level=level, upto=upto, highlight=0)
                done = subprocess.run(
                    [picture.program(), "-Tsvg"], input=dot.encode(), capture_output=True
                )
                assert b"size too small" not in done.stderr


def test_dot_text_is_drawn_as_it_is():
    assert texts(to_svg('digraph { a [label="one"] b [label="two"] a -> b }')) == ["one", "two"]


def test_the_background_has_the_colour_of_the_card():
    assert '<polygon fill="#ffffff" stroke="none"' in to_svg(trees.single_leaf())


def test_hostile_names_are_only_text():
    tree = trees.hostile()
    svg = to_svg(tree, level="full", highlight=1)
    root = ElementTree.fromstring(svg)
    assert {e.tag.removeprefix(SVG) for e in root.iter()} == {
        *("svg", "g", "title", "polygon", "path", "text", "a"),
    }
    known = {"{http://www.w3.org/1999/xlink}title"}
    assert {name for e in root.iter(SVG + "a") for name in e.attrib} == known
    assert not {name for e in root.iter() for name in e.attrib if name.lower().startswith("on")}
    assert "<script>alert(1)</scr…" in texts(svg)
    assert "back\\slash \\N \\G \\l \\" in texts(svg)
    assert "&lt; &amp; & &#60; &n…" in texts(svg)
    assert r"line\nbreak\r\ttab" in texts(svg)


def test_a_tooltip_holds_the_whole_name():
    name = "<b>\\N \\G \\E \\\\N & &amp; \" ' a long name with a backslash at its end \\"
    svg = to_svg(trees.hostile([name, "b"]))
    links = ElementTree.fromstring(svg).iter(SVG + "a")
    assert {a.get("{http://www.w3.org/1999/xlink}title") for a in links} == {name}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(st.characters(), max_size=30), min_size=2, max_size=3, unique=True))
def test_any_names_give_a_picture_with_the_same_parts(names):
    svg = to_svg(trees.hostile(names))
    tags = {e.tag.removeprefix(SVG) for e in ElementTree.fromstring(svg).iter()}
    assert tags <= {"svg", "g", "title", "polygon", "path", "text", "a"}
    assert groups(svg) == groups(to_svg(trees.hostile(["a", "b", "c"][: len(names)])))


def test_a_png_is_as_wide_as_asked():
    assert size(to_png(trees.play_tennis(), width=800))[0] in (799, 800, 801)
    assert size(to_png(trees.play_tennis(), width=100))[0] in (99, 100, 101)
    wide, high = size(to_png(trees.play_tennis()))
    svg = re.match(r'<svg width="(\d+)pt" height="(\d+)pt"', to_svg(trees.play_tennis()))
    assert (wide / 96, high / 96) == pytest.approx((int(svg[1]) / 72, int(svg[2]) / 72), rel=0.01)


@pytest.mark.parametrize("width", [0, -5, 10**6, 3.5, "800", True])
def test_a_width_that_is_not_possible_is_refused(width):
    with pytest.raises(ParameterError, match=r"width is .* from 16 to 20000, or None\.$"):
        to_png(trees.single_leaf(), width=width)


def test_a_large_tree_becomes_a_smaller_png_and_a_huge_one_none():
    assert size(to_png(trees.chain(60)))[0] < 3583 * 96 / 72 * 0.99
    with pytest.raises(
        C45Error, match=r"which is too large\. Draw fewer levels, or save it as SVG"
    ):
        to_png(trees.chain(300))
    with pytest.raises(C45Error, match="Ask for less width"):
        to_png(trees.chain(60), width=19_000)


def test_a_picture_that_takes_too_long_ends_with_a_sentence():
    with pytest.raises(C45Error) as error:
        to_svg(trees.chain(400), timeout=0.01)
    assert str(error.value) == ("The tree could not be drawn in 0.01 seconds. Draw fewer levels.")


def test_a_chain_of_2000_nodes_is_drawn_and_one_of_4000_is_refused_at_once():
    svg = to_svg(trees.chain(1000))
    assert svg.count('class="node ') == 2001
    with pytest.raises(C45Error, match="4,001 nodes, and at most 2,501 can be drawn"):
        to_svg(trees.chain(2000))
    assert (
        to_svg(trees.chain(2000), max_depth=4).count('class="node ') == 1 + 2 * 4 + 1
    )  # and the summary


def test_dot_text_that_is_wrong_is_said():
    with pytest.raises(C45Error, match=r"^The tree could not be drawn\. graphviz-pure says: "):
        to_svg("digraph { a -> ")
    with pytest.raises(ParameterError, match="level needs a tree"):
        to_svg("digraph { a }", level="full")


def test_a_missing_program_is_said(monkeypatch):
    def nothing(name):
        raise picture.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(picture.metadata, "files", nothing)
    monkeypatch.setattr(picture.shutil, "which", lambda name: None)
    monkeypatch.setattr(picture.sys, "executable", "/nowhere/python")
    monkeypatch.setattr(picture.sysconfig, "get_path", lambda name: "/nowhere")
    with pytest.raises(C45Error, match="Install it with: pip install graphviz-pure"):
        picture.program.__wrapped__()


def test_the_program_is_found_beside_python_where_its_package_does_not_say(monkeypatch):
    monkeypatch.setattr(picture.metadata, "files", lambda name: None)
    monkeypatch.setattr(picture.shutil, "which", lambda name: None)
    found = Path(picture.program.__wrapped__())
    assert found.is_file()
    assert found.stem == "graphviz-pure"
