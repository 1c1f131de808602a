"""Visitors whom a provider identified and who are not members yet. They have an hour to complete the form."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.identity.sessions.sessions import new_token, token_hash
from inflow.identity.tables import UNWATCHED
from inflow.oidc.rules import Profile
from inflow.oidc.tables import newcomers
from reflow import AppError, Connection, Row, statement

LIFETIME = timedelta(hours=1)

ADD_NEWCOMER = statement(
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
NEWCOMER_BY_COOKIE = statement(
    sa.select(newcomers).where(
        newcomers.c.cookie_hash == bindparam("cookie_hash"), newcomers.c.expires_at > bindparam("now")
    ),
    whole_table=UNWATCHED,
)
CONSUME_NEWCOMER = statement(
    sa.delete(newcomers).where(newcomers.c.cookie_hash == bindparam("cookie_hash")).returning(newcomers.c.cookie_hash)
)
DELETE_NEWCOMERS_OF_SUBJECT = statement(
    sa.delete(newcomers).where(newcomers.c.issuer == bindparam("issuer"), newcomers.c.subject == bindparam("subject"))
)
DELETE_EXPIRED = statement(sa.delete(newcomers).where(newcomers.c.expires_at <= bindparam("now")))


async def add(connection: Connection, *, issuer: str, subject: str, email: str, profile: Profile, now: datetime) -> str:
    """Store a newcomer and return the value of their cookie."""
    cookie = new_token()
    values = {
        "cookie_hash": token_hash(cookie),
        "issuer": issuer,
        "subject": subject,
        "email": email,
        "full_name": profile.full_name,
        "username": profile.username,
        "date_of_birth": profile.date_of_birth,
        "expires_at": now + LIFETIME,
    }
    await connection.rows(ADD_NEWCOMER, values)
    return cookie


async def find(connection: Connection, cookie: str | None, now: datetime) -> Row:
    """The newcomer who holds this cookie.

    Raises:
        AppError: ``expired``, no newcomer has this cookie, or their hour is over.
    """
    row = await connection.row(NEWCOMER_BY_COOKIE, {"cookie_hash": token_hash(cookie or ""), "now": now})
    if row is None:
        raise sign_up_expired()
    return row


async def consume(connection: Connection, newcomer: Row) -> None:
    """Delete a newcomer who becomes a member, in all of their browsers.

    Raises:
        AppError: ``expired``, the same form was sent a moment ago.
    """
    if await connection.row(CONSUME_NEWCOMER, {"cookie_hash": newcomer.cookie_hash}) is None:
        raise sign_up_expired()
    await connection.rows(DELETE_NEWCOMERS_OF_SUBJECT, {"issuer": newcomer.issuer, "subject": newcomer.subject})


def sign_up_expired() -> AppError:
    """The refusal of a newcomer who has to go to the provider again."""
    return AppError("expired", "This sign-up is no longer waiting. Please log in again.")
