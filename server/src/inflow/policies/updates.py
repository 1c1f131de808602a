"""Storing versions and acceptances. The callers check who may."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.audit.log import AuditLog
from inflow.core.text import clean, is_visible
from inflow.policies.rules import (
    ACCEPTED_KINDS,
    EMPTY,
    NEWER,
    NOT_ACCEPTED_KIND,
    OPEN_PLACE,
    TEXT_MAX,
    UNCHANGED,
    UNFINISHED,
    PolicyKind,
)
from inflow.policies.selects import NEWEST_OF_KIND
from inflow.policies.tables import policy_acceptances, policy_versions
from reflow import AppError, Row, statement

Rows = Callable[..., Awaitable[list[Row]]]
"""Runs a statement in the caller's transaction, as `MutationCtx.rows` does."""

_GIVEN = ("kind", "version", "needs_acceptance", "text", "published_at", "published_by")
ADD_VERSION = statement(sa.insert(policy_versions).values({name: bindparam(name) for name in _GIVEN}))
ADD_ACCEPTANCE = statement(
    insert(policy_acceptances)
    .values({name: bindparam(name) for name in ("user_id", "kind", "version", "accepted_at")})
    .on_conflict_do_nothing()
)
NEWEST_BEFORE = statement(
    sa.select(policy_versions.c.kind, sa.func.max(policy_versions.c.version).label("version"))
    .where(policy_versions.c.published_at <= bindparam("at"))
    .group_by(policy_versions.c.kind),
    whole_table="Read once, when an account is created.",
)


async def add_version(
    rows: Rows,
    log: AuditLog,
    *,
    kind: PolicyKind,
    text: str,
    needs_acceptance: bool,
    after: int | None,
    at: datetime,
    publisher_id: str | None,
    actor: str,
) -> int:
    """Store the next version of a kind and record it in the audit log. Returns its number.

    Args:
        after: The newest version that the publisher has seen; None to publish after any.
        publisher_id: None for the command line. A member who publishes a version also accepts it.
        actor: How the audit log names the publisher.

    Raises:
        AppError: `invalid`, the text is empty, unfinished or unchanged, or members can't accept this kind; `conflict`,
            there is a newer version than the one seen.
    """
    cleaned = clean(text, lines=TEXT_MAX)
    _check(kind, cleaned, needs_acceptance=needs_acceptance)
    newest = next(iter(await rows(NEWEST_OF_KIND, kind=kind)), None)
    before = 0 if newest is None else newest.version
    if after is not None and after != before:
        raise AppError("conflict", NEWER)
    if newest is not None and newest.text == cleaned:
        raise AppError("invalid", UNCHANGED, field="text")
    version = before + 1
    given = {"kind": kind, "version": version, "needs_acceptance": needs_acceptance, "text": cleaned}
    await rows(ADD_VERSION, **given, published_at=at, published_by=publisher_id)
    if publisher_id is not None and kind in ACCEPTED_KINDS:
        await rows(ADD_ACCEPTANCE, user_id=publisher_id, kind=kind, version=version, accepted_at=at)
    await log.append(
        rows,
        at=at,
        actor=actor,
        action="policy published",
        subject=kind,
        version=version,
        needs_acceptance=needs_acceptance,
        sha256=hashlib.sha256(cleaned.encode()).hexdigest(),
    )
    return version


async def accept_at_sign_up(rows: Rows, user_id: str, at: datetime) -> None:
    """Store that a new member accepted what the sign-up showed then: version 0 of the terms is the app's own."""
    shown = {"terms": 0} | {row.kind: row.version for row in await rows(NEWEST_BEFORE, at=at)}
    for kind in ACCEPTED_KINDS:
        if kind in shown:
            await rows(ADD_ACCEPTANCE, user_id=user_id, kind=kind, version=shown[kind], accepted_at=at)


def _check(kind: PolicyKind, text: str, *, needs_acceptance: bool) -> None:
    if not is_visible(text):
        raise AppError("invalid", EMPTY, field="text")
    if OPEN_PLACE in text:
        raise AppError("invalid", UNFINISHED, field="text")
    if needs_acceptance and kind not in ACCEPTED_KINDS:
        raise AppError("invalid", NOT_ACCEPTED_KIND, field="needsAcceptance")
