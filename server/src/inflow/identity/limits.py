"""Rate limits in PostgreSQL, so that restarts and several processes do not affect them.

A counter holds the instants of the last few events, newest first. An event fits a limit of *n* per *span* if the
n-th newest one is at least a span ago: exact over every window, unlike buckets per hour. Counting is one statement.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY, insert

from inflow.core.encryption import Secret
from inflow.core.tables import INSTANT
from inflow.identity.setup import Setup
from inflow.identity.tables import counters
from reflow import AppError, Connection, Database, Statement, host_of, statement
from reflow.limits.hosts import network_of


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many within any stretch of time this long."""

    most: int
    span: timedelta


class Counter:
    """Counts one kind of event, under all of its limits at once.

    Args:
        name: The kind; part of the stored key.
        limits: All of them must hold.
        message: The refusal; ``{wait}`` is the time to wait, in words.
    """

    def __init__(self, name: str, *limits: Limit, message: str) -> None:
        self.name = name
        self.limits = limits
        self.message = message
        self._longest = max(limit.span for limit in limits)
        self._take = _take_statement(limits)

    async def take(self, database: Database, of: str, now: datetime) -> None:
        """Count one event, or refuse it. Refused events are not counted, so waiting always helps.

        It commits by itself: the attempt stays counted, whatever happens later.

        Args:
            database: Stores the counters.
            of: The counted key: an IP prefix, or a keyed hash of an address. Never personal data in clear.
            now: The time.

        Raises:
            AppError: ``rate_limited``, with ``retryAfter`` in seconds.
        """
        async with database.connection() as connection:
            await self.take_with(connection, of, now)

    async def take_with(self, connection: Connection, of: str, now: datetime) -> None:
        """Count in the connection's transaction; a rollback also undoes the count."""
        values = {"key": self._key(of), "first": [now], "now": now, "expires_at": now + self._longest}
        edges = {f"edge_{place}": now - limit.span for place, limit in enumerate(self.limits)}
        if await connection.row(self._take, values | edges):
            return
        row = await connection.row(TIMES_BY_KEY, {"key": self._key(of)})
        raise self._refusal(row.times if row else [], now)

    async def forget(self, database: Database, of: str) -> None:
        """Reset a counter after a success."""
        async with database.connection() as connection:
            await self.forget_with(connection, of)

    async def forget_with(self, connection: Connection, of: str) -> None:
        """Reset a counter in the connection's transaction."""
        await connection.rows(FORGET, {"key": self._key(of)})

    def _key(self, of: str) -> str:
        return f"{self.name}:{of}"

    def _refusal(self, times: list[datetime], now: datetime) -> AppError:
        free_at = [times[limit.most - 1] + limit.span for limit in self.limits if len(times) >= limit.most]
        wait = max(1, math.ceil((max(free_at, default=now) - now).total_seconds()))
        said = self.message.format(wait=_in_words(wait))
        return AppError("rate_limited", said, retryAfter=wait, template=self.message)


def _in_words(seconds: int) -> str:
    """A duration in words, rounded up so that waiting that long suffices."""
    for unit, length in (("hours", 3_600), ("minutes", 60)):
        if seconds > 2 * length:
            return f"{math.ceil(seconds / length)} {unit}"
    return f"{seconds} seconds"


def _take_statement(limits: tuple[Limit, ...]) -> Statement:
    longest = max(limit.most for limit in limits)
    kept: Any = counters.c.times
    fits = [
        sa.or_(kept[limit.most].is_(None), kept[limit.most] <= bindparam(f"edge_{place}", type_=INSTANT))
        for place, limit in enumerate(limits)
    ]
    first = bindparam("first", type_=ARRAY(INSTANT))
    earlier = sa.func.array_prepend(bindparam("now", type_=INSTANT), kept, type_=ARRAY(INSTANT))
    written = insert(counters).values(
        key=bindparam("key"), times=first, expires_at=bindparam("expires_at", type_=INSTANT)
    )
    return statement(
        written.on_conflict_do_update(
            index_elements=["key"],
            set_={
                "times": earlier[1:longest],
                "expires_at": written.excluded.expires_at,
            },
            where=sa.and_(*fits),
        ).returning(counters.c.key)
    )


