"""Looks: the steps of a CSS `filter` that a worker applies. No I/O."""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Struct

Function = Literal["brightness", "contrast", "saturate", "grayscale", "sepia", "hue-rotate"]

_STEP: Final = re.compile(r"([a-z-]+)\((-?[\d.]+)(deg|%)?\)")
_UNITS: Final = {"%": 0.01, "deg": 1.0, None: 1.0}


class Step(Struct, frozen=True, array_like=True):
    """One function of CSS. Amounts are shares of one, a hue's rotation is in degrees."""

    function: Function
    amount: float


Look = tuple[Step, ...]


def parse_look(css: str) -> Look:
    """Parse a CSS `filter` that contains only these functions and units, and blurs.

    Blurs are ignored: they reveal nothing, and models trained on sharp photographs mistake smooth shapes for skin.
    """
    return tuple(Step(function, float(number) * _UNITS[unit or None]) for function, number, unit in _STEP.findall(css))
