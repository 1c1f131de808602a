"""The workers that make renditions.

There are two kinds. Members wait for the foreground; the background does what nobody waits for, and what takes so long
to decode that others would wait for it too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Self

import msgspec

from inflow.media.crops import Cut
from inflow.media.looks import Look
from inflow.media.pool import Limits, OutOfProcessorTimeError, Pool, WorkerLostError
from inflow.media.prepared import Answer, CutOut, Order, Prepared, Rendition
from inflow.media.worker_seconds import WorkerSeconds
from reflow.errors import AppError

_WORKSHOP: Final = "inflow.media.workshop"
_FOREGROUND: Final = Limits(cpu_seconds=3)
"""Three times what the quick need by the rules. What needs more is begun again in the background."""
_BACKGROUND: Final = Limits(queue=32, seconds=60, threads=1, niceness=10)
"""The seconds are for a busy machine, where a process that steps back waits for long."""


class Workers(Pool[Order, Answer]):
    """A pool of them: the foreground, and the background behind it. ``async with`` starts and stops it.

    Args:
        limits: Of the foreground; by default 3 seconds of processor time per image.
        background: Of the background.
        seconds: Counts for each member how long workers of both kinds were busy.
    """

    def __init__(
        self,
        limits: Limits = _FOREGROUND,
        *,
        background: Limits = _BACKGROUND,
        seconds: WorkerSeconds | None = None,
    ) -> None:
        super().__init__(_WORKSHOP, Answer, limits, seconds=seconds)
        self.background = Pool[Order, Answer](_WORKSHOP, Answer, background, ahead=False, seconds=self.seconds)

    async def __aenter__(self) -> Self:
        await self.background.__aenter__()
        return await super().__aenter__()

    async def __aexit__(self, *exception: object) -> None:
        await super().__aexit__(*exception)
        await self.background.__aexit__(*exception)

    async def first(self, original: Path, member: str = "") -> Prepared:
        """Make the display rendition of the photograph in this file, and beside it its source where it needs one.

        Raises:
            AppError: ``invalid`` where it is no acceptable photograph, ``busy``, ``unprocessable``.
        """
        prepared = (await self._in_front(Order.of("first", original), member)).prepared
        if prepared is None:
            raise WorkerLostError("A worker answered something else")
        return prepared

    async def cut_out(self, source: Path, cut: Cut, member: str = "") -> CutOut:
        """Cut the photograph in this file.

        Raises:
            AppError: As :meth:`first`; ``invalid`` also where the crop is too small.
        """
        made = (await self._in_front(Order.of("cut", source, cut), member)).cut_out
        if made is None:
            raise WorkerLostError("A worker answered something else")
        return made

    async def drawn(self, display: Path, look: Look, member: str = "") -> bytes:
        """The display rendition in this file as a browser draws it with this look, as a JPEG.

        Raises:
            AppError: As :meth:`first`.
        """
        made = (await self._in_front(Order.of("draw", display, look=look), member)).drawn
        if made is None:
            raise WorkerLostError("A worker answered something else")
        return made

    async def rest(self, source: Path, cut: Cut | None = None, member: str = "") -> list[Rendition]:
        """Make the renditions that an upload or a cut did not wait for.

        Raises:
            AppError: As :meth:`first`.
        """
        answer = await self.background.ask(Order.of("rest", source, cut, in_background=True), member)
        renditions = _accepted(answer).renditions
        if renditions is None:
            raise WorkerLostError("A worker answered something else")
        return renditions

    async def _in_front(self, order: Order, member: str) -> Answer:
        try:
            answer = await self.ask(order, member)
        except AppError as lost:
            if not isinstance(lost.__cause__, OutOfProcessorTimeError):
                raise
            answer = Answer(takes_long=True)
        if answer.takes_long:
            answer = await self.background.ask(_for_background(order), member)
        return _accepted(answer)


def _for_background(order: Order) -> Order:
    return msgspec.structs.replace(order, in_background=True)


def _accepted(answer: Answer) -> Answer:
    if answer.refusal is not None:
        raise AppError(*answer.refusal)
    return answer
