"""Has archives read by another process, one at a time."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec

from inflow.imports.archives import RangeFile
from inflow.imports.planning import Item, Plan
from inflow.imports.reading.frames import PIECE_BYTES, Broke, Done, Piece, Reading, Refused, Said, Some, Wanted
from inflow.imports.rules import TOO_HEAVY, Source
from inflow.media.worker.pool import worker_environment
from inflow.media.worker.runtime import BYTE_ORDER, LENGTH_BYTES, encode_frame
from reflow import AppError

_MAIN_MODULE: Final = "inflow.imports.reading.main"


@dataclass(frozen=True, kw_only=True)
class ReadingLimits:
    """What reading one archive may take.

    Attributes:
        seconds: Wall-clock seconds; the store's answers are among them.
        cpu_seconds: Processor seconds.
        memory: Address space in bytes.
        niceness: From 0 to 19.
    """

    seconds: float = 1800.0
    cpu_seconds: int = 120
    memory: int = 1 << 30
    niceness: int = 10


class ReaderLostError(Exception):
    """The process ended before it had read the archive, and the archive is not the reason."""


class _PipeClosedError(Exception):
    """The process has ended."""


class ArchiveReader:
    """Reads archives in a process of its own."""

    def __init__(self, limits: ReadingLimits = ReadingLimits()) -> None:  # frozen
        self._limits = limits
        self._turn = asyncio.Semaphore(1)

    async def read(self, file: RangeFile, size: int, now: datetime) -> tuple[Source, Plan]:
        """Plan the import of an archive.

        Raises:
            AppError: It is refused; ``unprocessable``, it takes more than the limits; what reading the file raises.
            ReaderLostError: See there.
        """
        async with self._turn:
            try:
                async with asyncio.timeout(self._limits.seconds), self._process() as process:
                    return await _converse(process, file, Reading(size, now))
            except TimeoutError:
                raise _too_heavy() from None

    @asynccontextmanager
    async def _process(self) -> AsyncIterator[asyncio.subprocess.Process]:
        limits = (self._limits.memory, self._limits.cpu_seconds, self._limits.niceness)
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", _MAIN_MODULE, *map(str, limits)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=worker_environment(threads=1),
        )
        try:
            yield process
        except _PipeClosedError as loss:
            if await process.wait() == -signal.SIGXCPU:
                raise _too_heavy() from loss
            raise ReaderLostError(f"it ended with {process.returncode}") from loss
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _converse(process: asyncio.subprocess.Process, file: RangeFile, reading: Reading) -> tuple[Source, Plan]:
    items = list[Item]()
    await _say(process, reading)
    while True:
        said = await _heard(process)
        if isinstance(said, Wanted):
            await _say(process, Piece(await asyncio.to_thread(_piece, file, said)))
        elif isinstance(said, Some):
            items += said.items
        elif isinstance(said, Done):
            return said.source, Plan(items, said.contents)
        elif isinstance(said, Refused):
            raise AppError(said.code, said.message)
        elif isinstance(said, Broke):
            raise ReaderLostError(said.where)


async def _say(process: asyncio.subprocess.Process, said: msgspec.Struct) -> None:
    assert process.stdin is not None, "it has pipes"
    try:
        process.stdin.write(encode_frame(said))
        await process.stdin.drain()
    except (BrokenPipeError, ConnectionResetError) as closed:
        raise _PipeClosedError from closed


async def _heard(process: asyncio.subprocess.Process) -> Said:
    assert process.stdout is not None, "it has pipes"
    try:
        length = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES), BYTE_ORDER)
        body = await process.stdout.readexactly(length)
    except (asyncio.IncompleteReadError, ConnectionResetError) as closed:
        raise _PipeClosedError from closed
    said: Said = msgspec.msgpack.decode(body, type=Said)
    return said


def _piece(file: RangeFile, wanted: Wanted) -> bytes:
    file.seek(wanted.start)
    return file.read(min(wanted.count, PIECE_BYTES)) or b""


def _too_heavy() -> AppError:
    return AppError("unprocessable", TOO_HEAVY)
