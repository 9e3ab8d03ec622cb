"""Reading, one decision at a time: what was found, what was said, what can be overruled."""

import gzip
import io
import math
import pickle
import resource
import time
import zipfile
from itertools import pairwise

import numpy as np
import openpyxl
import pandas as pd
import pytest

from c45 import DataError, dataset_facts, dataset_names, grow, load_dataset, read_table
from c45.parameters import Parameters
from c45.reading import LIMITS, Limits, inspect_table, shown_file_name
from c45.reading.letters import cleaned, skeleton


def refusal(source, **settings):
    with pytest.raises(DataError) as found:
        read_table(source, **settings)
    return str(found.value)


def column(table, name):
    """A column as a person sees it: numbers, names, None for a gap."""
    attribute, values = table.attribute(name), table.column(name)
    if attribute.is_continuous:
        return [None if math.isnan(v) else v for v in values]
    return [None if c < 0 else attribute.categories[c] for c in values]


def classes(table):
    return [table.classes[c] for c in table.target]


def said(table, *words):
    return any(all(w in note for w in words) for note in table.notes)


def workbook(*sheets, **states):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets:
        sheet = book.create_sheet(title)
        sheet.sheet_state = states.get(title, "visible")
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


# --- where a table comes from ---------------------------------------------------------------------


def test_one_table_from_every_source(tmp_path):
    text = "wind,play\nweak,yes\nstrong,no\n"
    path = tmp_path / "golf.csv"
    path.write_text(text, encoding="utf-8")
    with path.open("rb") as binary, path.open(encoding="utf-8") as letters:
        sources = [
            text,
            text.encode(),
            path,
            str(path),
            io.StringIO(text),
            io.BytesIO(text.encode()),
            binary,
            letters,
        ]
        tables = [read_table(s) for s in sources]
    frame = read_table(pd.DataFrame({"wind": ["weak", "strong"], "play": ["yes", "no"]}))
    assert {t.digest for t in [*tables, frame]} == {tables[0].digest}
    assert tables[2].name == "golf.csv"


def test_text_from_outside_is_never_a_path(tmp_path):
    path = tmp_path / "secret.csv"
    path.write_text("a,cls\nx,u\ny,v\n", encoding="utf-8")
    assert "one column" in refusal(io.StringIO(str(path))) or "no rows" in refusal(
        io.StringIO(str(path))
    )


def test_a_file_that_is_not_there_is_named():
    assert refusal("no_such_file.csv").startswith("The file 'no_such_file.csv' cannot be opened")


@pytest.mark.parametrize(
    "name, shown",
    [("../../x.csv", "x.csv"), ("..\\..\\x.csv", "x.csv"), ("/etc/passwd.csv", "passwd.csv"), ("a\u202evsc.exe.csv", "avsc.exe.csv"), ("x.csv\0.py", "x.csv.py"), ("n" * 300 + ".csv", "n" * 77 + "...")],
)  # fmt: skip
def test_a_file_name_is_only_ever_shown(name, shown):
    assert shown_file_name(name) == shown
    assert read_table(b"a,cls\nx,u\ny,v\n", name=name).name == shown


# --- the target -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "header, target, why",
    [("Class,b,c", "Class", "because of its name"), ("a,label,c", "label", "because of its name"), ("a,b,c", "c", "last column")],
)  # fmt: skip
def test_the_target_is_found_by_name_or_is_last(header, target, why):
    table = read_table(header + "\nx,y,z\nu,v,w\n")
    assert table.target_name == target
    assert said(table, repr(target), why)


def test_an_unknown_target_lists_the_columns():
    assert refusal("a,b\nx,y\nu,v\n", target="z") == (
        "There is no column called 'z' to predict. The columns are: 'a' and 'b'."
    )


def test_class_labels_that_are_numbers_stay_labels():
    table = read_table("x,cls\n1.5,0\n2.5,1\n3.5,0\n")
    assert table.classes == ("0", "1")
    assert said(table, "names of classes", "'0' and '1'")


def test_one_number_written_in_two_ways_is_one_class():
    table = read_table("x,cls\n1.5,1.0\n2.5,1\n3.5,0\n")
    assert (table.classes, classes(table)) == (("0", "1"), ["1", "1", "0"])
    assert said(table, "several ways")


