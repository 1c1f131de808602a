"""Applies CSS filters to a photograph as a browser does. Runs in a worker process; no other code may import it.

The functions are those of Filter Effects Module Level 1, applied in order; each result is clamped.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pyvips  # type: ignore[import-untyped]  # it ships no types

from inflow.media.images.looks import Function, Look

_Matrix = list[list[float]]
_GREYS = (0.2126, 0.7152, 0.0722)
_SEPIAS = ((0.393, 0.769, 0.189), (0.349, 0.686, 0.168), (0.272, 0.534, 0.131))
_LUMINANCE = (0.213, 0.715, 0.072)
_COSINE = ((0.787, -0.715, -0.072), (-0.213, 0.285, -0.072), (-0.213, -0.715, 0.928))
_SINE = ((-0.213, -0.715, 0.928), (0.143, 0.140, -0.283), (-0.787, 0.715, 0.072))
_ROUNDING = 0.5


def apply_look(image: Any, look: Look) -> Any:
    """Apply all steps to an image of eight-bit sRGB."""
    for step in look:
        image = _FUNCTIONS[step.function](image, step.amount)
    return image


def _linear(image: Any, slope: float, from_black: float = 0.0) -> Any:
    return image.linear(slope, from_black + _ROUNDING, uchar=True)


def _recombine(image: Any, matrix: _Matrix) -> Any:
    mixed = image.recomb(pyvips.Image.new_from_array(matrix))
    return (mixed + _ROUNDING).cast("uchar").copy(interpretation="srgb")


def _towards(amount: float, *rows: tuple[float, float, float]) -> _Matrix:
    """Blend the identity matrix with these rows, by `amount`."""
    return [
        [amount * share + (1 - amount) * (row == column) for column, share in enumerate(shares)]
        for row, shares in enumerate(rows)
    ]


def _rotation(degrees: float) -> _Matrix:
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [[_LUMINANCE[at] + cosine * _COSINE[row][at] + sine * _SINE[row][at] for at in range(3)] for row in range(3)]


_FUNCTIONS: dict[Function, Callable[[Any, float], Any]] = {
    "brightness": _linear,
    "contrast": lambda image, amount: _linear(image, amount, 127.5 * (1 - amount)),
    "saturate": lambda image, amount: _recombine(image, _towards(1 - amount, *[_LUMINANCE] * 3)),
    "grayscale": lambda image, amount: _recombine(image, _towards(min(1.0, amount), *[_GREYS] * 3)),
    "sepia": lambda image, amount: _recombine(image, _towards(min(1.0, amount), *_SEPIAS)),
    "hue-rotate": lambda image, degrees: _recombine(image, _rotation(degrees)),
}
