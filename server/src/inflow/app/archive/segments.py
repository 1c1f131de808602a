"""One segment of an archive, written to a temporary file: local headers and files one after another."""

from __future__ import annotations

import io
import zlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import BinaryIO

from inflow.app.archive.zip_format import DEFLATED, STORED, Entry, central_entry, local_header


class Cut(Exception):
    """A file ended before its announced size: its object was replaced or deleted meanwhile."""


class SegmentWriter:
    """Writes files behind each other.

    Args:
        file: Empty, and seekable: a file's header is written after its bytes.
        base: How many bytes of the archive are before this segment.

    Attributes:
        at: The time that each file shows; set it before the first file.
        entries: How many files it has.
        directory: Their entries of the central directory.
    """

    def __init__(self, file: BinaryIO, base: int) -> None:
        self.at = datetime.min.replace(tzinfo=UTC)
        self.entries = 0
        self.directory = bytearray()
        self._file = file
        self._base = base

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return self._file.tell()

    def add(self, name: str, content: bytes) -> None:
        """Add a file, compressed."""
        compressor = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        packed = compressor.compress(content) + compressor.flush()
        entry = self._entry(name, DEFLATED, zlib.crc32(content), len(packed), len(content))
        self._file.write(local_header(entry))
        self._file.write(packed)
        self._finish(entry)

    async def add_stored(self, name: str, size: int, pieces: AsyncIterator[bytes]) -> None:
        """Add a file as it is, such as a photo, which is compressed already.

        Args:
            size: Its bytes.

        Raises:
            Cut: It has another size. Nothing was added.
        """
        start = self._file.tell()
        self._file.write(local_header(self._entry(name, STORED, 0, size, size)))
        crc = written = 0
        try:
            async for piece in pieces:
                crc = zlib.crc32(piece, crc)
                written += len(piece)
                self._file.write(piece)
            if written != size:
                raise Cut(name)
        except BaseException:
            self._file.seek(start)
            self._file.truncate()
            raise
        self._file.seek(start)
        entry = self._entry(name, STORED, crc, size, size)
        self._file.write(local_header(entry))
        self._file.seek(0, io.SEEK_END)
        self._finish(entry)

    def end(self, records: bytes) -> None:
        """Append records that are no file: the central directory and its end."""
        self._file.write(records)

    def _entry(self, name: str, method: int, crc: int, stored_size: int, size: int) -> Entry:
        offset = self._base + self._file.tell()
        return Entry(name=name, offset=offset, method=method, crc=crc, stored_size=stored_size, size=size, at=self.at)

    def _finish(self, entry: Entry) -> None:
        self.entries += 1
        self.directory += central_entry(entry)
