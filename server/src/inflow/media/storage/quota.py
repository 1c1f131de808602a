"""The storage quota of a member, and the share of the disk that stays free."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.media.tables import media
from reflow import AppError, Connection, statement

_UNITS = {"MB": 10**6, "GB": 10**9, "TB": 10**12}
_SIZE = re.compile(r"(\d+(?:\.\d+)?) ?([MGT]B)", re.IGNORECASE)

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


@dataclass(frozen=True, kw_only=True)
class StorageQuota:
    """Limits of storage.

    Attributes:
        quota: Bytes of originals per member; renditions do not count.
        floor: The share of the disk that must stay free.
        free: Returns the share that is free.
    """

    quota: int = 2_000_000_000
    floor: float = 0.1
    free: Callable[[Path], float] = free_share

    async def require_space(self, connection: Connection, owner_id: str, more: int, folder: Path) -> None:
        """Prove that so many more bytes fit.

        Raises:
            AppError: ``no_room``.
        """
        if self.free(folder) < self.floor:
            raise AppError("no_room", "There is no room for more images on this server at the moment.")
        (row,) = await connection.rows(STORED_BYTES_OF_OWNER, {"owner_id": owner_id})
        if row.bytes + more > self.quota:
            raise AppError("no_room", "Your fotos take up all the room you have. Please delete some first.")
