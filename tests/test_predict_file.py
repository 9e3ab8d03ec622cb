"""Whole files through a tree: each row gets the right answer, and what the tree does not know is said."""

import csv
import gzip
import io
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from c45 import ALGORITHMS, DataError, Dataset, Parameters, grow, load_dataset, read_table
from c45.export.tables import write_csv
from c45.predict import columns_of, predict, predict_distribution
from c45.predict_file import predict_file, predict_frame
from c45.reading import read_frame

FOLDER = Path(__file__).parent / "inputs"
TENNIS = grow(load_dataset("playtennis_id3"), ALGORITHMS["ID3"])
WINE = grow(load_dataset("wine"), Parameters(max_depth=3))


def text(*lines):
    return io.StringIO("\n".join(lines) + "\n")


def sentences(found):
    return [remark.sentence for remark in found.remarks]


def shops(**knobs):
    table = read_table(FOLDER / "unseen_train.csv", target="act")
    return grow(table, Parameters(max_depth=1, **knobs))


def test_a_colour_that_was_never_seen():
    """The root asks for the colour: purple gets the mix of the root, 6 of 10; the others their branch."""
    found = predict_file(shops(), FOLDER / "unseen_predict.csv")
    assert found.predicted == ("buy", "buy", "skip", "buy")
    assert found.shares[:, 0] == pytest.approx([0.6, 1, 0, 2 / 3])
    assert sentences(found) == [
        "The columns stand in another order than in the tree; they are matched by name.",
        "Column 'colour': 'purple' (line 2) was never seen in training; it counts as not known (1 row).",
        "1 row has no value that the tree asks about (line 2); its answer rests on the training rows alone.",
        "The tree does not ask about 'size'.",
        "Column 'extra' is no attribute of the tree: it is ignored, and kept as it is.",
    ]
    assert write_csv(found.table()).splitlines() == [
        "size,colour,extra,predicted act,share,remarks",
        "s,purple,?,buy,0.6,'colour': 'purple' was never seen in training; "
        "nothing that the tree asks about is known",
        "m,red,1,buy,1,",
        ",blue,2,skip,1,",
        "xl,green,3,buy,0.6667,",
    ]


def test_with_gaps_refused_such_a_row_gets_no_answer_and_stops_no_other():
    found = predict_file(shops(missing="refuse"), FOLDER / "unseen_predict.csv")
    assert found.predicted == (None, "buy", "skip", "buy")
    assert np.isnan(found.share).tolist() == [True, False, False, False]
    assert found.n_answered == 3
    assert sentences(found)[2] == (
        "1 row gets no answer (line 2): a value that the tree asks for is not known, "
        "and it was grown with gaps refused."
    )
    assert found.in_row == {
        0: ("'colour': 'purple' was never seen in training", "no answer, as gaps are refused")
    }
    assert write_csv(found.table()).splitlines()[1].startswith("s,purple,?,,,")


@pytest.mark.parametrize(
    "policy, counts_as, share",
    [
        ("fractional", "not known", 0.6),
        ("most_common", "'red', the most common value", 1.0),
        ("leave_out", "not known", 0.6),
    ],
)
def test_what_an_unseen_value_counts_as(policy, counts_as, share):
    found = predict_file(shops(missing=policy), FOLDER / "unseen_predict.csv")
    assert f"never seen in training; it counts as {counts_as} (1 row)." in sentences(found)[1]
    assert found.share[0] == pytest.approx(share)


def test_a_gap_is_a_category_of_its_own_where_the_tree_has_one():
    frame = pd.DataFrame({"sky": ["blue", None, "blue", None], "go": ["yes", "no", "yes", "no"]})
    tree = grow(Dataset.from_frame(frame, target="go"), Parameters(missing="own_category"))
    found = predict_file(tree, text("sky,day", "blue,1", "?,2", "pink,3"))
    assert found.predicted == ("yes", "no", "no")
    assert sentences(found)[:2] == [
        "Column 'sky': 'pink' (line 4) was never seen in training; "
        "it counts as 'missing', a category of its own (1 row).",
        "Column 'sky' has no value in 1 row (line 3); "
        "it counts as 'missing', a category of its own there.",
    ]


