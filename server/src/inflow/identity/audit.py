"""What happened to accounts, one line of the log each: who signed in, what failed, what was changed, who left.

Nobody is named in it. `member`, `name` and `host` are keyed hashes: the same one is the same member, typed name or
visitor, and only the deployment's secret says which. So events can be told apart and put together for as long as the
log is kept, also after somebody has left, and whoever reads it learns no address and no name.
"""

from __future__ import annotations

from typing import Literal

import structlog

from inflow.core.encryption import Secret
from inflow.identity.setup import Setup
from reflow.limits.hosts import host_of

log = structlog.get_logger(__name__)

Event = Literal[
    "signed up",
    "signed in",
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
    "account deleted",
]

_LENGTH = 16  # hexadecimal digits: enough to tell any two members apart


def note(setup: Setup, event: Event, *, peer: str | None, member: str | None = None, name: str | None = None) -> None:
    """Write a line.

    Args:
        setup: Has the secret.
        event: What happened.
        peer: Where it came from.
        member: The account's id, where there is one.
        name: What was typed, where it is not known whose it is.
    """
    told = {"host": host_tag(setup.secret, peer)}
    if member is not None:
        told["member"] = member_tag(setup.secret, member)
    if name is not None:
        told["name"] = _tag(setup.secret, "name", name)
    log.info(event, area="identity", **told)


def member_tag(secret: Secret, account_id: str) -> str:
    """How the log calls a member."""
    return _tag(secret, "member", account_id)


def host_tag(secret: Secret, peer: str | None) -> str:
    """How the log calls a visitor's address."""
    return _tag(secret, "host", host_of(peer))


def _tag(secret: Secret, kind: str, value: str) -> str:
    return secret.mac("audit", kind, value).hex()[:_LENGTH]
