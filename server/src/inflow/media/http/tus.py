"""What the routes of resumable uploads have in common: version 1.0.0 of the tus protocol.

https://tus.io/protocols/resumable-upload
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from inflow.media.http.requests import JSON_HEADERS, content_type_of, json_response
from reflow import AppError

_VERSION: Final = "1.0.0"
_NUMBER: Final = re.compile(r"[0-9]{1,18}")

Endpoint = Callable[[Request], Awaitable[Response]]


def tus(endpoint: Endpoint) -> Endpoint:
    """The endpoint, for requests of this version of the protocol only."""

    async def of_this_version(request: Request) -> Response:
        if request.headers.get("tus-resumable") == _VERSION:
            response = await endpoint(request)
        else:
            words = f"This server speaks version {_VERSION} of the tus protocol."
            response = _refusal(412, words, {"Tus-Version": _VERSION})
        response.headers["Tus-Resumable"] = _VERSION
        return response

    return of_this_version


def options(most_bytes: int) -> Endpoint:
    """The endpoint that tells clients what the server speaks, and how large a file may be."""

    async def respond(_request: Request) -> Response:
        return no_content(
            {
                "Tus-Resumable": _VERSION,
                "Tus-Version": _VERSION,
                "Tus-Extension": "creation,termination,expiration",
                "Tus-Max-Size": str(most_bytes),
            }
        )

    return respond


def created(location: str, expires_at: datetime) -> Response:
    """The answer to a creation."""
    return Response(status_code=201, headers={**JSON_HEADERS, "Location": location, **expires(expires_at)})


def refuse_other_types(request: Request) -> Response | None:
    """The refusal of bytes of another type than tus sends; None for the right one."""
    if content_type_of(request) == "application/offset+octet-stream":
        return None
    return _refusal(415, "The bytes of an upload must be application/offset+octet-stream.", {})


def number(request: Request, name: str) -> int:
    """The number in a header.

    Raises:
        AppError: ``invalid``.
    """
    value = request.headers.get(name, "")
    if not _NUMBER.fullmatch(value):
        raise unreadable()
    return int(value)


def metadata(request: Request) -> dict[str, str]:
    """The pairs of ``Upload-Metadata``, whose values are texts in base64.

    Raises:
        AppError: ``invalid``.
    """
    found = {}
    for pair in request.headers.get("upload-metadata", "").split(","):
        key, _, value = pair.strip().partition(" ")
        try:
            found[key] = b64decode(value, validate=True).decode()
        except ValueError:
            raise unreadable() from None
    return found


def unreadable() -> AppError:
    """The refusal of headers that no client of ours sends."""
    return AppError("invalid", "The upload could not be read")


def expires(moment: datetime) -> dict[str, str]:
    """The header that says when an upload expires."""
    return {"Upload-Expires": format_datetime(moment.astimezone(UTC), usegmt=True)}


def no_content(headers: dict[str, str]) -> Response:
    return Response(status_code=204, headers={**JSON_HEADERS, **headers})


def _refusal(status: int, words: str, headers: dict[str, str]) -> Response:
    """For the authors of a client: no member sees these words."""
    return json_response(status, {"code": "unsupported", "message": words}, headers)
