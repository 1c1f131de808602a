"""The records of a ZIP, made one by one, so that an archive can be written in segments by several processes.

Python's `zipfile` needs the whole archive, or all that was written before. These records need only offsets. Numbers
that do not fit into 32 or 16 bits are written as ZIP64. See APPNOTE.TXT 6.3.10, sections 4.3 and 4.5.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from datetime import datetime
from typing import Final

STORED: Final = 0
DEFLATED: Final = 8

_MOST_16: Final = 0xFFFF
_MOST_32: Final = 0xFFFFFFFF
_LOCAL: Final = struct.Struct("<4s5H3I2H")
_CENTRAL: Final = struct.Struct("<4s6H3I5H2I")
_END: Final = struct.Struct("<4s4H2IH")
_END_64: Final = struct.Struct("<4sQ2H2I4Q")
_LOCATOR_64: Final = struct.Struct("<4sIQI")
_ZIP64_EXTRA: Final = 0x0001
_NEEDS_64: Final = 45
_NEEDS: Final = 20
_UNIX: Final = 3 << 8
_REGULAR_FILE: Final = 0o100644 << 16
_UTF_8: Final = 0x0800


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One file of a ZIP.

    Attributes:
        offset: Where its local header begins in the archive.
        size: Its bytes; ``stored_size`` as many as the archive holds of it.
        at: The time that it shows, in UTC. A ZIP keeps even seconds, from 1980 to 2107.
    """

    name: str
    offset: int
    method: int
    crc: int
    stored_size: int
    size: int
    at: datetime


def local_header(entry: Entry) -> bytes:
    """The record in front of the file's bytes. Its length depends on the name and the sizes only."""
    name = entry.name.encode()
    is_large = max(entry.size, entry.stored_size) >= _MOST_32
    extra = struct.pack("<2H2Q", _ZIP64_EXTRA, 16, entry.size, entry.stored_size) if is_large else b""
    sizes = (_MOST_32, _MOST_32) if is_large else (entry.stored_size, entry.size)
    needs = _NEEDS_64 if is_large else _NEEDS
    head = _LOCAL.pack(
        *(b"PK\x03\x04", needs, _UTF_8, entry.method, *_dos_time(entry.at)), *(entry.crc, *sizes, len(name), len(extra))
    )
    return head + name + extra


def central_entry(entry: Entry) -> bytes:
    """The file's entry in the central directory."""
    name = entry.name.encode()
    # In this order, and only those that do not fit.
    wide = [each for each in (entry.size, entry.stored_size, entry.offset) if each >= _MOST_32]
    extra = struct.pack(f"<2H{len(wide)}Q", _ZIP64_EXTRA, 8 * len(wide), *wide) if wide else b""
    needs = _NEEDS_64 if wide else _NEEDS
    head = _CENTRAL.pack(
        *(b"PK\x01\x02", _UNIX | needs, needs, _UTF_8, entry.method, *_dos_time(entry.at)),
        *(entry.crc, min(entry.stored_size, _MOST_32), min(entry.size, _MOST_32)),
        *(len(name), len(extra), 0, 0, 0, _REGULAR_FILE, min(entry.offset, _MOST_32)),
    )
    return head + name + extra


def end_of_directory(entries: int, size: int, offset: int) -> bytes:
    """The records that end an archive.

    Args:
        entries: How many entries the central directory has.
        size: The directory's bytes.
        offset: Where the directory begins.
    """
    end = _END.pack(
        *(b"PK\x05\x06", 0, 0, min(entries, _MOST_16), min(entries, _MOST_16)),
        *(min(size, _MOST_32), min(offset, _MOST_32), 0),
    )
    if entries < _MOST_16 and max(size, offset) < _MOST_32:
        return end
    rest = _END_64.size - 12  # without the signature and this number
    end_64 = _END_64.pack(b"PK\x06\x06", rest, _UNIX | _NEEDS_64, _NEEDS_64, 0, 0, *(entries, entries, size, offset))
    return end_64 + _LOCATOR_64.pack(b"PK\x06\x07", 0, offset + size, 1) + end


def _dos_time(at: datetime) -> tuple[int, int]:
    """Time and date as MS-DOS kept them."""
    year = min(max(at.year, 1980), 2107)
    return at.hour << 11 | at.minute << 5 | at.second // 2, (year - 1980) << 9 | at.month << 5 | at.day
