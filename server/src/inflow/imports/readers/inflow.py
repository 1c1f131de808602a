"""Archives that Inflow made: see docs/archive-format.md."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from inflow.imports.archives import Archive, read_json
from inflow.imports.found import (
    Found,
    FoundCollection,
    FoundFoto,
    FoundGrid,
    FoundPost,
    FoundProfile,
    Problem,
    mapping,
    moment,
    posts_of,
    sequence,
    text,
)
from inflow.imports.rules import IS_VIDEO, NEWER_FORMAT, WAS_WITHHELD
from reflow import AppError

_FORMAT: Final = "inflow-archive"
_VERSION: Final = 1
_MARKER: Final = "archive.json"
_PERCENT: Final = ("brightness", "contrast", "saturation")


def fits(archive: Archive) -> bool:
    """Whether this is such an archive."""
    if not {_MARKER, "posts.json"} <= archive.names:
        return False
    return mapping(read_json(archive, _MARKER)).get("format") == _FORMAT


def find(archive: Archive, now: datetime) -> Iterator[Found]:
    """What is in it.

    Raises:
        AppError: ``invalid``, its version is newer.
    """
    about = mapping(read_json(archive, _MARKER))
    version = about.get("version")
    if not isinstance(version, int) or version > _VERSION:
        raise AppError("invalid", NEWER_FORMAT)
    for each in sequence(read_json(archive, "posts.json")):
        yield from _post(mapping(each), now)
    for each in _of(archive, "grids.json"):
        posts = tuple(text(post) for post in sequence(each.get("posts")))
        if not each.get("withheld"):
            yield FoundGrid(
                key=f"grid {text(each.get('id'))}",
                at=moment(each.get("createdAt"), now),
                layout=text(each.get("layout")),
                posts=posts,
            )
    for each in _of(archive, "collections.json"):
        yield from _collection(each, now)
    member = mapping(about.get("member"))
    name, quote, picture = (text(member.get(field)) for field in ("fullName", "quote", "picture"))
    if name or quote or picture:
        yield FoundProfile(full_name=name, quote=quote, picture=picture or None)


def _of(archive: Archive, name: str) -> list[dict[str, Any]]:
    return [mapping(each) for each in sequence(read_json(archive, name))] if name in archive.names else []


def _post(post: dict[str, Any], now: datetime) -> Iterator[Found]:
    fotos = [_foto(mapping(each)) for each in sequence(post.get("fotos"))]
    name = fotos[0].name if fotos else text(post.get("id"))
    if post.get("isVideo"):
        yield Problem(name=text(post.get("video")) or name, why=IS_VIDEO)
    elif post.get("withheld"):
        yield Problem(name=name, why=WAS_WITHHELD)
    elif fotos:
        found = FoundPost(
            key=text(post.get("id")),
            at=moment(post.get("createdAt"), now),
            edited_at=moment(post.get("editedAt"), now),
            caption=text(post.get("caption")),
            nook=text(post.get("nook")) or None,
            audience="sphere" if post.get("audience") == "sphere" else "cue",
            is_archived=post.get("isArchived") is True,
            fotos=(),
        )
        yield from posts_of(found, fotos)


def _foto(foto: dict[str, Any]) -> FoundFoto:
    ratio, rotation = foto.get("ratio"), foto.get("rotation")
    adjustments = mapping(foto.get("adjustments"))
    return FoundFoto(
        name=text(foto.get("file")),
        alt_text=text(foto.get("altText")),
        ratio=ratio if ratio in ("vertical", "horizontal", "landscape") else None,
        rotation=rotation if not isinstance(rotation, (bool, float)) and rotation in (0, 90, 180, 270) else 0,
        crop=_crop(mapping(foto.get("crop"))),
        filter=text(foto.get("filter")) or "none",
        adjustments={name: adjustments.get(name, 100) for name in _PERCENT}
        if all(_is_percent(adjustments.get(name, 100)) for name in _PERCENT)
        else None,
    )


def _crop(crop: dict[str, Any]) -> dict[str, float] | None:
    sides = {name: crop.get(name) for name in ("x", "y", "width", "height")}
    return {name: float(side or 0) for name, side in sides.items()} if all(map(_is_fraction, sides.values())) else None


def _collection(collection: dict[str, Any], now: datetime) -> Iterator[Found]:
    saved = [mapping(each) for each in sequence(collection.get("posts"))]
    posts = tuple((text(each.get("id")), moment(each.get("savedAt"), now)) for each in saved)
    name = text(collection.get("name")) or None
    if posts or name:
        yield FoundCollection(
            key=f"collection {text(collection.get('id'))}",
            at=moment(collection.get("createdAt"), now),
            name=name,
            posts=posts,
        )


def _is_fraction(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1


def _is_percent(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 200  # percent
