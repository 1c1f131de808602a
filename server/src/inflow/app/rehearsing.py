"""Checking a backup, and rehearsing its restore in a temporary folder."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import NamedTuple

from inflow.app.restoring import bring_back_into
from inflow.backup.checking import check
from inflow.backup.destination import Destination
from inflow.backup.fetching import made_folder, plan
from inflow.backup.keys import KeyKeeper
from inflow.backup.making import rows_of_tables
from reflow import Database
from reflow.embedded import embedded_postgres


class Report(NamedTuple):
    """The report of a check: lines for the operator, and problems as sentences."""

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
            more, missing = await _rehearsed(place, scratch)
            return Report([*lines, *more], missing)
    return Report(lines, found.problems)


def _passable(folder: Path) -> Path:
    """The folder, through which other accounts can pass: as root, PostgreSQL runs as one of them."""
    folder.chmod(0o711)
    return folder


async def _rehearsed(place: Destination, scratch: Path) -> tuple[list[str], list[str]]:
    home, elsewhere, unpacked = scratch / "home", scratch / "elsewhere", made_folder(scratch / "unpacked")
    planned = await plan(place, None)
    await bring_back_into(home, place, planned, unpacked, elsewhere=elsewhere)
    async with embedded_postgres(home, elsewhere=elsewhere) as dsn:
        database = Database(dsn, size=1)
        try:
            counts = await rows_of_tables(database)
        finally:
            await database.close()
    then = planned.snapshot.counts
    differing = [
        f"  {table}: {then.get(table, 0)} then, {counts.get(table, 0)} now"
        for table in sorted({*then, *counts})
        if then.get(table, 0) != counts.get(table, 0)
    ]
    lines = [f"Restored from {planned.snapshot.label}: {sum(counts.values())} rows in {len(counts)} tables."]
    missing = [f"The table {table} was not restored." for table in sorted({*then} - {*counts})]
    note = ["Tables whose number of rows changed since that snapshot:"] if differing else []
    return [*lines, *note, *differing], missing
