"""What the process that reads an archive and ours say to each other. Each frame has its length in front."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec

from inflow.imports.planning import Item
from inflow.imports.rules import Source
from inflow.imports.views import Contents

PIECE_BYTES: Final = 1024 * 1024
"""The most bytes of an archive that are asked for at a time."""
ITEMS_IN_A_FRAME: Final = 500


class Reading(msgspec.Struct, frozen=True):
    """What to read: an archive of so many bytes. No date in it is later than `now`."""

    size: int
    now: datetime


class Piece(msgspec.Struct, frozen=True):
    """Bytes of the archive; fewer than wanted where a segment ends."""

    content: bytes


class Wanted(msgspec.Struct, frozen=True, tag="wanted"):
    """Asks for these bytes of the archive; a `Piece` answers."""

    start: int
    count: int


class Some(msgspec.Struct, frozen=True, tag="items"):
    """Some of the items of the import."""

    items: list[Item]


class Done(msgspec.Struct, frozen=True, tag="done"):
    """All items were sent."""

    source: Source
    contents: Contents


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The archive is refused."""

    code: str
    message: str


class Broke(msgspec.Struct, frozen=True, tag="broke"):
    """An error of ours, without anything of the archive."""

    where: str


Said = Wanted | Some | Done | Refused | Broke
