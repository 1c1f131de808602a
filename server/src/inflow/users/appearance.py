"""What is shown of a member beside everything that they do: their picture and their full name."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.users.tables import users
from reflow.context import MutationCtx
from reflow.statements import statement

_OWN = users.c.id == bindparam("user_id")

SHOW_PICTURE = statement(sa.update(users).where(_OWN).values(image_url=bindparam("image_url")))
SHOW_NAME = statement(sa.update(users).where(_OWN).values(full_name=bindparam("full_name")))


async def show_picture(ctx: MutationCtx, user_id: str, image_url: str) -> None:
    """Have this picture shown of a member."""
    await ctx.execute(SHOW_PICTURE, user_id=user_id, image_url=image_url)


async def show_name(ctx: MutationCtx, user_id: str, full_name: str) -> None:
    """Have a member called by this name. What they are found by is for the caller to keep in step."""
    await ctx.execute(SHOW_NAME, user_id=user_id, full_name=full_name)
