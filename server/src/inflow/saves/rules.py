"""The limits of collections and of saves."""

from __future__ import annotations

from typing import Annotated, Final, NewType

from msgspec import Meta

from inflow.core.text import clean
from reflow import AppError

CollectionId = NewType("CollectionId", str)

IN_NO_COLLECTION: Final = ""
"""The id in the table of the collection that every member has from the start, which browsers call 'Saved'."""

NAME_MAX: Final = 40
MOST_COLLECTIONS: Final = 50
"""How many collections a member makes at most, beside the one that they have from the start."""
MOST_SAVES: Final = 5_000

NO_COLLECTION: Final = "This collection does not exist."
NAME_TAKEN: Final = "You have a collection of this name already."
TOO_MANY_COLLECTIONS: Final = f"You can have at most {MOST_COLLECTIONS} collections. Delete one first."
TOO_MANY_SAVES: Final = "You can save at most 5,000 fotos. Remove one first."

# The limit of characters applies after cleaning, so callers may send somewhat more.
CollectionName = Annotated[str, Meta(max_length=1000)]


def require_name(name: str) -> str:
    """The name of a collection, cleaned: on one line, with single spaces.

    Raises:
        AppError: `invalid`, if it is empty or too long.
    """
    text = " ".join(clean(name).split())
    if not text:
        raise AppError("invalid", "A collection needs a name.")
    if len(text) > NAME_MAX:
        raise AppError("invalid", f"The name of a collection has at most {NAME_MAX} characters.")
    return text