def test_text_in_a_column_of_numbers_is_not_known_in_that_row_only():
    """One cell of the seventh row says abc; all other rows are answered as they stand."""
    table = load_dataset("wine").to_frame().head(9).astype(object)
    clean = predict_frame(WINE, table)
    asked = WINE.root.split.attribute
    table.loc[6, asked] = "abc"
    found = predict_file(WINE, io.StringIO(table.to_csv(index=False)))
    others = [i for i in range(9) if i != 6]
    assert [found.predicted[i] for i in others] == [clean.predicted[i] for i in others]
    assert found.predicted[6] is not None
    assert (
        f"Column {asked!r}: 'abc' (line 8) is no number; it counts as not known (1 row)."
        in sentences(found)
    )
    assert found.in_row == {6: (f"{asked!r}: 'abc' is no number",)}
    assert found.table()[asked].tolist()[6] == "abc"


def test_a_column_with_no_number_at_all():
    frame = pd.DataFrame({"x": [1.0, 2, 3, 4], "y": list("uuvv")})
    tree = grow(Dataset.from_frame(frame, target="y"), Parameters())
    found = predict_file(tree, text("x", "many", "few", "", "9"))
    assert found.predicted == ("u", "u", "v")
    assert sentences(found)[0] == (
        "Column 'x': 'many' (line 2) and 'few' (line 3) are no numbers; "
        "they count as not known (2 rows)."
    )
    assert found.notes == (
        "Line 1 is read as the names of the columns.",
        "1 empty line was left out (line 4).",
    )


def test_a_decimal_comma():
    german = load_dataset("wine").to_frame().to_csv(index=False, sep=";", decimal=",")
    found = predict_file(WINE, german.encode("cp1252"))
    plain = load_dataset("wine")
    assert list(found.predicted) == predict(WINE, plain.columns)
    assert found.notes[:2] == ("Separator is ;.", "The decimal mark is a comma.")
    assert (found.n_known, found.in_row) == (178, {})


def test_one_number_written_otherwise_is_taken_and_said():
    frame = pd.DataFrame({"x": [1.0, 2, 3, 4], "k": list("1122"), "y": list("uuvv")})
    tree = grow(Dataset.from_frame(frame, target="y", kinds={"k": "categorical"}), Parameters())
    found = predict_file(tree, text("x,k", "1.25,1.0", '"3,75",2', "3.5,1"))
    assert found.predicted == ("u", "v", "v")
    assert "Column 'x': '3,75' (line 3) is taken for 3.75 (1 row)." in sentences(found)
    only_k = grow(
        Dataset.from_frame(frame[["k", "y"]], target="y", kinds={"k": "categorical"}),
        Parameters(),
    )
    found = predict_file(only_k, text("k,z", "1.0,a", "02,b", "2,c", "5,d"))
    assert found.predicted == ("u", "v", "v", "u")
    assert sentences(found)[:2] == [
        "Column 'k': '5' (line 5) was never seen in training; it counts as not known (1 row).",
        "Column 'k': '1.0' (line 2) and '02' (line 3) are taken for '1' and '2' (2 rows).",
    ]


def test_a_column_that_is_not_there():
    """Rain goes on to Wind, which is not known: 3 of 5 Yes. Overcast is never asked for it."""
    found = predict_file(TENNIS, text("Outlook,Humidity", "Rain,High", "Overcast,High"))
    assert found.predicted == ("Yes", "Yes")
    assert found.share == pytest.approx([0.6, 1])
    assert sentences(found) == ["There is no column 'Wind'; it counts as not known in every row."]
    assert found.in_row == {0: ("'Wind' is not known",)}


