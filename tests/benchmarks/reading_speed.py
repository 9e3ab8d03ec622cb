"""How long large files take to read, as a ratio to pandas.read_csv on the same file.

    python -m tests.benchmarks.reading_speed                every file
    python -m tests.benchmarks.reading_speed numbers gaps   the files with one of these words in their name
    python -m tests.benchmarks.reading_speed --rows 300000  shorter files

Each file has 10 columns. The two readers take turns in one process; a ratio is our CPU time divided by
that of pandas, and the median of the ratios of the rounds is printed, with the medians of seconds of
either. pandas is told the separator, the decimal mark and the encoding; we find them. Memory is what a
process of its own needs at most, beyond what it needs to import everything.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import numpy as np
import pandas as pd

from c45 import read_table

ROUNDS = 7


def numbers(n_rows: int, seed: int = 0) -> pd.DataFrame:
    """Nine columns of numbers with four decimals at most, and three classes."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(n_rows, 9))
    table = {f"x{i + 1}": np.round(x[:, i] * 10 ** (i % 3), 4) for i in range(9)}
    classes = (x[:, 0] + x[:, 1] > 0).astype(int) + (x[:, 2] > 1)
    return pd.DataFrame(table | {"class": np.array(["a", "b", "c"])[classes]})


def mixed(n_rows: int) -> pd.DataFrame:
    """Numbers, whole numbers, categories of a few and of many words, with a tenth of gaps."""
    table, random = numbers(n_rows), np.random.default_rng(1)
    table["x2"] = random.integers(0, 100_000, n_rows)
    table["x3"] = np.array(["red", "green", "blue"])[random.integers(0, 3, n_rows)]
    table["x4"] = np.char.add("town ", random.integers(0, 900, n_rows).astype(str))
    for name in ("x1", "x3", "x5"):
        table.loc[random.random(n_rows) < 0.1, name] = np.nan
    return table


def all_digits(n_rows: int) -> pd.DataFrame:
    """Numbers with all the digits of a double; half the rows, so that the file is not too large."""
    table = numbers(n_rows // 2)
    table[table.columns[:9]] = np.random.default_rng(2).normal(size=(len(table), 9))
    return table


FILES: dict[str, tuple[Callable[[int], pd.DataFrame], dict, dict]] = {
    # name: the table, how it is written, and what pandas must be told to read it
    "numbers": (numbers, {}, {}),
    "mixed with gaps": (mixed, {}, {}),
    "gaps as ?": (mixed, {"na_rep": "?"}, {"na_values": "?"}),
    "gaps as NA": (mixed, {"na_rep": "NA"}, {}),
    "all digits": (all_digits, {}, {}),
    "semicolon, decimal comma": (
        numbers, {"sep": ";", "decimal": ","}, {"sep": ";", "decimal": ","},
    ),
    "everything quoted": (numbers, {"quoting": 1}, {}),
}  # fmt: skip


def in_turn(path: Path, told: dict) -> tuple[float, float, float, float]:
    """Our CPU seconds, those of pandas, the ratio, and our seconds on the clock: medians."""
    ours, theirs, clock = [], [], []
    for _ in range(ROUNDS):
        start = process_time()
        pd.read_csv(path, **told)
        theirs.append(process_time() - start)
        start, began = process_time(), perf_counter()
        read_table(path)
        ours.append(process_time() - start)
        clock.append(perf_counter() - began)
    ratio = median(a / b for a, b in zip(ours, theirs))
    return median(ours), median(theirs), ratio, median(clock)


def peak() -> int:
    """Kilobytes this process has taken at most. Linux only: elsewhere the column holds 0."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)


def memory_of(path: Path) -> int:
    """Megabytes that reading takes at most, in a process of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.reading_speed", "--peak", str(path)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def print_peak(path: str) -> None:
    read_table("a,b\n1,x\n2,y\n")
    before = peak()
    read_table(Path(path))
    print((peak() - before) // 1024)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("words", nargs="*")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--peak", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.peak:
        print_peak(options.peak)
        return
    print(f"{options.rows:,} rows, 10 columns")
    print(
        f"{'file':26} {'MB':>5} {'ours s':>7} {'pandas s':>8} {'ratio':>6} {'clock s':>8} {'peak MB':>8}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for name, (table, style, told) in FILES.items():
            if options.words and not any(w in name for w in options.words):
                continue
            path = Path(folder) / "table.csv"
            table(options.rows).to_csv(path, index=False, **style)
            ours, theirs, ratio, clock = in_turn(path, told)
            megabytes = path.stat().st_size / 2**20
            print(
                f"{name:26} {megabytes:5.0f} {ours:7.2f} {theirs:8.2f} {ratio:6.2f} {clock:8.2f} "
                f"{memory_of(path):8}",
                flush=True,
            )  # fmt: skip


if __name__ == "__main__":
    main()
