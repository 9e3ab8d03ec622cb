"""Exercises made to order: small tables with a wished-for property, each the same for ever by its seed."""

from c45.exercises.maker import Exercise, Sizes, make_exercise, variants
from c45.exercises.paper import exercise_html, exercise_markdown
from c45.exercises.quiz import answer_key, to_gift, to_moodle_xml
from c45.exercises.wishes import WISHES, Wish

__all__ = [
    "WISHES",
    "Exercise",
    "Sizes",
    "Wish",
    "answer_key",
    "exercise_html",
    "exercise_markdown",
    "make_exercise",
    "to_gift",
    "to_moodle_xml",
    "variants",
]
