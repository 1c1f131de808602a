"""Resumable uploads by the tus protocol (https://tus.io/protocols/resumable-upload), version 1.0.0.

Its core and three of its extensions: creation, termination and expiration. `finish` is our own: it checks the file and
makes a medium of it.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inflow.media.http.requests import (
    JSON_HEADERS,
    MediaAccess,
    content_type_of,
    json_response,
    read_body,
    receiving,
    require_owner,
)
from inflow.media.pipeline.cancellation import cancel_on_disconnect
from inflow.media.pipeline.resumable_uploads import KEPT_FOR, append, create, find_at_rest, finish, remove
from inflow.media.rules import MOST_BYTES
from reflow import AppError, Row

PATH: Final = "/api/media/resumable-uploads"
_VERSION: Final = "1.0.0"
_MAX_FINISH_BODY: Final = 4096
_NUMBER: Final = re.compile(r"[0-9]{1,18}")

Respond = Callable[[MediaAccess, Request], Awaitable[Response]]


def resumable_routes(access: MediaAccess) -> list[Route]:
    """The routes, to mount at the application's root."""
    one = f"{PATH}/{{upload_id:str}}"
    return [
        Route(PATH, _tus(access, _create), methods=["POST"]),
        Route(PATH, _options, methods=["OPTIONS"]),
        Route(one, _tus(access, _offset), methods=["HEAD"]),
        Route(one, _tus(access, _append), methods=["PATCH"]),
        Route(one, _tus(access, _remove), methods=["DELETE"]),
        Route(one, _options, methods=["OPTIONS"]),
        Route(f"{one}/finish", receiving(access, _finish), methods=["POST"]),
    ]


def _tus(access: MediaAccess, respond: Respond) -> Callable[[Request], Awaitable[Response]]:
    endpoint = receiving(access, respond)

    async def of_this_version(request: Request) -> Response:
        if request.headers.get("tus-resumable") == _VERSION:
            response = await endpoint(request)
        else:
            words = f"This server speaks version {_VERSION} of the tus protocol."
            response = _refusal(412, words, {"Tus-Version": _VERSION})
        response.headers["Tus-Resumable"] = _VERSION
        return response

    return of_this_version


async def _options(_request: Request) -> Response:
    return _empty(
        {
            "Tus-Resumable": _VERSION,
            "Tus-Version": _VERSION,
            "Tus-Extension": "creation,termination,expiration",
            "Tus-Max-Size": str(MOST_BYTES),
        }
    )


async def _create(access: MediaAccess, request: Request) -> Response:
    owner_id = await require_owner(access, request)
    upload_id, expires_at = await create(access.pipeline, owner_id, _number(request, "upload-length"))
    headers = {**JSON_HEADERS, "Location": f"{PATH}/{upload_id}", "Upload-Expires": _date(expires_at)}
    return Response(status_code=201, headers=headers)


async def _offset(access: MediaAccess, request: Request) -> Response:
    owner_id = await require_owner(access, request)
    upload = await find_at_rest(access.pipeline, owner_id, request.path_params["upload_id"])
    return Response(headers={**JSON_HEADERS, **_state(upload), "Upload-Length": str(upload.byte_size)})


async def _append(access: MediaAccess, request: Request) -> Response:
    owner_id = await require_owner(access, request)
    if content_type_of(request) != "application/offset+octet-stream":
        return _refusal(415, "The bytes of an upload must be application/offset+octet-stream.", {})
    offset, body = _number(request, "upload-offset"), partial(read_body, request)
    upload = await append(access.pipeline, owner_id, request.path_params["upload_id"], offset, body)
    return _empty(_state(upload))


async def _remove(access: MediaAccess, request: Request) -> Response:
    owner_id = await require_owner(access, request)
    await remove(access.pipeline, owner_id, request.path_params["upload_id"])
    return _empty({})


async def _finish(access: MediaAccess, request: Request) -> Response:
    owner_id = await require_owner(access, request)
    async for _ in read_body(request, _MAX_FINISH_BODY):
        pass  # Behind the end of the body comes the client's disconnection, which cancels the work.
    finishing = finish(access.pipeline, owner_id, request.path_params["upload_id"])
    return json_response(201, await cancel_on_disconnect(request.receive, finishing))


def _number(request: Request, name: str) -> int:
    value = request.headers.get(name, "")
    if not _NUMBER.fullmatch(value):
        raise AppError("invalid", "The upload could not be read")
    return int(value)


def _state(upload: Row) -> dict[str, str]:
    return {"Upload-Offset": str(upload.received), "Upload-Expires": _date(upload.created_at + KEPT_FOR)}


def _date(moment: datetime) -> str:
    return format_datetime(moment.astimezone(UTC), usegmt=True)


def _empty(headers: dict[str, str]) -> Response:
    return Response(status_code=204, headers={**JSON_HEADERS, **headers})


def _refusal(status: int, words: str, headers: dict[str, str]) -> Response:
    """For the authors of a client: no member sees these words."""
    return json_response(status, {"code": "unsupported", "message": words}, headers)
