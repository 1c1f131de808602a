"""The documents that a provider publishes, and the limits that protect the server from a misbehaving provider."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

import flask
import pytest

import reflow.auth.jwks
from oidc.house import OidcHouse
from oidc.provider import KEY, Claims, Provider, Reply, answering
from reflow.auth.jwks import MOST_BYTES, Published, Unusable, ask, new_client, require_safe
from reflow.errors import AuthenticationFailed

KEYS = {"keys": [KEY.as_dict(private=False)]}
DISCOVERY = "/.well-known/openid-configuration"


@pytest.fixture
def stuck() -> Iterator[threading.Event]:
    """Replies wait for this event; it is set when the test is over."""
    event = threading.Event()
    yield event
    event.set()


def padded(content: Claims, size: int) -> bytes:
    """The content as JSON, padded to this many bytes."""
    raw = json.dumps(content).encode()
    return raw + b" " * (size - len(raw))


KEY_SETS: dict[str, tuple[Reply, str]] = {
    "of 64 KiB": (answering(padded(KEYS, MOST_BYTES)), "/get-started?complete"),
    "of one byte more": (answering(padded(KEYS, MOST_BYTES + 1)), "/login?problem=refused"),
    "endless": (answering(padded(KEYS, 5_000_000)), "/login?problem=refused"),
    "elsewhere": (answering(b"", 302, Location="/moved"), "/login?problem=refused"),
    "elsewhere for good": (answering(KEYS, 301, Location="/moved"), "/login?problem=refused"),
    "missing": (answering(b"Not found", 404), "/login?problem=refused"),
    "broken": (answering(KEYS, 500), "/login?problem=refused"),
    "compressed": (answering(KEYS, Content_Encoding="gzip"), "/login?problem=refused"),
    "no JSON": (answering(b"{"), "/login?problem=refused"),
    "a list": (answering(b"[]"), "/login?problem=refused"),
    "without keys": (answering({}), "/login?problem=refused"),
    "with keys that are none": (answering({"keys": [1, None, "x"]}), "/login?problem=refused"),
}


@pytest.mark.parametrize(("reply", "page"), KEY_SETS.values(), ids=KEY_SETS.keys())
async def test_a_key_set_that_is(house: OidcHouse, provider: Provider, reply: Reply, page: str) -> None:
    provider.replies["/jwks"] = reply
    provider.replies["/moved"] = answering(KEYS)

    assert await house.visitor().walks() == page
    assert provider.visits["/moved"] == 0


async def test_a_key_set_that_does_not_come_is_waited_for_a_moment(
    house: OidcHouse, provider: Provider, stuck: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reflow.auth.jwks, "PATIENCE", 1.5)  # on a busy machine the other answers take a moment as well

    def late() -> flask.Response:
        stuck.wait(10)
        return answering(KEYS)()

    provider.replies["/jwks"] = late

    assert await house.visitor().walks() == "/login?problem=refused"
    assert not stuck.is_set()


def test_the_moment_is_three_seconds() -> None:
    assert reflow.auth.jwks.PATIENCE == 3.0


async def test_a_new_key_is_found_but_looked_for_once_a_minute(house: OidcHouse, provider: Provider) -> None:
    await house.visitor().joins()
    provider.rotate()

    assert await house.visitor().walks() == "/login?problem=refused"
    house.wait(seconds=61)
    assert await house.visitor().walks() == "/homefeed"
    assert provider.visits["/jwks"] == 2


async def test_made_up_keys_make_us_ask_once_a_minute(house: OidcHouse, provider: Provider) -> None:
    await house.visitor().joins()
    provider.forge = lambda at, claims: at.signed(claims, kid=f"made up {len(at.redeemed)}")

    house.wait(seconds=61)
    for _ in range(4):
        assert await house.visitor().walks() == "/login?problem=refused"

    assert provider.visits["/jwks"] == 2


async def test_known_keys_do_for_a_day_without_the_provider_publishing_them(
    house: OidcHouse, provider: Provider
) -> None:
    token = provider.signed(claims_of(house, exp=house.time() + 200_000))
    await house.visitor().joins()
    provider.replies["/jwks"] = answering({}, 503)

    house.wait(hours=23)
    assert (await house.verifier.verify(token)).subject == "a-1"
    house.wait(hours=2)
    with pytest.raises(AuthenticationFailed):
        await house.verifier.verify(token)


@pytest.mark.parametrize("path", [DISCOVERY, "/oauth2/token"])
async def test_a_provider_that_is_down_is_said_to_be(house: OidcHouse, provider: Provider, path: str) -> None:
    provider.replies[path] = answering({}, 503)
    visitor = house.visitor()

    departure = await visitor.sets_out()
    if departure.headers["location"].startswith("/"):
        assert departure.headers["location"] == "/login?problem=unavailable"
        return
    address = await provider.signs_in(departure.headers["location"], "a-1")
    assert (await visitor.returns(address)).headers["location"] == "/login?problem=unavailable"


async def test_a_provider_that_is_down_is_asked_again_after_five_seconds(house: OidcHouse, provider: Provider) -> None:
    provider.replies[DISCOVERY] = answering({}, 503)
    for _ in range(4):
        assert (await house.visitor().sets_out()).headers["location"] == "/login?problem=unavailable"
    assert provider.visits[DISCOVERY] == 1

    del provider.replies[DISCOVERY]
    house.wait(seconds=5)
    assert await house.visitor().walks() == "/get-started?complete"


async def test_a_provider_that_is_gone_leaves_passwords_working(house: OidcHouse, provider: Provider) -> None:
    await house.visitor().becomes_a_member()
    with Provider().open() as gone:
        issuer = gone.issuer
    async with new_client() as client:
        with pytest.raises(Unusable):
            await Published(issuer, client).document()

    assert (await house.visitor().signs_in()).status_code == 200


DOCUMENTS: dict[str, Claims] = {
    "of another issuer": {"issuer": "https://evil.example"},
    "of almost this issuer": {"issuer": "http://localhost/"},
    "without an issuer": {"issuer": None},
    "without a page": {"authorization_endpoint": None},
    "with a page over http": {"authorization_endpoint": "http://evil.example/authorize"},
    "with a page of another kind": {"authorization_endpoint": "javascript:alert(1)"},
    "with a page and a password": {"authorization_endpoint": "https://user:password@evil.example/"},
}


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS.keys())
async def test_a_discovery_document(house: OidcHouse, provider: Provider, document: Claims) -> None:
    provider.document = document

    assert (await house.visitor().sets_out()).headers["location"] == "/login?problem=unavailable"


@pytest.mark.parametrize("endpoint", ["token_endpoint", "jwks_uri"])
async def test_no_secret_goes_over_http(house: OidcHouse, provider: Provider, endpoint: str) -> None:
    provider.document = {endpoint: "http://evil.example/"}

    assert await house.visitor().walks() in ("/login?problem=unavailable", "/login?problem=refused")


@pytest.mark.parametrize(
    "url",
    [
        "https://accounts.example",
        "https://accounts.example:8443/realms/a",
        "http://localhost:8180",
        "http://127.0.0.1:1",
        "http://[::1]:1",
    ],
)
def test_a_safe_address(url: str) -> None:
    assert require_safe(url) == url


@pytest.mark.parametrize(
    "url",
    [
        "http://accounts.example",
        "http://localhost.evil.example",
        "http://10.0.0.1",
        "http://169.254.169.254",
        "ftp://accounts.example",
        "file:///etc/passwd",
        "//accounts.example",
        "accounts.example",
        "https://",
        "https://accounts.example#x",
        "https://user@accounts.example",
        "https://accöunts.example",
        "",
        None,
        7,
    ],
)
def test_an_unsafe_address(url: object) -> None:
    with pytest.raises(Unusable):
        require_safe(url)


@pytest.mark.parametrize("url", ["http://localhost:1", "http://127.0.0.1:1", "http://accounts.example"])
def test_an_issuer_elsewhere_cannot_point_us_at_this_machine_by_http(url: str) -> None:
    with pytest.raises(Unusable):
        require_safe(url, near="https://accounts.example")


async def test_nothing_is_asked_of_a_proxy_or_after_a_redirect(provider: Provider) -> None:
    provider.replies["/there"] = answering(b"", 307, Location="/moved")

    async with new_client() as client:
        with pytest.raises(Unusable, match="redirect"):
            await ask(client, f"{provider.issuer}/there", form={"code": "x"})

    assert provider.visits["/moved"] == 0


async def test_the_documents_are_asked_for_once_for_many(house: OidcHouse, provider: Provider) -> None:
    await house.visitor().joins()
    for _ in range(3):
        assert await house.visitor().walks() == "/homefeed"
    assert (provider.visits[DISCOVERY], provider.visits["/jwks"]) == (1, 1)

    house.wait(minutes=11)
    await house.visitor().walks()
    assert (provider.visits[DISCOVERY], provider.visits["/jwks"]) == (2, 2)


def claims_of(house: OidcHouse, **more: object) -> Claims:
    """The claims of a native client's token."""
    now = int(house.time())
    return {"iss": house.provider.issuer, "aud": "inflow", "sub": "a-1", "iat": now, "exp": now + 300, **more}
