"""Backups of a test's Inflow: where they are, and the commands that make, follow and restore them."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.app.house import Ended, House, until


class Depot:
    """Where the backups of a test are, beside the home."""

    def __init__(self, folder: Path) -> None:
        self.backup = folder / "backup"
        self.keys = folder / "keys"
        self.home = folder / "restored"
        for each in (self.backup, self.keys):
            each.mkdir(mode=0o700, exist_ok=True)

    async def filled_from(self, house: House, *more: str) -> str:
        """Make a backup; what the command printed."""
        ended = await house.command("backup", str(self.backup), "--keys", str(self.keys), *more)
        assert ended.code == 0, ended.said
        return ended.said

    async def restored(self, house: House, *more: str) -> tuple[House, str]:
        """Restore into another home; that house, not yet started, and what the command printed."""
        ended = await self.restores(house, *more)
        assert ended.code == 0, ended.said
        return self.empty_house(house), ended.said

    async def restores(self, house: House, *more: str) -> Ended:
        """Run the command that restores into another home."""
        return await self.empty_house(house).command("restore", str(self.backup), "--keys", str(self.keys), *more)

    def empty_house(self, house: House) -> House:
        """A house with the settings of this one and another home."""
        return House(self.home, house.begins, INFLOW_SMTP_URL=house.settings["INFLOW_SMTP_URL"])

    @asynccontextmanager
    async def followed(self, house: House, *, snapshots: int = 1) -> AsyncIterator[None]:
        """Keep the backup up to date while the body runs, once there are so many snapshots."""
        process = house.beside("backup", str(self.backup), "--keys", str(self.keys), "--follow")
        try:
            await until(lambda: holds(lambda: len(list((self.backup / "snapshots").glob("*.json"))) >= snapshots))
            yield
        finally:
            process.send(signal.SIGTERM)
            assert await process.ended() == 0, process.said()

    async def reaches(self, moment: datetime) -> None:
        """Wait until the backup can restore this moment."""
        await until(lambda: self._reaches(moment))

    async def _reaches(self, moment: datetime) -> bool:
        reach = self.backup / "reach.json"
        return reach.exists() and f"{moment:%Y-%m-%dT%H:%M:%S.%f}" < reach.read_text().split('"')[3]


async def holds(condition: object) -> bool:
    assert callable(condition)
    return bool(condition())


def age(file: Path, by: timedelta) -> None:
    """Make a file older."""
    then = datetime.now(UTC).timestamp() - by.total_seconds()
    os.utime(file, (then, then))
