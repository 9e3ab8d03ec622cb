"""A tree as Python source. The source is compiled and run here: it is ours."""

import ast
import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from c45 import ALGORITHMS, DataError, Dataset, dataset_names, grow, load_dataset, to_python
from c45.predict import columns_of, predict, predict_distribution
from tests import trees


def module_of(tree):
    """The functions of the generated source."""
    names = {}
    exec(compile(to_python(tree), "<tree>", "exec"), names)
    return names


def rows_of(columns, attributes):
    """Rows as mappings, as a person would write them: missing values left out."""
    out = []
    for i in range(len(columns[0])):
        row = {}
        for a, column in zip(attributes, columns):
            if a.is_continuous:
                if not math.isnan(column[i]):
                    row[a.name] = float(column[i])
            elif column[i] >= 0:
                row[a.name] = a.categories[column[i]]
        out.append(row)
    return out


def same_answers(tree, columns):
    code = module_of(tree)
    rows = rows_of(columns, tree.attributes)
    assert [code["predict"](row) for row in rows] == predict(tree, columns)
    shares = [list(code["predict_distribution"](row).values()) for row in rows]
    assert shares == predict_distribution(tree, columns).tolist()  # to the last digit
    return len(rows)


@pytest.mark.parametrize("algorithm", ["ID3", "C4.5", "CART", "tutorial CART"])
@pytest.mark.parametrize("name", dataset_names())
def test_it_answers_as_the_tree_on_every_training_row_with_and_without_gaps(name, algorithm):
    table = load_dataset(name)
    try:
        tree = grow(table, ALGORITHMS[algorithm])
    except DataError as error:  # a table that this preset refuses
        pytest.skip(str(error))
    assert same_answers(tree, table.columns) == table.n_rows
    rng = np.random.default_rng(0)
    gaps = []
    for column in table.columns:
        with_gaps = column.copy()
        with_gaps[rng.random(len(column)) < 0.4] = np.nan if column.dtype.kind == "f" else -1
        gaps.append(with_gaps)
    same_answers(tree, gaps)


def test_the_table_of_iris_reads_like_the_tree():
    source = to_python(trees.iris())
    start = source.index("ROOT")
    assert source[start : source.index("\n\n", start)] == (
        "ROOT = 0\nTARGET = 'species'\nCLASSES = ('setosa', 'versicolor', 'virginica')"
    )
    start = source.index("NODES = {")
    assert source[start : source.index("\n}\n", start)] == (
        "NODES = {\n"
        '    0: {"ask": \'petal length\', "threshold": 2.45, "go": (1, 2), '
        '"shares": (0.3333333333333333, 0.6666666666666666)},\n'
        '    1: {"answer": \'setosa\', "rows": (50, 0, 0), "n": 50},\n'
        '    2: {"ask": \'petal width\', "threshold": 1.75, "go": (3, 4), "shares": (0.54, 0.46)},\n'
        '    3: {"answer": \'versicolor\', "rows": (0, 49, 5), "n": 54},\n'
        '    4: {"answer": \'virginica\', "rows": (0, 1, 45), "n": 46},'
    )


def test_a_missing_value_goes_every_way():
    code = module_of(trees.iris())
    # 1/3 of (1, 0, 0), 2/3 of 0.54 of (0, 49, 5) / 54 and 2/3 of 0.46 of (0, 1, 45) / 46.
    assert code["predict_distribution"]({}) == pytest.approx(
        {"setosa": 1 / 3, "versicolor": 1 / 3, "virginica": 1 / 3}
    )
    for gone in (None, math.nan, np.nan, pd.NA, pd.NaT):
        row = {"petal length": 3, "petal width": gone}
        assert code["predict_distribution"](row) == pytest.approx(
            {"setosa": 0, "versicolor": 0.5, "virginica": 0.5}
        )
    assert code["predict"]({"petal length": gone, "petal width": 1.8}) == "virginica"


