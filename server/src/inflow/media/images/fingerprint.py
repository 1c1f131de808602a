"""Perceptual fingerprints: photographs that look the same have fingerprints that differ in few bits.

It is the hash that is known as PDQ, made of a shrunken image: the signs, around their median, of the 256 lowest
frequencies of 64 by 64 pixels. Runs in a worker process; no other code may import it.
"""

from __future__ import annotations

import math
from itertools import pairwise
from operator import mul
from typing import Any, Final

_SIDE: Final = 64
_FREQUENCIES: Final = 16
_LEAST_DETAIL: Final = 3.0
"""The least mean difference of neighbouring pixels, of 255: below it, an image is too plain to be recognised."""

_WAVES: Final = [
    [math.cos(math.pi * (2 * place + 1) * (frequency + 1) / (2 * _SIDE)) for place in range(_SIDE)]
    for frequency in range(_FREQUENCIES)
]


def fingerprints_of(image: Any) -> list[str]:
    """The fingerprints of an image and of its mirror image, 64 hexadecimal digits each; none for a plain image."""
    grey = image.colourspace("b-w").thumbnail_image(_SIDE, height=_SIDE, size="force")[0].cast("uchar")
    pixels = bytes(grey.write_to_memory())
    rows = [pixels[start : start + _SIDE] for start in range(0, _SIDE * _SIDE, _SIDE)]
    if _detail(rows) < _LEAST_DETAIL:
        return []
    values = _lowest_frequencies(rows)
    # A mirror image has the same frequencies; those that are odd along its rows have the other sign.
    mirrored = [[value if across % 2 else -value for across, value in enumerate(row)] for row in values]
    return [_hexadecimal(values), _hexadecimal(mirrored)]


def _detail(rows: list[bytes]) -> float:
    across = sum(abs(row[at] - row[at + 1]) for row in rows for at in range(_SIDE - 1))
    down = sum(abs(one[at] - other[at]) for one, other in pairwise(rows) for at in range(_SIDE))
    return (across + down) / (2 * _SIDE * (_SIDE - 1))


def _lowest_frequencies(rows: list[bytes]) -> list[list[float]]:
    """The discrete cosine transform of the rows, without the constant parts."""
    across = [[sum(map(mul, wave, row)) for wave in _WAVES] for row in rows]
    columns = list(zip(*across, strict=True))
    return [[sum(map(mul, wave, column)) for column in columns] for wave in _WAVES]


def _hexadecimal(values: list[list[float]]) -> str:
    flat = [value for row in values for value in row]
    ordered = sorted(flat)
    median = (ordered[len(flat) // 2 - 1] + ordered[len(flat) // 2]) / 2
    bits = "".join("1" if value > median else "0" for value in flat)
    return f"{int(bits, 2):064x}"
