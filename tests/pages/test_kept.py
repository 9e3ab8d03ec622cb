"""What is kept: found by its whole key, bounded, made once, and private where it is a session's own."""

from __future__ import annotations

import threading

import numpy as np

from c45 import Attribute, Dataset, Parameters
from pages.shared import cached, session
from pages.shared.kept import Shelf, kept


def test_it_is_made_once_and_then_found():
    shelf, made = Shelf(2), []
    for _ in range(2):
        assert shelf.get("a", lambda: made.append("a") or "tree a") == "tree a"
    assert made == ["a"]


def test_the_one_that_was_not_asked_for_longest_goes_first():
    shelf = Shelf(2)
    for key in ("a", "b", "a", "c"):
        shelf.get(key, lambda: 0)
    assert ["a" in shelf, "b" in shelf, "c" in shelf] == [True, False, True]


def test_together_they_weigh_no_more_than_the_bound_but_for_a_single_heavy_one():
    shelf = Shelf(9, heaviest=10, weigh=len)
    for key in ("aaaa", "bbbb", "cccc"):
        shelf.get(key, lambda key=key: key)
    assert ["aaaa" in shelf, "bbbb" in shelf, "cccc" in shelf] == [False, True, True]
    shelf.get("d" * 50, lambda: "d" * 50)
    assert len(shelf) == 1


def test_what_is_refused_is_not_kept():
    shelf, tries = Shelf(2), []

    def refused():
        tries.append(1)
        raise ValueError("no")

    for _ in range(2):
        try:
            shelf.get("a", refused)
        except ValueError:
            continue
    assert (len(tries), len(shelf)) == (2, 0)


def test_two_sessions_that_ask_at_once_wait_for_one_computation():
    shelf, made, begun, go_on = Shelf(2), [], threading.Event(), threading.Event()

    def slow():
        made.append(1)
        begun.set()
        assert go_on.wait(20)
        return "tree"

    found = []
    first = threading.Thread(target=lambda: found.append(shelf.get("a", slow)))
    first.start()
    assert begun.wait(20)
    second = threading.Thread(target=lambda: found.append(shelf.get("a", slow)))
    second.start()
    go_on.set()
    first.join(20)
    second.join(20)
    assert (found, len(made)) == (["tree", "tree"], 1)


def test_one_row_is_not_all_of_the_rows():
    asked = kept(max_entries=4)(lambda knobs: knobs.min_samples_leaf)
    one, all_of_them = Parameters(min_samples_leaf=1), Parameters(min_samples_leaf=1.0)
    assert one == all_of_them
    assert [repr(asked(one)), repr(asked(all_of_them))] == ["1", "1.0"]


def test_what_begins_with_an_underscore_is_no_part_of_the_key():
    made = []
    asked = kept(max_entries=4)(lambda digest, _table: made.append(_table) or digest)
    assert [asked("d", "one table"), asked("d", "the same, read again")] == ["d", "d"]
    assert made == ["one table"]


def test_a_sessions_own_results_are_in_its_own_memory(monkeypatch):
    mine, yours = session.Memory(), session.Memory()
    asked = kept(max_entries=4, scope="session")(lambda name: object())
    monkeypatch.setattr(session, "memory", lambda: mine)
    tree = asked("file:1:wine.csv")
    assert asked("file:1:wine.csv") is tree
    monkeypatch.setattr(session, "memory", lambda: yours)
    assert asked("file:1:wine.csv") is not tree


def test_one_cell_of_a_large_table_makes_another_key():
    column = np.arange(60_000.0)
    edited = column.copy()
    edited[41_234] += 1
    x, target = Attribute("x", "continuous"), np.zeros(60_000, dtype=np.int64)
    one, other = (Dataset((x,), (c,), ("a", "b"), target) for c in (column, edited))
    assert one.digest != other.digest
    assert cached.table_bytes(one) == 60_000 * 8 * 2
