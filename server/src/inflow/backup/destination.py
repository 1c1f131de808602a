"""Where a backup is: a folder, or a bucket.

The keys of its objects:

- ``deployment.json``: whose backup it is.
- ``snapshots/<label>.<sha256>.json``: one moment; see `snapshots.py`.
- ``database/<label>/…``: its base backup.
- ``media-ids/<label>.gz``: which media it has.
- ``media/<aa>/<media id>/<name>.<sha256>``: the media of all moments, each stored once.
- ``log/<file>.<sha256>.gz``: the log of the database. The file that is still being written is in pieces, in
  ``log/<file>.partial/<offset>.<sha256>``.
- ``ledger/…``: which content was erased; see `ledger.py`.
- ``keys/<id>.age``: encrypted keys, if they are not kept elsewhere.

Each name has the SHA-256 of the content, or a snapshot has it, so that every changed bit is found.
"""

from __future__ import annotations

import asyncio
import hashlib
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, Self
from urllib.parse import urlsplit

import obstore
from obstore.store import LocalStore, ObjectStore, from_url

from inflow.backup.failure import BackupRefused
from inflow.media.storage.store import make_durable

_SCHEMES = {"s3", "gs", "az"}
_PART = 32 * 1024 * 1024  # a bucket takes at most 10,000 parts of one object
_PIECE = 1024 * 1024


class Stored(NamedTuple):
    """An object of the backup.

    Attributes:
        changed_at: When it was written, by the clock of the destination.
    """

    key: str
    size: int
    changed_at: datetime


class Destination:
    """The objects of one backup. Writes are atomic, and in a folder durable once `put` has returned.

    Attributes:
        folder: Where it is, if it is a folder.
    """

    def __init__(self, objects: ObjectStore, folder: Path | None = None) -> None:
        self._objects = objects
        self.folder = folder

    @classmethod
    def at(cls, place: str) -> Self:
        """The backup at a path, or at ``s3://…``, ``gs://…`` or ``az://…``.

        Raises:
            BackupRefused: There is no such folder. It is not created: perhaps a disk is not mounted.
        """
        if urlsplit(place).scheme in _SCHEMES:
            return cls(from_url(place))
        if "://" in place:
            raise BackupRefused(f"{place}: a backup is in a folder, or at s3://, gs:// or az://.")
        folder = Path(place).expanduser().absolute()
        if not folder.is_dir():
            raise BackupRefused(f"{folder}: there is no such folder. Create it, or mount its disk.")
        return cls(LocalStore(folder, automatic_cleanup=True), folder)

    async def put(self, key: str, content: bytes | Path) -> None:
        """Write one object, replacing an existing one."""
        await obstore.put_async(self._objects, key, content, chunk_size=_PART)
        if self.folder is not None:
            await asyncio.to_thread(make_durable, self.folder, self.folder / key)

    async def get(self, key: str) -> bytes | None:
        """One object, or None."""
        try:
            found = await obstore.get_async(self._objects, key)
            return bytes(await found.bytes_async())
        except (obstore.exceptions.NotFoundError, FileNotFoundError):
            return None

    async def require(self, key: str, sha256: str) -> bytes:
        """One object, whose content has this SHA-256.

        Raises:
            BackupRefused: It is missing or was changed.
        """
        content = await self.get(key)
        if content is None:
            raise BackupRefused(f"{key} is missing in the backup.")
        if sha256_of(content) != sha256:
            raise BackupRefused(f"{key} was changed: it has not the content that was backed up.")
        return content

    async def download(self, key: str, into: Path, sha256: str) -> None:
        """Write an object to a file and compare its SHA-256.

        Raises:
            BackupRefused: It is missing or was changed.
        """
        digest = hashlib.sha256()
        try:
            found = await obstore.get_async(self._objects, key)
            with into.open("wb") as file:
                async for piece in found.stream(min_chunk_size=_PIECE):
                    digest.update(piece)
                    file.write(piece)
        except (obstore.exceptions.NotFoundError, FileNotFoundError):
            raise BackupRefused(f"{key} is missing in the backup.") from None
        if digest.hexdigest() != sha256:
            raise BackupRefused(f"{key} was changed: it has not the content that was backed up.")

    async def hash_of(self, key: str) -> str | None:
        """The SHA-256 of one object, or None where there is none."""
        digest = hashlib.sha256()
        try:
            found = await obstore.get_async(self._objects, key)
            async for piece in found.stream(min_chunk_size=_PIECE):
                digest.update(piece)
        except (obstore.exceptions.NotFoundError, FileNotFoundError):
            return None
        return digest.hexdigest()

    async def stored(self, prefix: str) -> list[Stored]:
        """All objects below a prefix, which ends at a slash, by key."""
        found = await obstore.list(self._objects, prefix=prefix).collect_async()
        return sorted(Stored(each["path"], each["size"], each["last_modified"]) for each in found)

    async def folders(self, prefix: str) -> list[str]:
        """The names of the folders right below a prefix."""
        found = await obstore.list_with_delimiter_async(self._objects, prefix=prefix)
        return sorted(each.rpartition("/")[2] for each in found["common_prefixes"])

    async def remove_staged(self, *prefixes: str) -> None:
        """Delete what killed writes left below these prefixes of a folder. No list has it; a bucket has none."""
        if self.folder is None:
            return
        for prefix in prefixes:
            await asyncio.to_thread(_remove_staged, self.folder / prefix)

    async def remove(self, keys: list[str]) -> None:
        """Delete objects. One that does not exist is no error."""
        for key in keys:
            try:
                await obstore.delete_async(self._objects, key)
            except (obstore.exceptions.NotFoundError, FileNotFoundError):
                continue


def _remove_staged(folder: Path) -> None:
    for left in folder.rglob("*#*"):
        if left.name.rpartition("#")[2].isdecimal():
            left.unlink(missing_ok=True)


def sha256_of(content: bytes | Path) -> str:
    """The SHA-256 of bytes or of a file, in hexadecimal."""
    if isinstance(content, bytes):
        return hashlib.sha256(content).hexdigest()
    with content.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
