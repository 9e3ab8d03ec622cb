"""The tree over time: what each step decides, what waits, and what the tree would answer."""

import sys
from dataclasses import replace

import pytest

from c45 import ALGORITHMS, Parameters, grow, load_dataset, steps
from c45.tree import assemble

BLONDE = "Hair is Blonde"


@pytest.fixture(scope="module")
def hair():
    """Eight people: hair is asked first; only among the blonde are the eyes asked."""
    return grow(load_dataset("hair_eyes_height"), ALGORITHMS["ID3"])


def told(tree):
    """Every step of a tree: the node, its path, what waits, and the answers if growth stopped."""
    return [
        (s.node.id, s.path, [n.id for n in s.waiting], s.answers_so_far, s.n_right)
        for s in steps(tree)
    ]


def test_hair_eyes_height_grows_in_six_steps(hair):
    hair_asked = {1: "Yes", 4: "No", 5: "Yes"}
    eyes_asked = {2: "No", 3: "Yes", 4: "No", 5: "Yes"}
    assert told(hair) == [
        (0, (), [1, 4, 5], hair_asked, 6),
        (1, (BLONDE,), [2, 3, 4, 5], eyes_asked, 8),
        (2, (BLONDE, "Eyes is Brown"), [3, 4, 5], eyes_asked, 8),
        (3, (BLONDE, "Eyes is Blue"), [4, 5], eyes_asked, 8),
        (4, ("Hair is Dark",), [5], eyes_asked, 8),
        (5, ("Hair is Red",), [], eyes_asked, 8),
    ]


def test_a_step_is_found_by_counting_and_never_grown(hair, monkeypatch):
    monkeypatch.delattr(sys.modules["c45.grow"], "node_report")
    found = steps(hair)
    assert len(found) == hair.n_nodes == 6
    assert [s.index for s in found[1:3]] == [1, 2]
    assert found[-1].node is hair.nodes[5]
    assert found[2].decided == (hair.nodes[0], hair.nodes[1], hair.nodes[2])
    with pytest.raises(IndexError):
        found[6]


def test_steps_have_no_gaps_where_ids_have_after_pruning(hair):
    kept = [hair.nodes[0], replace(hair.nodes[1], split=None), hair.nodes[4], hair.nodes[5]]
    schema = (hair.attributes, hair.classes, hair.target_name, hair.parameters)
    found = steps(assemble([replace(n, children=()) for n in kept], *schema))
    assert [s.node.id for s in found] == [0, 1, 4, 5]
    assert [n.id for n in found[1].waiting] == [4, 5]
    assert [found.index_of(i) for i in (0, 1, 4, 5)] == [0, 1, 2, 3]
    with pytest.raises(KeyError):
        found.index_of(2)


def test_best_first_growth_decides_the_most_useful_node_first():
    tree = grow(load_dataset("iris"), Parameters(max_leaf_nodes=4))
    assert [(s.node.depth, s.node.n, s.n_right) for s in steps(tree)] == [
        (0, 150, 100),
        (1, 100, 144),
        (2, 54, 146),
        (3, 48, 146),
        (2, 46, 146),
        (3, 6, 146),
        (1, 50, 146),
    ]
    assert [n.id for n in steps(tree)[1].waiting] == [2, 4, 6]


def test_a_tree_of_one_leaf_has_one_step():
    tree = grow(load_dataset("xor"), Parameters(max_depth=0))
    assert told(tree) == [(0, (), [], {0: "0"}, 4)]
