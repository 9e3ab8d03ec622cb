"""Fields of a JSON file from outside: each is taken once, checked, and nothing is left over.

A check gives the value back in its type, or raises ValueError with the rule in words.
"""

from __future__ import annotations

import json
import math
import re

from c45.errors import DataError

#: What is read at most; a file with more is refused.
MAX_CHARACTERS = 64_000_000
MAX_WHOLE = 2**53  # beyond it, doubles leave whole numbers out
DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]{1,3})?")
MAX_NAMES = 1_000_000  # attributes, classes, and categories of one attribute


def malformed(what: str) -> DataError:
    """The error of a file that does not fit: what must be otherwise, and where."""
    return DataError(f"This is not a saved tree: {what}.")


def parsed(text: str | bytes):
    """What a JSON text holds. Raises DataError where it is not JSON, or too large."""
    if isinstance(text, bytes):
        if len(text) > 4 * MAX_CHARACTERS:
            raise malformed(f"the file has {len(text):,} bytes, too many to read")
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise malformed("the file is not UTF-8 text") from None
    if not isinstance(text, str):
        raise malformed(f"text is expected, not {type(text).__name__}")
    if len(text) > MAX_CHARACTERS:
        raise malformed(
            f"the file has {len(text):,} characters, and {MAX_CHARACTERS:,} are the most"
        )
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise malformed(f"line {error.lineno}, column {error.colno} is not JSON") from None
    except RecursionError:
        raise malformed("it is nested too deeply") from None
    except DataError:
        raise
    except ValueError:
        raise malformed("a number in it has too many digits") from None


def _no_constant(word: str):
    raise malformed(f"it holds {word}, which is not a number")


def _unique(pairs: list[tuple]) -> dict:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise malformed("an object in it has the same key twice")
    return found


class Fields:
    """An object of the file: each key is taken once, and none may be left over."""

    def __init__(self, data, place: str) -> None:
        if not isinstance(data, dict):
            raise malformed(f"{place} must be an object, in braces")
        self.data, self.place = dict(data), place

    def take(self, key: str, check, *, optional: bool = False):
        """A value, checked; ``check`` gives it back in its type or raises ValueError with the rule."""
        if key not in self.data:
            if optional:
                return None
            raise malformed(f'{self.place} has no "{key}"')
        try:
            return check(self.data.pop(key))
        except DataError:
            raise
        except ValueError as error:
            raise malformed(f'"{key}" of {self.place} must be {error}') from None

    def done(self) -> None:
        if self.data:
            raise malformed(
                f"{self.place} has {min(self.data)[:40]!r}, which does not belong there"
            )


def text(value) -> str:
    if not isinstance(value, str):
        raise ValueError("text")
    return value


def flag(value) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def whole(value) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_WHOLE:
        raise ValueError("a whole number, 0 or more")
    return value


def decimal_text(value) -> str:
    """A number written out, as ``2.45`` or ``1e-07``."""
    if not (isinstance(value, str) and len(value) <= 40 and DECIMAL.fullmatch(value)):
        raise ValueError("must be a number as text")
    return value


def any_number(value) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("a number")
    if (isinstance(value, int) and abs(value) > MAX_WHOLE) or not math.isfinite(value):
        raise ValueError("a number that is not too large")
    return value


def number(value) -> int | float:
    if any_number(value) < 0:
        raise ValueError("a number, 0 or more")
    return value


def or_none(check):
    return lambda value: None if value is None else check(value)


def mapping(value) -> dict:
    if not isinstance(value, dict):
        raise ValueError("an object, in braces")
    return value


def items(most: int):
    def check(value) -> list:
        if not isinstance(value, list):
            raise ValueError("a list")
        if len(value) > most:
            raise ValueError(f"a list of at most {most:,}")
        return value

    return check


def names(value) -> tuple[str, ...]:
    names = tuple(text(v) for v in items(MAX_NAMES)(value))
    if len(set(names)) < len(names):
        raise ValueError("a list of different names")
    return names


#: The check of a plain field, by the word of its type.
BY_TYPE = {"float": number, "int": whole, "bool": flag, "str": text}
