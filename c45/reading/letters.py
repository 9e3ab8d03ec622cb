"""Bytes into letters, and letters that are not what they look like."""

from __future__ import annotations

import re
import unicodedata

from c45.errors import DataError

BYTE_ORDER_MARKS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_MULTIBYTE = re.compile(rb"[\xc3-\xdf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}")
# Signs of Windows-1252 that stand inside no word: bytes of another encoding look like this.
_ODD_SIGN = re.compile(
    r"[^\W\d_]+[\u0192\u201a\u201e\u2020\u2021\u02c6\u2030\u2039\u2022\u02dc\u203a\u00a4\u00a6-\u00a8\u00ac\u00af"
    r"\u00b8\u00a1\u00bf\u00a2\u00a3\u00a5](?=[^\W\d_])[^\W\d_]*"
    r"|[A-Za-z]+[\u201a\u201e\u0192]|\u0192[^\W\d_][^\W\d_]*|\u201a[\u00a1-\u00bf][^\W\d_]*|\u00a3[\u00e0-\u00ff][^\W\d_]*"
    r"|[a-z\u00df-\u00f6\u00f8-\u00ff]+[\u0160\u017d\u0178\u00c0-\u00d6\u00d8-\u00de](?![A-Z])[^\W\d_]*"
)
_TWICE = re.compile(
    "\u00c3[\u00a0-\u00bf\u0080-\u009f]|\u00c2[\u00a0-\u00bf]|\u00e2\u20ac[\u0153\u201d\u2122\u201c\u02dc]"
)
_CONTROL = re.compile(r"[\x01-\x08\x0e-\x1f\x7f]")
_CONTROL_BYTES = bytes((*range(1, 9), *range(0x0E, 0x20), 0x7F))
_ODD_WORD = re.compile(r"[^\W\d_]*[\u00a1-\u00ff\u0152-\u017e]{3,}[^\W\d_]*")
# Invisible in every font and without meaning inside a word. The joiners U+200C and U+200D are not
# here: Persian and emoji need them.
_INVISIBLE = dict.fromkeys((0x200B, 0x2060, 0xFEFF, 0x00AD, 0x180E, 0x200E, 0x200F))
_LOOK_ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТХУаеѕіјорсхуԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονıα\u2010\u2011\u2012\u2013\u2014\u2212\u2019\u2018\u02bc\u00b4`",
    "ABESIJKMHOPCTXYaesijopcxydqwABEZHIKMNOPTYXovia------'''''",
)


def decode(data: bytes, encoding: str | None = None) -> tuple[str, str, list[str]]:
    """The text, the name of its encoding, and notes about how that was decided.

    Looks at byte order marks first, then tries UTF-8, UTF-16 without a mark, and Windows-1252.
    Line ends are made one newline each. Raises DataError with a line where that cannot be right.

    >>> decode("café".encode("cp1252"))[:2]
    ('café', 'Windows-1252')
    """
    notes: list[str] = []
    if encoding is not None:
        text, shown = _decode_as(data, encoding), encoding
    else:
        text, shown = _guess(data, notes)
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    nul = text.find("\0")
    if nul >= 0:
        raise DataError(
            f"This is not a text table: line {_line(text, nul)} holds a sign that no text has (NUL). "
            "Open it in the program it comes from, and save it as CSV."
        )
    text = text.removesuffix("\x1a")  # old systems end a text so
    control = _CONTROL.search(text) if holds_control_signs(text) else None
    if control:
        raise DataError(
            f"This is not a text table: line {_line(text, control.start())} holds signs that no "
            "text has. Choose a CSV, Excel or ARFF file."
        )
    twice = None if text.isascii() else _TWICE.search(text)
    if twice:
        notes.append(
            f"Line {_line(text, twice.start())} holds {twice.group()!r}: letters were saved with "
            "the wrong encoding before the file came here."
        )
    if "\ufffd" in text:
        notes.append(
            f"Line {_line(text, text.index(chr(0xFFFD)))} holds the sign \ufffd: a letter was lost "
            "before the file came here."
        )
    return text, shown, notes


def _decode_as(data: bytes, encoding: str) -> str:
    try:
        text = data.decode(encoding)
        if not isinstance(text, str):
            raise LookupError
    except (LookupError, TypeError):
        raise DataError(
            f"There is no text encoding called {encoding[:40]!r}. "
            "Common ones are utf-8, utf-16, cp1252 and latin-1."
        ) from None
    except (UnicodeError, ValueError) as error:
        start = getattr(error, "start", 0)
        raise DataError(
            f"The file cannot be read with the encoding {encoding[:40]!r}: line "
            f"{_line(data, start)} holds bytes it does not have. Choose another encoding."
        ) from None
    return text


def _guess(data: bytes, notes: list[str]) -> tuple[str, str]:
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            if encoding != "utf-8":
                notes.append(f"The encoding is {encoding[:6].upper()}.")
            return _decode_as(data, encoding), encoding
    sample = data[:4096]
    if b"\0" in sample and len(data) % 2 == 0:
        even, odd = sample[0::2].count(0) / len(sample) * 2, sample[1::2].count(0) / len(sample) * 2
        if max(even, odd) > 0.4 and min(even, odd) < 0.05:
            encoding = "utf-16-le" if odd > even else "utf-16-be"
            notes.append("The encoding is UTF-16, without a mark that says so.")
            return _decode_as(data, encoding), encoding
        for encoding in ("utf-16-le", "utf-16-be"):
            if _reads_well(data, encoding):
                notes.append("The encoding is UTF-16, without a mark that says so.")
                return _decode_as(data, encoding), encoding
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        bad = error
    line = _line(data, bad.start)
    if b"\0" in data:
        raise DataError(
            f"This is not a text table: line {_line(data, data.index(0))} holds a sign that no text "
            "has (NUL). Open it in the program it comes from, and save it as CSV."
        )
    if _MULTIBYTE.search(data):
        raise DataError(
            "The encoding (how letters are stored) is mixed: most letters are UTF-8, but some in "
            f"line {line} are not. Save the file as CSV UTF-8 again, or choose its encoding."
        )
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError as error:
        raise DataError(
            f"The encoding (how letters are stored) cannot be told: line {_line(data, error.start)} "
            "is neither UTF-8 nor Windows-1252. Choose the encoding, or save the file as CSV UTF-8."
        ) from None
    if _CONTROL.search(text):
        return text, "Windows-1252"  # which is refused
    odd = _ODD_WORD.search(text) or _ODD_SIGN.search(text)
    if odd:
        raise DataError(
            "The encoding (how letters are stored) cannot be told: line "
            f"{_line(text, odd.start())} would read {odd.group()[:20]!r}. Choose the encoding, or "
            "save the file as CSV UTF-8."
        )
    notes.append(
        f"The encoding is Windows-1252, because line {line} is not UTF-8. "
        "If letters look wrong, choose another encoding."
    )
    return text, "Windows-1252"


def _reads_well(data: bytes, encoding: str) -> bool:
    """Whether bytes are letters of one script in lines of several cells: UTF-16 without a mark."""
    try:
        text = data[:4096].decode(encoding)
    except UnicodeDecodeError:
        return False
    known = all(unicodedata.category(c)[0] in "LNPSZM" or c in "\r\n\t" for c in text)
    letters = {unicodedata.name(c, "?").split()[0] for c in text if c.isalpha()}
    return known and len(letters) <= 2 and "\n" in text and any(s in text for s in ",;\t|")


def holds_control_signs(text: str) -> bool:
    """Whether a text holds a sign that no text has; ten times faster than a search for it.

    >>> holds_control_signs("a,b"), holds_control_signs("a\x07")
    (False, True)
    """
    data = text.encode("utf-8", "replace")
    return len(data.translate(None, _CONTROL_BYTES)) != len(data)


def _line(text: str | bytes, position: int) -> int:
    return text.count("\n" if isinstance(text, str) else b"\n", 0, position) + 1


def cleaned(label: str) -> str:
    """A label without what cannot be seen: spaces around it, no-break and zero-width spaces.

    Letters with accents are composed (NFC), so two spellings of one word become one.

    >>> cleaned(" cafe\\u0301\\u00a0") == "café"
    True
    """
    if label.isascii():
        return label.strip()
    label = unicodedata.normalize("NFC", label).translate(_INVISIBLE)
    return "".join(" " if unicodedata.category(c) == "Zs" else c for c in label).strip()


def skeleton(label: str) -> str:
    """What a label looks like: equal for labels that are easily taken for each other.

    Capitals, runs of spaces, a full stop at the end, full-width forms and the letters that Latin shares with Cyrillic and
    Greek make no difference.

    >>> skeleton("Yes") == skeleton("yes") == skeleton("Y\\u0435s")
    True
    """
    text = label.translate(_LOOK_ALIKE)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(_LOOK_ALIKE)
    text = " ".join(text.casefold().split())
    return text.rstrip(".") or text
