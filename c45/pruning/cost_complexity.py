"""Cost-complexity pruning: the weakest link first, and the whole path of subtrees.

The cost of a tree is ``R + alpha x leaves``. The link of an inner node t breaks, so that a leaf is as
good as its subtree, at ``alpha = (R(t) - R(T_t)) / (leaves of T_t - 1)``; the smallest one breaks
first. Source: Breiman, Friedman, Olshen and Stone 1984, chapter 3.
"""

from __future__ import annotations

import heapq
from types import MappingProxyType

from c45.errors import ParameterError
from c45.notation import plain, plural, shown
from c45.parameters import Parameters
from c45.pruning.record import LEAF, AlphaStep, Estimate, Pruning, PruningStep, with_leaves
from c45.tree import Node, Tree

#: Links this close to each other break together.
EQUAL = 1e-9


def node_cost(node: Node, n_total: float, cost: str) -> float:
    """R of a node as a leaf, as a share of all rows.

    cost: ``"impurity"``, ``n/N`` times the impurity the tree was grown by (scikit-learn), or
    ``"error"``, training errors by N (Breiman et al., rpart; rpart prints it relative to the root's).
    """
    if cost == "error":
        return (node.n - float(node.counts.max())) / n_total
    if cost == "impurity":
        return node.n / n_total * node.impurity
    raise ParameterError(f"cost is {cost!r}. It must be 'impurity' or 'error'.")


class _Links:
    """The inner nodes that are left, each with the alpha at which it becomes a leaf."""

    def __init__(self, tree: Tree, cost: str) -> None:
        self.tree = tree
        n = tree.root.n
        self.alone = {i: node_cost(node, n, cost) for i, node in tree.nodes.items()}
        self.cost = dict(self.alone)
        self.leaves = dict.fromkeys(tree.nodes, 1)
        self.inner = {i for i, node in tree.nodes.items() if not node.is_leaf}
        for node in sorted(tree.walk(), key=lambda n: -n.depth):
            if node.children:
                self.cost[node.id] = sum(self.cost[c.id] for c in node.children)
                self.leaves[node.id] = sum(self.leaves[c.id] for c in node.children)
        self.heap = [(self.alpha(i), i) for i in self.inner]
        heapq.heapify(self.heap)

    def alpha(self, i: int) -> float:
        return max((self.alone[i] - self.cost[i]) / max(self.leaves[i] - 1, 1), 0.0)

    def weakest(self) -> tuple[float, int] | None:
        """The smallest alpha and its node (the first grown of equals); None where none is left."""
        while self.heap:
            alpha, i = self.heap[0]
            if i in self.inner and alpha == self.alpha(i):
                return alpha, i
            heapq.heappop(self.heap)  # pruned meanwhile, or its subtree changed
        return None

    def cut(self, i: int) -> None:
        """Make a node a leaf, and update the nodes above it."""
        gone = [self.tree.nodes[i]]
        while gone:
            node = gone.pop()
            if node.id in self.inner:
                self.inner.remove(node.id)
                gone.extend(node.children)
        self.cost[i], self.leaves[i] = self.alone[i], 1
        above = self.tree.nodes[i].parent
        while above is not None:
            children = self.tree.nodes[above].children
            self.cost[above] = sum(self.cost[c.id] for c in children)
            self.leaves[above] = sum(self.leaves[c.id] for c in children)
            heapq.heappush(self.heap, (self.alpha(above), above))
            above = self.tree.nodes[above].parent


def alpha_path(tree: Tree, cost: str = "impurity") -> tuple[AlphaStep, ...]:
    """Every subtree that is best for some alpha, from the grown tree (alpha 0) to the root alone.

    cost: ``"impurity"`` (as scikit-learn's ``cost_complexity_pruning_path``) or ``"error"``.
    A second entry with alpha 0 is the grown tree without the splits that lower no cost.
    """
    return _path(tree, cost)[0]


def _path(tree: Tree, cost: str) -> tuple[tuple[AlphaStep, ...], list[PruningStep]]:
    links = _Links(tree, cost)
    root = tree.root.id
    path = [AlphaStep(0.0, (), links.leaves[root], links.cost[root])]
    steps: list[PruningStep] = []
    alpha, cut = 0.0, []
    while True:
        weakest = links.weakest()
        if cut and (weakest is None or weakest[0] > alpha + EQUAL * (alpha + EQUAL)):
            path.append(AlphaStep(alpha, tuple(cut), links.leaves[root], links.cost[root]))
            cut = []
        if weakest is None:
            return tuple(path), steps
        if not cut:
            alpha = max(alpha, weakest[0])
        i = weakest[1]
        steps.append(_step(tree.nodes[i], links, alpha))
        links.cut(i)
        cut.append(i)


def _step(node: Node, links: _Links, alpha: float) -> PruningStep:
    i = node.id
    leaf, subtree = Estimate(node.n, links.alone[i]), Estimate(node.n, links.cost[i])
    sentence = (
        f"It becomes a leaf at alpha = {shown(alpha, 4)}: the cost rises from {shown(subtree.e, 4)} "
        f"to {shown(leaf.e, 4)}, and {plural(links.leaves[i] - 1, 'leaf is', 'leaves are')} saved."
    )
    return PruningStep(
        node=i,
        kind="cost_complexity",
        question=node.split.question(),
        prediction=node.prediction,
        as_leaf=leaf,
        as_subtree=subtree,
        branches=tuple(Estimate(c.n, links.cost[c.id]) for c in node.children),
        decision=LEAF,
        sentence=sentence,
        n_leaves=links.leaves[i],
        alpha=alpha,
    )


def prune_cost_complexity(
    tree: Tree, parameters: Parameters, *, limit: int | None = None
) -> Pruning:
    """The smallest subtree with the least cost at ``ccp_alpha``. limit: stop after this many steps.

    The steps are those up to ``ccp_alpha``; ``path`` goes on to the root. Alpha 0 removes the splits
    that lower no cost. Differs: in scikit-learn alpha 0 switches pruning off.
    """
    path, steps = _path(tree, parameters.ccp_cost)
    alpha = parameters.ccp_alpha
    steps = [s for s in steps if s.alpha <= alpha + EQUAL * (alpha + EQUAL)]
    if limit is not None:
        steps = steps[:limit]
    pruned = with_leaves(tree, {s.node: s.sentence for s in steps}, parameters)
    n = tree.root.n
    estimates = {
        i: Estimate(node.n, node_cost(node, n, parameters.ccp_cost))
        for i, node in pruned.nodes.items()
    }
    for node in sorted(pruned.walk(), key=lambda n: -n.depth):
        if node.children:
            below = sum(estimates[c.id].e for c in node.children)
            estimates[node.id] = Estimate(node.n, below)
    return Pruning(
        tree=pruned,
        grown=tree,
        steps=tuple(steps),
        estimates=MappingProxyType(estimates),
        path=path,
    )


def subtree_at(tree: Tree, path: tuple[AlphaStep, ...], k: int) -> Tree:
    """The k-th subtree of a path: ``subtree_at(tree, alpha_path(tree), 0)`` is the tree itself."""
    reasons = {
        i: f"Pruned at alpha = {plain(float(f'{step.alpha:.6g}'))}."
        for step in path[: k + 1]
        for i in step.nodes
    }
    return with_leaves(tree, reasons, tree.parameters)
