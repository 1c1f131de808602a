"""Resumable uploads of archives, by the tus protocol, as photos have them.

`GET` shows a member's incomplete one, so that any device can go on with it. `finish` has it read.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inflow.imports.uploads.receiving import (
    KEPT_FOR,
    Begin,
    NewArchive,
    append,
    create,
    find_arriving,
    finish,
    remove,
    unfinished_of,
)
from inflow.media.http.requests import (
    JSON_HEADERS,
    MediaAccess,
    error_response,
    json_response,
    read_body,
    receiving,
    require_owner,
)
from inflow.media.http.resumable_routes import MAX_FINISH_BODY
from inflow.media.http.tus import (
    Endpoint,
    created,
    expires,
    metadata,
    no_content,
    number,
    options,
    refuse_other_types,
    tus,
)
from reflow import AppError, Row

PATH: Final = "/api/imports"


@dataclass(frozen=True, kw_only=True)
class ArchiveAccess:
    """What the routes of archives need.

    Attributes:
        most_bytes: Of an archive.
        begin: Has a complete archive read.
    """

    media: MediaAccess
    most_bytes: int
    begin: Begin


def archive_routes(access: ArchiveAccess) -> list[Route]:
    """The routes, to mount at the application's root."""

    def of(respond: Callable[[ArchiveAccess, Request], Awaitable[Response]]) -> Endpoint:
        return receiving(access.media, lambda _, request: respond(access, request))

    async def unfinished(request: Request) -> Response:
        try:
            return await _unfinished(access, request)
        except AppError as refusal:
            return error_response(refusal, {})

    one = f"{PATH}/{{upload_id:str}}"
    return [
        Route(PATH, unfinished, methods=["GET"]),
        Route(PATH, tus(of(_create)), methods=["POST"]),
        Route(PATH, options(access.most_bytes), methods=["OPTIONS"]),
        Route(one, tus(of(_offset)), methods=["HEAD"]),
        Route(one, tus(of(_append)), methods=["PATCH"]),
        Route(one, tus(of(_remove)), methods=["DELETE"]),
        Route(one, options(access.most_bytes), methods=["OPTIONS"]),
        Route(f"{one}/finish", of(_finish), methods=["POST"]),
    ]


async def _unfinished(access: ArchiveAccess, request: Request) -> Response:
    owner_id = await access.media.caller(request)
    if owner_id is None:
        raise AppError("unauthenticated", "Please log in.")
    row = await unfinished_of(access.media.pipeline, owner_id)
    upload = None if row is None else _view(row)
    return json_response(200, {"mostBytes": access.most_bytes, "upload": upload})


async def _create(access: ArchiveAccess, request: Request) -> Response:
    owner_id = await require_owner(access.media, request)
    said = metadata(request)
    new = NewArchive(
        byte_size=number(request, "upload-length"),
        file_name=said.get("filename", ""),
        fingerprint=said.get("fingerprint", ""),
    )
    upload_id, expires_at = await create(access.media.pipeline, owner_id, new, access.most_bytes)
    return created(f"{PATH}/{upload_id}", expires_at)


async def _offset(access: ArchiveAccess, request: Request) -> Response:
    owner_id = await require_owner(access.media, request)
    upload = await find_arriving(access.media.pipeline, owner_id, request.path_params["upload_id"])
    return Response(headers={**JSON_HEADERS, **_state(upload), "Upload-Length": str(upload.byte_size)})


async def _append(access: ArchiveAccess, request: Request) -> Response:
    owner_id = await require_owner(access.media, request)
    if refusal := refuse_other_types(request):
        return refusal
    offset, body = number(request, "upload-offset"), partial(read_body, request)
    upload = await append(access.media.pipeline, owner_id, request.path_params["upload_id"], offset, body)
    return no_content(_state(upload))


async def _remove(access: ArchiveAccess, request: Request) -> Response:
    owner_id = await require_owner(access.media, request)
    await remove(access.media.pipeline, owner_id, request.path_params["upload_id"])
    return no_content({})


async def _finish(access: ArchiveAccess, request: Request) -> Response:
    owner_id = await require_owner(access.media, request)
    async for _ in read_body(request, MAX_FINISH_BODY):
        pass
    await finish(access.media.pipeline, owner_id, request.path_params["upload_id"], access.begin)
    return no_content({})


def _state(upload: Row) -> dict[str, str]:
    return {"Upload-Offset": str(upload.received), **expires(upload.changed_at + KEPT_FOR)}


def _view(upload: Row) -> dict[str, object]:
    return {
        "id": upload.id,
        "fileName": upload.file_name,
        "fingerprint": upload.fingerprint,
        "byteSize": upload.byte_size,
        "received": upload.received,
    }
