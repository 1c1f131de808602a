"""The gate before anything is stored: a content check that must answer, and answer yes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import structlog

from reflow.errors import AppError

PATIENCE = 30.0
"""Seconds a check may take."""

_log = structlog.get_logger(__name__)


class Basis(msgspec.Struct, frozen=True):
    """What a verdict rests on: what looked, the version of the table that its scores are read by, and these, 0 to 1."""

    model: str
    table: int
    scores: dict[str, float]


class Verdict(msgspec.Struct, frozen=True):
    """What a content check says. ``message`` is shown where it refuses, ``kind`` is what it calls the reason."""

    allowed: bool
    message: str = "This image violates our content guidelines."
    kind: str = ""
    basis: Basis | None = None


Screen = Callable[[bytes], Awaitable[Verdict]]
"""Judges the JPEG that would be served."""


async def allow_everything(_jpeg: bytes) -> Verdict:
    """The check of a deployment that has none."""
    return Verdict(allowed=True)


async def verdict_on(screen: Screen, jpeg: bytes) -> Verdict:
    """What the check says. One that fails or hangs has not allowed anything.

    Raises:
        AppError: ``unverified``.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            return await screen(jpeg)
    except Exception as failure:
        _log.exception("content_check_failed")
        raise unverified() from failure


def unverified() -> AppError:
    """The refusal of an image that could not be checked."""
    return AppError("unverified", "Unable to verify image content. Please try again.")


def require_allowed(verdict: Verdict) -> None:
    """Let the image pass, or refuse.

    Raises:
        AppError: ``content_refused`` with the check's words.
    """
    if not verdict.allowed:
        raise AppError("content_refused", verdict.message, kind=verdict.kind)