def test_a_target_of_measurements_is_pointed_out():
    rows = "".join(f"{'ab'[i % 2]},{i * 1.37}\n" for i in range(40))
    assert said(read_table("g,price\n" + rows), "40 different numbers", "Choose a target")


def test_rows_without_a_class_are_left_out_and_named():
    table = read_table("x,cls\n1.5,a\n2.5,\n3.5,b\n4.5,?\n")
    assert column(table, "x") == [1.5, 3.5]
    assert said(table, "2 rows without a class", "lines 3 and 5")


def test_a_table_without_any_class_is_refused():
    assert "No row has a class" in refusal("x,cls\n1.5,?\n2.5,?\n")


def test_an_empty_last_column_is_not_what_is_predicted():
    table = read_table("g,h,note\nx,u,\ny,v,?\nx,u,\n")
    assert table.target_name == "h"
    assert said(table, "the last column that is not empty, 'h'")
    assert said(table, "'note' is left out")


# --- overruling -----------------------------------------------------------------------------------


def test_separator_decimal_and_encoding_can_be_told():
    text = "x;cls\n1,234;é\n2,345;b\n"
    assert column(read_table(text), "x") == [1.234, 2.345]
    assert column(read_table(text, decimal="."), "x") == [1234.0, 2345.0]
    assert read_table(text.encode("latin-1"), encoding="latin-1").classes == ("b", "é")
    told = read_table("a,b;cls\nx,y;u\nz,w;v\n", separator=";")
    assert told.attribute_names == ("a,b",)


def test_the_header_can_be_told():
    text = "x,y\n1,2\n3,4\n5,6\n"
    assert read_table(text).attribute_names == ("x",)
    assert read_table(text, header=None).attribute_names == ("column 1",)
    assert read_table(text, header=2).attribute_names == ("1",)
    assert "Line 9" in refusal(text, header=9)


def test_lines_can_be_skipped():
    text = "a remark, of two\na second, longer, one\nx,cls\n1,u\n2,v\n3,u\n"
    assert read_table(text, skip_rows=2).attribute_names == ("x",)
    assert read_table("x,cls\n1,u\n99,v\n3,u\n", skip_rows=[3]).n_rows == 2


def test_markers_of_missing_values_can_be_told():
    text = "x,g,cls\n1,NA,u\n-9,b,v\n3,b,u\n4,NA,v\n"
    assert column(read_table(text), "g") == ["NA", "b", "b", "NA"]
    told = read_table(text, missing=["NA", "-9"])
    assert column(told, "g") == [None, "b", "b", None]
    assert column(told, "x") == [1.0, None, 3.0, 4.0]
    assert column(read_table("x,cls\n?,u\na,v\n", missing=[]), "x") == ["?", "a"]


def test_the_kind_of_a_column_can_be_told():
    text = "w,code,cls\n12,007,n\n14 kg,07,p\n15,7,p\n16,7,n\n17,7,n\n18,7,n\n"
    assert column(read_table(text), "w") == [12.0, None, 15.0, 16.0, 17.0, 18.0]
    told = read_table(text, kinds={"w": "categorical", "code": "continuous"})
    assert column(told, "w")[1] == "14 kg"
    assert column(told, "code")[:3] == [7.0, 7.0, 7.0]
    assert "cannot have the kind 'number'" in refusal(text, kinds={"w": "number"})
    assert "no column called 'v'" in refusal(text, kinds={"v": "continuous"})
    assert "it has no number" in refusal("a,cls\nx,u\ny,v\n", kinds={"a": "continuous"})


def test_dates_become_days_only_if_told_and_never_by_a_guess_at_the_order():
    text = "d,x,cls\n01/03/2024,1,u\n02/04/2024,2,v\n03/04/2024,3,u\n"
    assert said(read_table(text), "'d'", "date", "cannot be told")
    assert "can be day/month/year or month/day/year" in refusal(text, kinds={"d": "date"})
    day_first = column(read_table(text, kinds={"d": "date dmy"}), "d")
    month_first = column(read_table(text, kinds={"d": "date mdy"}), "d")
    assert [b - a for a, b in pairwise(day_first)] == [32, 1]
    assert [b - a for a, b in pairwise(month_first)] == [32, 29]
    assert "no date written month/day/year" in refusal(
        "d,x,cls\n20/03/2024,1,u\n21/03/2024,2,v\n", kinds={"d": "date mdy"}
    )


