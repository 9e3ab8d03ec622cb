"""A tree as JSON, and back."""

import copy
import json
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from c45 import (
    ALGORITHMS,
    DataError,
    ThresholdSplit,
    dataset_names,
    from_json,
    grow,
    load_dataset,
    to_json,
)
from c45.export import checked, jsontree
from tests import trees


def test_the_whole_of_a_single_leaf():
    data = json.loads(to_json(trees.single_leaf()))
    assert list(data.pop("parameters"))[:2] == ["criterion", "max_depth"]
    assert data == {
        "format": "c45-tree",
        "version": 1,
        "target": "Play",
        "classes": ["Yes", "No"],
        "attributes": [{"name": "x", "kind": "continuous", "categories": []}],
        "nodes": [
            {
                "id": 0,
                "parent": None,
                "branch": None,
                "prediction": "Yes",
                "counts": [9, 5],
                "n_rows": 14,
                "impurity": 0.9402859586706311,
                "split": None,
                "report": {
                    "reason": "Made by hand.",
                    "candidates": [],
                    "chosen": None,
                    "tied": [],
                    "choices": {},
                    "average_gain": None,
                },
            }
        ],
    }


def assert_same(tree, again):
    assert again == tree
    assert again.dataset is None
    for i, node in tree.nodes.items():
        other = again.nodes[i]
        assert other.report == node.report
        assert other.counts.dtype == node.counts.dtype
        assert (other.n_rows, other.impurity) == (node.n_rows, node.impurity)
        # The chosen candidate is one of the list, not a copy of it: runner_up depends on it.
        assert other.report.runner_up == node.report.runner_up


@pytest.mark.parametrize("tree", trees.every_small_tree())
def test_a_tree_built_by_hand_comes_back(tree):
    assert_same(tree, from_json(to_json(tree)))
    assert_same(tree, from_json(to_json(tree).encode("utf-8")))


@pytest.mark.parametrize("algorithm", ["ID3", "C4.5", "CART", "tutorial CART"])
@pytest.mark.parametrize("name", dataset_names())
def test_every_shipped_table_comes_back_with_its_records(name, algorithm):
    try:
        tree = grow(load_dataset(name), ALGORITHMS[algorithm])
    except DataError as error:  # a table that this preset refuses
        pytest.skip(str(error))
    assert_same(tree, from_json(to_json(tree)))


def test_a_split_picked_by_hand_comes_back():
    table = load_dataset("iris")
    tree = grow(table, overrides={0: ThresholdSplit("sepal width", 3.05), 1: None})
    assert_same(tree, from_json(to_json(tree)))


def test_without_records_the_tree_is_equal_and_the_file_small():
    tree = trees.iris()
    small = to_json(tree, reports=False)
    assert from_json(small) == tree
    assert len(small) < len(to_json(tree)) / 2
    assert from_json(small).root.report.candidates == ()


def test_a_knob_that_is_younger_than_the_file_has_its_default():
    data = json.loads(to_json(trees.iris()))
    del data["parameters"]["log_base"]
    assert from_json(json.dumps(data)) == trees.iris()


def test_ids_may_have_gaps_as_after_pruning():
    tree = trees.single_leaf()
    moved = replace(tree, root=replace(tree.root, id=7))
    assert from_json(to_json(moved)) == moved


@given(st.lists(st.text(st.characters(), max_size=20), min_size=1, max_size=4, unique=True))
def test_any_name_comes_back(names):
    tree = trees.hostile(names)
    text = to_json(tree)
    assert text.isascii()
    assert_same(tree, from_json(text))


def test_a_chain_of_2000_questions_comes_back_in_seconds():
    start = time.perf_counter()
    assert from_json(to_json(trees.chain())) == trees.chain()
    assert time.perf_counter() - start < 20  # about one second


# What is not such a file. Each change is made to the saved play tennis tree.


def spoiled(*path, to):
    """The JSON of play tennis with one value replaced, or removed (to=KeyError)."""
    data = json.loads(to_json(trees.play_tennis()))
    here = data
    for step in path[:-1]:
        here = here[step]
    if to is KeyError:
        del here[path[-1]]
    else:
        here[path[-1]] = to
    return json.dumps(data)


SPLIT = ("nodes", 0, "split")
REPORT = ("nodes", 0, "report")
CANDIDATE = (*REPORT, "candidates", 0)


