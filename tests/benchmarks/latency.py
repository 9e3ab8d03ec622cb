"""How long a reader waits, in a real Chromium: from the press to the last change of what the page holds.

The app and the floor (``tests/benchmarks/floor``: as many widgets of the same kinds, with a line of
text behind them) take turns, so that a busy machine is as busy for both.
"""

from __future__ import annotations

import random
import re
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.benchmarks.serving import FLOOR, ROOT, Server, percentile
from tests.browser.conftest import ARGUMENTS, browser_path

QUIET = 400  # milliseconds without a change, after which the page is taken to stand
WIDE = {"width": 1366, "height": 768}

# The press is timed in the page itself. Changes of attributes (a fading, a zoom) do not count, and
# neither does what is outside of the page's content, as Streamlit's own sign that a script runs.
_WATCH = """(() => {
  window.pressed = window.first = window.last = 0;
  const press = (event) => { window.pressed = event.timeStamp; window.first = window.last = 0; };
  addEventListener('click', press, true);
  addEventListener('keydown', press, true);
  const changed = new MutationObserver((records) => {
    for (const record of records) {
      const place = record.target.getRootNode();
      const host = place instanceof ShadowRoot ? place.host : record.target;
      const element = host.nodeType === 1 ? host : host.parentElement;
      if (!element || !element.closest('[data-testid="stMain"]')) continue;
      window.last = performance.now();
      window.first ||= window.last;
    }
  });
  const what = { childList: true, characterData: true, subtree: true };
  changed.observe(document, what);
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options);
    changed.observe(root, what);
    return root;
  };
})()"""

_STANDS = f"""() => {{
  const app = document.querySelector('[data-testid="stApp"]');
  return window.first > 0 && app && app.dataset.testScriptState !== 'running'
    && performance.now() - window.last > {QUIET};
}}"""


def opened(chromium: Browser, url: str, ready: str) -> Page:
    """A page in a browser that has never seen the app."""
    page = chromium.new_context(viewport=WIDE).new_page()
    page.set_default_timeout(30_000)
    page.add_init_script(_WATCH)
    page.goto(url)
    page.locator(ready).first.wait_for()
    page.wait_for_timeout(1_500)
    return page


def waited(page: Page, press: Callable[[], None]) -> tuple[float, float]:
    """Milliseconds from a press to the first and to the last change of what the page holds."""
    page.evaluate("window.first = window.last = 0")
    press()
    page.wait_for_function(_STANDS, polling=50, timeout=30_000)
    return tuple(page.evaluate("[first - pressed, last - pressed]"))


def slide(page: Page, knob: str, to_right: bool) -> Callable[[], None]:
    thumb = page.locator(f'.st-key-{knob} input[type="range"]')
    thumb.focus()
    return lambda: page.keyboard.press("ArrowRight" if to_right else "ArrowLeft")


def button(page: Page, name: str) -> Callable[[], None]:
    found = page.get_by_role("button", name=re.compile(f"^{name}")).first  # its key may follow
    return lambda: found.click()


def link(page: Page, name: str) -> Callable[[], None]:
    found = page.locator(".st-key-menu a", has_text=name)
    return lambda: found.click()


def compare(name: str, n: int, ours: Callable, floor: Callable) -> dict:
    """One action n times on both, in turns. ours, floor: take the number of the try, give times."""
    times: dict[str, list] = {"ours": [], "floor": []}
    for i in range(-2, n):  # two to warm up
        for side, act in (("floor", floor), ("ours", ours)):
            found = act(i)
            if i >= 0:
                times[side].append(found)
    row = {"action": name, "n": n}
    for side, found in times.items():
        whole = [t[1] for t in found]
        row[side] = (statistics.median(whole), percentile(whole, 95))
        row[f"{side}_first"] = statistics.median(t[0] for t in found)
    row["ratio"] = row["ours"][0] / row["floor"][0]
    print(words(row), flush=True)
    return row


HEAD = (
    f"{'action':34} {'n':>3}  {'ours p50':>8} {'p95':>5}  {'floor p50':>9} {'p95':>5}  {'ratio':>5}"
    f"  {'first change':>12}"
)


def words(row: dict) -> str:
    (a, b), (c, d) = row["ours"], row["floor"]
    return (
        f"{row['action']:34} {row['n']:3}  {a:8.0f} {b:5.0f}  {c:9.0f} {d:5.0f}  {row['ratio']:5.2f}"
        f"  {row['ours_first']:5.0f} / {row['floor_first']:4.0f}"
    )


def table_of(n_rows: int, folder: Path) -> Path:
    """A file of numbers, words and three classes, as a student might bring it."""
    draw = random.Random(7)
    lines = ["length,width,height,age,colour,kind"]
    for _ in range(n_rows):
        x, y, z, age = (round(draw.gauss(10, 3), 2) for _ in range(4))
        colour = draw.choice(["red", "green", "blue", "grey"])
        score = x + 0.7 * y + (3 if colour == "red" else 0) + draw.gauss(0, 2)
        lines.append(f"{x},{y},{z},{age},{colour},{'abc'[(score > 15) + (score > 19)]}")
    path = folder / f"measured-{n_rows}.csv"
    path.write_text("\n".join(lines))
    return path