def test_names_that_differ_in_capitals_and_spaces_only():
    found = predict_file(TENNIS, text("HUMIDITY,out look,wind", "High,Sunny,Weak"))
    assert found.predicted == ("No",)
    assert sentences(found) == [
        "Column 'out look' is taken for 'Outlook'.",
        "Column 'HUMIDITY' is taken for 'Humidity'.",
        "Column 'wind' is taken for 'Wind'.",
        "The columns stand in another order than in the tree; they are matched by name.",
    ]


def test_a_name_that_two_columns_could_mean_is_given_to_none():
    found = predict_file(TENNIS, text("outlook,OUTLOOK,Wind,Humidity", "Sunny,Rain,Weak,High"))
    assert sentences(found)[0] == (
        "More than one column can be 'Outlook' ('outlook' and 'OUTLOOK'), so none is taken for it. "
        "Give each column its own name."
    )
    assert "There is no column 'Outlook'; it counts as not known in every row." in sentences(found)
    exact = predict_file(TENNIS, text("outlook,Outlook,Wind,Humidity", "Sunny,Rain,Weak,High"))
    assert (exact.predicted, "'Outlook'" in sentences(exact)[0]) == (("Yes",), False)


def test_a_category_written_otherwise_is_not_taken_but_pointed_out():
    found = predict_file(
        TENNIS, text("Outlook,Humidity,Wind", "sunny,High,Weak", "sunny,High,Weak")
    )
    assert sentences(found) == [
        "Column 'Outlook': 'sunny' (lines 2 and 3; the tree knows 'Sunny') was never seen in "
        "training; it counts as not known (2 rows)."
    ]


def test_a_row_of_which_nothing_is_known():
    found = predict_file(TENNIS, text("Outlook,Humidity,Wind", "?,NA,?", "Sunny,High,Weak"))
    assert found.shares[0] == pytest.approx(predict_distribution(TENNIS, columns_of(
        TENNIS, pd.DataFrame([{}])))[0])  # fmt: skip
    assert sentences(found)[-1] == (
        "1 row has no value that the tree asks about (line 2); its answer rests on the training "
        "rows alone."
    )
    assert found.in_row[0][-1] == "nothing that the tree asks about is known"


def test_of_many_strange_values_the_first_are_named():
    rows = [f"c{i},High,Weak" for i in range(30)]
    found = predict_file(TENNIS, text("Outlook,Humidity,Wind", *rows))
    assert sentences(found)[0] == (
        "Column 'Outlook': 'c0' (line 2), 'c1' (line 3), 'c2' (line 4), 'c3' (line 5) and 26 more "
        "values were never seen in training; they count as not known (30 rows)."
    )
    assert found.in_row[29] == ("'Outlook': 'c29' was never seen in training",)


def test_a_category_that_no_row_at_the_question_had():
    """Under x = b the tree asks whether k is p; no row with q came that way, so q goes both: 4 of 7."""
    rows = [("a", "q", "no")] * 4 + [("a", "p", "no")] * 4
    rows += [("b", "p", "yes")] * 4 + [("b", "r", "no")] * 3
    frame = pd.DataFrame(rows, columns=["x", "k", "go"])
    tree = grow(Dataset.from_frame(frame, target="go"), ALGORITHMS["CART"])
    found = predict_file(tree, text("x,k", "b,q", "b,p"))
    assert found.predicted == ("yes", "yes")
    assert found.share == pytest.approx([4 / 7, 1])
    assert sentences(found) == [
        "Column 'k': 'q' (line 2) meets a question that no training row with it met; "
        "it counts as not known there (1 row)."
    ]


def test_the_class_that_the_file_states():
    found = predict_file(
        TENNIS,
        text("Outlook,Humidity,Wind,PlayTennis", "Sunny,High,Weak,No", "Rain,High,Strong,Yes",
             "Overcast,High,Weak,Maybe", "Overcast,High,Weak,?"),
    )  # fmt: skip
    assert (found.n_right, found.n_known, found.true) == (1, 3, ("No", "Yes", "Maybe", ""))
    assert sentences(found) == [
        "Column 'PlayTennis': 'Maybe' (line 4) is no class of the tree, so the answer cannot be "
        "right there (1 row)."
    ]


