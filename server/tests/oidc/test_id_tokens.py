"""Every ID token that the server must reject. The codes are valid, so each refusal is about the token."""

from __future__ import annotations

import base64
import hmac
import json
import time
from collections.abc import Callable

import pytest
from joserfc.jwk import RSAKey

from inflow.oidc.providers import account_id_of
from oidc.house import OidcHouse
from oidc.provider import KEY, NEXT_KEY, Claims, Forge, Provider, answering

MALLORYS = RSAKey.generate_key(2048, {"kid": "hosted-1"})


def encoded(part: object) -> str:
    raw = part if isinstance(part, bytes) else json.dumps(part).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def hand_made(header: object, claims: object, signature: bytes = b"\0" * 256) -> str:
    return ".".join([encoded(header), encoded(claims), encoded(signature)])


def with_claims(**changed: object) -> Forge:
    """Signed by the provider itself, with some claims changed, or left out where None."""
    return lambda at, honest: at.signed(
        {name: value for name, value in {**honest, **changed}.items() if value is not None}
    )


def at_time(change: Callable[[float], Claims]) -> Forge:
    return lambda at, honest: at.signed({**honest, **change(time.time())})


def with_header(**changed: object) -> Forge:
    """Signed by an attacker with a key of their own, which the header tries to make the server use."""
    return lambda at, honest: at.signed(honest, key=MALLORYS, **changed)


def public_key_as_password(at: Provider, honest: Claims) -> str:
    unsigned = f"{encoded({'alg': 'HS256', 'kid': 'hosted-1', 'typ': 'JWT'})}.{encoded(honest)}"
    return f"{unsigned}.{encoded(hmac.digest(at.key.as_pem(private=False), unsigned.encode(), 'sha256'))}"


def client_secret_as_key(_: Provider, honest: Claims) -> str:
    """The standard allows HS256 with the client's secret. The server does not accept it."""
    unsigned = f"{encoded({'alg': 'HS256', 'typ': 'JWT'})}.{encoded(honest)}"
    return f"{unsigned}.{encoded(hmac.digest(b's3:cret/', unsigned.encode(), 'sha256'))}"


def other_claims_under_the_signature(at: Provider, honest: Claims) -> str:
    head, _, signature = at.signed(honest).split(".")
    return f"{head}.{encoded({**honest, 'sub': 'somebody'})}.{signature}"


NAMED = {"alg": "RS256", "kid": "hosted-1", "typ": "JWT"}
FORGERIES: dict[str, Forge] = {
    "nothing": lambda *_: "",
    "not a token": lambda *_: "alice",
    "two parts": lambda at, honest: at.signed(honest).rpartition(".")[0],
    "unsigned": lambda _, honest: hand_made({**NAMED, "alg": "none"}, honest, b""),
    "unsigned, in capitals": lambda _, honest: hand_made({**NAMED, "alg": "NONE"}, honest, b""),
    "unsigned and unnamed": lambda _, honest: hand_made({"alg": "none"}, honest, b""),
    "zeros for a signature": lambda _, honest: hand_made(NAMED, honest),
    "public key used as a password": public_key_as_password,
    "client secret used as a key": client_secret_as_key,
    "another algorithm of the same key": lambda at, honest: at.signed(honest, alg="RS512"),
    "another algorithm, padded otherwise": lambda at, honest: at.signed(honest, alg="PS256"),
    "signed by somebody else": with_header(),
    "signed by somebody else, unnamed": with_header(kid=None),
    "key brought along": with_header(jwk=MALLORYS.as_dict(private=False)),
    "key to be fetched elsewhere": with_header(jku="https://evil.example/jwks.json"),
    "certificate to be fetched elsewhere": with_header(x5u="https://evil.example/c.pem"),
    "key unknown": with_header(kid="hosted-9"),
    "key named by a number": lambda _, honest: hand_made({**NAMED, "kid": 1}, honest),
    "key with an empty name": lambda at, honest: at.signed(honest, kid=""),
    "unknown extension demanded": lambda _, honest: hand_made({**NAMED, "crit": ["exp"]}, honest),
    "type of something else": lambda at, honest: at.signed(honest, typ="logout+jwt"),
    "claims changed after signing": other_claims_under_the_signature,
    "issuer missing": with_claims(iss=None),
    "issuer is another": with_claims(iss="https://evil.example"),
    "issuer is almost this one": lambda at, honest: at.signed({**honest, "iss": honest["iss"] + "/"}),
    "issuer is ourselves": with_claims(iss="https://inflow.example/api/identity", aud="sync"),
    "audience missing": with_claims(aud=None),
    "audience is another client": with_claims(aud="another"),
    "audience is another client, in a list": with_claims(aud=["another"]),
    "audience is the realtime side": with_claims(aud="sync"),
    "also for somebody else, and not said by whom": with_claims(aud=["inflow", "another"]),
    "made for another client": with_claims(aud=["inflow", "another"], azp="another"),
    "made for another client, though meant for us": with_claims(azp="another"),
    "nonce missing": with_claims(nonce=None),
    "nonce of another visit": with_claims(nonce="x" * 43),
    "nonce is empty": with_claims(nonce=""),
    "nonce is a list": lambda at, honest: at.signed({**honest, "nonce": [honest["nonce"]]}),
    "expired": at_time(lambda now: {"iat": now - 400, "exp": now - 100}),
    "never expires": with_claims(exp=None),
    "expires at no time": with_claims(exp="tomorrow"),
    "issued never": with_claims(iat=None),
    "issued in the future": at_time(lambda now: {"iat": now + 600, "exp": now + 900}),
    "not valid yet": at_time(lambda now: {"nbf": now + 600}),
    "about nobody": with_claims(sub=None),
    "about an empty name": with_claims(sub=""),
    "about a number": with_claims(sub=7),
    "too large": with_claims(story="x" * 9_000),
    "encrypted rather than signed": lambda *_: ".".join(["e30"] * 5),
}


