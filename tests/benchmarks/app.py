"""How long the app lets a reader, and a class, wait; beside a floor app in the same run.

    python -m tests.benchmarks.app                          the four actions, 30 times each
    python -m tests.benchmarks.app --times 10 --tables iris
    python -m tests.benchmarks.app --cold 5                 from the start of a server to the first text
    python -m tests.benchmarks.app --class 100 --minutes 10 a class that works; then all press at once
    python -m tests.benchmarks.app --waves 10 --class 100   one class after the other: memory after each
    python -m tests.benchmarks.app --growing 1000000        20 others click while one grows a large table

Needs Chromium for the first two, and Linux for the memory. Times are those of the machine as it is: the
ratio to the floor, taken in turns with it, is what can be compared.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
from pathlib import Path

from tests.benchmarks.serving import machine


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--times", type=int, default=30)
    ask.add_argument("--tables", nargs="*", default=["iris", "wine", "10000"])
    ask.add_argument("--cold", type=int, metavar="STARTS")
    ask.add_argument("--class", type=int, dest="students", metavar="STUDENTS")
    ask.add_argument("--minutes", type=float, default=10)
    ask.add_argument("--waves", type=int)
    ask.add_argument("--growing", type=int, metavar="ROWS")
    told = ask.parse_args()
    print(machine())
    if told.cold:
        cold(told.cold)
    elif told.growing:
        from tests.benchmarks import classroom

        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(classroom.beside_a_large_table(told.growing, Path(folder)))
    elif told.waves:
        from tests.benchmarks import classroom

        asyncio.run(classroom.waves(told.waves, told.students or 100))
    elif told.students:
        from tests.benchmarks import classroom

        asyncio.run(classroom.works(told.students, told.minutes))
    else:
        from tests.benchmarks import latency

        with tempfile.TemporaryDirectory() as folder:
            latency.latencies(told.times, told.tables, Path(folder))
    print(machine())


def cold(n: int) -> None:
    from tests.benchmarks import latency

    found = latency.cold_starts(n)
    medians = {k: [statistics.median(t[i] for t in v) for i in range(2)] for k, v in found.items()}
    for i, what in enumerate(("first text", "title")):
        ours, hello = medians["ours"][i], medians["hello"][i]
        print(
            f"{what:10}  ours {ours:5.2f} s   hello world {hello:5.2f} s   ratio {ours / hello:4.2f}"
        )


if __name__ == "__main__":
    main()
