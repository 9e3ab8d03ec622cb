"""How long large files take to read, as a ratio to pandas.read_csv on the same file.

    python -m tests.benchmarks.reading_speed                every file
    python -m tests.benchmarks.reading_speed numbers gaps   the files with one of these words in their name
    python -m tests.benchmarks.reading_speed --rows 300000  shorter files

Each file has 10 columns. The two readers take turns in one process; a ratio is our time divided by that
of pandas, on the clock, which is what one waits, and as processor time, where our threads count each.
The medians of the rounds are printed. pandas is told the separator, the decimal mark and the encoding; we find them. Memory is what a
process of its own needs at most, beyond what it needs to import everything.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
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


def timed(read: Callable[[], object]) -> np.ndarray:
    """Seconds on the clock, and seconds of processor time."""
    start = np.array([perf_counter(), process_time()])
    read()
    return np.array([perf_counter(), process_time()]) - start


def in_turn(path: Path, told: dict) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Our seconds, those of pandas, and the ratios, each on the clock and of the processor: medians."""
    ours, theirs = [], []
    for _ in range(ROUNDS):
        theirs.append(timed(lambda: pd.read_csv(path, **told)))
        ours.append(timed(lambda: read_table(path)))
    ratios = np.array(ours) / np.array(theirs)
    return np.median(ours, axis=0), np.median(theirs, axis=0), np.median(ratios, axis=0)


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
        f"{'file':26} {'MB':>5} {'ours s':>7} {'pandas s':>8} {'ratio':>6} {'of CPU':>7} {'peak MB':>8}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for name, (table, style, told) in FILES.items():
            if options.words and not any(w in name for w in options.words):
                continue
            path = Path(folder) / "table.csv"
            table(options.rows).to_csv(path, index=False, **style)
            ours, theirs, ratio = in_turn(path, told)
            megabytes = path.stat().st_size / 2**20
            print(
                f"{name:26} {megabytes:5.0f} {ours[0]:7.2f} {theirs[0]:8.2f} {ratio[0]:6.2f} "
                f"{ratio[1]:7.2f} "
                f"{memory_of(path):8}",
                flush=True,
            )  # fmt: skip


if __name__ == "__main__":
    main()