def test_a_sheet_can_be_told():
    data = workbook(
        ("One", [["a", "cls"], ["x", "u"], ["y", "v"]]),
        ("Two", [["b", "cls"], ["p", "u"], ["q", "v"]]),
    )
    assert read_table(data).attribute_names == ("a",)
    assert said(read_table(data), "'One'", "'Two'")
    assert (
        read_table(data, sheet="Two").attribute_names
        == read_table(data, sheet=2).attribute_names
        == ("b",)
    )
    assert refusal(data, sheet="Three").endswith("There are: 'One' and 'Two'.")
    assert inspect_table(data).sheets == ("One", "Two")


def test_what_was_decided_can_be_asked():
    reading = inspect_table("id;x;cls\n1;1,5;u\n2;2,5;v\n3;3,5;u\n4;;v\n")
    assert (reading.format, reading.separator, reading.decimal, reading.header) == (
        "CSV",
        ";",
        ",",
        1,
    )
    assert [(c.name, c.kind, c.role, c.n_missing) for c in reading.columns] == [
        ("id", "continuous", "row number", 0),
        ("x", "continuous", "", 1),
    ]
    assert reading.preview[0] == ("1", "1,5", "u")


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cells, separator, numbers",
    [
        (["1.234,5", "2.000,25"], ";", [1234.5, 2000.25]),
        (["1,234.5", "2,000.25"], ";", [1234.5, 2000.25]),
        (["12 345", "3 456,5"], ";", [12345.0, 3456.5]),
        (["1'234", "5'678.5"], ",", [1234.0, 5678.5]),
        (["1.5e3", "2.5E-3"], ",", [1500.0, 0.0025]),
        (["1,5e3", "2,5e-3"], ";", [1500.0, 0.0025]),
        (["\u22125", "+3"], ",", [-5.0, 3.0]),
        ([".5", "5."], ",", [0.5, 5.0]),
        (["-0.0", "0.1"], ",", [0.0, 0.1]),
    ],
)
def test_numbers_as_people_write_them(cells, separator, numbers):
    table = read_table(f"x{separator}cls\n{cells[0]}{separator}u\n{cells[1]}{separator}v\n")
    assert column(table, "x") == numbers


def test_thousands_are_told_from_decimals_by_proof_elsewhere():
    table = read_table("price;qty;cls\n1.234;1,5;u\n12.500;2,5;v\n980;3,25;u\n")
    assert column(table, "price") == [1234.0, 12500.0, 980.0]
    assert said(table, "'price'", "1.234 is read as 1234")


@pytest.mark.parametrize("cell", ["1_000", "0x1F", "１２", "1,2,3", "12-5", "1 2", "١٢"])
def test_what_python_takes_for_a_number_and_people_do_not(cell):
    table = read_table(f'x,cls\n"{cell}",u\n"{cell}",v\n"b",u\n')
    assert column(table, "x")[0] == cell


def test_every_double_is_read_exactly():
    values = [0.1, 1 / 3, 1e-300, 123456789.12345679, 5e-324, 1.7976931348623157e308, 2**53]
    table = read_table("x,cls\n" + "".join(f"{v!r},{'uv'[i % 2]}\n" for i, v in enumerate(values)))
    assert column(table, "x") == values


def test_two_decimals_that_are_one_double_are_kept_apart():
    table = read_table("x,cls\n0.10000000000000000001,u\n0.1000000000000000000,v\n0.5,u\n")
    assert len(set(column(table, "x"))) == 3


# --- gaps, labels and roles -----------------------------------------------------------------------


