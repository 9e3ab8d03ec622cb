"""Files that were made to be misread: each is read right with a sentence, or refused with one.

The kinds come from real exports: German Excel, R, pandas, Weka, old encodings, print-outs, programs.
"""

import datetime
import gzip
import io
import zipfile

import openpyxl
import pytest

from c45 import read_table
from c45.reading.cells import Cells, Evidence
from c45.reading.columns import read_column
from tests.test_reading import classes, column, refusal, said


def book(rows, change=lambda book, sheet: None):
    made = openpyxl.Workbook()
    for row in rows:
        made.active.append(row)
    change(made, made.active)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def one_column(cells, header="x"):
    quoted = ['"' + c.replace('"', '""') + '"' for c in cells]
    return header + ",cls\n" + "".join(f"{c},{'uv'[i % 2]}\n" for i, c in enumerate(quoted))


# --- numbers --------------------------------------------------------------------------------------

NUMBERS = {
    ("\u221212", "30", "\u22127"): [-12, 30, -7],  # a true minus sign
    ("\u201312", "30", "\u20137"): [-12, 30, -7],  # a dash, as word processors make of a minus
    ("\u22121,5", "2,7", "\u2212,5"): [-1.5, 2.7, -0.5],
    ("12'000", "3'000", "7'500"): [12000, 3000, 7500],
    ("12 000", "3 000", "7 500"): [12000, 3000, 7500],
    ("12\u00a0000,5", "3\u00a0000", "7\u00a0500"): [12000.5, 3000, 7500],
    ("1.250,00", "2.300,50", "7,25"): [1250, 2300.5, 7.25],
    ("1,250.00", "2,300.50", "7.25"): [1250, 2300.5, 7.25],
    ("+1", "+2", "-3"): [1, 2, -3],
    ("1e5", "2E-3", "3.5e+2"): [100000, 0.002, 350],
    ("1,5e5", "2,5E-3", "3,5e+2"): [150000, 0.0025, 350],
    (".5", "1.", "-.25"): [0.5, 1, -0.25],
}


@pytest.mark.parametrize("cells", NUMBERS, ids=" ".join)
def test_numbers_in_every_style(cells):
    assert column(read_table(one_column(cells)), "x") == NUMBERS[cells]


NEARLY = {
    ("12%", "30.5%", "7%"): ("a number with '%'",),
    ("$12.50", "$1200", "$7.25"): ("a number with '$'",),
    ("12,50 €", "1.300,00 €", "7,00 €"): ("a number with '€'",),
    ("12 cm", "30 cm", "7 cm"): ("a number with 'cm'",),
    ("12cm", "30cm", "7cm"): ("a number with 'cm'",),
    ("12 cm", "30 mm", "7 cm"): ("different units", "'cm' and 'mm'"),
    ("(12)", "30", "(7)"): ("2 are not", "'(12)'"),
    ("12-", "30", "7-"): ("2 are not", "'12-'"),
    ("<0.5", "1.2", "<0.5"): ("2 are not", "'<0.5'"),
    ("\u0661\u0662", "\u0663\u0660", "\u0667"): ("digits are not written 0 to 9",),
    ("12:30", "8:05", "23:59"): ("looks like times", "'12:30'"),
    ("12,5", "3.5", "45.75"): ("1 is not", "'12,5'"),
    ('="001"', '="002"', '="003"'): ("keep a number as text",),
    ("01/02/24", "13/02/24", "05/03/24"): ("looks like dates", "cannot be read"),
    ("1 Jan 2024", "13 Feb 2024", "5 Mar 2024"): ("looks like dates",),
    ("13/02/2024", "02/13/2024", "05/03/2024"): ("do not stand in one order",),
    ("2024-02-30", "2024-02-28", "2024-03-01"): ("looks like dates", "'2024-02-30'"),
    ("2024-01-02", "2024-01-03", "unknown"): ("dates and other words", "'unknown'"),
}  # fmt: skip


@pytest.mark.parametrize("cells", NEARLY, ids=" ".join)
def test_what_is_nearly_a_number_or_a_date_stays_as_it_is_and_is_said(cells):
    table = read_table(one_column(cells))
    assert column(table, "x") == list(cells)
    assert said(table, "'x'", *NEARLY[cells]), table.notes


def test_a_thousands_separator_is_not_read_where_both_marks_are_decimal():
    table = read_table("x;cls\n1,234;u\n3.5;v\n2,345;u\n4.75;v\n1,5;u\n")
    assert column(table, "x") == ["1,234", "3.5", "2,345", "4.75", "1,5"]
    assert said(table, "2 cells are numbers, but 3 are not")


