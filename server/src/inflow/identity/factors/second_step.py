"""Proving to be an account's owner by a second step, or by a passkey alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from inflow.identity import limits
from inflow.identity.factors import authenticator, ceremonies, passkeys, recovery_codes
from inflow.identity.factors.ceremonies import Purpose
from inflow.identity.factors.passkeys import find_passkey, passkeys_of
from inflow.identity.factors.rules import Method
from inflow.identity.setup import Setup
from reflow import AppError, Connection, Row

CODE_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Answer:
    """What a member answers with: a code of their app, a recovery code, or a passkey's credential as JSON."""

    code: str = ""
    passkey: dict[str, Any] | None = None

    @property
    def method(self) -> Method:
        """The method that it is of. Recovery codes are longer than an app's."""
        if self.passkey is not None:
            return "passkey"
        return "authenticator" if self.digits.isdecimal() and len(self.digits) == CODE_DIGITS else "recovery code"

    @property
    def digits(self) -> str:
        """The code without the spaces that some apps show in it."""
        return self.code.replace(" ", "")


@dataclass(frozen=True, slots=True)
class SecondStep:
    """A second step that a browser is asked for.

    Attributes:
        methods: The account's.
        passkey_options: The argument of the browser's ``navigator.credentials.get``; None without passkeys.
        cookie: The value of the cookie that binds it to the browser.
    """

    methods: list[Method]
    passkey_options: Any
    cookie: str


async def methods_of(setup: Setup, connection: Connection, account_id: str) -> list[Method]:
    """The account's second steps; none where the operator has switched them off."""
    if not setup.two_factor.enabled:
        return []
    found: list[Method] = []
    has_passkey = bool(await passkeys_of(connection, account_id))
    if has_passkey and setup.relying_party.has_passkeys:
        found.append("passkey")
    app = await authenticator.authenticator_of(connection, account_id)
    if app is not None and app.confirmed_at is not None:
        found.append("authenticator")
    if found or has_passkey:
        found.append("recovery code")
    return found


async def begin(
    setup: Setup, connection: Connection, account_id: str, purpose: Purpose, methods: list[Method], now: datetime
) -> SecondStep:
    """Ask a browser for one of these second steps."""
    ceremony = await ceremonies.begin(connection, purpose, account_id, now)
    options = None
    if "passkey" in methods:
        existing = await passkeys_of(connection, account_id)
        options = setup.relying_party.options_to_prove(existing, ceremony.challenge)
    return SecondStep(methods, options, ceremony.cookie)


async def count(setup: Setup, account_id: str, device: str | None, answer: Answer, now: datetime) -> None:
    """Count an attempt with a code of an app, which is short enough to guess. A known browser counts for itself.

    Raises:
        AppError: ``rate_limited``; ``invalid``, there is no code.
    """
    if answer.passkey is None and not answer.digits:
        raise AppError("invalid", "Please enter the code", field="code")
    if answer.method == "authenticator":
        counter, counted = _counter(setup, account_id, device)
        await counter.take(setup.database, counted, now)


async def forget_count(setup: Setup, connection: Connection, account_id: str, device: str | None) -> None:
    """Forget the attempts before a right code."""
    counter, counted = _counter(setup, account_id, device)
    await counter.forget_with(connection, counted)


async def prove(setup: Setup, connection: Connection, account: Row, answer: Answer, ceremony: Row) -> None:
    """Check an answer and use it up, in the transaction of what it permits.

    Raises:
        AppError: ``invalid``; ``expired``, the ceremony was used by another request.
    """
    now = setup.clock()
    await ceremonies.consume(connection, ceremony)
    if answer.passkey is not None:
        passkey = await find_passkey(connection, answer.passkey, account.id)
        count_of_passkey = setup.relying_party.check(answer.passkey, passkey, ceremony.challenge)
        await passkeys.record_use(connection, passkey, count_of_passkey, now)
        return
    if answer.method == "authenticator":
        app = await authenticator.authenticator_of(connection, account.id)
        if app is None or app.confirmed_at is None:
            raise authenticator.wrong_code()
        await authenticator.use_code(connection, setup.secret, app, answer.digits, now)
        return
    await recovery_codes.use(connection, setup.secret, account.id, answer.code)
    left = await recovery_codes.count_left(connection, account.id)
    content = setup.emails.recovery_code_used(account.language, left, setup.reset_url, now)
    await setup.outbox.enqueue(connection, account.email, content)


def _counter(setup: Setup, account_id: str, device: str | None) -> tuple[limits.Counter, str]:
    if device is None:
        return limits.SECOND_STEPS, limits.account_key(setup.secret, account_id)
    return limits.SECOND_STEPS_OF_KNOWN, device
