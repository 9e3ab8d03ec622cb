"""Trees built by hand, for tests of what is done with a tree. Nothing here grows anything."""

from functools import cache

import numpy as np

from c45 import measures
from c45.candidates import Branch, NodeReport, SplitCandidate
from c45.dataset import Attribute
from c45.parameters import Parameters
from c45.splits import MultiwaySplit, SubsetSplit, ThresholdSplit
from c45.tree import Node, assemble

#: Names that break careless writers: markup, quotes, escapes, ports, keywords, control characters.
HOSTILE = (
    "<script>alert(1)</script>",
    "</TD></TR></TABLE>>",
    "quote \" and ' and `tick`",
    "back\\slash \\N \\G \\l \\",
    "a:1",
    "&lt; &amp; & &#60; &nbsp;",
    "line\nbreak\r\ttab",
    "\x00\x01\x1b\x7f\x85",
    "\ud800 lone \udfff",
    "\ufffe\uffff",
    "\u202eturned\u2066",
    "\"\"\"'''",
    "]]> --> <!-- <![CDATA[",
    "{braces} %s $x^2$ {{}}",
    "',);__import__('os')#",
    "",
    " ",
    "node",
    "=1+1",
    "漢字 🙂 é е\u0301",
    "x" * 300,
)


def node(id, counts, prediction, split=None, parent=None, branch=None, depth=0, report=None):
    counts = np.array(counts)
    return Node(
        id=id,
        depth=depth,
        counts=counts,
        n_rows=int(np.ceil(counts.sum())),
        impurity=float(measures.entropy(counts)),
        prediction=prediction,
        split=split,
        parent=parent,
        branch=branch,
        report=report or NodeReport(reason="Made by hand."),
    )


def candidate(split, *branches):
    """The record of a split, from the class counts of its branches."""
    table = np.array(branches)
    whole = table.sum(axis=0)
    gain = float(measures.gain(table))
    info = float(measures.split_info(table.sum(axis=-1)))
    return SplitCandidate(
        attribute=split.attribute,
        split=split,
        branches=tuple(
            Branch(split.words(b), tuple(counts.tolist())) for b, counts in enumerate(table)
        ),
        criterion="information_gain",
        entropy_before=float(measures.entropy(whole)),
        entropy_after=float(measures.weighted_impurity(table)),
        information_gain=gain,
        split_info=info,
        gain_ratio=float(measures.gain_ratio(gain, info)),
        gini_before=float(measures.gini(whole)),
        gini_after=float(measures.weighted_impurity(table, measures.gini)),
        gini_gain=float(measures.gain(table, measures.gini)),
        gain=gain,
        score=gain,
        n_known=whole.sum().item(),
    )


def report(split, *branches):
    chosen = candidate(split, *branches)
    return NodeReport(
        candidates=(chosen,),
        chosen=chosen,
        reason="Chosen by hand.",
        choices={"information_gain": chosen, "gini": chosen, "gain_ratio": None},
        average_gain=chosen.gain,
    )


@cache
def play_tennis():
    """Quinlan 1986, figure 2."""
    outlook = Attribute("Outlook", "categorical", ("Sunny", "Overcast", "Rain"))
    humidity = Attribute("Humidity", "categorical", ("High", "Normal"))
    wind = Attribute("Wind", "categorical", ("Weak", "Strong"))
    ask = {a.name: MultiwaySplit(a.name, a.categories) for a in (outlook, humidity, wind)}
    root = report(ask["Outlook"], [2, 3], [4, 0], [3, 2])
    nodes = [
        node(0, [9, 5], "Yes", ask["Outlook"], report=root),
        node(1, [2, 3], "No", ask["Humidity"], parent=0, branch=0, depth=1),
        node(2, [0, 3], "No", parent=1, branch=0, depth=2),
        node(3, [2, 0], "Yes", parent=1, branch=1, depth=2),
        node(4, [4, 0], "Yes", parent=0, branch=1, depth=1),
        node(5, [3, 2], "Yes", ask["Wind"], parent=0, branch=2, depth=1),
        node(6, [3, 0], "Yes", parent=5, branch=0, depth=2),
        node(7, [0, 2], "No", parent=5, branch=1, depth=2),
    ]
    return assemble(nodes, (outlook, humidity, wind), ("Yes", "No"), "Play", Parameters())


