"""Checking a backup, and rehearsing its restore in a temporary folder."""

from __future__ import annotations

import shutil
import tempfile
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from inflow.backup.checking import check, rehearse
from inflow.backup.destination import Destination
from inflow.backup.keys import KeyKeeper
from inflow.backup.making import rows_of_tables
from reflow import Database
from reflow.embedded import embedded_postgres
from reflow.embedded.recovery import place_of, recover


class Report(NamedTuple):
    """Lines about what was checked, and sentences about what is wrong."""

    lines: list[str]
    problems: list[str]


async def verify_backup(source: str, keeper: KeyKeeper | None, *, rehearse: bool = False) -> Report:
    """Check every part of a backup.

    Args:
        rehearse: Also restore its newest moment into a temporary folder.

    Raises:
        BackupRefused: There is no such backup, or its newest moment cannot be restored.
    """
    place = Destination.at(source)
    with tempfile.TemporaryDirectory(prefix="inflow-verify-") as folder:
        scratch = _passable(Path(folder))
        found = await check(place, keeper, scratch)
        size = f"{found.bytes / 1e6:.1f} MB"
        lines = [f"Checked: {found.snapshots} snapshots, {found.objects} files, {size}."]
        if rehearse and not found.problems:
            lines += await _rehearsed(place, scratch)
    return Report(lines, found.problems)


def _passable(folder: Path) -> Path:
    """The folder, through which other accounts can pass: as root, PostgreSQL runs as one of them."""
    folder.chmod(0o711)
    return folder


async def _rehearsed(place: Destination, scratch: Path) -> list[str]:
    home, elsewhere = scratch / "home", scratch / "elsewhere"
    unpacked = scratch / "unpacked"
    unpacked.mkdir(mode=0o700)

    async def recover_into(backups: list[Path], log: Path, until: datetime | None) -> None:
        if home.exists():
            shutil.rmtree(place_of(home, elsewhere=elsewhere).root)
            shutil.rmtree(home)
        home.mkdir(mode=0o711)
        await recover(home, backups, log, until=until, elsewhere=elsewhere)

    async def count() -> dict[str, int]:
        async with embedded_postgres(home, elsewhere=elsewhere) as dsn:
            database = Database(dsn, size=1)
            try:
                return await rows_of_tables(database)
            finally:
                await database.close()

    snapshot, counts = await rehearse(place, unpacked, recover_into, count)
    differing = [f"  {table}: {before} then, {now} now" for table, (before, now) in counts.items() if before != now]
    total = sum(now for _, now in counts.values())
    lines = [f"Restored from {snapshot.label}: {total} rows in {len(counts)} tables."]
    return [*lines, *(["Tables whose number of rows changed since that snapshot:"] if differing else []), *differing]
