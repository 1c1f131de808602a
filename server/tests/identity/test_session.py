"""Sessions and the tokens they give."""

from __future__ import annotations

import asyncio

import pytest
from starlette.requests import Request

from identity.house import Browser, House
from inflow.core.encryption import Secret
from inflow.identity.http.routes import identity_routes
from mail.mail_server import MailServer
from reflow.auth.tokens import Issuer, Verifier
from reflow.errors import AuthenticationFailed


@pytest.fixture
async def alice(house: House) -> Browser:
    """Alice's browser, signed in."""
    browser = house.visitor()
    await browser.becomes_a_member()
    return browser


async def token(browser: Browser) -> str:
    answer = await browser.post("/token")
    assert answer.status_code == 200, answer.text
    given: str = answer.json()["token"]
    return given


async def test_a_token_is_believed_through_the_published_keys(house: House, alice: Browser) -> None:
    discovery = (await alice.client.get("/api/identity/.well-known/openid-configuration")).json()

    async def published() -> dict[str, object]:
        keys: dict[str, object] = (await alice.client.get(discovery["jwks_uri"])).json()
        return keys

    verifier = Verifier([Issuer(discovery["issuer"], "sync", ("ES256",), published)], clock=house.time)
    answer = await alice.post("/token")
    identity = await verifier.verify(answer.json()["token"])

    async with house.database.connection() as connection:
        (session,) = await connection.text("SELECT id, account_id FROM identity_sessions")
    assert identity.issuer == "https://inflow.example/api/identity"
    assert (identity.subject, identity.session) == (session.account_id, session.id)
    assert identity.expires_at == house.now.timestamp() + 300
    assert answer.json()["expiresAt"] == "2026-06-01T12:05:00.000Z"


async def test_two_keys_are_published_and_nothing_private(house: House, alice: Browser) -> None:
    keys = (await alice.client.get("/api/identity/.well-known/jwks.json")).json()["keys"]

    assert len({key["kid"] for key in keys}) == 2
    for key in keys:
        assert key.keys() == {"kty", "crv", "x", "y", "kid", "use", "alg"}


async def test_a_token_ends_after_five_minutes(house: House, alice: Browser) -> None:
    given = await token(alice)

    house.wait(seconds=306)

    with pytest.raises(AuthenticationFailed):
        await house.verifier.verify(given)


async def test_without_a_session_there_is_no_token(house: House) -> None:
    stranger = house.visitor()
    answer = await stranger.post("/token")
    assert (answer.status_code, answer.json()) == (200, {"token": None})
    assert "set-cookie" not in answer.headers

    stranger.client.cookies.set("__Host-sid", "A" * 43, domain="inflow.example")
    assert not await stranger.is_signed_in()


async def test_signing_out_ends_the_session_everywhere(house: House, alice: Browser) -> None:
    before = alice.session
    identity = await house.verifier.verify(await token(alice))

    answer = await alice.post("/sign-out")

    assert answer.status_code == 204
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert house.revoked == [(identity.session, identity.subject)]
    assert await house.accounts.open_sessions_among([str(identity.session)]) == set()
    alice.client.cookies.set("__Host-sid", str(before), domain="inflow.example")
    assert not await alice.is_signed_in()


async def test_signing_out_twice_is_no_mistake(house: House, alice: Browser) -> None:
    await alice.post("/sign-out")

    assert (await alice.post("/sign-out")).status_code == 204
    assert len(house.revoked) == 1


async def test_signing_out_leaves_other_sessions_alone(house: House, alice: Browser) -> None:
    phone = house.visitor()
    await phone.signs_in()

    await alice.post("/sign-out")

    identity = await house.verifier.verify(await token(phone))
    assert await house.accounts.open_sessions_among([str(identity.session), "another"]) == {identity.session}


async def test_a_session_ends_after_fourteen_days_without_use(house: House, alice: Browser) -> None:
    house.wait(days=13)
    await token(alice)
    house.wait(days=13)
    await token(alice)
    house.wait(days=14)

    assert not await alice.is_signed_in()


async def test_a_session_ends_after_thirty_days_in_any_case(house: House, alice: Browser) -> None:
    for _ in range(29):
        house.wait(days=1)
        await token(alice)
    house.wait(hours=23, minutes=58)
    last = await house.verifier.verify(await token(alice))
    house.wait(minutes=2)

    assert last.expires_at == house.now.timestamp()
    assert not await alice.is_signed_in()


@pytest.mark.parametrize(("span", "live"), [({"days": 14, "seconds": -1}, True), ({"days": 14}, False)])
async def test_fourteen_days_without_use_are_over_to_the_second(
    house: House, alice: Browser, span: dict[str, float], live: bool
) -> None:
    house.wait(**span)

    assert await alice.is_signed_in() is live


