"""The records of a ZIP are those that every program reads, below the limits of 16 and 32 bits and above them."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from inflow.app.archive.segments import Cut, SegmentWriter
from inflow.app.archive.zip_format import DEFLATED, STORED, Entry, central_entry, end_of_directory, local_header

AT = datetime(2026, 3, 5, 14, 3, 22, tzinfo=UTC)
MOST_32 = 0xFFFFFFFF


def _entry(**changed: int) -> Entry:
    numbers = {"offset": 0, "crc": 7, "stored_size": 3, "size": 3, **changed}
    return Entry(name="photos/a.jpeg", method=STORED, at=AT, **numbers)


def _read_back(entry: Entry) -> zipfile.ZipInfo:
    """What Python's reader makes of an archive of which only the directory is there."""
    directory = central_entry(entry)
    # Its beginning is missing. The reader takes that as so many bytes in front of the archive, and subtracts them.
    file = io.BytesIO(directory + end_of_directory(1, len(directory), 0))
    (found,) = zipfile.ZipFile(file).infolist()
    return found


@pytest.mark.parametrize("number", [0, 1, MOST_32 - 1, MOST_32, MOST_32 + 1, 2**40])
@pytest.mark.parametrize("field", ["offset", "stored_size", "size"])
def test_sizes_and_offsets_of_any_length_come_back(field: str, number: int) -> None:
    found = _read_back(_entry(**{field: number}))

    assert {"offset": found.header_offset, "stored_size": found.compress_size, "size": found.file_size}[field] == number
    assert bool(found.extra) == (number >= MOST_32), "the largest number of 32 bits means that the real one follows"
    assert (found.CRC, found.filename, found.date_time) == (7, "photos/a.jpeg", (2026, 3, 5, 14, 3, 22))
    assert found.external_attr >> 16 == 0o100644


def test_three_numbers_that_need_64_bits_stand_in_their_order() -> None:
    found = _read_back(_entry(offset=2**33, stored_size=2**34, size=2**35))

    assert (found.header_offset, found.compress_size, found.file_size) == (2**33, 2**34, 2**35)


@pytest.mark.parametrize("entries", [65_534, 65_535, 65_536, 100_000])
def test_any_number_of_files_is_listed(entries: int) -> None:
    each = central_entry(_entry())
    directory = each * entries

    end = end_of_directory(entries, len(directory), 0)

    assert len(zipfile.ZipFile(io.BytesIO(directory + end)).infolist()) == entries
    assert (b"PK\x06\x06" in end) == (entries >= 65_535)


@pytest.mark.parametrize(("offset", "is_large"), [(MOST_32 - 1, False), (MOST_32, True), (2**45, True)])
def test_the_directory_begins_anywhere(offset: int, is_large: bool) -> None:
    end = end_of_directory(1, 80, offset)

    assert end.startswith(b"PK\x06\x06") == is_large
    if is_large:
        assert struct.unpack_from("<4Q", end, 24) == (1, 1, 80, offset)
        assert struct.unpack_from("<4sIQI", end, 56) == (b"PK\x06\x07", 0, offset + 80, 1)
    else:
        assert struct.unpack_from("<2I", end, 12) == (80, offset)


@pytest.mark.parametrize(("size", "needs", "extra"), [(MOST_32 - 1, 20, 0), (MOST_32, 45, 20), (2**40, 45, 20)])
def test_a_header_has_room_for_the_size_of_its_file(size: int, needs: int, extra: int) -> None:
    header = local_header(_entry(size=size, stored_size=size))

    version, *_, name_length, extra_length = struct.unpack_from("<4x5H3I2H", header)
    assert (version, extra_length, len(header)) == (needs, extra, 30 + name_length + extra)


@pytest.mark.parametrize("year", [1970, 1980, 2107, 2200])
def test_a_time_that_a_zip_cannot_show_becomes_the_nearest_year(year: int) -> None:
    entry = Entry(name="a", offset=0, method=DEFLATED, crc=0, stored_size=0, size=0, at=AT.replace(year=year))

    assert _read_back(entry).date_time[0] == min(max(year, 1980), 2107)


async def test_segments_in_a_row_are_one_archive() -> None:
    whole, directory, entries = bytearray(), bytearray(), 0
    for number in range(3):
        file = io.BytesIO()
        writer = SegmentWriter(file, len(whole))
        writer.at = AT
        writer.add(f"{number}.json", b"{}" * 1000)
        await writer.add_stored(f"{number}.jpeg", 6, _pieces(b"abc", b"def"))
        whole += file.getvalue()
        directory += writer.directory
        entries += writer.entries

    made = zipfile.ZipFile(io.BytesIO(whole + directory + end_of_directory(entries, len(directory), len(whole))))

    assert made.testzip() is None
    assert made.namelist() == ["0.json", "0.jpeg", "1.json", "1.jpeg", "2.json", "2.jpeg"]
    assert (made.read("2.json"), made.read("2.jpeg")) == (b"{}" * 1000, b"abcdef")
    assert made.getinfo("0.json").compress_size < 100


@pytest.mark.parametrize("size", [5, 7])
async def test_a_file_of_another_size_than_announced_leaves_nothing(size: int) -> None:
    file = io.BytesIO()
    writer = SegmentWriter(file, 0)
    writer.at = AT
    writer.add("a.json", b"{}")
    before = file.getvalue()

    with pytest.raises(Cut):
        await writer.add_stored("b.jpeg", size, _pieces(b"abcdef"))

    assert (file.getvalue(), writer.entries) == (before, 1)
    await writer.add_stored("c.jpeg", 6, _pieces(b"abcdef"))
    assert file.getvalue().endswith(b"c.jpegabcdef")


async def _pieces(*pieces: bytes) -> AsyncIterator[bytes]:
    for each in pieces:
        yield each
