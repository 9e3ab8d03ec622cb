"""Published examples: what is recorded to be wrong in print, against what the check finds.

python -m tests.benchmarks.examples
"""

from __future__ import annotations

from collections import Counter

from c45.check import NOT_CHECKED, RIGHT, check_example
from tests.textbook import EXAMPLES


def confusion() -> Counter:
    """How many figures have each recorded kind, verdict, and kinds named (the likeliest first)."""
    table: Counter = Counter()
    for example in EXAMPLES.values():
        recorded = {d["index"]: d["kind"] for d in example["discrepancies"]}
        for figure in check_example(example).figures:
            kinds = ", ".join(map(str, figure.verdict.kinds[:3])) or "–"
            if figure.word in (RIGHT, NOT_CHECKED):
                kinds = "–"  # a tie that is pointed out
            table[recorded.get(figure.index, "right"), figure.word, kinds] += 1
    return table


def main() -> None:
    print(f"{'recorded':30}{'found':22}{'kinds':14}figures")
    for (recorded, word, kinds), n in sorted(confusion().items()):
        print(f"{recorded:30}{word:22}{kinds:14}{n:7d}")


if __name__ == "__main__":
    main()
