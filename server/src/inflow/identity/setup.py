"""The dependencies of identity, assembled once by the app, and the visitor of a request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from inflow.core.clock import Clock
from inflow.core.encryption import Secret
from inflow.identity.emails import Emails
from inflow.identity.factors.passkeys import RelyingParty
from inflow.identity.factors.rules import TwoFactor
from inflow.identity.passwords.hashing import Passwords
from inflow.identity.passwords.policy import PasswordPolicy
from inflow.identity.sign_up.entry import EntryRules
from inflow.mail import Outbox
from inflow.profanity import Profanity
from reflow import Connection, Database


@dataclass(frozen=True, slots=True)
class NewAccount:
    """A new account, with the data from sign-up.

    Attributes:
        id: The wire's clerkId, and the tokens' `sub`.
        email: In lower case, proved.
        username: In lower case.
        terms_accepted_at: When they sent the form.
    """

    id: str
    email: str
    username: str
    full_name: str
    date_of_birth: date
    created_at: datetime
    terms_accepted_at: datetime


OnAccountCreated = Callable[[Connection, NewAccount], Awaitable[dict[str, Any]]]
"""Stores what the product keeps of a new member, in the account's own transaction; answers the member as JSON."""

OnAccountDeleted = Callable[[Connection, str], Awaitable[None]]
"""Deletes the product's rows of the member with this account id, in the transaction that deletes the account."""

OnAccountChanged = Callable[[Connection, str, str | None, str], Awaitable[None]]
"""Called with an account's id, its address and its username in the transaction that changes one of the two."""

OnSecondStep = Callable[[Connection, str, bool], Awaitable[None]]
"""Called in the transaction that gives the account with this id its first second step (True), or takes the last."""

OnRevoked = Callable[[str, str], Awaitable[None]]
"""Called with session id and account id after the commit that ended a session, to close its connections."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The dependencies of identity.

    Attributes:
        database: Contains its tables.
        secret: For codes, signing keys and known devices.
        outbox: Sends its emails.
        passwords: Hashes them.
        product: The product's name, as members read it.
        public_url: The app's URL for browsers, without a slash at the end.
        on_account_created: See there.
        on_account_deleted: See there.
        on_revoked: See there.
        on_account_changed: See there.
        on_second_step: See there.
        clock: The time now.
        profanity: The words refused in names.
        policy: The requirements of passwords.
        entry: Who may sign up.
        emails_per_network: How many codes and reset links unknown browsers of a network may ask for in an hour.
        two_factor: Whether members may add second steps.
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
    on_account_changed: OnAccountChanged
    on_second_step: OnSecondStep
    clock: Clock
    profanity: Profanity
    policy: PasswordPolicy
    entry: EntryRules
    emails_per_network: int
    two_factor: TwoFactor

    @property
    def relying_party(self) -> RelyingParty:
        """This deployment, as passkeys know it."""
        return RelyingParty(self.public_url, self.product)

    @property
    def emails(self) -> Emails:
        """The content of its emails."""
        return Emails(self.product)

    @property
    def reset_url(self) -> str:
        """The page at which a member chooses a new password."""
        return f"{self.public_url}/reset-password"

    def reset_link(self, token: str) -> str:
        """That page with a token. Browsers send the part after ``#`` to no server and no other site."""
        return f"{self.reset_url}#{token}"


@dataclass(frozen=True, slots=True)
class Visitor:
    """The browser of a request: its IP address, its cookies of identity, its name, and the language of its pages."""

    peer: str | None
    session: str | None = None
    challenge: str | None = None
    ceremony: str | None = None
    device: str | None = None
    browser: str = ""
    language: str = "en"
