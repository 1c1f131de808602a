"""Functions for tests that comment."""

from __future__ import annotations

from tests.members import Member

from inflow.comments.mutations import create
from inflow.comments.views import Comment


async def comment(member: Member, post_id: str, content: str, to: str | None = None) -> str:
    """Comment on a post, or reply to a comment on it; the new comment's id."""
    made: Comment = await member.do(
        create,
        content=content,
        post_id=post_id,
        reply_to_id=to,
        user_id=member.user_id,
        username=member.username,
    )
    return made.id
