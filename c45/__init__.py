"""Decision trees grown in the open: C4.5, ID3 and CART with every number kept."""

from c45.candidates import Branch, NodeReport, SplitCandidate
from c45.classifier import C45Classifier
from c45.dataset import Attribute, Dataset
from c45.error_limits import added_errors
from c45.errors import C45Error, DataError, ParameterError
from c45.evaluate import ClassScores, Evaluation, Holdout, evaluate, hold_out
from c45.explain import explain
from c45.export import (
    from_json,
    rules_text,
    to_dot,
    to_json,
    to_png,
    to_python,
    to_rules,
    to_svg,
    to_text,
)
from c45.grow import grow
from c45.parameters import ALGORITHMS, KNOBS, Parameters
from c45.predict_file import Predictions, predict_file, predict_frame
from c45.pruning import (
    AlphaStep,
    Estimate,
    Pruning,
    PruningStep,
    alpha_path,
    grow_and_prune,
    prune,
    prune_at,
    subtree_at,
    tree_after,
)
from c45.reading import (
    DatasetFacts,
    dataset_facts,
    dataset_names,
    load_dataset,
    read_frame,
    read_table,
)
from c45.remarks import Remark
from c45.splits import MultiwaySplit, SubsetSplit, ThresholdSplit
from c45.steps import Step, Steps, steps
from c45.tree import Node, Tree

__all__ = [
    "ALGORITHMS",
    "KNOBS",
    "AlphaStep",
    "Attribute",
    "Branch",
    "C45Classifier",
    "C45Error",
    "ClassScores",
    "DataError",
    "Dataset",
    "DatasetFacts",
    "Estimate",
    "Evaluation",
    "Holdout",
    "MultiwaySplit",
    "Node",
    "NodeReport",
    "ParameterError",
    "Parameters",
    "Predictions",
    "Pruning",
    "PruningStep",
    "Remark",
    "SplitCandidate",
    "Step",
    "Steps",
    "SubsetSplit",
    "ThresholdSplit",
    "Tree",
    "added_errors",
    "alpha_path",
    "dataset_facts",
    "dataset_names",
    "evaluate",
    "explain",
    "from_json",
    "grow",
    "grow_and_prune",
    "hold_out",
    "load_dataset",
    "predict_file",
    "predict_frame",
    "prune",
    "prune_at",
    "read_frame",
    "read_table",
    "rules_text",
    "steps",
    "subtree_at",
    "to_dot",
    "to_json",
    "to_png",
    "to_python",
    "to_rules",
    "to_svg",
    "to_text",
    "tree_after",
]
