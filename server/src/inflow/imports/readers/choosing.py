"""Which reader an archive is for."""

from __future__ import annotations

from collections.abc import Callable

from inflow.imports.archives import Archive
from inflow.imports.found import Reader
from inflow.imports.readers import folder, google_takeout, inflow, instagram, mastodon, pixelfed
from inflow.imports.rules import UNKNOWN_ARCHIVE, Source
from reflow import AppError

# The first that fits is the one. A folder of photos fits nearly everything.
_READERS: tuple[tuple[Source, Callable[[Archive], bool], Reader], ...] = (
    ("inflow", inflow.fits, inflow.find),
    ("instagram", instagram.fits, instagram.find),
    ("mastodon", mastodon.fits, mastodon.find),
    ("pixelfed", pixelfed.fits, pixelfed.find),
    ("google-takeout", google_takeout.fits, google_takeout.find),
    ("folder", folder.fits, folder.find),
)


def reader_of(archive: Archive) -> tuple[Source, Reader]:
    """The source of an archive, and the reader for it.

    Raises:
        AppError: ``invalid``, there is none.
    """
    for source, fits, find in _READERS:
        if fits(archive):
            return source, find
    raise AppError("invalid", UNKNOWN_ARCHIVE)