def test_a_marker_proven_by_numbers_counts_among_words_but_not_among_codes():
    words = read_table("age,town,cls\n12,Bonn,u\nNA,NA,v\n14,Ulm,u\n15,Bonn,v\n16,Ulm,u\n")
    assert column(words, "town") == ["Bonn", None, "Ulm", "Bonn", "Ulm"]
    codes = read_table("age,land,cls\n12,NA,u\nNA,ZA,v\n14,NA,u\n15,BW,v\n16,ZA,u\n")
    assert column(codes, "land") == ["NA", "ZA", "NA", "BW", "ZA"]


def test_minus_is_a_class_beside_plus():
    assert read_table("x,cls\n1,+\n2,-\n3,+\n").classes == ("+", "-")


def test_labels_that_look_alike_are_reported_and_kept_apart():
    table = read_table("a,b,cls\nYes,cat,u\nyes,\u0441at,v\nNo,cat,u\n")
    assert said(table, "'Yes' and 'yes' look alike")
    assert said(table, "cyrillic small letter es")
    assert table.attribute("a").categories == ("No", "Yes", "yes")


def test_labels_that_are_the_same_to_the_eye_are_one():
    assert cleaned("tea\u200b") == cleaned("\u00a0tea ") == "tea"
    assert cleaned("a\u200cb") == "a\u200cb"
    assert skeleton("\uff21BC") == "abc"


def test_row_numbers_identifiers_and_texts_are_set_aside_but_kept():
    rows = "".join(
        f"{i},K-{i:03},this is remark number {i} of many,{'ab'[i % 2]},{'uv'[i % 2]}\n"
        for i in range(1, 31)
    )
    table = read_table("row,key,remark,g,cls\n" + rows)
    assert table.set_aside == ("row", "key", "remark")
    assert table.offered == ("g",)
    assert grow(table, Parameters()).root.split.attribute == "g"
    chosen = table.select(["key", "g"])
    assert grow(chosen, Parameters()).root.split.attribute == "key"


def test_nothing_is_set_aside_where_nothing_else_is_left():
    rows = "".join(f"K-{i:03},{'uv'[i % 2]}\n" for i in range(20))
    table = read_table("key,cls\n" + rows)
    assert table.set_aside == ()
    assert said(table, "'key'", "There is no other column")


def test_duplicates_and_contradictions_are_counted():
    table = read_table("g,h,cls\na,x,1\na,x,2\na,x,1\nb,y,2\nb,y,2\nb,y,1\nb,x,1\n")
    assert said(table, "2 rows repeat")
    assert said(table, "6 rows contradict", "lines 2 and 3", "at least 2 errors")


def test_a_class_with_one_row_is_named():
    assert said(read_table("x,cls\n1,a\n2,a\n3,b\n"), "Class 'b' has one row only")


# --- lay-out --------------------------------------------------------------------------------------

REFUSED = {
    'x,cls\n"a,u\nb,v\n': "A quotation mark opened in line 2 is never closed",
    'n,s,cls\n5,"a,u\n6,b",v\n7,c,u\n': "Quotation marks join lines 2 to 3",
    'n,cls\n5,"a" b\n"6"" x,"v"" w\n': "quotation mark",
    "a,b,cls\n1,x,u\n2,y\n3,x,v\n": "Line 3 has 2 cells, but the header has 3",
    "a,b,cls\n1,x,u\n2,y,v,w\n3,x,v\n": "Line 3 has 4 cells, but the header has 3",
    "k,s,cls\na,1,u\nb,2,v\n\nk,price,ok\nc,9.5,v\nd,7.25,u\n": "second header stands in line 5",
    "a,b,cls\n": "no rows",
    "a\nb\nc\n": "one column",
    " \n\t\n": "empty",
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda t: REFUSED[t][:30])
def test_lay_outs_that_are_refused(text):
    assert REFUSED[text] in refusal(text)


def test_names_and_rows_are_told_apart():
    flowers = "5.1,3.5,setosa\n4.9,3.0,setosa\n7.0,3.2,versicolor\n6.4,3.2,versicolor\n"
    assert read_table(flowers).n_rows == 4
    assert said(read_table(flowers), "no line with names", "'column 1' to 'column 3'")
    words = "sunny,hot,no\nsunny,mild,no\nrain,mild,yes\nrain,hot,yes\n"
    assert read_table(words).n_rows == 4
    assert read_table("outlook,temp,play\n" + words).n_rows == 4
    years = "land,2001,2002,cls\nA,5,6,u\nB,7,8,v\nC,7,9,u\n"
    assert read_table(years).attribute_names == ("land", "2001", "2002")


