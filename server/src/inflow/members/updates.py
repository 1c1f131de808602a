"""Writes to users and profiles, for the mutations of the features above."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.rules import ProfileId, UserId
from inflow.members.search_words import update_search_words
from inflow.members.tables import profiles, users
from reflow import MutationCtx, statement

_IS_USER = users.c.id == bindparam("user_id")
_IS_PROFILE = profiles.c.id == bindparam("profile_id")
_IS_PROFILE_OF_USER = profiles.c.user_id == bindparam("user_id")

SET_FULL_NAME = statement(sa.update(users).where(_IS_USER).values(full_name=bindparam("full_name")))
SET_IMAGE_URL = statement(sa.update(users).where(_IS_USER).values(image_url=bindparam("image_url")))
SET_PICTURE = statement(sa.update(profiles).where(_IS_PROFILE_OF_USER).values(picture_id=bindparam("picture_id")))
SET_PRIVACY = statement(sa.update(profiles).where(_IS_PROFILE).values(allow_syncflow=bindparam("allow")))
SET_QUOTE = statement(sa.update(profiles).where(_IS_PROFILE).values(quote=bindparam("quote")))


async def set_full_name(ctx: MutationCtx, user_id: UserId, full_name: str) -> None:
    """Change a member's full name and their search words."""
    await ctx.execute(SET_FULL_NAME, user_id=user_id, full_name=full_name)
    await update_search_words(ctx.rows, [user_id])


async def set_picture(ctx: MutationCtx, user_id: UserId, media_id: str, url: str) -> None:
    """Make an upload a member's picture.

    Raises:
        asyncpg.ForeignKeyViolationError: The upload was deleted a moment ago.
    """
    await ctx.execute(SET_PICTURE, user_id=user_id, picture_id=media_id)
    await ctx.execute(SET_IMAGE_URL, user_id=user_id, image_url=url)


async def clear_picture(ctx: MutationCtx, user_id: UserId) -> None:
    """Take a member's picture away; the upload stays until nothing refers to it."""
    await ctx.execute(SET_PICTURE, user_id=user_id, picture_id=None)
    await ctx.execute(SET_IMAGE_URL, user_id=user_id, image_url="")


async def set_privacy(ctx: MutationCtx, profile_id: ProfileId, *, allow_syncflow: bool) -> None:
    """Set whether other members may send requests to syncflow."""
    await ctx.execute(SET_PRIVACY, profile_id=profile_id, allow=allow_syncflow)


async def set_quote(ctx: MutationCtx, profile_id: ProfileId, quote: str) -> None:
    """Replace the quote on a profile."""
    await ctx.execute(SET_QUOTE, profile_id=profile_id, quote=quote)