def measure(page: Page, floor: Page, table: str, n: int) -> list[dict]:
    """The four actions on one table. Both pages are on their first page of lessons."""
    rows = []
    link(page, "Tree")()
    floor.get_by_role("link", name="pages/tree.py First").first.click()
    page.locator(".st-key-confusion .js-plotly-plot").wait_for()
    free = page.get_by_text("Maximum depth: no limit")
    free.click()
    page.wait_for_timeout(2_000)
    at = {"ours": 3, "floor": 3}
    up = {"ours": True, "floor": True}
    most = {"ours": 5, "floor": 5}

    def sliding(side: str, where: Page, knob: str) -> Callable:
        def act(i: int) -> tuple[float, float]:
            if at[side] >= most[side]:
                up[side] = False
            elif at[side] <= 1:
                up[side] = True
            at[side] += 1 if up[side] else -1
            return waited(where, slide(where, knob, up[side]))

        return act

    # Up and down between 1 and the depth where the tree still changes.
    if table == "wine":
        most = {"ours": 3, "floor": 3}
    rows.append(
        compare(
            f"{table}: slider to changed tree",
            n,
            sliding("ours", page, "knob_max_depth"),
            sliding("floor", floor, "depth"),
        )
    )

    def turning(where: Page, link_to: Callable) -> Callable:
        return lambda i: waited(where, link_to(where, ("Grow", "Tree")[i % 2]))

    def floor_link(where: Page, name: str) -> Callable[[], None]:
        found = where.get_by_role("link", name=f"pages/{name.lower()}.py").first
        return lambda: found.click()

    rows.append(
        compare(f"{table}: to another page", n, turning(page, link), turning(floor, floor_link))
    )
    link(page, "Grow")()
    floor_link(floor, "Grow")()
    page.locator("[data-pick]").first.wait_for()
    page.wait_for_timeout(1_500)

    def stepping(where: Page) -> Callable:
        def act(i: int) -> tuple[float, float]:
            # Four steps on, and four back: where the tree has as many.
            return waited(where, button(where, "Next" if (i + 2) // 4 % 2 == 0 else "Back"))

        return act

    rows.append(compare(f"{table}: next step", n, stepping(page), stepping(floor)))
    button(page, "First")()
    page.wait_for_timeout(1_500)
    names = page.locator("[data-pick]").evaluate_all("all => all.map(e => e.dataset.pick)")[:4]

    def opening(i: int) -> tuple[float, float]:
        here = page.locator(f'[data-pick="{names[(i + 3) % len(names)]}"]')
        return waited(page, lambda: here.click())

    def floor_opening(i: int) -> tuple[float, float]:
        return waited(floor, button(floor, f"Open {'abcd'[(i + 3) % 4]}"))

    rows.append(compare(f"{table}: open an attribute", n, opening, floor_opening))
    return rows


def latencies(n: int, tables: list[str], folder: Path) -> list[dict]:
    """The four actions on iris, wine, and a table of 10,000 rows that is uploaded."""
    rows = []
    print(HEAD)
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        with Server(ROOT / "app.py") as ours, Server(FLOOR / "app.py") as floor:
            for table in tables:
                if table.isdigit():
                    page = opened(chromium, ours.url, "h1")
                    page.get_by_text("Your file", exact=True).click()
                    page.locator('input[type="file"]').first.set_input_files(
                        table_of(int(table), folder)
                    )
                    page.locator("h1", has_text="measured").wait_for()
                    page.wait_for_timeout(2_000)
                else:
                    page = opened(chromium, f"{ours.url}/?dataset={table}", "h1")
                other = opened(chromium, floor.url, "h1")
                name = f"{int(table):,} rows" if table.isdigit() else table
                rows += measure(page, other, name, n)
                page.context.close()
                other.context.close()
        chromium.close()
    return rows


def cold_starts(n: int) -> dict[str, list[tuple[float, float]]]:
    """Seconds from the start of a server to its first text, and to its title, in a fresh browser."""
    found: dict[str, list] = {"ours": [], "hello": []}
    text = "() => document.querySelector('[data-testid=\"stApp\"]')?.innerText.trim().length > 3"
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        for _ in range(n):
            for side, script, title in (
                ("hello", FLOOR / "hello.py", "text=Hello, world"),
                ("ours", ROOT / "app.py", "h1"),
            ):
                with Server(script) as server:
                    page = chromium.new_context(viewport=WIDE).new_page()
                    page.goto(server.url, timeout=120_000)
                    page.wait_for_function(text, polling=10, timeout=120_000)
                    first = time.perf_counter() - server.started
                    page.locator(title).first.wait_for(timeout=120_000)
                    found[side].append((first, time.perf_counter() - server.started))
                    page.context.close()
        chromium.close()
    return found
