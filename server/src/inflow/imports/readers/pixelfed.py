"""The list of posts that Pixelfed exports, packed with their photos, which it does not export."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final, Literal
from urllib.parse import unquote, urlsplit

from inflow.imports.archives import Archive, read_json
from inflow.imports.found import (
    Found,
    FoundFoto,
    FoundPost,
    LeftOut,
    Problem,
    is_video,
    mapping,
    moment,
    posts_of,
    sequence,
    text,
)
from inflow.imports.readers.html_text import text_of
from inflow.imports.rules import IS_VIDEO

_STATUSES: Final = "pixelfed-statuses.json"
_AUDIENCES: Final[dict[str, Literal["sphere", "cue"]]] = {"public": "sphere", "unlisted": "sphere", "private": "cue"}


def fits(archive: Archive) -> bool:
    """Whether this is such an archive."""
    return _STATUSES in archive.names


def find(archive: Archive, now: datetime) -> Iterator[Found]:
    """What is in it. Replies, direct messages and posts without fotos are left out."""
    names = dict[str, str]()
    for name in sorted(archive.names):
        names.setdefault(name.rpartition("/")[2], name)
    for each in sequence(read_json(archive, _STATUSES)):
        yield from _post(names, mapping(each), now)


def _post(names: dict[str, str], status: dict[str, Any], now: datetime) -> Iterator[Found]:
    audience = _AUDIENCES.get(text(status.get("visibility")))
    if audience is None or status.get("in_reply_to_id"):
        yield LeftOut(kind="replies")
        return
    attached = [mapping(each) for each in sequence(status.get("media_attachments"))]
    if not attached:
        yield LeftOut(kind="without_fotos")
        return
    fotos = list[FoundFoto]()
    for each in attached:
        file = _file_in(text(each.get("url")))
        name = names.get(file, file)
        if is_video(name):
            yield Problem(name=name, why=IS_VIDEO)
        else:
            fotos.append(FoundFoto(name=name, alt_text=text(each.get("description"))))
    found = FoundPost(
        key=text(status.get("uri")) or text(status.get("id")),
        at=moment(status.get("created_at"), now),
        caption=_caption(status),
        audience=audience,
        fotos=(),
    )
    yield from posts_of(found, fotos)


def _caption(status: dict[str, Any]) -> str:
    warning = text(status.get("spoiler_text"))
    words = text(status.get("content_text")) or text_of(text(status.get("content")))
    return f"{warning}\n\n{words}" if warning else words


def _file_in(url: str) -> str:
    try:
        return unquote(urlsplit(url).path).rpartition("/")[2]
    except ValueError:
        return url