def test_r_row_names_have_no_name_above_them():
    table = read_table('"x","cls"\n"1",5.1,"u"\n"2",4.9,"v"\n"3",4.0,"u"\n')
    assert table.attribute_names == ("(unnamed)", "x")
    assert table.set_aside == ("(unnamed)",)


def test_repeated_names_are_skipped_and_twin_names_are_told_apart():
    table = read_table("a,b,cls\n1,x,u\na,b,cls\n2,y,v\n3,x,u\n")
    assert (table.n_rows, said(table, "Line 3 skipped")) == (3, True)
    twins = read_table("a,a,cls\n1,2,u\n3,4,v\n5,6,u\n")
    assert twins.attribute_names == ("a", "a (2)")
    assert said(twins, "also called 'a'")


# --- formats --------------------------------------------------------------------------------------


def test_markdown_psql_and_html():
    markdown = "| a | b \\| c | cls |\n|---|--:|:-:|\n| x | 1 | u |\n| y | 2 | v |\n"
    assert read_table(markdown).attribute_names == ("a", "b | c")
    drawn = (
        "+---+-----+\n| a | cls |\n+---+-----+\n| x | u   |\n| y | v   |\n+---+-----+\n(2 rows)\n"
    )
    assert (classes(read_table(drawn)), said(read_table(drawn), "line 7 skipped")) == (
        ["u", "v"],
        True,
    )
    page = "<table><tr><th>a</th><th>cls</th></tr><tr><td>x &amp; y</td><td>u</td></tr><tr><td>z<script>1</script></td><td>v</td></tr></table>"
    assert column(read_table(page), "a") == ["x & y", "z"]
    assert "span several" in refusal(page.replace("<td>z", "<td rowspan=2>z"))


def test_arff_types_and_order_win_over_guesses():
    text = "@relation r\n@attribute size {small, medium, 'very large'}\n@attribute n {1,2}\n@attribute x real\n@attribute cls {no, yes}\n@data\nmedium,1,?,yes\n'very large',2,2.5,no\n"
    table = read_table(text)
    assert table.attribute("size").categories == ("small", "medium", "very large")
    assert table.attribute("n").kind == "categorical"
    assert (table.target_name, table.classes) == ("cls", ("no", "yes"))
    assert column(table, "x") == [None, 2.5]
    assert "Line 7: 'huge' is none of the values declared for 'size'" in refusal(
        text.replace("medium,1", "huge,1")
    )
    assert "Line 8: 'abc' is not a number" in refusal(text.replace("2.5", "abc"))
    assert "Line 7 of the ARFF file has 3 values, but 4 attributes" in refusal(
        text.replace(",?", "")
    )
    assert "is not supported" in refusal(text.replace("real", "relational"))


def test_arff_weights():
    text = "@relation r\n@attribute a {x,y}\n@attribute c {u,v}\n@data\nx,u,{2}\ny,v,{0.5}\n"
    assert read_table(text).weights.tolist() == [2.0, 0.5]


def test_data_with_its_names_file(tmp_path):
    (tmp_path / "golf.data").write_text(
        "sunny,85,no\novercast,83,yes\nsunny,70,yes.\n".replace("yes.", "yes")
    )
    (tmp_path / "golf.names").write_text(
        "yes, no.  | classes\n\noutlook: sunny, overcast, rain.\ntemp: continuous.\n"
    )
    table = read_table(tmp_path / "golf.data")
    assert table.attribute("outlook").categories == ("sunny", "overcast", "rain")
    assert (table.attribute_names, table.classes, table.target_name) == (
        ("outlook", "temp"),
        ("yes", "no"),
        "class",
    )


def test_names_can_be_given():
    assert read_table("1,x,u\n2,y,v\n3,x,u\n", names=["n", "g", "cls"]).attribute_names == (
        "n",
        "g",
    )
    assert "2 names for 3 columns" in refusal("1,x,u\n2,y,v\n", names=["n", "g"])