def test_rows_of_a_frame_are_counted_from_one():
    frame = pd.DataFrame({"Outlook": ["Rain", "Foggy", 3.0], "Wind": ["Weak", None, "Weak"]})
    assert sentences(predict_frame(TENNIS, frame))[:3] == [
        "Column 'Outlook': 'Foggy' (row 2) and '3' (row 3) were never seen in training; "
        "they count as not known (2 rows).",
        "There is no column 'Humidity'; it counts as not known in every row.",
        "Column 'Wind' has no value in 1 row (row 2); it counts as not known there.",
    ]


def test_infinite_numbers_are_no_numbers():
    name = WINE.root.split.attribute
    found = predict_frame(WINE, pd.DataFrame({name: [np.inf, 1.0]}))
    assert f"Column {name!r}: 'inf' (row 1) is no number" in " ".join(sentences(found))


def test_columns_called_as_the_new_ones_are_kept():
    frame = pd.DataFrame({"Outlook": ["Overcast"], "share": [1], "predicted PlayTennis": ["?"]})
    assert list(predict_frame(TENNIS, frame).table().columns) == [
        "Outlook", "share", "predicted PlayTennis",
        "predicted PlayTennis (tree)", "share (tree)", "remarks",
    ]  # fmt: skip


def test_the_table_is_safe_in_a_spreadsheet_and_keeps_other_cells():
    found = predict_file(TENNIS, text("Outlook,=x,code", 'Overcast,"=1+2",007', "=Fog,-3,0x1"))
    assert list(csv.reader(io.StringIO(write_csv(found.table()))))[:2] == [
        ["Outlook", "'=x", "code", "predicted PlayTennis", "share", "remarks"],
        ["Overcast", "'=1+2", "007", "Yes", "1", ""],
    ]


