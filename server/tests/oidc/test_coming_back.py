"""The callback from the provider: members are signed in at once, and every answer but the one expected is refused."""

from __future__ import annotations

import pytest
from httpx import URL

from inflow.core.encryption import Secret
from inflow.oidc.providers import account_id_of
from mail.mail_server import MailServer
from oidc.house import OidcHouse, Walker
from oidc.provider import Provider, answering
from reflow.postgres.database import Database


def changed(address: str, **query: str | None) -> str:
    """The address with some of its query changed, or left out where None."""
    url = URL(address)
    kept = {name: value for name, value in {**url.params, **query}.items() if value is not None}
    return str(url.copy_with(params=kept))


@pytest.fixture
async def alice(house: OidcHouse) -> Walker:
    """A member, in a browser that is signed out."""
    alice = house.visitor()
    await alice.joins()
    assert (await alice.post("/sign-out")).status_code == 204
    return alice


async def test_a_member_goes_straight_in(house: OidcHouse, alice: Walker) -> None:
    answer = await alice.returns(await alice.goes())

    assert answer.headers["location"] == "/homefeed"
    assert await alice.who() == account_id_of(house.provider.issuer, "a-1")
    cookies = {cookie.partition("=")[0]: cookie for cookie in answer.headers.get_list("set-cookie")}
    assert set(cookies) == {"__Host-sid", "__Host-visit"}
    for attribute in ("HttpOnly", "SameSite=strict", "Secure", "Path=/"):
        assert attribute in cookies["__Host-sid"]
    assert answer.headers["cache-control"] == "no-store"


async def test_another_browser_of_theirs_does_too(house: OidcHouse, alice: Walker) -> None:
    telephone = house.visitor()

    assert await telephone.walks() == "/homefeed"
    assert await house.count("product_users") == 1


async def test_signing_out_ends_it(house: OidcHouse, alice: Walker) -> None:
    await alice.walks()

    await alice.post("/sign-out")

    assert await alice.who() is None
    assert await house.count("identity_sessions") == 0


async def test_the_browsers_former_session_ends(house: OidcHouse, alice: Walker) -> None:
    member = await alice.becomes_a_member(username="by_mail")
    house.revoked.clear()

    assert await alice.walks() == "/homefeed"

    assert [account for _, account in house.revoked] == [member["clerkId"]]
    assert await house.count("identity_sessions") == 1
    assert await alice.who() != member["clerkId"]


async def test_joining_ends_the_browsers_former_session(house: OidcHouse) -> None:
    bob = house.visitor()
    member = await bob.becomes_a_member(username="by_mail")
    house.revoked.clear()

    await bob.joins("b-1", username="bob")

    assert [account for _, account in house.revoked] == [member["clerkId"]]


async def test_two_tabs_can_be_on_their_way(house: OidcHouse, alice: Walker) -> None:
    first, second = await alice.goes(), await alice.goes()
    visit = alice.client.cookies["__Host-visit"]

    assert (await alice.returns(first)).headers["location"] == "/homefeed"
    alice.client.cookies.set("__Host-visit", visit, domain="inflow.example")  # sent before the first answer came
    assert (await alice.returns(second)).headers["location"] == "/homefeed"


@pytest.mark.parametrize("state", [None, "", "x", "x" * 43])
async def test_a_wrong_state_gets_nowhere_and_spoils_nothing(
    house: OidcHouse, alice: Walker, state: str | None
) -> None:
    right = await alice.goes()

    answer = await alice.returns(changed(right, state=state))

    assert answer.headers["location"] == "/login?problem=expired"
    assert "set-cookie" not in answer.headers
    assert house.provider.visits["/oauth2/token"] == 1  # the visit from when she joined
    assert (await alice.returns(right)).headers["location"] == "/homefeed"


async def test_an_answer_is_good_once(house: OidcHouse, alice: Walker) -> None:
    address = await alice.goes()
    visit = alice.client.cookies["__Host-visit"]
    await alice.returns(address)

    alice.client.cookies.set("__Host-visit", visit, domain="inflow.example")
    answer = await alice.returns(address)

    assert answer.headers["location"] == "/login?problem=expired"
    assert await house.count("identity_sessions") == 1


async def test_a_code_is_good_once(house: OidcHouse, alice: Walker) -> None:
    first = await alice.goes()
    await alice.returns(first)
    second = await alice.goes()

    answer = await alice.returns(changed(first, state=parameter(second, "state")))

    assert answer.headers["location"] == "/login?problem=refused"


