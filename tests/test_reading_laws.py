"""Laws of reading: what is written is read back equal, and nothing but DataError ever comes out.

Set READING_EXAMPLES to run more than the 2,000 tables and 5,000 broken files of an ordinary run.
"""

import csv
import gzip
import html
import io
import os
import re
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from c45 import DataError, Dataset, read_table
from c45.export.tables import write_arff, write_csv
from c45.reading import bulk, inspect_table, separated, sources
from c45.reading.letters import cleaned
from c45.reading.limits import LIMITS

EXAMPLES = int(os.environ.get("READING_EXAMPLES", "2000"))
RELAXED = {"deadline": None, "suppress_health_check": list(HealthCheck)}
FOLDER = Path(__file__).parent / "inputs"
SMALL = [p for p in sorted(FOLDER.iterdir()) if p.stat().st_size < 12_000 and p.suffix != ".json"]

# Words as people use them: they begin with a letter, may hold separators, quotation marks and
# accents (two in a row can be UTF-8 by chance in Windows-1252), and are none of the markers of a missing value.
letter = st.sampled_from("abcdefghkmqrtxyz")
inside = st.sampled_from(list("abcdefgh0123456789 ,;|\"'.-é€ß"))
word = st.builds(
    lambda a, middle, z: a + "".join(middle) + z, letter, st.lists(inside, max_size=6), letter
).filter(lambda w: cleaned(w) == w and not re.search(r"[^\x00-\x7f]{2}", w))
number = st.integers(-99_999_999, 99_999_999).map(lambda i: i / 100)


