"""Hash lists: the hashes of files, and the fingerprints of photographs, that an operator lets no member upload."""

from __future__ import annotations

import asyncio
import hashlib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from inflow.media.rules import MOST_BITS_APART

_ALGORITHMS: Final = {16: "md5", 20: "sha1", 32: "sha256"}
"""The algorithms, by the number of bytes of their hashes."""
_FINGERPRINT: Final = "pdq:"
_FINGERPRINT_BYTES: Final = 32
_SHOWN: Final = 80
"""How much of a wrong line an error repeats."""


class BadHash(ValueError):
    """A line of a hash list is no hash."""


class _SortedHashes:
    """Hashes of one length, sorted, in one piece of memory: a set of them would need five times as much."""

    def __init__(self, size: int, hashes: Iterable[bytes]) -> None:
        self._size = size
        self._joined = b"".join(sorted(hashes))

    def __contains__(self, wanted: bytes) -> bool:
        at = bisect_left(range(len(self._joined) // self._size), wanted, key=self._at)
        return self._at(at) == wanted

    def _at(self, number: int) -> bytes:
        return self._joined[number * self._size : (number + 1) * self._size]


class HashLists:
    """The hashes on all lists.

    Args:
        hashes: Those of files, by their length in bytes.
        fingerprints: Those of photographs.

    Attributes:
        algorithms: The algorithms of the hashes, by which uploads must be hashed.
    """

    def __init__(self, hashes: Mapping[int, Iterable[bytes]] = {}, fingerprints: Iterable[int] = ()) -> None:
        self._hashes = {_ALGORITHMS[size]: _SortedHashes(size, of_size) for size, of_size in hashes.items()}
        self._fingerprints = list(fingerprints)
        self.algorithms = tuple(self._hashes)

    def has_file(self, digests: Mapping[str, bytes]) -> bool:
        """Whether a file is listed.

        Args:
            digests: Its hash by each of the algorithms.
        """
        return any(digests[algorithm] in hashes for algorithm, hashes in self._hashes.items())

    async def has_photograph(self, fingerprints: list[str]) -> bool:
        """Whether a photograph that looks like this is listed.

        Args:
            fingerprints: Of the photograph and of its mirror image.
        """
        if not self._fingerprints or not fingerprints:
            return False
        return await asyncio.to_thread(self._has_similar, [int(each, 16) for each in fingerprints])

    def _has_similar(self, given: list[int]) -> bool:
        return any((each ^ one).bit_count() <= MOST_BITS_APART for one in given for each in self._fingerprints)


NO_LISTS: Final = HashLists()


class Digests:
    """The hashes of a file while it is received: always SHA-256, and those that the lists need."""

    def __init__(self, lists: HashLists) -> None:
        # MD5 and SHA-1 only find what a list names; no security depends on them.
        self._made = {each: hashlib.new(each, usedforsecurity=False) for each in {"sha256", *lists.algorithms}}

    def update(self, piece: bytes) -> None:
        """Add the next bytes of the file."""
        for each in self._made.values():
            each.update(piece)

    def finish(self) -> dict[str, bytes]:
        """The hash by each algorithm."""
        return {algorithm: each.digest() for algorithm, each in self._made.items()}


def hash_lists_in(paths: Iterable[Path]) -> HashLists:
    """The lists in these files: one hash in a line, in hexadecimal digits; `#` begins a comment.

    Raises:
        BadHash: A line is none, or a file is no text.
        OSError: A file cannot be read.
    """
    hashes: dict[int, set[bytes]] = defaultdict(set)
    fingerprints: set[int] = set()
    for path in paths:
        for number, text in _lines(path):
            is_fingerprint = text.startswith(_FINGERPRINT)
            content = _bytes(text.removeprefix(_FINGERPRINT))
            if len(content) not in ({_FINGERPRINT_BYTES} if is_fingerprint else _ALGORITHMS):
                raise BadHash(f"{path}, line {number}: {text[:_SHOWN]!r} is no MD5, SHA-1, SHA-256 or pdq: hash")
            if is_fingerprint:
                fingerprints.add(int.from_bytes(content, "big"))
            else:
                hashes[len(content)].add(content)
    return HashLists(hashes, fingerprints)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines that have more than a comment, with their numbers."""
    try:
        with path.open(encoding="utf-8-sig") as lines:
            for number, line in enumerate(lines, 1):
                if text := line.partition("#")[0].strip().lower():
                    yield number, text
    except UnicodeDecodeError:
        raise BadHash(f"{path} is no text file") from None


def _bytes(hexadecimal: str) -> bytes:
    """The bytes that these digits say; none if they are no such digits."""
    try:
        content = bytes.fromhex(hexadecimal)
    except ValueError:
        return b""
    # `fromhex` skips spaces.
    return content if 2 * len(content) == len(hexadecimal) else b""