async def test_somebody_elses_answer_opens_nothing(house: OidcHouse, alice: Walker) -> None:
    """Mallory signs in at the provider and has Alice's browser deliver the answer, which would sign Alice in as
    Mallory.
    """
    mallory = house.visitor()
    address = await mallory.goes("m-1")

    assert (await alice.returns(address)).headers["location"] == "/login?problem=expired"
    await alice.sets_out()
    assert (await alice.returns(address)).headers["location"] == "/login?problem=expired"
    assert await alice.who() is None


@pytest.mark.parametrize("checks_verifier", [True, False])
async def test_somebody_elses_code_opens_nothing(
    house: OidcHouse, provider: Provider, alice: Walker, checks_verifier: bool
) -> None:
    """Mallory has stolen Alice's code. Their browser has neither its verifier nor its nonce."""
    stolen = await alice.goes()
    mallory = house.visitor()
    own = await mallory.goes("m-1")
    provider.checks_verifier = checks_verifier

    answer = await mallory.returns(changed(own, code=parameter(stolen, "code")))

    assert answer.headers["location"] == "/login?problem=refused"
    assert await mallory.who() is None


async def test_an_answer_comes_within_ten_minutes(house: OidcHouse, alice: Walker) -> None:
    address = await alice.goes()
    house.wait(minutes=10)

    assert (await alice.returns(address)).headers["location"] == "/login?problem=expired"
    await house.oidc.forget_expired()
    assert await house.count("hosted_visits") == 0


async def test_who_changes_their_mind_is_back_at_the_login(house: OidcHouse, alice: Walker) -> None:
    departure = await alice.sets_out()

    address = await house.provider.declines(departure.headers["location"])

    assert (await alice.returns(address)).headers["location"] == "/login?problem=cancelled"


async def test_another_error_of_the_provider_is_a_refusal(house: OidcHouse, alice: Walker) -> None:
    right = await alice.goes()

    answer = await alice.returns(changed(right, error="server_error"))

    assert answer.headers["location"] == "/login?problem=refused"


@pytest.mark.parametrize(
    ("named", "page"), [("right", "/homefeed"), ("https://evil.example", "/login?problem=refused")]
)
async def test_an_answer_that_names_its_issuer_must_name_this_one(
    house: OidcHouse, alice: Walker, named: str, page: str
) -> None:
    right = await alice.goes()

    answer = await alice.returns(changed(right, iss=house.provider.issuer if named == "right" else named))

    assert answer.headers["location"] == page


async def test_an_issuer_that_always_names_itself_must(house: OidcHouse, provider: Provider) -> None:
    provider.document = {"authorization_response_iss_parameter_supported": True}

    assert await house.visitor().walks() == "/login?problem=refused"


async def test_a_link_on_a_foreign_page_sends_nobody_anywhere(house: OidcHouse, alice: Walker) -> None:
    answer = await alice.sets_out(Sec_Fetch_Site="cross-site")

    assert answer.headers["location"] == "/login"
    assert "set-cookie" not in answer.headers


async def test_an_unknown_issuer_is_not_asked(house: OidcHouse) -> None:
    answer = await house.visitor().sets_out("https://evil.example")

    assert answer.headers["location"] == "/login?problem=unavailable"


async def test_setting_out_is_limited(house: OidcHouse) -> None:
    visitor = house.visitor()

    pages = [(await visitor.sets_out()).headers["location"] for _ in range(11)]

    assert pages[9].startswith(house.provider.issuer)
    assert pages[10] == "/login?problem=rate_limited"
    house.wait(seconds=10)
    assert (await visitor.sets_out()).headers["location"].startswith(house.provider.issuer)


@pytest.mark.parametrize(
    ("document", "in_form"),
    [({}, False), ({"token_endpoint_auth_methods_supported": ["client_secret_post"]}, True)],
)
async def test_the_secret_is_sent_as_the_provider_wants_it(
    house: OidcHouse, provider: Provider, document: dict[str, object], in_form: bool
) -> None:
    provider.document = document

    await house.visitor().joins()

    ((form, authorization),) = provider.redeemed
    assert form.get("client_secret") == ("s3:cret/" if in_form else None)
    assert authorization == (None if in_form else "Basic aW5mbG93OnMzJTNBY3JldCUyRg==")  # inflow:s3%3Acret%2F
    assert len(form["code_verifier"]) == 43


async def test_a_client_without_a_secret_sends_none(
    database: Database, secret: Secret, mail_server: MailServer, provider: Provider
) -> None:
    provider.replies["/oauth2/token"] = answering({"error": "invalid_client"}, 401)
    async with OidcHouse(database, secret, mail_server, provider, client_secret="") as house:
        assert await house.visitor().walks() == "/login?problem=refused"

    ((form, authorization),) = provider.redeemed
    assert (form["client_id"], form.get("client_secret"), authorization) == ("inflow", None, None)


def parameter(address: str, name: str) -> str:
    return URL(address).params[name]
