"""A tree as plain text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from c45 import ParameterError, to_text
from tests import trees


def test_play_tennis_as_an_outline():
    assert to_text(trees.play_tennis()) == (
        "All rows (14 rows: 9 Yes, 5 No)\n"
        "Outlook = Sunny (5 rows: 2 Yes, 3 No)\n"
        "    Humidity = High: No (3 rows: 3 No)\n"
        "    Humidity = Normal: Yes (2 rows: 2 Yes)\n"
        "Outlook = Overcast: Yes (4 rows: 4 Yes)\n"
        "Outlook = Rain (5 rows: 3 Yes, 2 No)\n"
        "    Wind = Weak: Yes (3 rows: 3 Yes)\n"
        "    Wind = Strong: No (2 rows: 2 No)\n"
    )


def test_thresholds_fractions_groups_and_a_single_leaf_as_outlines():
    assert to_text(trees.iris()) == (
        "All rows (150 rows: 50 setosa, 50 versicolor, 50 virginica)\n"
        "petal length <= 2.45: setosa (50 rows: 50 setosa)\n"
        "petal length > 2.45 (100 rows: 50 versicolor, 50 virginica)\n"
        "    petal width <= 1.75: versicolor (54 rows: 49 versicolor, 5 virginica)\n"
        "    petal width > 1.75: virginica (46 rows: 1 versicolor, 45 virginica)\n"
    )
    assert to_text(trees.empty_branch()) == (
        "All rows (4 rows: 2.50 yes, 1.50 no)\n"
        "colour = red: yes (2 rows: 2 yes)\n"
        "colour = green: yes (no rows)\n"
        "colour = blue: no (2 rows: 0.50 yes, 1.50 no)\n"
    )
    assert to_text(trees.subset()) == (
        "All rows (10 rows: 7 No, 3 Yes)\n"
        "Marital in {Single, Divorced} (6 rows: 3 No, 3 Yes)\n"
        "    Marital = Single: No (4 rows: 2 No, 2 Yes)\n"
        "    Marital = Divorced: No (2 rows: 1 No, 1 Yes)\n"
        "Marital = Married: No (4 rows: 4 No)\n"
    )
    assert to_text(trees.single_leaf()) == "All rows: Yes (14 rows: 9 Yes, 5 No)\n"


def test_the_tutorials_style_has_column_numbers_and_the_gain():
    # Gains in bits; the second splits 50 and 50 into 49 and 5, and 1 and 45.
    assert to_text(trees.iris(), style="tutorial") == (
        "X_2 <= 2.45 ? 0.918\n"
        "  left: setosa\n"
        "  right: X_3 <= 1.75 ? 0.690\n"
        "    left: versicolor\n"
        "    right: virginica\n"
    )


def test_the_tutorials_style_names_the_branches_of_more_than_two():
    assert to_text(trees.play_tennis(), style="tutorial") == (
        "X_0 ? 0.247\n"
        "  Sunny: X_1 ? –\n"  # built without a record: no gain is known
        "    High: No\n"
        "    Normal: Yes\n"
        "  Overcast: Yes\n"
        "  Rain: X_2 ? –\n"
        "    Weak: Yes\n"
        "    Strong: No\n"
    )
    assert to_text(trees.subset(), style="tutorial").startswith(
        "X_0 in {Single, Divorced} ? –\n  left: X_0 = Single ? –\n    left: No\n"
    )


def test_an_unknown_style_is_refused():
    with pytest.raises(
        ParameterError, match=r"^style is 'big'. It must be 'outline' or 'tutorial'"
    ):
        to_text(trees.iris(), style="big")


@given(st.lists(st.text(st.characters(), max_size=20), min_size=1, max_size=4, unique=True))
def test_a_name_never_breaks_a_line(names):
    tree = trees.hostile(names)
    for style in ("outline", "tutorial"):
        text = to_text(tree, style=style)
        text.encode("utf-8")  # a lone surrogate would raise
        assert len(text.splitlines()) == tree.n_nodes


@pytest.mark.parametrize("style", ["outline", "tutorial"])
def test_a_chain_of_2000_questions_is_not_pushed_off_the_page(style):
    lines = to_text(trees.chain(), style=style).splitlines()
    assert len(lines) == 4001
    assert max(map(len, lines)) < 200
    assert "[depth 2000] " in lines[-1]
