"""Uploads in parts, which go on where they stopped. No member can read anything of an unfinished one."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.ids import new_id
from inflow.core.tables import TEXT
from inflow.media.pipeline.appends import Append, Body, next_part, receive_part, went_on_elsewhere
from inflow.media.pipeline.cancellation import UploadInterrupted
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.pipeline.uploads import begin_upload, commit, receive, store_upload, temporary_file
from inflow.media.rules import MOST_BYTES, SNIFFED_BYTES, file_too_large, is_media_id, kind_of, not_an_image
from inflow.media.storage.quota import refuse_when_full
from inflow.media.tables import MEDIUM_BY_ID, uploads
from inflow.media.views import Uploaded, media_url, picture
from reflow import AppError, Connection, Row, statement

KEPT_FOR: Final = timedelta(hours=24)
"""How long an upload is kept after its creation, finished or not."""
MOST_UNFINISHED: Final = 10
"""Unfinished uploads of a member. A further one removes the oldest."""
MOST_PARTS: Final = 200
"""Parts of an upload. A client that sends byte by byte would fill the store with small objects."""
_FINAL: Final = {"content_refused", "invalid", "too_large", "unprocessable"}
"""The refusals that the same bytes get again."""

ADD_UPLOAD = statement(
    sa.insert(uploads)
    .values({name: bindparam(name) for name in ("id", "owner_id", "byte_size")})
    .returning(uploads.c.created_at)
)

_others = uploads.alias()
_NEWEST: Final = (
    sa.select(_others.c.id)
    .where(_others.c.owner_id == bindparam("owner_id"), _others.c.media_id.is_(None))
    .order_by(_others.c.created_at.desc(), _others.c.id)
    .limit(MOST_UNFINISHED)
)
DELETE_OLDEST_UNFINISHED = statement(
    sa.delete(uploads)
    .where(uploads.c.owner_id == bindparam("owner_id"), uploads.c.media_id.is_(None), uploads.c.id.not_in(_NEWEST))
    .returning(uploads.c.id)
)

UPLOAD_OF_OWNER = statement(
    sa.select(*uploads.columns).where(uploads.c.id == bindparam("id"), uploads.c.owner_id == bindparam("owner_id"))
)

ADD_PART = statement(
    sa.update(uploads)
    .where(
        uploads.c.id == bindparam("upload_id"),
        uploads.c.received == bindparam("start"),
        uploads.c.media_id.is_(None),
    )
    .values(
        received=uploads.c.received + bindparam("size", type_=sa.Integer),
        parts=uploads.c.parts.concat(sa.func.jsonb_build_array(bindparam("name", type_=TEXT))),
    )
    .returning(uploads.c.received)
)

SET_MEDIUM = statement(
    sa.update(uploads)
    .where(uploads.c.id == bindparam("upload_id"), uploads.c.media_id.is_(None))
    .values(media_id=bindparam("medium"))
    .returning(uploads.c.id)
)

DELETE_UPLOAD = statement(sa.delete(uploads).where(uploads.c.id == bindparam("id")))


def no_such_upload() -> AppError:
    """The refusal of an upload that is gone, or another member's."""
    return AppError("not_found", "This upload is no longer here. Please try again.")


async def create(pipeline: MediaPipeline, owner_id: str, byte_size: int) -> tuple[str, datetime]:
    """Begin an upload of so many bytes.

    Returns:
        Its id, and when it expires.

    Raises:
        AppError: ``too_large``, ``invalid``, ``rate_limited``, ``no_room``.
    """
    if byte_size > MOST_BYTES:
        raise file_too_large()
    if byte_size == 0:
        raise not_an_image()
    upload_id, created, surplus = new_id(), list[datetime](), list[str]()

    async def write(connection: Connection) -> None:
        given = {"id": upload_id, "owner_id": owner_id, "byte_size": byte_size}
        created[:] = [row.created_at for row in await connection.rows(ADD_UPLOAD, given)]
        surplus[:] = [row.id for row in await connection.rows(DELETE_OLDEST_UNFINISHED, {"owner_id": owner_id})]

    with pipeline.resumable_rate.begin(owner_id):
        async with pipeline.database.connection() as connection:
            folders = [pipeline.folder, *pipeline.store.folders]
            await pipeline.quota.require_space(connection, owner_id, byte_size, folders)
        await commit(pipeline, owner_id, write)
    for each in surplus:
        await pipeline.store.remove_parts(each)
    return upload_id, created[0] + KEPT_FOR


async def find(pipeline: MediaPipeline, owner_id: str, upload_id: str) -> Row:
    """The row of a member's upload.

    Raises:
        AppError: ``not_found``, also for another member's, and for a malformed id, which the database might not accept.
    """
    if not is_media_id(upload_id):
        raise no_such_upload()
    async with pipeline.database.connection() as connection:
        row = await connection.row(UPLOAD_OF_OWNER, {"id": upload_id, "owner_id": owner_id})
    if row is None:
        raise no_such_upload()
    return row


async def find_at_rest(pipeline: MediaPipeline, owner_id: str, upload_id: str) -> Row:
    """As `find`, after stopping a request of this process that still appends to it."""
    await find(pipeline, owner_id, upload_id)
    await pipeline.appends.stop(upload_id)
    return await find(pipeline, owner_id, upload_id)


