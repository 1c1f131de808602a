"""Opened archives: the names in them, and a way to read one file. They come from strangers.

No name of an archive is ever a path of this machine's file system: a ZIP is read entry by entry, and of a folder only
what listing it found.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, Protocol

import msgspec

from inflow.imports.rules import (
    BROKEN_JSON,
    ENCRYPTED,
    IS_TAR,
    MISSING_FILE,
    MOST_ENTRIES,
    MOST_JSON_BYTES,
    MOST_RATIO,
    MOST_UNPACKED_BYTES,
    NOT_A_ZIP,
    TOO_LARGE_FILE,
    TOO_LARGE_UNPACKED,
    TOO_MANY_ENTRIES,
    UNREADABLE_FILE,
)
from reflow import AppError

_MEGABYTE: Final = 1024 * 1024
_COMMENT: Final = 65_535 + 22
_END: Final = struct.Struct("<4s4H2IH")
_LOCATOR_64: Final = struct.Struct("<4sIQI")
_END_64: Final = struct.Struct("<4sQ2H2I4Q")
_MOST_DIRECTORY_BYTES: Final = 64 * _MEGABYTE
_UTF_8: Final = 0x0800
_ENCRYPTED: Final = 0x0001
_UNREADABLE: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)
_OF_LAYOUTS: Final = {"content/", "media/", "photos/", "your_instagram_activity/", "media_attachments/"}
"""Folders that belong to a layout, even if an archive has nothing else."""
_GZIP: Final = b"\x1f\x8b"
_TAR_AT: Final = 257


class Archive(Protocol):
    """An opened archive. Names have slashes, and no first folder that contains all the others."""

    @property
    def names(self) -> frozenset[str]:
        """The names of all files."""

    def read(self, name: str, most: int) -> bytes:
        """The content of a file of at most so many bytes.

        Raises:
            AppError: ``not_found``, ``too_large``, ``unprocessable``, with words about this file.
        """

    def head(self, name: str, count: int) -> bytes:
        """The first bytes of a file, at most so many. Raises as `read`."""

    def fingerprint(self, name: str) -> str:
        """A text that is the same for the same content in another archive, and hardly ever for another one."""


class ZipArchive:
    """A ZIP.

    Args:
        file: Seekable. It is read where entries are.

    Raises:
        AppError: ``invalid`` or ``too_large``, with words about the archive.
    """

    def __init__(self, file: BinaryIO) -> None:
        _require_zip(file)
        try:
            self._zip = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, NotImplementedError, ValueError, struct.error, zlib.error) as error:
            raise AppError("invalid", NOT_A_ZIP) from error
        entries = [each for each in self._zip.infolist() if each.filename and not each.is_dir()]
        _require_bearable(entries)
        self._entries = dict[str, zipfile.ZipInfo]()
        for each in entries:
            self._entries.setdefault(_name_of(each), each)
        self._entries = _without_common_folder(self._entries)
        self.names = frozenset(self._entries)

    def read(self, name: str, most: int) -> bytes:
        """See `Archive`."""
        if self._entry(name).file_size > most:
            raise AppError("too_large", TOO_LARGE_FILE)
        # What the directory says of its size is not always true.
        content = self.head(name, most + 1)
        if len(content) > most:
            raise AppError("too_large", TOO_LARGE_FILE)
        return content

    def head(self, name: str, count: int) -> bytes:
        """See `Archive`."""
        entry = self._entry(name)
        if entry.flag_bits & _ENCRYPTED:
            raise AppError("unprocessable", ENCRYPTED)
        if _is_bomb(entry):
            raise AppError("too_large", TOO_LARGE_FILE)
        try:
            with self._zip.open(entry) as opened:
                return opened.read(count)
        except _UNREADABLE as error:
            raise AppError("unprocessable", UNREADABLE_FILE) from error

    def fingerprint(self, name: str) -> str:
        """See `Archive`."""
        entry = self._entry(name)
        return f"{entry.CRC:08x}-{entry.file_size}"

    def _entry(self, name: str) -> zipfile.ZipInfo:
        entry = self._entries.get(name)
        if entry is None:
            raise AppError("not_found", MISSING_FILE)
        return entry


class FolderArchive:
    """A folder of an operator's. Symbolic links are not followed.

    Raises:
        AppError: ``invalid``, it has too many files.
    """

    def __init__(self, folder: Path) -> None:
        self._files = dict[str, Path]()
        for path in _files_below(folder):
            if len(self._files) >= MOST_ENTRIES:
                raise AppError("invalid", TOO_MANY_ENTRIES)
            self._files[path.relative_to(folder).as_posix()] = path
        self._files = _without_common_folder(self._files)
        self.names = frozenset(self._files)

    def read(self, name: str, most: int) -> bytes:
        """See `Archive`."""
        content = self.head(name, most + 1)
        if len(content) > most:
            raise AppError("too_large", TOO_LARGE_FILE)
        return content

    def head(self, name: str, count: int) -> bytes:
        """See `Archive`."""
        path = self._files.get(name)
        if path is None:
            raise AppError("not_found", MISSING_FILE)
        try:
            with path.open("rb") as opened:
                return opened.read(count)
        except OSError as error:
            raise AppError("unprocessable", UNREADABLE_FILE) from error

    def fingerprint(self, name: str) -> str:
        """See `Archive`."""
        path = self._files[name]
        crc = 0
        try:
            with path.open("rb") as opened:
                while piece := opened.read(_MEGABYTE):
                    crc = zlib.crc32(piece, crc)
            return f"{crc:08x}-{path.stat().st_size}"
        except OSError as error:
            raise AppError("unprocessable", UNREADABLE_FILE) from error


class RangeFile(io.RawIOBase):
    """A file that is read in ranges, such as one in the store. Wrap it in a buffer.

    Args:
        segments: Names and sizes, in order.
        read: Returns the bytes of a segment between two offsets.
    """

    def __init__(self, segments: list[tuple[str, int]], read: Any) -> None:
        self._segments = segments
        self._read = read
        self._size = sum(size for _, size in segments)
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        if base + offset < 0:
            raise OSError(errno.EINVAL, "before the beginning")
        self._at = base + offset
        return self._at

    def readinto(self, buffer: Any) -> int:
        start = 0
        for name, size in self._segments:
            if start <= self._at < start + size:
                first = self._at - start
                content = self._read(name, first, min(size, first + len(buffer)))
                buffer[: len(content)] = content
                self._at += len(content)
                return len(content)
            start += size
        return 0


def read_json(archive: Archive, name: str) -> Any:
    """The JSON document of this name.

    Raises:
        AppError: ``unprocessable``, ``too_large``, ``not_found``.
    """
    content = archive.read(name, MOST_JSON_BYTES).removeprefix(b"\xef\xbb\xbf")
    try:
        return msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise AppError("unprocessable", BROKEN_JSON) from error


def _require_zip(file: BinaryIO) -> None:
    """Refuse what is no ZIP, and one whose directory would not fit into memory, before it is read."""
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    head = file.read(_TAR_AT + 5)
    if head[:2] == _GZIP or head[_TAR_AT:] == b"ustar":
        raise AppError("invalid", IS_TAR)
    start = max(0, size - _COMMENT)
    file.seek(start)
    tail = file.read(_COMMENT)
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) - at < _END.size:
        raise AppError("invalid", NOT_A_ZIP)
    directory_size = _END.unpack_from(tail, at)[5]
    if at >= _LOCATOR_64.size and tail[at - _LOCATOR_64.size :].startswith(b"PK\x06\x07"):
        _, _, end_64, _ = _LOCATOR_64.unpack_from(tail, at - _LOCATOR_64.size)
        # Some readers believe the locator, and some look in front of it.
        for place in (end_64, start + at - _LOCATOR_64.size - _END_64.size):
            directory_size = max(directory_size, _directory_size_64(file, size, place))
    if directory_size > min(size, _MOST_DIRECTORY_BYTES):
        raise AppError("invalid", NOT_A_ZIP if directory_size > size else TOO_MANY_ENTRIES)
    file.seek(max(0, start + at - directory_size - _END_64.size - _LOCATOR_64.size))
    if file.read(directory_size + _END_64.size + _LOCATOR_64.size).count(b"PK\x01\x02") > MOST_ENTRIES:
        raise AppError("invalid", TOO_MANY_ENTRIES)
    file.seek(0)


def _directory_size_64(file: BinaryIO, size: int, place: int) -> int:
    """What the ZIP64 record at this place says of the directory's size; 0 if there is none."""
    if not 0 <= place < size:
        return 0
    file.seek(place)
    found = file.read(_END_64.size)
    is_record = len(found) == _END_64.size and found.startswith(b"PK\x06\x06")
    return int(_END_64.unpack(found)[8]) if is_record else 0


