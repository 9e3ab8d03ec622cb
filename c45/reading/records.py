"""Lines already cut into cells: what every later step works on."""

from __future__ import annotations

from c45.notation import listed

Record = tuple[int, list[str]]
"""The number of the line it begins in, and its cells."""


def named_lines(numbers: list[int], most: int = 6) -> str:
    """
    >>> named_lines([3, 5]), named_lines([4])
    ('lines 3 and 5', 'line 4')
    """
    word = "line" if len(numbers) == 1 else "lines"
    if len(numbers) > most:
        return f"{word} {', '.join(map(str, numbers[:most]))} and {len(numbers) - most:,} more"
    return f"{word} {listed([str(n) for n in numbers])}"
