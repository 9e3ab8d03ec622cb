"""A tree out of the building: as a picture, as text, rules, source code and JSON."""

from c45.export.code import to_python
from c45.export.dot import to_dot
from c45.export.jsontree import from_json, to_json
from c45.export.picture import to_png, to_svg
from c45.export.rules import Rule, rules_text, to_rules
from c45.export.text import to_text

__all__ = [
    "Rule",
    "from_json",
    "rules_text",
    "to_dot",
    "to_json",
    "to_png",
    "to_python",
    "to_rules",
    "to_svg",
    "to_text",
]
