"""Videos for tests: valid in their container format, without any visible pictures."""

from __future__ import annotations

PIXELS = bytes(range(256)) * 40


def box(name: bytes, content: bytes) -> bytes:
    """A box of an MP4."""
    return (8 + len(content)).to_bytes(4, "big") + name + content


def mp4(pixels: bytes = PIXELS, *, about: bytes = b"", brand: bytes = b"isom") -> bytes:
    """An MP4 with these bytes as its pictures, and more content in the box that describes it."""
    return (
        box(b"ftyp", brand + b"\0\0\2\0" + b"isomiso2avc1mp41")
        + box(b"moov", box(b"mvhd", bytes(100)) + about)
        + box(b"mdat", pixels)
    )


def webm(pixels: bytes = PIXELS) -> bytes:
    return b"\x1a\x45\xdf\xa3\x93\x42\x82\x84webm\x42\x87\x81\x02\x42\x85\x81\x02\x18\x53\x80\x67" + pixels


def taken_somewhere() -> bytes:
    """An MP4 with the place of the recording, as phones write it."""
    return mp4(about=box(b"udta", box(b"\xa9xyz", b"\0\x12\x15\xc7+52.5163+013.3777/")))
