"""The names that belong to a UCI or C4.5 ``.data`` file: its ``.names`` file.

Source: Quinlan 1993, appendix; the grammar of C4.5's ``getnames.c``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from c45.dataset import CATEGORICAL, CONTINUOUS
from c45.errors import DataError

_NUMBERED = re.compile(r"^\s{0,8}(\d{1,3})[.)]\s+(.+?)\s*$", re.M)
_END = re.compile(r"\.(?=\s|$)")


@dataclass
class Names:
    """Column names in the order of the data, the class last; kinds and declared values by name.

    ignored: columns the file says to leave out.
    """

    columns: list[str]
    kinds: dict[str, str] = field(default_factory=dict)
    categories: dict[str, tuple[str, ...]] = field(default_factory=dict)
    ignored: list[str] = field(default_factory=list)


def parse_names(text: str) -> Names:
    """A C4.5 ``.names`` file. Raises DataError where it is written as prose only.

    >>> parse_names("yes, no.\\nwind: weak, strong.\\nage: continuous.\\n").columns
    ['wind', 'age', 'class']
    """
    entries = _entries(text)
    if len(entries) >= 2 and ":" not in entries[0] and all(":" in e for e in entries[1:]):
        out = Names([])
        for entry in entries[1:]:
            name, _, spec = (part.strip() for part in entry.partition(":"))
            out.columns.append(name)
            word = spec.split()[0].lower() if spec.split() else ""
            if word == "continuous":
                out.kinds[name] = CONTINUOUS
            elif word == "ignore":
                out.ignored.append(name)
            else:
                out.kinds[name] = CATEGORICAL
                if word != "discrete":
                    out.categories[name] = tuple(_values(spec))
        target = "class" if "class" not in out.columns else "class (last)"
        out.columns.append(target)
        out.categories[target] = tuple(_values(entries[0]))
        return out
    listed_names = _numbered(text)
    if listed_names:
        return Names(listed_names)
    raise DataError(
        "The .names file is written for people, so the names of the columns cannot be taken from "
        "it. Put a line with the names at the top of the data."
    )


def _entries(text: str) -> list[str]:
    """The parts that end with a full stop, or with their line; ``|`` begins a remark."""
    lines = [line.partition("|")[0].rstrip() for line in text.split("\n")]
    out: list[str] = []
    for line in lines:
        if not line.strip():
            continue
        if (
            out
            and not out[-1].endswith("\0")
            and (out[-1].endswith((",", ":")) or line[:1].isspace())
        ):
            out[-1] += " " + line.strip()
        else:
            out.append(line.strip())
        if _END.search(out[-1][-1:]):
            out[-1] = out[-1][:-1] + "\0"
    return [e.rstrip("\0").strip() for e in out if e.rstrip("\0").strip()]


def _values(spec: str) -> list[str]:
    return [v.strip() for v in spec.split(",") if v.strip()]


def _numbered(text: str) -> list[str]:
    """The longest run of lines numbered 1, 2, 3, ... below the words "attribute information"."""
    at = text.lower().find("attribute information")
    if at < 0:
        return []
    best: list[str] = []
    run: list[str] = []
    for match in _NUMBERED.finditer(text, at):
        if int(match[1]) == len(run) + 1:
            run.append(re.split(r"\s*(?::|--|\()", match[2])[0].strip())
        elif int(match[1]) == 1:
            run = [re.split(r"\s*(?::|--|\()", match[2])[0].strip()]
        if len(run) > len(best):
            best = list(run)
    return best if len(set(best)) == len(best) and all(best) else []
