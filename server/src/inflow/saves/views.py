"""Collections and saves in the form that clients get."""

from __future__ import annotations

import msgspec

from inflow.saves.rules import IN_NO_COLLECTION, CollectionId
from reflow import Row


class Collection(msgspec.Struct, rename="camel", kw_only=True):
    """A collection that the caller made."""

    id: CollectionId = msgspec.field(name="_id")
    name: str


class Save(msgspec.Struct, rename="camel", kw_only=True):
    """That the caller saved a post, and in which collection; null is the one that every member has."""

    collection_id: CollectionId | None


def collection_view(row: Row) -> Collection:
    """A row of a collection as a view."""
    return Collection(id=row.id, name=row.name)


def save_view(row: Row) -> Save:
    """A row of a save as a view."""
    return Save(collection_id=None if row.collection_id == IN_NO_COLLECTION else row.collection_id)
