"""The selects that lists of posts are cut from: the post, its author, its photo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import TEXT
from inflow.media.tables import media
from inflow.posts.tables import posts
from inflow.profiles.tables import profiles
from inflow.users.tables import users

ELSEWHERE_WATCHED = "Never watched itself: its `watched` pages select the same rows by their authors."
NEWEST_FIRST = (posts.c.created_at.desc(), posts.c.id.desc())

_LIMIT = bindparam("limit", type_=sa.Integer)
_BESIDE = (
    users.c.username,
    users.c.full_name,
    users.c.image_url,
    profiles.c.id.label("profile_id"),
    media.c.width,
    media.c.height,
    media.c.thumbhash,
    media.c.renditions,
    media.c.video_kind,
)


def _with_author_and_photo(source: Any, of: Any) -> sa.Select[Any]:
    joined = source.join(users, users.c.id == of.c.author_id).join(media, media.c.id == of.c.media_id)
    joined = joined.outerjoin(profiles, profiles.c.user_id == of.c.author_id)
    return sa.select(*of.columns, *_BESIDE).select_from(joined)


POSTS = _with_author_and_photo(posts, posts)


def newest_of_each(author_ids: str, *conditions: sa.ColumnElement[bool]) -> Callable[..., sa.Select[Any]]:
    """The newest posts of many authors, found author by author through the index.

    It costs one look-up for each author and nothing for their older posts; a sort of all their posts would not end in
    time. It cannot be watched, because nothing in it says by which keys; `of_any` can.

    Args:
        author_ids: The name of the parameter with the authors' ids.
        conditions: What else must be true of the posts.
    """

    def select(bounds: Sequence[sa.ColumnElement[bool]]) -> sa.Select[Any]:
        return _shown(_of_each(author_ids, *conditions, *bounds))

    return select


def _of_each(author_ids: str, *conditions: sa.ColumnElement[bool]) -> sa.Select[Any]:
    author = sa.func.unnest(bindparam(author_ids, type_=ARRAY(TEXT))).table_valued("id").render_derived()
    # What the index itself holds, and no more: most of these are not on the page.
    own = sa.select(posts.c.id, posts.c.created_at).where(posts.c.author_id == author.c.id, *conditions)
    newest = own.order_by(*NEWEST_FIRST).limit(_LIMIT).lateral("own")
    every = sa.select(*newest.columns).select_from(author.join(newest, sa.true()))
    return every.order_by(newest.c.created_at.desc(), newest.c.id.desc()).limit(_LIMIT)


def _shown(first: sa.Select[Any]) -> sa.Select[Any]:
    """These posts with their authors and photos, which are looked up for no others."""
    newest = first.subquery("first")
    return _with_author_and_photo(newest.join(posts, posts.c.id == newest.c.id), posts).order_by(*NEWEST_FIRST)


def of_any(author_ids: str) -> sa.ColumnElement[bool]:
    """The condition that one of the authors in this parameter posted it."""
    return posts.c.author_id == sa.any_(bindparam(author_ids, type_=ARRAY(TEXT)))
