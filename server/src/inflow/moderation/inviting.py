"""How many people a member may invite, and invitations in the form that members get."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from inflow.identity.sign_up.entry import EntryRules
from inflow.members.views import iso
from inflow.standing.rules import Role
from reflow import Row


class Invitation(msgspec.Struct, rename="camel", kw_only=True):
    """An invitation of the caller. Its link is `/get-started?invite=<_id>`."""

    id: str = msgspec.field(name="_id")
    most: int
    uses: int
    created_at: str
    expires_at: str
    is_revoked: bool


class Invitations(msgspec.Struct, rename="camel", kw_only=True):
    """The caller's invitations, newest first, and how many more people they may invite: null for no limit.

    `entry` says who may sign up: everyone (`open`), people with an invitation (`invite`), or no one (`closed`).
    """

    entry: str
    left: int | None
    invitations: list[Invitation]


def invitations_view(rules: EntryRules, role: Role, rows: Sequence[Row]) -> Invitations:
    """Rows of the caller's invitations as a view."""
    return Invitations(
        entry=rules.entry,
        left=None if role != "member" else max(0, rules.per_member - _promised(rows)),
        invitations=[
            Invitation(
                id=row.id,
                most=row.most,
                uses=row.uses,
                created_at=iso(row.created_at),
                expires_at=iso(row.expires_at),
                is_revoked=row.revoked_at is not None,
            )
            for row in rows
        ],
    )


def may_invite(rules: EntryRules, role: Role, rows: Sequence[Row], more: int) -> bool:
    """Whether the caller may invite so many more people."""
    return role != "member" or _promised(rows) + more <= rules.per_member


def _promised(rows: Sequence[Row]) -> int:
    """How many people a member has invited: all places of an invitation, or those used of a revoked one."""
    return sum(row.most if row.revoked_at is None else row.uses for row in rows)
