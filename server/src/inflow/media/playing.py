"""Sending a video: all of it, or the part that a player asks for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from starlette.responses import Response, StreamingResponse

from inflow.media.rules import video_type
from inflow.media.store import MediaStore

# Opened by itself it is played, and nothing else is done with it.
_POLICY: Final = "default-src 'none'; media-src 'self'; sandbox"
_RANGE: Final = re.compile(r"bytes=(\d{0,18})-(\d{0,18})", re.ASCII)


class Part(NamedTuple):
    """From the byte ``start`` up to the byte ``end``, which is not in it."""

    start: int
    end: int


async def played(
    store: MediaStore, media_id: str, name: str, asked: Mapping[str, str], headers: Mapping[str, str]
) -> Response | None:
    """The answer with the video, or with the part of it that is asked for; None where there is none.

    Args:
        asked: The request's headers.
        headers: What every answer about media says, with its ETag.
    """
    size = await store.size(media_id, name)
    if size is None:
        return None
    said = {**headers, "Accept-Ranges": "bytes", "Content-Security-Policy": _POLICY}
    part = part_wanted(asked.get("range", ""), size) if _is_of_this(asked, headers["ETag"]) else Part(0, size)
    if part is None:
        return Response(status_code=416, headers={**said, "Content-Range": f"bytes */{size}"})
    said["Content-Length"] = str(part.end - part.start)
    if part != Part(0, size):
        said["Content-Range"] = f"bytes {part.start}-{part.end - 1}/{size}"
    status = 206 if "Content-Range" in said else 200
    body = store.pieces(media_id, name, part.start, part.end)
    return StreamingResponse(body, status, said, media_type=video_type(name))


def part_wanted(header: str, size: int) -> Part | None:
    """The part that a ``Range`` header names: all where it names none or several, None where there is no such part."""
    match = _RANGE.fullmatch(header.strip())
    if match is None or match.group(1, 2) == ("", ""):
        return Part(0, size)
    first, last = match.group(1, 2)
    if not first:
        start, end = max(0, size - int(last)), size
    else:
        start, end = int(first), min(size, int(last) + 1) if last else size
        if last and int(last) < int(first):
            return Part(0, size)
    return Part(start, end) if start < end else None


def _is_of_this(asked: Mapping[str, str], tag: str) -> bool:
    """Whether a part fits what the player has of it already."""
    return asked.get("if-range", tag) == tag
