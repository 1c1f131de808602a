"""Signing in through OpenID Connect, as one object for the rest of the app."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import asyncpg
import structlog

from inflow.core.clock import Clock, utc_now
from inflow.core.encryption import Secret
from inflow.identity.accounts import PATH, Accounts
from inflow.identity.limits import Counter, Limit
from inflow.identity.rules import username_taken
from inflow.identity.sessions.sessions import new_token
from inflow.identity.setup import NewAccount, Visitor
from inflow.identity.sign_up.federated_accounts import NewMember
from inflow.oidc import authorization_requests, newcomers
from inflow.oidc.provider_client import IdentityNotProved, ProviderClient, ProviderIdentity
from inflow.oidc.providers import Provider, account_id_of
from inflow.oidc.rules import check_profile, is_too_young, proved_email, suggested_profile
from inflow.profanity import Profanity
from reflow import AppError, Database, Row, host_of
from reflow.auth.jwks import Unusable, new_client
from reflow.auth.tokens import Issuer

log = structlog.get_logger(__name__)

CALLBACK = "/hosted/callback"
_SLOW_DOWN = "Too many attempts. Please try again later."
STARTS_FROM_HOST = Counter(
    "hosted-starts-from", Limit(10, timedelta(seconds=10)), Limit(100, timedelta(hours=1)), message=_SLOW_DOWN
)
JOINS_FROM_HOST = Counter(
    "hosted-joins-from", Limit(10, timedelta(seconds=10)), Limit(60, timedelta(hours=1)), message=_SLOW_DOWN
)


class MemberNotStored(Exception):
    """The provider proved an identity, but storing the member failed. Nothing is stored; a retry may succeed."""


class SignInFailed(Exception):
    """The browser did not come back signed in.

    Attributes:
        problem: The reason, for the login page: ``cancelled`` by the user, ``expired``, ``refused``, ``unavailable``.
    """

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class AuthorizationRedirect:
    """The provider's URL to redirect to, and the cookie that binds the response to the browser."""

    url: str
    cookie: str


@dataclass(frozen=True, slots=True)
class CallbackResult:
    """The outcome of a callback: the session's cookie of a member, or the cookie of a newcomer."""

    session_token: str | None
    newcomer: str | None
    is_too_young: bool = False


@dataclass(frozen=True, slots=True)
class AuthorizationResponse:
    """The query parameters of the callback, not yet verified."""

    state: str
    code: str
    error: str
    issuer: str | None


@dataclass(frozen=True, slots=True)
class Form:
    """The form as a newcomer typed it."""

    full_name: str
    username: str
    date_of_birth: str
    terms_accepted: bool
    invitation: str = ""
    reason: str = ""


