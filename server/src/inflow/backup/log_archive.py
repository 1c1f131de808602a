"""The database's log in the backup: whole files compressed, and the one that is being written in pieces."""

from __future__ import annotations

import asyncio
import gzip
from collections import defaultdict
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

from inflow.backup.destination import Destination, sha256_of
from inflow.backup.rules import position, segment_after
from reflow.embedded.wal_receiver import PARTIAL, SEGMENT

FOLDER = "log/"
_HISTORY = ".history"
_NAME = 24  # letters of the name of a file of the log: timeline and number
_MARGIN = timedelta(hours=1)  # between the destination's clock and the database's


class LogArchive:
    """Copies the files of a receiver's folder into the backup.

    Args:
        received: The folder of a `WalReceiver`.
    """

    def __init__(self, received: Path, to: Destination) -> None:
        self._received = received
        self._to = to
        self._partial = ""
        self._copied = 0

    async def ship(self) -> bool:
        """Copy what was received since the last call. Returns whether anything was."""
        shipped = False
        names = sorted(each.name for each in self._received.iterdir()) if self._received.is_dir() else []
        whole = [each for each in names if len(each) == _NAME]
        for name in names:
            if name.endswith(_HISTORY):
                shipped |= await self._ship_history(name)
            elif name in whole:
                shipped |= await self._ship_whole(name, keep=name == whole[-1])
            elif name.endswith(PARTIAL):
                shipped |= await self._ship_piece(name)
        return shipped

    async def _ship_history(self, name: str) -> bool:
        content = (self._received / name).read_bytes()
        key = f"{FOLDER}{name}.{sha256_of(content)}"
        if await self._to.get(key) is not None:
            return False
        await self._to.put(key, content)
        return True

    async def _ship_whole(self, name: str, *, keep: bool) -> bool:
        """The newest one stays, because from it the receiver knows where to go on."""
        file = self._received / name
        done = self._received / f".{name}.copied"
        if not done.exists():
            packed = await asyncio.to_thread(_packed, file)
            await self._to.put(f"{FOLDER}{name}.{sha256_of(packed)}.gz", packed)
            await self._to.remove([each.key for each in await self._to.stored(f"{FOLDER}{name}{PARTIAL}/")])
            done.touch()
            shipped = True
        else:
            shipped = False
        if not keep:
            file.unlink()
            done.unlink()
        return shipped

    async def _ship_piece(self, name: str) -> bool:
        """Behind what was written, the file is filled with zeros. A piece that ends with zeros of its own is shipped
        without them, and they are filled in again.
        """
        folder = f"{FOLDER}{name}/"
        if name != self._partial:
            self._partial, self._copied = name, 0
            for each in await self._to.stored(folder):
                offset = int(each.key.removeprefix(folder).partition(".")[0], 16)
                self._copied = max(self._copied, offset + each.size)
        with (self._received / name).open("rb") as file:
            file.seek(self._copied)
            piece = file.read().rstrip(b"\0")
        if not piece:
            return False
        await self._to.put(f"{folder}{self._copied:08x}.{sha256_of(piece)}", piece)
        self._copied += len(piece)
        return True


async def fetch(place: Destination, first: str, into: Path, until: datetime | None) -> None:
    """Write the log's files into a folder, from the one with this name on, as far as they may be needed.

    Raises:
        BackupRefused: One of them was changed.
    """
    files, pieces = list[tuple[str, str, str, datetime]](), defaultdict[str, list[str]](list)
    for each in await place.stored(FOLDER):
        name, _, rest = each.key.removeprefix(FOLDER).partition(".")
        if rest.startswith("history."):
            content = await place.require(each.key, rest.rpartition(".")[2])
            (into / f"{name}{_HISTORY}").write_bytes(content)
        elif name[8:] < first[8:]:
            continue
        elif rest.endswith(".gz"):
            files.append((name, each.key, rest.partition(".")[0], each.changed_at))
        else:
            pieces[name].append(each.key)
    needed = True
    for name, key, sha256, finished_at in sorted(files):
        if needed:
            content = await place.require(key, sha256)
            (into / name).write_bytes(gzip.decompress(content))
        needed = until is None or finished_at < until + _MARGIN
    for name, keys in pieces.items():
        if not (into / name).exists():
            await _join(place, keys, into / name)


async def histories(place: Destination) -> dict[int, list[tuple[int, int]]]:
    """For each timeline that began in a restore: the former timelines, and the position at which each was left."""
    found = {}
    for each in await place.stored(FOLDER):
        name, _, rest = each.key.removeprefix(FOLDER).partition(".")
        if rest.startswith("history."):
            content = await place.require(each.key, rest.rpartition(".")[2])
            lines = [line.split() for line in content.decode().splitlines() if line.strip()]
            found[int(name, 16)] = [(int(line[0]), position(line[1])) for line in lines]
    return found


async def gaps(place: Destination) -> list[str]:
    """The names of files that are missing between others of their timeline."""
    names = sorted({each.key.removeprefix(FOLDER)[:_NAME] for each in await place.stored(FOLDER) if _is_file(each.key)})
    return [
        segment_after(before)
        for before, after in pairwise(names)
        if before[:8] == after[:8] and segment_after(before) != after
    ]


async def prune(place: Destination, first: str) -> None:
    """Delete the files before this one, of all timelines."""
    old = [
        each.key
        for each in await place.stored(FOLDER)
        if _is_file(each.key) and each.key[len(FOLDER) + 8 :] < first[8:]
    ]
    await place.remove(old)


def _is_file(key: str) -> bool:
    """Whether it is a file of the log, or a piece of one."""
    return len(key.removeprefix(FOLDER).partition(".")[0]) == _NAME


def _packed(file: Path) -> bytes:
    return gzip.compress(file.read_bytes(), compresslevel=1, mtime=0)


async def _join(place: Destination, keys: list[str], into: Path) -> None:
    with into.open("wb") as file:
        file.truncate(SEGMENT)
        for key in sorted(keys):
            offset, _, sha256 = key.rpartition("/")[2].partition(".")
            content = await place.require(key, sha256)
            file.seek(int(offset, 16))
            file.write(content)
