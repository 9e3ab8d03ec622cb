"""How good answers are: scores of a confusion table, curves, calibration, each with its own sum."""

from c45.metrics.calibration import Calibration, CalibrationBin, calibration
from c45.metrics.confusion import (
    accuracy,
    all_scores,
    balanced_accuracy,
    by_column,
    by_row,
    f1,
    matthews_correlation,
    precision,
    recall,
)
from c45.metrics.interval import Interval, wilson_interval
from c45.metrics.ranking import CurvePoint, RankingCurve, ranking_curve
from c45.metrics.worked import Score, worked_score

__all__ = [
    "Calibration",
    "CalibrationBin",
    "CurvePoint",
    "Interval",
    "RankingCurve",
    "Score",
    "accuracy",
    "all_scores",
    "balanced_accuracy",
    "by_column",
    "by_row",
    "calibration",
    "f1",
    "matthews_correlation",
    "precision",
    "ranking_curve",
    "recall",
    "wilson_interval",
    "worked_score",
]
