"""Quarantine: a restored copy reaches no one outside until its operator says that it is the deployment now.

In quarantine Inflow serves pages, and everything can be looked at. It sends no email and no push, runs no job and no
cleanup, and changes nothing in a bucket.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import structlog

from inflow.app.beside import running_database
from inflow.app.moderating import note_deployment
from inflow.app.settings import BadSetting, Settings
from inflow.audit.log import AuditLog
from inflow.core.encryption import Secret
from reflow import Connection

log = structlog.get_logger(__name__)

_MARKER = "quarantine"
_UNFINISHED = "restoring"
# Both may have reached people already before the moment was lost.
_FORGET_EMAILS = "DELETE FROM mail_outbox WHERE sent_at IS NULL RETURNING id"
# A job that was running is one that a worker here would take up again. Those with emails write into the outbox.
_FORGET_JOBS = """
    DELETE FROM procrastinate_jobs WHERE task_name IN ('push', 'push_to') OR task_name LIKE 'email%' RETURNING task_name
"""


class Dropped(NamedTuple):
    """How many unsent emails and pushes were dropped."""

    emails: int
    pushes: int


def is_quarantined(settings: Settings) -> bool:
    """Whether this deployment is in quarantine."""
    return _marker(settings).exists()


def require_finished(settings: Settings) -> None:
    """Refuse to start from half a restore.

    Raises:
        BadSetting: A restore into this home was interrupted.
    """
    if _unfinished(settings).exists():
        raise BadSetting(f"A restore into {settings.home_path} was interrupted. Run the same `inflow restore` again.")


def begin(settings: Settings) -> None:
    """Quarantine a home before anything is restored into it."""
    for marker in (_marker(settings), _unfinished(settings)):
        _write(marker)


def finish(settings: Settings) -> None:
    """The restore is complete; the quarantine stays."""
    _unfinished(settings).unlink()


def was_interrupted(settings: Settings) -> bool:
    """Whether a restore into this home began and did not end."""
    return _unfinished(settings).exists()


async def go_live(settings: Settings) -> Dropped:
    """End the quarantine, beside a running Inflow, which has to be started again afterwards. The audit log has it.

    Emails and pushes that waited at the restored moment are dropped: they may have been sent long ago.

    Raises:
        BadSetting: It is not in quarantine, or the database does not answer.
    """
    if not is_quarantined(settings):
        raise BadSetting(f"{settings.home_path} is not in quarantine.")
    require_finished(settings)
    audit = AuditLog(Secret.from_file(settings.secret_path))
    async with running_database(settings) as database, database.transaction() as connection:
        dropped = await _drop(connection)
        await note_deployment(audit, connection, "quarantine ended", "deployment", **dropped._asdict())
    _marker(settings).unlink()
    return dropped


async def _drop(connection: Connection) -> Dropped:
    emails = await connection.text(_FORGET_EMAILS)
    jobs = [row.task_name for row in await connection.text(_FORGET_JOBS)]
    return Dropped(len(emails) + sum(job.startswith("email") for job in jobs), sum(job == "push_to" for job in jobs))


def _marker(settings: Settings) -> Path:
    return settings.home_path / _MARKER


def _unfinished(settings: Settings) -> Path:
    return settings.home_path / _UNFINISHED


def _write(marker: Path) -> None:
    marker.touch(mode=0o600)
    folder = os.open(marker.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
