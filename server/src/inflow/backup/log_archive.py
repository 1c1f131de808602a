"""The database's log in the backup: whole files compressed, and the one that is being written in pieces."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from inflow.backup.destination import Destination, sha256_of
from inflow.backup.rules import number_of, position
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

    async def ship(self, written: int | None = None) -> bool:
        """Copy the log that was received since the last call. Returns whether there was any.

        Args:
            written: The position up to which the receiver has written; without it, it writes nothing at the moment.
        """
        shipped = False
        names = sorted(each.name for each in self._received.iterdir()) if self._received.is_dir() else []
        whole = [each for each in names if len(each) == _NAME]
        for name in names:
            if name.endswith(_HISTORY):
                shipped |= await self._ship_history(name)
            elif name in whole:
                shipped |= await self._ship_whole(name, keep=name == whole[-1])
            elif name.endswith(PARTIAL):
                shipped |= await self._ship_piece(name, written)
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

    async def _ship_piece(self, name: str, written: int | None) -> bool:
        """Behind the written part, the file is filled with zeros. A piece that ends with zeros of its own is shipped
        without them, and they are filled in again.
        """
        folder = f"{FOLDER}{name}/"
        if name != self._partial:
            self._partial, self._copied = name, 0
            for each in await self._to.stored(folder):
                offset = int(each.key.removeprefix(folder).partition(".")[0], 16)
                self._copied = max(self._copied, offset + each.size)
        end = SEGMENT if written is None else min(SEGMENT, written - number_of(name) * SEGMENT)
        try:
            with (self._received / name).open("rb") as file:
                file.seek(self._copied)
                piece = file.read(max(0, end - self._copied)).rstrip(b"\0")
        except FileNotFoundError:
            return False  # it is whole by now, and has another name
        if not piece:
            return False
        await self._to.put(f"{folder}{self._copied:08x}.{sha256_of(piece)}", piece)
        self._copied += len(piece)
        return True


class Archived(NamedTuple):
    """A file of the log in the backup.

    Attributes:
        name: As PostgreSQL names it.
        keys: Of its object, or of its pieces.
        changed_at: When the newest of them was written.
        is_whole: Whether it is one object.
    """

    name: str
    keys: list[str]
    changed_at: datetime
    is_whole: bool


async def files_of(place: Destination, history: Sequence[tuple[int, int]]) -> list[Archived]:
    """The files of the newest timeline and of those before it, as far as these were not left, in order.

    Args:
        history: The former timelines, and the position at which each was left.
    """
    left_at, found = dict(history), dict[str, Archived]()
    for each in await place.stored(FOLDER):
        if not _is_file(each.key):
            continue
        name, _, rest = each.key.removeprefix(FOLDER).partition(".")
        timeline, is_whole = int(name[:8], 16), rest.endswith(".gz")
        if timeline in left_at and number_of(name) > left_at[timeline] // SEGMENT:
            continue  # a restore undid it
        known = found.get(name)
        if known is None or (is_whole and not known.is_whole):
            found[name] = Archived(name, [each.key], each.changed_at, is_whole)
        elif is_whole == known.is_whole:
            found[name] = known._replace(
                keys=[*known.keys, each.key], changed_at=max(known.changed_at, each.changed_at)
            )
    return sorted(found.values(), key=lambda file: (number_of(file.name), file.name))


def is_unbroken(files: Sequence[Archived], first: str, history: Sequence[tuple[int, int]]) -> bool:
    """Whether no file is missing from the one with this name on."""
    names = {file.name for file in files}
    numbers = sorted({number_of(file.name) for file in files if number_of(file.name) >= number_of(first)})
    if first not in names or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return False
    for timeline, left_at in history[-1:]:
        # The file in which the newest timeline begins. Without it, PostgreSQL would go on in the former one.
        begins = left_at // SEGMENT
        newer = {name for name in names if int(name[:8], 16) > timeline and number_of(name) == begins}
        if begins >= number_of(first) and not newer:
            return False
    return True


async def fetch(
    place: Destination, first: str, into: Path, until: datetime | None, history: Sequence[tuple[int, int]] = ()
) -> None:
    """Write the log's files into a folder, from the one with this name on, as far as they may be needed.

    Raises:
        BackupRefused: One of them was changed.
    """
    for each in await place.stored(FOLDER):
        name, _, rest = each.key.removeprefix(FOLDER).partition(".")
        if rest.startswith("history."):
            content = await place.require(each.key, rest.rpartition(".")[2])
            (into / f"{name}{_HISTORY}").write_bytes(content)
    for file in await files_of(place, history):
        if number_of(file.name) < number_of(first):
            continue
        if file.is_whole:
            key = file.keys[-1]
            content = await place.require(key, key.removesuffix(".gz").rpartition(".")[2])
            (into / file.name).write_bytes(gzip.decompress(content))
        else:
            await _join(place, file.keys, into / file.name)
        if until is not None and file.changed_at > until + _MARGIN:
            return  # what came later is not needed


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


async def prune(place: Destination, first: int) -> None:
    """Delete the files with smaller numbers, of all timelines."""
    old = [
        each.key
        for each in await place.stored(FOLDER)
        if _is_file(each.key) and number_of(each.key.removeprefix(FOLDER)) < first
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
