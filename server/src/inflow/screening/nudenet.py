"""NudeNet on this machine: its model looks in worker processes of its own."""

from __future__ import annotations

from collections.abc import Mapping

from inflow.media.pool import Limits, Pool
from inflow.screening.mapping import Model
from inflow.screening.seen import Look, Seen

LIMITS = Limits(queue=32, seconds=25.0, images=2_000, threads=1)
"""The seconds are within an upload's patience with its check, and enough on a machine that is busy."""


class NudeNet(Pool[Look, Seen]):
    """The pool. ``async with`` opens and closes it; the first photograph starts a worker and loads the model."""

    model: Model = "nudenet-320n"

    def __init__(self, limits: Limits = LIMITS) -> None:
        super().__init__("inflow.screening.workshop", Seen, limits, ahead=False)

    async def look(self, jpeg: bytes) -> Mapping[str, object]:
        """How sure the model is of each of its classes.

        Raises:
            AppError: ``busy``, or ``unprocessable`` where the worker was lost over it.
        """
        return (await self.ask(Look(jpeg))).scores
