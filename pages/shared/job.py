"""A long computation beside the page: how far it is, a stop that keeps what is done, its result.

The library computes in a thread of its own and asks between two trees whether to stop, so a press of
the button is heard at any time. No Streamlit here.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from typing import Any

from c45 import C45Error

#: A job that no page has asked after for so many seconds stops: its reader has gone elsewhere.
LEFT_ALONE = 10.0


class Job:
    """One computation. key: what it computes, to know whether its result is still what is asked for.

    work: called with ``progress`` and ``stop`` as the library's searches take them.
    done, total: trees so far, trees in all (0 before the first). result: None until it has ended.
    refused: the reason where the library refuses. stopped: whether it was asked to stop.

    >>> job = Job("sum", lambda progress, stop: 1 + 1)
    >>> job.wait(5), job.result
    (True, 2)
    """

    def __init__(self, key: Hashable, work: Callable[..., Any]) -> None:
        self.key, self.result, self.refused = key, None, ""
        self.done = self.total = 0
        self._stop, self._seen = threading.Event(), time.monotonic()
        self._failed: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(work,), daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    @property
    def stopped(self) -> bool:
        return self._stop.is_set()

    def stop(self) -> None:
        """Ask it to end after the tree at hand."""
        self._stop.set()

    def wait(self, seconds: float) -> bool:
        """Wait so long at most; whether it has ended. Raises what the work raised, but for C45Error."""
        self._seen = time.monotonic()
        self._thread.join(seconds)
        if self._failed is not None:
            raise self._failed
        return not self.running

    def _asked_to_stop(self) -> bool:
        if time.monotonic() - self._seen > LEFT_ALONE:
            self._stop.set()
        return self._stop.is_set()

    def _progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total

    def _run(self, work: Callable[..., Any]) -> None:
        try:
            self.result = work(self._progress, self._asked_to_stop)
        except C45Error as error:
            self.refused = str(error)
        except BaseException as error:  # shown where the page waits, not lost in the thread
            self._failed = error