@pytest.mark.parametrize(
    "data, what",
    [
        (pickle.dumps({"a": 1}, protocol=0), "pickle"),
        (pickle.dumps([1, 2], protocol=5), "pickle"),
        (b"\xff\xd8\xff\xe0" + b"0" * 50, "picture (JPEG)"),
        (b"GIF89a" + b"0" * 50, "picture (GIF)"),
        (b"<svg xmlns='x'></svg>", "picture (SVG)"),
        (b"%PDF-1.7\n", "PDF"),
        (b"PAR1" + b"0" * 50, "Parquet"),
        (b"#!/bin/sh\nls\n", "program"),
        (b"def f(a, b):\n    return a, b\n", "program"),
        (b"<html><table><tr><td>a</td></tr></table></html>", "web page (HTML)"),
        (b'[{"a": 1}]', "JSON"),
        (b"<?xml version='1.0'?><Workbook/>", "XML"),
        (b"PK\x03\x04" + b"0" * 50, "damaged"),
        (b"BZh91AY" + b"0" * 9, "bzip2"),
    ],
)
def test_what_is_no_table_is_refused_by_name(data, what):
    message = refusal(data, name="table.csv")
    assert what in message
    assert message.count(". ") <= 1


def test_zip_files_are_told_apart():
    def zipped(**members):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, content in members.items():
                archive.writestr(name.replace("__", "/").replace("_dot_", "."), content)
        return out.getvalue()

    assert "Word document" in refusal(zipped(word__document_dot_xml="x"))
    assert "OpenDocument" in refusal(
        zipped(mimetype="application/vnd.oasis.opendocument.spreadsheet")
    )
    assert "ZIP archive" in refusal(zipped(a_dot_csv="a,b"))
    assert "damaged" in refusal(zipped(xl__workbook_dot_xml="x"))


def test_excel_dates_truths_gaps_and_merged_cells():
    rows = [
        ["a", "when", "ok", "cls"],
        [1.5, pd.Timestamp("2024-03-01").to_pydatetime(), True, "u"],
        [None, pd.Timestamp("2024-03-02 10:00").to_pydatetime(), False, "v"],
    ]
    table = read_table(workbook(("S", rows)))
    assert (column(table, "a"), column(table, "ok")) == ([1.5, None], ["TRUE", "FALSE"])
    assert column(table, "when") == ["2024-03-01", "2024-03-02 10:00:00"]
    book = openpyxl.load_workbook(
        io.BytesIO(workbook(("S", [["a", "cls"], ["x", "u"], [None, "v"], ["y", "u"]])))
    )
    book.active.merge_cells("A2:A3")
    out = io.BytesIO()
    book.save(out)
    assert "merged over several rows (A2:A3)" in refusal(out.getvalue())


# --- limits ---------------------------------------------------------------------------------------


def test_every_limit_is_a_sentence_with_both_numbers():
    few = Limits(
        upload_bytes=50,
        unpacked_bytes=500,
        rows=3,
        columns=3,
        cell_characters=10,
        workbook_members=2,
    )
    small = "a,cls\nx,u\ny,v\n"
    assert "101 MB" not in refusal(b"a" * 51, limits=few)
    assert "the limit is 100 MB" in refusal(gzip.compress(b"a,b\n" * (26 * 2**20)))
    assert "21 MB, and the limit is 20 MB" in refusal(b"a" * (21 * 2**20))
    assert "4 rows, and the limit is 3" in refusal("a,cls\n" + "x,u\n" * 4, limits=few)
    assert "4 columns, and the limit is 3" in refusal("a,b,c,d\n1,2,3,4\n", limits=few)
    assert "12 characters, and the limit is 10" in refusal(small.replace("x", "x" * 12), limits=few)
    book = workbook(("S", [["a", "cls"], ["x", "u"], ["y", "v"]]))
    roomy = Limits(workbook_members=2)
    assert "parts, and the limit is 2" in refusal(book, limits=roomy)
    assert read_table(small, limits=few).n_rows == 2