@pytest.mark.parametrize(
    ("path", "to", "sentence"),
    [
        (("format",), "tree", '"format" must be "c45-tree"'),
        (("format",), KeyError, 'the file has no "format"'),
        (("version",), True, '"version" of the file must be a whole number, 0 or more'),
        (("extra",), 1, "the file has 'extra', which does not belong there"),
        (("classes",), [], '"classes" is empty'),
        (("classes",), ["Yes", "Yes"], '"classes" of the file must be a list of different names'),
        (("classes",), ["Yes", 1], '"classes" of the file must be text'),
        (("classes",), "Yes", '"classes" of the file must be a list'),
        (("attributes", 0), [], "attribute 0 must be an object, in braces"),
        (("attributes", 0, "name"), "Wind", "two attributes have the same name"),
        (("attributes", 0, "kind"), "continuous", "attribute 0 is continuous and has categories"),
        (("parameters", "colour"), 1, "there is no knob called 'colour'"),
        (("parameters", "max_depth"), [3], "a knob has a wrong value. max_depth is [3]"),
        (("parameters", "random_state"), 10**400, "a knob has a wrong value"),
        (("nodes",), [], '"nodes" must be a list of nodes in the order of their different ids'),
        (("nodes",), {}, '"nodes" of the file must be a list'),
        (("nodes", 3), 3, "node 3 must be an object, in braces"),
        (
            ("nodes", 3, "id"),
            2,
            '"nodes" must be a list of nodes in the order of their different ids',
        ),
        (("nodes", 3, "id"), -1, '"id" of node 3 must be a whole number, 0 or more'),
        (("nodes", 3, "id"), 1.0, '"id" of node 3 must be a whole number, 0 or more'),
        (("nodes", 0, "parent"), 0, "the first node is the root and cannot have a parent"),
        (("nodes", 3, "parent"), None, '"parent" of node 3 must be an earlier node'),
        (("nodes", 3, "parent"), 3, '"parent" of node 3 must be an earlier node'),
        (("nodes", 3, "parent"), 5, '"parent" of node 3 must be an earlier node'),
        (("nodes", 3, "parent"), 2, '"parent" of node 3 must be an earlier node that has a split'),
        (("nodes", 3, "branch"), 2, '"branch" of node 3 must be below 2'),
        (("nodes", 3, "branch"), 0, "two nodes stand at branch 0 of node 1"),
        (("nodes", 3, "branch"), None, '"branch" of node 3 must be below 2'),
        (("nodes", 7), KeyError, "node 5 must have 2 children"),
        (
            ("nodes", 3, "counts"),
            [2],
            '"counts" of node 3 must be a list of 2 numbers, one a class',
        ),
        (("nodes", 3, "counts"), [2, -1], '"counts" of node 3 must be a number, 0 or more'),
        (("nodes", 3, "counts"), [2, "0"], '"counts" of node 3 must be a number'),
        (("nodes", 3, "counts"), [2, None], '"counts" of node 3 must be a number'),
        (
            ("nodes", 3, "counts"),
            [1e300, 0],
            '"counts" of node 3 must be a list of numbers of at most',
        ),
        (("nodes", 3, "counts"), [3, 0], "the counts below node 1 do not add up to its own"),
        (("nodes", 3, "n_rows"), 1.5, '"n_rows" of node 3 must be a whole number, 0 or more'),
        (("nodes", 3, "impurity"), 0.5, '"impurity" of node 3 is 0.500, but its counts give 0.000'),
        (("nodes", 3, "prediction"), "Maybe", '"prediction" of node 3 must be the name of a class'),
        ((*SPLIT, "kind"), "oblique", '"kind" of the split of node 0 must be threshold, multiway'),
        ((*SPLIT, "kind"), "threshold", "the split of node 0 has kind threshold, which its"),
        (
            (*SPLIT, "attribute"),
            "Rain",
            '"attribute" of the split of node 0 must be the name of an',
        ),
        (SPLIT, [1], '"split" of node 0 must be an object, in braces'),
        (SPLIT, None, '"parent" of node 1 must be an earlier node that has a split'),
        (
            SPLIT,
            {"kind": "subset", "attribute": "Outlook", "chosen": ["Sunny"], "others": ["Sunny"]},
            "the split of node 0 must part categories of its attribute in two groups",
        ),
        (
            SPLIT,
            {"kind": "subset", "attribute": "Outlook", "chosen": [], "others": ["Sunny"]},
            "the split of node 0 must part categories of its attribute in two groups",
        ),
        (
            SPLIT,
            {"kind": "subset", "attribute": "Outlook", "chosen": ["Hail"], "others": ["Sunny"]},
            "the split of node 0 must part categories of its attribute in two groups",
        ),
        ((*REPORT, "chosen"), 1, '"chosen" of the report of node 0 must be the position of a cand'),
        ((*REPORT, "choices", "luck"), 0, '"choices" of the report of node 0 names a criterion'),
        ((*REPORT, "tied"), [1], '"tied" of the report of node 0 must be text'),
        ((*REPORT, "average_gain"), "1", '"average_gain" of the report of node 0 must be a number'),
        (
            (*CANDIDATE, "gain"),
            -1,
            '"gain" of a candidate in the report of node 0 must be a number, 0',
        ),
        ((*CANDIDATE, "gain"), KeyError, 'a candidate in the report of node 0 has no "gain"'),
        (
            (*CANDIDATE, "n_tried"),
            1.5,
            '"n_tried" of a candidate in the report of node 0 must be a w',
        ),
        (
            (*CANDIDATE, "valid"),
            1,
            '"valid" of a candidate in the report of node 0 must be true or',
        ),
        (
            (*CANDIDATE, "rejected"),
            None,
            '"rejected" of a candidate in the report of node 0 must be',
        ),
        ((*CANDIDATE, "criterion"), "luck", '"criterion" of a candidate in the report of node 0'),
        ((*CANDIDATE, "attribute"), "Wind", "a candidate in the report of node 0 splits another"),
        (
            (*CANDIDATE, "branches"),
            [],
            "a candidate in the report of node 0 has not as many branch",
        ),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(path, to, sentence):
    with pytest.raises(DataError) as error:
        from_json(spoiled(*path, to=to))
    assert str(error.value).startswith(f"This is not a saved tree: {sentence}")
    assert str(error.value).endswith(".")


def test_another_version_is_named():
    with pytest.raises(DataError) as error:
        from_json(spoiled("version", to=2))
    assert str(error.value) == "The file is of version 2; this program reads version 1."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1, column 1 is not JSON"),
        ('{"format": ', "line 1, column 12 is not JSON"),
        ("[]", "the file must be an object, in braces"),
        ("[" * 1_000_000, "it is nested too deeply"),
        ('{"a": NaN}', "it holds NaN, which is not a number"),
        ('{"a": -Infinity}', "it holds -Infinity, which is not a number"),
        ('{"a": 1, "a": 2}', "an object in it has the same key twice"),
        ("9" * 5000, "a number in it has too many digits"),
        (b"\xff\xfe", "the file is not UTF-8 text"),
        (None, "text is expected, not NoneType"),
    ],
)
def test_what_is_not_json_is_refused(text, sentence):
    with pytest.raises(DataError) as error:
        from_json(text)
    assert str(error.value) == f"This is not a saved tree: {sentence}."


