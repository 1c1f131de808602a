"""Upgrades of a running Inflow, and back, while members write and visitors open its pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

from tests.app.correspondents import Correspondence, Correspondent, judged
from tests.app.history import History
from tests.app.house import Ended, House, until
from tests.app.processes import Executed
from tests.app.visitors import Visits, visiting

from inflow import VERSION
from inflow.app.supervisor.control import ask, control_path

_MOST_EACH = 100_000
_EACH = 3  # pages of each member
_BETWEEN = 4  # messages of each page between two upgrades


async def upgraded(house: House, version: dict[str, str], *words: str) -> Ended:
    """Run `inflow upgrade` of a version, beside the house."""
    process = Executed({**house.settings, **version}, "upgrade", *words)
    return Ended(await process.ended(), process.said())


async def versions(house: House) -> set[str]:
    """The versions of its supervisor and its processes."""
    status = await ask(control_path(house.home, str(house.port)), {"do": "status"})
    return {status["version"], *(process["version"] for process in status["processes"])}


@dataclass
class Use:
    """What members and visitors do with a house.

    Attributes:
        pages: Pages of members who write to each other.
        problems: What went wrong for them, once they have ended.
    """

    pages: list[Correspondent]
    history: History
    visits: Visits
    problems: list[str] = field(default_factory=list)

    async def goes_on(self) -> None:
        """Wait until the members have written some more messages."""
        enough = self.history.count("acknowledged") + _BETWEEN * len(self.pages)

        async def reached() -> bool:
            return self.history.count("acknowledged") >= enough

        await until(reached)


@asynccontextmanager
async def in_use(house: House, chats: Sequence[Correspondence]) -> AsyncIterator[Use]:
    """Have members write and visitors open pages as long as the block lasts."""
    history = History()
    sides = [(chat, member) for chat in chats for member in (chat.one, chat.other)]
    pages = [Correspondent(*side, history, _MOST_EACH, every=0.05 * len(sides)) for side in sides for _ in range(_EACH)]
    talking = [asyncio.create_task(page.talk()) for page in pages]
    async with visiting(house.address) as visits:
        use = Use(pages, history, visits)
        await use.goes_on()
        yield use
        for page in pages:
            page.hush()
        await asyncio.gather(*talking)
    use.problems += [f"call: {failure}" for failure in visits.failures]
    use.problems += await judged(history, chats)


async def exchanges(
    house: House,
    chats: Sequence[Correspondence],
    newer: dict[str, str],
    backup: Path,
    count: int,
    *,
    longest: float = inf,
) -> list[str]:
    """Upgrade the house and take it back, so many times in turn, while members write; the problems found.

    Args:
        newer: The settings of the newer version.
        backup: A folder for the backup before each upgrade, and for the keys.
        longest: How many seconds a page may be without a connection.
    """
    to = [str(_made(backup / "snapshots")), "--keys", str(_made(backup / "keys"))]
    problems: list[str] = []
    async with in_use(house, chats) as use:
        for number in range(count):
            version, words = (newer, to) if number % 2 == 0 else ({}, ["--without-backup"])
            ended = await upgraded(house, version, *words)
            wanted = {"99.0.0"} if version else {VERSION}
            if ended.code or await versions(house) != wanted:
                problems.append(f"upgrade: {ended.said}")
            await use.goes_on()
            print(f"exchange {number + 1}/{count}: {use.history.count('acknowledged')} acknowledged", flush=True)
    problems += use.problems
    if not list((backup / "snapshots" / "snapshots").glob("*.json")):
        problems.append("upgrade: it made no backup")
    # A page that came to a process which was about to end would have connected again more often.
    problems += [f"moved: {page.name} {page.away} times" for page in use.pages if page.away > count]
    silences = sorted(gap.current_at - gap.lost_at for page in use.pages for gap in page.gaps)
    print(f"{use.visits.count} pages opened; {len(silences)} connections were made again")
    if silences:
        problems += [f"silence: {silences[-1]:.2f} s"] if silences[-1] > longest else []
        half, most_of_them = silences[len(silences) // 2], silences[len(silences) * 99 // 100]
        print(f"without live pages: {half:.2f} s (half), {most_of_them:.2f} s (p99), {silences[-1]:.2f} s at most")
    return problems


def _made(folder: Path) -> Path:
    folder.mkdir(mode=0o700)
    return folder