async def append(pipeline: MediaPipeline, owner_id: str, upload_id: str, offset: int, body: Body) -> Row:
    """Add the bytes from this offset on. If the body breaks off, what arrived of it is kept.

    Returns:
        The upload's row afterwards.

    Raises:
        AppError: ``not_found``; ``conflict``, another byte is the next one; ``too_large``; ``no_room``; ``invalid``,
            the body broke off, or the first bytes are no photograph's, and the upload is deleted.
    """
    async with next_part(
        pipeline.appends,
        upload_id,
        offset,
        find=partial(find, pipeline, owner_id, upload_id),
        delete=partial(_delete, pipeline, upload_id),
        most_parts=MOST_PARTS,
    ) as (running, upload):
        await _append(pipeline, running, upload, body)
    return await find(pipeline, owner_id, upload_id)


async def _append(pipeline: MediaPipeline, running: Append, upload: Row, body: Body) -> None:
    head = await _first_bytes(pipeline, upload)
    with temporary_file(pipeline.folder) as (file, write):

        def check_and_write(piece: bytes) -> None:
            nonlocal head
            head = _sniffed(head, piece)
            write(piece)

        left = upload.byte_size - upload.received
        await receive_part(running, body(left), check_and_write, partial(_keep, pipeline, upload, file))


async def _first_bytes(pipeline: MediaPipeline, upload: Row) -> bytes:
    """As many as show the format, or all that are there."""
    head = b""
    if upload.received < SNIFFED_BYTES:
        async for piece in _bytes_of(pipeline, upload):
            head += piece
        return head
    return bytes(SNIFFED_BYTES)


def _sniffed(head: bytes, piece: bytes) -> bytes:
    if len(head) < SNIFFED_BYTES:
        head = (head + piece)[:SNIFFED_BYTES]
        if len(head) == SNIFFED_BYTES and kind_of(head) is None:
            raise not_an_image()
    return head


async def _keep(pipeline: MediaPipeline, upload: Row, file: Path, size: int) -> None:
    """Store the part first, then note it in the row: a row guarantees its parts."""
    name = f"{upload.received:08}-{new_id()}"
    with refuse_when_full():
        await pipeline.store.put_part(upload.id, name, file)
    given = {"upload_id": upload.id, "start": upload.received, "size": size, "name": name}
    async with pipeline.database.transaction() as connection:
        row = await connection.row(ADD_PART, given)
    if row is None:
        await pipeline.store.remove_part(upload.id, name)
        raise went_on_elsewhere()


async def finish(pipeline: MediaPipeline, owner_id: str, upload_id: str) -> Uploaded:
    """Check and store the complete file. Repeated, it returns the same medium.

    After a refusal that stands, nothing of the upload is left; after any other it can be finished again.

    Raises:
        AppError: ``not_found``; ``conflict``, bytes are missing; and all refusals of `store_upload`.
    """
    upload = await find_at_rest(pipeline, owner_id, upload_id)
    if upload.media_id is not None:
        return await _finished(pipeline, upload.media_id)
    if upload.received < upload.byte_size:
        raise AppError("conflict", "This photo has not arrived completely. Please try again.")
    with begin_upload(pipeline, owner_id):
        try:
            async with aclosing(_bytes_of(pipeline, upload)) as body, receive(pipeline, body) as whole:
                uploaded = await store_upload(pipeline, owner_id, whole, partial(_set_medium, upload_id))
        except _FinishedElsewhereError:
            return await _finished(pipeline, (await find(pipeline, owner_id, upload_id)).media_id)
        except UploadInterrupted:
            raise
        except AppError as refusal:
            if refusal.code in _FINAL:
                await _delete(pipeline, upload_id)
            raise
    await pipeline.store.remove_parts(upload_id)
    return uploaded


async def remove(pipeline: MediaPipeline, owner_id: str, upload_id: str) -> None:
    """Delete a member's upload. The medium that it became stays.

    Raises:
        AppError: ``not_found``.
    """
    await find_at_rest(pipeline, owner_id, upload_id)
    await _delete(pipeline, upload_id)


class _FinishedElsewhereError(Exception):
    """Another process finished this upload meanwhile, or it was deleted."""


async def _set_medium(upload_id: str, connection: Connection, media_id: str) -> None:
    if await connection.row(SET_MEDIUM, {"upload_id": upload_id, "medium": media_id}) is None:
        raise _FinishedElsewhereError


async def _finished(pipeline: MediaPipeline, media_id: str) -> Uploaded:
    async with pipeline.database.connection() as connection:
        medium = await connection.row(MEDIUM_BY_ID, {"id": media_id})
    if medium is None:
        raise no_such_upload()
    display = medium.renditions[0]
    return Uploaded(
        media_id=media_id,
        image_url=media_url(media_id, display["name"]),
        width=medium.width,
        height=medium.height,
        thumbhash=medium.thumbhash,
        variants=picture(media_id, [display]).variants,
    )


async def _bytes_of(pipeline: MediaPipeline, upload: Row) -> AsyncGenerator[bytes, None]:
    """The bytes of all parts.

    Raises:
        AppError: ``not_found``, a part is missing: a restored database has rows of uploads whose parts no backup has.
    """
    for name in upload.parts:
        try:
            async for piece in pipeline.store.part(upload.id, name):
                yield piece
        except FileNotFoundError as missing:
            await _delete(pipeline, upload.id)
            raise no_such_upload() from missing


async def _delete(pipeline: MediaPipeline, upload_id: str) -> None:
    """Delete the row first: parts without a row are deleted by the cleanup, if this is interrupted."""
    async with pipeline.database.transaction() as connection:
        await connection.rows(DELETE_UPLOAD, {"id": upload_id})
    await pipeline.store.remove_parts(upload_id)
