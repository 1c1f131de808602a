"""Identity as one object for the rest of the app."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from starlette.requests import Request

from inflow.core.clock import Clock, utc_now
from inflow.core.encryption import Secret
from inflow.identity import audit, challenges, erasure, suspensions
from inflow.identity.challenges import Challenge
from inflow.identity.changes import email_change, username_change
from inflow.identity.changes.email_change import EmailChange
from inflow.identity.factors import ceremonies, trusted_devices
from inflow.identity.factors.member_factors import MemberFactors
from inflow.identity.factors.rules import TwoFactor
from inflow.identity.factors.second_step import SecondStep
from inflow.identity.http.cookies import Cookies
from inflow.identity.http.origin import Origin
from inflow.identity.limits import EMAILS_PER_NETWORK
from inflow.identity.passwords import account_passwords, reauthentication
from inflow.identity.passwords.account_passwords import ChangedPassword
from inflow.identity.passwords.hashing import Passwords
from inflow.identity.passwords.policy import SPEC, PasswordPolicy
from inflow.identity.reset import reset
from inflow.identity.sessions import sessions, sign_in
from inflow.identity.sessions.sessions import OpenSession, Session
from inflow.identity.sessions.sign_in import SignedIn
from inflow.identity.sessions.tokens import ALGORITHM, AUDIENCE, Signer, Token
from inflow.identity.setup import (
    NewAccount,
    OnAccountChanged,
    OnAccountCreated,
    OnAccountDeleted,
    OnRevoked,
    OnSecondStep,
    Setup,
    Visitor,
)
from inflow.identity.sign_up import federated_accounts, former_usernames, sign_up
from inflow.identity.sign_up.denied_hosts import DELETE_EXPIRED as DELETE_EXPIRED_DENIALS
from inflow.identity.sign_up.entry import EntryRules
from inflow.identity.sign_up.federated_accounts import NewMember
from inflow.identity.sign_up.sign_up import CompletedSignUp, SignUpForm
from inflow.identity.tables import accounts, counters, session_tokens
from inflow.mail import Outbox
from inflow.profanity import Profanity
from reflow import AppError, Connection, Database, Statement, statement
from reflow.auth.tokens import Issuer

PATH = "/api/identity"

DELETE_EXPIRED_COUNTERS = statement(sa.delete(counters).where(counters.c.expires_at <= bindparam("now")))
DELETE_EXPIRED_TOKENS = statement(sa.delete(session_tokens).where(session_tokens.c.expires_at <= bindparam("now")))
SET_LANGUAGE = statement(
    sa.update(accounts).where(accounts.c.id == bindparam("b_id")).values(language=bindparam("b_language"))
)


@dataclass(frozen=True, slots=True)
class SocketToken:
    """A token for the realtime connection, and the session cookie's new value if it was rotated."""

    token: Token
    session_token: str | None