def test_days_written_as_one_number_are_pointed_out():
    table = read_table(one_column(["20240213", "20240214", "20240301"]))
    assert column(table, "x") == [20240213, 20240214, 20240301]
    assert said(table, "looks like dates written 20240213")


def test_the_time_of_day_counts_in_a_date():
    import pyarrow as pa

    cells = Cells.of("d", pa.array(["2024-01-02T06:00:00", "2024-01-02 18:00", "2024-01-03"]))
    days = read_column(cells, Evidence(lines=[2, 3, 4]), "date").values
    assert days.tolist() == [19724.25, 19724.75, 19725.0]


# --- labels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("twin", ["\u0443es", "Yes", "YES", "yes."])
def test_classes_that_look_alike_are_reported_too(twin):
    table = read_table(f"a,cls\n1,yes\n2,{twin}\n3,no\n4,yes\n")
    assert len(table.classes) == 3
    assert said(table, "'cls'", "'yes'", "look alike and are kept apart")


def test_an_invisible_sign_is_not_called_a_space():
    table = read_table("a,cls\n1,y\u200bes\n2,yes\n3,no\n")
    assert table.classes == ("no", "yes")
    assert said(table, "invisible") and not said(table, "spaces around")


# --- encodings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, encoding",
    [
        ("été,wert\nà,1\nbaß,2\nnaïf,3\n", "mac_roman"),
        ("été,wert\nà,1\nbaß,2\nnaïf,3\n", "cp437"),
        ("miasto,cls\nŁódź,u\nKraków,v\n", "cp1250"),
        ("имя,класс\nдом,да\nсад,нет\n", "cp1251"),
        ("όνομα,cls\nσπίτι,u\nκήπος,v\n", "cp1253"),
        ("名前,クラス\n犬,は\n猫,い\n", "shift-jis"),
        ("名字,类\n狗,是\n猫,否\n", "gbk"),
    ],
)
def test_other_encodings_are_not_shown_as_letters_nobody_wrote(text, encoding):
    message = refusal(text.encode(encoding))
    assert ("encoding" in message and "line 1" in message) or "line 2" in message
    assert read_table(text.encode(encoding), encoding=encoding).n_rows > 1


def test_plain_windows_text_is_still_read():
    text = "Größe,Wort\nÀ l’œuvre,‚so‘\nCañón,„so“\nÉté…,50 €\nO’Neil,½ §\n"
    table = read_table(text.encode("cp1252"))
    assert table.attribute("Größe").categories == ("Cañón", "O’Neil", "À l’œuvre", "Été…")


def test_utf_16_without_a_mark_is_read_in_other_scripts():
    table = read_table("имя,класс\nдом,да\nсад,нет\nлес,да\n".encode("utf-16-le"))
    assert column(table, "имя") == ["дом", "сад", "лес"]


def test_letters_spoiled_before_are_pointed_out():
    table = read_table("café,cls\nx,u\nb,v\n".encode().decode("latin-1").encode())
    assert said(table, "Line 1 holds 'Ã©'", "wrong encoding")


# --- lay-out --------------------------------------------------------------------------------------

REFUSED = {
    "x,cls\n1,5,u\n3,5,v\n2,7,u\n": "Every row has 3 cells, but the header has 2",
    "It was a dark night, and rain fell.\nThe wind, too, was strong.\nNobody, however, came.\n": "Every row has 3",
    "| a | cls |\n|---|---|\n| 1 | u |\n\n| b | k |\n|---|---|\n| 1 | z |\n": "two tables: a second one begins in line 5",
    "a,b,cls\n<<<<<<< HEAD\n1,x,u\n=======\n2,x,u\n>>>>>>> other\n3,y,v\n": "Line 2 has 1",
    "g,n,cls\na,1,u\nb,2,v\nSource: me, 2024\n": "Line 4 has 2 cells",
    "a:b:cls\n1:x:u\n2:y:v\n": "one column",
    "a,b,cls\n1,x\x01,u\n2,y,v\n": "signs that no text has",
    "x = 1\ny = [1, 2]\nprint(x, y)\n": "a program or a script",
    "x <- c(1,2,3)\ny <- c(4,5,6)\nplot(x,y)\n": "a program or a script",
    "const a = [1,2,3];\nfunction f(x, y) { return x, y; }\nconsole.log(f(1,2));\n": "a program or a script",
    "#include <stdio.h>\nint main(int a, char **b) {\n  return 0;\n}\n": "a program or a script",
    "INSERT INTO t VALUES (1,'a','u');\nINSERT INTO t VALUES (2,'b','v');\n": "a program or a script",
    '[[1,"u"],[2,"v"]]': "JSON",
    '{"a": 1, "cls": "u"}\n{"a": 2, "cls": "v"}\n': "JSON",
    "1 1:0.5 2:0.7\n-1 1:0.6 3:0.8\n1 2:0.1 3:0.2\n": "LibSVM",
    "| remark\nyes, no.\nn: continuous.\ng: x, y.\n": ".names file",
}  # fmt: skip


