"""Videos of flicks: checking and storing them. They are neither decoded nor changed."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO, Final

from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.rules import MOST_VIDEO_BYTES, SNIFFED_BYTES, VideoKind, video_kind_of, video_name
from inflow.media.tables import SET_VIDEO_KIND
from inflow.media.views import media_url
from reflow import AppError, Connection

_MOST_INDEX: Final = 64 * 1024 * 1024
_PLACES: Final = (b"\xa9xyz", b"com.apple.quicktime.location", b"loci")
"""The fields of an MP4 for the place of recording: of cameras, of Apple and of the standard."""


def require_video(file: Path) -> VideoKind:
    """The container of a video, which browsers must be able to play and which must not contain its place.

    Raises:
        AppError: ``invalid``, ``too_large``.
    """
    size = file.stat().st_size
    if size > MOST_VIDEO_BYTES:
        raise AppError("too_large", "A video may have at most 500 MB.")
    with file.open("rb") as video:
        kind = video_kind_of(video.read(SNIFFED_BYTES))
        if kind is None:
            raise not_a_video()
        if kind == "mp4" and any(place in _movie_box(video, size) for place in _PLACES):
            raise AppError("invalid", "This video tells where it was taken. Please remove that first.")
    return kind


async def store_video(pipeline: MediaPipeline, media_id: str, file: Path, kind: VideoKind) -> None:
    """Store a video beside its thumbnail. It belongs to the medium after `attach_video`, and is deleted with it."""
    await pipeline.store.put(media_id, video_name(kind), file)


async def attach_video(connection: Connection, media_id: str, kind: VideoKind) -> None:
    """Record, in the connection's transaction, that a medium has a video."""
    if await connection.row(SET_VIDEO_KIND, {"media_id": media_id, "video_kind": kind}) is None:
        raise AppError("not_found", "There is no such image")


def video_url(media_id: str, kind: str | None) -> str | None:
    """The URL of a medium's video, if it has one."""
    return None if kind is None else media_url(media_id, video_name(kind))


def not_a_video() -> AppError:
    """The refusal of any file that is not a complete MP4 or WebM."""
    return AppError("invalid", "Please choose a video file: MP4 or WebM")


def _movie_box(video: BinaryIO, size: int) -> bytes:
    """The `moov` box of an MP4, which holds the metadata. The frames may contain any bytes, so they are not searched.

    Raises:
        AppError: ``invalid``: the file is truncated, or has no such box.
    """
    at, index = 0, b""
    while at + 8 <= size:
        video.seek(at)
        length, name = int.from_bytes(video.read(4), "big"), video.read(4)
        if length == 1:
            length = int.from_bytes(video.read(8), "big")
        length = length or size - at
        if length < 8 or at + length > size:
            raise not_a_video()
        if name == b"moov":
            video.seek(at)
            index = video.read(min(length, _MOST_INDEX))
        at += length
    if not index:
        raise not_a_video()
    return index