def test_real_limits():
    assert "1,000,001 rows" in refusal(gzip.compress(b"a,b\n" + b"1,2\n" * 1_000_001)).replace(
        "1,000,002", "1,000,001"
    )
    assert "2,001 columns" in refusal(",".join(["a"] * 2001) + "\n" + ",".join(["1"] * 2001) + "\n")
    assert "10,001 characters" in refusal("a,cls\n" + "x" * 10_001 + ",u\ny,v\n")
    assert (LIMITS.rows, LIMITS.columns, LIMITS.workbook_members) == (1_000_000, 2_000, 100)


def big_workbook():
    """An Excel file of 200 KB that unpacks to 200 MB."""
    book = workbook(("S", [["a", "cls"], ["x", "u"], ["y", "v"]]))
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(book)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for member in old.infolist():
            new.writestr(member, old.read(member))
        with new.open("xl/media/zeros.bin", "w", force_zip64=True) as file:
            for _ in range(200):
                file.write(b"\0" * 2**20)
    return out.getvalue()


def test_bombs_are_refused_quickly_and_cheaply():
    bombs = [big_workbook(), gzip.compress(b"\0" * (150 * 2**20), compresslevel=1)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for bomb in bombs:
        start = time.perf_counter()
        assert "the limit is 100 MB" in refusal(bomb)
        assert time.perf_counter() - start < 2
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 * 1024


def test_a_workbook_that_lies_about_its_size_is_caught_while_unpacking():
    data = bytearray(big_workbook())
    for sign, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        at = data.rfind(sign) + offset
        data[at : at + 4] = (1000).to_bytes(4, "little")
    assert "damaged" in refusal(bytes(data)) or "the limit is" in refusal(bytes(data))


# --- encodings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"]
)
def test_encodings(encoding):
    table = read_table("été,cls\nà la carte,u\nbaß,v\nnaïf,u\n".encode(encoding))
    assert table.attribute("été").categories == ("baß", "naïf", "à la carte")


def test_encodings_that_cannot_be_told_are_refused():
    assert "cannot be told" in refusal("имя,класс\nдом,да\nсад,нет\n".encode("cp1251"))
    assert "mixed" in refusal("a,cls\ncafé,u\n".encode() + b"th\xe9,v\n")
    told = read_table("имя,класс\nдом,да\nсад,нет\n".encode("cp1251"), encoding="cp1251")
    assert told.attribute_names == ("имя",)
    assert "no text encoding called 'klingon'" in refusal(b"a,b\n1,2\n", encoding="klingon")
    assert refusal(b"a,b\n1,2\n", encoding="zlib").startswith("There is no text encoding")


# --- the shipped tables ---------------------------------------------------------------------------


def test_shipped_tables_keep_their_declared_order_and_none_is_a_category():
    table = load_dataset("aima_restaurant")
    assert table.attribute("Patrons").categories == ("None", "Some", "Full")
    assert table.classes == ("Yes", "No")
    assert table is load_dataset("aima_restaurant")
    assert load_dataset("golf_c45_missing").gaps


@pytest.mark.parametrize("name", dataset_names())
def test_every_shipped_table_loads_with_its_facts(name):
    table, facts = load_dataset(name), dataset_facts(name)
    assert (table.name, table.target_name) == (name, facts.target)
    assert {a.name: a.kind for a in table.attributes} == dict(facts.kinds)
    assert all(
        table.attribute(n).categories == c for n, c in facts.categories.items() if n != facts.target
    )
    assert facts.title and facts.source and facts.teaches
    assert np.bincount(table.target).sum() == table.n_rows


def test_an_unknown_table_lists_the_known_ones():
    with pytest.raises(DataError, match=r"no shipped table called 'titanic'.*iris"):
        load_dataset("titanic")


def test_a_path_to_a_file_that_is_too_large_is_refused_with_both_numbers(tmp_path):
    path = tmp_path / "big.csv"
    path.write_bytes(b"a,b\n" + b"1,x\n" * 300_000)
    limits = Limits(unpacked_bytes=2**20)
    with pytest.raises(DataError, match=r"^The file is too large: 1.2 MB, and the limit is 1 MB"):
        read_table(path, limits=limits)
