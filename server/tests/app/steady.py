"""A server under the same load for a long time: it holds no more memory and no more open files at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from statistics import linear_regression, mean
from typing import NamedTuple

from tests.app.correspondents import Correspondence, Correspondent, judged
from tests.app.history import History
from tests.app.house import House

_MOST_EACH = 1_000_000
_EVERY = 5.0  # seconds between two samples
_WARM = 0.25  # of the time, in which caches fill
_MOST_GROWTH = 1.0  # percent an hour


class Sample(NamedTuple):
    """What the serving processes hold at a moment: seconds since the start, MB of memory, and open files."""

    at: float
    memory: float
    files: int


async def steady(house: House, chats: Sequence[Correspondence], seconds: float, *, rate: float) -> list[str]:
    """Have the members write this many messages a second for so long; the problems found."""
    history, clock = History(), asyncio.get_running_loop().time
    sides = [(chat, member) for chat in chats for member in (chat.one, chat.other)]
    pages = [Correspondent(*side, history, _MOST_EACH, every=len(sides) / rate) for side in sides]
    talking = [asyncio.create_task(page.talk()) for page in pages]
    began, samples = clock(), list[Sample]()
    while (at := clock() - began) < seconds:
        samples.append(Sample(at, house.memory, _open_files(house)))
        ended, _ = await asyncio.wait(talking, timeout=_EVERY, return_when="FIRST_EXCEPTION")
        for each in ended:
            each.result()  # none ends before it is told to
    for page in pages:
        page.hush()
    await asyncio.gather(*talking)
    warm = [each for each in samples if each.at >= seconds * _WARM]
    growth = {name: _growth(warm, name) for name in ("memory", "files")}
    held = f"{mean(each.memory for each in warm):.0f} MB and {mean(each.files for each in warm):.0f} open files"
    print(f"steady for {seconds:.0f} s: {history.count('acknowledged')} acknowledged; {held}")
    print(f"growth an hour: {growth['memory']:+.2f} % memory, {growth['files']:+.2f} % open files", flush=True)
    grown = [f"{name} grew by {percent:.2f} % an hour" for name, percent in growth.items() if percent > _MOST_GROWTH]
    return grown + await judged(history, chats)


def _growth(samples: Sequence[Sample], name: str) -> float:
    """By how many percent of its mean this grows in an hour, along the line that fits best."""
    values = [float(getattr(each, name)) for each in samples]
    return linear_regression([each.at for each in samples], values).slope * 3600 / mean(values) * 100


def _open_files(house: House) -> int:
    return sum(len(list(Path(f"/proc/{each}/fd").iterdir())) for each in house.workers)
