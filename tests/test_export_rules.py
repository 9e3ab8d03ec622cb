"""A tree as IF-THEN rules."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from c45 import Parameters, to_rules
from c45.dataset import Attribute
from c45.export import Rule, rules_text
from c45.splits import SubsetSplit, ThresholdSplit
from c45.tree import assemble
from tests import trees
from tests.trees import node


def test_the_rules_of_play_tennis():
    assert to_rules(trees.play_tennis()) == [
        Rule(("Outlook = Sunny", "Humidity = High"), "No", 3, 3, node=2),
        Rule(("Outlook = Sunny", "Humidity = Normal"), "Yes", 2, 2, node=3),
        Rule(("Outlook = Overcast",), "Yes", 4, 4, node=4),
        Rule(("Outlook = Rain", "Wind = Weak"), "Yes", 3, 3, node=6),
        Rule(("Outlook = Rain", "Wind = Strong"), "No", 2, 2, node=7),
    ]


def test_the_rules_of_iris_as_text():
    assert rules_text(trees.iris()) == (
        "IF petal length <= 2.45 THEN species = setosa (50 of 50 rows right, 100%)\n"
        "IF petal length > 2.45 AND petal width <= 1.75 THEN species = versicolor "
        "(49 of 54 rows right, 91%)\n"
        "IF petal length > 2.45 AND petal width > 1.75 THEN species = virginica "
        "(45 of 46 rows right, 98%)\n"
    )


def test_a_rule_without_a_condition_and_one_without_rows():
    assert (
        rules_text(trees.single_leaf()) == "IF any row THEN Play = Yes (9 of 14 rows right, 64%)\n"
    )
    assert rules_text(trees.empty_branch()) == (
        "IF colour = red THEN buys = yes (2 of 2 rows right, 100%)\n"
        "IF colour = green THEN buys = yes (no rows)\n"
        "IF colour = blue THEN buys = no (1.50 of 2 rows right, 75%)\n"
    )
    rules = to_rules(trees.empty_branch())
    assert [rule.accuracy for rule in rules] == [1.0, None, 0.75]


def test_groups_of_one_attribute_are_merged():
    assert [rule.conditions for rule in to_rules(trees.subset())] == [
        ("Marital = Single",),
        ("Marital = Divorced",),
        ("Marital = Married",),
    ]


def path_tree(*steps):
    """A tree whose last leaf is reached by the given splits and branches; all rows go there."""
    attributes, nodes, up = {}, [], {}
    for depth, (split, branch) in enumerate(steps):
        kind = "continuous" if isinstance(split, ThresholdSplit) else "categorical"
        categories = getattr(split, "categories", ())
        attributes[split.attribute] = Attribute(split.attribute, kind, categories)
        nodes.append(node(2 * depth, [1], "c", split, depth=depth, **up))
        up = {"parent": 2 * depth, "branch": 1 - branch}
        nodes.append(node(2 * depth + 1, [0], "c", depth=depth + 1, **up))
        up = {"parent": 2 * depth, "branch": branch}
    nodes.append(node(2 * len(steps), [1], "c", depth=len(steps), **up))
    return assemble(nodes, tuple(attributes.values()), ("c",), "t", Parameters())


def conditions(*steps):
    return next(r.conditions for r in to_rules(path_tree(*steps)) if r.support)


def x(threshold, branch, name="x"):
    return ThresholdSplit(name, threshold), branch


@pytest.mark.parametrize(
    ("steps", "merged"),
    [
        ([x(2, 1), x(3, 1)], ("x > 3",)),
        ([x(5, 0), x(3, 0)], ("x <= 3",)),
        ([x(5, 0), x(2, 1)], ("x > 2", "x <= 5")),
        ([x(2, 1), x(5, 0), x(3, 1), x(4, 0)], ("x > 3", "x <= 4")),
        ([x(2, 1), x(7, 0, "y"), x(3, 1)], ("x > 3", "y <= 7")),
    ],
)
def test_thresholds_of_one_attribute_are_merged(steps, merged):
    assert conditions(*steps) == merged


def test_groups_that_leave_nothing_are_all_said():
    letters = ("a", "b", "c")
    first = SubsetSplit("l", letters, ("a",), ("b", "c")), 0
    second = SubsetSplit("l", letters, ("b",), ("a", "c")), 0
    assert conditions(first, second) == ("l = a", "l = b")


CUTS = st.lists(st.tuples(st.sampled_from("xy"), st.integers(-5, 5), st.integers(0, 1)), max_size=8)


@given(CUTS.filter(bool), st.integers(-6, 6), st.integers(-6, 6))
def test_a_merged_rule_holds_for_the_same_rows_as_the_path(cuts, x_value, y_value):
    value = {"x": x_value, "y": y_value}
    tree = path_tree(*(x(threshold, branch, name) for name, threshold, branch in cuts))
    end = tree.path_to(2 * len(cuts))
    on_path = all(
        (value[up.split.attribute] > up.split.threshold) == down.branch
        for up, down in pairwise(end)
    )
    tests = next(r.conditions for r in to_rules(tree) if r.node == 2 * len(cuts))
    by_rule = True
    for name, sign, threshold in (test.split() for test in tests):
        above = value[name] > float(threshold)
        by_rule = by_rule and (above if sign == ">" else not above)
    assert by_rule == on_path
    assert len(tests) <= 4


@given(st.lists(st.text(st.characters(), max_size=20), min_size=1, max_size=4, unique=True))
def test_a_name_never_breaks_a_line(names):
    text = rules_text(trees.hostile(names))
    text.encode("utf-8")  # a lone surrogate would raise
    assert len(text.splitlines()) == trees.hostile(names).n_leaves


def test_a_chain_of_2000_questions_has_2001_short_rules_in_seconds():
    start = time.perf_counter()
    rules = to_rules(trees.chain())
    assert len(rules) == 2001
    assert rules[1].conditions == ("x > 0.5", "x <= 1.5")
    assert rules[-1].conditions == ("x > 1999.5",)
    assert time.perf_counter() - start < 20  # about one second
