"""The whole app with a provider, in a process of its own: members, their sockets, and native clients."""

from __future__ import annotations

import json
import os
import shutil
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.app.house import House, until
from tests.app.people import FEED, Member
from tests.reflow.wire.peer import add

from inflow.oidc.providers import account_id_of
from oidc.provider import Provider


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """An `INFLOW_HOME` that no process has used."""
    folder = Path(tempfile.mkdtemp(prefix="inflow-house-"))
    folder.chmod(0o711)  # when root starts it, PostgreSQL runs as another user, who must be able to enter
    yield folder / "home"
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
async def app(home: Path, running_provider: Provider) -> AsyncIterator[House]:
    """Inflow without passwords, started as an operator starts it."""
    issuers = [{"issuer": running_provider.issuer, "client_id": "inflow", "client_secret": "s3cret"}]
    async with House(home, INFLOW_ISSUERS=json.dumps(issuers), INFLOW_PASSWORDS="off") as house:
        yield house


async def walks(member: Member, provider: Provider, subject: str) -> str:
    """Go to the provider and back; the page on which the browser ends."""
    departure = await member.http.get("/api/identity/hosted/start", params={"issuer": provider.issuer})
    address = httpx.URL(await provider.signs_in(departure.headers["location"], subject))
    # Browsers use another origin for the house than these tests do.
    answer = await member.http.get(address.path, params=address.params)
    assert answer.status_code == 303
    return answer.headers["location"]


async def joins(house: House, provider: Provider, subject: str) -> Member:
    """Become a member through the provider."""
    member = Member(house)
    member.username = subject.replace("-", "_")
    assert await walks(member, provider, subject) == "/get-started?complete"
    answer = await member.ask(
        "/hosted/complete",
        fullName="Dora Doe",
        username=member.username,
        dateOfBirth="1990-02-28",
        termsAccepted=True,
    )
    assert answer.status_code == 200, answer.text
    member.user_id = answer.json()["user"]["_id"]
    await member.choose_scenic()
    return member


def brought(provider: Provider, subject: str, **changed: Any) -> str:
    """A token that a native client got directly from the provider."""
    now = int(time.time())
    claims = {"iss": provider.issuer, "aud": "inflow", "sub": subject, "sid": "theirs", "iat": now, "exp": now + 300}
    return provider.signed({**claims, **changed})


async def test_a_member_through_the_provider_is_a_member_like_any(app: House, provider: Provider) -> None:
    dora = await joins(app, provider, "dora-1")
    (photo,) = await dora.photos_by_hand(1)

    async with dora.page() as page:
        posted = await page.does("posts:createPost", **dora.foto(photo, caption="Hosted"))

    assert posted["success"], posted
    assert await walks(dora, provider, "dora-1") == "/homefeed"


async def test_signing_out_closes_their_pages(app: House, provider: Provider) -> None:
    erin = await joins(app, provider, "erin-1")
    async with erin.page() as page:
        await page.feed()

        assert (await erin.ask("/sign-out")).status_code == 204
        assert await page.peer.ending() == 1000


async def test_a_native_client_brings_the_providers_token(app: House, provider: Provider) -> None:
    finn = await joins(app, provider, "finn-1")

    async with finn.socket() as socket:
        await socket.authenticate(brought(provider, "finn-1"))
        await socket.follow(add(0, "users:me"), add(1, "posts:getPostsByNook", **FEED))
        await socket.until(lambda: {0, 1} <= set(socket.results))

        assert socket.results[0]["clerkId"] == account_id_of(provider.issuer, "finn-1")


async def test_leaving_closes_a_native_client(app: House, provider: Provider) -> None:
    gail = await joins(app, provider, "gail-1")
    token = brought(provider, "gail-1")
    async with gail.socket() as socket:
        await socket.authenticate(token)
        await socket.follow(add(0, "users:me"))
        await socket.until(lambda: 0 in socket.results)

        assert (await gail.ask("/delete")).status_code == 204
        assert await socket.ending() == 1000

    await is_nobodys(gail, token)


@pytest.mark.parametrize("fails", [False, True], ids=["the database answers", "the database fails first"])
async def test_a_native_client_is_closed_though_the_suspension_came_while_the_log_was_away(
    app: House, provider: Provider, fails: bool
) -> None:
    subject = f"iris-{fails:d}"
    iris = await joins(app, provider, subject)
    async with iris.socket() as socket:
        await socket.authenticate(brought(provider, subject))
        await socket.follow(add(0, "users:me"))
        await socket.until(lambda: 0 in socket.results)

        (process,) = app.workers
        os.kill(process, signal.SIGSTOP)
        database = await app.database()
        await database.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE backend_type = 'walsender'"
        )
        await database.execute(
            "INSERT INTO identity_suspensions (account_id) VALUES ($1)", account_id_of(provider.issuer, subject)
        )
        if fails:
            await database.execute("ALTER TABLE identity_suspensions RENAME TO mislaid")
        os.kill(process, signal.SIGCONT)
        if fails:
            await until(lambda: said(app, "not checked yet"))
            await database.execute("ALTER TABLE mislaid RENAME TO identity_suspensions")
        await database.close()

        assert await socket.ending() == 1000


async def said(app: House, words: str) -> bool:
    """Whether the log has these words."""
    return words in app.said


@pytest.mark.parametrize(
    "changed",
    [
        {"sub": "nobody-1"},
        {"aud": "another"},
        {"iss": "https://evil.example"},
        {"exp": int(time.time()) - 100},
    ],
    ids=["nobody", "another client's", "another issuer's", "expired"],
)
async def test_a_token_of_the_provider_that_opens_nothing(
    app: House, provider: Provider, changed: dict[str, Any]
) -> None:
    await is_nobodys(Member(app), brought(provider, "finn-1", **changed))


async def test_an_embedded_id_as_the_providers_subject_is_somebody_else(app: House, provider: Provider) -> None:
    hana = await joins(app, provider, "hana-1")
    clerk_id = account_id_of(provider.issuer, "hana-1")

    await is_nobodys(hana, brought(provider, clerk_id))


async def test_passwords_are_off_in_the_whole_app(app: House, provider: Provider) -> None:
    stranger = Member(app)

    told = (await stranger.http.get("/api/identity/methods")).json()
    assert told["embedded"] is False
    assert told["hosted"] == [{"issuer": provider.issuer, "label": "localhost"}]
    assert (await stranger.ask("/sign-in", identifier="a", password="b")).status_code == 403


async def is_nobodys(member: Member, token: str) -> None:
    """Check that the server closes a connection with this token."""
    async with member.socket() as socket:
        await socket.authenticate(token)
        assert await socket.ending() == 1000
        assert [frame["type"] for frame in socket.frames] == ["AuthError"]
