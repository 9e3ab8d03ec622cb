"""Weka's attribute-relation files (ARFF), dense and sparse.

Source: Weka manual 3.8, chapter 9. The types that the file declares win over any guess.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from c45.dataset import CATEGORICAL, CONTINUOUS
from c45.errors import DataError
from c45.notation import plural
from c45.reading.dates import ORDERS
from c45.reading.figures import number
from c45.reading.limits import LIMITS, Limits, check_cell, check_shape

_START = re.compile(r"\s*(%[^\n]*\s*)*@relation\b", re.I)
_NAME = re.compile(r"\s*('(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|[^\s{}]+)\s*(.*?)\s*", re.S)
_TOKEN = re.compile(
    r"""\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|([^,{}%'"\s](?:[^,{}%]*[^,{}%\s])?)?)\s*(,|\}|\{|%|$)"""
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
DATE, TEXT = "date", "string"


@dataclass
class Declared:
    """One declared attribute: continuous, categorical with its values, date or string."""

    name: str
    kind: str
    categories: tuple[str, ...] = ()


@dataclass
class Arff:
    """What an ARFF file holds. A gap is None; sparse: whether some rows leave out zeros."""

    relation: str
    attributes: list[Declared]
    rows: list[list[str | None]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    sparse: bool = False


def is_arff(text: str) -> bool:
    """
    >>> is_arff("% made by hand\\n@RELATION weather\\n"), is_arff("a,b\\n")
    (True, False)
    """
    return bool(_START.match(text[:100_000]))


def read_arff(text: str, limits: Limits = LIMITS) -> Arff:
    """Parses an ARFF file. Raises DataError that names the line.

    >>> read_arff("@relation r\\n@attribute a {x,'y z'}\\n@data\\n'y z'\\n").rows
    [['y z']]
    """
    out = Arff("", [])
    lines = text.split("\n")
    data = len(lines)
    for number_, line in enumerate(lines, 1):
        line = line.strip()
        if not line or line.startswith("%"):
            continue
        word, _, rest = line.partition(" ") if " " in line else line.partition("\t")
        word = re.split(r"\s", line, maxsplit=1)[0].lower()
        rest = line[len(word) :]
        if word == "@relation":
            match = _NAME.fullmatch(rest)
            out.relation = _unquoted(match[1]) if match else ""
        elif word == "@attribute":
            out.attributes.append(_attribute(rest, number_))
            if len(out.attributes) > limits.columns:
                raise DataError(
                    f"The table is too large: more than {limits.columns:,} columns, which is the "
                    "limit. Leave out columns that are not needed."
                )
        elif word == "@data":
            data = number_
            break
        else:
            raise DataError(
                f"Line {number_} of the ARFF file begins with {word[:30]!r}, where @attribute or "
                "@data is expected. Correct it, or put % before a remark."
            )
    if not out.attributes or (data == len(lines) and not lines[-1].lower().strip() == "@data"):
        raise DataError(
            "The ARFF file has no @data section with rows. A tree needs at least one row."
            if out.attributes
            else "The ARFF file declares no @attribute. Add one line for each column."
        )
    if len(lines) - data > limits.rows:
        holds = (line.lstrip()[:1] not in ("", "%") for line in lines[data:])
        check_shape(sum(holds), len(out.attributes), limits)
    for number_, line in enumerate(lines[data:], data + 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("%"):
            _row(out, stripped, number_, limits)
    if not out.rows:
        raise DataError("The ARFF file has no rows after @data. A tree needs at least one row.")
    return out


def _unquoted(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return _unescaped(text[1:-1])
    return text


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), text, flags=re.S)


def _attribute(rest: str, line: int) -> Declared:
    match = _NAME.fullmatch(rest)
    if not match or not match[2]:
        raise DataError(
            f"Line {line} of the ARFF file is no declaration. Write @attribute, a name and a type."
        )
    name, kind = _unquoted(match[1]).strip(), match[2]
    if kind.startswith("{"):
        values, end = _tokens(kind, 1, line)
        if kind[end - 1 : end] != "}" or kind[end:].strip().split("%")[0].strip():
            raise DataError(
                f"Line {line} of the ARFF file: the list of values is not closed by }}."
            )
        names = tuple(v for v, _ in values)
        if len(set(names)) < len(names):
            twice = next(v for v in names if names.count(v) > 1)
            raise DataError(f"Line {line} of the ARFF file lists the value {twice[:40]!r} twice.")
        return Declared(name, CATEGORICAL, names)
    word = kind.split()[0].lower()
    if word in ("numeric", "real", "integer"):
        return Declared(name, CONTINUOUS)
    if word == "string":
        return Declared(name, TEXT)
    if word == "date":
        order = "".join(dict.fromkeys(c for c in kind[4:] if c in "yMd")).lower()
        return Declared(name, f"{DATE} {order}" if order in ORDERS else DATE)
    raise DataError(
        f"Line {line} of the ARFF file: the type {word[:30]!r} is not supported. "
        "It can be numeric, a list of values in braces, date or string."
    )


def _tokens(text: str, start: int, line: int) -> tuple[list[tuple[str, bool]], int]:
    """Values up to the end, a brace or a comment: each with whether it was quoted; where it ended."""
    out: list[tuple[str, bool]] = []
    while True:
        match = _TOKEN.match(text, start)
        if not match:
            raise DataError(
                f"Line {line} of the ARFF file: a quotation mark is not closed, or stands inside a "
                "value. Put the whole value in quotation marks, with \\ before one inside it."
            )
        quoted = match[1] is not None or match[2] is not None
        raw = match[1] if match[1] is not None else match[2] if match[2] is not None else match[3]
        value = _unescaped(raw) if quoted else (raw or "")
        start, stop = match.end(), match[4]
        if quoted or value or stop == "," or (out and stop != "{"):
            out.append((value, quoted))
        if stop != ",":
            return out, start


def _row(out: Arff, text: str, line: int, limits: Limits) -> None:
    weight = 1.0
    if text.startswith("{"):
        out.sparse = True
        cells = _sparse(out, text, line)
    else:
        values, end = _tokens(text, 0, line)
        if text[end - 1 : end] == "{":
            inside, _ = _tokens(text, end, line)
            weight = number(inside[0][0]) if inside else None
            if weight is None or weight < 0:
                raise DataError(f"Line {line} of the ARFF file: the weight in braces is no number.")
            if values and values[-1] == ("", False):
                values.pop()
        if len(values) == 1 and "\t" in text and len(out.attributes) > 1:
            values = [(v.strip(), False) for v in text.split("\t")]
        cells = [None if v == "?" and not quoted else v for v, quoted in values]
    if len(cells) != len(out.attributes):
        raise DataError(
            f"Line {line} of the ARFF file has {plural(len(cells), 'value')}, but "
            f"{plural(len(out.attributes), 'attribute')} are declared. Correct it; ? stands for a "
            "missing value."
        )
    for cell, attribute in zip(cells, out.attributes):
        if cell is not None:
            _check(cell, attribute, line, limits)
    out.rows.append(cells)
    out.lines.append(line)
    out.weights.append(weight)


def _sparse(out: Arff, text: str, line: int) -> list[str | None]:
    """A sparse row. What is left out is 0, or the first declared value. Source: manual, 9.3."""
    cells: list[str | None] = [
        a.categories[0] if a.kind == CATEGORICAL and a.categories else "0" for a in out.attributes
    ]
    position, last = 1, -1
    while True:
        match = re.compile(r"\s*(\d+)\s+").match(text, position)
        if not match:
            if re.compile(r"\s*\}\s*(%.*|,\s*\{.*\}\s*)?").fullmatch(text, position):
                if "," in text[text.rindex("}") if text.count("}") == 1 else text.index("}") :]:
                    raise DataError(
                        f"Line {line} of the ARFF file: weights of sparse rows are not supported."
                    )
                return cells
            raise DataError(
                f"Line {line} of the ARFF file is no sparse row. Write {{position value, ...}} with "
                "positions from 0."
            )
        index = int(match[1])
        if index >= len(cells) or index <= last:
            raise DataError(
                f"Line {line} of the ARFF file names position {index}; positions run from 0 to "
                f"{len(cells) - 1} and go up."
            )
        last = index
        token = _TOKEN.match(text, match.end())
        if not token or token[4] not in (",", "}"):
            raise DataError(f"Line {line} of the ARFF file is no sparse row: }} is missing.")
        quoted = token[1] is not None or token[2] is not None
        raw = token[1] if token[1] is not None else token[2] if token[2] is not None else token[3]
        value = _unescaped(raw) if quoted else (raw or "")
        cells[index] = None if value == "?" and not quoted else value
        position = token.end() - (token[4] == "}")


def _check(cell: str, attribute: Declared, line: int, limits: Limits) -> None:
    if len(cell) > limits.cell_characters:
        check_cell(len(cell), line, attribute.name[:60], limits)
    if attribute.kind == CONTINUOUS and number(cell) is None:
        raise DataError(
            f"Line {line}: {cell[:40]!r} is not a number, and {attribute.name[:60]!r} is declared "
            "numeric. Correct it, or write ? for a missing value."
        )
    if attribute.kind == CATEGORICAL and cell not in attribute.categories:
        raise DataError(
            f"Line {line}: {cell[:40]!r} is none of the values declared for "
            f"{attribute.name[:60]!r}. Add it to the declaration, or correct the row."
        )
