"""Tokens that the verifier accepts, and every known way to forge one."""

from __future__ import annotations

import base64
import hmac
import json
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from joserfc import jwt
from joserfc.jwk import ECKey, Key, OKPKey, RSAKey

from reflow.auth.tokens import Issuer, Jwks, PublishedKeys, Verifier
from reflow.errors import AuthenticationFailed

NOW = 1_800_000_000
HOUSE = "https://inflow.example/api/identity"
HOSTED = "https://accounts.example"

KEY = ECKey.generate_key("P-256", {"kid": "house-1"})
ANOTHER = ECKey.generate_key("P-256", {"kid": "house-1"})
HOSTED_KEY = RSAKey.generate_key(2048, {"kid": "hosted-1"})

Claims = dict[str, Any]
Header = dict[str, Any]


class Publisher:
    """An issuer's key page: tests can change and break it, and it counts its requests."""

    def __init__(self, *keys: Key) -> None:
        self.keys = keys
        self.visits = 0
        self.broken = False

    async def __call__(self) -> Jwks:
        self.visits += 1
        if self.broken:
            raise ConnectionError("the issuer does not answer")
        return {"keys": [key.as_dict(private=False) for key in self.keys]}


class Clock:
    def __init__(self) -> None:
        self.now: float = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house() -> Publisher:
    return Publisher(KEY)


@pytest.fixture
def verifier(clock: Clock, house: Publisher) -> Verifier:
    return Verifier(
        [
            Issuer(HOUSE, "sync", ("ES256",), house),
            Issuer(HOSTED, "inflow", ("RS256",), Publisher(HOSTED_KEY)),
        ],
        clock=clock,
    )


def claims(**changed: Any) -> Claims:
    """A good token's claims, with some changed, or left out where None."""
    good = {"iss": HOUSE, "aud": "sync", "sub": "alice", "sid": "s1", "iat": NOW, "exp": NOW + 300}
    return {name: value for name, value in (good | changed).items() if value is not None}


def header(**changed: Any) -> Header:
    good = {"alg": "ES256", "kid": "house-1", "typ": "JWT"}
    return {name: value for name, value in (good | changed).items() if value is not None}


def signed(the_claims: Claims, the_header: Header | None = None, key: Key = KEY) -> str:
    """A token signed with the algorithm of its header, whichever it is."""
    signing = the_header or header()
    registry = jwt.JWSRegistry(algorithms=[signing["alg"]], strict_check_header=False)
    registry.max_header_length = 100_000
    return jwt.encode(signing, the_claims, key, registry=registry, default_type=None)


def encoded(part: object) -> str:
    raw = part if isinstance(part, bytes) else json.dumps(part).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def hand_made(the_header: object, the_claims: object, signature: bytes = b"\0" * 64) -> str:
    return ".".join([encoded(the_header), encoded(the_claims), encoded(signature)])


def with_other_claims(token: str, **changed: Any) -> str:
    head, _, signature = token.split(".")
    return f"{head}.{encoded(claims(**changed))}.{signature}"


def public_key_as_password() -> str:
    """A known attack: HMAC with the text of the public key, for verifiers that take the algorithm from the token."""
    unsigned = f"{encoded(header(alg='HS256'))}.{encoded(claims())}"
    return f"{unsigned}.{encoded(hmac.digest(KEY.as_pem(private=False), unsigned.encode(), 'sha256'))}"


def unsafe_extension() -> str:
    """`b64: false`, an extension that joserfc supports and the verifier must refuse."""
    return hand_made(header(b64=False, crit=["b64"]), claims())


