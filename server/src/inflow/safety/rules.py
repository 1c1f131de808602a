"""The choices that members have, and the limits of filtered words."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Final, Literal

from msgspec import Meta

from inflow.core.text import clean
from reflow import AppError

Commenters = Literal["everyone", "in_flow", "no_one"]
"""Who may comment on a member's fotos and flicks. The member always may."""

Requesters = Literal["everyone", "friends_of_friends", "no_one"]
"""Who may send a member requests to syncflow. Friends of friends have a member in common with whom both are in flow."""

BY_DEFAULT: Final = "everyone"

FILTERED_MIN: Final = 2
FILTERED_MAX: Final = 60
FILTERED_MOST: Final = 100
"""How many words a member filters at most."""

TOO_MANY_WORDS: Final = f"You can filter at most {FILTERED_MOST} words. Remove one first."
FILTERED_ALREADY: Final = "You filter this word already."

# The limit of characters applies after cleaning, so callers may send somewhat more.
FilteredWord = Annotated[str, Meta(max_length=1000)]


def require_word(word: str) -> str:
    """The word or phrase to filter, cleaned: on one line, with single spaces.

    Raises:
        AppError: `invalid`, if it is too short or too long.
    """
    text = " ".join(clean(word).split())
    if len(text) < FILTERED_MIN:
        raise AppError("invalid", f"A filtered word has at least {FILTERED_MIN} characters.")
    if len(text) > FILTERED_MAX:
        raise AppError("invalid", f"A filtered word has at most {FILTERED_MAX} characters.")
    return text


def compared(word: str) -> str:
    """The form in which two words are the same: without case, and without Unicode's other ways to write a letter."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", word).casefold())