@pytest.mark.parametrize("text", REFUSED, ids=lambda t: t.split("\n")[0][:20])
def test_refused(text):
    assert REFUSED[text] in refusal(text.encode())


def test_row_names_of_r_are_words_or_count_the_rows():
    table = read_table("mpg,cls\nFiat,21.5,u\nAudi,14.5,v\nOpel,19.5,u\n")
    assert column(table, "(unnamed)") == ["Fiat", "Audi", "Opel"]


def test_numbers_that_count_above_words_are_names():
    table = read_table("0,1,2\n0.5,0.7,a\n0.6,0.8,b\n")
    assert (table.attribute_names, table.target_name) == (("0", "1"), "2")
    assert said(table, "Line 1 is read as the names")


def test_a_line_of_words_above_words_is_said_to_be_the_names():
    table = read_table("sunny,hot,no\nrain,cool,yes\novercast,mild,yes\n")
    assert said(table, "Line 1 is read as the names of the columns.")


def test_columns_of_blanks_need_a_number_in_the_rows_only():
    table = read_table("name   age  cls\nanna    12  u\nbob      7  v\ncarl     9  u\n")
    assert column(table, "age") == [12, 7, 9]


def test_decimal_commas_between_blanks_do_not_part_cells():
    for names in ("x y cls\n", ""):
        table = read_table(names + "1,5 2,5 u\n2,5 3,5 v\n3,5 4,5 u\n")
        assert [column(table, n) for n in table.attribute_names] == [
            [1.5, 2.5, 3.5],
            [2.5, 3.5, 4.5],
        ]


@pytest.mark.parametrize(
    "kinds", ["continuous\tdiscrete\tdiscrete", "c\td\td", "float64\tobject\tstr"]
)
def test_lines_that_tell_kinds_are_no_rows(kinds):
    rows = "1.5\tx\tu\n2.5\ty\tv\n3.5\tx\tu\n"
    orange = read_table(f"a\tb\tcls\n{kinds}\n\t\tclass\n{rows}")
    assert (orange.classes, orange.n_rows) == (("u", "v"), 3)
    assert said(orange, "Lines 2 and 3 skipped", "kinds of the columns")
    assert said(read_table(f"a\tb\tcls\n{kinds}\n{rows}"), "Line 2 skipped")


def test_code_in_labels_is_no_program():
    text = "first,class\nprint(1),p\nx = 2,q\nimport os,p\nreturn 3,q\n"
    assert column(read_table(text), "first") == ["print(1)", "x = 2", "import os", "return 3"]


# --- Excel ----------------------------------------------------------------------------------------

ROWS = [["a", "b", "cls"], [1, "x", "u"], [2, "y", "v"], [3, "x", "u"]]


def test_hidden_rows_and_columns_are_read_and_said():
    def hide(_, sheet):
        sheet.column_dimensions["B"].hidden = True
        sheet.row_dimensions[3].hidden = True

    table = read_table(book(ROWS, hide))
    assert table.n_rows == 3
    assert said(table, "1 hidden row and 1 hidden column of the sheet are read too.")


def test_names_in_two_lines_of_merged_cells():
    rows = [["group", None, "cls"], ["a", "b", None], [1, 2, "u"], [3, 4, "v"], [5, 6, "u"]]
    table = read_table(book(rows, lambda _, s: (s.merge_cells("A1:B1"), s.merge_cells("C1:C2"))))
    assert (table.attribute_names, table.target_name) == (("a", "b"), "cls")
    assert said(table, "Lines 1 and 2 together hold the names")


def test_two_tables_side_by_side_are_pointed_out():
    rows = [["a", "cls", None, "c", "d"], [1, "u", None, 9, "p"], [2, "v", None, 8, "q"]]
    assert said(read_table(book(rows)), "two tables stand side by side")


