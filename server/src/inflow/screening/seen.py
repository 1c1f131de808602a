"""What passes between the web process and a worker that looks."""

from __future__ import annotations

import msgspec


class Look(msgspec.Struct, frozen=True):
    """Look at this JPEG."""

    jpeg: bytes


class Seen(msgspec.Struct, frozen=True):
    """How sure the model is of each of its classes, from 0 to 1; nothing where there was nothing to look at."""

    scores: dict[str, float]
