"""Content moderation before anything is stored. A photograph passes only if the moderator allows it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import structlog

from reflow import AppError

TIMEOUT_SECONDS = 30.0
"""For one check."""

_log = structlog.get_logger(__name__)


class ModerationScores(msgspec.Struct, frozen=True):
    """The scores behind a result, from 0 to 1, with the model and the version of the table that translated them."""

    model: str
    table: int
    scores: dict[str, float]


class ModerationResult(msgspec.Struct, frozen=True):
    """A moderator's decision. ``message`` is shown on a refusal, ``kind`` names its reason."""

    allowed: bool
    message: str = "This image violates our content guidelines."
    kind: str = ""
    scores: ModerationScores | None = None


ContentModerator = Callable[[bytes], Awaitable[ModerationResult]]
"""Judges the JPEG that would be served; may raise."""


async def allow_all(_jpeg: bytes) -> ModerationResult:
    """The moderator of a deployment without a content check."""
    return ModerationResult(allowed=True)


async def moderate(moderator: ContentModerator, jpeg: bytes) -> ModerationResult:
    """The moderator's result. If it fails or hangs, nothing is allowed.

    Raises:
        AppError: ``content_unverified``.
    """
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            return await moderator(jpeg)
    except Exception as failure:
        _log.exception("content_check_failed")
        raise content_unverified() from failure


def content_unverified() -> AppError:
    """The refusal of an image that could not be checked."""
    return AppError("unverified", "Unable to verify image content. Please try again.")


def require_allowed(result: ModerationResult) -> None:
    """Prove that the image is allowed.

    Raises:
        AppError: ``content_refused`` with the moderator's message.
    """
    if not result.allowed:
        raise AppError("content_refused", result.message, kind=result.kind)
