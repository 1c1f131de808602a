"""Importing flicks, from the command line, beside a running Inflow."""

from __future__ import annotations

from contextlib import AsyncExitStack

from inflow.app.beside import running_database
from inflow.app.settings import Settings
from inflow.app.wiring import media_pipeline_of
from inflow.posts.flicks import Flick, import_flick
from inflow.posts.rules import PostId


async def import_into(settings: Settings, flick: Flick) -> PostId:
    """Import a flick into this deployment. Returns the post's id. The running Inflow runs the jobs.

    Raises:
        AppError: It is refused.
        BadSetting: The database does not answer.
    """
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(running_database(settings, size=2))
        return await import_flick(await media_pipeline_of(settings, database, stack), flick)
