"""Every file in `tests/inputs` is read right, with the right numbers, or refused in a sentence.

`expected.json` says for each file what must come of it. Gains are in bits and count missing values
as C4.5 does (Quinlan 1993, section 3.1); `cut_between` are the neighbours of the best cut.
"""

import datetime
import json
import time
from pathlib import Path

import numpy as np
import pytest

from c45 import DataError, Parameters, grow, measures
from c45.alternatives import alternatives
from c45.portion import Portion
from c45.reading import inspect_table

FOLDER = Path(__file__).parent / "inputs"
CASES = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
READ = [c for c in CASES if c["outcome"] == "read"]
REFUSED = [c for c in CASES if c["outcome"] == "refuse"]
AS_CSV_DATES = datetime.date(1970, 1, 1)


def by_file(case):
    return case["file"]


def reading_of(case):
    return inspect_table(FOLDER / case["file"], target=case["target"], **case.get("settings", {}))


def names_all(text, words):
    return [w for w in words if not any(part in text for part in w.split("|"))]


def test_every_file_has_its_expectation():
    files = {p.name for p in FOLDER.iterdir()} - {"expected.json", "unseen_predict.csv"}
    assert files == {c["file"] for c in CASES}


@pytest.mark.parametrize("case", REFUSED, ids=by_file)
def test_refused_in_a_sentence(case):
    start = time.perf_counter()
    with pytest.raises(DataError) as refusal:
        reading_of(case)
    message = str(refusal.value)
    assert not names_all(message, case["says"]), message
    assert 30 < len(message) < 320
    assert message.endswith(".")
    assert not any(word in message for word in ("Traceback", "Error", "Exception", "None"))
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize("case", READ, ids=by_file)
def test_rows_columns_and_kinds(case):
    reading = reading_of(case)
    table = reading.dataset
    assert (table.n_rows, len(table.attributes) + 1) == (case["rows"], case["columns"])
    kinds = {a.name: a.kind for a in table.attributes}
    wanted = case["kinds"] | dict.fromkeys(case.get("settings", {}).get("kinds", {}), "continuous")
    assert {name: kinds[name] for name in wanted} == wanted
    roles = {c.name: c.role for c in reading.columns}
    assert {name: roles[name] for name in case.get("roles", {})} == case.get("roles", {})
    assert list(table.set_aside) == case["set_aside"]


@pytest.mark.parametrize("case", READ, ids=by_file)
def test_notes_name_what_was_decided(case):
    notes = reading_of(case).notes
    assert bool(notes) >= case["noted"]
    assert not names_all(" ".join(notes), case["says"]), notes
    assert all(note.endswith(".") and len(note) < 400 for note in notes)
    assert len(set(notes)) == len(notes)


@pytest.mark.parametrize("case", READ, ids=by_file)
def test_classes(case):
    table = reading_of(case).dataset
    counts = dict(zip(table.classes, table.class_counts.tolist()))
    assert measures.entropy(table.class_counts) == pytest.approx(case["entropy"], abs=1e-9)
    if "class_counts" in case:
        assert counts == case["class_counts"]


@pytest.mark.parametrize("case", [c for c in READ if "attributes" in c], ids=by_file)
def test_gains_ratios_and_cuts(case):
    table = reading_of(case).dataset
    for name, wanted in case["attributes"].items():
        name = table.attributes[int(name)].name if name.isdecimal() else name
        found = alternatives(table, Portion.everything(table), name, Parameters())
        gain = found.information_gain.max() if len(found) else 0.0
        assert gain == pytest.approx(wanted["gain"], abs=1e-9), name
        best = np.flatnonzero(found.information_gain >= gain - 1e-9)
        if "gain_ratio" in wanted and not table.attribute(name).is_continuous:
            ratio = found.gain_ratio[best[0]] if len(best) else 0.0
            assert ratio == pytest.approx(wanted["gain_ratio"], abs=1e-9), name
        if "cut_between" in wanted:
            neighbours = [(found.lower[i], found.upper[i]) for i in best]
            assert tuple(map(as_number, wanted["cut_between"])) in neighbours, name
            assert len(best) == wanted.get("cuts_that_tie", 1), name


def as_number(text):
    if text.count("-") == 2:
        return float((datetime.date.fromisoformat(text) - AS_CSV_DATES).days)
    return float(text)


@pytest.mark.parametrize("case", READ, ids=by_file)
def test_a_tree_grows_and_asks_nothing_set_aside(case):
    table = reading_of(case).dataset
    tree = grow(table, Parameters(max_depth=2))
    asked = {node.split.attribute for node in tree.nodes.values() if node.split}
    assert not asked & set(table.set_aside)
    candidates = tree.root.report.candidates
    assert all(c.rejected for c in candidates if c.attribute in table.set_aside)


@pytest.mark.parametrize("case", CASES, ids=by_file)
def test_bytes_and_path_give_the_same(case):
    def outcome(source, **more):
        try:
            table = inspect_table(source, target=case["target"], **more).dataset
        except DataError as refusal:
            return str(refusal)
        return table.digest, table.notes

    path = FOLDER / case["file"]
    assert outcome(path) == outcome(path.read_bytes(), name="C:\\anything.xls")


def test_nothing_was_run_or_written():
    for folder in (Path.cwd(), FOLDER, Path("/tmp")):
        assert not list(folder.glob("dtapp_canary_*"))
