"""The messages between the server process and a worker: jobs and their results.

This module does not import pyvips, so that the server process never loads an image decoder.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from inflow.media.images.crops import Cut
from inflow.media.images.looks import Look
from inflow.media.rules import Kind


class Rendition(msgspec.Struct, frozen=True):
    """One encoded image, upright, in sRGB and without metadata.

    Attributes:
        name: The file name in its URL, such as ``1080.jpg``.
        type: The content type.
        content: The encoded bytes.
    """

    name: str
    width: int
    height: int
    type: str
    content: bytes


class PreparedImage(msgspec.Struct, frozen=True):
    """The display rendition of an upload and the properties of the original.

    Attributes:
        width: Of the original in pixels, upright; ``height`` likewise.
        thumbhash: Base64 of the thumbhash, about 25 bytes.
        display: The JPEG of at most ``DISPLAY_WIDTH`` pixels, which the content check judges.
        has_source: Whether the original is slow to decode, so that a plain JPEG of it was written.
        fingerprints: Perceptual, of the image and of its mirror image; none for a plain one.
    """

    kind: Kind
    width: int
    height: int
    thumbhash: str
    display: Rendition
    has_source: bool = False
    fingerprints: list[str] = []


class CutImage(msgspec.Struct, frozen=True):
    """The renditions of a cut.

    Attributes:
        width: Of the crop in pixels of the original, turned; ``height`` likewise.
        display: The JPEG of the crop of at most ``DISPLAY_WIDTH`` pixels, which the content check judges.
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


class FullSizeImage(msgspec.Struct, frozen=True):
    """The rendition with all pixels of a photograph, or of its cut.

    Attributes:
        parts: JPEGs of its four quarters as the post draws them, each of at most ``DISPLAY_WIDTH`` pixels, which the
            content check judges: a detail may be recognisable only at this size.
    """

    rendition: Rendition
    parts: list[bytes]


Verb = Literal["prepare", "finish", "cut", "draw", "full"]


class Job(msgspec.Struct, frozen=True, omit_defaults=True):
    """A job: read the file at ``path``, and prepare its display rendition, finish the others, cut it, draw it or make
    the rendition with all pixels.

    With a ``cut`` the renditions show its part of the photograph, otherwise all of it.

    Attributes:
        in_background: Whether to decode even an image that takes long.
        look: The filter functions of ``draw``, and of the parts of ``full``.
    """

    verb: Verb
    path: str
    cut: Cut | None = None
    in_background: bool = False
    look: Look = ()

    @classmethod
    def of(cls, verb: Verb, file: Path, cut: Cut | None = None, *, in_background: bool = False, look: Look = ()) -> Job:
        """The job for a file. Its path is absolute, so that the worker's directory does not matter."""
        return cls(verb, str(file.absolute()), cut, in_background, look)

    @property
    def file(self) -> Path:
        return Path(self.path)


def source_path(file: Path) -> Path:
    """The path of the plain JPEG beside an original that is slow to decode."""
    return file.with_name(f"{file.name}.source")


class JobResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a job: exactly one field is set."""

    prepared: PreparedImage | None = None
    renditions: list[Rendition] | None = None
    cut_out: CutImage | None = None
    drawn: bytes | None = None
    full: FullSizeImage | None = None
    refusal: tuple[str, str] | None = None
    takes_long: bool = False
