"""The tree as a scikit-learn estimator, with the same knobs."""

from __future__ import annotations

import numbers
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_consistent_length, check_is_fitted, validate_data

from c45.dataset import CONTINUOUS, Attribute, Dataset, category_name, is_missing
from c45.errors import DataError, ParameterError
from c45.given import as_table, float_columns, is_plain, labels, rows_by_weight
from c45.notation import count, listed, percent, plural, shown
from c45.parameters import ALGORITHMS, Parameters
from c45.predict import apply, columns_of, path_of, predict, predict_codes, predict_distribution
from c45.pruning import grow_and_prune
from c45.tree import Node

_DEFAULT = Parameters()


class C45Classifier(ClassifierMixin, BaseEstimator):
    """A decision tree for tables with numbers, words and gaps, as a scikit-learn classifier.

    The arguments are the knobs of ``c45.Parameters``, with their defaults: see ``c45.KNOBS`` for what
    each does. ``random_state`` also takes None or a ``numpy.random.RandomState``. ``verbose=True``
    prints each split as it is chosen, and each test while predicting.

    Columns of numbers are continuous; text, booleans and pandas Categoricals are categorical, and a
    Categorical keeps its declared order. To have numbers as categories, make them a Categorical.
    NaN, None and ``pd.NA`` are missing values.

    Attributes after ``fit``: ``tree_`` (a ``c45.Tree``), ``classes_`` (the labels as they were given,
    sorted), ``n_features_in_``, and ``feature_names_in_`` where the columns had names.

    >>> X = pd.DataFrame({"wind": ["weak", "weak", "strong"], "degrees": [20, 30, 20]})
    >>> model = C45Classifier().fit(X, ["play", "rest", "rest"])
    >>> model.predict(X).tolist()
    ['play', 'rest', 'rest']
    >>> print(model.explain_path(X.iloc[0]))
    wind is weak.
    degrees is 20: at most 25.
    The answer is play: 1 of 1 training row here.
    """

    def __init__(
        self,
        *,
        criterion=_DEFAULT.criterion,
        max_depth=_DEFAULT.max_depth,
        min_samples_split=_DEFAULT.min_samples_split,
        min_samples_leaf=_DEFAULT.min_samples_leaf,
        max_leaf_nodes=_DEFAULT.max_leaf_nodes,
        min_impurity_decrease=_DEFAULT.min_impurity_decrease,
        zero_gain=_DEFAULT.zero_gain,
        categorical_split=_DEFAULT.categorical_split,
        threshold_at=_DEFAULT.threshold_at,
        splitter=_DEFAULT.splitter,
        tie_rule=_DEFAULT.tie_rule,
        majority_tie=_DEFAULT.majority_tie,
        random_state=_DEFAULT.random_state,
        depth_convention=_DEFAULT.depth_convention,
        missing=_DEFAULT.missing,
        min_branch_rows=_DEFAULT.min_branch_rows,
        average_gain_rule=_DEFAULT.average_gain_rule,
        cut_minimum=_DEFAULT.cut_minimum,
        cut_penalty=_DEFAULT.cut_penalty,
        many_values_rule=_DEFAULT.many_values_rule,
        collapse=_DEFAULT.collapse,
        arithmetic=_DEFAULT.arithmetic,
        laplace=_DEFAULT.laplace,
        pruning=_DEFAULT.pruning,
        confidence=_DEFAULT.confidence,
        error_formula=_DEFAULT.error_formula,
        raising=_DEFAULT.raising,
        held_out=_DEFAULT.held_out,
        prune_ties=_DEFAULT.prune_ties,
        ccp_alpha=_DEFAULT.ccp_alpha,
        ccp_cost=_DEFAULT.ccp_cost,
        log_base=_DEFAULT.log_base,
        verbose=False,
    ):
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.zero_gain = zero_gain
        self.categorical_split = categorical_split
        self.threshold_at = threshold_at
        self.splitter = splitter
        self.tie_rule = tie_rule
        self.majority_tie = majority_tie
        self.random_state = random_state
        self.depth_convention = depth_convention
        self.missing = missing
        self.min_branch_rows = min_branch_rows
        self.average_gain_rule = average_gain_rule
        self.cut_minimum = cut_minimum
        self.cut_penalty = cut_penalty
        self.many_values_rule = many_values_rule
        self.collapse = collapse
        self.arithmetic = arithmetic
        self.laplace = laplace
        self.pruning = pruning
        self.confidence = confidence
        self.error_formula = error_formula
        self.raising = raising
        self.held_out = held_out
        self.prune_ties = prune_ties
        self.ccp_alpha = ccp_alpha
        self.ccp_cost = ccp_cost
        self.log_base = log_base
        self.verbose = verbose

    @classmethod
    def from_algorithm(cls, name: str, **knobs: Any) -> Self:
        """A classifier with the knobs of a preset, and these knobs on top.

        Raises ParameterError for a name that is not in ``c45.ALGORITHMS``.

        >>> C45Classifier.from_algorithm("CART", max_depth=3)
        C45Classifier(categorical_split='subset', criterion='gini', max_depth=3)
        """
        if name not in ALGORITHMS:
            known = listed([repr(n) for n in ALGORITHMS], "or")
            raise ParameterError(f"There is no algorithm called {name!r}. It must be {known}.")
        preset = ALGORITHMS[name]
        return cls(**{**{f.name: getattr(preset, f.name) for f in fields(preset)}, **knobs})

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.missing != "refuse"
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Grow the tree, and prune it if the knob ``pruning`` says so.

        X: a DataFrame, or an array or list of rows. y: one label a row, of any type that sorts.
        sample_weight: how often each row counts. Weight 0 leaves the row out. Whole weights are
            the same as rows that are there several times (written out, up to a million rows). With
            other weights the knobs that count rows count each row once, as scikit-learn does.

        Raises ValueError; where it can say more, its kinds DataError and ParameterError.
        """
        parameters = self._parameters()
        table = self._table(X, y)
        target_name = getattr(y, "name", None)
        y = labels(y)
        check_consistent_length(table, y)
        weights = None
        if sample_weight is not None:
            rows, weights = rows_by_weight(sample_weight, len(y))
            table = table.iloc[rows] if isinstance(table, pd.DataFrame) else table[rows]
            y = y[rows]
        self.classes_, target = np.unique(y, return_inverse=True)
        dataset = self._dataset(table, target, weights, target_name)
        told = _print_node if self.verbose else None
        self.tree_ = grow_and_prune(dataset, parameters, on_node=told).tree
        return self

    def predict(self, X: ArrayLike) -> NDArray:
        """The class of each row, shape (n_rows,)."""
        columns = self._columns(X, as_rows=not self.verbose)
        if self.verbose:
            for i, row in enumerate(self._rows(columns)):
                print(f"Row {i}:", *self._path_lines(row), sep="\n  ")
        return self.classes_.take(predict_codes(self.tree_, columns))

    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """The share of each class in the leaf of each row, shape (n_rows, n_classes)."""
        columns = self._columns(X)
        return predict_distribution(self.tree_, columns)

    def apply(self, X: ArrayLike) -> NDArray[np.int64]:
        """The id of the leaf that each row reaches, shape (n_rows,)."""
        columns = self._columns(X)
        return apply(self.tree_, columns)

    def explain_path(self, row: Mapping[str, Any] | pd.Series | pd.DataFrame | ArrayLike) -> str:
        """Each test that one row meets, in words, a line each, and the answer.

        row: a mapping or a Series by column name (what is left out counts as missing), a DataFrame
            of one row, or the values in the order of the columns.

        Raises DataError for more or less than one row.
        """
        check_is_fitted(self)
        names = self.tree_.attributes
        by_name = hasattr(self, "feature_names_in_")
        if isinstance(row, pd.DataFrame):
            if len(row) != 1:
                raise DataError(f"One row can be explained at a time, not {len(row)}.")
            row = row.iloc[0]
        if isinstance(row, Mapping) or (isinstance(row, pd.Series) and by_name):
            row = dict(row)
            if not any(a.name in row for a in names):
                raise DataError(
                    f"The row has none of the columns of the tree: {listed(repr(a.name) for a in names)}."
                )
            return "\n".join(self._path_lines(row))
        values = np.asarray(row, dtype=object).reshape(-1).tolist()
        if len(values) != len(names):
            raise DataError(
                f"The row has {plural(len(values), 'value')}, but the tree has "
                f"{plural(len(names), 'column')}."
            )
        return "\n".join(self._path_lines({a.name: v for a, v in zip(names, values)}))

    def _parameters(self) -> Parameters:
        """The knobs, checked. Raises ParameterError."""
        knobs = {f.name: getattr(self, f.name) for f in fields(Parameters)}
        seed = self.random_state
        if not isinstance(seed, numbers.Integral) or isinstance(seed, bool):
            # None and a RandomState draw a seed, so that each fit differs, as in scikit-learn.
            knobs["random_state"] = int(check_random_state(seed).randint(2**31 - 1))
        return Parameters(**knobs)

    def _table(self, X, *y) -> NDArray[np.float64] | pd.DataFrame:
        """X in one of two forms: floats, shape (n_rows, n_columns), or a DataFrame without names.

        y: given in ``fit`` only, where it sets the names and the number of columns.
        """
        if is_plain(X) and (
            not y or y[0] is not None
        ):  # then no check below can fail, and all of them take their time
            if y:
                self.n_features_in_ = X.shape[1]
                vars(self).pop("feature_names_in_", None)
                return X
            if self.n_features_in_ == X.shape[1] and not hasattr(self, "feature_names_in_"):
                return X
        table = as_table(X, gaps=self.missing != "refuse")
        named = X if hasattr(X, "columns") else table
        if y:
            validate_data(self, named, *y, skip_check_array=True)
        else:
            validate_data(self, named, reset=False, skip_check_array=True)
        return table

    def _dataset(self, table, target, weights, target_name) -> Dataset:
        """The rows that the tree grows from."""
        names = [f"x{j}" for j in range(self.n_features_in_)]
        names = [str(name) for name in getattr(self, "feature_names_in_", names)]
        classes = tuple(category_name(c) for c in self.classes_.tolist())
        target_name = "class" if target_name is None else str(target_name)
        while target_name in names:
            target_name += " (target)"
        if isinstance(table, pd.DataFrame):
            table = table.set_axis(names, axis=1)
            coded = pd.Categorical.from_codes(target, list(classes))
            table.insert(len(names), target_name, coded)
            return Dataset.from_frame(table, target=target_name, weights=weights)
        return Dataset(
            attributes=tuple(Attribute(name, CONTINUOUS) for name in names),
            columns=float_columns(table),
            classes=classes,
            target=target,
            target_name=target_name,
            weights=weights,
        )

    def _columns(self, X, *, as_rows: bool = False) -> list[NDArray] | NDArray[np.float64]:
        """The columns of new rows, as the tree asks for them; numbers also in one array by rows."""
        check_is_fitted(self)
        table = self._table(X)
        attributes = self.tree_.attributes
        if not isinstance(table, pd.DataFrame):
            if all(a.is_continuous for a in attributes):
                return table if as_rows else list(float_columns(table))
            table = pd.DataFrame(table)
        columns = columns_of(self.tree_, table.set_axis([a.name for a in attributes], axis=1))
        for j, (a, column) in enumerate(zip(attributes, columns)):
            if a.is_continuous and np.isinf(column).any():
                raise DataError(
                    f"Column {a.name!r} has an infinite value. Replace it, or leave it empty."
                )
            if self.missing == "refuse" and table.iloc[:, j].isna().any():
                raise DataError(
                    f"Column {a.name!r} has a missing value (NaN), and missing='refuse'. Fill it in."
                )
        return columns

    def _rows(self, columns: list[NDArray]) -> Iterator[dict[str, Any]]:
        """Each row by column name, with None for what is missing or not known to the tree."""
        cells = []
        for a, column in zip(self.tree_.attributes, columns):
            values = column if a.is_continuous else np.array(a.categories, dtype=object)[column]
            cells.append(np.where(is_missing(column), None, values))
        names = [a.name for a in self.tree_.attributes]
        return (dict(zip(names, row)) for row in zip(*cells))

    def _path_lines(self, row: Mapping[str, Any]) -> list[str]:
        """The tests that a row meets, in words, and the answer."""
        tree = self.tree_
        path = path_of(tree, row)
        lines = [step.sentence for step in path]
        columns = columns_of(tree, pd.DataFrame([row]))
        answer = predict(tree, columns)[0]
        if path and path[-1].branch is None:
            share = predict_distribution(tree, columns)[0, tree.classes.index(answer)]
            return [*lines, f"The answer is {answer}, with {percent(share, 1)} over all ways."]
        leaf = tree.nodes[int(apply(tree, columns)[0])]
        right = leaf.counts[tree.classes.index(answer)]
        why = f"{count(right)} of {plural(leaf.n, 'training row')} here"
        return [
            *lines,
            f"The answer is {answer}: {why if leaf.n else 'no training row came here'}.",
        ]


def _print_node(node: Node) -> None:
    """One line for a node that has just been decided, indented by its depth."""
    indent = "  " * node.depth
    if node.split is None:
        print(f"{indent}Node {node.id}: {node.prediction}. {node.report.reason}")
        return
    chosen = node.report.chosen
    unit = "" if chosen.criterion == "gini" else " bits"
    numbers_ = f"gain {shown(chosen.gain)}{unit}"
    if chosen.criterion == "gain_ratio":
        numbers_ += f", gain ratio {shown(chosen.gain_ratio)}"
    print(f"{indent}Node {node.id}: {node.split.question()}, {numbers_}")
