"""A running app and a real Chromium for the walks in this folder."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

expect.set_options(timeout=30_000)  # a busy machine is slow, not wrong


def browser_path() -> str:
    """Where Chromium is. These tests fail without one; they are never skipped."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        pytest.fail(
            "No Chromium was found. Install it (Debian, Ubuntu: apt-get install chromium), or set "
            "the variable CHROMIUM to the path of Chromium or Chrome."
        )
    return found


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    """The address of the app, started as README.md starts it."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    log = tmp_path_factory.mktemp("app") / "log.txt"
    with log.open("wb") as out:
        server = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(240):
            assert server.poll() is None, log.read_text()
            try:
                with urllib.request.urlopen(f"{url}/_stcore/health", timeout=1) as answer:
                    if answer.read() == b"ok":
                        break
            except OSError:
                time.sleep(0.25)
        else:
            pytest.fail("The app did not start within a minute.")
        yield url
    finally:
        server.terminate()
        server.wait(10)


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser):
    """A browser that has never seen the app."""
    fresh = chromium.new_context(viewport={"width": 1366, "height": 768}, accept_downloads=True)
    fresh.set_default_timeout(30_000)
    yield fresh
    fresh.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page that collects what goes wrong in it; ``page.faults`` must stay empty."""
    page = context.new_page()
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda m: page.faults.append(m.text) if real_fault(m) else None)
    return page


def real_fault(message) -> bool:
    """An error in the console. On a deep link Streamlit first asks below the page's own path for its
    health and its host; the two 404 are its own, and it then asks at the right place."""
    return message.type == "error" and "_stcore" not in message.location.get("url", "")
