"""What a person types, read as a number that knows how exactly it was given."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from c45 import DataError
from c45.check import read_typed


@pytest.mark.parametrize(
    "text, value, places",
    [
        ("0.247", 0.247, 3),
        ("0,247", 0.247, 3),
        (".420", 0.42, 3),
        ("−1,0016", -1.0016, 4),
        ("24.7%", 0.247, 3),
        ("12 %", 0.12, 2),
        ("≈ 0.247 bits", 0.247, 3),
        ("5/14", 5 / 14, None),
        ("5 ⁄ 14", 5 / 14, None),
        ("5/14 * 0.971", 5 / 14 * 0.971, None),
        ("2 - (3 - 1)", 0.0, None),
        ("1e-3", 0.001, 3),
        ("14", 14.0, 0),
        ("NaN", None, None),
        ("#ZAHL!", None, None),
    ],
)
def test_figures(text, value, places):
    typed = read_typed(text)
    assert typed.value == pytest.approx(value, abs=1e-15) if value is not None else not typed.value
    assert typed.places == places


def test_the_digits_typed_decide_how_near_is_near():
    gain = 0.24674981977443933
    assert [read_typed(t).agrees(gain) for t in ("0.2", "0.25", "0.247", "0.2467", "0.24675")] == [
        True
    ] * 5
    assert not read_typed("0.246").agrees(gain) and read_typed("0.246").is_cut(gain)
    assert not read_typed("0.24674").agrees(gain) and read_typed("0.24674").is_cut(gain)
    assert read_typed("5/14").agrees(5 / 14) and not read_typed("0.36/1").agrees(5 / 14 + 0.01)


def test_a_sum_before_an_equals_sign_is_kept():
    typed = read_typed("0.940 - 0.694 = 0.246")
    assert (typed.value, typed.places, typed.working.value) == (0.246, 3, pytest.approx(0.246))
    assert read_typed("H(S) - sum = 0.2467").working is None


@pytest.mark.parametrize(
    "text, said",
    [
        ("abc", "'abc' is not a number"),
        ("1.234,5", "is not a number"),
        ("(5/14", "is not a number or a sum of numbers"),
        ("5/0", "divides by 0"),
        ("", "is not a number"),
        ("9" * 60, "more digits than a figure needs"),
        ("1e99*1e99*1e99*1e99", "too large"),
        ("1+" * 100, "at most 120 characters"),
    ],
)
def test_what_is_no_figure_is_told(text, said):
    with pytest.raises(DataError, match=said):
        read_typed(text)


@settings(deadline=None)
@given(st.text(max_size=130))
def test_any_text_is_read_or_refused_in_words(text):
    try:
        typed = read_typed(text)
    except DataError as refused:
        assert 0 < len(str(refused)) < 400
    else:
        assert typed.value is None or typed.slack >= 0


@settings(deadline=None)
@given(st.floats(-1e6, 1e6), st.integers(0, 9))
def test_a_number_written_with_any_places_agrees_with_itself(value, places):
    text = f"{value:.{places}f}"
    assert read_typed(text).agrees(value)
    assert read_typed(text.replace(".", ",")) == read_typed(text).__class__(
        text.replace(".", ","), read_typed(text).value, places, read_typed(text).slack
    )
