"""JPEGs with more scans than any encoder writes, made by appending scans to those of a file."""

from __future__ import annotations

import struct

_LONGEST_RUN = 32_767
_HUFFMAN_TABLE = 0xC4
_SCAN = 0xDA
# From a precision without the lowest 13 bits to full precision, one bit at a time; a decoder then accepts the same
# steps again.
_STEPS = [(0, 13), *((before, before - 1) for before in range(13, 0, -1))]


def repeated(file: bytes, width: int, height: int, scans: int) -> bytes:
    """A progressive JPEG of one colour, with this many scans in all. The picture stays the same.

    The first extra scan says coarsely that the brightness has no detail, and each later one refines that by one bit.
    Such a scan takes a few bytes, and a decoder processes every pixel for it.
    """
    more = scans - file.count(bytes((0xFF, _SCAN)))
    extra = [_empty_scan(width, height, *_STEPS[number % len(_STEPS)]) for number in range(more)]
    return file[:-2] + b"".join(extra) + file[-2:]


def _empty_scan(width: int, height: int, before: int, after: int) -> bytes:
    """A scan made of runs of blocks without detail."""
    blocks, bits = -(-width // 8) * -(-height // 8), ""
    while blocks:
        run = min(blocks, _LONGEST_RUN)
        length = run.bit_length() - 1
        bits += f"{length:04b}" + (f"{run - (1 << length):0{length}b}" if length else "")
        blocks -= run
    bits += "1" * (-len(bits) % 8)
    content = int(bits, 2).to_bytes(len(bits) // 8, "big").replace(b"\xff", b"\xff\x00")
    table = b"\x10" + bytes([0, 0, 0, 15, *[0] * 12]) + bytes(length << 4 for length in range(15))
    scan = bytes((1, 1, 0, 1, 63, before << 4 | after))
    return _segment(_HUFFMAN_TABLE, table) + _segment(_SCAN, scan) + content


def _segment(marker: int, content: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(content) + 2) + content
