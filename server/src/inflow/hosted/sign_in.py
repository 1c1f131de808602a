"""Hosted sign-in as the rest of the app sees it: one object, made once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import asyncpg
import structlog

from inflow.core.clock import Clock, utc_now
from inflow.core.encryption import Secret
from inflow.hosted import newcomers, visits
from inflow.hosted.exchange import Exchange, NotVouchedFor, Person
from inflow.hosted.providers import Provider, account_id_of
from inflow.hosted.rules import check_profile, is_too_young, proved_email, suggested
from inflow.identity.accounts import PATH, Accounts
from inflow.identity.limits import Counter, Limit
from inflow.identity.rules import username_taken
from inflow.identity.sessions import new_token
from inflow.identity.setup import NewAccount, Visitor
from inflow.identity.vouched import Joined
from inflow.profanity import Profanity
from reflow.auth.jwks import Unusable, new_client
from reflow.auth.tokens import Issuer
from reflow.errors import AppError
from reflow.limits.hosts import host_of
from reflow.postgres.database import Database, Row

log = structlog.get_logger(__name__)

CALLBACK = "/hosted/callback"
_SLOW_DOWN = "Too many attempts. Please try again later."
STARTS_FROM_HOST = Counter(
    "hosted-starts-from", Limit(10, timedelta(seconds=10)), Limit(100, timedelta(hours=1)), message=_SLOW_DOWN
)
JOINS_FROM_HOST = Counter(
    "hosted-joins-from", Limit(10, timedelta(seconds=10)), Limit(60, timedelta(hours=1)), message=_SLOW_DOWN
)


class NotSaved(Exception):
    """The provider has vouched for somebody, and storing them failed. Nothing of them is stored; they may try again."""


class NotSignedIn(Exception):
    """Nobody came back signed in.

    Attributes:
        problem: Why, for the page that they get to: ``cancelled`` by themselves, ``expired``, ``refused``,
            ``unavailable``.
    """

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Departure:
    """A browser on its way to the provider: where to, and the cookie that its return is recognised by."""

    address: str
    cookie: str


@dataclass(frozen=True, slots=True)
class Arrival:
    """A browser that came back: the cookie of its session, or, of a person new to us, the one that they go on with."""

    session_token: str | None
    newcomer: str | None
    is_too_young: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What the provider sent the browser back with, as it is: nothing of it is believed yet."""

    state: str
    code: str
    error: str
    issuer: str | None


@dataclass(frozen=True, slots=True)
class Form:
    """What a newcomer typed."""

    full_name: str
    username: str
    date_of_birth: str
    terms_accepted: bool


