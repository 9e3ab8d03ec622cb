"""Every file of `tests/inputs`, uploaded in a real Chromium: read right, or refused in a sentence.

One page takes them all, one after the other, as a person with a folder of files would. Figures on the
Grow page are those of `expected.json`; `wrong` there is what a plain reader makes of the file.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import tempfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from c45 import DataError
from c45.reading import inspect_table, shown_file_name
from tests.browser.conftest import ROOT
from tests.browser.test_main_job import arrive, menu, tab

FOLDER = ROOT / "tests" / "inputs"
CASES = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
READ = [c for c in CASES if c["outcome"] == "read"]
REFUSED = [c for c in CASES if c["outcome"] == "refuse"]
ALSO = ("semicolon_decimal_comma.csv", "question_mark_missing.csv", "quoted_nominals.arff")
BY_HAND = [c for c in READ if "wrong" in c or c["file"] in ALSO]
GAINS = """() => Object.fromEntries([...document.querySelectorAll('tr:has([data-pick])')].reverse().map(row => {
  const heads = [...row.closest('table').querySelectorAll('thead th')].map(th => th.innerText);
  return [row.querySelector('[data-pick]').dataset.pick, row.cells[heads.indexOf('Gain, bits')].innerText.trim()];
}))"""
TITLE = "Data · Decision trees, step by step"
MEGABYTE = 2**20
NAMES = [
    "../../x.csv", "..\\..\\x.csv", "/etc/passwd.csv", "\\\\host\\share\\x.csv", "CON.csv",
    "a\u202evsc.exe.csv", "x.csv.exe", "<img src=x onerror=document.title=1>.csv", "n" * 300 + ".csv",
    ".csv", "x.CSV", "**bold** $x$ [a](b).csv", "no ending",
]  # fmt: skip


def canaries() -> list[str]:
    """Files that only code out of an uploaded file can have made, wherever they could lie."""
    found = []
    places = {ROOT, Path.cwd(), Path(tempfile.gettempdir()), Path.home(), *ROOT.parents[:2]}
    for place in places:
        for folder, inside, files in os.walk(place):
            deep = len(Path(folder).relative_to(place).parts)
            inside[:] = [] if deep >= 2 else [d for d in inside if d not in (".venv", ".git")]
            found += [os.path.join(folder, f) for f in files if f.startswith("dtapp_canary_")]
    return found


@pytest.fixture
def upload(page: Page, address):
    """Gives one file after the other to the Data page; then nothing may be wrong anywhere."""
    arrive(page, address)
    tab(page, "Your file")

    def give(content: bytes | Path, name: str = "") -> None:
        name = name or content.name
        content = content.read_bytes() if isinstance(content, Path) else content
        page.locator("input[type=file]").first.set_input_files(
            {"name": name, "mimeType": "text/csv", "buffer": content}
        )

    yield give
    assert page.faults == []
    assert page.locator(".stException").count() == 0
    assert canaries() == []


def sentence(case) -> str:
    with pytest.raises(DataError) as refusal:
        inspect_table((FOLDER / case["file"]).read_bytes(), name=case["file"])
    return str(refusal.value)


def lead(case) -> str:
    """The sentence below the name of the file. Source of the counts: expected.json."""
    n, rows = case["columns"] - 1, case["rows"]
    return (
        f"{rows} {'row' if rows == 1 else 'rows'}, {n} {'attribute' if n == 1 else 'attributes'}, "
        f"and {case['target']} to be predicted: "
    )


def count_of(case) -> list[str]:
    return [f"{n} {name}" for name, n in case.get("class_counts", {}).items()]


def test_what_is_refused_gets_its_sentence(page: Page, upload):
    for case in REFUSED:
        upload(FOLDER / case["file"])
        expect(page.get_by_role("alert")).to_have_text(
            "This file cannot be used as it is. " + sentence(case)
        )
        assert page.get_by_role("alert").bounding_box()["y"] < 200  # in sight, above the settings
        expect(page.locator(".lead")).to_have_text("Not a table to grow from yet.")
        expect(page).to_have_title(TITLE)


def test_what_is_read_has_its_rows_classes_and_notes(page: Page, upload):
    for case in READ:
        upload(FOLDER / case["file"])
        expect(page.locator("h1")).to_have_text(case["file"])
        words = page.locator(".lead")
        expect(words).to_contain_text(lead(case))
        for count in count_of(case):
            assert count in words.inner_text(), case["file"]
        for said in case["says"]:
            any_of = re.compile("|".join(map(re.escape, said.split("|"))))
            expect(page.locator("ul.said")).to_contain_text(any_of)
        expect(page).to_have_title(TITLE)
        assert page.get_by_role("alert").count() == 0


def test_figures_of_the_root_are_right_where_a_plain_reader_goes_wrong(page: Page, upload):
    for case in BY_HAND:
        upload(FOLDER / case["file"])
        expect(page.locator("h1")).to_have_text(case["file"])
        menu(page, "Grow")
        expect(page.get_by_text("Step 1 of", exact=False).first).to_contain_text(case["file"])
        for name in case["attributes"]:
            expect(page.locator(f"tr [data-pick={json.dumps(name)}]").first).to_be_visible()
        main = page.locator("[data-testid=stMain]")
        shown = page.evaluate(GAINS)
        for name, wanted in case["attributes"].items():
            assert shown[name] == f"{wanted['gain']:.3f}", (case["file"], name)
        expect(main).to_contain_text(f"{case['entropy']:.3f} bits")
        for what, figure in case.get("wrong", {}).items():
            figure = f"{figure:.3f}"
            assert shown[what] != figure if what in shown else figure not in main.inner_text()
        expect(page).to_have_title(TITLE.replace("Data", "Grow"))
        menu(page, "Data")
        expect(page.locator("h1")).to_have_text(case["file"])


def test_a_name_is_only_shown(page: Page, upload):
    content = (FOLDER / "path_like_name.csv").read_bytes()
    for i, name in enumerate(NAMES):
        upload(content + b"p,1,y\n" * i, name)  # another content, another table
        expect(page.locator(".lead")).to_contain_text(f"{3 + i} rows")
        expect(page.locator("h1")).to_have_text(re.sub(r"\s+", " ", shown_file_name(name)))
        assert page.locator("h1 *:not(span), img[src=x]").count() == 0
        expect(page).to_have_title(TITLE)


def test_too_large_an_upload_is_refused_in_sight(page: Page, upload):
    row = b"1,2,u\n"
    upload(b"a,b,cls\n" + row * (20 * MEGABYTE // len(row)) + row * 2, "twenty.csv")
    words = page.get_by_text("File must be 20.0MB or smaller")
    expect(words).to_be_visible()
    assert words.bounding_box()["width"] > 100
    upload(gzip.compress(b"a,b,cls\n" + row * 1_000_100, 1), "rows.csv.gz")
    expect(page.get_by_role("alert").first).to_contain_text(
        "1,000,100 rows, and the limit is 1,000,000"
    )
