"""Reactions in the form that clients get."""

from __future__ import annotations

import msgspec

from inflow.members.rules import ProfileId
from inflow.reactions.rules import Reaction
from reflow import Row


class ReactionCounts(msgspec.Struct, kw_only=True):
    """How many members chose each reaction to a post, and which one the caller chose."""

    ciao: int = 0
    graceful: int = 0
    errro: int = 0
    mine: Reaction | None = None


class OwnReaction(msgspec.Struct, kw_only=True):
    """The caller's reaction to a post, after a tap."""

    mine: Reaction | None


class Reactor(msgspec.Struct, rename="camel", kw_only=True):
    """A member who reacted to a post."""

    id: ProfileId = msgspec.field(name="_id")
    username: str
    full_name: str
    image_url: str


def reactor_view(row: Row) -> Reactor:
    """A row of `queries.REACTORS` as a view."""
    return Reactor(id=row.id, username=row.username, full_name=row.full_name, image_url=row.image_url)
