"""Gain ratio over presorted records: each attribute's own best cut first, then the attribute."""

from __future__ import annotations

import numpy as np

from c45.engine.choosing import LEAF, UNSURE, Best, chosen_attributes
from c45.engine.level import Batch, Cuts, Segments, first_cut, scored
from c45.engine.records import Layout
from c45.engine.rules import Rules
from c45.engine.scores import Certainty
from c45.engine.shares import split_info
from c45.measures import NOISE


def best_by_ratio(
    batch: Batch, n_attributes: int, layout: Layout, rules: Rules, certainty: Certainty
) -> Cuts:
    """The cut that the plain search would choose in each node; UNSURE where it must be asked."""
    n_nodes = len(batch)
    out = Cuts(np.full(n_nodes, LEAF), np.zeros_like(batch.counts))
    segments = Segments.of(batch.n, n_attributes)
    found = scored(batch, n_attributes, layout, rules, certainty, segments=segments)
    if found is None:
        return out
    n = found.n
    noise = found.gain + found.error < NOISE
    allowed = ~noise if not rules.zero_gain or rules.least_drop > 0 else np.ones(len(n), dtype=bool)
    sure = noise | (found.sure & (found.gain - found.near > NOISE + found.error))
    if rules.least_drop > 0:
        share = n / rules.n_rows
        high = (found.gain + found.error) * share
        low = (found.gain - found.near - found.error) * share
        allowed &= high >= rules.least_drop
        sure &= ~allowed | (low >= rules.least_drop)
    n_left = found.left.sum(axis=1)
    shape = n_nodes * n_attributes
    best = {
        "gain": np.zeros(shape),
        "split_info": np.ones(shape),
        "error": np.zeros(shape),
        "allowed": np.zeros(shape, dtype=bool),
        "sure": np.ones(shape, dtype=bool),
    }
    best["gain"][found.unit] = found.gain - found.behind
    best["split_info"][found.unit] = split_info([n_left, n - n_left], n)
    best["error"][found.unit] = found.error
    best["allowed"][found.unit] = allowed
    best["sure"][found.unit] = sure
    table = {name: values.reshape(n_nodes, n_attributes) for name, values in best.items()}
    chosen = chosen_attributes(Best(**table), rules)
    asked = np.flatnonzero(chosen >= 0)
    which = np.searchsorted(found.unit, asked * n_attributes + chosen[asked])
    out.at[asked], out.left[asked] = found.at[which], found.left[which]
    out.at[chosen == UNSURE] = UNSURE
    for i in asked[noise[which]].tolist():  # the best gains nothing, so all tie
        first_cut(out, i, found.is_cut, segments, batch, n_attributes, layout, rules)
    return out
