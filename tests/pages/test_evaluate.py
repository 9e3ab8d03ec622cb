"""The Evaluate page: its numbers are scikit-learn's own, read from the page, on iris."""

import re

import numpy as np
import pytest
from driving import fine, html, open_app
from sklearn.datasets import load_iris
from sklearn.metrics import balanced_accuracy_score, matthews_corrcoef, roc_auc_score
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.tree import DecisionTreeClassifier

from c45 import load_dataset

PAGE = "pages/evaluate.py"
CART = {"dataset": "iris", "algorithm": "CART", "max_depth": "2"}
FOLDS = StratifiedKFold(10, shuffle=True, random_state=42)


@pytest.fixture(scope="module")
def iris():
    frame = load_dataset("iris").to_frame()
    return frame.iloc[:, :-1].to_numpy(float), frame.iloc[:, -1].astype(str).to_numpy()


def section(at, name: str):
    return fine(at.segmented_control(key="evaluate_section").set_value(name).run())


def tile(page: str, name: str) -> str:
    return re.search(rf"<dt>{re.escape(name)}</dt><dd>([^<]*)", page)[1]


def test_the_folds_are_those_of_scikit_learn(iris):
    x, y = iris
    at = open_app(PAGE, **CART)
    fine(at.button(key="run_folds").click().run())
    ours = [float(v) for v in at.dataframe[0].value["Accuracy"]]
    theirs = cross_val_score(DecisionTreeClassifier(max_depth=2, random_state=0), x, y, cv=FOLDS)
    assert ours == [round(v, 3) for v in theirs]
    assert tile(html(at), "Mean accuracy") == f"{theirs.mean():.3f}"
    assert f"spread {np.std(theirs, ddof=1):.3f} over 10 folds" in html(at)
    assert tile(html(at), "Baseline") == "0.333"
