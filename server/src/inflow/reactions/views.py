"""Reactions in the form that clients get."""

from __future__ import annotations

import msgspec

from inflow.reactions.rules import Reaction


class ReactionCounts(msgspec.Struct, kw_only=True):
    """How many members chose each reaction to a post, and which one the caller chose."""

    ciao: int = 0
    graceful: int = 0
    errro: int = 0
    mine: Reaction | None = None


class OwnReaction(msgspec.Struct, kw_only=True):
    """The caller's reaction to a post, after a tap."""

    mine: Reaction | None
