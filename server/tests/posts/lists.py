"""The lists in which members come upon a foto, all open at once."""

from __future__ import annotations

from typing import Any

from tests.members import Member
from tests.world import Watch

from inflow.posts.queries import (
    get_cue_posts,
    get_curator_posts,
    get_posts_by_nook,
    get_sphere_posts,
    get_strips,
    get_user_posts,
)

SPHERE = [1, 1, 0, 1, 1, 1, 1, 0]
CUE = [0, 0, 1, 1, 0, 1, 0, 1]
NOWHERE = [0] * 8


async def open_lists(viewer: Member, author: Member) -> list[Watch[Any]]:
    """The lists in which this viewer may come upon a foto of the author's, all open."""
    return [
        await viewer.watch(get_posts_by_nook, nook_type="scenic"),
        await viewer.watch(get_sphere_posts),
        await viewer.watch(get_cue_posts),
        await viewer.watch(get_user_posts, user_id=author.user_id),
        await viewer.watch(get_strips, user_ids=[author.user_id]),
        *[
            await viewer.watch(get_curator_posts, user_id=viewer.user_id, feed_preference=preference)
            for preference in ("all", "sphere", "cue")
        ],
    ]


def shown(lists: list[Watch[Any]], post_id: str) -> list[int]:
    """How often each list shows the foto."""
    pages = [each.now if isinstance(each.now, list) else each.now.page for each in lists]
    return [[found.id for found in page].count(post_id) for page in pages]
