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

# From how many authors on the newest posts of all are gone through first, and how many of these.
_MANY = 1_000
_LATEST = 4_000
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


def newest_of_any(author_ids: str, *conditions: sa.ColumnElement[bool]) -> Callable[..., sa.Select[Any]]:
    """The newest posts of many authors.

    Those of a thousand and more are looked for among the newest of everybody's first. Where these do not fill the page,
    and with fewer authors, they are found author by author: one look-up in an index for each, and nothing for their
    older posts; a sort of all their posts would not end in time. It cannot be watched, because nothing in it says by
    which keys; `of_any` can.

    Args:
        author_ids: The name of the parameter with the authors' ids.
        conditions: What else must be true of the posts.
    """

    def select(bounds: Sequence[sa.ColumnElement[bool]]) -> sa.Select[Any]:
        return _shown(_of_any(bindparam(author_ids, type_=ARRAY(TEXT)), *conditions, *bounds))

    return select


def _of_any(author_ids: sa.BindParameter[Any], *conditions: sa.ColumnElement[bool]) -> sa.Select[Any]:
    are_many = sa.func.cardinality(author_ids) >= _MANY
    latest = (
        sa.select(*_place(posts), posts.c.author_id)
        .where(are_many, *conditions)
        .order_by(*NEWEST_FIRST)
        .limit(_LATEST)
        .subquery("latest")
    )
    # IS TRUE keeps it a condition: as a join, it would put all of them in order again before it takes the first.
    is_theirs = latest.c.author_id.in_(sa.select(sa.func.unnest(author_ids))).is_(sa.true())
    near = sa.select(*_place(latest)).where(is_theirs).order_by(*_newest(latest)).limit(_LIMIT).cte("near")
    read = sa.select(sa.func.count()).select_from(latest).scalar_subquery()
    found = sa.select(sa.func.count()).select_from(near).scalar_subquery()
    # Too few of them there, and there may be more behind.
    lacks = sa.select(sa.and_(found < _LIMIT, sa.or_(~are_many, read == _LATEST)).label("them")).cte("lacks")
    is_lacking = sa.select(lacks.c.them).scalar_subquery()
    each = _of_each(author_ids, *conditions)
    both = sa.union_all(
        sa.select(*_place(near)).where(~is_lacking), sa.select(*_place(each)).where(is_lacking)
    ).subquery("both")
    return sa.select(*_place(both)).order_by(*_newest(both)).limit(_LIMIT)


def _of_each(author_ids: sa.BindParameter[Any], *conditions: sa.ColumnElement[bool]) -> sa.Subquery:
    author = sa.func.unnest(author_ids).table_valued("id").render_derived()
    # What the index itself holds, and no more: most of these are not on the page.
    own = sa.select(*_place(posts)).where(posts.c.author_id == author.c.id, *conditions)
    newest = own.order_by(*NEWEST_FIRST).limit(_LIMIT).lateral("own")
    return sa.select(*_place(newest)).select_from(author.join(newest, sa.true())).subquery("each")


def _place(of: Any) -> tuple[sa.ColumnElement[Any], sa.ColumnElement[Any]]:
    return of.c.id, of.c.created_at


def _newest(of: Any) -> tuple[sa.ColumnElement[Any], sa.ColumnElement[Any]]:
    return of.c.created_at.desc(), of.c.id.desc()


def _shown(first: sa.Select[Any]) -> sa.Select[Any]:
    """These posts with their authors and photos, which are looked up for no others."""
    newest = first.subquery("first")
    return _with_author_and_photo(newest.join(posts, posts.c.id == newest.c.id), posts).order_by(*NEWEST_FIRST)


def of_any(author_ids: str) -> sa.ColumnElement[bool]:
    """The condition that one of the authors in this parameter posted it."""
    return posts.c.author_id == sa.any_(bindparam(author_ids, type_=ARRAY(TEXT)))
