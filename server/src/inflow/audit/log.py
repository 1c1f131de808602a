"""Writing, reading and verifying the audit log."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.audit.tables import audit_entries, audit_head
from inflow.core.encryption import Secret
from reflow import Connection, Row, statement

COMMAND_LINE: Final = "command line"
_LENGTH: Final = 16  # hexadecimal digits: enough to tell any two members apart
_CHAIN: Final = "audit chain"
_BATCH: Final = 1_000

LOCK_HEAD = statement(sa.select(audit_head.c.number, audit_head.c.code).where(audit_head.c.id == 1).with_for_update())
MOVE_HEAD = statement(
    sa.update(audit_head).where(audit_head.c.id == 1).values(number=bindparam("b_number"), code=bindparam("b_code"))
)
_GIVEN = ("number", "at", "actor", "action", "subject", "details", "code")
ADD_ENTRY = statement(sa.insert(audit_entries).values({name: bindparam(name) for name in _GIVEN}))
ENTRIES_AFTER = statement(
    sa.select(*audit_entries.columns)
    .where(audit_entries.c.number > bindparam("after"))
    .order_by(audit_entries.c.number)
    .limit(bindparam("limit")),
    whole_table="Read from the command line, and by the console for one page; no query watches it.",
)


class AuditEntry(msgspec.Struct, rename="camel", kw_only=True):
    """An entry of the log. `actor` and `subject` are keyed hashes of members, ids, or words like `command line`."""

    number: int
    at: datetime
    actor: str
    action: str
    subject: str
    details: dict[str, Any]


class Broken(NamedTuple):
    """The first place where the chain does not hold, and why."""

    number: int
    why: str


class AuditLog:
    """The log of one deployment.

    Args:
        secret: Makes the codes and the hashes.
    """

    def __init__(self, secret: Secret) -> None:
        self._secret = secret

    def tag(self, member_id: str) -> str:
        """The keyed hash by which entries name a member."""
        return self._secret.mac("audit", "user", member_id).hex()[:_LENGTH]

    async def append(
        self,
        rows: Callable[..., Awaitable[list[Row]]],
        *,
        at: datetime,
        actor: str,
        action: str,
        subject: str,
        **details: object,
    ) -> None:
        """Write an entry in the caller's transaction. Entries of concurrent transactions wait for each other.

        Args:
            rows: Runs a statement in the transaction, as `MutationCtx.rows` does.
            actor: A member's :meth:`tag`, or `COMMAND_LINE`.
            subject: A member's tag, or the id of a case or a measure.
            details: What a reader needs to know, as JSON; no words that a member wrote.
        """
        (head,) = await rows(LOCK_HEAD)
        text = json.dumps(details, ensure_ascii=True, sort_keys=True)
        number = head.number + 1
        code = self._code(bytes(head.code), number, at, actor, action, subject, text)
        await rows(
            ADD_ENTRY, number=number, at=at, actor=actor, action=action, subject=subject, details=text, code=code
        )
        await rows(MOVE_HEAD, b_number=number, b_code=code)

    async def verify(self, connection: Connection) -> Broken | None:
        """The first entry that was edited or inserted, or the first gap; None if the chain holds to its end."""
        (head,) = await connection.rows(LOCK_HEAD, {})
        number, code = 0, b""
        while found := await connection.rows(ENTRIES_AFTER, {"after": number, "limit": _BATCH}):
            for row in found:
                if row.number != number + 1:
                    return Broken(number + 1, "missing")
                code = self._code(code, row.number, row.at, row.actor, row.action, row.subject, row.details)
                if code != bytes(row.code):
                    return Broken(row.number, "edited or inserted")
                number = row.number
        if (number, code) != (head.number, bytes(head.code)):
            return Broken(number + 1, "missing" if head.number > number else "inserted")
        return None

    def _code(self, before: bytes, number: int, at: datetime, *parts: str) -> bytes:
        return self._secret.mac(_CHAIN, before.hex(), str(number), at.isoformat(), *parts)


async def entries_after(connection: Connection, number: int, *, most: int = _BATCH) -> list[AuditEntry]:
    """The entries behind this one, oldest first."""
    rows = await connection.rows(ENTRIES_AFTER, {"after": number, "limit": most})
    return [entry_view(row) for row in rows]


def entry_view(row: Row) -> AuditEntry:
    """A row as an entry."""
    return AuditEntry(
        number=row.number,
        at=row.at,
        actor=row.actor,
        action=row.action,
        subject=row.subject,
        details=json.loads(row.details),
    )
