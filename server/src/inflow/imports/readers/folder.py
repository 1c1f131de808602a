"""Photos without any document: the dates are those that cameras wrote into the files, or into their names."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from inflow.imports.archives import Archive
from inflow.imports.found import Found, FoundFoto, FoundPost, Problem, is_photo, is_video, moment
from inflow.imports.rules import IS_VIDEO
from reflow import AppError

_HEAD: Final = 1024 * 1024
"""How many bytes of a file are searched for its date."""
_IN_NAME: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)-?(\d\d)-?(\d\d)(?:[ _-](\d\d)[.-]?(\d\d)[.-]?(\d\d))?")
_MARKS: Final = (b"Exif\0\0", b"eXIf")
_IFD_POINTER, _TAKEN, _OFFSET, _CHANGED = 0x8769, 0x9003, 0x9011, 0x0132
_MOST_FIELDS: Final = 200
_FIELD_BYTES: Final = 12
_TEXT: Final = 2


def fits(archive: Archive) -> bool:
    """Whether there is any photo."""
    return any(map(is_photo, archive.names))


def find(archive: Archive, now: datetime) -> Iterator[Found]:
    """What is in it: each photo is a post. The same photo twice comes once."""
    seen = set[str]()
    for name in sorted(archive.names):
        if is_video(name):
            yield Problem(name=name, why=IS_VIDEO)
        elif is_photo(name):
            key = archive.fingerprint(name)
            if key not in seen:
                seen.add(key)
                yield FoundPost(key=key, at=_taken_at(archive, name, now), fotos=(FoundFoto(name=name),))


def _taken_at(archive: Archive, name: str, now: datetime) -> datetime | None:
    try:
        head = archive.head(name, _HEAD)
    except AppError:
        return None
    return moment(exif_date(head), now) or moment(date_in(name.rpartition("/")[2]), now)


def date_in(name: str) -> str:
    """The date in the name of a file, such as `IMG_20200131_101112.jpg`; empty if there is none."""
    match = _IN_NAME.search(name)
    if match is None:
        return ""
    year, month, day, *time = match.groups()
    hour, minute, second = (each or "00" for each in time)
    return f"{year}-{month}-{day}T{hour}:{minute}:{second}"


def exif_date(head: bytes) -> str:
    """When a photo was taken, by its EXIF data, as ISO 8601; empty if it does not say. Without an offset it is UTC."""
    for mark in _MARKS:
        at = head.find(mark)
        if at >= 0:
            try:
                return _date_in_tiff(head[at + len(mark) :])
            except (struct.error, ValueError, IndexError):
                return ""
    return ""


def _date_in_tiff(tiff: bytes) -> str:
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return ""
    main = _fields(tiff, order, struct.unpack_from(f"{order}I", tiff, 4)[0])
    inner = _fields(tiff, order, main[_IFD_POINTER][1]) if _IFD_POINTER in main else {}
    taken = _text(tiff, inner.get(_TAKEN)) or _text(tiff, main.get(_CHANGED))
    if not taken:
        return ""
    found = datetime.strptime(taken, "%Y:%m:%d %H:%M:%S").replace(tzinfo=UTC).isoformat()
    offset = _text(tiff, inner.get(_OFFSET))
    return found.replace("+00:00", offset) if re.fullmatch(r"[+-]\d\d:\d\d", offset) else found


def _fields(tiff: bytes, order: str, at: int) -> dict[int, tuple[int, int]]:
    """Of each field of a directory the number of its values, and where they are, or the value itself."""
    (count,) = struct.unpack_from(f"{order}H", tiff, at)
    found = {}
    for number in range(min(count, _MOST_FIELDS)):
        tag, _, values, place = struct.unpack_from(f"{order}HHII", tiff, at + _TEXT + number * _FIELD_BYTES)
        found[tag] = (values, place)
    return found


def _text(tiff: bytes, field: tuple[int, int] | None) -> str:
    if field is None:
        return ""
    count, place = field
    return tiff[place : place + min(count, 32)].split(b"\0")[0].decode("ascii", "ignore").strip()