class Accounts:
    """The embedded issuer: sign-up, sign-in, sessions and tokens.

    Args:
        database: Contains its tables.
        secret: ``Secret.from_file(home / "keys" / "identity.key")``, or one that the operator gives.
        outbox: Sends its emails; the app runs it.
        public_url: The app's URL for browsers. With ``https``, cookies are `Secure`.
        product: The product's name.
        on_account_created: Stores the product's rows of a new member, in the account's transaction.
        on_account_deleted: Deletes the product's rows of a member, in the transaction that deletes the account.
        on_revoked: Closes the connections of a session that ended.
        on_account_changed: Stores another address or username with the product's rows of the member.
        on_second_step: Notes for the product that an account has a second step, or no longer.
        clock: The time now.
        passwords: Hashes passwords; by default with the recommended parameters.
        profanity: The words refused in names; by default the English list.
        policy: The requirements of passwords.
        entry: Who may sign up; by default everyone.
        emails_per_network: How many codes and reset links unknown browsers of a network may ask for in an hour.
        two_factor: Whether members may add second steps; by default they may not.
        languages: The languages offered to members, as BCP 47 tags; the first is the usual one.
    """

    def __init__(
        self,
        database: Database,
        secret: Secret,
        outbox: Outbox,
        *,
        public_url: str,
        product: str,
        on_account_created: OnAccountCreated,
        on_account_deleted: OnAccountDeleted,
        on_revoked: OnRevoked,
        on_account_changed: OnAccountChanged,
        on_second_step: OnSecondStep,
        clock: Clock = utc_now,
        passwords: Passwords | None = None,
        profanity: Profanity | None = None,
        policy: PasswordPolicy = SPEC,
        entry: EntryRules = EntryRules(),  # noqa: B008  # frozen
        emails_per_network: int = EMAILS_PER_NETWORK,
        two_factor: TwoFactor = TwoFactor(),  # noqa: B008  # frozen
        languages: tuple[str, ...] = ("en",),
    ) -> None:
        url = public_url.rstrip("/")
        self.issuer = url + PATH
        self.origin = Origin(url)
        self.cookies = Cookies(secure=url.startswith("https://"), languages=languages)
        self.product = product
        self.policy = policy
        self.entry = entry
        self._setup = Setup(
            database=database,
            secret=secret,
            outbox=outbox,
            passwords=passwords or Passwords(),
            product=product,
            public_url=url,
            on_account_created=on_account_created,
            on_account_deleted=on_account_deleted,
            on_revoked=on_revoked,
            on_account_changed=on_account_changed,
            on_second_step=on_second_step,
            clock=clock,
            profanity=profanity or Profanity.english(),
            policy=policy,
            entry=entry,
            emails_per_network=emails_per_network,
            two_factor=two_factor,
        )
        self.factors = MemberFactors(self._setup, self._require_session)
        self._signer = Signer(database, secret, issuer=self.issuer, clock=clock)

    async def start(self) -> None:
        """Create the signing keys and the stand-in password hash, so that the first request need not wait for them."""
        await self._signer.jwks()
        await self._setup.passwords.warm_up()

    def close(self) -> None:
        """End the threads and the process that hash passwords."""
        self._setup.passwords.close()

    def as_issuer(self) -> Issuer:
        """This issuer as the realtime connection verifies its tokens, like those of any provider."""
        return Issuer(self.issuer, AUDIENCE, (ALGORITHM,), self.jwks)

    async def jwks(self) -> dict[str, Any]:
        """The public keys."""
        return await self._signer.jwks()

    async def session_of(self, request: Request) -> Session | None:
        """The open session of the request's cookie.

        It suffices for reading; before a change, also call ``origin.require_own_page(request)``.
        """
        return await self._session(self.cookies.visitor(request).session)

    async def open_sessions_among(self, session_ids: list[str]) -> set[str]:
        """The open ones among these sessions."""
        async with self._setup.database.connection() as connection:
            return await sessions.open_among(connection, session_ids, self._setup.clock())

    async def suspended_among(self, account_ids: list[str]) -> set[str]:
        """The suspended ones among these accounts."""
        async with self._setup.database.connection() as connection:
            return await suspensions.suspended_among(connection, account_ids)

    async def may_use_token(self, account_id: str) -> bool:
        """See :func:`federated_accounts.may_use_token`."""
        async with self._setup.database.connection() as connection:
            return await federated_accounts.may_use_token(connection, account_id)

    async def sign_in_federated(self, visitor: Visitor, account_id: str, *, former_session: str | None) -> str | None:
        """See :func:`federated_accounts.open_session`."""
        token = await federated_accounts.open_session(
            self._setup, account_id, former_session=former_session, browser=visitor.browser
        )
        if token is not None:
            audit.note(self._setup, "signed in", peer=visitor.peer, member=account_id)
        return token

    async def create_federated_account(
        self, connection: Connection, visitor: Visitor, account: NewAccount, invitation: str = "", reason: str = ""
    ) -> NewMember:
        """See :func:`federated_accounts.create_account`."""
        return await federated_accounts.create_account(self._setup, connection, account, visitor, invitation, reason)

    async def record_new_member(self, visitor: Visitor, account_id: str) -> None:
        """Log a new member and end the browser's former session; call this after the commit."""
        audit.note(self._setup, "signed up", peer=visitor.peer, member=account_id)
        await self.sign_out(visitor)

    async def begin_sign_up(self, visitor: Visitor, form: SignUpForm) -> tuple[Challenge, str]:
        """See :func:`sign_up.begin`."""
        return await sign_up.begin(self._setup, visitor, form)

    async def resend_code(self, visitor: Visitor, challenge_id: str) -> tuple[Challenge, str]:
        """See :func:`sign_up.resend`."""
        return await sign_up.resend(self._setup, visitor, challenge_id)

    async def complete_sign_up(self, visitor: Visitor, challenge_id: str, code: str) -> CompletedSignUp:
        """See :func:`sign_up.complete`; then end the browser's former session."""
        complete = await sign_up.complete(self._setup, visitor, challenge_id, code)
        await self.sign_out(visitor)
        return complete

    async def sign_in(self, visitor: Visitor, identifier: str, password: str) -> SignedIn | SecondStep:
        """See :func:`sign_in.sign_in`."""
        return await sign_in.sign_in(self._setup, visitor, identifier, password)

    async def sign_out(self, visitor: Visitor) -> None:
        """End the browser's session, if any, and close its connections."""
        session = await self._session(visitor.session)
        if session is None:
            return
        async with self._setup.database.connection() as connection:
            ended = await sessions.end(connection, session.id)
        if ended:
            audit.note(self._setup, "signed out", peer=visitor.peer, member=session.account_id)
            await self._setup.on_revoked(session.id, session.account_id)

    async def begin_reset(self, visitor: Visitor, email: str) -> tuple[Challenge, str]:
        """See :func:`reset.begin`."""
        return await reset.begin(self._setup, visitor, email)

    async def resend_reset(self, visitor: Visitor, challenge_id: str) -> tuple[Challenge, str]:
        """See :func:`reset.resend`."""
        return await reset.resend(self._setup, visitor, challenge_id)

    async def complete_reset(self, visitor: Visitor, challenge_id: str, code: str, new_password: str) -> str:
        """See :func:`reset.complete`; then end the browser's session, even if it is another member's."""
        device = await reset.complete(self._setup, visitor, challenge_id, code, new_password)
        await self.sign_out(visitor)
        return device

    async def complete_reset_by_link(self, visitor: Visitor, token: str, new_password: str) -> str:
        """See :func:`reset.complete_by_link`; then end the browser's session, even if it is another member's."""
        device = await reset.complete_by_link(self._setup, visitor, token, new_password)
        await self.sign_out(visitor)
        return device

    async def change_password(self, visitor: Visitor, current: str, new: str) -> ChangedPassword:
        """See :func:`account_passwords.change_password`."""
        session = await self._require_session(visitor)
        return await account_passwords.change_password(self._setup, visitor, session, current, new)

    async def begin_email_change(self, visitor: Visitor, email: str) -> EmailChange:
        """See :func:`email_change.begin`."""
        return await email_change.begin(self._setup, visitor, await self._require_session(visitor), email)

    async def complete_email_change(
        self, visitor: Visitor, challenge_ids: tuple[str, str], codes: tuple[str, str]
    ) -> str:
        """See :func:`email_change.complete`."""
        session = await self._require_session(visitor)
        return await email_change.complete(self._setup, visitor, session, challenge_ids, codes)

    async def undo_email_change(self, visitor: Visitor, token: str) -> None:
        """See :func:`email_change.undo`."""
        await email_change.undo(self._setup, visitor, token)

    async def change_username(self, visitor: Visitor, username: str) -> str:
        """See :func:`username_change.change_username`."""
        session = await self._require_session(visitor)
        return await username_change.change_username(self._setup, visitor, session, username)

    async def open_sessions(self, visitor: Visitor) -> tuple[Session, list[OpenSession]]:
        """The browser's session, and all open sessions of its account.

        Raises:
            AppError: ``unauthenticated``, the browser has no open session.
        """
        session = await self._require_session(visitor)
        async with self._setup.database.connection() as connection:
            return session, await sessions.open_sessions_of(connection, session.account_id, self._setup.clock())

    async def end_other_sessions(self, visitor: Visitor) -> None:
        """End every session of the account but the browser's.

        Raises:
            AppError: ``unauthenticated``.
        """
        session = await self._require_session(visitor)
        async with self._setup.database.connection() as connection:
            ended = await sessions.end_all(connection, session.account_id, but=session.id)
        audit.note(self._setup, "other sessions ended", peer=visitor.peer, member=session.account_id)
        for session_id in ended:
            await self._setup.on_revoked(session_id, session.account_id)

    async def end_session(self, visitor: Visitor, session_id: str) -> bool:
        """End one session of the account. Returns whether it was the browser's own.

        Raises:
            AppError: ``unauthenticated``; ``not_found``, also for another member's session.
        """
        session = await self._require_session(visitor)
        async with self._setup.database.connection() as connection:
            if not await sessions.end_own(connection, session.account_id, session_id):
                raise AppError("not_found", "This session has already ended.")
        audit.note(self._setup, "session ended", peer=visitor.peer, member=session.account_id)
        await self._setup.on_revoked(session_id, session.account_id)
        return session_id == session.id

    async def keep_language(self, visitor: Visitor) -> None:
        """Write the account's emails in the language of this browser's pages from now on.

        Raises:
            AppError: ``unauthenticated``.
        """
        session = await self._require_session(visitor)
        async with self._setup.database.connection() as connection:
            await connection.rows(SET_LANGUAGE, {"b_id": session.account_id, "b_language": visitor.language})

    async def delete(self, visitor: Visitor, password: str) -> None:
        """See :func:`erasure.erase_account`."""
        await erasure.erase_account(self._setup, visitor, await self._require_session(visitor), password)

    async def delete_for_operator(self, account_id: str, note: Callable[[Connection], Awaitable[None]]) -> bool:
        """See :func:`erasure.erase_for_operator`."""
        return await erasure.erase_for_operator(self._setup, account_id, note)

    async def reauthenticate(self, visitor: Visitor, password: str) -> tuple[Session, str | None]:
        """See :func:`reauthentication.reauthenticate`. Returns the session, and its cookie's new value."""
        session = await self._require_session(visitor)
        await reauthentication.reauthenticate(self._setup, visitor, session, password)
        async with self._setup.database.transaction() as connection:
            return session, await sessions.rotate(connection, session, self._setup.clock(), after=timedelta())

    def record_download(self, visitor: Visitor, account_id: str) -> None:
        """Log that a member downloads the archive of their data; call this before the first byte is sent."""
        audit.note(self._setup, "data downloaded", peer=visitor.peer, member=account_id)

    def record_export(self, visitor: Visitor, account_id: str) -> None:
        """Log that a member has an archive of their data made."""
        audit.note(self._setup, "data export asked for", peer=visitor.peer, member=account_id)

    async def socket_token(self, visitor: Visitor) -> SocketToken | None:
        """A token for the realtime connection; None if the browser has no open session."""
        session = await self._session(visitor.session)
        if session is None:
            return None
        async with self._setup.database.transaction() as connection:
            renewed = await sessions.rotate(connection, session, self._setup.clock())
        token = await self._signer.token(account_id=session.account_id, session_id=session.id, until=session.ends_at)
        return SocketToken(token, renewed)

    async def forget_expired(self) -> None:
        """Delete expired rows. Correctness does not depend on when this runs."""
        now = self._setup.clock()
        await self._delete(sessions.DELETE_EXPIRED, now=now)
        await self._delete(DELETE_EXPIRED_TOKENS, now=now)
        await self._delete(DELETE_EXPIRED_COUNTERS, now=now)
        await self._delete(DELETE_EXPIRED_DENIALS, now=now)
        await self._delete(sign_up.DELETE_EXPIRED_RESERVATIONS, now=now)
        await self._delete(ceremonies.DELETE_EXPIRED, now=now)
        await self._delete(email_change.DELETE_EXPIRED, now=now)
        await self._delete(trusted_devices.DELETE_EXPIRED, now=now)
        await self._delete(former_usernames.DELETE_EXPIRED, now=now)
        await self._delete(challenges.DELETE_EXPIRED, before=now - challenges.RESENDABLE_FOR)
        await self._setup.outbox.forget_old()
        await erasure.erase_refused(self._setup)

    async def _delete(self, deletion: Statement, **values: datetime) -> None:
        async with self._setup.database.connection() as connection:
            await connection.rows(deletion, values)

    async def _require_session(self, visitor: Visitor) -> Session:
        session = await self._session(visitor.session)
        if session is None:
            raise sessions.not_signed_in()
        return session

    async def _session(self, token: str | None) -> Session | None:
        if not token:
            return None
        async with self._setup.database.transaction() as connection:
            return await sessions.find(connection, token, self._setup.clock())
