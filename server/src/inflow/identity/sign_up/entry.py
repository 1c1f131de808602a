"""Who may sign up: everyone, everyone whom a moderator approves, people with an invitation, or no one; and which email
domains are denied.

An invitation is a link for so many people until some day. Its use is counted in the transaction that creates the
account, so however many people use it at once, exactly so many join.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.text import clean
from inflow.identity.sign_up.denied_hosts import NO_NETWORKS, Networks
from inflow.identity.tables import accounts, invitations
from reflow import AppError, Connection, statement

Entry = Literal["open", "approval", "invite", "closed"]
ENTRIES: Final[tuple[Entry, ...]] = ("open", "approval", "invite", "closed")

REASON_MAX: Final = 300
_MOST_LINES: Final = 10

CLOSED: Final = "We are not taking new members at the moment."
NEEDS_INVITATION: Final = "You need an invitation to sign up."
USED_UP: Final = "This invitation has expired or has been used up."
NEEDS_REASON: Final = "Please say why you would like to join."
DENIED_DOMAIN: Final = "Please use an address of another email provider."

_IS_USABLE = sa.and_(
    invitations.c.uses < invitations.c.most,
    invitations.c.expires_at > bindparam("now"),
    invitations.c.revoked_at.is_(None),
)
USABLE_INVITATION = statement(sa.select(invitations.c.id).where(invitations.c.id == bindparam("id"), _IS_USABLE))
USE_INVITATION = statement(
    sa.update(invitations)
    .where(invitations.c.id == bindparam("b_id"), _IS_USABLE)
    .values(uses=invitations.c.uses + 1)
    .returning(invitations.c.id)
)
SET_INVITATION = statement(
    sa.update(accounts).where(accounts.c.id == bindparam("b_id")).values(invitation_id=bindparam("invitation_id"))
)


@dataclass(frozen=True)
class EntryRules:
    """The rules of one deployment.

    Attributes:
        entry: Who may sign up.
        per_member: How many people a member without a role may invite, over all invitations that are not revoked.
        denied_domains: Email domains, in lower case; their subdomains are denied as well.
        denied_hosts: Networks whose hosts may not sign up.
    """

    entry: Entry = "open"
    per_member: int = 0
    denied_domains: frozenset[str] = frozenset()
    denied_hosts: Networks = NO_NETWORKS

    def require_allowed(self, email: str) -> None:
        """Refuse an address of a denied domain.

        Raises:
            AppError: ``invalid``.
        """
        parts = email.rpartition("@")[2].split(".")
        if any(".".join(parts[at:]) in self.denied_domains for at in range(len(parts))):
            raise AppError("invalid", DENIED_DOMAIN, field="email")

    async def require_entry(self, connection: Connection, invitation: str, now: datetime) -> None:
        """Check, before a code is sent, that a visitor with this invitation (or "") may sign up.

        Raises:
            AppError: ``forbidden``; ``expired``.
        """
        if self.entry == "closed":
            raise AppError("forbidden", CLOSED)
        if self.entry == "invite" and not invitation:
            raise AppError("forbidden", NEEDS_INVITATION)
        if self.entry == "invite" and await connection.row(USABLE_INVITATION, {"id": invitation, "now": now}) is None:
            raise AppError("expired", USED_UP)

    async def require_reason(self, connection: Connection, invitation: str, reason: str, now: datetime) -> str:
        """The reason to join as it is stored: "" where none is asked. A usable invitation takes its place.

        Raises:
            AppError: ``invalid``, it is empty.
        """
        if self.entry != "approval":
            return ""
        if invitation and await connection.row(USABLE_INVITATION, {"id": invitation, "now": now}) is not None:
            return ""
        text = clean(reason, lines=_MOST_LINES)[:REASON_MAX]
        if not text:
            raise AppError("invalid", NEEDS_REASON, field="reason")
        return text

    async def use_invitation(self, connection: Connection, invitation: str, account_id: str, now: datetime) -> bool:
        """Count the use of an invitation by a new account, in its transaction. Returns whether there was one to use.

        Raises:
            AppError: ``forbidden``; ``expired``, others have used it up.
        """
        if self.entry == "closed":
            raise AppError("forbidden", CLOSED)
        used = None
        if invitation:
            used = await connection.row(USE_INVITATION, {"b_id": invitation, "now": now})
        if used is not None:
            await connection.rows(SET_INVITATION, {"b_id": account_id, "invitation_id": invitation})
        elif self.entry == "invite":
            raise AppError("expired", USED_UP) if invitation else AppError("forbidden", NEEDS_INVITATION)
        return used is not None


class BadDomain(ValueError):
    """A line of the list is no domain."""


def domains_in(path: Path | None) -> frozenset[str]:
    """The domains in a file, one in a line; `#` begins a comment.

    Raises:
        BadDomain: A line is no domain.
        OSError: The file cannot be read.
    """
    if path is None:
        return frozenset()
    found = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        domain = line.partition("#")[0].strip().lower().lstrip("@")
        if domain and ("." not in domain or " " in domain or "@" in domain):
            raise BadDomain(f"{domain!r} is no domain such as example.org")
        if domain:
            found.add(domain.encode("idna").decode())
    return frozenset(found)
