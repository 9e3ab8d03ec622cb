"""What is said of a published example: one report a printed figure, and what follows from a wrong one."""

from __future__ import annotations

from dataclasses import dataclass

from c45.check.judge import RIGHT, Verdict

#: A figure of a quantity that is not recomputed here.
NOT_CHECKED = "not checked"
#: The quantities of the examples, in words.
WORDS = {
    "entropy": "entropy",
    "gini": "Gini index",
    "conditional_entropy": "entropy after the split",
    "gini_split": "Gini index after the split",
    "information_gain": "information gain",
    "gini_gain": "drop of the Gini index",
    "split_information": "split information",
    "gain_ratio": "gain ratio",
    "chosen_attribute": "chosen attribute",
}


@dataclass(frozen=True)
class FigureReport:
    """One printed figure. right: the exact value, or the names that are right, or None where unknown.

    follows_from: the indices of the wrong printed figures that this one was made from.
    """

    index: int
    quantity: str
    where: str
    printed: str
    verdict: Verdict
    right: float | tuple[str, ...] | None = None
    follows_from: tuple[int, ...] = ()

    @property
    def word(self) -> str:
        return self.verdict.verdict

    @property
    def sentence(self) -> str:
        """The figure, where it stands, and what is to be said of it."""
        what = WORDS.get(self.quantity, self.quantity.replace("_", " "))
        told = self.verdict.sentence or f"{self.word}."
        return f"The {what} at {self.where}, printed as {self.printed}: {told}"


@dataclass(frozen=True)
class ExampleReport:
    """All figures of an example, in the order of print."""

    figures: tuple[FigureReport, ...]

    @property
    def tally(self) -> dict[str, int]:
        """How many figures have each verdict."""
        found: dict[str, int] = {}
        for f in self.figures:
            found[f.word] = found.get(f.word, 0) + 1
        return found

    @property
    def doubtful(self) -> tuple[FigureReport, ...]:
        """The figures that are not simply right."""
        return tuple(f for f in self.figures if f.word not in (RIGHT, NOT_CHECKED))

    def consequences(self, index: int) -> tuple[FigureReport, ...]:
        """The figures that are wrong because this one is, directly or by way of others."""
        reached, before = {index}, 0
        while len(reached) > before:
            before = len(reached)
            reached |= {f.index for f in self.figures if reached & set(f.follows_from)}
        return tuple(f for f in self.figures if f.index in reached and f.index != index)
