"""Whether a figure comes from values that were rounded (or cut off) on the way to it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from c45 import measures
from c45.check.slips import Place
from c45.check.typed import Typed
from c45.notation import rounded, shown

#: Nobody is taken to round to fewer places than this on the way.
FEWEST = 2
#: A figure typed with more places than this is compared as if it had these.
MOST = 12

Rounding = Callable[[float], float]


def rounding(places: int, cut: bool) -> Rounding:
    """A function that rounds half up to so many places, or cuts the rest off."""
    if not cut:
        return lambda v: float(rounded(v, places))
    scale = 10.0**places
    return lambda v: math.copysign(math.floor(abs(v) * scale + 1e-9) / scale, v)


def rounded_early(
    typed: Typed, place: Place, per_bit: float, *, coarse: bool
) -> tuple[tuple[int, ...], str] | None:
    """The kinds (9, or 9 and 10 where the result was cut off too) and what was done; None if nothing fits.

    coarse: look at roundings to fewer places than the result has; else at as many or more.
    """
    if typed.value is None or typed.is_whole:
        return None
    p = min(3 if typed.places is None else typed.places, MOST)
    depths = range(p, FEWEST - 1, -1) if coarse else [p, p + 1]
    for d in depths:
        for cut in (False, True):
            for result, did in _WAYS[place.step](place, per_bit, rounding(d, cut), d, coarse):
                how = f"cut to {_places(d)}" if cut else f"rounded to {_places(d)}"
                if typed.agrees(result):
                    return (9,), did.format(how=how) + "."
                if typed.is_cut(result):
                    return (9, 10), did.format(how=how) + ", and the result was cut off."
    return None


def _places(d: int) -> str:
    return f"{d} place" if d == 1 else f"{d} places"


def _of_impurity(place: Place, per_bit: float, r: Rounding, d: int, coarse: bool):
    return _from_counts(place.counts, place.family, per_bit, r)


def _of_split_info(place: Place, per_bit: float, r: Rounding, d: int, coarse: bool):
    sizes = [*place.given.sizes, place.given.missing]
    return _from_counts(sizes, "entropy", per_bit, r)


def _from_counts(counts, family: str, per_bit: float, r: Rounding) -> Iterator[tuple[float, str]]:
    exact = measures.shares(counts)
    few = np.array([r(p) for p in exact])
    for shares, words in ((exact, ""), (few, "the shares")):
        if family == "entropy":
            logs = np.log2(shares, out=np.zeros_like(shares), where=shares > 0)
            terms, sign = -shares * logs * per_bit, 1
        else:
            terms, sign = shares**2, -1
        start = 0.0 if sign > 0 else 1.0
        if words:
            yield start + sign * float(terms.sum()), f"{words.capitalize()} were {{how}}"
        both = f"{words} and the terms" if words else "the terms"
        each = sum(r(float(t)) for t in terms)
        yield start + sign * each, f"{both.capitalize()} were {{how}}"


def _sums(place: Place, per_bit: float, r: Rounding, coarse: bool) -> Iterator[tuple[float, str]]:
    """The weighted sum from rounded values, shares and terms. coarse: also from shares of two places."""
    shares = measures.shares(place.given.sizes)
    values = [v * per_bit for v in place.given.branches]
    few = [r(v) for v in values]
    ways = [
        (shares, "the values of the branches"),
        ([r(w) for w in shares], "the shares and the values of the branches"),
    ]
    if coarse:
        few_shares = [float(rounded(w, 2)) for w in shares]
        ways.append((few_shares, "the shares were rounded to 2 places and the values"))
    for weights, words in ways:
        terms = [w * v for w, v in zip(weights, few)]
        yield sum(terms), words
        yield sum(map(r, terms)), f"{words} and the terms"
    yield sum(r(w * v) for w, v in zip(shares, values)), "the terms"


def _of_after(place: Place, per_bit: float, r: Rounding, d: int, coarse: bool):
    for value, words in _sums(place, per_bit, r, coarse):
        yield value, f"{words[0].upper()}{words[1:]} were {{how}} before they were added"


def _of_gain(place: Place, per_bit: float, r: Rounding, d: int, coarse: bool):
    g = place.given
    before = r(g.before * per_bit)
    penalty = g.penalty * per_bit
    sums = [(g.after * per_bit, ""), *_sums(place, per_bit, r, coarse)]
    for value, words in sums:
        for after in dict.fromkeys((r(value), value)) if words else (r(value),):
            digits = d if after == r(value) else d + 2
            result = g.known * (before - after) - penalty
            told = f"{shown(before, d)} − {shown(after, digits)} was taken, with values {{how}}"
            yield result, told
    known = r(g.known)
    if g.known < 1:
        after = r(g.after * per_bit)
        told = f"{shown(known, d)} × ({shown(before, d)} − {shown(after, d)}) was taken, with values {{how}}"
        yield known * (before - after) - penalty, told


def _of_ratio(place: Place, per_bit: float, r: Rounding, d: int, coarse: bool):
    g = place.given
    info = r(g.split_info * per_bit)
    if info <= 0:
        return
    drop = g.known * (r(g.before * per_bit) - r(g.after * per_bit)) - g.penalty * per_bit
    for gain in dict.fromkeys((r(g.gain * per_bit), r(drop))):
        told = f"{shown(gain, d)} / {shown(info, d)} was taken, with values {{how}}"
        yield gain / info, told


_WAYS = {
    "before": _of_impurity,
    "branch": _of_impurity,
    "after": _of_after,
    "gain": _of_gain,
    "split_info": _of_split_info,
    "gain_ratio": _of_ratio,
}
