"""Sessions of signed-in browsers. The cookie is 256 random bits, of which only the SHA-256 is stored.

The cookie's value is rotated every 24 hours. The old value stays valid until the browser sends the new one, and 60
seconds longer for requests of other tabs: so a response lost on a bad connection does not sign the member out.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.ids import new_id
from inflow.identity.tables import UNWATCHED, session_tokens, sessions
from reflow import AppError, Connection, Row, statement

IDLE_TIMEOUT = timedelta(days=14)
ABSOLUTE_TIMEOUT = timedelta(days=30)
ROTATE_AFTER = timedelta(hours=24)
ROTATION_GRACE = timedelta(seconds=60)
RECORD_USE_EVERY = timedelta(hours=1)

ADD_SESSION = statement(
    sa.insert(sessions).values(
        id=bindparam("id"),
        account_id=bindparam("account_id"),
        browser=bindparam("browser"),
        created_at=bindparam("now"),
        rotated_at=bindparam("now"),
        idle_expires_at=bindparam("idle_expires_at"),
        absolute_expires_at=bindparam("absolute_expires_at"),
        proved_at=bindparam("proved_at"),
    )
)
ADD_TOKEN = statement(
    sa.insert(session_tokens).values(hash=bindparam("hash"), session_id=bindparam("session_id"), used=bindparam("used"))
)
SESSION_BY_TOKEN = statement(
    sa.select(
        sessions.c.id,
        sessions.c.account_id,
        sessions.c.created_at,
        sessions.c.rotated_at,
        sessions.c.idle_expires_at,
        sessions.c.absolute_expires_at,
        sessions.c.proved_at,
        session_tokens.c.used,
        session_tokens.c.expires_at,
    )
    .select_from(session_tokens.join(sessions, sessions.c.id == session_tokens.c.session_id))
    .where(session_tokens.c.hash == bindparam("hash")),
    whole_table=UNWATCHED,
)
SET_LAST_USE = statement(
    sa.update(sessions).where(sessions.c.id == bindparam("b_id")).values(idle_expires_at=bindparam("b_idle_expires_at"))
)
SET_PROVED = statement(
    sa.update(sessions).where(sessions.c.id == bindparam("b_id")).values(proved_at=bindparam("b_proved_at"))
)
MARK_TOKEN_USED = statement(
    sa.update(session_tokens).where(session_tokens.c.hash == bindparam("b_hash")).values(used=sa.true())
)
EXPIRE_OTHER_TOKENS = statement(
    sa.update(session_tokens)
    .where(
        session_tokens.c.session_id == bindparam("b_session_id"),
        session_tokens.c.hash != bindparam("b_hash"),
        session_tokens.c.expires_at.is_(None),
    )
    .values(expires_at=bindparam("b_expires_at"))
)
CLAIM_ROTATION = statement(
    sa.update(sessions)
    .where(sessions.c.id == bindparam("b_id"), sessions.c.rotated_at <= bindparam("rotated_before"))
    .values(rotated_at=bindparam("now"))
    .returning(sessions.c.id)
)
END_SESSION = statement(
    sa.delete(sessions).where(sessions.c.id == bindparam("id")).returning(sessions.c.id, sessions.c.account_id)
)
END_SESSIONS_OF_ACCOUNT = statement(
    sa.delete(sessions)
    .where(sessions.c.account_id == bindparam("account_id"), sessions.c.id != bindparam("kept"))
    .returning(sessions.c.id),
)
END_SESSION_OF_ACCOUNT = statement(
    sa.delete(sessions)
    .where(sessions.c.id == bindparam("id"), sessions.c.account_id == bindparam("account_id"))
    .returning(sessions.c.id)
)
OPEN_SESSIONS_OF_ACCOUNT = statement(
    sa.select(sessions.c.id, sessions.c.browser, sessions.c.created_at, sessions.c.idle_expires_at)
    .where(
        sessions.c.account_id == bindparam("account_id"),
        sessions.c.idle_expires_at > bindparam("now"),
        sessions.c.absolute_expires_at > bindparam("now"),
    )
    .order_by(sessions.c.idle_expires_at.desc(), sessions.c.id),
    whole_table=UNWATCHED,
)
OPEN_AMONG = statement(
    sa.select(sessions.c.id).where(
        sessions.c.id == sa.any_(bindparam("ids", type_=sa.ARRAY(sa.Text))),
        sessions.c.idle_expires_at > bindparam("now"),
        sessions.c.absolute_expires_at > bindparam("now"),
    ),
    whole_table=UNWATCHED,
)
DELETE_EXPIRED = statement(
    sa.delete(sessions).where(
        sa.or_(sessions.c.idle_expires_at <= bindparam("now"), sessions.c.absolute_expires_at <= bindparam("now"))
    )
)


@dataclass(frozen=True, slots=True)
class Session:
    """An open session.

    Attributes:
        id: The tokens' `sid`.
        account_id: The wire's clerkId.
        created_at: The time of the sign-in.
        ends_at: When it ends without further use.
        proved_at: When its holder last proved to be the owner, after the sign-in or by a second step in it.
    """

    id: str
    account_id: str
    created_at: datetime
    ends_at: datetime
    proved_at: datetime | None


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A session as its owner sees it in a list.

    Attributes:
        browser: The name of the browser; empty for sessions older than this column.
        created_at: The time of the sign-in.
        last_used_at: To the hour.
    """

    id: str
    browser: str
    created_at: datetime
    last_used_at: datetime


