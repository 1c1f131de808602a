"""An identity server for tests, and browsers that send requests to it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, Self

import httpx
from starlette.applications import Starlette

from inflow.core.encryption import Secret
from inflow.core.tables import metadata
from inflow.identity import tables
from inflow.identity.accounts import Accounts
from inflow.identity.factors.rules import TwoFactor
from inflow.identity.http.routes import identity_routes
from inflow.identity.limits import EMAILS_PER_NETWORK
from inflow.identity.passwords.hashing import Passwords
from inflow.identity.passwords.policy import SPEC, PasswordPolicy
from inflow.identity.setup import NewAccount
from inflow.identity.sign_up.entry import EntryRules
from inflow.mail import Outbox
from inflow.mail.transports import Smtp
from mail.mail_server import MailServer
from reflow.auth.tokens import Verifier
from reflow.postgres.database import Connection, Database

TABLES = [table for table in metadata.sorted_tables if table.name.startswith(("identity_", "mail_"))]
assert tables.accounts in TABLES

URL = "https://inflow.example"
ALICE = {
    "email": "Alice@Example.org",
    "fullName": "Alice Ada",
    "username": "alice",
    "password": "Low-Tide-1969",
    "dateOfBirth": "1990-02-28",
    "termsAccepted": True,
}


class House:
    """Identity with its routes. Its clock stands still unless a test moves it.

    Attributes:
        revoked: The revoked sessions, with their accounts, that connections were told to close.
        names: The address and the username that changed accounts have now.
        second_steps: The accounts that got their first second step (True), or lost the last one.
        fails: Makes the product refuse new members, as a bug would.
    """

    def __init__(
        self,
        database: Database,
        secret: Secret,
        mail_server: MailServer,
        *,
        public_url: str = URL,
        policy: PasswordPolicy = SPEC,
        entry: EntryRules = EntryRules(),  # noqa: B008  # frozen
        emails_per_network: int = EMAILS_PER_NETWORK,
        two_factor: TwoFactor = TwoFactor(),  # noqa: B008  # frozen
    ) -> None:
        self.now = datetime(2026, 6, 1, 12, tzinfo=UTC)
        self.database = database
        self.secret = secret
        self.mail_server = mail_server
        self.revoked: list[tuple[str, str]] = []
        self.fails = False
        self.public_url = public_url
        self.policy = policy
        self.entry = entry
        self.emails_per_network = emails_per_network
        self.two_factor = two_factor
        self.names: dict[str, tuple[str | None, str]] = {}
        self.second_steps: list[tuple[str, bool]] = []
        self.outbox = Outbox(
            database,
            Smtp(mail_server.url, sender="hello@inflow.example", sender_name="Inflow"),
            secret,
            clock=self.clock,
        )
        self.accounts = self.another_process()
        self.app = Starlette(routes=identity_routes(self.accounts))
        self.verifier = Verifier([self.accounts.as_issuer()], clock=self.time)

    def another_process(self, passwords: Passwords | None = None) -> Accounts:
        """The same identity, as in a second process of the app."""
        return Accounts(
            self.database,
            self.secret,
            self.outbox,
            public_url=self.public_url,
            product="Inflow",
            on_account_created=self.welcome,
            on_account_deleted=self.part,
            on_revoked=self.revoke,
            on_account_changed=self.rename,
            on_second_step=self.note_second_step,
            clock=self.clock,
            passwords=passwords,
            policy=self.policy,
            entry=self.entry,
            emails_per_network=self.emails_per_network,
            two_factor=self.two_factor,
            languages=("en", "de"),
        )

    async def __aenter__(self) -> Self:
        self._sending = asyncio.create_task(self.outbox.run())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._sending.cancel()
        with suppress(asyncio.CancelledError):
            await self._sending
        self.accounts.close()

    def clock(self) -> datetime:
        return self.now

    def time(self) -> float:
        return self.now.timestamp()

    def wait(self, **span: float) -> None:
        """Move the clock forward."""
        self.now += timedelta(**span)

    def visitor(self, peer: str = "203.0.113.7") -> Browser:
        """A browser without cookies."""
        return Browser(self, peer)

    async def welcome(self, connection: Connection, account: NewAccount) -> dict[str, Any]:
        """The product's part of creating an account."""
        sql = "INSERT INTO product_users (account_id, full_name) VALUES ($1, $2)"
        await connection.text(sql, account.id, account.full_name)
        if self.fails:
            raise RuntimeError("the product has a bug")
        return {"clerkId": account.id, "username": account.username, "email": account.email}

    async def part(self, connection: Connection, account_id: str) -> None:
        """The product's part of deleting an account."""
        await connection.text("DELETE FROM product_users WHERE account_id = $1", account_id)
        if self.fails:
            raise RuntimeError("the product has a bug")

    async def revoke(self, session_id: str, account_id: str) -> None:
        self.revoked.append((session_id, account_id))

    async def rename(self, _: Connection, account_id: str, email: str | None, username: str) -> None:
        self.names[account_id] = (email, username)
        if self.fails:
            raise RuntimeError("the product has a bug")

    async def note_second_step(self, _: Connection, account_id: str, has_one: bool) -> None:
        self.second_steps.append((account_id, has_one))

    async def letters_are_out(self) -> None:
        """Wait until all emails are sent."""
        async with asyncio.timeout(60), self.database.connection() as connection:
            waits = True
            while waits:
                await asyncio.sleep(0.005)
                waits = bool(await connection.text("SELECT FROM mail_outbox WHERE due_at IS NOT NULL"))

    async def count(self, table: str) -> int:
        async with self.database.connection() as connection:
            (row,) = await connection.text(f"SELECT count(*) AS n FROM {table}")
        return int(row.n)