def test_an_infinite_number_is_refused():
    text = to_json(trees.iris()).replace('"threshold": 2.45', '"threshold": 1e999', 1)
    with pytest.raises(DataError, match='"threshold" of the split of node 0 must be a number that'):
        from_json(text)


def test_a_file_that_is_too_large_is_not_read_and_not_written(monkeypatch):
    text = to_json(trees.iris())
    for module in (checked, jsontree):
        monkeypatch.setattr(module, "MAX_CHARACTERS", 1000)
    with pytest.raises(DataError, match="characters, and 1,000 are the most"):
        from_json(text)
    with pytest.raises(DataError, match="the file has 4,001 bytes, too many to read"):
        from_json(b" " * 4001)
    with pytest.raises(DataError, match="Leave out the records"):
        to_json(trees.iris())
    with pytest.raises(DataError, match="Grow a smaller tree"):
        to_json(trees.iris(), reports=False)


def test_too_many_nodes_are_refused(monkeypatch):
    monkeypatch.setattr(jsontree, "MAX_NODES", 4)
    with pytest.raises(DataError, match='"nodes" of the file must be a list of at most 4'):
        from_json(to_json(trees.iris()))


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**20) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=400)
@given(st.data())
def test_any_damage_gives_a_tree_or_a_data_error(data):
    """Nothing else is ever raised, whatever value stands in whatever place."""
    tree = copy.deepcopy(json.loads(to_json(trees.iris())))
    here, key = tree, None
    while True:
        keys = sorted(here) if isinstance(here, dict) else range(len(here))
        key = data.draw(st.sampled_from(keys))
        inside = here[key]
        if not isinstance(inside, dict | list) or not inside or data.draw(st.booleans()):
            break
        here = inside
    here[key] = data.draw(JSON_VALUES)
    try:
        again = from_json(json.dumps(tree))
    except DataError:
        return
    assert np.isfinite([n.n for n in again.nodes.values()]).all()