@cache
def iris():
    """The first two questions about Fisher's iris flowers."""
    names = ("sepal length", "sepal width", "petal length", "petal width")
    length, width = ThresholdSplit("petal length", 2.45), ThresholdSplit("petal width", 1.75)
    nodes = [
        node(0, [50, 50, 50], "setosa", length, report=report(length, [50, 0, 0], [0, 50, 50])),
        node(1, [50, 0, 0], "setosa", parent=0, branch=0, depth=1),
        node(
            *(2, [0, 50, 50], "versicolor", width, 0, 1, 1),
            report=report(width, [0, 49, 5], [0, 1, 45]),
        ),
        node(3, [0, 49, 5], "versicolor", parent=2, branch=0, depth=2),
        node(4, [0, 1, 45], "virginica", parent=2, branch=1, depth=2),
    ]
    attributes = tuple(Attribute(n, "continuous") for n in names)
    classes = ("setosa", "versicolor", "virginica")
    return assemble(nodes, attributes, classes, "species", Parameters(max_depth=2))


@cache
def single_leaf():
    """A tree that asks nothing."""
    x = Attribute("x", "continuous")
    return assemble([node(0, [9, 5], "Yes")], (x,), ("Yes", "No"), "Play", Parameters())


@cache
def empty_branch():
    """A category that no row has, and rows that count in part."""
    colour = Attribute("colour", "categorical", ("red", "green", "blue"))
    nodes = [
        node(0, [2.5, 1.5], "yes", MultiwaySplit("colour", colour.categories)),
        node(1, [2.0, 0.0], "yes", parent=0, branch=0, depth=1),
        node(2, [0.0, 0.0], "yes", parent=0, branch=1, depth=1),
        node(3, [0.5, 1.5], "no", parent=0, branch=2, depth=1),
    ]
    return assemble(nodes, (colour,), ("yes", "no"), "buys", Parameters())


@cache
def subset():
    """Two groups of categories; Widowed is declared, and no row has it. Tan et al. 2005, ch. 4."""
    marital = Attribute("Marital", "categorical", ("Single", "Married", "Divorced", "Widowed"))
    ask = SubsetSplit("Marital", marital.categories, ("Single", "Divorced"), ("Married",))
    again = SubsetSplit("Marital", marital.categories, ("Single",), ("Divorced",))
    nodes = [
        node(0, [7, 3], "No", ask),
        node(1, [3, 3], "No", again, parent=0, branch=0, depth=1),
        node(2, [2, 2], "No", parent=1, branch=0, depth=2),
        node(3, [1, 1], "No", parent=1, branch=1, depth=2),
        node(4, [4, 0], "No", parent=0, branch=1, depth=1),
    ]
    parameters = Parameters(categorical_split="subset")
    return assemble(nodes, (marital,), ("No", "Yes"), "Cheat", parameters)


def hostile(names=HOSTILE):
    """Every name is a category, a class, and the name of an attribute; the target has the first."""
    names = tuple(dict.fromkeys(names))
    colour = Attribute(names[0], "categorical", names)
    sizes = [Attribute(name, "continuous") for name in names[1:]]
    n = len(names)
    counts = np.eye(n, dtype=int)
    nodes = [node(0, [1] * n, names[0], MultiwaySplit(names[0], names))]
    for i, name in enumerate(names):
        if i + 1 < n and n > 1:  # ask about another attribute: all rows of a branch go left
            split = ThresholdSplit(names[i + 1], i + 0.5)
            a, b, c = 1 + 3 * i, 2 + 3 * i, 3 + 3 * i
            nodes += [
                node(a, counts[i], name, split, parent=0, branch=i, depth=1),
                node(b, counts[i], name, parent=a, branch=0, depth=2),
                node(c, counts[i] * 0, name, parent=a, branch=1, depth=2),
            ]
        else:
            nodes.append(node(1 + 3 * i, counts[i], name, parent=0, branch=i, depth=1))
    return assemble(nodes, (colour, *sizes), names, names[0], Parameters())


@cache
def chain(questions=2000):
    """Each question parts one row from the rest: as deep as it has questions."""
    nodes = []
    for k in range(questions):
        left = questions + 1 - k
        counts = [(left + 1 - k % 2) // 2, (left + k % 2) // 2]
        word = "even" if counts[0] >= counts[1] else "odd"
        up = {"parent": 2 * k - 2, "branch": 1} if k else {}
        nodes.append(node(2 * k, counts, word, ThresholdSplit("x", k + 0.5), depth=k, **up))
        one = [1 - k % 2, k % 2]
        word = ("even", "odd")[k % 2]
        nodes.append(node(2 * k + 1, one, word, parent=2 * k, branch=0, depth=k + 1))
    last = [1 - questions % 2, questions % 2]
    word = ("even", "odd")[questions % 2]
    nodes.append(
        node(2 * questions, last, word, parent=2 * questions - 2, branch=1, depth=questions)
    )
    x = Attribute("x", "continuous")
    return assemble(nodes, (x,), ("even", "odd"), "parity", Parameters())


def every_small_tree():
    return [play_tennis(), iris(), single_leaf(), empty_branch(), subset(), hostile()]