class Browser:
    """A browser: it keeps cookies and sends the headers that name the origin of its requests."""

    def __init__(self, house: House, peer: str) -> None:
        self.house = house
        transport = httpx.ASGITransport(app=house.app, client=(peer, 50_000))
        self.client = httpx.AsyncClient(transport=transport, base_url=house.public_url)
        self.headers = {"Sec-Fetch-Site": "same-origin", "X-App": "1", "Content-Type": "application/json"}

    async def post(self, path: str, **body: Any) -> httpx.Response:
        return await self.client.post(f"/api/identity{path}", json=body, headers=self.headers)

    async def is_signed_in(self) -> bool:
        """Whether the server gives this browser a token for the realtime connection."""
        answer = await self.post("/token")
        assert answer.status_code == 200, answer.text
        return answer.json()["token"] is not None

    async def signs_up(self, **changed: Any) -> httpx.Response:
        return await self.post("/sign-up", **(ALICE | changed))

    async def becomes_a_member(self, **changed: Any) -> dict[str, Any]:
        """Sign up and verify the code; the new member."""
        begun = await self.signs_up(**changed)
        assert begun.status_code == 202, begun.text
        email = await self.house.mail_server.next()
        verified = await self.post("/sign-up/verify", challengeId=begun.json()["challengeId"], code=email.code)
        assert verified.status_code == 200, verified.text
        user: dict[str, Any] = verified.json()["user"]
        return user

    async def resets(self, email: str = "alice@example.org") -> str:
        """Ask for a reset; the challenge's id."""
        begun = await self.post("/reset", email=email)
        assert begun.status_code == 202, begun.text
        challenge: str = begun.json()["challengeId"]
        return challenge

    async def sessions(self) -> list[dict[str, Any]]:
        """The account's open sessions, as the page lists them."""
        answer = await self.client.get("/api/identity/sessions", headers=self.headers)
        assert answer.status_code == 200, answer.text
        listed: list[dict[str, Any]] = answer.json()
        return listed

    async def get(self, path: str) -> httpx.Response:
        return await self.client.get(f"/api/identity{path}", headers=self.headers)

    async def signs_in(self, identifier: str = "alice", password: str = "Low-Tide-1969") -> httpx.Response:
        return await self.post("/sign-in", identifier=identifier, password=password)

    @property
    def session(self) -> str | None:
        return self.client.cookies.get("__Host-sid")


def refusal(response: httpx.Response) -> tuple[int, str, str]:
    """Status, code and message of a refusal."""
    body = response.json()
    return response.status_code, body["code"], body["message"]


def flags_of(response: httpx.Response, cookie: str) -> set[str]:
    """The attributes of a cookie that the response sets, without its value."""
    (told,) = [one for one in response.headers.get_list("set-cookie") if one.startswith(f"{cookie}=")]
    return set(told.split("; ")[1:])
