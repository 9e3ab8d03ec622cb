"""Tables that are too large to be shown whole: every page opens, and says what it leaves out."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest
from driving import HERE, fine, html, open_app

from pages.shared.cached import SOON_READ
from pages.shared.menu import LESSONS

random = np.random.default_rng(0)


def long_table() -> pd.DataFrame:
    x = random.integers(0, 100_000, (100_000, 4)) / 8
    noise = random.random(len(x)) < 0.1
    classes = np.where((x[:, 0] > 5_000) ^ (x[:, 1] > 9_000) ^ noise, "yes", "no")
    return pd.DataFrame(x, columns=list("abcd")).assign(play=classes)


def many_categories() -> pd.DataFrame:
    town = random.integers(0, 5_000, 20_000)
    return pd.DataFrame({"town": np.char.add("t", town.astype(str)), "x": town % 7}).assign(
        play=np.where(town % 3 > 0, "yes", "no")
    )


def many_classes() -> pd.DataFrame:
    k = np.arange(3_000) % 300
    return pd.DataFrame({"x": k + 0.5, "y": k % 2, "class": np.char.add("c", k.astype(str))})


def many_columns() -> pd.DataFrame:
    x = random.integers(0, 3, (60, 1_900))
    return pd.DataFrame(x, columns=[f"x{i}" for i in range(1_900)]).assign(
        play=np.where(x[:, 7] > 1, "yes", "no")
    )


def uploaded(table: pd.DataFrame):
    text = io.BytesIO()
    table.to_csv(text, index=False)
    at = open_app()
    fine(at.segmented_control(key="shelf").set_value("Your file").run())
    file = ("large.csv", text.getvalue(), "text/csv")
    return fine(at.file_uploader(key="own_file").set_value(file).run()), len(text.getvalue())


@pytest.mark.parametrize(
    "table, words",
    [
        (long_table, "100000 rows, 4 attributes"),
        (many_categories, "20000 rows, 2 attributes"),
        (many_classes, "3000 rows, 2 attributes, and class to be predicted: 300 classes"),
        (many_columns, "60 rows, 1900 attributes"),
    ],
)
def test_a_large_table_opens_on_every_page(table, words):
    at, n_bytes = uploaded(table())
    assert words in html(at)
    assert n_bytes > SOON_READ or table is not long_table  # so that the bar was shown, and has gone
    assert not at.get("progress")
    for path, word, _ in LESSONS:
        page = html(fine(at.switch_page(str(HERE / path)).run()))
        assert "<h1" in page, word
        assert 'role="alert"' not in page, word
        assert len(page) < 2_000_000, word


def test_more_columns_than_the_limit_are_refused_with_both_numbers():
    names = ",".join(f"x{i}" for i in range(20_000))
    at = open_app()
    fine(at.segmented_control(key="shelf").set_value("Your file").run())
    file = ("wide.csv", f"{names}\n{','.join('1' * 20_000)}\n".encode(), "text/csv")
    page = html(fine(at.file_uploader(key="own_file").set_value(file).run()))
    assert "20,000 columns, and the limit is 2,000" in page