def test_a_branch_without_rows_answers_as_its_parent():
    code = module_of(trees.empty_branch())
    assert code["predict"]({"colour": "green"}) == "yes"
    assert code["predict_distribution"]({"colour": "green"}) == {"yes": 1.0, "no": 0.0}
    assert code["predict_distribution"]({"colour": "pink"}) == {"yes": 0.625, "no": 0.375}


def test_a_category_that_no_row_of_the_node_had_counts_as_missing():
    code = module_of(trees.subset())
    assert code["predict_distribution"]({"Marital": "Widowed"}) == {"No": 0.7, "Yes": 0.3}


def test_numbers_and_text_are_taken_as_the_tree_takes_them():
    frame = pd.DataFrame({"code": [1.0, 2.0], "size": [1.5, 2.5], "y": ["a", "b"]})
    by_code = grow(
        Dataset.from_frame(frame, target="y", kinds={"code": "categorical"}).select(["code"])
    )
    for value in (2, 2.0, "2", np.float64(2), np.float32(2), np.int64(2)):
        assert module_of(by_code)["predict"]({"code": value}) == "b"
        assert predict(by_code, columns_of(by_code, pd.DataFrame({"code": [value]}))) == ["b"]
    by_size = module_of(grow(Dataset.from_frame(frame, target="y").select(["size"])))
    for value in (2.001, "2.001", np.float64(2.001), 3, math.inf):
        assert by_size["predict"]({"size": value}) == "b"
    for text in ("big", "", "nan"):
        with pytest.raises(ValueError, match=f"^size must be a number, not '{text}'$"):
            by_size["predict"]({"size": text})


def test_a_threshold_separates_the_same_neighbouring_doubles():
    x = 0.1 + 0.2
    frame = pd.DataFrame({"x": [x, np.nextafter(x, 1)], "y": ["a", "b"]})
    tree = grow(Dataset.from_frame(frame, target="y"))
    assert [module_of(tree)["predict"]({"x": v}) for v in frame.x] == ["a", "b"]


@settings(max_examples=100)
@given(st.lists(st.text(st.characters(), max_size=20), min_size=1, max_size=4, unique=True))
def test_names_stay_data(names):
    tree = trees.hostile(names)
    source = to_python(tree)
    assert shape(source) == shape(to_python(trees.hostile([f"n{i}" for i in range(len(names))])))
    source.encode("utf-8")  # a lone surrogate would raise
    predict = module_of(tree)["predict"]
    assert [predict({names[0]: name}) for name in names] == names


def shape(source):
    """The syntax tree of a source with its texts left out."""
    parsed = ast.parse(source)
    for item in ast.walk(parsed):
        if isinstance(item, ast.Constant) and isinstance(item.value, str):
            item.value = ""
    return ast.dump(parsed)


def test_every_hostile_name_at_once():
    tree = trees.hostile()
    code = module_of(tree)
    for name in tree.classes:
        assert code["predict"]({tree.attributes[0].name: name}) == name


def test_it_imports_nothing_and_calls_only_what_python_has():
    parsed = ast.parse(to_python(trees.hostile()))
    assert not [n for n in ast.walk(parsed) if isinstance(n, ast.Import | ast.ImportFrom)]
    called = {
        n.func.id for n in ast.walk(parsed) if isinstance(n, ast.Call) and hasattr(n.func, "id")
    }
    assert called <= {
        *("_leaves", "_branch", "_category", "predict_distribution", "ValueError"),
        *("max", "len", "enumerate", "dict", "zip", "type", "float", "isinstance", "repr", "str"),
    }


def test_a_chain_of_2000_questions_runs():
    code = module_of(trees.chain())
    assert [code["predict"]({"x": k}) for k in (0, 1, 1998, 1999, 2000)] == [
        *("even", "odd", "even", "odd", "even"),
    ]
    assert sum(code["predict_distribution"]({}).values()) == pytest.approx(1)


def test_a_tree_whose_root_has_another_number_runs():
    tree = trees.single_leaf()
    moved = replace(tree, root=replace(tree.root, id=5))
    assert module_of(moved)["predict"]({}) == "Yes"
