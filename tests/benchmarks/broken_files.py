"""Random and mutated files through the reader: how many, how many are refused, the slowest, the peak of memory.

    python -m tests.benchmarks.broken_files 100000 1

The first number is how many files, the second the seed. Every file gives a table or a DataError; the
first that raises anything else is kept as broken_file.bin and ends the run. Measured: processor seconds for
each file, and how far the memory of the process grew in all.
"""

from __future__ import annotations

import gzip
import random
import resource
import sys
import time
from pathlib import Path

from c45 import DataError, read_table

FOLDER = Path(__file__).parents[1] / "inputs"
SMALL = [p for p in sorted(FOLDER.iterdir()) if p.stat().st_size < 12_000 and p.suffix != ".json"]
SIGNS = "ab01 ,;\t|\"'\n\r.?-{}@%\\"
TOKENS = ["@relation r\n", "@attribute a numeric\n", "@attribute b {a,b}\n", "@data\n", "1,5", "NaN",
          "1e309", '"', '""', "\n", "\r\n", ";", ",", "\t", "|", "---", "<table>", "<tr>", "<td>", "é",
          "2024-03-01", "01/02/2024", "0.1", "-", "?", "NA", "Total", "#", "\0", "\ufeff", "{0 1}", "=1+1"]  # fmt: skip


def mutated(rng: random.Random) -> tuple[str, bytes]:
    """A real file with one to four changes: bytes overwritten, dropped, inserted, cut off, doubled."""
    path = rng.choice(SMALL)
    data = bytearray(path.read_bytes())
    for _ in range(rng.randint(1, 4)):
        at, new = rng.randint(0, len(data)), rng.randbytes(rng.randint(1, 4))
        what = rng.choice(["flip", "drop", "insert", "cut", "copy", "sign"])
        if what == "flip":
            data[at : at + len(new)] = new
        elif what == "drop":
            del data[at : at + rng.randint(1, 20)]
        elif what == "insert":
            data[at:at] = new
        elif what == "cut":
            del data[at:]
        elif what == "copy":
            data[at:at] = data[at : at + rng.randint(1, 200)]
        else:
            data[at:at] = rng.choice(TOKENS).encode()
    return path.name, bytes(data)


def random_file(rng: random.Random) -> tuple[str, bytes]:
    """Bytes, signs or scraps of formats, in no order."""
    how = rng.randrange(4)
    if how == 0:
        return "bytes.csv", rng.randbytes(rng.randint(0, 200))
    if how == 1:
        text = "".join(rng.choices(SIGNS, k=rng.randint(0, 120)))
    else:
        text = "".join(rng.choices(TOKENS, k=rng.randint(0, 60)))
    data = text.encode(rng.choice(["utf-8", "cp1252", "utf-16", "utf-16-le"]), "replace")
    return ("scraps.csv.gz", gzip.compress(data)) if how == 3 else ("scraps.csv", data)


def peak() -> float:
    """The most memory the process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(n: int, seed: int) -> None:
    rng = random.Random(seed)
    read_table((FOLDER / "zip_slip.xlsx").read_bytes())  # what is imported is no growth
    before, slowest, n_read = peak(), (0.0, ""), 0
    for i in range(n):
        name, data = (mutated if i % 2 else random_file)(rng)
        start = time.process_time()
        try:
            n_read += read_table(data, name=name).n_rows > 0
        except DataError as error:
            assert str(error).endswith("."), error
        except BaseException:
            Path("broken_file.bin").write_bytes(data)
            print(f"File {i} of seed {seed}, made from {name}, raises no DataError.", flush=True)
            raise
        slowest = max(slowest, (time.process_time() - start, name))
    print(
        f"seed {seed}: {n:,} files, {n_read:,} read, {n - n_read:,} refused with a sentence; "
        f"slowest {slowest[0]:.2f} s (from {slowest[1]}); memory grew by {peak() - before:.0f} MB "
        f"to {peak():.0f} MB"
    )


if __name__ == "__main__":
    main(*(int(a) for a in sys.argv[1:3]))
