"""The record of a search: each split that was considered, with every number it was judged by."""

from __future__ import annotations

from dataclasses import dataclass, field

from c45.splits import Split, ThresholdSplit

CRITERIA = ("information_gain", "gain_ratio", "gini")


@dataclass(frozen=True)
class Branch:
    """One branch of a candidate: its label in words, and the weight of each class in it."""

    label: str
    counts: tuple[float, ...]

    @property
    def n(self) -> float:
        return sum(self.counts)


@dataclass(frozen=True)
class SplitCandidate:
    """One row of the table of attributes: a split that was considered, and all its numbers.

    impurity_before, impurity_after, gain: in the unit of the deciding criterion (bits of entropy, or
        Gini). All of them are of the rows whose value is known; ``gain`` is
        ``known_fraction * (impurity_before - impurity_after) - penalty``.
    information_gain, entropy_*, split_info, gain_ratio, gini_*: the three measures, always all kept.
    score: what the candidates were ranked by. rejected: why it could not be chosen, or "".
    """

    attribute: str
    split: Split | None
    branches: tuple[Branch, ...]
    criterion: str
    entropy_before: float
    entropy_after: float
    information_gain: float
    split_info: float
    gain_ratio: float
    gini_before: float
    gini_after: float
    gini_gain: float
    gain: float
    score: float
    n_known: float
    n_missing: float = 0.0
    penalty: float = 0.0
    n_tried: int = 1
    valid: bool = True
    counts_in_average: bool = True
    rejected: str = ""

    @property
    def threshold(self) -> float | None:
        return self.split.threshold if isinstance(self.split, ThresholdSplit) else None

    @property
    def known_fraction(self) -> float:
        n = self.n_known + self.n_missing
        return self.n_known / n if n else 0.0

    @property
    def impurity_before(self) -> float:
        return self.gini_before if self.criterion == "gini" else self.entropy_before

    @property
    def impurity_after(self) -> float:
        return self.gini_after if self.criterion == "gini" else self.entropy_after

    def score_by(self, criterion: str) -> float:
        """The number another criterion would rank this candidate by."""
        if criterion == "gini":
            return self.gini_gain
        if criterion == "gain_ratio":
            return self.gain_ratio
        return max(self.information_gain - self.penalty, 0.0)


@dataclass(frozen=True)
class NodeReport:
    """Why a node is what it is: every attribute's best candidate, the chosen one, and the reason.

    candidates: one an attribute, in the table's order; empty where the node was never searched.
    reason: one sentence: why this split, or why this is a leaf.
    tied: the attributes whose score equals the chosen one's.
    choices: what each criterion would choose here under the same knobs, or None.
    average_gain: mean gain of the attributes that count in it, in bits; None where none does.
    """

    candidates: tuple[SplitCandidate, ...] = ()
    chosen: SplitCandidate | None = None
    reason: str = ""
    tied: tuple[str, ...] = ()
    choices: dict[str, SplitCandidate | None] = field(default_factory=dict)
    average_gain: float | None = None

    def candidate(self, attribute: str) -> SplitCandidate:
        """The candidate of one attribute. Raises KeyError where there is none."""
        for c in self.candidates:
            if c.attribute == attribute:
                return c
        raise KeyError(attribute)

    @property
    def disagree(self) -> bool:
        """Whether the three criteria would ask about different attributes here."""
        return len({c.attribute for c in self.choices.values() if c}) > 1

    @property
    def runner_up(self) -> SplitCandidate | None:
        """The best candidate that was not chosen."""
        others = [c for c in self.candidates if not c.rejected and c is not self.chosen]
        return max(others, key=lambda c: c.score, default=None)
