"""What passes between the web process and a worker: orders, and what was made of them.

Without pyvips, so that the web process never loads an image decoder.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from inflow.media.rules import Kind


class Rendition(msgspec.Struct, frozen=True):
    """One encoded image, upright, in sRGB and without metadata.

    Attributes:
        name: What it is called in its URL, such as ``1080.jpg``.
        type: Its content type.
        content: The encoded bytes.
    """

    name: str
    width: int
    height: int
    type: str
    content: bytes


class Prepared(msgspec.Struct, frozen=True):
    """What an upload answers with: the display rendition and the facts of the original.

    Attributes:
        width: Of the original in pixels, upright; ``height`` likewise.
        thumbhash: Base64 of the thumbhash, about 25 bytes.
        display: The JPEG of at most ``DISPLAY_WIDTH`` pixels, which is what is screened.
    """

    kind: Kind
    width: int
    height: int
    thumbhash: str
    display: Rendition


class Order(msgspec.Struct, frozen=True):
    """One piece of work: read the file at ``path``, make its first rendition or the rest of them."""

    verb: Literal["first", "rest"]
    path: str

    @classmethod
    def of(cls, verb: Literal["first", "rest"], file: Path) -> Order:
        """The order for a file, wherever the worker may run."""
        return cls(verb, str(file.absolute()))

    @property
    def file(self) -> Path:
        return Path(self.path)


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of an order: exactly one of these is set."""

    prepared: Prepared | None = None
    renditions: list[Rendition] | None = None
    refusal: tuple[str, str] | None = None


LENGTH = 4
BYTE_ORDER: Literal["big"] = "big"


def framed(message: Order | Answer) -> bytes:
    """A message as it is written to the pipe: its length in four bytes, then itself."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(LENGTH, BYTE_ORDER) + body