FORGERIES: dict[str, Callable[[], str]] = {
    "nothing": lambda: "",
    "not a token": lambda: "alice",
    "two parts": lambda: signed(claims()).rpartition(".")[0],
    "four parts": lambda: signed(claims()) + ".x",
    "not base64": lambda: "%%%." + signed(claims()).partition(".")[2],
    "header is no JSON": lambda: hand_made(b"{", claims()),
    "header is a list": lambda: hand_made([], claims()),
    "claims are no JSON": lambda: hand_made(header(), b"sub=alice"),
    "claims are a list": lambda: hand_made(header(), []),
    "not ASCII": lambda: signed(claims()) + "é",
    "no signature asked for": lambda: hand_made(header(alg="none"), claims(), b""),
    "no signature asked for, in capitals": lambda: hand_made(header(alg="NONE"), claims(), b""),
    "no signature at all": lambda: hand_made(header(), claims(), b""),
    "zeros for a signature": lambda: hand_made(header(), claims()),
    "public key used as a password": public_key_as_password,
    "algorithm missing": lambda: hand_made(header(alg=None), claims()),
    "algorithm of another issuer": lambda: signed(claims(), header(alg="RS256"), HOSTED_KEY),
    "algorithm is a list": lambda: hand_made(header(alg=["ES256"]), claims()),
    "signed with another key of the same name": lambda: signed(claims(), key=ANOTHER),
    "key of another issuer": lambda: signed(claims(iss=HOSTED, aud="inflow")),
    "signed by one issuer in the name of another": lambda: signed(
        claims(), header(alg="RS256", kid="hosted-1"), HOSTED_KEY
    ),
    "key unknown": lambda: signed(claims(), header(kid="house-2"), ANOTHER),
    "key not named": lambda: signed(claims(), header(kid=None)),
    "key named by a number": lambda: hand_made(header(kid=1), claims()),
    "key brought along": lambda: signed(claims(), header(jwk=ANOTHER.as_dict(private=False)), ANOTHER),
    "key to be fetched elsewhere": lambda: signed(claims(), header(jku="https://evil.example/jwks.json"), ANOTHER),
    "certificate to be fetched elsewhere": lambda: signed(claims(), header(x5u="https://evil.example/c.pem"), ANOTHER),
    "unknown extension demanded": lambda: hand_made(header(crit=["exp"]), claims()),
    "payload outside base64": unsafe_extension,
    "type missing": lambda: signed(claims(), header(typ=None)),
    "type of something else": lambda: signed(claims(), header(typ="logout+jwt")),
    "issuer missing": lambda: signed(claims(iss=None)),
    "issuer unknown": lambda: signed(claims(iss="https://evil.example")),
    "issuer almost right": lambda: signed(claims(iss=HOUSE + "/")),
    "issuer in other capitals": lambda: signed(claims(iss=HOUSE.upper())),
    "issuer is a list": lambda: signed(claims(iss=[HOUSE])),
    "audience missing": lambda: signed(claims(aud=None)),
    "audience is somebody else": lambda: signed(claims(aud="media")),
    "audience only begins like ours": lambda: signed(claims(aud="sync2")),
    "audience among none": lambda: signed(claims(aud=[])),
    "audience of another issuer": lambda: signed(claims(aud="inflow")),
    "expired": lambda: signed(claims(iat=NOW - 400, exp=NOW - 100)),
    "expired beyond the allowance": lambda: signed(claims(iat=NOW - 400, exp=NOW - 5)),
    "never expires": lambda: signed(claims(exp=None)),
    "expires at no time": lambda: signed(claims(exp="tomorrow")),
    "expires when true": lambda: signed(claims(exp=True)),
    "expires after all calendars": lambda: signed(claims(exp=1e300)),
    "issued at no time": lambda: signed(claims(iat="now")),
    "issued in the future": lambda: signed(claims(iat=NOW + 60, exp=NOW + 360)),
    "not valid yet": lambda: signed(claims(nbf=NOW + 60)),
    "valid from no time": lambda: signed(claims(nbf="now")),
    "about nobody": lambda: signed(claims(sub=None)),
    "about an empty name": lambda: signed(claims(sub="")),
    "about a number": lambda: signed(claims(sub=7)),
    "session is a number": lambda: signed(claims(sid=7)),
    "claims changed after signing": lambda: with_other_claims(signed(claims()), sub="bob"),
    "too large": lambda: signed(claims(story="x" * 9_000)),
    "header too large": lambda: signed(claims(), header(story="x" * 3_000)),
    "encrypted rather than signed": lambda: ".".join(["e30"] * 5),
}


@pytest.mark.parametrize("forgery", FORGERIES.values(), ids=FORGERIES.keys())
async def test_a_forgery_is_refused(verifier: Verifier, forgery: Callable[[], str]) -> None:
    with pytest.raises(AuthenticationFailed):
        await verifier.verify(forgery())


async def test_a_good_token_says_who_is_calling(verifier: Verifier) -> None:
    identity = await verifier.verify(signed(claims(role="member")))

    assert (identity.issuer, identity.subject, identity.session) == (HOUSE, "alice", "s1")
    assert identity.expires_at == NOW + 300
    assert identity.claims == {"aud": "sync", "iat": NOW, "role": "member"}


