"""How a photograph may be drawn: steps of CSS's `filter`, as a worker carries them out. No I/O."""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Struct

Function = Literal["blur", "brightness", "contrast", "saturate", "grayscale", "sepia", "hue-rotate"]

_STEP: Final = re.compile(r"([a-z-]+)\((-?[\d.]+)(cqw|deg|%)?\)")
_UNITS: Final = {"cqw": 0.01, "%": 0.01, "deg": 1.0, None: 1.0}


class Step(Struct, frozen=True, array_like=True):
    """One function of CSS. A blur's amount is a share of the photograph's width, a hue's rotation is in degrees."""

    function: Function
    amount: float


Look = tuple[Step, ...]


def look_of(css: str) -> Look:
    """The steps of a `filter` of CSS that is written with these functions and units only."""
    return tuple(Step(function, float(number) * _UNITS[unit or None]) for function, number, unit in _STEP.findall(css))
