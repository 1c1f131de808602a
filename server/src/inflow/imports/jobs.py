"""The job that reads an archive, and then brings its items, a few at a time, on whichever machine has time.

Reading is one transaction, and so is each item with its post: wherever a process is killed, another job goes on behind
the last of them. Photos of an item that was not settled are uploads without a post, which the cleanup deletes.
"""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from datetime import datetime, timedelta
from functools import partial
from typing import BinaryIO, Final, cast

import asyncpg
import structlog

from inflow.core.clock import Clock, utc_now
from inflow.core.ids import new_id
from inflow.imports.archives import Archive, RangeFile, ZipArchive
from inflow.imports.arriving import STOPPING, WAITING, Arrival, arrive, content_of, prepare, require_may_bring
from inflow.imports.mutations import JOB
from inflow.imports.planning import Plan, plan, post_id_of
from inflow.imports.progress import (
    OWNER,
    WAITING_ITEMS,
    Superseded,
    finish,
    pause,
    require_claim,
    settle,
    store_plan,
    take_up,
)
from inflow.imports.readers.choosing import reader_of
from inflow.imports.reading.reader import ArchiveReader, ReadingLimits
from inflow.imports.rules import (
    ALREADY_HERE,
    ITEMS_AT_A_TIME,
    MOST_ATTEMPTS,
    MOST_READINGS,
    NOT_A_ZIP,
    PASSING,
    SECONDS_AT_A_TIME,
    WENT_WRONG,
    Source,
)
from inflow.imports.segments import read_range
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.pipeline.upload_rate_limit import UploadRateLimit
from inflow.members.access import Member
from inflow.posts.creating import POSTS_AMONG
from reflow import AppError, Connection, MutationCtx, Row
from reflow.contrib.jobs import defer
from reflow.dependencies import Dependencies
from reflow.live.transaction_ctx import TransactionCtx

_BUFFER: Final = 1024 * 1024
_PAUSES: Final = {"no_room": timedelta(minutes=5), "acceptance_required": timedelta(minutes=5)}
_NEW_FOR: Final = timedelta(days=1)
_PAUSE: Final = timedelta(seconds=20)
_AMONG: Final = 1_000

_log = structlog.get_logger(__name__)


