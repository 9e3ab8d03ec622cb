"""How the page tests drive the app."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

HERE = Path(__file__).parents[2]


def open_app(page: str = "app.py", **query: str) -> AppTest:
    """The app in a new tab, on a page, with an address."""
    at = AppTest.from_file(str(HERE / "app.py"), default_timeout=60)
    for name, value in query.items():
        at.query_params[name] = value
    if page != "app.py":
        at.switch_page(str(HERE / page))
    return fine(at.run())


def fine(at: AppTest) -> AppTest:
    """The same; fails if the page raised."""
    assert not at.exception, at.exception[0].message
    return at


def address(at: AppTest) -> dict[str, str]:
    """What the address of the page says."""
    return {k: v[-1] if isinstance(v, list) else v for k, v in dict(at.query_params).items()}


def html(at: AppTest) -> str:
    """All pieces of HTML on the page but the style sheet."""
    return "\n".join(e.value for e in at.get("html") if not e.value.startswith("<style"))