@pytest.mark.parametrize(("seconds", "live"), [(1, True), (0, False)])
async def test_thirty_days_are_over_to_the_second(house: House, alice: Browser, seconds: int, live: bool) -> None:
    for _ in range(29):
        house.wait(days=1)
        await token(alice)

    house.wait(days=1, seconds=-seconds)

    assert await alice.is_signed_in() is live


async def test_the_cookie_changes_every_day(house: House, alice: Browser) -> None:
    first = alice.session
    house.wait(hours=23)
    await token(alice)
    assert alice.session == first

    house.wait(hours=1)
    await token(alice)
    assert alice.session != first
    await token(alice)


async def test_tabs_that_ask_at_the_same_moment_all_stay_signed_in(house: House, alice: Browser) -> None:
    house.wait(hours=25)
    former = str(alice.session)

    answers = await asyncio.gather(*(alice.post("/token") for _ in range(4)))
    assert all(answer.json()["token"] for answer in answers)
    assert sum("set-cookie" in answer.headers for answer in answers) == 1
    await token(alice)

    late_tab = house.visitor()
    late_tab.client.cookies.set("__Host-sid", former, domain="inflow.example")
    house.wait(seconds=59)
    assert await late_tab.is_signed_in()
    house.wait(seconds=1)
    assert not await late_tab.is_signed_in()
    assert await alice.is_signed_in()


async def test_an_answer_lost_on_the_way_signs_nobody_out(house: House, alice: Browser) -> None:
    house.wait(hours=25)
    kept = str(alice.session)
    await alice.post("/token")
    alice.client.cookies.clear()
    alice.client.cookies.set("__Host-sid", kept, domain="inflow.example")

    house.wait(hours=23)
    assert await alice.is_signed_in()
    house.wait(hours=2)
    assert await alice.is_signed_in()
    assert alice.session != kept


async def test_sessions_that_are_over_are_forgotten_and_others_are_not(house: House, alice: Browser) -> None:
    house.wait(days=13)
    phone = house.visitor()
    await phone.signs_in()
    house.wait(days=2)

    await house.accounts.forget_expired()

    assert await house.count("identity_sessions") == await house.count("identity_session_tokens") == 1
    await token(phone)


async def test_an_upload_knows_whose_it_is(house: House, alice: Browser) -> None:
    def request(cookie: str) -> Request:
        return Request({"type": "http", "headers": [(b"cookie", f"__Host-sid={cookie}".encode())]})

    session = await house.accounts.session_of(request(str(alice.session)))
    identity = await house.verifier.verify(await token(alice))

    assert session is not None
    assert (session.id, session.account_id) == (identity.session, identity.subject)
    assert await house.accounts.session_of(request("made up")) is None
    assert await house.accounts.session_of(Request({"type": "http", "headers": []})) is None


async def test_keys_change_every_ninety_days_and_nobody_notices(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    async def kids() -> list[str]:
        answer = await house.visitor().client.get("/api/identity/.well-known/jwks.json")
        return [key["kid"] for key in answer.json()["keys"]]

    first, following = await kids()
    await token(alice)
    house.wait(days=89, hours=23, minutes=59)
    await alice.signs_in()
    old = await token(alice)
    house.wait(minutes=1)

    identity = await house.verifier.verify(await token(alice))
    assert (await house.verifier.verify(old)).subject == identity.subject
    assert (await kids())[:2] == [first, following]
    assert len(await kids()) == 3
    house.wait(days=2)
    assert first not in await kids()
    assert len(await kids()) == 2


async def test_processes_that_start_at_once_agree_on_the_keys(house: House) -> None:
    several = [house.another_process() for _ in range(4)]

    published = await asyncio.gather(*(accounts.jwks() for accounts in several))

    assert all(keys == published[0] for keys in published)
    assert await house.count("identity_signing_keys") == 2
    for accounts in several:
        accounts.close()


async def test_keys_sealed_with_another_secret_stop_the_start_in_plain_words(house: House) -> None:
    await house.accounts.jwks()
    house.secret = Secret(b"another secret of 32 bytes or so")
    accounts = house.another_process()

    with pytest.raises(RuntimeError, match="identity_signing_keys"):
        await accounts.start()
    accounts.close()


async def test_starting_makes_what_the_first_request_needs(house: House) -> None:
    accounts = house.another_process()
    await accounts.start()
    house.app.router.routes[:] = identity_routes(accounts)

    assert (await house.visitor().signs_in()).status_code == 401
    accounts.close()
