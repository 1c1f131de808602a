"""Copying media into a backup and back. Each object is stored once, with its SHA-256 in its name."""

from __future__ import annotations

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Collection
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.backup.destination import Destination, Stored, sha256_of
from inflow.media.storage.store import ORIGINAL, MediaStore, Object, folder_of
from inflow.media.tables import media
from reflow import Database, statement

FOLDER = "media/"
_AT_ONCE = 8
_RECENT = timedelta(hours=1)
_MOST_IN_MEMORY = 32 * 1024 * 1024

RECENT_MEDIA = statement(
    sa.select(
        media.c.id,
        sa.func.md5(sa.cast(media.c.renditions, sa.Text) + sa.func.coalesce(media.c.video_kind, "")).label("digest"),
    ).where(media.c.created_at >= sa.func.now() - bindparam("age", type_=sa.Interval)),
    whole_table="Asked by the backup; no query watches it.",
)


class Copied(NamedTuple):
    """How many objects were copied, and their bytes."""

    objects: int = 0
    bytes: int = 0

    def plus(self, other: Copied) -> Copied:
        """Both together."""
        return Copied(self.objects + other.objects, self.bytes + other.bytes)


async def copy_all(source: MediaStore, to: Destination) -> Copied:
    """Copy all objects that the backup does not have. Interrupted, the next call goes on where it ended."""
    copied = Copied()
    for prefix in await source.prefixes():
        copied = copied.plus(await copy(source, to, prefix))
    return copied


async def copy(source: MediaStore, to: Destination, prefix: str) -> Copied:
    """Copy the objects that the backup does not have of one medium, or of all whose ids begin with two letters."""
    objects = await source.objects(prefix)
    have = {_place_of(each.key): each.size for each in await to.stored(f"{FOLDER}{folder_of(prefix)}/")}
    # An original never changes: where its file has another size now, the copy is the good one.
    missing = [
        each
        for each, about in objects.items()
        if have.get(each) != about.size and not (each[1] == ORIGINAL and each in have)
    ]
    limit = asyncio.Semaphore(_AT_ONCE)

    async def one(media_id: str, name: str) -> Copied:
        async with limit:
            return await _copy_object(source, to, media_id, name, objects[media_id, name])

    copied = Copied()
    for each in await asyncio.gather(*(one(*each) for each in missing)):
        copied = copied.plus(each)
    return copied


async def bring_back(place: Destination, into: MediaStore, wanted: Collection[str]) -> tuple[Copied, list[str]]:
    """Copy the media with these ids out of the backup, as far as the store does not have them.

    Returns:
        How much was copied; and the keys of objects that were changed in the backup, which are not copied.
    """
    by_prefix, copied, changed = defaultdict[str, set[str]](set), Copied(), list[str]()
    for media_id in wanted:
        by_prefix[media_id[:2]].add(media_id)
    for prefix, ids in sorted(by_prefix.items()):
        have = await into.objects(prefix)
        for each in newest_of(await place.stored(f"{FOLDER}{prefix}/")):
            media_id, name = _place_of(each.key)
            if media_id not in ids or (media_id, name) in have:
                continue
            content = await place.get(each.key)
            if content is None or sha256_of(content) != each.key.rpartition(".")[2]:
                changed.append(each.key)
                continue
            await into.put(media_id, name, content)
            copied = copied.plus(Copied(1, len(content)))
    return copied, changed


class RecentMedia:
    """Copies recently uploaded and cut media, again and again."""

    def __init__(self, database: Database, source: MediaStore, to: Destination) -> None:
        self._database = database
        self._source = source
        self._to = to
        self._known: dict[str, str] = {}

    async def copy(self) -> Copied:
        """Copy the media of the last hour that are new or have other renditions than before."""
        async with self._database.connection() as connection:
            rows = await connection.rows(RECENT_MEDIA, {"age": _RECENT})
        digests, copied = {row.id: row.digest for row in rows}, Copied()
        for media_id, digest in digests.items():
            if self._known.get(media_id) != digest:
                copied = copied.plus(await copy(self._source, self._to, media_id))
                self._known[media_id] = digest
        self._known = {media_id: self._known[media_id] for media_id in digests}
        return copied


def newest_of(objects: list[Stored]) -> list[Stored]:
    """Of each object of a medium, the copy that was made last: a job may have written it twice."""
    newest: dict[tuple[str, str], Stored] = {}
    for each in sorted(objects, key=lambda each: each.changed_at):
        newest[_place_of(each.key)] = each
    return list(newest.values())


def medium_of(key: str) -> str:
    """The id of the medium that an object of the backup belongs to."""
    return _place_of(key)[0]


async def _copy_object(source: MediaStore, to: Destination, media_id: str, name: str, about: Object) -> Copied:
    key = f"{FOLDER}{media_id[:2]}/{media_id}/{name}"
    if about.size <= _MOST_IN_MEMORY:
        content = await source.get(media_id, name)
        if content is None:
            return Copied()  # it was deleted meanwhile
        await to.put(f"{key}.{sha256_of(content)}", content)
        return Copied(1, len(content))
    with tempfile.TemporaryDirectory(prefix="inflow-backup-") as folder:
        file = Path(folder) / "object"
        if not await source.download(media_id, name, file):
            return Copied()
        await to.put(f"{key}.{await asyncio.to_thread(sha256_of, file)}", file)
        return Copied(1, about.size)


def _place_of(key: str) -> tuple[str, str]:
    """The id of the medium, and the name, of an object of the backup."""
    _, media_id, name = key.removeprefix(FOLDER).split("/", 2)
    return media_id, name.rpartition(".")[0]
