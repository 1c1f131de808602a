"""What may be posted, and by whom."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.media.tables import media
from inflow.posts.rules import media_id_in
from inflow.users.access import Member
from reflow.context import MutationCtx
from reflow.errors import AppError
from reflow.statements import statement

UPLOAD = statement(
    sa.select(media.c.id).where(media.c.id == bindparam("id"), media.c.owner_id == bindparam("owner_id"))
)


async def require_own_upload(ctx: MutationCtx, member: Member, image_url: str) -> str:
    """The id of the member's own upload that this URL names.

    Raises:
        AppError: `invalid`; the same for no upload and for somebody else's.
    """
    media_id = media_id_in(image_url)
    if media_id is None or await ctx.value(UPLOAD, id=media_id, owner_id=member.clerk_id) is None:
        raise AppError("invalid", "Please upload an image file")
    return media_id