def new_token() -> str:
    """A cookie's value: 256 random bits."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> bytes:
    """The stored hash of a cookie's value. The value is random, so a plain hash cannot be reversed."""
    return hashlib.sha256(token.encode(errors="replace")).digest()


async def start(
    connection: Connection, account_id: str, browser: str, now: datetime, *, proved_at: datetime | None = None
) -> tuple[Session, str]:
    """Begin a session. Returns it with the cookie's value."""
    token, session_id = new_token(), new_id()
    values = {"id": session_id, "account_id": account_id, "browser": browser, "now": now, "proved_at": proved_at}
    ends = {"idle_expires_at": now + IDLE_TIMEOUT, "absolute_expires_at": now + ABSOLUTE_TIMEOUT}
    await connection.rows(ADD_SESSION, values | ends)
    await connection.rows(ADD_TOKEN, {"hash": token_hash(token), "session_id": session_id, "used": True})
    return Session(session_id, account_id, now, now + IDLE_TIMEOUT, proved_at), token


async def find(connection: Connection, token: str, now: datetime) -> Session | None:
    """The open session of this cookie's value; the call extends it."""
    row = await connection.row(SESSION_BY_TOKEN, {"hash": token_hash(token)})
    if row is None or not _is_open(row, now):
        return None
    if not row.used:
        await connection.rows(MARK_TOKEN_USED, {"b_hash": token_hash(token)})
        ended = {"b_session_id": row.id, "b_hash": token_hash(token), "b_expires_at": now + ROTATION_GRACE}
        await connection.rows(EXPIRE_OTHER_TOKENS, ended)
    if row.idle_expires_at < now + IDLE_TIMEOUT - RECORD_USE_EVERY:  # so that not every request writes
        await connection.rows(SET_LAST_USE, {"b_id": row.id, "b_idle_expires_at": now + IDLE_TIMEOUT})
    ends_at = min(now + IDLE_TIMEOUT, row.absolute_expires_at)
    return Session(row.id, row.account_id, row.created_at, ends_at, row.proved_at)


async def rotate(
    connection: Connection, session: Session, now: datetime, *, after: timedelta = ROTATE_AFTER
) -> str | None:
    """A new value for the cookie, if the present one is so old. Of several simultaneous requests, one gets it."""
    due = {"b_id": session.id, "rotated_before": now - after, "now": now}
    if await connection.row(CLAIM_ROTATION, due) is None:
        return None
    token = new_token()
    await connection.rows(ADD_TOKEN, {"hash": token_hash(token), "session_id": session.id, "used": False})
    return token


async def record_proof(connection: Connection, session: Session, now: datetime) -> None:
    """Record that the session's holder has just proved to be the owner."""
    await connection.rows(SET_PROVED, {"b_id": session.id, "b_proved_at": now})


async def end(connection: Connection, session_id: str) -> bool:
    """End a session with all its cookies. Returns whether it existed."""
    return await connection.row(END_SESSION, {"id": session_id}) is not None


async def end_all(connection: Connection, account_id: str, *, but: str = "") -> list[str]:
    """End the account's sessions except `but`. Returns the ids of those that ended."""
    return [row.id for row in await connection.rows(END_SESSIONS_OF_ACCOUNT, {"account_id": account_id, "kept": but})]


async def end_own(connection: Connection, account_id: str, session_id: str) -> bool:
    """End a session of the account. Returns whether it existed."""
    return await connection.row(END_SESSION_OF_ACCOUNT, {"id": session_id, "account_id": account_id}) is not None


async def open_sessions_of(connection: Connection, account_id: str, now: datetime) -> list[OpenSession]:
    """The account's open sessions, the last used first."""
    rows = await connection.rows(OPEN_SESSIONS_OF_ACCOUNT, {"account_id": account_id, "now": now})
    return [OpenSession(row.id, row.browser, row.created_at, row.idle_expires_at - IDLE_TIMEOUT) for row in rows]


async def open_among(connection: Connection, session_ids: list[str], now: datetime) -> set[str]:
    """The open ones among these sessions."""
    return {row.id for row in await connection.rows(OPEN_AMONG, {"ids": session_ids, "now": now})}


def not_signed_in() -> AppError:
    """The refusal of a browser without an open session."""
    return AppError("unauthenticated", "Please log in.")


def _is_open(row: Row, now: datetime) -> bool:
    replaced = row.expires_at is not None and row.expires_at <= now
    return not replaced and now < row.idle_expires_at and now < row.absolute_expires_at
