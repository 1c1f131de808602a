"""The two addresses of media: where photographs are uploaded, and where their renditions are seen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass

import msgspec
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from inflow.core.negotiation import has_entity
from inflow.media.crops import Wanted
from inflow.media.cuts import cut
from inflow.media.playing import played
from inflow.media.rules import (
    MOST_BYTES,
    is_media_id,
    not_an_image,
    rendition_type,
    too_many_bytes,
    video_name,
    video_type,
)
from inflow.media.tables import RENDITIONS
from inflow.media.uploads import Studio, keep, one_upload, received
from inflow.media.waiting import interrupted, while_awaited
from reflow.errors import AppError
from reflow.json_input import json_body
from reflow.postgres.database import Database

PATIENCE = 30.0
"""Seconds without a byte after which an upload is given up."""

_ENVELOPE = 64 * 1024  # what a multipart body may hold besides the file
_MOST_WORDS = 4096
_PIECE = 256 * 1024
_MOST_DRAINED = 32 * 1024 * 1024
_STATUS = {
    "unauthenticated": 401,
    "forbidden": 403,
    "not_found": 404,
    "conflict": 409,
    "too_large": 413,
    "unprocessable": 422,
    "content_refused": 422,
    "rate_limited": 429,
    "busy": 503,
    "unverified": 503,
    "no_room": 507,
}
_SERVED = {
    "Cache-Control": "private, max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_SAID = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}


@dataclass(frozen=True, kw_only=True)
class Door:
    """Who may come in, and what is behind.

    Attributes:
        caller: The signed-in caller's id, or None.
        may_see: Whether this caller may see this medium.
        require_same_site: Raises ``forbidden`` where another site made the browser send this.
    """

    studio: Studio
    caller: Callable[[Request], Awaitable[str | None]]
    may_see: Callable[[str, str], Awaitable[bool]]
    require_same_site: Callable[[Request], None]


def media_routes(door: Door) -> list[Route]:
    """The routes, for the application to mount at its root."""

    async def upload(request: Request) -> Response:
        try:
            return _said(201, await _upload(door, request))
        except AppError as refusal:
            return _refused(refusal, {} if await _drained(request) else {"Connection": "close"})

    async def cuts(request: Request) -> Response:
        try:
            return _said(201, await _cut(door, request))
        except AppError as refusal:
            return _refused(refusal, {} if await _drained(request) else {"Connection": "close"})

    async def rendition(request: Request) -> Response:
        try:
            return await _rendition(door, request)
        except AppError as refusal:
            return _refused(refusal, {})

    return [
        Route("/api/media/uploads", upload, methods=["POST"]),
        Route("/api/media/{media_id:str}/cuts", cuts, methods=["POST"]),
        Route("/media/{media_id:str}/{name:str}", rendition, methods=["GET"]),
    ]


async def _owner(door: Door, request: Request) -> str:
    """The member who is signed in, on a page of ours.

    A page that sends by itself what was chosen earlier says in ``X-Owner`` whose it is: somebody else may have signed
    in on that browser since.

    Raises:
        AppError: ``forbidden``, ``unauthenticated``.
    """
    door.require_same_site(request)
    owner_id = await door.caller(request)
    if owner_id is None or request.headers.get("x-owner", owner_id) != owner_id:
        raise AppError("unauthenticated", "Please sign in")
    return owner_id


async def _cut(door: Door, request: Request) -> object:
    owner_id = await _owner(door, request)
    media_id = _media_id(request)
    if _content_type(request) != "application/json":
        raise AppError("forbidden", "Requests to this address must be application/json.")
    door.studio.workers.seconds.require_some_left(owner_id)
    with door.studio.cutting_pace.upload(owner_id):
        words = b"".join([piece async for piece in _body(request, _MOST_WORDS)])
        wanted = json_body(words, Wanted)
        return await while_awaited(request.receive, cut(door.studio, owner_id, media_id, wanted))


async def _upload(door: Door, request: Request) -> object:
    owner_id = await _owner(door, request)
    with one_upload(door.studio, owner_id):
        async with aclosing(_photograph(request)) as body, received(body, door.studio.folder) as whole:
            return await while_awaited(request.receive, keep(door.studio, owner_id, whole))


def _photograph(request: Request) -> AsyncGenerator[bytes, None]:
    """The bytes of the file, whichever way they are wrapped."""
    content_type = _content_type(request)
    if content_type == "multipart/form-data":
        return _file_part(request)
    if content_type.startswith("image/") or content_type == "application/octet-stream":
        return _body(request, MOST_BYTES)
    raise not_an_image()


def _media_id(request: Request) -> str:
    """The id in the address.

    Raises:
        AppError: ``not_found``: no medium can have it, and not every text is one that the database could look for.
    """
    media_id: str = request.path_params["media_id"]
    if not is_media_id(media_id):
        raise _missing()
    return media_id


def _content_type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def _body(request: Request, most: int) -> AsyncGenerator[bytes, None]:
    """The body in pieces.

    Raises:
        AppError: ``too_large``, at once where the client declares so many bytes; ``invalid`` where it stops sending.
    """
    declared = request.headers.get("content-length", "0")
    if not declared.isdecimal() or int(declared) > most:
        raise too_many_bytes()
    stream = request.stream()
    size = 0
    while True:
        try:
            async with asyncio.timeout(PATIENCE):
                piece = await anext(stream)
        except StopAsyncIteration:
            return
        except (TimeoutError, ClientDisconnect) as end:
            raise interrupted() from end
        size += len(piece)
        if size > most:
            raise too_many_bytes()
        yield piece


async def _drained(request: Request) -> bool:
    """Throw away what is left of a refused body, within bounds; whether all of it was.

    Answered before it has sent everything, a browser reports a broken connection and not our words.
    """
    left = _MOST_DRAINED
    try:
        async with asyncio.timeout(PATIENCE / 3):
            async for piece in request.stream():
                left -= len(piece)
                if left < 0:
                    return False
    except (TimeoutError, ClientDisconnect):
        return False
    except RuntimeError:
        # How Starlette says that the body was read to its end before.
        return True
    return True


async def _file_part(request: Request) -> AsyncGenerator[bytes, None]:
    body = _body(request, MOST_BYTES + _ENVELOPE)
    try:
        form = await MultiPartParser(request.headers, body, max_files=1, max_fields=8).parse()
    except (MultiPartException, KeyError) as malformed:
        raise AppError("invalid", "The upload could not be read") from malformed
    try:
        part = form.get("file")
        if not isinstance(part, UploadFile):
            raise not_an_image()
        while piece := await part.read(_PIECE):
            yield piece
    finally:
        await form.close()


async def _rendition(door: Door, request: Request) -> Response:
    media_id, name = _media_id(request), request.path_params["name"]
    content_type = rendition_type(name) or video_type(name)
    viewer = await door.caller(request)
    if content_type is None or viewer is None or not await door.may_see(viewer, media_id):
        raise _missing()
    if not await _is_part(door.studio.database, media_id, name):
        raise _missing()
    headers = {**_SERVED, "ETag": f'"{media_id}/{name}"', "Content-Disposition": f'inline; filename="{name}"'}
    if has_entity(request.headers.get("if-none-match", ""), headers["ETag"]):
        return Response(status_code=304, headers=headers)
    if video_type(name):
        response = await played(door.studio.store, media_id, name, request.headers, headers)
    else:
        content = await door.studio.store.get(media_id, name)
        response = None if content is None else Response(content, media_type=content_type, headers=headers)
    if response is None:
        raise _missing()
    return response


async def _is_part(database: Database, media_id: str, name: str) -> bool:
    """Whether the medium consists of it. What a newer cut left out is still on the disk for a moment."""
    async with database.connection() as connection:
        row = await connection.row(RENDITIONS, {"id": media_id})
    if row is None:
        return False
    return any(each["name"] == name for each in row.renditions) or name == video_name(row.video_kind)


def _missing() -> AppError:
    return AppError("not_found", "There is no such image")


def _said(status: int, body: object, headers: dict[str, str] = {}) -> Response:  # noqa: B006 - never changed
    return Response(msgspec.json.encode(body), status, {**_SAID, **headers}, "application/json")


def _refused(refusal: AppError, headers: dict[str, str]) -> Response:
    if "retryAfter" in refusal.data:
        headers = {**headers, "Retry-After": str(refusal.data["retryAfter"])}
    body = {"code": refusal.code, "message": str(refusal), **refusal.data}
    return _said(_STATUS.get(refusal.code, 400), body, headers)
