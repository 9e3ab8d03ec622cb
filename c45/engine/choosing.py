"""Which attribute a node asks about, from the best cut of each: the rules of ``search._choose``.

Numbers computed here may differ a little from the plain search's, so each comes with its error, and a
node is UNSURE where a rule could go either way.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from c45.engine.rules import Rules
from c45.engine.scores import TIE
from c45.measures import NOISE
from c45.parameters import ARITHMETIC

EXACT = ARITHMETIC["exact"]
LEAF, UNSURE = -1, -2


@dataclass(eq=False)
class Best:
    """The best split of each attribute in each node, all of shape (n_nodes, n_attributes).

    gain: what the deciding measure gains. split_info: None where it is not asked for. error: by how
    much either may differ from the plain search's. allowed: whether there is a split that the knobs
    allow. sure: False where the split itself, or whether it is allowed, cannot be told for certain.
    """

    gain: NDArray[np.float64]
    split_info: NDArray[np.float64] | None
    error: NDArray[np.float64]
    allowed: NDArray[np.bool_]
    sure: NDArray[np.bool_]


def chosen_attributes(best: Best, rules: Rules) -> NDArray[np.int64]:
    """The attribute that each node asks about, LEAF where none may be asked, or UNSURE.

    A gain that is surely noise is 0, as there. **First of equals:** the best score lies between the
    largest lower end and the largest upper end. The first attribute that may tie with it is the
    answer if it surely ties, or if no other may.
    """
    noise = best.gain + best.error < NOISE
    gain = np.where(noise, 0.0, best.gain)
    error = np.where(noise, 0.0, best.error)
    unsure = best.allowed & ~(best.sure & (noise | (best.gain - best.error > NOISE)))
    able = best.allowed.copy()
    if not rules.zero_gain:
        able &= ~noise
    score = gain
    if rules.criterion == "gain_ratio":
        if rules.average_gain_rule:
            counted = best.allowed & rules.in_average
            n_counted = counted.sum(axis=1, keepdims=True)
            average = np.where(counted, gain, 0.0).sum(axis=1, keepdims=True)
            average /= np.maximum(n_counted, 1)
            ahead = gain - (average - EXACT.average_slack)
            unsure |= able & (np.abs(ahead) <= 2 * error.max(axis=1, keepdims=True, initial=0.0))
            able &= (ahead >= 0) & (n_counted > 0)
        info = best.split_info
        slack = info - EXACT.least_split_info
        unsure |= able & (np.abs(slack) <= best.error)
        able &= slack > 0
        info = np.where(able, info, 1.0)
        score = gain / info
        error = np.where(noise, 0.0, (error + score * best.error) / info * 1.01 + score * 1e-15)
    low = np.where(able, score - error, -np.inf)
    high = np.where(able, score + error, -np.inf)
    top_low, top_high = low.max(axis=1, keepdims=True), high.max(axis=1, keepdims=True)
    none = np.isneginf(top_high[:, 0])
    top_low[none] = top_high[none] = 0.0
    possible = high >= top_low - 1.01 * (TIE * np.abs(top_high) + NOISE)
    certain = low >= top_high - 0.99 * (TIE * np.maximum(top_low, 0.0) + NOISE)
    first = possible.argmax(axis=1)
    node = np.arange(len(first))
    is_sure = certain[node, first] | (possible.sum(axis=1) == 1)
    out = np.where(is_sure, first, UNSURE)
    out[none] = LEAF
    out[unsure.any(axis=1)] = UNSURE
    return out