TIMES_BY_KEY = statement(sa.select(counters.c.times).where(counters.c.key == bindparam("key")))
FORGET = statement(sa.delete(counters).where(counters.c.key == bindparam("key")))

_MINUTE, _HOUR, _DAY, _WEEK = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1), timedelta(weeks=1)
_SLOW_DOWN = "Too many attempts. Please try again later."
_EMAILS = (Limit(1, _MINUTE), Limit(5, _HOUR), Limit(10, _DAY))
_WAIT_FOR_CODE = "Please wait {wait} before asking for another code."
_SIGN_INS = (Limit(5, timedelta(seconds=10)), Limit(25, timedelta(minutes=5)), Limit(100, _HOUR))

SIGN_UP_MAILS = Counter("mails", *_EMAILS, message=_WAIT_FOR_CODE)
RESET_MAILS = Counter(
    "reset-mails",
    *_EMAILS,
    message="We already emailed this address. Use the link in the latest email, or try again in {wait}.",
)
"""Resets that unknown browsers ask for. A refusal by it implies an email whose link still works: see reset_links.py."""
RESET_MAILS_OF_KNOWN = Counter("reset-mails-known", *_EMAILS, message=_WAIT_FOR_CODE)
"""Resets that the account's known browsers ask for. Strangers cannot use these up."""
EMAILS_PER_NETWORK = 20
"""An hour, unless the operator sets another number: a school has many new members behind one address."""
RESETS_FROM_HOST = Counter(
    "resets-from",
    Limit(5, timedelta(seconds=10)),
    Limit(30, _HOUR),
    message="Failed to send reset email. Please try again later.",
)
SIGN_UPS_FROM_HOST = Counter("sign-ups-from", Limit(10, timedelta(seconds=10)), Limit(60, _HOUR), message=_SLOW_DOWN)
SIGN_INS_FROM_HOST = Counter("sign-ins-from", *_SIGN_INS, message=_SLOW_DOWN)
SIGN_INS_OF_KNOWN = Counter("sign-ins-known", *_SIGN_INS, message=_SLOW_DOWN)
"""Sign-ins to an account from its known browsers. Others behind the same address cannot use these up."""
CODES_FROM_HOST = Counter("codes-from", Limit(10, timedelta(seconds=10)), Limit(100, _HOUR), message=_SLOW_DOWN)
FAILED_OF_KNOWN = Counter("failed-known", Limit(10, _HOUR), Limit(100, _WEEK), message=_SLOW_DOWN)
FAILED_FROM_HOST = Counter("failed-from", Limit(10, _HOUR), message=_SLOW_DOWN)
"""Failures for one name from one host: a stranger elsewhere closes nothing for the owner."""
FAILED_BY_STRANGERS = Counter(
    "failed-strangers",
    Limit(100, _WEEK),
    message="Too many attempts. To log in on this device, reset your password.",
)
"""Failures for one name from all hosts: bounds guessing from many. A reset by email starts it again."""
LOCK_EMAILS = Counter("lock-letters", Limit(1, _HOUR), Limit(5, _DAY), message=_SLOW_DOWN)
SECOND_STEPS = Counter("second-steps", Limit(10, _HOUR), Limit(100, _WEEK), message=_SLOW_DOWN)
"""Codes of an authenticator app that unknown browsers try for an account. Their passwords were right."""
SECOND_STEPS_OF_KNOWN = Counter("second-steps-known", Limit(10, _HOUR), Limit(100, _WEEK), message=_SLOW_DOWN)
SECOND_STEP_EMAILS = Counter("second-step-letters", Limit(1, _DAY), message=_SLOW_DOWN)
EMAIL_CHANGES = Counter(
    "email-changes", Limit(1, _MINUTE), Limit(5, _DAY), message="Please wait {wait} before asking for other codes."
)
USERNAME_CHANGES = Counter(
    "username-changes",
    Limit(2, timedelta(days=30)),
    message="You can change your username twice in 30 days. Please wait {wait}.",
)
PASSKEY_OPTIONS_FROM_HOST = Counter(
    "passkey-options-from", Limit(20, timedelta(seconds=10)), Limit(600, _HOUR), message=_SLOW_DOWN
)
"""Pages that offer passkeys. Each stores a row for ten minutes."""
PASSWORD_CHECKS = Counter("password-checks", Limit(10, _HOUR), message=_SLOW_DOWN)
DELETIONS = Counter("deletions", Limit(3, _HOUR), message=_SLOW_DOWN)
DELETED = Counter(
    "deleted",
    Limit(1, _DAY),
    message="You have deleted an account today already. Please wait {wait} before deleting another.",
)
"""Each deletion reserves a username for a while, so the limit keeps a visitor from using up names."""
DELETIONS_FROM_HOST = Counter("deletions-from", Limit(10, _HOUR), message=_SLOW_DOWN)

