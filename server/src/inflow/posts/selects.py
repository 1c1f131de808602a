"""The selects that lists of posts are based on: the post, its author, its photo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import TEXT
from inflow.media.tables import media
from inflow.members.tables import profiles, users
from inflow.posts.tables import posts

ELSEWHERE_WATCHED = "Never watched itself: its `watched` pages select the same rows by their authors."
NEWEST_FIRST = (posts.c.created_at.desc(), posts.c.id.desc())

# How many of all members' newest posts are read for very many authors.
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
VERY_MANY = 1_000
"""For this many authors and more, reading all members' newest posts costs less than a look-up for each author."""


def newest_of_each(author_ids: str, *conditions: sa.ColumnElement[bool]) -> Callable[..., sa.Select[Any]]:
    """The newest posts of several authors, found author by author through the index.

    It costs one look-up for each author and nothing for their older posts; sorting all their posts would take too long.
    The engine cannot watch it, because it does not contain the keys to watch by; it can watch `of_any`.

    Args:
        author_ids: The name of the parameter with the authors' ids.
        conditions: Further conditions on the posts.
    """
    authors = bindparam(author_ids, type_=ARRAY(TEXT))

    def select(bounds: Sequence[sa.ColumnElement[bool]]) -> sa.Select[Any]:
        return _shown(_first(_of_each(authors, *conditions, *bounds)))

    return select


def newest_few_of_each(author_ids: str, few: int, *conditions: sa.ColumnElement[bool]) -> Callable[..., sa.Select[Any]]:
    """The same with at most so many posts of each author."""
    authors = bindparam(author_ids, type_=ARRAY(TEXT))

    def select(bounds: Sequence[sa.ColumnElement[bool]]) -> sa.Select[Any]:
        of_each = _of_each(authors, *conditions, *bounds, limit=few)
        return _shown(_first(of_each))

    return select


def newest_of_many(author_ids: str, *conditions: sa.ColumnElement[bool]) -> Callable[..., sa.Select[Any]]:
    """The same for very many authors. It first looks among all members' newest posts, which contain most of these. Only
    if they do not fill the page, it finds the posts author by author.
    """
    authors = bindparam(author_ids, type_=ARRAY(TEXT))

    def select(bounds: Sequence[sa.ColumnElement[bool]]) -> sa.Select[Any]:
        return _shown(_of_many(authors, *conditions, *bounds))

    return select


def _of_many(author_ids: sa.BindParameter[Any], *conditions: sa.ColumnElement[bool]) -> sa.Select[Any]:
    everybodys = sa.select(*_place(posts), posts.c.author_id).where(*conditions)
    latest = everybodys.order_by(*NEWEST_FIRST).limit(_LATEST).subquery("latest")
    # IS TRUE keeps it a filter: as a join, PostgreSQL would sort all of these rows again before it takes the first.
    is_theirs = latest.c.author_id.in_(sa.select(sa.func.unnest(author_ids))).is_(sa.true())
    near = sa.select(*_place(latest)).where(is_theirs).order_by(*_newest(latest)).limit(_LIMIT).cte("near")
    read = sa.select(sa.func.count()).select_from(latest).scalar_subquery()
    found = sa.select(sa.func.count()).select_from(near).scalar_subquery()
    # These are too few for the page, and there may be older ones.
    lacks = sa.select(sa.and_(found < _LIMIT, read == _LATEST).label("them")).cte("lacks")
    is_lacking = sa.select(lacks.c.them).scalar_subquery()
    each = _of_each(author_ids, *conditions)
    return _first(
        sa.union_all(sa.select(*_place(near)).where(~is_lacking), sa.select(*_place(each)).where(is_lacking)).subquery(
            "both"
        )
    )


def _of_each(
    author_ids: sa.BindParameter[Any],
    *conditions: sa.ColumnElement[bool],
    limit: int | sa.BindParameter[int] = _LIMIT,
) -> sa.Subquery:
    author = sa.func.unnest(author_ids).table_valued("id").render_derived()
    # Only columns that the index contains: most of these rows are not on the page.
    own = sa.select(*_place(posts)).where(posts.c.author_id == author.c.id, *conditions)
    newest = own.order_by(*NEWEST_FIRST).limit(limit).lateral("own")
    return sa.select(*_place(newest)).select_from(author.join(newest, sa.true())).subquery("each")


def _first(of: sa.Subquery) -> sa.Select[Any]:
    return sa.select(*_place(of)).order_by(*_newest(of)).limit(_LIMIT)


def _place(of: Any) -> tuple[sa.ColumnElement[Any], sa.ColumnElement[Any]]:
    return of.c.id, of.c.created_at


def _newest(of: Any) -> tuple[sa.ColumnElement[Any], sa.ColumnElement[Any]]:
    return of.c.created_at.desc(), of.c.id.desc()


def _shown(first: sa.Select[Any]) -> sa.Select[Any]:
    """These posts with their authors and photos, which are read for no other posts."""
    newest = first.subquery("first")
    return _with_author_and_photo(newest.join(posts, posts.c.id == newest.c.id), posts).order_by(*NEWEST_FIRST)


def of_any(author_ids: str) -> sa.ColumnElement[bool]:
    """The condition that one of the authors in this parameter made the post."""
    return posts.c.author_id == sa.any_(bindparam(author_ids, type_=ARRAY(TEXT)))
