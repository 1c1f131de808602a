"""Archives that Instagram makes, in the JSON format. Their layouts and sources are in docs/moving-in.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from inflow.imports.archives import Archive, read_json
from inflow.imports.found import (
    Found,
    FoundFoto,
    FoundPost,
    Problem,
    is_video,
    mapping,
    moment,
    posts_of,
    sequence,
    text,
)
from inflow.imports.rules import IS_VIDEO

_MEDIA: Final = "media.json"
_POSTS: Final = re.compile(r"(?:your_instagram_activity/)?(?:content|media)/posts_(\d{1,6})\.json")
_ARCHIVED: Final = re.compile(r"(?:your_instagram_activity/)?(?:content|media)/archived_posts\.json")


def fits(archive: Archive) -> bool:
    """Whether this is such an archive."""
    if any(map(_POSTS.fullmatch, archive.names)):
        return True
    return _MEDIA in archive.names and "photos" in mapping(read_json(archive, _MEDIA))


def find(archive: Archive, now: datetime) -> Iterator[Found]:
    """What is in it."""
    if _MEDIA in archive.names:
        yield from _of_2019(mapping(read_json(archive, _MEDIA)), now)
    numbered = {name: int(match[1]) for name in archive.names if (match := _POSTS.fullmatch(name))}
    for name in sorted(numbered, key=lambda each: (numbered[each], each)):
        for each in sequence(read_json(archive, name)):
            yield from _post(mapping(each), now)
    for name in filter(_ARCHIVED.fullmatch, sorted(archive.names)):
        for each in sequence(mapping(read_json(archive, name)).get("ig_archived_post_media")):
            yield from _post(mapping(each), now, is_archived=True)


def _of_2019(document: dict[str, Any], now: datetime) -> Iterator[Found]:
    for photo in map(mapping, sequence(document.get("photos"))):
        name = text(photo.get("path"))
        taken_at = photo.get("taken_at")
        yield FoundPost(
            key=_key([name], taken_at),
            at=moment(taken_at, now),
            caption=repaired(text(photo.get("caption"))),
            fotos=(FoundFoto(name=name),),
        )
    for video in map(mapping, sequence(document.get("videos"))):
        yield Problem(name=text(video.get("path")), why=IS_VIDEO)


def _post(post: dict[str, Any], now: datetime, *, is_archived: bool = False) -> Iterator[Found]:
    media = [mapping(each) for each in sequence(post.get("media"))]
    names = [text(each.get("uri")) for each in media]
    for name in filter(is_video, names):
        yield Problem(name=name, why=IS_VIDEO)
    fotos = [FoundFoto(name=name) for name in names if name and not is_video(name)]
    if not fotos:
        return
    # A post with one photo has its caption and its time there.
    at = post.get("creation_timestamp") or media[0].get("creation_timestamp")
    caption = text(post.get("title")) or text(media[0].get("title"))
    found = FoundPost(
        key=_key(names, at),
        at=moment(at, now),
        caption=repaired(caption),
        is_archived=is_archived,
        fotos=(),
    )
    yield from posts_of(found, fotos)


def _key(names: list[str], at: object) -> str:
    """The name of the first file without its folders, which differ between layouts, and the time."""
    return f"{names[0].rpartition('/')[2]} {at}"


def repaired(words: str) -> str:
    """The text of which each byte of UTF-8 was written as a character of its own."""
    try:
        return words.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return words