async def test_a_token_need_not_say_when_it_was_issued(verifier: Verifier) -> None:
    assert (await verifier.verify(signed(claims(iat=None)))).expires_at == NOW + 300
    with pytest.raises(AuthenticationFailed):
        await verifier.verify(signed(claims(iat=None, nbf=NOW + 60)))
    with pytest.raises(AuthenticationFailed):
        await verifier.verify(signed(claims(iat=None, exp=NOW - 5)))


async def test_a_hosted_issuer_is_believed_the_same_way(verifier: Verifier) -> None:
    token = signed(
        claims(iss=HOSTED, aud=["inflow", "other"], sid=None),
        header(alg="RS256", kid="hosted-1", typ="at+jwt", cat="cl_B7d4PD111AAA"),
        HOSTED_KEY,
    )

    identity = await verifier.verify(token)

    assert (identity.issuer, identity.subject, identity.session) == (HOSTED, "alice", None)


@pytest.mark.parametrize("moved", [-4.9, 304.9])
async def test_clocks_may_differ_by_up_to_five_seconds(verifier: Verifier, clock: Clock, moved: float) -> None:
    clock.now += moved

    assert (await verifier.verify(signed(claims()))).subject == "alice"


async def test_keys_are_fetched_once_for_many_tokens(verifier: Verifier, house: Publisher) -> None:
    for _ in range(5):
        await verifier.verify(signed(claims()))

    assert house.visits == 1


async def test_a_new_key_is_found_without_waiting(verifier: Verifier, clock: Clock, house: Publisher) -> None:
    await verifier.verify(signed(claims()))
    following = ECKey.generate_key("P-256", {"kid": "house-2"})
    house.keys = (KEY, following)
    clock.now += 61

    identity = await verifier.verify(signed(claims(), header(kid="house-2"), following))

    assert identity.subject == "alice"


async def test_made_up_key_names_make_us_ask_once_a_minute(verifier: Verifier, clock: Clock, house: Publisher) -> None:
    await verifier.verify(signed(claims()))
    for minute in range(3):
        clock.now = NOW + 61 * (minute + 1)
        for attempt in range(10):
            with pytest.raises(AuthenticationFailed):
                await verifier.verify(signed(claims(exp=NOW + 900), header(kid=f"made up {attempt}"), ANOTHER))

    assert house.visits == 4


async def test_an_issuer_that_is_down_is_not_asked_for_every_token(
    verifier: Verifier, clock: Clock, house: Publisher
) -> None:
    house.broken = True
    for _ in range(10):
        with pytest.raises(AuthenticationFailed):
            await verifier.verify(signed(claims()))

    assert house.visits == 1


async def test_known_keys_outlive_an_issuer_that_is_down_for_a_day(
    verifier: Verifier, clock: Clock, house: Publisher
) -> None:
    await verifier.verify(signed(claims()))
    house.broken = True

    clock.now += 86_000
    assert (await verifier.verify(signed(claims(iat=int(clock.now), exp=int(clock.now) + 300)))).subject == "alice"

    clock.now += 1_000
    with pytest.raises(AuthenticationFailed):
        await verifier.verify(signed(claims(iat=int(clock.now), exp=int(clock.now) + 300)))


async def test_a_withdrawn_key_is_forgotten_within_ten_minutes(
    verifier: Verifier, clock: Clock, house: Publisher
) -> None:
    await verifier.verify(signed(claims()))
    house.keys = (ANOTHER,)

    clock.now += 601
    with pytest.raises(AuthenticationFailed):
        await verifier.verify(signed(claims(iat=int(clock.now), exp=int(clock.now) + 300)))


async def test_keys_for_other_uses_and_of_unknown_kinds_are_left_out(clock: Clock) -> None:
    encrypting = {**KEY.as_dict(private=False), "use": "enc"}
    secret = {"kty": "oct", "k": "c2VjcmV0", "kid": "house-1"}
    unknown = {"kty": "AKP", "alg": "ML-DSA-44", "kid": "new"}
    broken = {"kty": "EC", "crv": "P-256", "x": "?", "kid": "broken"}

    async def publish() -> Jwks:
        return {"keys": [encrypting, secret, unknown, broken]}

    verifier = Verifier([Issuer(HOUSE, "sync", ("ES256",), publish)], clock=clock)
    with pytest.raises(AuthenticationFailed):
        await verifier.verify(signed(claims()))


