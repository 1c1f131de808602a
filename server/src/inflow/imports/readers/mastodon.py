"""Archives that Mastodon makes: ActivityPub's outbox, and the files of its attachments."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final, Literal

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

_OUTBOX: Final = "outbox.json"
_FILES: Final = "media_attachments/"
_PUBLIC: Final = ("https://www.w3.org/ns/activitystreams#Public", "as:Public", "Public")


def fits(archive: Archive) -> bool:
    """Whether this is such an archive."""
    return _OUTBOX in archive.names and "orderedItems" in mapping(read_json(archive, _OUTBOX))


def find(archive: Archive, now: datetime) -> Iterator[Found]:
    """What is in it. Boosts, replies, private mentions and posts without fotos are left out."""
    for activity in map(mapping, sequence(mapping(read_json(archive, _OUTBOX)).get("orderedItems"))):
        note = mapping(activity.get("object"))
        if activity.get("type") == "Announce":
            yield LeftOut(kind="boosts")
        elif activity.get("type") == "Create":
            yield from _post(archive, note, now)


def _post(archive: Archive, note: dict[str, Any], now: datetime) -> Iterator[Found]:
    attached = [mapping(each) for each in sequence(note.get("attachment"))]
    audience = _audience(note)
    if audience is None or note.get("inReplyTo"):
        yield LeftOut(kind="replies")
        return
    if not attached:
        yield LeftOut(kind="without_fotos")
        return
    fotos = list[FoundFoto]()
    for each in attached:
        name = _file_of(archive, text(each.get("url")))
        if is_video(name) or text(each.get("mediaType")).startswith(("video/", "audio/")):
            yield Problem(name=name, why=IS_VIDEO)
        else:
            fotos.append(FoundFoto(name=name, alt_text=text(each.get("name"))))
    warning, words = text(note.get("summary")), text_of(text(note.get("content")))
    found = FoundPost(
        key=text(note.get("id")),
        at=moment(note.get("published"), now),
        caption=f"{warning}\n\n{words}" if warning else words,
        audience=audience,
        fotos=(),
    )
    yield from posts_of(found, fotos)


def _audience(note: dict[str, Any]) -> Literal["sphere", "cue"] | None:
    """Who saw it there: everyone, or the followers; None for those whom it mentions."""
    to = [text(each) for field in ("to", "cc") for each in _listed(note.get(field))]
    if any(each in _PUBLIC for each in to):
        return "sphere"
    return "cue" if any(each.endswith("/followers") for each in to) else None


def _listed(value: object) -> list[Any]:
    return [value] if isinstance(value, str) else sequence(value)


def _file_of(archive: Archive, url: str) -> str:
    """The name of an attachment's file. Its address may have the folder of a bucket in front."""
    path = url.lstrip("/")
    if path in archive.names or _FILES not in path:
        return path
    return path[path.index(_FILES) :]