class ImportJobs:
    """Does the imports of one deployment.

    Args:
        dependencies: What the calls of posts and profiles ask for.
        archive: The archive of a command's import, instead of those in the store.
        reading: What reading one archive of the store may take.
        new_posts: How many posts without a date, or of the last day, a member's archive brings: they are at the top of
            walls.
        items_at_a_time: See `ITEMS_AT_A_TIME`.
    """

    def __init__(
        self,
        pipeline: MediaPipeline,
        dependencies: Dependencies,
        clock: Clock = utc_now,
        archive: Archive | None = None,
        reading: ReadingLimits = ReadingLimits(),  # noqa: B008  # frozen
        new_posts: UploadRateLimit | None = None,
        items_at_a_time: int = ITEMS_AT_A_TIME,
    ) -> None:
        self._pipeline = pipeline
        self._dependencies = dependencies
        self._clock = clock
        self._archive = archive
        self._reader = ArchiveReader(reading)
        self._items_at_a_time = items_at_a_time
        self._new_posts = new_posts or UploadRateLimit()

    async def go_on(self, import_id: str) -> None:
        """Read the import's archive, or bring its next items and defer the job that brings those after them.

        It does nothing if the import waits for its member or is finished, and stops as soon as another job takes it up.

        Raises:
            Exception: The job should be retried.
        """
        claim = new_id()
        async with self._pipeline.database.transaction() as connection:
            row = await take_up(connection, import_id, claim)
        if row is None:
            return
        try:
            if row.state == "reading":
                await self._read(row, claim)
            else:
                await self._bring(row, claim)
        except Superseded:
            return

    async def remove(self, import_id: str) -> None:
        """Delete the archive of an import. Idempotent."""
        await self._pipeline.store.remove_import_segments(import_id)

    async def _read(self, row: Row, claim: str) -> None:
        try:
            if row.attempts > MOST_ATTEMPTS:
                raise AppError("unprocessable", WENT_WRONG)
            source, made = await self._planned(row)
            await self._store(row, claim, source, made)
        except (Superseded, asyncpg.PostgresConnectionError, asyncpg.InterfaceError):
            raise
        except AppError as refusal:
            if refusal.code in PASSING:
                raise
            async with self._transaction() as ctx:
                await finish(ctx, row.id, claim, refusal)
            return
        except Exception:
            if row.attempts < MOST_READINGS:
                raise
            _log.exception("an archive could not be read", import_id=row.id)
            async with self._transaction() as ctx:
                await finish(ctx, row.id, claim, AppError("unprocessable", WENT_WRONG))
            return

    async def _store(self, row: Row, claim: str, source: Source, made: Plan) -> None:
        async with self._pipeline.database.transaction() as connection:
            here = await _here(connection, row.user_id, source, made)
            items = [
                each._replace(state="skipped", why=ALREADY_HERE) if each.key in here else each for each in made.items
            ]
            await store_plan(connection, row.id, claim, source, made._replace(items=items), len(here))

    async def _planned(self, row: Row) -> tuple[Source, Plan]:
        if self._archive is None:
            return await self._reader.read(await self._file(row), row.byte_size, self._clock())
        source, find = reader_of(self._archive)
        return source, await asyncio.to_thread(plan, find(self._archive, self._clock()), self._archive.names)

    async def _bring(self, row: Row, claim: str) -> None:
        async with self._pipeline.database.connection() as connection:
            items = await connection.rows(WAITING_ITEMS, {"import_id": row.id, "most": self._items_at_a_time})
            owner = await connection.row(OWNER, {"user_id": row.user_id})
        if owner is None:
            raise Superseded
        member = Member(id=owner.id, clerk_id=owner.clerk_id, nook=owner.nook)
        is_paced = self._archive is None
        arrival = Arrival(member=member, source=row.source, audience=row.audience, is_paced=is_paced)
        try:
            if items and row.attempts > MOST_ATTEMPTS:
                await self._refuse(row, claim, items.pop(0), AppError("busy", WENT_WRONG))
            archive = await self._opened(row) if items else None
            until = time.monotonic() + SECONDS_AT_A_TIME
            for item in items:
                if archive is not None and time.monotonic() < until:
                    await self._bring_item(row, claim, arrival, archive, item)
        except AppError as refusal:
            await self._interrupt(row, claim, refusal)
            return
        except (Superseded, asyncpg.PostgresError, asyncpg.InterfaceError):
            raise
        except Exception:  # noqa: BLE001  # it is logged, and whatever it is, the item is tried again
            _log.exception("an item could not be brought", import_id=row.id)
            await self._interrupt(row, claim, AppError("busy", WENT_WRONG), attempts=row.attempts)
            return
        async with self._transaction() as ctx:
            if items:
                await require_claim(ctx, row.id, claim)
                await ctx.defer(JOB, import_id=row.id)
            else:
                await finish(ctx, row.id, claim)

    async def _bring_item(self, row: Row, claim: str, arrival: Arrival, archive: Archive, item: Row) -> None:
        """Bring one item, or write down why it cannot come.

        Raises:
            AppError: It can come later, or the import ends.
        """
        try:
            async with self._transaction() as ctx:
                await require_claim(ctx, row.id, claim)
                await require_may_bring(ctx, arrival.member)
            with self._paced(arrival, item):
                prepared = await prepare(self._pipeline, archive, arrival, content_of(item))
            async with self._transaction() as ctx:
                await require_claim(ctx, row.id, claim)
                await require_may_bring(ctx, arrival.member)
                state, post_id = await arrive(ctx, arrival, item, prepared)
                why = prepared.why if state == "done" else ALREADY_HERE
                await settle(ctx, row.id, item.number, state, why=why, post_id=post_id)
        except AppError as refusal:
            if refusal.code in STOPPING | WAITING:
                raise
            await self._refuse(row, claim, item, refusal)

    def _paced(self, arrival: Arrival, item: Row) -> AbstractContextManager[None]:
        is_new = item.at is None or self._clock() - item.at < _NEW_FOR
        is_on_walls = item.content["type"] == "post" and not item.content.get("is_archived")
        if arrival.is_paced and is_new and is_on_walls:
            return self._new_posts.begin(arrival.member.id)
        return nullcontext()

    async def _refuse(self, row: Row, claim: str, item: Row, refusal: AppError) -> None:
        async with self._transaction() as ctx:
            await require_claim(ctx, row.id, claim)
            await settle(ctx, row.id, item.number, "refused", why=refusal.message)

    async def _interrupt(self, row: Row, claim: str, refusal: AppError, attempts: int = 0) -> None:
        """End the import, or have it go on later."""
        async with self._transaction() as ctx:
            if refusal.code not in WAITING:
                await finish(ctx, row.id, claim, refusal)
                return
            seconds = refusal.data.get("retryAfter")
            given = timedelta(seconds=float(seconds)) if isinstance(seconds, (int, float)) else None
            until = await ctx.now() + (given or _PAUSES.get(refusal.code, _PAUSE))
            await pause(ctx, row.id, claim, refusal, until, attempts)

    async def _opened(self, row: Row) -> Archive:
        if self._archive is not None:
            return self._archive
        file = await self._file(row)
        return await asyncio.to_thread(ZipArchive, cast(BinaryIO, io.BufferedReader(file, _BUFFER)))

    async def _file(self, row: Row) -> RangeFile:
        segments = await self._pipeline.store.import_segments(row.id)
        if sum(size for _, size in segments) != row.byte_size:
            raise AppError("invalid", NOT_A_ZIP)
        return RangeFile(segments, partial(read_range, self._pipeline, row.id))

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[MutationCtx]:
        async with self._pipeline.database.transaction() as connection:
            yield cast(MutationCtx, TransactionCtx(connection, None, self._defer, b"", self._dependencies))

    async def _defer(
        self, connection: Connection, job: str, arguments: Mapping[str, object], not_before: datetime | None
    ) -> None:
        # The archive of a command is on its own disk only, so no other process can go on with it.
        if job != JOB or self._archive is None:
            await defer(connection, job, arguments, not_before)


async def _here(connection: Connection, user_id: str, source: Source, made: Plan) -> set[str]:
    """The keys of posts that are here already."""
    key_of = dict[str, str]()
    for item in made.items:
        if item.content["type"] == "post":
            key_of[post_id_of(user_id, source, item.key)] = item.key
            if source == "inflow":
                key_of[item.key] = item.key
    ids, found = list(key_of), set[str]()
    for start in range(0, len(ids), _AMONG):
        given = {"ids": ids[start : start + _AMONG], "author_id": user_id}
        found |= {key_of[row.id] for row in await connection.rows(POSTS_AMONG, given)}
    return found
