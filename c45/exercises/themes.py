"""The words of exercises: what a table is about, its attributes with their values, and its classes.

Nothing in them is about people, so that no student's family, body or purse is an example.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Theme:
    """What a table is about.

    title, target: of the table and of the column to be predicted. classes, attributes: the words from
    which an exercise takes as many as it needs. number: a name for a column of numbers, with its
    smallest and largest value. row: what one row is, and the letter its identifier begins with.
    """

    title: str
    target: str
    classes: tuple[str, ...]
    attributes: tuple[tuple[str, tuple[str, ...]], ...]
    number: tuple[str, int, int]
    row: str


THEMES = (
    Theme(
        "Watering plants",
        "water",
        ("today", "tomorrow", "later", "never"),
        (
            ("soil", ("dry", "moist", "wet", "sandy")),
            ("leaves", ("firm", "limp", "yellow", "spotted")),
            ("place", ("window", "balcony", "hall", "cellar")),
            ("pot", ("small", "medium", "large", "none")),
            ("sky", ("clear", "cloudy", "rain", "fog")),
            ("season", ("spring", "summer", "autumn", "winter")),
        ),
        ("days since watered", 1, 14),
        "plant",
    ),
    Theme(
        "Catching the bus",
        "bus",
        ("on time", "late", "early", "cancelled"),
        (
            ("weather", ("sun", "rain", "snow", "wind")),
            ("road", ("free", "busy", "works", "closed")),
            ("day", ("workday", "Saturday", "Sunday", "holiday")),
            ("line", ("A", "B", "C", "D")),
            ("hour", ("morning", "noon", "evening", "night")),
            ("stop", ("market", "station", "park", "harbour")),
        ),
        ("stops before", 1, 20),
        "ride",
    ),
    Theme(
        "Finding mushrooms",
        "found",
        ("many", "none", "few", "one"),
        (
            ("wood", ("beech", "pine", "oak", "birch")),
            ("ground", ("moss", "leaves", "grass", "sand")),
            ("slope", ("north", "south", "east", "west")),
            ("rain", ("yesterday", "last week", "long ago", "today")),
            ("light", ("shade", "half", "full", "dusk")),
            ("path", ("near", "far", "none", "wide")),
        ),
        ("height in m", 100, 900),
        "walk",
    ),
    Theme(
        "Sorting parcels",
        "goes to",
        ("van", "bike", "train", "shelf"),
        (
            ("size", ("small", "medium", "large", "long")),
            ("wrapping", ("paper", "box", "tube", "bag")),
            ("mark", ("none", "fragile", "cold", "urgent")),
            ("district", ("old town", "river", "hill", "airport")),
            ("shift", ("early", "late", "night", "weekend")),
            ("sender", ("shop", "library", "factory", "museum")),
        ),
        ("weight in g", 100, 5_000),
        "parcel",
    ),
    Theme(
        "Flying kites",
        "flies",
        ("yes", "no", "briefly", "tangled"),
        (
            ("wind", ("weak", "strong", "gusty", "still")),
            ("kite", ("diamond", "box", "delta", "sled")),
            ("field", ("meadow", "beach", "hill", "yard")),
            ("tail", ("short", "long", "none", "double")),
            ("line", ("thin", "thick", "old", "new")),
            ("air", ("dry", "damp", "cold", "warm")),
        ),
        ("wind in km/h", 2, 60),
        "flight",
    ),
)
