"""The link in a reset email, which proves access to the mailbox and which strangers cannot use up.

A code is short, so it has few attempts and is bound to one browser. The link contains 128 bits, too many to guess,
so it needs neither. It works in any browser for 24 hours (NIST SP 800-63B-4 allows as long for emailed codes). The
longest limit on these emails is as long: while strangers have used it up, the owner has a valid link. It is not stored.
A new password invalidates all links, and so does a new address, because the MAC includes the current ones.
"""

from __future__ import annotations

import hmac
import math
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.encryption import Secret
from inflow.identity.tables import accounts
from reflow import AppError, Database, Row, statement

LIFETIME = timedelta(days=1)
MAC_BYTES = 16

ACCOUNT_BY_ID = statement(
    sa.select(
        accounts.c.id, accounts.c.email, accounts.c.username, accounts.c.password_hash, accounts.c.language
    ).where(accounts.c.id == bindparam("id"))
)


def new_token(secret: Secret, account_id: str, email: str, password_hash: str, now: datetime) -> str:
    """The link's token, for an email to the account's address."""
    issued = str(math.ceil(now.timestamp()))
    return f"{account_id}.{issued}.{_mac(secret, account_id, email, password_hash, issued)}"


async def account_of_link(database: Database, secret: Secret, token: str, now: datetime) -> Row:
    """The account of this link.

    Raises:
        AppError: ``expired``: too old, used, invalidated by a new password, or forged.
    """
    account_id, issued, mac = (*token.split("."), "", "", "")[:3]
    async with database.connection() as connection:
        account = await connection.row(ACCOUNT_BY_ID, {"id": account_id})
    # An account of another issuer has no password to replace.
    if account is None or account.password_hash is None:
        raise link_expired()
    right = _mac(secret, account_id, account.email, account.password_hash, issued)
    if not hmac.compare_digest(mac.encode(errors="replace"), right.encode()) or _age(issued, now) >= LIFETIME:
        raise link_expired()
    return account


def link_expired() -> AppError:
    """The refusal of an invalid link."""
    return AppError("expired", "This link is no longer valid. Please enter your email again.", field="email")


def _age(issued: str, now: datetime) -> timedelta:
    return timedelta(seconds=now.timestamp() - int(issued))


def _mac(secret: Secret, account_id: str, email: str, password_hash: str, issued: str) -> str:
    return secret.mac("reset link", account_id, email, password_hash, issued)[:MAC_BYTES].hex()
