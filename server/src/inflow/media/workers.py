"""The workers that make renditions."""

from __future__ import annotations

from pathlib import Path

from inflow.media.crops import Cut
from inflow.media.pool import Limits, Pool, WorkerLostError
from inflow.media.prepared import Answer, CutOut, Order, Prepared, Rendition, Verb
from reflow.errors import AppError


class Workers(Pool[Order, Answer]):
    """A pool of them. ``async with`` starts and stops it."""

    def __init__(self, limits: Limits | None = None) -> None:
        super().__init__("inflow.media.workshop", Answer, limits or Limits())

    async def first(self, original: Path) -> Prepared:
        """Make the display rendition of the photograph in this file.

        Raises:
            AppError: ``invalid`` where it is no acceptable photograph, ``busy``, ``unprocessable``.
        """
        prepared = (await self._ask("first", original)).prepared
        if prepared is None:
            raise WorkerLostError("A worker answered something else")
        return prepared

    async def cut_out(self, original: Path, cut: Cut) -> CutOut:
        """Cut the photograph in this file.

        Raises:
            AppError: As :meth:`first`; ``invalid`` also where the crop is too small.
        """
        made = (await self._ask("cut", original, cut)).cut_out
        if made is None:
            raise WorkerLostError("A worker answered something else")
        return made

    async def rest(self, original: Path, cut: Cut | None = None) -> list[Rendition]:
        """Make the renditions that an upload or a cut did not wait for.

        Raises:
            AppError: As :meth:`first`.
        """
        renditions = (await self._ask("rest", original, cut)).renditions
        if renditions is None:
            raise WorkerLostError("A worker answered something else")
        return renditions

    async def _ask(self, verb: Verb, original: Path, cut: Cut | None = None) -> Answer:
        answer = await self.ask(Order.of(verb, original, cut))
        if answer.refusal is not None:
            raise AppError(*answer.refusal)
        return answer
