"""What passes between the web process and a worker: orders, and what was made of them.

Without pyvips, so that the web process never loads an image decoder.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from inflow.media.crops import Cut
from inflow.media.looks import Look
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
        has_source: Whether the original is slow to decode, and a plain JPEG of it was written.
    """

    kind: Kind
    width: int
    height: int
    thumbhash: str
    display: Rendition
    has_source: bool = False


class CutOut(msgspec.Struct, frozen=True):
    """What a cut answers with.

    Attributes:
        width: Of the crop in pixels of the original, turned; ``height`` likewise.
        display: The JPEG of the crop of at most ``DISPLAY_WIDTH`` pixels, which is what is screened.
        canvas: The specification's canvas, where ``display`` has another size.
    """

    width: int
    height: int
    thumbhash: str
    display: Rendition
    canvas: Rendition | None

    @property
    def renditions(self) -> list[Rendition]:
        return [self.display] if self.canvas is None else [self.canvas, self.display]


Verb = Literal["first", "rest", "cut", "draw"]


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """One piece of work: read the file at ``path``, make its first rendition or the rest of them.

    With a ``cut`` the renditions show what it leaves of the photograph, otherwise all of it.

    Attributes:
        in_background: Whether what takes long is done all the same.
        look: How the photograph is drawn where the verb is ``draw``.
    """

    verb: Verb
    path: str
    cut: Cut | None = None
    in_background: bool = False
    look: Look = ()

    @classmethod
    def of(
        cls, verb: Verb, file: Path, cut: Cut | None = None, *, in_background: bool = False, look: Look = ()
    ) -> Order:
        """The order for a file, wherever the worker may run."""
        return cls(verb, str(file.absolute()), cut, in_background, look)

    @property
    def file(self) -> Path:
        return Path(self.path)


def source_beside(file: Path) -> Path:
    """Where the source of an original is written that is slow to decode."""
    return file.with_name(f"{file.name}.source")


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of an order: exactly one of these is set."""

    prepared: Prepared | None = None
    renditions: list[Rendition] | None = None
    cut_out: CutOut | None = None
    drawn: bytes | None = None
    refusal: tuple[str, str] | None = None
    takes_long: bool = False
