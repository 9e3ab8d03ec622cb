"""A published document, figure by figure: as printed, as computed here, and why they differ."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One printed figure beside ours.

    what: the quantity in words. printed: as it stands in the document. ours: computed from the rows.
    value: ours as a number, None for words. agrees: whether rounding ours to the printed places gives
    the printed figure. why: what went wrong where it does not; else a remark, or "".
    """

    what: str
    printed: str
    ours: str
    value: float | None
    agrees: bool
    why: str = ""


@dataclass(frozen=True)
class Part:
    """Some figures under one heading, with what they are computed from."""

    title: str
    about: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class Report:
    """A document: its parts, and in ``lessons`` what is wrong in it and why, a sentence or two each."""

    key: str
    title: str
    source: str
    parts: tuple[Part, ...]
    lessons: tuple[str, ...] = ()

    @property
    def figures(self) -> tuple[Figure, ...]:
        return tuple(f for part in self.parts for f in part.figures)

    @property
    def sentence(self) -> str:
        """How many of the printed figures come out."""
        right = sum(f.agrees for f in self.figures)
        n = len(self.figures)
        if right == n:
            return f"All {n} printed figures come out."
        rest = (
            "do not, for the reasons beside them"
            if n - right > 1
            else "does not, for the reason beside it"
        )
        return f"{right} of {n} printed figures come out; {n - right} {rest}."
