"""Importing flicks, from the command line, beside a running Inflow."""

from __future__ import annotations

from contextlib import AsyncExitStack

from inflow.app.settings import BadSetting, Settings
from inflow.app.wiring import studio_of
from inflow.posts.flicks import Flick, import_flick
from inflow.posts.rules import PostId
from reflow.embedded.place import Place
from reflow.store import Database


async def import_into(settings: Settings, flick: Flick) -> PostId:
    """Import a flick into this deployment; the post's id. The running Inflow does the jobs that it leaves.

    Raises:
        AppError: It is refused.
        BadSetting: The database does not answer.
    """
    dsn = settings.database_url or Place((settings.home_path / "postgres" / "cluster").resolve()).dsn
    async with AsyncExitStack() as stack:
        database = Database(dsn, size=2)
        stack.push_async_callback(database.close)
        try:
            async with database.connection():
                pass
        except OSError as error:
            raise BadSetting(f"The database does not answer; start Inflow first. {error}") from None
        return await import_flick(await studio_of(settings, database, stack), flick)
