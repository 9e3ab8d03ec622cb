"""Class counts packed side by side into machine words, so that one running sum counts all classes.

A word has 63 usable bits. Counts of a node of at most n rows need ``b = bit_length(n)`` bits, so
``63 // b`` classes share a word, and as many words are taken as the classes need. No field ever
overflows into the next: a count is at most n < 2**b. A running sum over many nodes may wrap around;
that is harmless, as the total before each node is subtracted again modulo 2**64.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from c45.engine.scores import BITS_IN_ONE_TABLE, HALF, HALF_OF_ONE


class Packing:
    """How the counts of ``n_classes`` classes, each at most ``largest``, lie in words.

    one: for each word, what one row of each class adds to it, shape (n_classes,).
    """

    def __init__(self, n_classes: int, largest: int, criterion: str) -> None:
        self.bits = max(int(largest).bit_length(), 1)
        self.largest = largest
        self.criterion = criterion
        self.half_of = HALF[criterion]
        self.mask = (1 << self.bits) - 1
        per_word = 63 // self.bits
        self.words: list[tuple[int, int]] = []  # first class, and one past the last
        self.one: list[NDArray] = []
        for first in range(0, n_classes, per_word):
            last = min(first + per_word, n_classes)
            one = np.zeros(n_classes, dtype=np.int64)
            one[first:last] = 1 << (self.bits * np.arange(last - first))
            self.words.append((first, last))
            self.one.append(one)
        self.table = None
        if len(self.words) == 1 and n_classes * self.bits <= BITS_IN_ONE_TABLE:
            self.table = _half_table(n_classes, self.bits, criterion)

    def packed(self, counts: NDArray) -> list[NDArray]:
        """Counts, shape (..., n_classes), as words, one array of shape (...) a word."""
        return [(counts * one).sum(axis=-1) for one in self.one]

    def fields(self, words: list[NDArray]) -> list[NDArray]:
        """The counts in words: one array a class."""
        out = []
        for (first, last), word in zip(self.words, words):
            for k in range(last - first - 1):
                field = word >> (self.bits * k)
                field &= self.mask
                out.append(field)
            out.append(word >> (self.bits * (last - first - 1)))  # nothing lies above the last
        return out

    def counts_in(self, words: list[int]) -> list[int]:
        """The counts of one side."""
        return [
            (word >> (self.bits * k)) & self.mask
            for (first, last), word in zip(self.words, words)
            for k in range(last - first)
        ]

    def half(self, words: list[NDArray], n: NDArray) -> NDArray[np.float64]:
        """The halves of many sides (see scores.py), from their packed counts and sizes."""
        if self.table is not None:
            return self.table.take(words[0])
        return self.half_of(self.fields(words), n, self.largest)

    def half_of_one(self, counts: list[int], n: int) -> float:
        """The half of one side."""
        return HALF_OF_ONE[self.criterion](counts, n)


@lru_cache(maxsize=64)
def _half_table(n_classes: int, bits: int, criterion: str) -> NDArray[np.float64]:
    """The half of every packed word there is: one look-up then replaces one for each class."""
    word = np.arange(1 << (n_classes * bits))
    counts = [(word >> (bits * k)) & ((1 << bits) - 1) for k in range(n_classes)]
    n = sum(counts)
    return HALF[criterion](counts, n, n_classes << bits)


@lru_cache(maxsize=256)
def packing(n_classes: int, bits: int, criterion: str) -> Packing:
    """The packing for counts of at most ``bits`` bits."""
    return Packing(n_classes, (1 << bits) - 1, criterion)