class OidcSignIn:
    """Signs members in through the configured providers.

    Args:
        providers: The configured providers; may be empty.
        accounts: Stores the accounts and sessions.
        database: Contains its tables.
        secret: The deployment's secret.
        public_url: The app's URL for browsers.
        profanity: The words refused in names; by default the English list.
        clock: The time now.
    """

    def __init__(
        self,
        providers: Sequence[Provider],
        accounts: Accounts,
        database: Database,
        secret: Secret,
        *,
        public_url: str,
        profanity: Profanity | None = None,
        clock: Clock = utc_now,
    ) -> None:
        self._accounts = accounts
        self._database = database
        self._secret = secret
        self._profanity = profanity or Profanity.english()
        self._clock = clock
        self._http = new_client()
        callback, now = f"{public_url.rstrip('/')}{PATH}{CALLBACK}", lambda: clock().timestamp()
        self._clients = {
            provider.issuer: ProviderClient(provider, self._http, redirect_uri=callback, clock=now)
            for provider in providers
        }

    async def close(self) -> None:
        """Close the connections to providers."""
        await self._http.aclose()

    @property
    def providers(self) -> list[Provider]:
        """The configured providers, in the operator's order."""
        return [client.provider for client in self._clients.values()]

    def as_issuers(self) -> list[Issuer]:
        """The providers as issuers, for native clients that send their tokens to the realtime connection."""
        return [client.as_issuer() for client in self._clients.values()]

    async def begin(
        self, visitor: Visitor, issuer: str, *, former_session: str | None, cookie: str | None
    ) -> AuthorizationRedirect:
        """Begin a sign-in: the redirect of a browser to a provider.

        Args:
            visitor: The browser.
            issuer: The provider's issuer.
            former_session: The session that ends if the browser comes back signed in.
            cookie: The browser's cookie of another sign-in that is not finished yet, in another tab.

        Raises:
            AppError: ``rate_limited``.
            SignInFailed: ``unavailable``, there is no such provider, or it does not answer.
        """
        now = self._clock()
        await STARTS_FROM_HOST.take(self._database, host_of(visitor.peer), now)
        client = self._clients.get(issuer)
        if client is None:
            raise SignInFailed("unavailable")
        state, kept = new_token(), cookie or new_token()
        try:
            url = await client.authorization_url(
                state, authorization_requests.derive_secrets(self._secret, state=state, cookie=kept)
            )
        except Unusable as unusable:
            raise _provider_unavailable(unusable) from None
        async with self._database.connection() as connection:
            await authorization_requests.add(
                connection, state=state, cookie=kept, issuer=issuer, former_session=former_session, now=now
            )
        return AuthorizationRedirect(url, kept)

    async def finish(self, visitor: Visitor, response: AuthorizationResponse, cookie: str | None) -> CallbackResult:
        """Handle the response with which a provider redirected a browser back.

        Raises:
            SignInFailed: See there.
            AppError: ``suspended``.
        """
        now, bound_to = self._clock(), cookie or ""
        async with self._database.connection() as connection:
            request = await authorization_requests.consume(connection, state=response.state, cookie=bound_to, now=now)
        if response.error:
            raise SignInFailed("cancelled" if response.error == "access_denied" else "refused")
        client = self._clients.get(request.issuer) if request is not None else None
        if request is None or client is None:
            raise SignInFailed("expired")
        identity = await self._identify(client, response, bound_to)
        account_id = account_id_of(request.issuer, identity.subject)
        token = await self._accounts.sign_in_federated(visitor, account_id, former_session=request.former_session)
        if token is not None:
            return CallbackResult(token, None)
        young = is_too_young(identity.claims, client.provider.claims, now.date())
        return CallbackResult(None, await self._add_newcomer(client.provider, identity, now), is_too_young=young)

    async def newcomer(self, cookie: str | None) -> tuple[Provider, Row]:
        """The newcomer with this cookie, and the provider that identified them.

        Raises:
            AppError: ``expired``.
        """
        async with self._database.connection() as connection:
            row = await newcomers.find(connection, cookie, self._clock())
        client = self._clients.get(row.issuer)
        if client is None:
            raise newcomers.sign_up_expired()
        return client.provider, row

    async def complete(self, visitor: Visitor, form: Form, cookie: str | None) -> NewMember:
        """Make the newcomer a member: account, member and session at once, or nothing at all.

        Raises:
            AppError: ``invalid`` for the first rule broken, ``conflict``, ``expired``, ``rate_limited``, ``forbidden``.
            MemberNotStored: See there.
        """
        now = self._clock()
        await JOINS_FROM_HOST.take(self._database, host_of(visitor.peer), now)
        _, row = await self.newcomer(cookie)
        full_name, username, born = check_profile(
            full_name=form.full_name,
            username=form.username,
            date_of_birth=form.date_of_birth,
            terms_accepted=form.terms_accepted,
            today=now.date(),
            product=self._accounts.product,
            profanity=self._profanity,
        )
        account = NewAccount(account_id_of(row.issuer, row.subject), row.email, username, full_name, born, now, now)
        self._accounts.entry.require_allowed(row.email)
        joined = await self._create_member(visitor, account, row, form)
        await self._accounts.record_new_member(visitor, account.id)
        return joined

    async def forget_expired(self) -> None:
        """Delete expired rows. Correctness does not depend on when this runs."""
        for what in (authorization_requests.DELETE_EXPIRED, newcomers.DELETE_EXPIRED):
            async with self._database.connection() as connection:
                await connection.rows(what, {"now": self._clock()})

    async def _identify(self, client: ProviderClient, response: AuthorizationResponse, cookie: str) -> ProviderIdentity:
        try:
            await client.require_own_response(response.issuer)
            return await client.fetch_identity(
                response.code, authorization_requests.derive_secrets(self._secret, state=response.state, cookie=cookie)
            )
        except IdentityNotProved as refusal:
            log.warning("hosted sign-in refused", issuer=client.provider.issuer, why=str(refusal))
            raise SignInFailed("refused") from None
        except Unusable as unusable:
            raise _provider_unavailable(unusable) from None

    async def _add_newcomer(self, provider: Provider, identity: ProviderIdentity, now: datetime) -> str:
        profile = suggested_profile(
            identity.claims, provider.claims, now.date(), self._profanity, self._accounts.product
        )
        async with self._database.connection() as connection:
            return await newcomers.add(
                connection,
                issuer=provider.issuer,
                subject=identity.subject,
                email=proved_email(identity.claims, provider.claims),
                profile=profile,
                now=now,
            )

    async def _create_member(self, visitor: Visitor, account: NewAccount, newcomer: Row, form: Form) -> NewMember:
        try:
            async with self._database.transaction() as connection:
                await newcomers.consume(connection, newcomer)
                return await self._accounts.create_federated_account(
                    connection, visitor, account, form.invitation, form.reason
                )
        except AppError:
            raise
        except asyncpg.UniqueViolationError as violation:
            raise _error_for(violation) from None
        except Exception as bug:
            log.exception("newcomer not stored", issuer=newcomer.issuer)
            raise MemberNotStored from bug


def _provider_unavailable(unusable: Unusable) -> SignInFailed:
    log.warning("hosted provider unusable", why=str(unusable))
    return SignInFailed("unavailable")


def _error_for(violation: asyncpg.UniqueViolationError) -> Exception:
    if violation.constraint_name in ("identity_accounts_username_key", "users_username_key"):
        return username_taken()
    if violation.constraint_name == "identity_accounts_pkey":
        return AppError("conflict", "You already have an account. Please log in.")
    return MemberNotStored()
