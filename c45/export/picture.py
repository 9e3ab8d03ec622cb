"""A tree as an SVG or PNG picture, without a ``dot`` program on the machine.

The layout is done by ``graphviz-pure``, a port of Graphviz that ``pip`` installs as one program.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
import time
from functools import cache
from importlib import metadata
from pathlib import Path

from c45.errors import C45Error, ParameterError
from c45.export.dot import to_dot
from c45.export.palette import TOKENS
from c45.export.quoting import one_line
from c45.tree import Tree

PROGRAM = "graphviz-pure"
#: Seconds a picture may take.
TIMEOUT = 20.0
#: A picture has at most this many lines between nodes: about seven seconds of layout.
MAX_LINES = 2_500
#: A PNG has at most this many points: 25 million take about a second and 100 MB.
MAX_PIXELS = 25_000_000
#: A PNG without a stated width is made smaller to fit, but not below this share of its size.
LEAST_SCALE = 0.4
_POINTS_PER_INCH, _PIXELS_PER_INCH = 72, 96
_PAPER = TOKENS["card"][0]


def to_svg(tree_or_dot: Tree | str, *, timeout: float = TIMEOUT, **options) -> str:
    """A picture as SVG text that begins with ``<svg``.

    options: those of ``to_dot``, where a tree is given. Text in the DOT language is drawn as it is.
    The background has the colour of the card.

    Raises C45Error where the picture cannot be drawn, or not in time.

    >>> from c45 import Dataset, grow
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"wind": ["weak", "strong"], "play": ["yes", "no"]})
    >>> to_svg(grow(Dataset.from_frame(frame, target="play")))[:4]
    '<svg'
    """
    svg = _drawn(_dot(tree_or_dot, options), timeout, "-Tsvg").decode("utf-8", errors="replace")
    start = svg.find("<svg")
    if start < 0:
        raise C45Error("The tree could not be drawn: the drawing program gave no picture.")
    return svg[start:]


def to_png(
    tree_or_dot: Tree | str, *, width: int | None = None, timeout: float = TIMEOUT, **options
) -> bytes:
    """A picture as the bytes of a PNG file.

    width: in pixels, 16 to 20,000; the height follows. Left out, the picture has 96 pixels an inch,
        and fewer where it would be larger than ``MAX_PIXELS``.
    options: those of ``to_dot``, where a tree is given.

    Raises ParameterError for a width that is not possible, C45Error where the picture is too large,
    cannot be drawn, or not in time.
    """
    if width is not None and not (isinstance(width, int) and 16 <= width <= 20_000):
        raise ParameterError(
            f"width is {width!r}. It must be a whole number from 16 to 20000, or None."
        )
    dot = _dot(tree_or_dot, options)
    started = time.monotonic()
    # The size is known only after the layout, and a picture that is too large would fill the memory.
    wide, high = _size(to_svg(dot, timeout=timeout))
    scale = 1.0 if width is None else width / wide
    if wide * high * scale**2 > MAX_PIXELS:
        if width is not None:
            raise C45Error(
                f"A picture of this tree that is {width:,} pixels wide would be "
                f"{high * scale:,.0f} high, which is too large. Ask for less width, draw fewer "
                "levels, or save it as SVG."
            )
        scale = (MAX_PIXELS / (wide * high)) ** 0.5
        if scale < LEAST_SCALE:
            raise C45Error(
                f"A picture of this tree would be {wide:,.0f} by {high:,.0f} pixels, which is too "
                "large. Draw fewer levels, or save it as SVG."
            )
    inches = wide * scale / _PIXELS_PER_INCH
    left = max(timeout - (time.monotonic() - started), 0.1)
    return _drawn(dot, left, "-Tpng", f"-Gdpi={_PIXELS_PER_INCH}", f"-Gsize={inches:.4f},100000!")


def _dot(tree_or_dot: Tree | str, options: dict) -> str:
    if isinstance(tree_or_dot, Tree):
        return to_dot(tree_or_dot, **options)
    if options:
        raise ParameterError(f"{next(iter(options))} needs a tree, not text in the DOT language.")
    return tree_or_dot


def _size(svg: str) -> tuple[float, float]:
    """Width and height of an SVG, in pixels at 96 an inch."""
    found = re.match(r'<svg width="([0-9.]+)pt" height="([0-9.]+)pt"', svg)
    if not found:
        raise C45Error("The tree could not be drawn: the size of the picture is not known.")
    return tuple(float(x) * _PIXELS_PER_INCH / _POINTS_PER_INCH for x in found.groups())


def _drawn(dot: str, timeout: float, *arguments: str) -> bytes:
    """What the drawing program makes of a DOT text. It reads and writes through pipes only."""
    n_lines = dot.count(" -> ")  # text from data has no bare ">"
    if n_lines > MAX_LINES:
        raise C45Error(
            f"The tree is too large for one picture: {n_lines + 1:,} nodes, and at most "
            f"{MAX_LINES + 1:,} can be drawn. Draw fewer levels."
        )
    command = [program(), *arguments, f"-Gbgcolor={_PAPER}"]
    try:
        done = subprocess.run(
            command,
            input=dot.encode("utf-8", errors="replace"),
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise C45Error(
            f"The tree could not be drawn in {timeout:.3g} seconds. Draw fewer levels."
        ) from None
    except OSError as error:
        raise C45Error(
            f"The tree could not be drawn: {PROGRAM} did not start ({error.strerror})."
        ) from None
    if done.returncode or not done.stdout:
        lines = done.stderr.decode("utf-8", errors="replace").splitlines()
        said = one_line(lines[0])[:200] if lines else f"it stopped with code {done.returncode}"
        raise C45Error(f"The tree could not be drawn. {PROGRAM} says: {said}")
    return done.stdout


@cache
def program() -> str:
    """The path of the drawing program. Raises C45Error where it is not installed."""
    try:
        files = metadata.files(PROGRAM) or ()
    except metadata.PackageNotFoundError:
        files = ()
    places = [file.locate() for file in files]
    for folder in (Path(sys.executable).parent, Path(sysconfig.get_path("scripts"))):
        places += [folder / PROGRAM, folder / f"{PROGRAM}.exe"]
    for place in map(Path, places):
        if place.name in (PROGRAM, f"{PROGRAM}.exe") and place.is_file():
            return str(place.resolve())
    found = shutil.which(PROGRAM) or shutil.which("dot")
    if not found:
        raise C45Error(
            f"The drawing program {PROGRAM} is not installed. Install it with: pip install {PROGRAM}"
        )
    return found