class HostedSignIn:
    """Signing in through hosted providers.

    Args:
        providers: Which; with none, nothing of this does anything.
        accounts: Where their people's accounts and sessions are.
        database: Holds its tables.
        secret: The deployment's.
        public_url: Where browsers find the app.
        profanity: What may not be in names, where it is more or less than the English list.
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
        self._client = new_client()
        back, now = f"{public_url.rstrip('/')}{PATH}{CALLBACK}", lambda: clock().timestamp()
        self._exchanges = {
            provider.issuer: Exchange(provider, self._client, redirect_uri=back, clock=now) for provider in providers
        }

    async def close(self) -> None:
        """Close the connections to providers."""
        await self._client.aclose()

    @property
    def providers(self) -> list[Provider]:
        """Those that people may sign in through, in the operator's order."""
        return [exchange.provider for exchange in self._exchanges.values()]

    def as_issuers(self) -> list[Issuer]:
        """The providers as the realtime side knows them, for clients that bring their tokens themselves."""
        return [exchange.as_issuer() for exchange in self._exchanges.values()]

    async def begin(
        self, visitor: Visitor, issuer: str, *, former_session: str | None, cookie: str | None
    ) -> Departure:
        """Send a browser to a provider.

        Args:
            visitor: The browser.
            issuer: Which provider.
            former_session: The session that the browser leaves, if it comes back signed in.
            cookie: What it was given for another visit that is not over yet, in another tab.

        Raises:
            AppError: ``rate_limited``.
            NotSignedIn: ``unavailable``, there is no such provider, or it does not answer.
        """
        now = self._clock()
        await STARTS_FROM_HOST.take(self._database, host_of(visitor.peer), now)
        exchange = self._exchanges.get(issuer)
        if exchange is None:
            raise NotSignedIn("unavailable")
        state, kept = new_token(), cookie or new_token()
        try:
            address = await exchange.address(state, visits.proofs_of(self._secret, state=state, cookie=kept))
        except Unusable as unusable:
            raise _unavailable(unusable) from None
        async with self._database.connection() as connection:
            await visits.begin(
                connection, state=state, cookie=kept, issuer=issuer, former_session=former_session, now=now
            )
        return Departure(address, kept)

    async def finish(self, visitor: Visitor, answer: Answer, cookie: str | None) -> Arrival:
        """Take back a browser from a provider.

        Raises:
            NotSignedIn: See there.
        """
        now, held = self._clock(), cookie or ""
        async with self._database.connection() as connection:
            visit = await visits.take(connection, state=answer.state, cookie=held, now=now)
        if answer.error:
            raise NotSignedIn("cancelled" if answer.error == "access_denied" else "refused")
        exchange = self._exchanges.get(visit.issuer) if visit is not None else None
        if visit is None or exchange is None:
            raise NotSignedIn("expired")
        person = await self._vouched_for(exchange, answer, held)
        account_id = account_id_of(visit.issuer, person.subject)
        token = await self._accounts.sign_in_vouched(visitor, account_id, former_session=visit.former_session)
        if token is not None:
            return Arrival(token, None)
        young = is_too_young(person.claims, exchange.provider.claims, now.date())
        return Arrival(None, await self._greet(exchange.provider, person, now), is_too_young=young)

    async def newcomer(self, cookie: str | None) -> tuple[Provider, Row]:
        """Who holds this cookie, and the provider that vouched for them.

        Raises:
            AppError: ``expired``.
        """
        async with self._database.connection() as connection:
            row = await newcomers.find(connection, cookie, self._clock())
        exchange = self._exchanges.get(row.issuer)
        if exchange is None:
            raise newcomers.over()
        return exchange.provider, row

    async def complete(self, visitor: Visitor, form: Form, cookie: str | None) -> Joined:
        """Make the newcomer a member: account, member and session at once, or nothing at all.

        Raises:
            AppError: ``invalid`` for the first rule broken, ``conflict``, ``expired``, ``rate_limited``.
            NotSaved: See there.
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
        account = NewAccount(account_id_of(row.issuer, row.subject), row.email, username, full_name, born, now)
        joined = await self._join(visitor, account, row)
        await self._accounts.has_joined(visitor, account.id)
        return joined

    async def forget_expired(self) -> None:
        """Delete what is over: for a job, every hour or so. Nothing depends on when it runs."""
        for what in (visits.FORGET_EXPIRED, newcomers.FORGET_EXPIRED):
            async with self._database.connection() as connection:
                await connection.rows(what, {"now": self._clock()})

    async def _vouched_for(self, exchange: Exchange, answer: Answer, cookie: str) -> Person:
        try:
            await exchange.require_own_answer(answer.issuer)
            return await exchange.person(answer.code, visits.proofs_of(self._secret, state=answer.state, cookie=cookie))
        except NotVouchedFor as refusal:
            log.warning("hosted sign-in refused", issuer=exchange.provider.issuer, why=str(refusal))
            raise NotSignedIn("refused") from None
        except Unusable as unusable:
            raise _unavailable(unusable) from None

    async def _greet(self, provider: Provider, person: Person, now: datetime) -> str:
        profile = suggested(person.claims, provider.claims, now.date(), self._profanity, self._accounts.product)
        async with self._database.connection() as connection:
            return await newcomers.greet(
                connection,
                issuer=provider.issuer,
                subject=person.subject,
                email=proved_email(person.claims, provider.claims),
                profile=profile,
                now=now,
            )

    async def _join(self, visitor: Visitor, account: NewAccount, newcomer: Row) -> Joined:
        try:
            async with self._database.transaction() as connection:
                await newcomers.spend(connection, newcomer)
                return await self._accounts.join(connection, visitor, account)
        except AppError:
            raise
        except asyncpg.UniqueViolationError as violation:
            raise _translated(violation) from None
        except Exception as bug:
            log.exception("newcomer not stored", issuer=newcomer.issuer)
            raise NotSaved from bug


def _unavailable(unusable: Unusable) -> NotSignedIn:
    log.warning("hosted provider unusable", why=str(unusable))
    return NotSignedIn("unavailable")


def _translated(violation: asyncpg.UniqueViolationError) -> Exception:
    if violation.constraint_name in ("identity_accounts_username_key", "users_username_key"):
        return username_taken()
    if violation.constraint_name == "identity_accounts_pkey":
        return AppError("conflict", "You already have an account. Please log in.")
    return NotSaved()
