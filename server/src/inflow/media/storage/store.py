"""The store of files: a folder by default, or a bucket.

Keys are ``aa/<media id>/<name>``, where ``aa`` are the first letters of the id, so that no folder grows too large;
``uploads/<upload id>/<name>`` for the parts of unfinished uploads; ``exports/<export id>/<name>`` for the segments of
archives that are made here; and ``imports/<import id>/<name>`` for those of archives that members bring along.
Writes are atomic: in a folder, obstore writes a temporary file and renames it. They are durable: an upload is answered
only after fsync.
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import obstore
import structlog
from obstore.store import LocalStore, ObjectStore, from_url

from reflow import AppError
from reflow.errors import server_busy

_log = structlog.get_logger(__name__)

ORIGINAL = "original"
SOURCE = "source"
"""A plain JPEG of an original that is slow to decode. Cuts and renditions are made from it."""

_PIECE = 256 * 1024
_SYSTEM_ERROR = re.compile(r"\(os error (\d+)\)")  # obstore has only the words
_LETTERS = 2
_PATIENCE = 10.0
_SLOWEST = 256 * 1024  # bytes a second, to a bucket
_LARGEST = 25 * 1024 * 1024  # bytes of a photo, which is read as a whole
# No medium has such a prefix: theirs have two letters. So backups and restores pass over all of them.
_PROBES = "health"
_PARTS = "uploads"
_EXPORTS = "exports"
_IMPORTS = "imports"


class Object(NamedTuple):
    """One stored object: its size in bytes, and when it was written."""

    size: int
    changed_at: datetime


class MediaStore:
    """The media of one deployment.

    Args:
        read_only: Refuse new objects, and delete none.
        patience: How many seconds a bucket has to answer.
    """

    def __init__(
        self, objects: ObjectStore, folder: Path | None = None, *, read_only: bool = False, patience: float = _PATIENCE
    ) -> None:
        self._objects = objects
        self._folder = folder
        self._read_only = read_only
        self._patience = patience

    @property
    def folders(self) -> list[Path]:
        """The folder that media are in; none where they are in a bucket."""
        return [] if self._folder is None else [self._folder]

    @classmethod
    def at(
        cls, url: str | None, folder: Path, *, leave_bucket: bool = False, patience: float = _PATIENCE
    ) -> MediaStore:
        """The bucket at ``url`` (``s3://``, ``gs://``, ``az://``), or by default the folder, which is created.

        Args:
            leave_bucket: Change nothing in the bucket, which may be another deployment's: new media are refused, and
                deletions do nothing.
        """
        if url:
            return cls(from_url(url), read_only=leave_bucket, patience=patience)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return cls(LocalStore(folder, automatic_cleanup=True), folder)

    async def put(self, media_id: str, name: str, content: bytes | Path) -> None:
        """Write one object, replacing an existing one: a repeated job writes the same again.

        Raises:
            OSError: The folder's disk is full, with the system's number.
            AppError: ``forbidden``, the bucket is left as it is; ``busy``, it does not answer.
        """
        await self._put(_key(media_id, name), content)

    async def _put(self, key: str, content: bytes | Path) -> None:
        if self._read_only:
            raise AppError("forbidden", "This is a restored copy, which takes no photos yet.")
        try:
            async with self._answering(_size_of(content) / _SLOWEST):
                await obstore.put_async(self._objects, key, content)
        except obstore.exceptions.BaseError as failure:
            if (number := _SYSTEM_ERROR.search(str(failure))) is None:
                raise
            raise OSError(int(number[1]), os.strerror(int(number[1])), key) from failure
        if self._folder is not None:
            await asyncio.to_thread(make_durable, self._folder, self._folder / key)

    async def put_all(self, media_id: str, objects: Mapping[str, bytes | Path]) -> None:
        """Write objects of one medium at once. If one fails, the others are written or have failed as well when this
        raises, as `put`: what the caller then deletes does not come back.
        """
        writing = (self.put(media_id, name, content) for name, content in objects.items())
        for result in await asyncio.gather(*writing, return_exceptions=True):
            if isinstance(result, BaseException):
                raise result

    async def get(self, media_id: str, name: str) -> bytes | None:
        """One object, or None. Raises as `put`."""
        try:
            async with self._answering(_LARGEST / _SLOWEST):
                found = await obstore.get_async(self._objects, _key(media_id, name))
                return bytes(await found.bytes_async())
        except (obstore.exceptions.NotFoundError, FileNotFoundError):
            return None

    async def download(self, media_id: str, name: str, into: Path) -> bool:
        """Write one object to a file, in chunks. False if there is none. Raises as `put`."""
        try:
            async with self._answering():
                found = await obstore.get_async(self._objects, _key(media_id, name))
        except (obstore.exceptions.NotFoundError, FileNotFoundError):
            return False
        with into.open("wb") as file:
            async for piece in found.stream():
                file.write(piece)
        return True

    async def size(self, media_id: str, name: str) -> int | None:
        """The size of one object in bytes, or None where there is none. Raises as `put`."""
        try:
            async with self._answering():
                found = await obstore.head_async(self._objects, _key(media_id, name))
        except (obstore.exceptions.NotFoundError, FileNotFoundError):
            return None
        return found["size"]

    async def pieces(self, media_id: str, name: str, start: int, end: int) -> AsyncIterator[bytes]:
        """The bytes of one object from ``start`` up to ``end``, in chunks. Raises as `put`."""
        async with self._answering():
            found = await obstore.get_async(self._objects, _key(media_id, name), options={"range": (start, end)})
        async for piece in found.stream(min_chunk_size=_PIECE):
            yield bytes(piece)

    async def check(self) -> None:
        """Write a few bytes and read them back; in a bucket that is left as it is, list it.

        Raises:
            Exception: The store cannot be written or read.
        """
        if self._read_only:
            await self.prefixes()
            return
        key, content = f"{_PROBES}/{secrets.token_hex(8)}", secrets.token_bytes(16)
        await obstore.put_async(self._objects, key, content)
        try:
            found = await obstore.get_async(self._objects, key)
            if bytes(await found.bytes_async()) != content:
                raise OSError("The store returned other bytes than were written")
        finally:
            await self._remove(key)

    async def prefixes(self) -> list[str]:
        """The two letters that the ids of media begin with."""
        found = await obstore.list_with_delimiter_async(self._objects)
        return sorted(each for each in found["common_prefixes"] if len(each) == _LETTERS)

    async def objects(self, prefix: str) -> dict[tuple[str, str], Object]:
        """All objects of the media whose ids begin with these letters, or of one medium, by id and name."""
        listed = await obstore.list(self._objects, prefix=f"{folder_of(prefix)}/").collect_async()
        found = {}
        for each in listed:
            _, media_id, name = each["path"].split("/", 2)
            found[media_id, name] = Object(each["size"], each["last_modified"])
        return found

    async def remove(self, media_id: str) -> None:
        """Delete all objects of one medium, if there are any."""
        listed = await obstore.list(self._objects, prefix=f"{media_id[:2]}/{media_id}").collect_async()
        await asyncio.gather(*(self._remove(found["path"]) for found in listed))

    async def discard(self, media_id: str, names: list[str]) -> None:
        """Delete some objects of one medium, if they exist."""
        await asyncio.gather(*(self._remove(_key(media_id, name)) for name in names))

    async def put_part(self, upload_id: str, name: str, content: Path) -> None:
        """Write a part of an unfinished upload. Raises as `put`."""
        await self._put(_part_key(upload_id, name), content)

    async def part(self, upload_id: str, name: str) -> AsyncIterator[bytes]:
        """A part of an unfinished upload, in chunks.

        Raises:
            FileNotFoundError: There is none.
            AppError: As `put`.
        """
        try:
            async with self._answering():
                found = await obstore.get_async(self._objects, _part_key(upload_id, name))
        except obstore.exceptions.NotFoundError as missing:
            raise FileNotFoundError(name) from missing
        async for piece in found.stream(min_chunk_size=_PIECE):
            yield bytes(piece)

    async def remove_part(self, upload_id: str, name: str) -> None:
        """Delete a part of an unfinished upload, if it exists."""
        await self._remove(_part_key(upload_id, name))

    async def remove_parts(self, upload_id: str) -> None:
        """Delete all parts of an unfinished upload, if there are any."""
        listed = await obstore.list(self._objects, prefix=f"{_PARTS}/{upload_id}").collect_async()
        await asyncio.gather(*(self._remove(found["path"]) for found in listed))

    async def uploads_with_parts(self) -> dict[str, datetime]:
        """When the newest part of each unfinished upload was written, by the upload's id."""
        return await self._newest_below(_PARTS)

    async def put_segment(self, export_id: str, name: str, content: Path) -> None:
        """Write a segment of an archive. Raises as `put`."""
        await self._put(_segment_key(export_id, name), content)

    async def segment_pieces(self, export_id: str, name: str, start: int, end: int) -> AsyncIterator[bytes]:
        """The bytes of a segment from ``start`` up to ``end``, in chunks.

        Raises:
            FileNotFoundError: There is no such segment.
            AppError: As `put`.
        """
        try:
            async with self._answering():
                found = await obstore.get_async(
                    self._objects, _segment_key(export_id, name), options={"range": (start, end)}
                )
        except obstore.exceptions.NotFoundError as missing:
            raise FileNotFoundError(name) from missing
        async for piece in found.stream(min_chunk_size=_PIECE):
            yield bytes(piece)

    async def has_segment(self, export_id: str, name: str) -> bool:
        """Whether a segment is there. Raises as `put`."""
        try:
            async with self._answering():
                await obstore.head_async(self._objects, _segment_key(export_id, name))
        except (obstore.exceptions.NotFoundError, FileNotFoundError):
            return False
        return True

    async def remove_segments(self, export_id: str, names: list[str] | None = None) -> None:
        """Delete these segments of an archive, or all, if there are any."""
        if names is None:
            listed = await obstore.list(self._objects, prefix=f"{_EXPORTS}/{export_id}").collect_async()
            keys = [found["path"] for found in listed]
        else:
            keys = [_segment_key(export_id, name) for name in names]
        await asyncio.gather(*map(self._remove, keys))

    async def exports_with_segments(self) -> dict[str, datetime]:
        """When the newest segment of each archive was written, by the export's id."""
        return await self._newest_below(_EXPORTS)

    async def put_import_segment(self, import_id: str, name: str, content: bytes | Path) -> None:
        """Write a segment of an archive that a member brings along. Their order is that of their names. Raises as
        `put`.
        """
        await self._put(f"{_IMPORTS}/{import_id}/{name}", content)

    async def import_segments(self, import_id: str) -> list[tuple[str, int]]:
        """The names and sizes of an import's segments, in order."""
        listed = await obstore.list(self._objects, prefix=f"{_IMPORTS}/{import_id}").collect_async()
        return sorted((found["path"].rpartition("/")[2], found["size"]) for found in listed)

    def import_range(self, import_id: str, name: str, start: int, end: int) -> bytes:
        """The bytes of such a segment from ``start`` up to ``end``. It blocks: call it in a thread.

        Raises:
            FileNotFoundError: There is no such segment.
            AppError: ``busy``, a bucket does not answer.
        """
        try:
            return bytes(obstore.get_range(self._objects, f"{_IMPORTS}/{import_id}/{name}", start=start, end=end))
        except obstore.exceptions.NotFoundError as missing:
            raise FileNotFoundError(name) from missing
        except obstore.exceptions.BaseError as failure:
            _log.error("the store does not answer", reason=f"{type(failure).__name__}: {failure}")
            raise server_busy() from failure

    async def remove_import_segments(self, import_id: str) -> None:
        """Delete the segments of an import, if there are any."""
        listed = await obstore.list(self._objects, prefix=f"{_IMPORTS}/{import_id}").collect_async()
        await asyncio.gather(*(self._remove(found["path"]) for found in listed))

    async def remove_import_segment(self, import_id: str, name: str) -> None:
        """Delete a segment of an import, if it exists."""
        await self._remove(f"{_IMPORTS}/{import_id}/{name}")

    async def imports_with_segments(self) -> dict[str, datetime]:
        """When the newest segment of each import was written, by the import's id."""
        return await self._newest_below(_IMPORTS)

    async def _newest_below(self, prefix: str) -> dict[str, datetime]:
        newest: dict[str, datetime] = {}
        for each in await obstore.list(self._objects, prefix=prefix).collect_async():
            owner = each["path"].split("/")[1]
            newest[owner] = max(each["last_modified"], newest.get(owner, each["last_modified"]))
        return newest

    @asynccontextmanager
    async def _answering(self, more: float = 0) -> AsyncIterator[None]:
        """Limit the time for which a bucket may take, and turn its failures into a refusal.

        Args:
            more: Seconds in addition to the patience, for the transfer itself.

        Raises:
            AppError: ``busy``.
        """
        if self._folder is not None:
            yield
            return
        try:
            async with asyncio.timeout(self._patience + more):
                yield
        except (obstore.exceptions.NotFoundError, FileNotFoundError):
            raise
        except (TimeoutError, obstore.exceptions.BaseError) as failure:
            _log.error("the bucket does not answer", reason=f"{type(failure).__name__}: {failure}")
            raise server_busy() from failure

    async def _remove(self, key: str) -> None:
        if self._read_only:
            return
        try:
            await obstore.delete_async(self._objects, key)
        except (obstore.exceptions.NotFoundError, FileNotFoundError):
            return


def _size_of(content: bytes | Path) -> int:
    return len(content) if isinstance(content, bytes) else content.stat().st_size


def folder_of(prefix: str) -> str:
    """The folder of one medium, or of all whose ids begin with two letters."""
    return prefix if len(prefix) == _LETTERS else f"{prefix[:_LETTERS]}/{prefix}"


def make_durable(folder: Path, file: Path) -> None:
    """Call fsync on the file and on the folders that contain it."""
    for path in (file, *file.parents):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        if path == folder:
            return


def _key(media_id: str, name: str) -> str:
    return f"{media_id[:2]}/{media_id}/{name}"


def _part_key(upload_id: str, name: str) -> str:
    return f"{_PARTS}/{upload_id}/{name}"


def _segment_key(export_id: str, name: str) -> str:
    return f"{_EXPORTS}/{export_id}/{name}"
