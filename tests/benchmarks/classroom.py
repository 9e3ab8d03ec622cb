"""A class at work, without browsers: real sessions over Streamlit's websocket, one action every few seconds each."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from pathlib import Path

from tests.benchmarks.serving import ROOT, Server, percentile
from tests.benchmarks.student import Student

PAUSE = 4.0  # seconds between two actions of one student
TABLES = ("iris", "wine", "playtennis_id3", "aima_restaurant")
PAGES = ("grow", "tree", "predict", "prune")


async def act(student: Student, draw: random.Random) -> tuple[str, float]:
    """One action, drawn from those that the page offers: its kind, and seconds."""
    kinds = ["page"]
    if student.id_of("knob_max_depth_free"):
        kinds.append("knob")
    if student.id_of("attributes") or student.id_of("jump"):
        kinds += ["step", "step", "step"] if student.can("Next") or student.can("Back") else []
        if student.attributes():
            kinds.append("open")
    kind = draw.choice(kinds)
    if kind == "page":
        return kind, await student.go(draw.choice(PAGES))
    if kind == "open":
        return kind, await student.pick("attributes", draw.choice(student.attributes()))
    if kind == "step":
        enabled = [n for n in ("Next", "Back") if student.can(n)]
        return kind, await student.press(enabled[0] if draw.random() < 0.8 else enabled[-1])
    if not student.id_of("knob_max_depth"):
        return kind, await student.set("knob_max_depth_free", False)
    if draw.random() < 0.5:
        return kind, await student.set("knob_max_depth", draw.randint(1, 6))
    return kind, await student.set("knob_min_samples_leaf", float(draw.randint(1, 8)))


async def arrive(port: int, n: int) -> list[Student]:
    """So many students, ten at a time, each on the Grow page of one of a few tables."""
    students = []
    for start in range(0, n, 10):
        new = [
            Student(port, f"dataset={TABLES[i % len(TABLES)]}")
            for i in range(start, min(start + 10, n))
        ]
        await asyncio.gather(*(s.open() for s in new))
        await asyncio.gather(*(s.go("grow") for s in new))
        students += new
    return students


async def working(students: list[Student], seconds: float) -> list[tuple[str, float]]:
    """All of them act for so long, each with pauses. Gives the kind and the seconds of each answer."""
    found, end = [], time.perf_counter() + seconds

    async def one(i: int, student: Student) -> None:
        draw = random.Random(i)
        await asyncio.sleep(PAUSE * i / len(students))
        while time.perf_counter() < end:
            begun = time.perf_counter()
            found.append(await act(student, draw))
            await asyncio.sleep(max(0.0, PAUSE - (time.perf_counter() - begun)))

    await asyncio.gather(*(one(i, s) for i, s in enumerate(students)))
    return found


def figures(times: list[float]) -> str:
    return (
        f"{len(times):6} answers   p50 {statistics.median(times) * 1e3:5.0f} ms   "
        f"p95 {percentile(times, 95) * 1e3:5.0f} ms   slowest {max(times) * 1e3:5.0f} ms"
    )


def faults(students: list[Student]) -> int:
    return sum(len(s.errors) for s in students)


async def works(n: int, minutes: float) -> None:
    """A class that works for some minutes, and then presses all at once."""
    with Server(ROOT / "app.py") as server:
        start = peak = server.memory()
        students = await arrive(server.port, n)
        there = server.memory()

        async def watching() -> None:
            nonlocal peak
            while True:
                peak = max(peak, server.memory())
                await asyncio.sleep(1)

        watch = asyncio.create_task(watching())
        used, begun = server.cpu(), time.perf_counter()
        found = await working(students, minutes * 60)
        share = (server.cpu() - used) / (time.perf_counter() - begun)
        print(f"{n} students, one action every {PAUSE:g} s each, {minutes:g} minutes")
        print(f"  all       {figures([s for _, s in found])}")
        for kind in sorted({k for k, _ in found}):
            print(f"  {kind:9} {figures([s for k, s in found if k == kind])}")
        print(f"  errors {faults(students)}; the server used {share:.2f} of one core")
        for said in sorted({e for s in students for e in s.errors}):
            print(f"    {said[:200]}")
        at_once = []
        for _ in range(3):
            await asyncio.gather(*(s.go("grow") for s in students))
            pressed = await asyncio.gather(*(s.press("First") for s in students if s.can("First")))
            pressed = await asyncio.gather(*(s.press("Next") for s in students if s.can("Next")))
            at_once.append(max(pressed))
        said = ", ".join(f"{t:.2f}" for t in at_once)
        print(
            f"  all press Next at once: the last answer after {said} s; errors {faults(students)}"
        )
        watch.cancel()
        print(
            f"  memory: start {start:.0f} MiB, all there {there:.0f}, peak {peak:.0f}, "
            f"end {server.memory():.0f}"
        )
        for student in students:
            await student.close()


async def waves(n_waves: int, n: int) -> None:
    """Classes one after the other: memory while each is there. Closed sessions are kept two minutes."""
    with Server(ROOT / "app.py", {"server.disconnectedSessionTTL": 5}) as server:
        memory = []
        for k in range(n_waves):
            students = await arrive(server.port, n)
            await working(students, 2 * PAUSE)
            memory.append(server.memory())
            wrong = faults(students)
            for student in students:
                await student.close()
            await asyncio.sleep(8)
            print(f"wave {k + 1}: {memory[-1]:.0f} MiB, errors {wrong}", flush=True)
        if n_waves > 3:
            print(f"the last against the third: {memory[-1] / memory[2]:.3f}")


def numbers(n_rows: int, folder: Path) -> Path:
    """A file of small whole numbers, so that a million rows stay below the largest upload."""
    draw = random.Random(3)
    path = folder / f"grown-{n_rows}.csv"
    with path.open("w") as file:
        file.write("a,b,c,d,e,class\n")
        for _ in range(n_rows):
            a, b, c, d, e = (draw.randrange(90) for _ in range(5))
            file.write(
                f"{a},{b},{c},{d},{e},{'xyz'[(a + b > 90) + (c + draw.randrange(60) > 100)]}\n"
            )
    return path


async def beside_a_large_table(n_rows: int, folder: Path, n: int = 20) -> None:
    """The waiting times of a class while one more session reads and grows a large table, and without."""
    path = numbers(n_rows, folder)
    with Server(ROOT / "app.py") as server:
        students = await arrive(server.port, n)
        await working(students, 4 * PAUSE)
        alone = await working(students, 15)
        print(f"{n} students alone            {figures([s for _, s in alone])}")
        grower = await Student(server.port, "").open()
        begun, seconds = time.perf_counter(), {}

        async def growing() -> None:
            await grower.set("shelf", "Your file")
            await grower.upload("own_file", path)
            seconds["reading"] = time.perf_counter() - begun
            await grower.go("grow")
            seconds["growing"] = time.perf_counter() - begun - seconds["reading"]

        task, found = asyncio.create_task(growing()), []
        while not task.done():
            found += await working(students, 5)
        await task
        print(f"{n} beside {n_rows:,} rows   {figures([s for _, s in found])}")
        said = ", ".join(f"{k} {v:.1f} s" for k, v in seconds.items())
        print(f"the large table: {said}; errors {faults([*students, grower])}")
        print(f"memory {server.memory():.0f} MiB")
