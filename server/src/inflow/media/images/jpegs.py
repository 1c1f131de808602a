"""Estimates from a JPEG's markers how much work decoding is. Decodes no pixel."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

_SCAN = 0xDA
_END = 0xD9
_BASELINE = frozenset({0xC0, 0xC1})
_BARE = frozenset({0x01, *range(0xD0, 0xD9)})
# In a scan's data 0xFF is followed by a zero, or by the number of a restart. Anything else is the next marker.
_NEXT = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
_LENGTH = 2
_MOST_MARKERS = 5_000


class Scans(NamedTuple):
    """The scans of a JPEG.

    Attributes:
        number: Their number; each covers the whole picture once more.
        are_plain: Whether the JPEG can be decoded row by row, as cameras write it.
    """

    number: int
    are_plain: bool


def count_scans(file: bytes) -> Scans:
    """Count the scans of a JPEG up to its last marker.

    Raises:
        ValueError: It has more markers than any photograph.
    """
    markers = list(islice(_markers(file), _MOST_MARKERS))
    if len(markers) == _MOST_MARKERS:
        raise ValueError("more markers than any photograph has")
    number = markers.count(_SCAN)
    return Scans(number, are_plain=number == 1 and not _BASELINE.isdisjoint(markers))


def _markers(file: bytes) -> Iterator[int]:
    at = 0
    while found := _NEXT.search(file, at):
        marker, at = file[found.end() - 1], found.end()
        yield marker
        if marker == _END:
            return
        if marker not in _BARE:
            at += max(_LENGTH, int.from_bytes(file[at : at + _LENGTH], "big"))
