"""Decision trees grown in the open: C4.5, ID3 and CART with every number kept."""

import importlib
from typing import TYPE_CHECKING

from c45.candidates import Branch, NodeReport, SplitCandidate
from c45.compare import (
    LEARNERS,
    Compared,
    Comparison,
    Difference,
    Disagreement,
    Learner,
    compare,
    differences,
    sklearn_tree,
)
from c45.curves import ErrorCurve, alpha_curve, curve_over, depth_curve, leaves_curve, size_curve
from c45.dataset import Attribute, Dataset
from c45.error_limits import added_errors
from c45.errors import C45Error, DataError, ParameterError
from c45.evaluate import (
    ClassScores,
    Evaluation,
    Holdout,
    baseline,
    calibration_of,
    evaluate,
    hold_out,
    ranking_of,
)
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
from c45.metrics import Calibration, Interval, RankingCurve, Score, wilson_interval
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

if TYPE_CHECKING:
    from c45.classifier import C45Classifier
    from c45.cross_validation import (
        CrossValidation,
        FoldResult,
        Folds,
        SettingsCompared,
        compare_settings,
        cross_validate,
        make_folds,
    )
    from c45.grid import Grid, GridCell, search_grid

__all__ = [
    "ALGORITHMS",
    "KNOBS",
    "LEARNERS",
    "AlphaStep",
    "Attribute",
    "Branch",
    "C45Classifier",
    "C45Error",
    "Calibration",
    "ClassScores",
    "Compared",
    "Comparison",
    "CrossValidation",
    "DataError",
    "Dataset",
    "DatasetFacts",
    "Difference",
    "Disagreement",
    "ErrorCurve",
    "Estimate",
    "Evaluation",
    "FoldResult",
    "Folds",
    "Grid",
    "GridCell",
    "Holdout",
    "Interval",
    "Learner",
    "MultiwaySplit",
    "Node",
    "NodeReport",
    "ParameterError",
    "Parameters",
    "Predictions",
    "Pruning",
    "PruningStep",
    "RankingCurve",
    "Remark",
    "Score",
    "SettingsCompared",
    "SplitCandidate",
    "Step",
    "Steps",
    "SubsetSplit",
    "ThresholdSplit",
    "Tree",
    "added_errors",
    "alpha_curve",
    "alpha_path",
    "baseline",
    "calibration_of",
    "compare",
    "compare_settings",
    "cross_validate",
    "curve_over",
    "dataset_facts",
    "dataset_names",
    "depth_curve",
    "differences",
    "evaluate",
    "explain",
    "from_json",
    "grow",
    "grow_and_prune",
    "hold_out",
    "leaves_curve",
    "load_dataset",
    "make_folds",
    "predict_file",
    "predict_frame",
    "prune",
    "prune_at",
    "ranking_of",
    "read_frame",
    "read_table",
    "rules_text",
    "search_grid",
    "size_curve",
    "sklearn_tree",
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
    "wilson_interval",
]


#: What is loaded when it is asked for: scikit-learn takes longer to load than all the rest.
_ON_DEMAND = {
    "classifier": ("C45Classifier",),
    "cross_validation": (
        "CrossValidation",
        "FoldResult",
        "Folds",
        "SettingsCompared",
        "compare_settings",
        "cross_validate",
        "make_folds",
    ),
    "grid": ("Grid", "GridCell", "search_grid"),
}


def __getattr__(name: str):
    for module, names in _ON_DEMAND.items():
        if name in names:
            found = getattr(importlib.import_module(f"c45.{module}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
