"""Comments in the form that clients get."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from inflow.comments.rules import CommentId
from inflow.media.views import Variant, picture
from inflow.members.rules import ProfileId, UserId
from inflow.members.views import iso
from inflow.posts.rules import PostId
from inflow.posts.views import Adjustments
from reflow import Row


class Comment(msgspec.Struct, rename="camel", kw_only=True):
    """A comment, or the empty place of one.

    While there is something to read under it, a comment stays as a place if it was removed or if the caller does not
    see its author: `is_unavailable` is true, and all texts and names are empty. `reply_count` counts the direct replies
    that `comments:replies` lists. `is_hidden` is true for the post's author where they hid the
    comment, and missing for all others. `edited_at` is missing as long as the words are the first ones.
    """

    id: CommentId = msgspec.field(name="_id")
    content: str
    post_id: PostId
    reply_to_id: CommentId | None
    user_id: UserId
    profile_id: ProfileId
    username: str
    user_image: str
    created_at: str
    depth: int
    reply_count: int
    is_unavailable: bool
    is_hidden: bool | UnsetType = UNSET
    edited_at: str | UnsetType = UNSET


class NotifiedComment(msgspec.Struct, rename="camel", kw_only=True):
    """The words of a comment, and the picture of the post that it is on, for its author's notifications."""

    content: str
    image_url: str
    variants: list[Variant]
    filter: str
    adjustments: Adjustments


def comment_view(row: Row, *, is_hidden: bool = False) -> Comment:
    """A row of `COMMENTS` as a view; the author's columns are null if the reader may not see them."""
    is_unavailable = row.username is None
    return Comment(
        id=row.id,
        content="" if is_unavailable else row.content,
        post_id=row.post_id,
        reply_to_id=row.parent_id if row.depth else None,
        user_id=UserId("" if is_unavailable else row.author_id),
        profile_id=ProfileId(row.profile_id or ""),
        username=row.username or "",
        user_image=row.image_url or "",
        created_at=iso(row.created_at),
        depth=row.depth,
        reply_count=row.replies,
        is_unavailable=is_unavailable,
        is_hidden=is_hidden or UNSET,
        edited_at=UNSET if is_unavailable or row.edited_at is None else iso(row.edited_at),
    )


def notified_comment_view(comment: Row, post: Row) -> NotifiedComment:
    """A comment and its post as a view."""
    url, variants = picture(post.media_id, post.renditions)
    return NotifiedComment(
        content=comment.content,
        image_url=url,
        variants=variants,
        filter=post.filter,
        adjustments=Adjustments(brightness=post.brightness, contrast=post.contrast, saturation=post.saturation),
    )
