"""A machine and its disk are lost while members write: the seconds of acknowledged messages that its backup lacks."""

from __future__ import annotations

import asyncio
import random
import shutil
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from tests.app.correspondents import Correspondence, Correspondent, acknowledged
from tests.app.depot import Depot
from tests.app.history import History
from tests.app.house import House, until

_MOST_EACH = 100_000
_PATIENCE = 120.0  # seconds


class Loss(NamedTuple):
    """What was acknowledged and is not in the backup.

    Attributes:
        seconds: How long before the last acknowledged message the first lost one was acknowledged; 0 if none is lost.
        problems: Messages that are lost although the same page's next one is not.
    """

    seconds: float
    problems: list[str]


@dataclass
class _TimedHistory(History):
    """A history that also has the time of each acknowledgement."""

    times: dict[str, float] = field(default_factory=dict)

    def acknowledged(self, page: str, conversation: str, message: str) -> None:
        super().acknowledged(page, conversation, message)
        self.times[message] = time.monotonic()


async def lost_with_the_disk(house: House, chats: Sequence[Correspondence], chance: random.Random) -> Loss:
    """Follow a house with a backup while members write, end both at once, delete its home, and restore the backup."""
    depot, history = Depot(house.home.parent), _TimedHistory()
    follower = house.beside("backup", str(depot.backup), "--keys", str(depot.keys), "--follow")
    sides = [(chat, member) for chat in chats for member in (chat.one, chat.other)]
    pages = [Correspondent(*side, history, _MOST_EACH, every=0.05 * len(sides)) for side in sides]
    talking = [asyncio.create_task(page.talk()) for page in pages]

    async def followed() -> bool:
        return (depot.backup / "reach.json").exists()

    await until(followed, seconds=_PATIENCE)
    await acknowledged(history, chance.randint(100, 500), seconds=_PATIENCE)
    follower.send(signal.SIGKILL)
    await house.kill()
    for each in talking:
        each.cancel()
    await asyncio.gather(*talking, return_exceptions=True)
    await follower.ended()
    cluster = house.cluster.root
    for folder in (house.home, cluster):
        shutil.rmtree(folder, ignore_errors=True)  # PostgreSQL may be about to end

    copy, _ = await depot.restored(house)
    async with copy:
        found = {name for chat in chats for _, name in await chat.whole(chat.one.at(copy))}
    times = history.times
    lost = [name for name in times if name not in found]
    assert len(lost) < len(times), "the backup has some of them"
    seconds = max(times.values()) - times[lost[0]] if lost else 0.0
    print(f"{len(times)} acknowledged messages; the {len(lost)} of the last {seconds:.2f} s are lost", flush=True)
    return Loss(seconds, [problem for page in pages for problem in _gaps(history, page.name, found)])


def _gaps(history: History, page: str, found: set[str]) -> list[str]:
    names = [event.values[0] for event in history.events if event.page == page and event.what == "acknowledged"]
    return [f"lost: {name}" for name, later in pairwise(names) if name not in found and later in found]
