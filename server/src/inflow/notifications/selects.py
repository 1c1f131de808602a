"""The selects behind lists of notifications. The comments on one post are one row: the newest of them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import not_hidden
from inflow.members.tables import profiles, users
from inflow.notifications.tables import notifications

NEWEST_FIRST = (notifications.c.created_at.desc(), notifications.c.id.desc())
IS_UNREAD = notifications.c.read == sa.false()

_others = notifications.alias("others")
_IS_COMMENT = notifications.c.type == "post_comment"
_ON_THE_SAME_POST = sa.and_(
    _others.c.member_id == bindparam("viewer"),
    _others.c.type == "post_comment",
    _others.c.subject == notifications.c.subject,
    not_hidden(_others.c.sender_id),
)
_IS_NEWER = sa.tuple_(_others.c.created_at, _others.c.id) > sa.tuple_(notifications.c.created_at, notifications.c.id)
_OTHER_IS_UNREAD = _others.c.read == sa.false()


def _one_of_others(*conditions: sa.ColumnElement[bool]) -> sa.Exists:
    return sa.select(_others.c.id).where(_ON_THE_SAME_POST, *conditions).exists()


_COUNT = sa.select(sa.func.count()).select_from(_others).where(_ON_THE_SAME_POST).scalar_subquery()
_SHOWN = (
    sa.select(
        notifications.c.id,
        notifications.c.type,
        # A comment may arrive while those of its post are being marked: the newest row does not say that all are read.
        sa.and_(notifications.c.read, sa.or_(~_IS_COMMENT, ~_one_of_others(_OTHER_IS_UNREAD))).label("read"),
        notifications.c.created_at,
        notifications.c.subject,
        notifications.c.sender_id,
        sa.case((_IS_COMMENT, _COUNT), else_=1).label("number"),
        users.c.username,
        users.c.image_url,
        profiles.c.id.label("profile_id"),
    )
    .select_from(notifications)
    .outerjoin(users, users.c.id == notifications.c.sender_id)
    .outerjoin(profiles, profiles.c.user_id == notifications.c.sender_id)
    .where(notifications.c.member_id == bindparam("viewer"), not_hidden(notifications.c.sender_id))
)


def newest(*also: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """The notifications of `:viewer`, of comments the newest on each post.

    Args:
        also: Further conditions.
    """
    return _SHOWN.where(sa.or_(~_IS_COMMENT, ~_one_of_others(_IS_NEWER)), *also)


UNREAD = _SHOWN.where(IS_UNREAD, sa.or_(~_IS_COMMENT, ~_one_of_others(_IS_NEWER, _OTHER_IS_UNREAD)))
"""The unread notifications of `:viewer`, of comments the newest unread one on each post."""
