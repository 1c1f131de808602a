"""What the routes of media have in common: who asks, bodies, and answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from inflow.media.pipeline.cancellation import UploadInterrupted
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.pipeline.reviews import RefusedPhoto
from inflow.media.rules import file_too_large
from reflow import AppError

IDLE_TIMEOUT = 30.0
"""An upload is aborted after so many seconds without a byte."""

_MAX_DRAINED = 32 * 1024 * 1024
_STATUS_BY_CODE = {
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
JSON_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
}


@dataclass(frozen=True, kw_only=True)
class MediaAccess:
    """Authentication and authorisation of the routes, and the pipeline behind them.

    Attributes:
        caller: Returns the signed-in caller's id, or None.
        may_see: Returns whether this caller may see this medium.
        require_same_site: Raises ``forbidden`` if another site made the browser send this request.
        ask_for_review: Asks moderators to look at this caller's refused photograph.
    """

    pipeline: MediaPipeline
    caller: Callable[[Request], Awaitable[str | None]]
    may_see: Callable[[str, str], Awaitable[bool]]
    require_same_site: Callable[[Request], None]
    ask_for_review: Callable[[str, RefusedPhoto], Awaitable[None]]


def receiving(
    access: MediaAccess, respond: Callable[[MediaAccess, Request], Awaitable[Response]]
) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that receives a body. If it refuses, it reads the rest of the body first."""

    async def endpoint(request: Request) -> Response:
        try:
            return await respond(access, request)
        except AppError as refusal:
            return error_response(refusal, {} if await drain(request) else {"Connection": "close"})

    return endpoint


async def require_owner(access: MediaAccess, request: Request) -> str:
    """The signed-in member, on one of our own pages.

    A page that uploads a file chosen earlier names its owner in ``X-Owner``: another member may have signed in with
    that browser since.

    Raises:
        AppError: ``forbidden``, ``unauthenticated``.
    """
    access.require_same_site(request)
    owner_id = await access.caller(request)
    if owner_id is None or request.headers.get("x-owner", owner_id) != owner_id:
        raise AppError("unauthenticated", "Please log in.")
    return owner_id


def content_type_of(request: Request) -> str:
    """The type that the client declares, without parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def read_body(request: Request, most: int) -> AsyncGenerator[bytes, None]:
    """The body in chunks.

    Raises:
        AppError: ``too_large``, at once if the client declares too many bytes; ``invalid`` if it stops sending.
    """
    declared = request.headers.get("content-length", "0")
    if not declared.isdecimal() or int(declared) > most:
        raise file_too_large()
    stream = request.stream()
    size = 0
    while True:
        try:
            async with asyncio.timeout(IDLE_TIMEOUT):
                piece = await anext(stream)
        except StopAsyncIteration:
            return
        except (TimeoutError, ClientDisconnect) as end:
            raise UploadInterrupted from end
        size += len(piece)
        if size > most:
            raise file_too_large()
        yield piece


async def drain(request: Request) -> bool:
    """Discard the rest of a refused body, up to a limit. Returns whether it ended.

    If the server responds before the browser has sent the body, the browser reports a broken connection instead of the
    refusal.
    """
    left = _MAX_DRAINED
    try:
        async with asyncio.timeout(IDLE_TIMEOUT / 3):
            async for piece in request.stream():
                left -= len(piece)
                if left < 0:
                    return False
    except (TimeoutError, ClientDisconnect):
        return False
    except RuntimeError:
        # Starlette raises this if the body was read to its end before.
        return True
    return True


def json_response(status: int, body: object, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(body), status, {**JSON_HEADERS, **(headers or {})}, "application/json")


def error_response(refusal: AppError, headers: dict[str, str]) -> Response:
    if "retryAfter" in refusal.data:
        headers = {**headers, "Retry-After": str(refusal.data["retryAfter"])}
    body = {"code": refusal.code, "message": str(refusal), **refusal.data}
    return json_response(_STATUS_BY_CODE.get(refusal.code, 400), body, headers)
