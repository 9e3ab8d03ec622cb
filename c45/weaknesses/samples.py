"""Other rows, another tree: instability, and the variance that a vote of many trees takes away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from c45.dataset import Dataset
from c45.errors import ParameterError
from c45.evaluate import Holdout, evaluate
from c45.notation import plural, shown
from c45.parameters import Parameters
from c45.pruning import grow_and_prune
from c45.resampling import (
    bootstrap_samples,
    leave_one_out_samples,
    root_frequencies,
    trees_of,
    votes,
)
from c45.weaknesses.finding import Finding, at_least_one

Progress = Callable[[int, int], object]

#: A root that changes in more than this share of the samples is called unstable.
UNSTABLE = 0.1


def instability(
    dataset: Dataset,
    parameters: Parameters | None = None,
    *,
    way: str = "bootstrap",
    n_trees: int = 50,
    random_state: int = 0,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Finding:
    """How often does the first question change, when the rows change a little? (Breiman 1996.)

    way: ``"bootstrap"`` draws the rows with replacement, ``n_trees`` times; ``"leave_one_out"`` leaves
    out each row once. The number is the share of these trees that ask first about another attribute
    than the tree of all rows. ``extra["disagreement"]``: for each row, the share of trees that do not
    give it the answer of the tree of all rows.

    >>> from c45.reading import load_dataset
    >>> instability(load_dataset("hair_eyes_height"), way="leave_one_out").number
    0.25
    """
    parameters = parameters or Parameters()
    if way == "bootstrap":
        samples = bootstrap_samples(dataset.n_rows, n_trees, random_state=random_state)
    elif way == "leave_one_out":
        samples = leave_one_out_samples(dataset.n_rows)
    else:
        raise ParameterError(f"way is {way!r}. It must be 'bootstrap' or 'leave_one_out'.")
    whole = grow_and_prune(dataset, parameters).tree
    trees = trees_of(dataset, parameters, samples, progress=progress, stop=stop)
    root = None if whole.root.is_leaf else whole.root.split.attribute
    frequencies = root_frequencies(trees)
    same = sum(f.n for f in frequencies if f.attribute == root)
    n = len(trees)
    share = (n - same) / n if n else None
    question = "Leave out a few rows: will the tree still begin with the same question?"
    rule = f"unstable where more than {shown(100 * UNSTABLE, 0)}% of the trees begin otherwise"
    name = "share of trees that begin with another question"
    if not n:
        conclusion = "No tree was grown from another sample. So nothing is known about stability."
        return Finding("instability", question, None, name, rule, False, conclusion)
    counted = votes(trees, dataset)
    codes = [dataset.classes.index(a) for a in evaluate(whole, dataset).predicted]
    disagreement = 1 - counted[np.arange(dataset.n_rows), codes] / n
    unsure = int((disagreement > UNSTABLE).sum())
    first = "a single leaf" if root is None else root
    sample = "bootstrap samples" if way == "bootstrap" else "samples without one row"
    if share > UNSTABLE:
        start = (
            f"The tree of all rows begins with {first}, but {n - same} of {n} trees of {sample} begin "
            "otherwise: the first question is unstable."
        )
    elif same < n:
        start = (
            f"The tree of all rows begins with {first}, and so do {same} of {n} trees of {sample}: the "
            "first question is nearly always the same."
        )
    else:
        start = f"All {n} trees of {sample} begin with {first}: the first question is stable here."
    end = (
        f" More than {shown(100 * UNSTABLE, 0)}% of them give another answer to {unsure} of "
        f"{plural(dataset.n_rows, 'row')}."
    )
    return Finding(
        key="instability",
        question=question,
        number=share,
        number_name=name,
        rule=rule,
        shown=share > UNSTABLE,
        conclusion=start + end,
        columns=("first question", "trees", "share"),
        rows=tuple((f.attribute or "none: a leaf", f.n, f.share) for f in frequencies),
        extra={"tree": whole, "trees": trees, "disagreement": disagreement},
    )


def variance(
    part: Holdout,
    parameters: Parameters | None = None,
    *,
    n_trees: int = 25,
    random_state: int = 0,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Finding:
    """How much error is luck of the sample? Single trees against their majority vote (Breiman 1996).

    The number is the mean test error of trees of bootstrap samples minus the test error of their vote;
    in a vote, the first of equally frequent classes wins.
    """
    parameters = parameters or Parameters()
    samples = bootstrap_samples(part.train.n_rows, n_trees, random_state=random_state)
    trees = trees_of(part.train, parameters, samples, progress=progress, stop=stop)
    question = "Will a vote of many trees, each of another sample, err less often than one of them?"
    rule, name = (
        "shown where the vote errs less than the mean tree",
        "mean error minus error of the vote",
    )
    if not trees or not part.test.n_rows:
        conclusion = "No tree or no test row is there. So nothing is known about the variance."
        return Finding("variance", question, None, name, rule, False, conclusion)
    truth, counted = part.test.target, votes(trees, part.test)
    errors = [1 - counted[np.arange(len(truth)), truth].sum() / counted.sum()]
    single = float(errors[0])
    vote = float((counted.argmax(axis=1) != truth).mean())
    each = [evaluate(t, part.test).error for t in trees]
    gap = single - vote
    n = len(trees)
    spread = f"The {n} trees err from {shown(min(each))} to {shown(max(each))}, on average {shown(single)}"
    if gap > 1e-12:
        conclusion = (
            f"{spread}; their vote errs {shown(vote)}. The difference, {shown(gap)}, is variance: it comes from "
            "the sample, and voting takes it away."
        )
    else:
        conclusion = (
            f"{spread}; their vote errs {shown(vote)}. The vote is no better here, so these rows show no "
            "variance that voting takes away."
        )
    return Finding(
        key="variance",
        question=question,
        number=gap,
        number_name=name,
        rule=rule,
        shown=gap > 1e-12,
        conclusion=conclusion,
        columns=("tree", "test error"),
        rows=(*((i + 1, e) for i, e in enumerate(each)), ("vote", vote)),
        extra={"trees": trees},
    )


def label_noise(
    part: Holdout,
    parameters: Parameters | None = None,
    *,
    shares: tuple[float, ...] = (0.0, 0.1, 0.2, 0.3),
    draws: int = 5,
    random_state: int = 0,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Finding:
    """Wrong classes in the training rows: what do they do to the size and to the error? (Quinlan 1986.)

    In each draw a share of the training rows gets another class at random; the test rows stay as they
    are. The number is the mean test error at the largest share minus that at the smallest.
    """
    at_least_one("draws", draws)
    parameters = parameters or Parameters()
    rng = np.random.default_rng(random_state)
    train, n_classes = part.train, len(part.train.classes)
    question = (
        "If one class in ten is written down wrongly, will the tree be larger, worse, or both?"
    )
    rule, name = "shown where the test error rises", "rise of the test error"
    rows, done = [], 0
    for share in shares:
        found = []
        for _ in range(draws):
            if stop and stop():
                break
            noisy = _relabelled(train, round(share * train.n_rows), n_classes, rng)
            tree = grow_and_prune(noisy, parameters).tree
            found.append((tree.n_leaves, evaluate(tree, part.test).error))
            done += 1
            if progress:
                progress(done, len(shares) * draws)
        if len(found) == draws and found[0][1] is not None:
            rows.append((share, *np.mean(found, axis=0).tolist()))
    if len(rows) < 2:
        conclusion = "Fewer than two shares of noise were tested. So nothing is known about noise."
        return Finding("label_noise", question, None, name, rule, False, conclusion)
    (low, few, clean), (high, many, worse) = rows[0], rows[-1]
    rise = worse - clean
    at = f"With {shown(100 * low, 0)}% wrong classes the tree has {shown(few, 1)} leaves on average, with {shown(100 * high, 0)}% {shown(many, 1)}."
    end = (
        f" The test error rises from {shown(clean)} to {shown(worse)}."
        if rise > 1e-12
        else f" The test error does not rise: {shown(clean)} and {shown(worse)}."
    )
    return Finding(
        key="label_noise",
        question=question,
        number=rise,
        number_name=name,
        rule=rule,
        shown=rise > 1e-12,
        conclusion=at + end,
        columns=("share of wrong classes", "leaves", "test error"),
        rows=tuple(rows),
    )


def _relabelled(dataset: Dataset, n: int, n_classes: int, rng) -> Dataset:
    target = dataset.target.copy()
    if n_classes > 1 and n:
        chosen = rng.choice(len(target), size=n, replace=False)
        target[chosen] = (target[chosen] + rng.integers(1, n_classes, n)) % n_classes
    return replace(dataset, target=target)