def test_texts_numbers_truths_and_durations():
    rows = [
        ["n", "zip", "ok", "took", "cls"],
        ["1", "01234", True, datetime.timedelta(hours=30), "u"],
        [2.5, 1234, False, datetime.timedelta(minutes=5), "v"],
        ["3,5", "00501", True, datetime.timedelta(seconds=90), "u"],
    ]
    table = read_table(book(rows))
    assert column(table, "n") == ["1", "2.5", "3,5"]  # a text and a number of two styles
    assert column(table, "zip") == ["01234", "1234", "00501"]
    assert column(table, "ok") == ["TRUE", "FALSE", "TRUE"]
    assert column(table, "took") == ["30:00:00", "0:05:00", "0:01:30"]


def test_true_numbers_of_excel_have_no_decimal_mark_to_guess():
    rows = [["n", "text", "cls"], [1.234, "1,5", "u"], [2.345, "2,5", "v"], [3.456, "3,5", "u"]]
    for decimal in (None, ","):
        table = read_table(book(rows), decimal=decimal)
        assert column(table, "n") == [1.234, 2.345, 3.456]
        assert column(table, "text") == [1.5, 2.5, 3.5]


@pytest.mark.parametrize("spoil", [lambda d: b"", lambda d: d[: len(d) // 2], lambda d: b"<x/>"])
def test_a_damaged_sheet_is_refused_in_plain_words(spoil):
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book(ROWS))) as old, zipfile.ZipFile(out, "w") as new:
        for member in old.infolist():
            data = old.read(member)
            new.writestr(member.filename, spoil(data) if "sheet1" in member.filename else data)
    message = refusal(out.getvalue())
    assert "Error" not in message
    assert "damaged" in message or "holds a table" in message


# --- ARFF and UCI ---------------------------------------------------------------------------------

HEAD = "@relation r\n@attribute a numeric\n@attribute 'b c' {x,'y z',\"w\"}\n@attribute cls {u,v}\n@data\n"


def test_dates_of_arff_are_read_as_their_format_says():
    text = "@relation r\n@attribute d date 'dd/MM/yyyy HH:mm'\n@attribute cls {u,v}\n@data\n'02/01/2024 12:00',u\n'03/02/2024 00:00',v\n"
    assert column(read_table(text), "d") == [19724.5, 19756.0]


@pytest.mark.parametrize(
    "rows, what",
    [
        ("1,X,u\n", "'X' is none of the values declared"),
        ("1,'?',u\n", "'?' is none of the values declared"),
        ("NaN,x,u\n", "'NaN' is not a number"),
        ("'1,5',x,u\n", "'1,5' is not a number"),
        ("1,x\n", "has 2 values, but 3 attributes"),
        ("{0 1,7 x}\n", "names position 7"),
    ],
)
def test_arff_rows_that_do_not_fit(rows, what):
    assert what in refusal(HEAD + rows)


def test_arff_in_odd_dress():
    text = "\ufeff% a remark\n" + HEAD.replace("\n", "\r\n") + '1\ty z\tu\r\n?,"w",v % end\r\n'
    table = read_table(text.encode())
    assert column(table, "a") == [1, None]
    assert column(table, "b c") == ["y z", "w"]
    assert classes(table) == ["u", "v"]


# --- limits ---------------------------------------------------------------------------------------


def test_a_number_over_a_limit_is_never_shown_as_the_limit():
    assert "20.1 MB, and the limit is 20 MB" in refusal(b"a" * (20 * 2**20 + 1))
    assert "more than 100 MB" in refusal(gzip.compress(b"a,b\n" * (50 * 2**20), 1))
    assert "100,000 columns" in refusal(",".join(["a"] * 100_000) + "\n")
    assert "column 2: the cell is too large, 200,000 characters" in refusal(
        "a,b\n1," + "x" * 200_000 + "\n2,y\n"
    )


def test_a_quotation_mark_never_closed_is_named_in_a_large_file_too():
    text = 'a,b,cls\n1,x,u\n2,"y,v\n' + "3,z,u\n" * 50_000
    assert "A quotation mark opened in line 3 is never closed" in refusal(text)


@pytest.mark.parametrize(
    "head, row, foot",
    [
        ("| a | cls |\n|---|---|\n", "| 1 | u |\n", ""),
        ("@relation r\n@attribute a numeric\n@attribute c {u}\n@data\n", "1,u\n", ""),
        ("a  cls\n", "1  u\n", ""),
        ("a,cls\n", "1,u\n", "x\n"),
    ],
    ids=["Markdown", "ARFF", "blanks", "ragged"],
)
def test_a_million_rows_and_one_are_refused_before_they_are_cut(head, row, foot):
    message = refusal((head + row * 1_000_001 + foot).encode())
    assert "too large: 1,000,00" in message and "the limit is 1,000,000" in message