@st.composite
def tables(draw, words=word):
    """A frame of 3 to 12 rows: numbers, words, gaps, and a class in the last column."""
    n = draw(st.integers(3, 12))
    columns = {}
    for i in range(draw(st.integers(1, 4))):
        if draw(st.booleans()):
            values = draw(st.lists(number, min_size=n, max_size=n))
        else:
            some = draw(st.lists(words, min_size=2, max_size=4, unique=True))
            values = [
                *some[:2],
                *draw(st.lists(st.sampled_from(some), min_size=n - 2, max_size=n - 2)),
            ]
        gaps = draw(st.sets(st.integers(1, n - 1), max_size=n // 3))
        columns[f"Column {i}"] = [None if k in gaps else v for k, v in enumerate(values)]
    classes = draw(st.lists(words, min_size=2, max_size=3, unique=True))
    columns["Kind"] = [
        *classes[:2],
        *draw(st.lists(st.sampled_from(classes), min_size=n - 2, max_size=n - 2)),
    ]
    return columns


def same(table, columns, exact_kinds=True):
    *attributes, target = columns
    assert table.attribute_names == tuple(attributes)
    assert [table.classes[c] for c in table.target] == columns[target]
    for name in attributes:
        wanted = columns[name]
        attribute, found = table.attribute(name), table.column(name)
        if attribute.is_continuous:
            expected = [np.nan if v is None else v for v in wanted]
            np.testing.assert_array_equal(found, np.array(expected, dtype=float))
        else:
            labels = [None if c < 0 else attribute.categories[c] for c in found]
            as_text = [v if v is None or isinstance(v, str) else f"{v:g}" for v in wanted]
            assert labels == as_text


def in_style(value, decimal, grouped, gap):
    if value is None:
        return gap
    if isinstance(value, str):
        return value
    text = f"{value:,.2f}" if grouped else f"{value:.2f}"
    return text.translate(str.maketrans(".,", ",.")) if decimal == "," else text


dialects = st.fixed_dictionaries(
    {
        "separator": st.sampled_from(",;\t|"),
        "decimal": st.sampled_from(".,"),
        "grouped": st.booleans(),
        "gap": st.sampled_from(["?", ""]),
        "quoting": st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
        "line_end": st.sampled_from(["\n", "\r\n", "\r"]),
        "encoding": st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
        "title": st.booleans(),
        "packed": st.booleans(),
    }
)


def written(columns, d):
    out = io.StringIO()
    writer = csv.writer(
        out, delimiter=d["separator"], quoting=d["quoting"], lineterminator=d["line_end"]
    )
    if d["title"] and len(columns) > 2:
        out.write("A table" + d["line_end"] + d["line_end"])
    writer.writerow(columns)
    for row in zip(*columns.values()):
        writer.writerow([in_style(v, d["decimal"], d["grouped"], d["gap"]) for v in row])
    data = out.getvalue().encode(d["encoding"])
    return gzip.compress(data) if d["packed"] else data


@settings(max_examples=EXAMPLES, **RELAXED)
@given(tables(), dialects)
def test_what_is_written_in_a_dialect_is_read_back(columns, dialect):
    same(read_table(written(columns, dialect), target="Kind"), columns)


@settings(max_examples=max(EXAMPLES // 10, 50), **RELAXED)
@given(tables(), dialects)
def test_told_and_guessed_give_the_same(columns, d):
    data = written(columns, d)
    told = read_table(
        data,
        target="Kind",
        separator=d["separator"],
        decimal=d["decimal"],
        encoding=None if d["packed"] else d["encoding"],
    )
    assert told.digest == read_table(data, target="Kind").digest


@settings(max_examples=max(EXAMPLES // 20, 50), **RELAXED)
@given(tables())
def test_excel_is_read_back(columns):
    book = openpyxl.Workbook()
    book.active.append(list(columns))
    for row in zip(*columns.values()):
        book.active.append(list(row))
    out = io.BytesIO()
    book.save(out)
    same(read_table(out.getvalue(), target="Kind"), columns)


@settings(max_examples=max(EXAMPLES // 10, 50), **RELAXED)
@given(tables())
def test_arff_is_read_back(columns):
    first = Dataset.from_frame(pd.DataFrame(columns), target="Kind")
    again = read_table(write_arff(first))
    assert again.attributes == first.attributes
    assert again.digest == first.digest


@settings(max_examples=max(EXAMPLES // 10, 50), **RELAXED)
@given(tables(), st.booleans())
def test_pasted_markdown_and_html_are_read_back(columns, markdown):
    rows = [
        list(columns),
        *([in_style(v, ".", False, "?") for v in r] for r in zip(*columns.values())),
    ]
    rows = [[" ".join(c.split()) for c in row] for row in rows]
    if markdown:
        lines = ["| " + " | ".join(c.replace("|", "\\|") for c in row) + " |" for row in rows]
        text = "\n".join([lines[0], "|---" * len(columns) + "|", *lines[1:]])
    else:
        cells = ["".join(f"<td>{html.escape(c)}</td>" for c in row) for row in rows]
        text = "<table>" + "\n".join(f"<tr>{row}</tr>" for row in cells) + "</table>"
    spaced = {
        n: [" ".join(v.split()) if isinstance(v, str) else v for v in c] for n, c in columns.items()
    }
    same(read_table(io.StringIO(text), target="Kind"), spaced)


@settings(max_examples=max(EXAMPLES // 10, 50), **RELAXED)
@given(tables())
def test_csv_of_a_dataset_is_read_back(columns):
    first = Dataset.from_frame(pd.DataFrame(columns), target="Kind")
    assert read_table(io.StringIO(write_csv(first)), target="Kind").digest == first.digest


@settings(max_examples=max(EXAMPLES // 10, 50), **RELAXED)
@given(tables(), dialects)
def test_the_fast_way_reads_what_the_careful_way_reads(columns, dialect):
    data = written(columns, dialect | {"packed": False})
    careful = inspect_table(data, target="Kind")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sources, "FAST_FROM", 0)
        patch.setattr(bulk, "BULK_FROM", 0)
        patch.setattr(bulk, "SAMPLE", 30)
        fast = inspect_table(data, target="Kind")
    assert fast.dataset.digest == careful.dataset.digest
    assert fast.notes == careful.notes


def outcome(source, **more):
    try:
        found = inspect_table(source, **more)
    except DataError as error:
        return str(error)
    return found.dataset.digest, found.notes


@settings(max_examples=EXAMPLES // 2, **RELAXED)
@given(st.text(alphabet='ab01,;"\n .?-#', max_size=80))
def test_both_ways_agree_on_any_text(text):
    careful = outcome(io.StringIO(text))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sources, "FAST_FROM", -1)
        patch.setattr(bulk, "BULK_FROM", 0)
        patch.setattr(bulk, "SAMPLE", 2)
        assert outcome(io.StringIO(text)) == careful


ODD_CELLS = [
    "007", "00.5", "-0", "+5", "+07", "NA", "?", "", "n/a", "-", "none", " 3.5", "4 ", "1e400", "1e-400", "inf",
    "nan", "1,234", "1.234", "1.234,5", "1,234,567", "1 234", "12345678901234567", "9007199254740993",
    "0.1000000000000000055", "0.10000000000000000555", "0.1", "0,25", "x", "low", "\u22125", "1\u00a0234", "5.e3",
    ".5", "-.5", "5.", "1E5", "--1", "12.5 kg", "2024-01-05", "\u0661",
]  # fmt: skip
STYLES = {
    "point": lambda i: f"{i / 100:.2f}",
    "comma": lambda i: f"{i / 100:.2f}".replace(".", ","),
    "whole": lambda i: f"{i}",
    "two": lambda i: f"{i % 2}",
    "three decimals": lambda i: f"{1 + abs(i) / 1000:.3f}",
    "all digits": lambda i: repr(i / 7),
    "scientific": lambda i: f"{i:.3e}",
    "padded": lambda i: f" {i / 100:.2f}",
}


@st.composite
def long_columns(draw):
    """Two columns of 30 to 60 cells, numbers but for a few odd ones, and a class."""
    n = draw(st.integers(30, 60))
    columns = []
    for _ in range(2):
        seed, style = draw(st.integers(0, 2**20)), STYLES[draw(st.sampled_from(sorted(STYLES)))]
        cells = [style(k) for k in np.random.default_rng(seed).integers(-9999, 9999, n).tolist()]
        odd = st.tuples(st.integers(0, n - 1), st.sampled_from(ODD_CELLS))
        for at, cell in draw(st.lists(odd, max_size=4)):
            cells[at] = cell
        columns.append(cells)
    return list(zip(*columns, ["u", "v", "w"] * n))


@settings(max_examples=EXAMPLES // 4, **RELAXED)
@given(
    long_columns(),
    st.sampled_from(",;\t"),
    st.sampled_from([None, ".", ","]),
    st.sampled_from([None, (), ("NA", "?"), ("-0", "x")]),
    st.sampled_from([{}, {"a": "continuous"}]),
)
def test_numbers_in_bulk_are_read_as_cell_by_cell(rows, separator, decimal, missing, kinds):
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows([("a", "b", "cls"), *rows])
    more = {"decimal": decimal, "missing": missing, "kinds": kinds, "separator": separator}
    one_by_one = outcome(io.StringIO(out.getvalue()), **more)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bulk, "BULK_FROM", 0)
        patch.setattr(bulk, "SAMPLE", 28)
        assert outcome(io.StringIO(out.getvalue()), **more) == one_by_one
        patch.setattr(sources, "FAST_FROM", 0)
        assert outcome(io.StringIO(out.getvalue()), **more) == one_by_one


def only_data_error(data, **more):
    try:
        found = read_table(data, **more)
    except DataError as error:
        assert 10 < len(str(error)) < 700
        assert str(error).endswith(".")
    else:
        assert found.n_rows > 0
        assert all(np.isfinite(c[~np.isnan(c)]).all() for c in found.columns if c.dtype.kind == "f")


@settings(max_examples=EXAMPLES, **RELAXED)
@given(st.binary(max_size=200) | st.text(max_size=120).map(lambda t: t.encode("utf-8", "replace")))
def test_random_bytes_raise_nothing_but_data_error(data):
    only_data_error(data)


@settings(max_examples=EXAMPLES // 2, **RELAXED)
@given(st.text(alphabet="ab1,;\t|\"'\n\r .?-{}@%\\", max_size=80))
def test_random_tables_raise_nothing_but_data_error(text):
    only_data_error(io.StringIO(text))


@settings(max_examples=EXAMPLES // 2, **RELAXED)
@given(st.text(alphabet="ab1,'\"\n {}?%\\", max_size=60))
def test_random_arff_rows_raise_nothing_but_data_error(text):
    only_data_error(
        io.StringIO("@relation r\n@attribute a numeric\n@attribute b {a,b}\n@data\n" + text)
    )


@settings(max_examples=EXAMPLES, **RELAXED)
@given(
    st.sampled_from(SMALL),
    st.lists(
        st.tuples(
            st.integers(0, 12_000),
            st.sampled_from(["flip", "drop", "insert", "cut", "copy"]),
            st.binary(min_size=1, max_size=4),
        ),
        min_size=1,
        max_size=4,
    ),
)
def test_mutated_files_raise_nothing_but_data_error(path, changes):
    data = bytearray(path.read_bytes())
    for place, what, new in changes:
        i = place % (len(data) + 1)
        if what == "flip":
            data[i : i + len(new)] = new
        elif what == "drop":
            del data[i : i + 1 + new[0] % 20]
        elif what == "insert":
            data[i:i] = new
        elif what == "cut":
            del data[i:]
        else:
            data[i:i] = data[i : i + new[0]]
    only_data_error(bytes(data), name=path.name)


def test_both_ways_are_really_taken():
    text = "a,b,cls\n" + "1,x,u\n2.5,y,v\n" * 20
    dialect = separated.find_dialect(text)

    def fast(text):
        return separated.fast_columns(text.encode(), dialect, 2, 3, LIMITS)

    assert [c.to_pylist()[:2] for c in fast(text)] == [["1", "2.5"], ["x", "y"], ["u", "v"]]
    assert fast(text + "3,x\n") is None
    assert fast(text + '"3\n4",x,u\n') is None
    assert fast(text + '3,"x" y,u\n') is None
    assert fast(text + "\n3,x,u\n") is None
