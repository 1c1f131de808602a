"""Bringing an archive along for a member, from the command line, beside a running Inflow."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.app.beside import running_database
from inflow.app.moderating import member_called, note
from inflow.app.settings import BadSetting, Settings
from inflow.app.wiring import media_pipeline_of
from inflow.audit.log import AuditLog
from inflow.core.clock import utc_now
from inflow.core.encryption import Secret
from inflow.core.ids import new_id
from inflow.identity.sign_up.reserved_names import ProductName
from inflow.imports.archives import Archive, FolderArchive, ZipArchive
from inflow.imports.jobs import ImportJobs
from inflow.imports.planning import Plan, plan
from inflow.imports.progress import add_import, set_started
from inflow.imports.queries import NEWEST_IMPORT
from inflow.imports.readers.choosing import reader_of
from inflow.imports.rules import ImportId
from inflow.imports.tables import import_items
from inflow.imports.views import Import, import_view
from inflow.media.pipeline.upload_rate_limit import UploadRateLimit
from inflow.posts.rules import PostType
from reflow import Database, Row, statement
from reflow.dependencies import Dependencies

_FINISHED: Final = ("done", "failed", "cancelled")
_PLENTY: Final = 10**9
_LOOK_EVERY: Final = 5.0
_HAS_OWN_ARCHIVE: Final = "{name} is bringing along another archive. It has to be finished or cancelled first."

TOLD_ITEMS = statement(
    sa.select(import_items.c.content, import_items.c.why, import_items.c.state)
    .where(import_items.c.import_id == bindparam("import_id"), import_items.c.why.is_not(None))
    .order_by(import_items.c.number),
    whole_table="Read once, from the command line.",
)


async def move_in(settings: Settings, path: Path, username: str, audience: PostType, *, dry_run: bool) -> None:
    """Bring an archive along, and write that into the audit log. Prints what is in it, and then the progress.

    Raises:
        AppError: The archive is refused.
        BadSetting: No member has this name, they have another unfinished import, or the database does not answer.
    """
    archive = _opened(path)
    source, find = reader_of(archive)
    made = plan(find(archive, utc_now()), archive.names)
    _describe(source, made)
    if dry_run:
        return
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(running_database(settings, size=4))
        async with database.connection() as connection:
            member = await member_called(connection, username)
        pipeline = await media_pipeline_of(settings, database, stack)
        unlimited = UploadRateLimit(per_minute=_PLENTY, per_hour=_PLENTY)
        dependencies = Dependencies(settings.profanity, ProductName(settings.name), settings.new_member_rules)
        jobs = ImportJobs(replace(pipeline, look_rate=unlimited), dependencies, archive=archive)
        import_id = await _begun(settings, database, member, username, path)
        await jobs.go_on(import_id)
        await _start(database, member.id, import_id, audience)
        last = -1
        while (shown := await _shown(database, member.id)).state not in _FINISHED:
            await jobs.go_on(import_id)
            settled = shown.done + shown.skipped + shown.refused
            if settled != last:
                _say(f"{settled} of {shown.total}")
            elif shown.failure is not None:
                _say(shown.failure.words)
                await asyncio.sleep(_LOOK_EVERY)
            last = settled
        await _conclude(database, shown)


def _opened(path: Path) -> Archive:
    return FolderArchive(path) if path.is_dir() else ZipArchive(path.open("rb"))


def _size_of(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


async def _begun(settings: Settings, database: Database, member: Row, username: str, path: Path) -> ImportId:
    """The id of a new import, or of the one of this archive whose command was interrupted."""
    size = _size_of(path)
    async with database.transaction() as connection:
        newest = await connection.row(NEWEST_IMPORT, {"user_id": member.id})
        if newest is not None and newest.state not in _FINISHED:
            if (newest.file_name, newest.byte_size) != (path.name, size):
                raise BadSetting(_HAS_OWN_ARCHIVE.format(name=username))
            return ImportId(newest.id)
        import_id = ImportId(new_id())
        await add_import(connection, member.id, import_id=import_id, file_name=path.name, byte_size=size)
        log = AuditLog(Secret.from_file(settings.secret_path))
        await note(log, connection, "archive imported", member.id)
        return import_id


async def _start(database: Database, user_id: str, import_id: ImportId, audience: PostType) -> None:
    async with database.transaction() as connection:
        row = await connection.row(NEWEST_IMPORT, {"user_id": user_id})
        if row is not None and row.state == "ready":
            await set_started(connection, import_id, audience)


async def _shown(database: Database, user_id: str) -> Import:
    async with database.connection() as connection:
        row = await connection.row(NEWEST_IMPORT, {"user_id": user_id})
    if row is None:
        raise BadSetting("The member is deleted.")
    return import_view(row)


async def _conclude(database: Database, shown: Import) -> None:
    async with database.connection() as connection:
        for row in await connection.rows(TOLD_ITEMS, {"import_id": shown.id}):
            if row.state in {"refused", "skipped"}:
                fotos = row.content.get("fotos")
                name = fotos[0]["name"] if fotos else row.content.get("name") or row.content.get("key")
                _say(f"{name}: {row.why}")
    if shown.failure is not None:
        raise BadSetting(shown.failure.words)
    _say(f"Arrived: {shown.done}. Here before: {shown.skipped}. Cannot come: {shown.refused}.")


def _describe(source: str, made: Plan) -> None:
    _say(f"source: {source}")
    for name, value in msgspec.to_builtins(made.contents).items():
        if value:
            _say(f"{name}: {value}")
    refused = [each for each in made.items if each.state == "refused"]
    _say(f"cannot come: {len(refused)}")


_say = partial(print, flush=True)  # for the operator
