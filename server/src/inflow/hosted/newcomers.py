"""People whom a provider vouched for and who are not members yet: an hour to tell what is missing."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.hosted.rules import Profile
from inflow.hosted.tables import newcomers
from inflow.identity.sessions import hash_of, new_token
from inflow.identity.tables import UNWATCHED
from reflow.errors import AppError
from reflow.postgres.database import Connection, Row
from reflow.statements import statement

LIVES = timedelta(hours=1)

GREET = statement(
    sa.insert(newcomers).values(
        cookie_hash=bindparam("cookie_hash"),
        issuer=bindparam("issuer"),
        subject=bindparam("subject"),
        email=bindparam("email"),
        full_name=bindparam("full_name"),
        username=bindparam("username"),
        date_of_birth=bindparam("date_of_birth"),
        expires_at=bindparam("expires_at"),
    )
)
BY_COOKIE = statement(
    sa.select(newcomers).where(
        newcomers.c.cookie_hash == bindparam("cookie_hash"), newcomers.c.expires_at > bindparam("now")
    ),
    whole_table=UNWATCHED,
)
SPEND = statement(
    sa.delete(newcomers).where(newcomers.c.cookie_hash == bindparam("cookie_hash")).returning(newcomers.c.cookie_hash)
)
FORGET_PERSON = statement(
    sa.delete(newcomers).where(newcomers.c.issuer == bindparam("issuer"), newcomers.c.subject == bindparam("subject"))
)
FORGET_EXPIRED = statement(sa.delete(newcomers).where(newcomers.c.expires_at <= bindparam("now")))


async def greet(
    connection: Connection, *, issuer: str, subject: str, email: str, profile: Profile, now: datetime
) -> str:
    """Keep what is known of somebody; the cookie's value by which they are known again."""
    cookie = new_token()
    given = {
        "cookie_hash": hash_of(cookie),
        "issuer": issuer,
        "subject": subject,
        "email": email,
        "full_name": profile.full_name,
        "username": profile.username,
        "date_of_birth": profile.date_of_birth,
        "expires_at": now + LIVES,
    }
    await connection.rows(GREET, given)
    return cookie


async def find(connection: Connection, cookie: str | None, now: datetime) -> Row:
    """The newcomer who holds this cookie.

    Raises:
        AppError: ``expired``, there is none, or no longer.
    """
    row = await connection.row(BY_COOKIE, {"cookie_hash": hash_of(cookie or ""), "now": now})
    if row is None:
        raise over()
    return row


async def spend(connection: Connection, newcomer: Row) -> None:
    """They become a member: forget them, also as other browsers of theirs know them.

    Raises:
        AppError: ``expired``, the same form was sent a moment ago.
    """
    if await connection.row(SPEND, {"cookie_hash": newcomer.cookie_hash}) is None:
        raise over()
    await connection.rows(FORGET_PERSON, {"issuer": newcomer.issuer, "subject": newcomer.subject})


def over() -> AppError:
    """Whoever this was has to go to the provider again."""
    return AppError("expired", "This sign-up is no longer waiting. Please log in again.")
