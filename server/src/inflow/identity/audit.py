"""The audit log of accounts, one line per event: sign-ins, failures, changes, downloads, deletions.

It contains no names. `member`, `name` and `host` are keyed hashes: equal hashes mean the same member, typed name or
host, and only the deployment's secret tells which. So an operator can relate events as long as the log is kept, also
those of former members, and a reader learns no address and no name.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

import structlog

from inflow.core.encryption import Secret
from inflow.identity.setup import Setup
from reflow import host_of

log = structlog.get_logger(__name__)

Event = Literal[
    "signed up",
    "signed in",
    "signed in with a passkey",
    "second step refused",
    "second step added",
    "second step removed",
    "recovery codes made",
    "owner proved",
    "email changed",
    "email change undone",
    "username changed",
    "sign-in failed",
    "sign-in locked",
    "signed out",
    "session ended",
    "other sessions ended",
    "code refused",
    "reset asked for",
    "password reset",
    "password changed",
    "password refused",
    "data export asked for",
    "data downloaded",
    "account deleted",
]

COUNTS: Counter[str] = Counter()
"""How often each event occurred in this process, for its metrics."""

_LENGTH = 16  # hexadecimal digits: enough to tell any two members apart


def note(setup: Setup, event: Event, *, peer: str | None, member: str | None = None, name: str | None = None) -> None:
    """Write a line.

    Args:
        setup: Provides the secret.
        event: The kind of event.
        peer: The visitor's IP address.
        member: The account's id, if known.
        name: The typed name, if the account is not known.
    """
    fields = {"host": host_tag(setup.secret, peer)}
    if member is not None:
        fields["member"] = member_tag(setup.secret, member)
    if name is not None:
        fields["name"] = _tag(setup.secret, "name", name)
    COUNTS[event] += 1
    log.info(event, area="identity", **fields)


def member_tag(secret: Secret, account_id: str) -> str:
    """The keyed hash of a member in the log."""
    return _tag(secret, "member", account_id)


def host_tag(secret: Secret, peer: str | None) -> str:
    """The keyed hash of a visitor's host in the log."""
    return _tag(secret, "host", host_of(peer))


def _tag(secret: Secret, kind: str, value: str) -> str:
    return secret.mac("audit", kind, value).hex()[:_LENGTH]
