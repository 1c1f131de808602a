"""The storage quota of a member, and the share of the disk that stays free."""

from __future__ import annotations

import errno
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
import structlog
from sqlalchemy import bindparam

from inflow.media.tables import media
from reflow import AppError, Connection, statement

_UNITS = {"MB": 10**6, "GB": 10**9, "TB": 10**12}
_SIZE = re.compile(r"(\d+(?:\.\d+)?) ?([MGT]B)", re.IGNORECASE)

NO_ROOM_FOR_ARCHIVE = "There is no room on this server for your download at the moment. Please try again later."

_FULL = {errno.ENOSPC, errno.EDQUOT}
_log = structlog.get_logger(__name__)

STORED_BYTES_OF_OWNER = statement(
    sa.select(sa.func.coalesce(sa.func.sum(media.c.byte_size), 0).label("bytes")).where(
        media.c.owner_id == bindparam("owner_id")
    )
)


def free_share(folder: Path) -> float:
    """The share of the folder's disk that is free, between 0 and 1."""
    disk = shutil.disk_usage(folder)
    return disk.free / disk.total


def parse_size(text: str) -> int:
    """Parse a size such as ``2 GB`` into bytes.

    Raises:
        ValueError: The text is not a size.
    """
    size = _SIZE.fullmatch(text.strip())
    if size is None:
        raise ValueError(f"{text!r} is not a size such as 500 MB or 2 GB")
    return int(float(size[1]) * _UNITS[size[2].upper()])


@contextmanager
def refuse_when_full() -> Iterator[None]:
    """Turn a failure to write because a volume is full into the refusal that says so, and log it for the operator.

    Raises:
        AppError: ``no_room``.
    """
    try:
        yield
    except OSError as failure:
        if failure.errno not in _FULL:
            raise
        _log.error("a volume is full", reason=str(failure))
        raise _no_room() from failure


def _no_room() -> AppError:
    return AppError("no_room", "There is no room for more images on this server at the moment.")


@dataclass(frozen=True, kw_only=True)
class StorageQuota:
    """Limits of storage.

    Attributes:
        quota: Bytes of originals per member; renditions do not count.
        floor: The share of each disk that must stay free.
        free: Returns the share that is free.
    """

    quota: int = 2_000_000_000
    floor: float = 0.1
    free: Callable[[Path], float] = free_share

    def require_free(self, folders: list[Path], more: int, refusal: AppError | None = None) -> None:
        """Prove that so many bytes can be written, and the share of each disk that must stay free still is.

        Args:
            refusal: Raised instead of the one about downloads.

        Raises:
            AppError: ``no_room``.
        """
        for folder in folders:
            if self.free(folder) - more / shutil.disk_usage(folder).total < self.floor:
                raise refusal or AppError("no_room", NO_ROOM_FOR_ARCHIVE)

    async def require_space(self, connection: Connection, owner_id: str, more: int, folders: list[Path]) -> None:
        """Prove that so many more bytes fit.

        Args:
            folders: Where files are written; each may be on a disk of its own.

        Raises:
            AppError: ``no_room``.
        """
        if any(self.free(folder) < self.floor for folder in folders):
            raise _no_room()
        (row,) = await connection.rows(STORED_BYTES_OF_OWNER, {"owner_id": owner_id})
        if row.bytes + more > self.quota:
            raise AppError("no_room", "Your fotos take up all the room you have. Please delete some first.")
