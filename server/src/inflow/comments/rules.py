"""The limits of a comment's text and depth."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Final, Literal, NewType

from msgspec import Meta

from inflow.core.text import clean
from reflow import AppError

CommentId = NewType("CommentId", str)

MayComment = Literal["author", "yes", "in_flow", "no_one"]
"""Whether a member may comment on a post, as its author or as another member. If not: who may."""

ONLY_IN_FLOW: Final = "Only members in flow with the author can comment here."
BY_NO_ONE: Final = "The author has turned comments off."

NO_COMMENT: Final = "This comment does not exist."
OWN_COMMENT: Final = "You can't hide your own comment. You can delete it."

TOO_LATE_TO_EDIT: Final = "A comment can be edited for 15 minutes."

COMMENT_MAX: Final = 100
EDITABLE_FOR: Final = timedelta(minutes=15)
"""How long its writer may change a comment's words."""
DEEPEST: Final = 15
"""How many comments are above the deepest reply."""

# The limit of characters applies after trimming, so callers may send somewhat more.
Content = Annotated[str, Meta(max_length=1000)]


def require_content(content: str) -> str:
    """The comment's text, cleaned.

    Raises:
        AppError: `invalid`, if it is empty or too long.
    """
    text = clean(content)
    if not text:
        raise AppError("invalid", "Please write a comment.")
    if len(text) > COMMENT_MAX:
        raise AppError("invalid", f"A comment has at most {COMMENT_MAX} characters.")
    return text


def depth_below(depth: int) -> int:
    """The depth of a reply to a comment of this depth.

    Raises:
        AppError: `invalid`, in the specification's words.
    """
    if depth >= DEEPEST:
        raise AppError("invalid", "Maximum reply depth reached. Please start a new comment thread.")
    return depth + 1
