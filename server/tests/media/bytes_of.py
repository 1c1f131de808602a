"""Reads encoded images byte by byte, to check which parts they contain."""

from __future__ import annotations

import struct


def jpeg_segments(file: bytes) -> list[int]:
    """The markers of a JPEG up to its pixels."""
    assert file[:2] == b"\xff\xd8"
    assert file[-2:] == b"\xff\xd9"
    markers, at = [], 2
    while True:
        assert file[at] == 0xFF
        markers.append(file[at + 1])
        if file[at + 1] == 0xDA:
            return markers
        at += 2 + struct.unpack(">H", file[at + 2 : at + 4])[0]


def webp_chunks(file: bytes) -> list[bytes]:
    """The names of a WebP's chunks, after a check that nothing follows them."""
    assert file[:4] == b"RIFF"
    assert file[8:12] == b"WEBP"
    assert struct.unpack("<I", file[4:8])[0] + 8 == len(file)
    names, at = [], 12
    while at < len(file):
        names.append(file[at : at + 4])
        length = struct.unpack("<I", file[at + 4 : at + 8])[0]
        at += 8 + length + length % 2
    return names
