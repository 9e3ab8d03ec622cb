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
from c45.counterfactual import (
    Certainty,
    Change,
    Counterfactual,
    Limit,
    Option,
    bootstrap_agreement,
    certainty,
    counterfactual,
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
from c45.reports import REPORTS, Figure, Part, Report, search_lesson, sklearn_seeds
from c45.resampling import (
    Agreement,
    RootFrequency,
    bootstrap_samples,
    leave_one_out_samples,
    root_frequencies,
    trees_of,
    votes,
)
from c45.splits import MultiwaySplit, SubsetSplit, ThresholdSplit
from c45.steps import Step, Steps, steps
from c45.tree import Node, Tree
from c45.weaknesses import (
    WEAKNESSES,
    Finding,
    Regions,
    decision_regions,
    diagonal_boundary,
    diagonal_table,
    discretisation,
    greed,
    imbalance,
    instability,
    irrelevant_attributes,
    label_noise,
    many_values,
    overfitting,
    variance,
)

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
    "REPORTS",
    "WEAKNESSES",
    "Agreement",
    "AlphaStep",
    "Attribute",
    "Branch",
    "C45Classifier",
    "C45Error",
    "Calibration",
    "Certainty",
    "Change",
    "ClassScores",
    "Compared",
    "Comparison",
    "Counterfactual",
    "CrossValidation",
    "DataError",
    "Dataset",
    "DatasetFacts",
    "Difference",
    "Disagreement",
    "ErrorCurve",
    "Estimate",
    "Evaluation",
    "Figure",
    "Finding",
    "FoldResult",
    "Folds",
    "Grid",
    "GridCell",
    "Holdout",
    "Interval",
    "Learner",
    "Limit",
    "MultiwaySplit",
    "Node",
    "NodeReport",
    "Option",
    "ParameterError",
    "Parameters",
    "Part",
    "Predictions",
    "Pruning",
    "PruningStep",
    "RankingCurve",
    "Regions",
    "Remark",
    "Report",
    "RootFrequency",
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
    "bootstrap_agreement",
    "bootstrap_samples",
    "calibration_of",
    "certainty",
    "compare",
    "compare_settings",
    "counterfactual",
    "cross_validate",
    "curve_over",
    "dataset_facts",
    "dataset_names",
    "decision_regions",
    "depth_curve",
    "diagonal_boundary",
    "diagonal_table",
    "differences",
    "discretisation",
    "evaluate",
    "explain",
    "from_json",
    "greed",
    "grow",
    "grow_and_prune",
    "hold_out",
    "imbalance",
    "instability",
    "irrelevant_attributes",
    "label_noise",
    "leave_one_out_samples",
    "leaves_curve",
    "load_dataset",
    "make_folds",
    "many_values",
    "overfitting",
    "predict_file",
    "predict_frame",
    "prune",
    "prune_at",
    "ranking_of",
    "read_frame",
    "read_table",
    "root_frequencies",
    "rules_text",
    "search_grid",
    "search_lesson",
    "size_curve",
    "sklearn_seeds",
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
    "trees_of",
    "variance",
    "votes",
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
