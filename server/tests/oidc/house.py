"""An identity server with a hosted provider, and browsers that sign in through that provider."""

from __future__ import annotations

from typing import Any

import httpx
from starlette.applications import Starlette

from identity.house import Browser, House
from inflow.core.clock import utc_now
from inflow.core.encryption import Secret
from inflow.core.tables import metadata
from inflow.identity.http.routes import identity_routes
from inflow.identity.sign_up.entry import EntryRules
from inflow.oidc.http import oidc_routes
from inflow.oidc.providers import Provider as Configured
from inflow.oidc.sign_in import OidcSignIn
from mail.mail_server import MailServer
from oidc.provider import Provider
from reflow.auth.tokens import Verifier
from reflow.postgres.database import Database

TABLES = [table for table in metadata.sorted_tables if table.name.startswith(("identity_", "mail_", "hosted_"))]
COMPLETE = {"fullName": "Alice Ada", "username": "alice", "dateOfBirth": "1990-02-28", "termsAccepted": True}


class OidcHouse(House):
    """Identity with a hosted provider. Its clock starts now, because the provider's tokens have real times."""

    def __init__(
        self,
        database: Database,
        secret: Secret,
        mail_server: MailServer,
        provider: Provider,
        *,
        passwords: bool = True,
        entry: EntryRules = EntryRules(),  # noqa: B008  # frozen
        **configured: Any,
    ) -> None:
        super().__init__(database, secret, mail_server, entry=entry)
        self.now = utc_now()
        self.provider = provider
        asked = {"issuer": provider.issuer, "client_id": "inflow", "client_secret": "s3:cret/", "label": "Example"}
        self.oidc = OidcSignIn(
            [Configured(**(asked | configured))],
            self.accounts,
            database,
            secret,
            public_url=self.public_url,
            clock=self.clock,
        )
        routes = oidc_routes(self.oidc, self.accounts, passwords=passwords)
        self.app = Starlette(routes=[*routes, *identity_routes(self.accounts)])
        self.verifier = Verifier([self.accounts.as_issuer(), *self.oidc.as_issuers()], clock=self.time)

    async def __aexit__(self, *reason: object) -> None:
        await self.oidc.close()
        await super().__aexit__(*reason)

    def visitor(self, peer: str = "203.0.113.7") -> Walker:
        """A browser without cookies."""
        return Walker(self, peer)


class Walker(Browser):
    """A browser whose user signs in through a provider."""

    house: OidcHouse

    async def sets_out(self, issuer: str | None = None, **headers: str) -> httpx.Response:
        """Press the provider's button."""
        asked = {"issuer": issuer or self.house.provider.issuer}
        site = {"Sec-Fetch-Site": "same-origin", **{name.replace("_", "-"): value for name, value in headers.items()}}
        return await self.client.get("/api/identity/hosted/start", params=asked, headers=site)

    async def goes(self, subject: str = "a-1") -> str:
        """Press the button and sign in at the provider; the address to which the provider redirects the browser."""
        departure = await self.sets_out()
        assert departure.status_code == 303, departure.text
        return await self.house.provider.signs_in(departure.headers["location"], subject)

    async def returns(self, address: str) -> httpx.Response:
        """Follow the redirect back. It comes from another site, so the browser sends only the `Lax` cookie."""
        transport = httpx.ASGITransport(app=self.house.app, client=("203.0.113.7", 50_000))
        lax = {name: value for name, value in self.client.cookies.items() if name == "__Host-visit"}
        async with httpx.AsyncClient(transport=transport, cookies=lax) as redirected:
            answer = await redirected.get(address, headers={"Sec-Fetch-Site": "cross-site"})
        assert answer.status_code == 303, answer.text
        self.client.cookies.extract_cookies(answer)
        return answer

    async def walks(self, subject: str = "a-1") -> str:
        """Go to the provider and back; the page on which the browser ends."""
        return (await self.returns(await self.goes(subject))).headers["location"]

    async def completes(self, **changed: Any) -> httpx.Response:
        """Send the rest of the form."""
        return await self.post("/hosted/complete", **(COMPLETE | changed))

    async def pending(self) -> httpx.Response:
        """The fields that the form still needs."""
        return await self.client.get("/api/identity/hosted/pending")

    async def joins(self, subject: str = "a-1", **changed: Any) -> dict[str, Any]:
        """Become a member through the provider; the new member."""
        assert await self.walks(subject) == "/get-started?complete"
        answer = await self.completes(**changed)
        assert answer.status_code == 200, answer.text
        user: dict[str, Any] = answer.json()["user"]
        return user

    async def who(self) -> str | None:
        """The subject of the browser's token; None if it is not signed in."""
        token = (await self.post("/token")).json()["token"]
        return None if token is None else (await self.house.verifier.verify(token)).subject
