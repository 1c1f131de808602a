"""The messages between the server process and a worker that classifies."""

from __future__ import annotations

import msgspec


class ClassifyJob(msgspec.Struct, frozen=True):
    """A JPEG to classify."""

    jpeg: bytes


class ClassifyResult(msgspec.Struct, frozen=True):
    """The model's confidence in each of its classes, from 0 to 1; empty where the JPEG cannot be read."""

    scores: dict[str, float]
