"""Resumable uploads of photos by the tus protocol.

Its core and three of its extensions: creation, termination and expiration. `finish` is our own: it checks the file and
makes a medium of it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inflow.media.http.requests import JSON_HEADERS, MediaAccess, json_response, read_body, receiving, require_owner
from inflow.media.http.tus import (
    Endpoint,
    created,
    expires,
    no_content,
    number,
    options,
    refuse_other_types,
    tus,
)
from inflow.media.pipeline.cancellation import cancel_on_disconnect
from inflow.media.pipeline.resumable_uploads import KEPT_FOR, append, create, find_at_rest, finish, remove
from inflow.media.rules import MOST_BYTES
from reflow import Row

PATH: Final = "/api/media/resumable-uploads"
MAX_FINISH_BODY: Final = 4096


def resumable_routes(access: MediaAccess) -> list[Route]:
    """The routes, to mount at the application's root."""

    def of(respond: Callable[[MediaAccess, Request], Awaitable[Response]]) -> Endpoint:
        return tus(receiving(access, respond))

    one = f"{PATH}/{{upload_id:str}}"
    return [
        Route(PATH, of(_create), methods=["POST"]),
        Route(PATH, options(MOST_BYTES), methods=["OPTIONS"]),
        Route(one, of(_offset), methods=["HEAD"]),
        Route(one, of(_append), methods=["PATCH"]),
        Route(one, of(_remove), methods=["DELETE"]),
        Route(one, options(MOST_BYTES), methods=["OPTIONS"]),
        Route(f"{one}/finish", receiving(access, _finish), methods=["POST"]),
    ]


async def _create(access: MediaAccess, request: Request) -> Response:
    owner_id = await require_owner(access, request)
    upload_id, expires_at = await create(access.pipeline, owner_id, number(request, "upload-length"))
    return created(f"{PATH}/{upload_id}", expires_at)


async def _offset(access: MediaAccess, request: Request) -> Response:
    owner_id = await require_owner(access, request)
    upload = await find_at_rest(access.pipeline, owner_id, request.path_params["upload_id"])
    return Response(headers={**JSON_HEADERS, **_state(upload), "Upload-Length": str(upload.byte_size)})


async def _append(access: MediaAccess, request: Request) -> Response:
    owner_id = await require_owner(access, request)
    if refusal := refuse_other_types(request):
        return refusal
    offset, body = number(request, "upload-offset"), partial(read_body, request)
    upload = await append(access.pipeline, owner_id, request.path_params["upload_id"], offset, body)
    return no_content(_state(upload))


async def _remove(access: MediaAccess, request: Request) -> Response:
    owner_id = await require_owner(access, request)
    await remove(access.pipeline, owner_id, request.path_params["upload_id"])
    return no_content({})


async def _finish(access: MediaAccess, request: Request) -> Response:
    owner_id = await require_owner(access, request)
    async for _ in read_body(request, MAX_FINISH_BODY):
        pass  # Behind the end of the body comes the client's disconnection, which cancels the work.
    finishing = finish(access.pipeline, owner_id, request.path_params["upload_id"])
    return json_response(201, await cancel_on_disconnect(request.receive, finishing))


def _state(upload: Row) -> dict[str, str]:
    return {"Upload-Offset": str(upload.received), **expires(upload.created_at + KEPT_FOR)}