def _require_bearable(entries: list[zipfile.ZipInfo]) -> None:
    if entries and all(each.flag_bits & _ENCRYPTED for each in entries):
        raise AppError("invalid", ENCRYPTED)
    if sum(each.file_size for each in entries) > MOST_UNPACKED_BYTES:
        raise AppError("too_large", TOO_LARGE_UNPACKED)


def _is_bomb(entry: zipfile.ZipInfo) -> bool:
    return entry.file_size > max(_MEGABYTE, MOST_RATIO * entry.compress_size)


def _name_of(entry: zipfile.ZipInfo) -> str:
    """The name with slashes. Programs that do not say that a name is UTF-8 often write UTF-8 all the same."""
    name = entry.filename
    if not entry.flag_bits & _UTF_8:
        with contextlib.suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return name.replace("\\", "/").removeprefix("./").lstrip("/")


def _without_common_folder(entries: dict[str, Any]) -> dict[str, Any]:
    """The entries without the folders that all of them are in, and without what other systems add."""
    kept = {name: each for name, each in entries.items() if not _is_added(name)}
    # One pass for all folders together: names may have thousands.
    common = os.path.commonprefix(list(kept)).rpartition("/")[0]  # noqa: RUF071  # it is cut at a slash
    around = 0
    for folder in _folders_of(common):
        if folder in _OF_LAYOUTS:
            break
        around += len(folder)
    return {name[around:]: each for name, each in kept.items()}


def _folders_of(path: str) -> list[str]:
    """The folders of a path, each with its slash."""
    return [f"{each}/" for each in path.split("/")] if path else []


def _is_added(name: str) -> bool:
    last = name.rpartition("/")[2]
    return name.startswith("__MACOSX/") or last in {".DS_Store", "Thumbs.db", "desktop.ini"} or last.startswith("._")


def _files_below(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(parent) / name
            if path.is_file() and not path.is_symlink():
                yield path
