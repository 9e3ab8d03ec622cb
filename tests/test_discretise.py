"""Columns of numbers into intervals, each way against its definition."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from c45 import DataError, load_dataset
from c45.discretise import codes_of, entropy_mdl, equal_frequency, equal_width

NAN = float("nan")


def test_equal_width_of_the_temperatures_of_play_tennis():
    temperature = load_dataset("golf_c45_continuous").column("temperature")
    assert (temperature.min(), temperature.max()) == (64, 85)
    assert equal_width(temperature, 3) == (71.0, 78.0)  # 64 + 7, 64 + 14


def test_equal_frequency_parts_between_values_only():
    # 2 of 6 rows would be best below the first boundary, but the three 1 stay together.
    assert equal_frequency(np.array([1, 1, 1, 2, 3, 4]), 3) == (1.5, 2.5)
    assert equal_frequency(np.array([5.0, NAN, 1, 3, 7]), 2) == (4.0,)


def test_a_value_at_a_boundary_belongs_below_it_or_above_it():
    ages = np.array([17, 18, 40, 41, 65, 66, NAN])
    assert codes_of(ages, (18, 40, 65)).tolist() == [0, 0, 1, 2, 2, 3, -1]
    assert codes_of(ages, (18, 40, 65), closed="left").tolist() == [0, 1, 2, 2, 3, 3, -1]


def entropy(counts: list[int]) -> float:
    n = sum(counts)
    return -sum(k / n * math.log2(k / n) for k in counts if k)


def mdl_by_hand(rows: list[tuple[float, int]]) -> list[float]:
    """Fayyad and Irani 1993, sections 2 and 3, straight from the text: the midpoints of the cuts."""
    rows = sorted(rows)
    n, classes = len(rows), {c for _, c in rows}

    def counts(part):
        return [sum(c == k for _, c in part) for k in {c for _, c in part}]

    best = None
    for i in range(1, n):
        if rows[i][0] > rows[i - 1][0]:
            left, right = rows[:i], rows[i:]
            after = (i * entropy(counts(left)) + (n - i) * entropy(counts(right))) / n
            if best is None or after < best[0] - 1e-9:
                best = after, left, right
    if best is None:
        return []
    after, left, right = best
    whole, k, k1, k2 = entropy(counts(rows)), len(classes), len(counts(left)), len(counts(right))
    delta = math.log2(3**k - 2) - (
        k * whole - k1 * entropy(counts(left)) - k2 * entropy(counts(right))
    )
    if whole - after <= (math.log2(n - 1) + delta) / n:
        return []
    return [*mdl_by_hand(left), (left[-1][0] + right[0][0]) / 2, *mdl_by_hand(right)]


@given(
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 2)), min_size=1, max_size=40),
    st.integers(1, 3),
)
def test_entropy_cuts_where_the_definition_cuts(rows, times):
    rows = rows * times
    values, target = (np.array(c, dtype=float) for c in zip(*rows))
    found = entropy_mdl(values, target.astype(int), 3)
    assert codes_of(values, found).tolist() == codes_of(values, tuple(mdl_by_hand(rows))).tolist()


@pytest.mark.parametrize("name, column", [("iris", "petal length (cm)"), ("wine", "proline")])
def test_entropy_cuts_of_iris_and_wine(name, column):
    table = load_dataset(name)
    column = next(a for a in table.attribute_names if a.lower().startswith(column[:6]))
    rows = list(zip(table.column(column).tolist(), table.target.tolist()))
    found = entropy_mdl(table.column(column), table.target, len(table.classes))
    assert found and len(found) == len(mdl_by_hand(rows))
    assert (
        codes_of(table.column(column), found).tolist()
        == codes_of(table.column(column), tuple(mdl_by_hand(rows))).tolist()
    )


finite = st.floats(allow_nan=False, allow_infinity=False)


@given(st.lists(finite | st.just(NAN), min_size=2, max_size=30), st.integers(2, 9))
def test_boundaries_rise_and_no_interval_of_equal_frequency_is_empty(values, n):
    values = np.array(values) + 0.0
    if len(np.unique(values[~np.isnan(values)])) < 2:
        with pytest.raises(DataError, match="fewer than two different values"):
            equal_width(values, n)
        return
    for way in (equal_width, equal_frequency):
        boundaries = way(values, n)
        assert list(boundaries) == sorted(set(boundaries)) and len(boundaries) < n
    codes = codes_of(values, equal_frequency(values, n))
    assert set(codes[codes >= 0]) == set(range(codes.max() + 1))


@pytest.mark.parametrize("n", [1, 0, 101])
def test_a_number_of_intervals_that_helps_nobody(n):
    with pytest.raises(DataError, match=f"{n} intervals were asked for; it can be 2 to 100"):
        equal_width(np.array([1.0, 2.0]), n)
