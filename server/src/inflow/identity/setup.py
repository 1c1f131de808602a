"""What identity is made of, put together once by the app; and who is at the door."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from inflow.core.clock import Clock
from inflow.core.encryption import Secret
from inflow.identity.passwords.hashing import Passwords
from inflow.identity.passwords.policy import PasswordPolicy
from inflow.mail import Outbox
from inflow.profanity import Profanity
from reflow.postgres.database import Connection, Database


@dataclass(frozen=True, slots=True)
class NewAccount:
    """An account that comes into being, and what its owner told about themselves on the way.

    Attributes:
        id: The wire's clerkId, and the tokens' `sub`.
        email: In lower case, proved.
        username: In lower case.
    """

    id: str
    email: str
    username: str
    full_name: str
    date_of_birth: date
    created_at: datetime


OnAccountCreated = Callable[[Connection, NewAccount], Awaitable[dict[str, Any]]]
"""Stores what the product keeps of a new member, in the account's own transaction; answers the member as JSON."""

OnAccountDeleted = Callable[[Connection, str], Awaitable[None]]
"""Erases what the product keeps of the member with this account id, in the transaction that erases the account."""

OnRevoked = Callable[[str, str], Awaitable[None]]
"""Told (session id, account id) after the commit that ended a session, so that its open connections close."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What identity needs from the app.

    Attributes:
        database: Where it keeps its tables.
        secret: For codes, signing keys and trusted devices.
        outbox: Sends its emails.
        passwords: Hashes them.
        product: The product's name, as members read it.
        public_url: Where browsers find the app, without a slash at the end.
        on_account_created: See there.
        on_account_deleted: See there.
        on_revoked: See there.
        clock: The time now.
        profanity: What may not be in names.
        policy: What passwords must be made of.
    """

    database: Database
    secret: Secret
    outbox: Outbox
    passwords: Passwords
    product: str
    public_url: str
    on_account_created: OnAccountCreated
    on_account_deleted: OnAccountDeleted
    on_revoked: OnRevoked
    clock: Clock
    profanity: Profanity
    policy: PasswordPolicy

    @property
    def reset_url(self) -> str:
        """Where a member chooses a new password."""
        return f"{self.public_url}/reset-password"

    def reset_link(self, token: str) -> str:
        """Where the holder of this token does. Browsers send no server, and no other site, what follows the ``#``."""
        return f"{self.reset_url}#{token}"


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser at the door: where it calls from, the cookies that identity gave it earlier, and its name."""

    peer: str | None
    session: str | None = None
    challenge: str | None = None
    device: str | None = None
    browser: str = ""