@pytest.mark.parametrize(
    "source, words",
    [
        (b"", "The file is empty."),
        (b"Outlook,Wind\n", "no rows"),
        (b"Outlook\n", "no rows"),
        (b"a,b\n1,2\n", "No column of this file has the name of an attribute."),
        (b"\x80\x04\x95", "pickle"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_answered(source, words):
    with pytest.raises(DataError, match=words):
        predict_file(TENNIS, source)


def test_a_comma_that_cuts_numbers_in_two_is_refused():
    frame = pd.DataFrame({"x": [1.0, 2, 3, 4], "y": list("uuvv")})
    tree = grow(Dataset.from_frame(frame, target="y"), Parameters())
    with pytest.raises(DataError, match="Line 1 has one name, but there are two numbers in each"):
        predict_file(tree, text("x", "1,5", "3,5"))


def workbook(frame):
    out = io.BytesIO()
    book = openpyxl.Workbook()
    for row in [list(frame.columns), *frame.itertuples(index=False)]:
        book.active.append(list(row))
    book.save(out)
    return out.getvalue()


def markdown(frame):
    rows = [list(frame.columns), ["---"] * len(frame.columns), *frame.itertuples(index=False)]
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in rows).encode()


def test_one_answer_from_every_format():
    frame = load_dataset("playtennis_id3").to_frame().astype(str)
    text_ = frame.to_csv(index=False)
    arff = "@relation t\n" + "".join(f"@attribute {c} string\n" for c in frame) + "@data\n"
    arff += "\n".join(text_.splitlines()[1:])
    sources = [
        text_, text_.encode("utf-16"), gzip.compress(text_.encode()), workbook(frame),
        frame.to_csv(index=False, sep="\t"), frame.to_csv(index=False, sep="|"), markdown(frame),
        frame.to_html(index=False), arff,
    ]  # fmt: skip
    for source in sources:
        source = io.StringIO(source) if isinstance(source, str) else source
        found = predict_file(TENNIS, source)
        assert (found.n_right, found.in_row) == (14, {})
        assert sentences(found) == ["The tree does not ask about 'Temperature'."]


def test_cells_stay_what_they_are():
    """By the file's own evidence: numbers are floats, all else is text, an odd cell among numbers too."""
    lines = ["n;w;code;odd", *["1,5;a;007;1"] * 4, "2;?;008;2", "NA;NA;009;x y", "3;b;010;3"]
    frame, notes = read_frame(text(*lines))
    assert frame["n"].tolist()[4:] == pytest.approx([2.0, np.nan, 3.0], nan_ok=True)
    assert frame["w"].tolist()[3:] == ["a", None, None, "b"]
    assert frame["code"].tolist()[4:] == ["008", "009", "010"]
    assert frame["odd"].tolist()[4:] == [2.0, "x y", 3.0]
    assert frame.index.tolist() == [2, 3, 4, 5, 6, 7, 8] and frame.index.name == "line"
    assert notes[:2] == ("Separator is ;.", "The decimal mark is a comma.")


def test_a_last_row_with_one_value_is_a_row():
    frame, _ = read_frame(text("a,b,c", "x,y,z", "x,,", "w,,"))
    assert frame.values.tolist() == [["x", "y", "z"], ["x", None, None], ["w", None, None]]


def test_days():
    """Days since 1970-01-01; what is no date stays text, and stops nothing."""
    frame, _ = read_frame(text("d,x", "1/1/1970,a", "soon,b", "13/1/1970,c"), kinds={"d": "date"})
    assert frame["d"].tolist() == [0.0, "soon", 12.0]


# Law: however the file is written, and in whatever order its columns stand, each row gets the
# answer that `predict` gives the plain table.

numbers = st.none() | st.integers(-9999, 9999).map(lambda i: i / 100)
words = st.none() | st.sampled_from(["red", "dark blue", "gr;ün", 'say "no"'])


@st.composite
def written_tables(draw):
    n = draw(st.integers(4, 12))
    columns = {
        "width cm": draw(st.lists(numbers, min_size=n, max_size=n)),
        "Colour": draw(st.lists(words, min_size=n, max_size=n)),
        "height": draw(st.lists(numbers, min_size=n, max_size=n)),
        "kind": draw(st.lists(st.sampled_from(["u", "v", "w"]), min_size=n, max_size=n)),
    }
    order = draw(st.permutations(list(columns)))
    dropped = draw(st.sets(st.sampled_from(order), max_size=2))
    return columns, [c for c in order if c not in dropped]


@settings(deadline=None, max_examples=300)
@given(
    written_tables(),
    st.sampled_from([(",", "."), (";", ","), ("\t", ","), ("|", "."), ("frame", ""), ("xlsx", "")]),
    st.sampled_from(["fractional", "most_common", "own_category"]),
)
def test_the_answers_are_those_of_the_plain_table(written, form, policy):
    columns, kept = written
    plain = pd.DataFrame(columns)
    kinds = {"width cm": "continuous", "height": "continuous", "Colour": "categorical"}
    table = Dataset.from_frame(plain, target="kind", kinds=kinds)
    tree = grow(table, Parameters(missing=policy, min_samples_leaf=1))
    frame = plain[kept]
    attributes = [c for c in kept if c != "kind"]
    if not attributes or frame.isna().all(axis=1).any() or (len(kept) < 2 and form[0] != "frame"):
        return
    wanted = columns_of(tree, frame)
    if form[0] == "frame":
        found = predict_frame(tree, frame)
    elif form[0] == "xlsx":
        found = predict_file(tree, workbook(frame.astype(object).where(frame.notna(), None)))
    else:
        sep, decimal = form
        data = frame.to_csv(index=False, sep=sep, decimal=decimal, float_format="%.2f")
        settings_ = {"decimal": decimal} if "," in decimal else {}
        found = predict_file(tree, data.encode(), separator=sep, **settings_)
    assert list(found.predicted) == predict(tree, wanted)
    np.testing.assert_array_equal(found.shares, predict_distribution(tree, wanted))
