"""Applications: new accounts that wait until a moderator approves them, where an operator asks for that.

An applicant can log in, download their data and delete the account. They are no member: approving them creates the
user, and nothing else in the product knows an account without one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any, Final, Literal

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.ids import new_id
from inflow.identity.setup import NewAccount, Setup
from inflow.identity.tables import UNWATCHED, accounts, applications
from reflow import Connection, Row, statement

ApplicationState = Literal["waiting", "approved", "refused"]

REFUSED_KEPT: Final = timedelta(days=7)
"""How long after a refusal the account is erased. The applicant reads why; a moderator can change the decision."""

ADD_APPLICATION = statement(
    sa.insert(applications).values(
        {
            name: bindparam(name)
            for name in (
                "id",
                "account_id",
                "email",
                "username",
                "full_name",
                "date_of_birth",
                "reason",
                "applied_at",
            )
        }
    )
)
APPLICATION_OF_ACCOUNT = statement(
    sa.select(*applications.columns).where(applications.c.account_id == bindparam("account_id"))
)
APPLICATION_FOR_UPDATE = statement(
    sa.select(*applications.columns, accounts.c.terms_accepted_at)
    .join(accounts, accounts.c.id == applications.c.account_id)
    .where(applications.c.id == bindparam("id"))
    .with_for_update(of=applications)
)
APPLICATIONS_IN_STATE = statement(
    sa.select(*applications.columns)
    .where(applications.c.state == bindparam("state"))
    .order_by(applications.c.applied_at, applications.c.id)
    .limit(200)
)
SET_STATE = statement(
    sa.update(applications)
    .where(applications.c.id == bindparam("b_id"))
    .values(
        state=bindparam("b_state"),
        answer=bindparam("b_answer"),
        erase_at=bindparam("b_erase_at"),
        emailed=sa.false(),
    )
)
APPLICATION_TO_EMAIL = statement(
    sa.select(applications.c.state, applications.c.email, applications.c.answer, accounts.c.language)
    .join(accounts, accounts.c.id == applications.c.account_id)
    .where(applications.c.id == bindparam("id"), applications.c.emailed.is_(sa.false()))
    .with_for_update(of=applications),
    whole_table="Asked once by a job; no query watches it.",
)
MARK_EMAILED = statement(
    sa.update(applications).where(applications.c.id == bindparam("b_id")).values(emailed=sa.true())
)
DELETE_APPLICATION = statement(sa.delete(applications).where(applications.c.id == bindparam("id")))
DUE_FOR_ERASURE = statement(
    sa.select(applications.c.account_id)
    .where(applications.c.erase_at <= bindparam("now"))
    .order_by(applications.c.erase_at)
    .limit(100),
    whole_table=UNWATCHED,
)

Rows = Callable[..., Awaitable[list[Row]]]
"""Runs a statement in the caller's transaction, as `MutationCtx.rows` does."""


async def join_or_apply(
    setup: Setup, connection: Connection, account: NewAccount, reason: str, *, is_invited: bool
) -> dict[str, Any] | None:
    """Admit a new account, or let it wait for a moderator. Returns the member as JSON, None for an applicant."""
    if setup.entry.entry != "approval" or is_invited:
        return await setup.on_account_created(connection, account)
    given: dict[str, Any] = {"id": new_id(), "account_id": account.id, "reason": reason}
    given |= {name: getattr(account, name) for name in ("email", "username", "full_name", "date_of_birth")}
    await connection.rows(ADD_APPLICATION, given | {"applied_at": account.created_at})
    return None


def account_of(row: Row) -> NewAccount:
    """The account of an application, in the form in which sign-up passes it to the product.

    Args:
        row: As `APPLICATION_FOR_UPDATE` selects it.
    """
    accepted_at = row.terms_accepted_at or row.applied_at
    given = (row.account_id, row.email, row.username, row.full_name, row.date_of_birth, row.applied_at)
    return NewAccount(*given, terms_accepted_at=accepted_at)


async def set_approved(rows: Rows, application_id: str) -> None:
    """Mark an application as approved. The job that emails the member deletes it."""
    await rows(SET_STATE, b_id=application_id, b_state="approved", b_answer="", b_erase_at=None)


async def set_refused(rows: Rows, application_id: str, answer: str, now: datetime) -> None:
    """Mark an application as refused, with words for the applicant. The account is erased after `REFUSED_KEPT`."""
    given = {"b_answer": answer, "b_erase_at": now + REFUSED_KEPT}
    await rows(SET_STATE, b_id=application_id, b_state="refused", **given)


async def take_for_email(connection: Connection, application_id: str) -> Row | None:
    """A decided application with its account's language, for the email about it; None if that was sent before.

    It marks the email as sent. An approved application is deleted: nothing else needs it.
    """
    row = await connection.row(APPLICATION_TO_EMAIL, {"id": application_id})
    if row is None or row.state == "waiting":
        return None
    if row.state == "approved":
        await connection.rows(DELETE_APPLICATION, {"id": application_id})
    else:
        await connection.rows(MARK_EMAILED, {"b_id": application_id})
    return row
