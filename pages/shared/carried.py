"""A small typed table inside the address of the page: packed into letters a link may hold."""

from __future__ import annotations

import base64
import binascii
import re
import zlib

from c45 import DataError

#: Bytes of a packed table at most: servers, mail and messengers cut longer links.
MOST_PACKED = 2_048

#: Bytes of the same table unpacked at most. Nothing typed packs better than a thousand to one.
MOST_UNPACKED = 2_000_000

_LETTERS = re.compile(r"[A-Za-z0-9_-]+")


def packed_size(content: bytes) -> int:
    """Bytes of the content when packed."""
    return len(zlib.compress(content, 9))


def pack(content: bytes) -> str:
    """The content in letters for a link, or "" where it is too large to travel.

    >>> unpack(pack(b"sunny,no")), pack(bytes(range(256)) * 9)[:4]
    (b'sunny,no', 'eNpj')
    """
    small = zlib.compress(content, 9)
    if len(small) > MOST_PACKED:
        return ""
    return base64.urlsafe_b64encode(small).decode().rstrip("=")


def is_packed(text: str) -> bool:
    """Whether a text has the letters and the length of a packed table."""
    return len(text) <= MOST_PACKED * 4 / 3 + 4 and bool(_LETTERS.fullmatch(text))


def unpack(text: str) -> bytes:
    """The content again. Raises DataError where the link is damaged, or holds too much."""
    opened = zlib.decompressobj()
    try:
        content = opened.decompress(
            base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), MOST_UNPACKED
        )
    except (zlib.error, binascii.Error, ValueError):
        content = b""
    if not opened.eof:
        raise DataError("The table in this link is damaged. Copy the whole link again.")
    return content
