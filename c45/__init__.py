"""Decision trees grown in the open: C4.5, ID3 and CART with every number kept."""

from c45.dataset import Attribute, Dataset
from c45.errors import C45Error, DataError, ParameterError
from c45.grow import grow
from c45.parameters import ALGORITHMS, KNOBS, Parameters
from c45.search import Branch, NodeReport, SplitCandidate
from c45.splits import MultiwaySplit, SubsetSplit, ThresholdSplit
from c45.tree import Node, Tree

__all__ = [
    "ALGORITHMS",
    "KNOBS",
    "Attribute",
    "Branch",
    "C45Error",
    "DataError",
    "Dataset",
    "MultiwaySplit",
    "Node",
    "NodeReport",
    "ParameterError",
    "Parameters",
    "SplitCandidate",
    "SubsetSplit",
    "ThresholdSplit",
    "Tree",
    "grow",
]
