"""The fotos that a member's feed begins with, which the feed's page names in its head."""

from __future__ import annotations

import msgspec

from inflow.members.access import caller
from inflow.posts.queries import get_curator_posts
from inflow.posts.views import Post
from reflow import PaginationOpts, QueryCtx, internal_query

_MOST = 6
_PAGE = PaginationOpts(num_items=24)
"""The page that the web app asks for, so that both share one result."""
_BEST_FIRST = ("image/avif", "image/webp", "image/jpeg")
_WIDEST = 2048
"""An author may allow a wider rendition. A wall never shows it."""


class FirstFoto(msgspec.Struct, frozen=True):
    """The renditions of a foto in the best format that it has, as `srcset`."""

    type: str
    srcset: str


@internal_query
async def first_fotos(ctx: QueryCtx) -> list[FirstFoto]:
    """The first fotos of the caller's home feed with the preference `all`; none for an account without a member."""
    member = await ctx.run(caller)
    if member is None:
        return []
    feed = await ctx.run(get_curator_posts, user_id=member.id, pagination_opts=_PAGE)
    return [foto for post in feed.page[:_MOST] if (foto := _first_foto(post)) is not None]


def _first_foto(post: Post) -> FirstFoto | None:
    usable = [each for each in post.variants if each.width <= _WIDEST]
    found = next((kind for kind in _BEST_FIRST if any(each.type == kind for each in usable)), None)
    if found is None:
        return None
    return FirstFoto(found, ", ".join(f"{each.url} {each.width}w" for each in usable if each.type == found))
