"""Exchanges the processes of a running Inflow for those of this installation, without a pause."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from inflow import VERSION
from inflow.app.beside import dsn_of
from inflow.app.migrate import migrate, minimum_revision
from inflow.app.settings import Settings
from inflow.app.supervisor.control import NotRunning, ask, control_path
from inflow.app.supervisor.processes import Program

WATCH: Final = 5.0
"""For how many seconds the first new process must stay healthy before an old one ends."""

_TAKES_OVER_WITHIN = 30.0
_LOOK_EVERY = 0.1

Report = Callable[[str], None]


class UpgradeRefused(Exception):
    """The upgrade cannot begin, or was undone; the text says why."""


async def running_status(settings: Settings) -> dict[str, Any]:
    """The processes of the running Inflow.

    Raises:
        UpgradeRefused: None runs here, or this version does not work beside it.
    """
    try:
        status = await ask(control_path(settings.home_path, settings.port), {"do": "status"})
    except NotRunning as error:
        raise UpgradeRefused(
            f"{error} If it does not run, start it with this version: it migrates the database by itself. "
            "If it runs with --alone, restart it."
        ) from error
    minimum = minimum_revision()
    for process in status["processes"]:
        revision = process.get("revision", "")
        if revision < minimum:
            raise UpgradeRefused(
                f"The running version is at migration {revision or 'unknown'}, and this one works beside versions at "
                f"{minimum} or later. Upgrade to a version between them first, or stop Inflow and start this one."
            )
    return status


async def exchange(settings: Settings, report: Report, watch: float = WATCH) -> None:
    """Migrate the database, then let the supervisor exchange its processes for those of this installation.

    Raises:
        UpgradeRefused: A process was not healthy. The former version serves again.
    """
    await migrate(dsn_of(settings))
    control = control_path(settings.home_path, settings.port)
    ours = Program.ours()
    request = {"do": "upgrade", "python": ours.python, "path": ours.path, "watch": watch}
    try:
        answer = await ask(control, request, report)
    except NotRunning as error:
        raise UpgradeRefused(str(error)) from error
    if "done" not in answer:
        reason = answer.get("failed") or answer.get("refused") or "no reason given"
        raise UpgradeRefused(f"The former version serves again. {reason}")
    await _taken_over(control)


async def _taken_over(control: Path) -> None:
    """Wait until the supervisor is this installation's, too."""
    try:
        async with asyncio.timeout(_TAKES_OVER_WITHIN):
            while True:
                try:
                    if (await ask(control, {"do": "status"}))["version"] == VERSION:
                        return
                except NotRunning:
                    pass  # for a moment there is none
                await asyncio.sleep(_LOOK_EVERY)
    except TimeoutError:
        raise UpgradeRefused(
            "All processes are of the new version, and the supervisor is not. Restart Inflow at a quiet time."
        ) from None


def relink(former_python: str) -> list[Path]:
    """Let the links called `inflow` on the PATH lead to this installation, if they led to the former.

    Args:
        former_python: The interpreter of the former installation.

    Returns:
        The changed links.
    """
    former, ours = Path(former_python).with_name("inflow"), Path(Program.ours().python).with_name("inflow")
    changed = []
    for folder in os.get_exec_path():
        link = Path(folder) / "inflow"
        if former != ours and link.is_symlink() and link.readlink() == former and ours.exists():
            unfinished = link.with_name(f".inflow-{os.getpid()}")
            unfinished.symlink_to(ours)
            unfinished.replace(link)
            changed.append(link)
    return changed