OF_ACCOUNT = (
    DELETIONS,
    EMAIL_CHANGES,
    PASSWORD_CHECKS,
    RESET_MAILS_OF_KNOWN,
    SECOND_STEPS,
    SECOND_STEP_EMAILS,
    SIGN_INS_OF_KNOWN,
    USERNAME_CHANGES,
)
"""The counters under an account's key, which are deleted with it."""


@cache
def mails_from_network(most: int) -> Counter:
    """Counts emails that unknown browsers of a network ask for, at most so many an hour."""
    return Counter("mails-from", Limit(most, _HOUR), message=_SLOW_DOWN)


async def count_sign_up_mail(setup: Setup, peer: str | None, email: str, now: datetime) -> None:
    """Count a sign-up code, whether or not the address has an account.

    Raises:
        AppError: ``rate_limited``.
    """
    await _count_mail(setup, SIGN_UP_MAILS, peer, email, now)


async def count_reset_mail(setup: Setup, peer: str | None, email: str, now: datetime) -> None:
    """Count a reset that an unknown browser asks for, whether or not the address has an account.

    Raises:
        AppError: ``rate_limited``.
    """
    await _count_mail(setup, RESET_MAILS, peer, email, now)


async def _count_mail(setup: Setup, counter: Counter, peer: str | None, email: str, now: datetime) -> None:
    # In one transaction, so that an email refused by one limit counts for neither.
    async with setup.database.transaction() as connection:
        await counter.take_with(connection, address_key(setup.secret, email), now)
        await mails_from_network(setup.emails_per_network).take_with(connection, network_of(peer), now)


async def count_failure(setup: Setup, peer: str | None, name: str, now: datetime) -> None:
    """Count an attempt of an unknown browser to sign in under this name, before its password is compared.

    Raises:
        AppError: ``rate_limited``.
    """
    async with setup.database.transaction() as connection:
        await FAILED_FROM_HOST.take_with(connection, name_at_host_key(setup.secret, name, peer), now)
        await FAILED_BY_STRANGERS.take_with(connection, name_key(setup.secret, name), now)


async def forget_failures(connection: Connection, secret: Secret, peer: str | None, name: str) -> None:
    """Forget the failures of unknown browsers under this name: those from this host, and the total."""
    await FAILED_FROM_HOST.forget_with(connection, name_at_host_key(secret, name, peer))
    await FAILED_BY_STRANGERS.forget_with(connection, name_key(secret, name))


def address_key(secret: Secret, email: str) -> str:
    """The key under which the emails to an address are counted; the address cannot be read from it."""
    return secret.mac("counted address", email).hex()


def name_key(secret: Secret, name: str) -> str:
    """The key under which failures for a typed name are counted; the name cannot be read from it."""
    return "name:" + secret.mac("counted name", name).hex()


def name_at_host_key(secret: Secret, name: str, peer: str | None) -> str:
    """The key of a typed name at one host."""
    return "name:" + secret.mac("counted name at host", name, host_of(peer)).hex()


def account_key(secret: Secret, account_id: str) -> str:
    """The key under which an account is counted; the id cannot be read from it."""
    return secret.mac("counted account", account_id).hex()
