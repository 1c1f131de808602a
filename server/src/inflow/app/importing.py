"""Importing flicks, from the command line, beside a running Inflow."""

from __future__ import annotations

from contextlib import AsyncExitStack

from inflow.app.beside import running_database
from inflow.app.moderating import note
from inflow.app.settings import Settings
from inflow.app.wiring import media_pipeline_of
from inflow.audit.log import AuditLog
from inflow.core.encryption import Secret
from inflow.posts.flicks import Flick, import_flick
from inflow.posts.rules import PostId
from reflow import Connection


async def import_into(settings: Settings, flick: Flick) -> PostId:
    """Import a flick into this deployment, and write that into the audit log. Returns the post's id.

    The running Inflow runs the jobs.

    Raises:
        AppError: It is refused.
        BadSetting: The database does not answer.
    """
    log = AuditLog(Secret.from_file(settings.secret_path))

    async def record(connection: Connection, author_id: str, post_id: PostId) -> None:
        await note(log, connection, "flick imported", author_id, post=log.tag(post_id))

    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(running_database(settings, size=2))
        return await import_flick(await media_pipeline_of(settings, database, stack), flick, record)
