"""Video responses: the whole video, or the range that a player requests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from starlette.responses import Response, StreamingResponse

from inflow.media.rules import video_type
from inflow.media.storage.store import MediaStore

# Opened by itself, the video may be played and nothing else.
_POLICY: Final = "default-src 'none'; media-src 'self'; base-uri 'none'; frame-ancestors 'none'; sandbox"
_RANGE: Final = re.compile(r"bytes=(\d{0,18})-(\d{0,18})", re.ASCII)


class ByteRange(NamedTuple):
    """The bytes from ``start`` up to, and not including, ``end``."""

    start: int
    end: int


async def video_response(
    store: MediaStore, media_id: str, name: str, request_headers: Mapping[str, str], headers: Mapping[str, str]
) -> Response | None:
    """The response with the video or the requested range of it; None if there is no video.

    Args:
        request_headers: The request's headers.
        headers: The headers of every media response, with its ETag.
    """
    size = await store.size(media_id, name)
    if size is None:
        return None
    response_headers = {**headers, "Accept-Ranges": "bytes", "Content-Security-Policy": _POLICY}
    byte_range = (
        requested_range(request_headers.get("range", ""), size)
        if is_current(request_headers, headers["ETag"])
        else ByteRange(0, size)
    )
    if byte_range is None:
        return Response(status_code=416, headers={**response_headers, "Content-Range": f"bytes */{size}"})
    response_headers["Content-Length"] = str(byte_range.end - byte_range.start)
    if byte_range != ByteRange(0, size):
        response_headers["Content-Range"] = f"bytes {byte_range.start}-{byte_range.end - 1}/{size}"
    status = 206 if "Content-Range" in response_headers else 200
    body = store.pieces(media_id, name, byte_range.start, byte_range.end)
    return StreamingResponse(body, status, response_headers, media_type=video_type(name))


def requested_range(header: str, size: int) -> ByteRange | None:
    """The range that a ``Range`` header names: all bytes if it names none or several, None if it is out of bounds."""
    match = _RANGE.fullmatch(header.strip())
    if match is None or match.group(1, 2) == ("", ""):
        return ByteRange(0, size)
    first, last = match.group(1, 2)
    if not first:
        start, end = max(0, size - int(last)), size
    else:
        start, end = int(first), min(size, int(last) + 1) if last else size
        if last and int(last) < int(first):
            return ByteRange(0, size)
    return ByteRange(start, end) if start < end else None


def is_current(request_headers: Mapping[str, str], tag: str) -> bool:
    """Whether a range fits the part that the player already has."""
    return request_headers.get("if-range", tag) == tag
