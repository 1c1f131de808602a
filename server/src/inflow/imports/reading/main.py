"""The program that reads an archive: ``python -m inflow.imports.reading.main MEMORY CPU_SECONDS NICENESS``.

It has no network, no password and nothing of the deployment but the bytes of one archive, which it asks for.
"""

from __future__ import annotations

import io
import sys
import traceback
from typing import Any, BinaryIO, Final, cast

import msgspec

from inflow.imports.archives import RangeFile, ZipArchive
from inflow.imports.planning import plan
from inflow.imports.readers.choosing import reader_of
from inflow.imports.reading.frames import (
    ITEMS_IN_A_FRAME,
    PIECE_BYTES,
    Broke,
    Done,
    Piece,
    Reading,
    Refused,
    Said,
    Some,
    Wanted,
)
from inflow.imports.rules import TOO_HEAVY
from inflow.media.worker.runtime import BYTE_ORDER, LENGTH_BYTES, confine, encode_frame, limit_processor_time
from reflow import AppError

_MOST_PLANNED_BYTES: Final = 64 * 1024 * 1024


def main() -> None:
    """Read one archive, and send what was found in it, or why it is refused."""
    memory, cpu_seconds, niceness = (int(argument) for argument in sys.argv[1:4])
    output = confine(memory, niceness)
    limit_processor_time(cpu_seconds)
    try:
        _read(output)
    except AppError as refusal:
        _say(output, Refused(refusal.code, refusal.message))
    except MemoryError:
        _say(output, Refused("unprocessable", TOO_HEAVY))
    except Exception as error:  # noqa: BLE001  # it is logged by the process that reads this
        (*_, last) = traceback.extract_tb(error.__traceback__)
        _say(output, Broke(f"{type(error).__name__} at {last.filename}:{last.lineno}"))


def _read(output: BinaryIO) -> None:
    reading = _heard(Reading)

    def read(_name: str, start: int, end: int) -> bytes:
        _say(output, Wanted(start, min(end - start, PIECE_BYTES)))
        piece: Piece = _heard(Piece)
        return piece.content

    file = RangeFile([("", reading.size)], read)
    archive = ZipArchive(cast(BinaryIO, io.BufferedReader(file, PIECE_BYTES)))
    source, find = reader_of(archive)
    made = plan(find(archive, reading.now), archive.names)
    sent = 0
    for start in range(0, len(made.items), ITEMS_IN_A_FRAME):
        sent += _say(output, Some(made.items[start : start + ITEMS_IN_A_FRAME]))
        if sent > _MOST_PLANNED_BYTES:
            raise AppError("unprocessable", TOO_HEAVY)
    _say(output, Done(source, made.contents))


def _say(output: BinaryIO, said: Said) -> int:
    frame = encode_frame(said)
    output.write(frame)
    output.flush()
    return len(frame)


def _heard(kind: type[Any]) -> Any:
    pipe = sys.stdin.buffer
    head = pipe.read(LENGTH_BYTES)
    if len(head) < LENGTH_BYTES:
        sys.exit(0)
    return msgspec.msgpack.decode(pipe.read(int.from_bytes(head, BYTE_ORDER)), type=kind)


if __name__ == "__main__":
    main()
