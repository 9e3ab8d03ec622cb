"""Results that are kept because they took time: found again by content, and never more than a bound of them.

Streamlit's own caches take a key apart value by value at each look, a millisecond for a set of knobs,
and of a large table they look at a sample of rows only. Here the caller's arguments are the key as they
are: fingerprints of whole tables, frozen knobs, words and numbers. A look costs microseconds.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import is_dataclass
from functools import wraps
from typing import Any

import streamlit as st

from pages.shared import session


class Shelf:
    """Results by key; the one that was not asked for longest goes first.

    most: how many are kept. heaviest: how much they may weigh together, by ``weigh``.
    Two sessions that ask for the same at the same time wait for one computation.
    """

    def __init__(
        self,
        most: int,
        *,
        heaviest: float = float("inf"),
        weigh: Callable[[Any], float] = lambda value: 0,
    ) -> None:
        self._most, self._heaviest, self._weigh = most, heaviest, weigh
        self._values: OrderedDict[Hashable, tuple[Any, float]] = OrderedDict()
        self._making: dict[Hashable, threading.Lock] = {}
        self._weight = 0.0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._values

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """What is kept for a key, else what ``make`` gives. What it raises is not kept."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key][0]
            making = self._making.setdefault(key, threading.Lock())
        with making:
            with self._lock:
                if key in self._values:
                    return self._values[key][0]
            try:
                value = make()
                self._put(key, value)
            finally:
                with self._lock:
                    self._making.pop(key, None)
        return value

    def _put(self, key: Hashable, value: Any) -> None:
        weight = self._weigh(value)
        with self._lock:
            if key in self._values:
                self._weight -= self._values.pop(key)[1]
            self._values[key] = (value, weight)
            self._weight += weight
            while len(self._values) > 1 and (
                len(self._values) > self._most or self._weight > self._heaviest
            ):
                self._weight -= self._values.popitem(last=False)[1][1]


def exactly(value: Any) -> Hashable:
    """A part of a key that tells 1 from 1.0 and from True: one row is not all of the rows.

    >>> exactly(1) == exactly(1.0), exactly((1, "a")) == exactly((1, "a"))
    (False, True)
    """
    if isinstance(value, tuple):
        return tuple(map(exactly, value))
    if is_dataclass(value):
        return value, tuple(map(type, vars(value).values()))
    return value, type(value)


def kept(
    *,
    max_entries: int,
    show_spinner: bool | str = False,
    scope: str = "global",
    heaviest: float = float("inf"),
    weigh: Callable[[Any], float] = lambda value: 0,
) -> Callable:
    """A function that keeps its results. Arguments whose name begins with ``_`` are no part of the key.

    max_entries: how many are kept. scope: ``"session"`` keeps them for the session that asked and lets
        them go with it. show_spinner: what is said while a result is waited for.
    """

    def keeping(function: Callable) -> Callable:
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        n_keys = sum(not name.startswith("_") for name in names)
        assert not any(name.startswith("_") for name in names[:n_keys]), "the key comes first"
        name = f"{function.__module__}.{function.__qualname__}"
        new = {"heaviest": heaviest, "weigh": weigh}
        everyones = Shelf(max_entries, **new)

        @wraps(function)
        def found(*arguments):
            shelf = everyones
            if scope == "session":
                shelf = session.memory().shelves.setdefault(name, Shelf(max_entries, **new))

            def make():
                if not show_spinner:
                    return function(*arguments)
                with session.waiting_place(), st.spinner(show_spinner):
                    return function(*arguments)

            return shelf.get(tuple(map(exactly, arguments[:n_keys])), make)

        return found

    return keeping
