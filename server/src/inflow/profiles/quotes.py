"""The quote on a member's profile."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.text import clean
from inflow.profanity import Profanity
from inflow.profiles.access import require_own_profile
from inflow.profiles.rules import QUOTE_MAX, Quote
from inflow.profiles.tables import profiles
from inflow.users.rules import ProfileId
from reflow.context import MutationCtx
from reflow.errors import AppError
from reflow.functions import mutation
from reflow.limits.rate_limits import MINUTE, Pace
from reflow.statements import statement

SET_QUOTE = statement(
    sa.update(profiles).where(profiles.c.id == bindparam("profile_id")).values(quote=bindparam("quote"))
)


@mutation(pace=Pace((30, MINUTE)))
async def update_quote(ctx: MutationCtx, *, profile_id: ProfileId, quote: Quote) -> None:
    """Put a quote on one's own profile. An empty one is ignored: the quote stays as it is."""
    await require_own_profile(ctx, profile_id)
    text = clean(quote)
    if not text:
        return
    if len(text) > QUOTE_MAX:
        raise AppError("invalid", f"A quote has at most {QUOTE_MAX} characters.")
    if ctx.tool(Profanity).in_text(text):
        raise AppError("invalid", "avoid writing something offensive")
    await ctx.execute(SET_QUOTE, profile_id=profile_id, quote=text)
