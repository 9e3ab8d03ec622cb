"""The catalogue in small: each kind of mistake put into random nodes is named (tests/benchmarks/mistakes.py)."""

from __future__ import annotations

import pytest

from tests.benchmarks.mistakes import run

NODES = 8


@pytest.fixture(scope="module")
def result():
    return run(NODES, seed=7)


def test_every_kind_put_in_is_named(result):
    rows = result[0]
    assert {k for k, r in rows.items() if r.tried < NODES} == set()
    assert {k for k, r in rows.items() if r.named < r.tried - 1} == set()
    assert sum(r.first for r in rows.values()) >= 0.97 * sum(r.tried for r in rows.values())


def test_right_figures_are_right(result):
    tried, wrong, examples = result[3]
    assert tried > 100
    assert (wrong, examples) == (0, [])


def test_few_figures_by_chance_are_given_a_name(result):
    drawn, named = result[4]
    assert drawn >= NODES
    assert sum(named.values()) <= 0.25 * drawn