@pytest.mark.parametrize(("bits", "is_believed"), [(1_024, False), (2_047, False), (2_048, True), (3_072, True)])
async def test_a_key_that_can_be_broken_is_not_believed(clock: Clock, bits: int, is_believed: bool) -> None:
    weak = RSAKey.import_key(rsa.generate_private_key(65_537, bits), {"kid": "weak"})
    verifier = Verifier([Issuer(HOSTED, "inflow", ("RS256",), Publisher(weak))], clock=clock)
    token = signed(claims(iss=HOSTED, aud="inflow"), header(alg="RS256", kid="weak"), weak)

    if is_believed:
        assert (await verifier.verify(token)).subject == "alice"
    else:
        with pytest.raises(AuthenticationFailed, match="key is not known"):
            await verifier.verify(token)


async def test_a_weak_key_costs_nobody_the_strong_ones_beside_it(clock: Clock) -> None:
    weak = RSAKey.import_key(rsa.generate_private_key(65_537, 1_024), {"kid": "weak"})
    verifier = Verifier([Issuer(HOSTED, "inflow", ("RS256",), Publisher(weak, HOSTED_KEY))], clock=clock)

    token = signed(claims(iss=HOSTED, aud="inflow"), header(alg="RS256", kid="hosted-1"), HOSTED_KEY)

    assert (await verifier.verify(token)).subject == "alice"


async def test_a_key_published_for_one_algorithm_serves_no_other(clock: Clock) -> None:
    async def publish() -> Jwks:
        return {"keys": [{**HOSTED_KEY.as_dict(private=False), "alg": "RS512"}]}

    verifier = Verifier([Issuer(HOSTED, "inflow", ("RS256", "RS512"), publish)], clock=clock)
    with pytest.raises(AuthenticationFailed):
        token = signed(claims(iss=HOSTED, aud="inflow"), header(alg="RS256", kid="hosted-1"), HOSTED_KEY)
        await verifier.verify(token)


async def test_edwards_keys_are_understood(clock: Clock) -> None:
    key = OKPKey.generate_key("Ed25519", {"kid": "ed"})
    verifier = Verifier([Issuer(HOUSE, "sync", ("Ed25519",), Publisher(key))], clock=clock)

    assert (await verifier.verify(signed(claims(), header(alg="Ed25519", kid="ed"), key))).subject == "alice"


@pytest.mark.parametrize("algorithms", [(), ("none",), ("HS256",), ("ES256", "HS512")])
def test_an_issuer_cannot_be_configured_with_unsafe_algorithms(algorithms: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="algorithms"):
        Issuer(HOUSE, "sync", algorithms, Publisher(KEY))


async def test_several_verifiers_may_share_what_is_fetched(clock: Clock, house: Publisher) -> None:
    keys = PublishedKeys(house, clock)
    first, second = (Verifier([Issuer(HOUSE, audience, ("ES256",), keys)], clock=clock) for audience in ("sync", "app"))

    assert (await first.verify(signed(claims()))).subject == "alice"
    assert (await second.verify(signed(claims(aud="app")))).subject == "alice"
    assert house.visits == 1


async def test_an_issuer_may_leave_its_only_key_unnamed_where_that_is_allowed(clock: Clock, house: Publisher) -> None:
    verifier = Verifier([Issuer(HOUSE, "sync", ("ES256",), house, names_keys=False)], clock=clock)

    assert (await verifier.verify(signed(claims(), header(kid=None)))).subject == "alice"
    with pytest.raises(AuthenticationFailed):
        await verifier.verify(signed(claims(), header(kid=None), ANOTHER))
    for name in ("", "another", None):
        with pytest.raises(AuthenticationFailed):
            await verifier.verify(hand_made({**header(), "kid": name}, claims()))


async def test_one_of_several_keys_must_be_named(clock: Clock) -> None:
    keys = Publisher(KEY, ECKey.generate_key("P-256", {"kid": "house-2"}))
    verifier = Verifier([Issuer(HOUSE, "sync", ("ES256",), keys, names_keys=False)], clock=clock)

    with pytest.raises(AuthenticationFailed):
        await verifier.verify(signed(claims(), header(kid=None)))
    assert (await verifier.verify(signed(claims()))).subject == "alice"


async def test_the_type_may_be_missing_where_that_is_allowed(clock: Clock, house: Publisher) -> None:
    types = frozenset({"jwt", ""})
    verifier = Verifier([Issuer(HOUSE, "sync", ("ES256",), house, types)], clock=clock)

    assert (await verifier.verify(signed(claims(), header(typ=None)))).subject == "alice"
    with pytest.raises(AuthenticationFailed):
        await verifier.verify(signed(claims(), header(typ="at+jwt")))