@pytest.mark.parametrize("forge", FORGERIES.values(), ids=FORGERIES.keys())
async def test_a_forgery_is_refused(house: OidcHouse, provider: Provider, forge: Forge) -> None:
    mallory = house.visitor()
    provider.forge = forge

    assert await mallory.walks() == "/login?problem=refused"

    assert "__Host-newcomer" not in mallory.client.cookies
    assert mallory.session is None
    assert await house.count("hosted_newcomers") == 0


GOOD: dict[str, Forge] = {
    "audience in a list of one": with_claims(aud=["inflow"]),
    "for several, and made for us": with_claims(aud=["inflow", "another"], azp="inflow"),
    "without a type": lambda at, honest: at.signed(honest, typ=None),
    "without the name of the only key": lambda at, honest: at.signed(honest, kid=None),
    "with a session of the provider's": with_claims(sid="s-1"),
}


@pytest.mark.parametrize("forge", GOOD.values(), ids=GOOD.keys())
async def test_what_honest_providers_differ_in_is_accepted(house: OidcHouse, provider: Provider, forge: Forge) -> None:
    provider.forge = forge

    assert await house.visitor().walks() == "/get-started?complete"


async def test_where_there_are_several_keys_a_token_must_name_its_own(house: OidcHouse, provider: Provider) -> None:
    provider.replies["/jwks"] = answering({"keys": [key.as_dict(private=False) for key in (KEY, NEXT_KEY)]})
    provider.names_key = False

    assert await house.visitor().walks() == "/login?problem=refused"


@pytest.mark.parametrize(
    "content", [{}, {"id_token": None}, {"id_token": 7}, {"access_token": "x"}], ids=["empty", "null", "number", "none"]
)
async def test_without_an_id_token_nobody_is_believed(house: OidcHouse, provider: Provider, content: Claims) -> None:
    provider.replies["/oauth2/token"] = answering(content)
    visitor = house.visitor()

    assert await visitor.walks() == "/login?problem=refused"


def test_two_issuers_never_meet_in_one_account() -> None:
    pairs = [
        ("https://a.example", "b"),
        ("https://a.example/", "b"),
        ("https://a.exampleb", ""),
        ("https://b.example", "b"),
    ]

    ids = {account_id_of(issuer, subject) for issuer, subject in pairs}

    assert len(ids) == len(pairs)
    assert {len(each) for each in ids} == {52}
    assert account_id_of("https://a.example", "b") == "puhfpgsf5pbz4fvybud3gr7rjyttt6hmvrg2t64vt7fynhpeomuq"
