"""The Evaluate page: its numbers are scikit-learn's own, read from the page, on iris."""

import re

import numpy as np
import pytest
from driving import address, fine, html, open_app
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.metrics import balanced_accuracy_score, matthews_corrcoef, roc_auc_score
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score, train_test_split
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


def test_the_scores_are_those_of_scikit_learn():
    """The page holds out 45 rows with seed 42, as ``train_test_split`` does."""
    x, y = load_iris(return_X_y=True)
    a, b, c, d = train_test_split(x, y, test_size=0.3, random_state=42)
    answers = DecisionTreeClassifier(max_depth=2, random_state=0).fit(a, c).predict(b)
    at = section(open_app(PAGE, **CART), "Scores")
    page = html(at)
    for name, value in (
        ("balanced accuracy", balanced_accuracy_score(d, answers)),
        ("Matthews correlation", matthews_corrcoef(d, answers)),
    ):
        row = re.search(rf"<summary>{name}</summary>.*?</tr>", page)[0]
        assert f"<td>{value:.3f}</td>" in row
        assert "Baseline: " in row
    by_row = fine(at.segmented_control(key="confusion_kind").set_value("By true class").run())
    recalls = [(answers[d == k] == k).mean() for k in range(3)]
    for name, value in zip(("setosa", "versicolor", "virginica"), recalls):
        assert re.search(
            rf'<th scope="row">[^<]*{name}</th>[^\n]*?<td>{value:.3f}</td>', html(by_row)
        )


def test_the_area_under_the_curve_is_that_of_scikit_learn(iris):
    x, y = load_iris(return_X_y=True)
    a, b, c, d = train_test_split(x, y, test_size=0.3, random_state=42)
    model = DecisionTreeClassifier(max_depth=2, random_state=0).fit(a, c)
    at = section(open_app(PAGE, **CART), "Curves")
    choice = at.selectbox(key="curve_class")
    fine(choice.set_value(choice.options[2]).run())
    area = roc_auc_score(d == 2, model.predict_proba(b)[:, 2])
    assert f"area under the ROC curve: {area:.3f}" in html(at)
    assert len(at.dataframe) == 3


def test_the_grid_is_that_of_scikit_learn_and_its_pick_sets_the_knobs(iris):
    x, y = iris
    at = section(open_app(PAGE, **CART), "Grid")
    fine(at.multiselect(key="grid_max_depth").set_value([1, 2]).run())
    fine(at.button(key="run_grid").click().run())
    theirs = GridSearchCV(
        DecisionTreeClassifier(random_state=0),
        {"max_depth": [1, 2], "min_samples_split": [2, 10]},
        cv=FOLDS,
    ).fit(x, y)
    ours = [float(v) for v in at.dataframe[0].value["mean"]]
    assert ours == [round(v, 3) for v in theirs.cv_results_["mean_test_score"]]
    assert "Best is max_depth 2" in html(at)
    assert "The majority class scores 0.333." in html(at)
    fine(at.slider(key="knob_max_depth").set_value(5).run())
    fine(at.button(key="use_best").click().run())
    assert at.slider(key="knob_max_depth").value == 2
    assert address(at)["max_depth"] == "2"
    assert "Best is max_depth 2" in html(at)


def test_two_settings_by_the_corrected_t_test(iris):
    """t = mean / sqrt((1/J + n_test/n_train) variance), Nadeau and Bengio 2003."""
    x, y = iris
    at = section(open_app(PAGE, **CART | {"max_depth": "1"}), "Two settings")
    fine(at.selectbox(key="two_other").set_value("CART").run())
    fine(at.number_input(key="two_k").set_value(3).run())
    fine(at.button(key="run_two").click().run())
    three = StratifiedKFold(3, shuffle=True, random_state=42)
    first, dummy = (
        cross_val_score(model, x, y, cv=three)
        for model in (DecisionTreeClassifier(max_depth=1, random_state=0), DummyClassifier())
    )
    shown = at.dataframe[0].value
    assert [float(v) for v in shown["first"]] == [round(v, 3) for v in first]
    assert tile(html(at), "Majority class") == f"{dummy.mean():.3f}"
    difference = np.array([float(a) - float(b) for a, b in zip(shown["first"], shown["second"])])
    t = difference.mean() / np.sqrt((1 / 3 + 50 / 100) * difference.var(ddof=1))
    on_page = re.search(r"t (\S+), 2 degrees", html(at))[1].replace("\u2212", "-")
    assert float(on_page) == pytest.approx(t, rel=0.01)


def test_the_error_curve_is_that_of_scikit_learn():
    x, y = load_iris(return_X_y=True)
    a, b, c, d = train_test_split(x, y, test_size=0.3, random_state=42)
    at = section(open_app(PAGE, **CART), "Error curves")
    fine(at.button(key="run_curve").click().run())
    shown = at.dataframe[0].value
    for depth in (1, 2):
        model = DecisionTreeClassifier(max_depth=depth, random_state=0).fit(a, c)
        row = shown.iloc[depth]
        assert float(row["training error"]) == round(1 - model.score(a, c), 3)
        assert float(row["test error"]) == round(1 - model.score(b, d), 3)


def test_without_test_rows_the_page_says_what_to_do():
    at = open_app(PAGE)
    assert "Run 10 trees" not in html(at)
    page = html(section(at, "Error curves"))
    assert "Hold some back on the Data page." in page


def test_a_stopped_job_keeps_what_is_done():
    """The work waits after its second tree until it is asked to stop: two trees are the result."""
    import threading

    from pages.shared.job import Job

    second = threading.Event()

    def work(progress, stop):
        for done in (1, 2):
            progress(done, 100)
        second.set()
        while not stop():
            pass
        return done

    job = Job("key", work)
    assert second.wait(30)
    assert job.running and (job.done, job.total) == (2, 100)
    job.stop()
    assert job.wait(30) and job.result == 2 and job.stopped
    assert not Job("key", lambda progress, stop: 1).stopped


def test_what_the_library_refuses_is_a_sentence():
    at = open_app(PAGE)
    assert "10 folds are more than the 9 rows of the largest class" in html(at)
    assert not at.exception


def test_the_section_is_in_the_address():
    at = section(open_app(PAGE), "Curves")
    assert address(at) == {"section": "Curves"}
    again = open_app(PAGE, section="Curves")
    assert again.segmented_control(key="evaluate_section").value == "Curves"
    assert len(again.dataframe) == 3
    assert address(section(again, "Folds")) == {}
