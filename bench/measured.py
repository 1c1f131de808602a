"""A row of the table of results."""

from __future__ import annotations

import statistics
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Row:
    """One row.

    Attributes:
        what: The name of the measurement.
        floor: The name of the floor.
        floor_text: The floor's result, with its unit.
        ours_text: Inflow's result, with its unit.
        ratio: Inflow's result divided by the floor's; None where there is no floor.
        target: The ratio to reach, in words.
        met: Whether Inflow reached it; None where there is no target.
    """

    what: str
    floor: str
    floor_text: str
    ours_text: str
    ratio: float | None
    target: str
    met: bool | None


def slower(what: str, floor: str, floors: list[float], ours: list[float], *, at_most: float, decimals: int = 2) -> Row:
    """A row about times in seconds: the medians, and how many times longer Inflow takes than the floor."""
    least, taken = statistics.median(floors), statistics.median(ours)
    return Row(
        what=what,
        floor=floor,
        floor_text=f"{least * 1e3:.{decimals}f} ms",
        ours_text=f"{taken * 1e3:.{decimals}f} ms",
        ratio=taken / least,
        target=f"≤ {at_most:g}×",
        met=taken / least <= at_most,
    )
