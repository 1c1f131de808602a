"""Tokens that the server must reject, and sessions that have ended."""

from __future__ import annotations

import json
import re
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, OctKey
from tests.app.house import House
from tests.app.ledger import kept
from tests.app.people import FEED, Member
from tests.reflow.wire.peer import add, mutation

from architecture.sources import SERVER
from inflow.core.encryption import Secret
from inflow.identity.sessions.tokens import Signer
from mail.mail_server import MailServer
from reflow.postgres.database import Database

Claims = dict[str, Any]
TOMORROW = timedelta(days=1)


@dataclass(frozen=True)
class Forger:
    """An attacker who has seen a valid token of Alice's and knows the public keys, but not the private one."""

    token: str
    keys: list[dict[str, Any]]

    @property
    def claims(self) -> Claims:
        return _read(self.token.split(".")[1])

    @property
    def header(self) -> Claims:
        return _read(self.token.split(".")[0])

    def with_own_key(self, **changed: Any) -> str:
        """A token signed with the attacker's own key, under the id of ours."""
        header = {**self.header, **changed}
        return jwt.encode(header, self.claims, ECKey.generate_key("P-256"), algorithms=["ES256"])

    def unsigned(self, algorithm: str = "none") -> str:
        """A token without a signature."""
        return f"{_write({**self.header, 'alg': algorithm})}.{_write(self.claims)}."

    def with_public_key(self) -> str:
        """A token signed with our public key as if it were a shared secret."""
        secret = OctKey.import_key(json.dumps(self.keys[0]).encode())
        return jwt.encode({**self.header, "alg": "HS256"}, self.claims, secret, algorithms=["HS256"])

    def changed(self, **claims: Any) -> str:
        """A token with our signature and other claims."""
        header, _, signature = self.token.split(".")
        return f"{header}.{_write({**self.claims, **claims})}.{signature}"


FORGERIES: dict[str, Callable[[Forger], str]] = {
    "one signed by somebody else": lambda forger: forger.with_own_key(),
    "one that brings its own key": lambda forger: forger.with_own_key(
        jwk=ECKey.generate_key("P-256").as_dict(private=False)
    ),
    "one that says where its key is": lambda forger: forger.with_own_key(jku="https://evil.example/jwks.json"),
    "one of a key that nobody has": lambda forger: forger.with_own_key(kid="another"),
    "one that names no key": lambda forger: forger.with_own_key(kid=""),
    "one that nobody signed": lambda forger: forger.unsigned(),
    "one that nobody signed, in capitals": lambda forger: forger.unsigned("NONE"),
    "one with a signature of nothing": lambda forger: forger.unsigned("ES256"),
    "one signed with the public key": lambda forger: forger.with_public_key(),
    "one made out to somebody else": lambda forger: forger.changed(sub="aaaaaaaaaaaaaaaaaaaaaaaaaa"),
    "one made to last": lambda forger: forger.changed(exp=int(time.time()) + 86_400),
    "one without its last letter": lambda forger: forger.token[:-1],
    "one of two parts": lambda forger: forger.token.rpartition(".")[0],
    "a cookie's value": lambda _: "x" * 43,
    "as many letters as a head may have": lambda _: "x" * 15_000,
}
MISMADE: dict[str, dict[str, Any]] = {
    "one that has expired": {"clock": lambda: datetime.now(UTC) - timedelta(hours=1)},
    "one that is not valid yet": {"clock": lambda: datetime.now(UTC) + timedelta(minutes=4)},
    "one of another issuer": {"issuer": "https://evil.example/api/identity"},
    "one of a session that there is not": {"session": "aaaaaaaaaaaaaaaaaaaaaaaaaa"},
}


@pytest.fixture
async def forger(alice: Member) -> Forger:
    keys = (await alice.http.get("/api/identity/.well-known/jwks.json")).json()["keys"]
    return Forger(await alice.token(), keys)


async def is_refused(house: House, member: Member, token: str) -> None:
    """Check that the server refuses a token: on a socket, with the frames behind it, and over HTTP."""
    (photo,) = await member.photos_by_hand(1)
    before = await kept(house)
    foto = member.foto(photo, caption="Forged")
    async with member.socket() as socket:
        await socket.authenticate(token)
        await socket.follow(add(0, "posts:getPostsByNook", **FEED))
        await socket.say(mutation(0, "posts:createPost", **foto))
        assert await socket.ending() == 1000
        (answer,) = socket.frames
        assert answer["type"] == "AuthError"
        assert answer["authUpdateAttempted"] is True
    call = {"path": "posts:createPost", "format": "convex_encoded_json", "args": [foto]}
    over_http = await member.http.post("/api/mutation", json=call, headers={"Authorization": f"Bearer {token}"})
    assert (over_http.status_code, over_http.json()["code"]) == (401, "Unauthenticated")
    assert await kept(house) == before


@pytest.mark.parametrize("forge", FORGERIES.values(), ids=FORGERIES.keys())
async def test_a_forged_token_opens_nothing(
    house: House, alice: Member, forger: Forger, forge: Callable[[Forger], str]
) -> None:
    await is_refused(house, alice, forge(forger))


@pytest.mark.parametrize("made", MISMADE.values(), ids=MISMADE.keys())
async def test_our_own_signature_under_a_wrong_token_opens_nothing(
    house: House, alice: Member, forger: Forger, made: dict[str, Any]
) -> None:
    await is_refused(house, alice, await _signed(house, forger.claims, **made))


async def test_the_same_signature_under_a_right_token_opens_everything(
    house: House, alice: Member, forger: Forger
) -> None:
    """This shows that the tests above fail because of the token's claims, and not because of its signature."""
    async with alice.socket() as socket:
        await socket.authenticate(await _signed(house, forger.claims))
        await socket.follow(add(0, "posts:getPostsByNook", **FEED))
        await socket.until(lambda: 0 in socket.results)


async def test_an_administrators_token_is_nobodys(alice: Member) -> None:
    async with alice.socket() as socket:
        await socket.say({"type": "Authenticate", "tokenType": "Admin", "value": "admin", "baseVersion": 0})

        assert await socket.ending() == 1000
        assert [frame["type"] for frame in socket.frames] == ["AuthError"]


async def test_signing_out_closes_every_page_of_the_session(
    house: House, other_house: House, mail_server: MailServer, alice: Member
) -> None:
    carol = await Member.sign_up(house, mail_server, "carol")
    token = await carol.token()
    async with (
        alice.page() as alices,
        carol.page() as first,
        carol.page() as second,
        carol.at(other_house).page() as elsewhere,
    ):
        pages = [first, second, elsewhere]
        for page in [alices, *pages]:
            await page.feed()

        assert (await carol.ask("/sign-out")).status_code == 204
        codes = [await page.peer.ending() for page in pages]

        assert codes == [1000] * 3
        assert all(page.peer.frames[-1]["type"] == "AuthError" for page in pages)
        assert (await alices.does("posts:deletePost", postId="a"))["errorData"]["code"] == "not_found"
    assert not await carol.is_signed_in()
    for where in (carol, carol.at(other_house)):
        await is_refused(house, where, token)


async def test_an_operator_closes_every_page_of_a_member(house: House, mail_server: MailServer, alice: Member) -> None:
    dave = await Member.sign_up(house, mail_server, "dave")
    token = await dave.token()
    manual = (SERVER.parent / "docs" / "self-hosting.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^inflow (member log-out) maya$", manual, re.MULTILINE)
    async with alice.page() as alices, dave.page() as page:
        await alices.feed()
        await page.feed()

        assert (await house.command(*command.split(), dave.username)).code == 0

        assert await page.peer.ending() == 1000
        assert (await alices.does("posts:deletePost", postId="a"))["errorData"]["code"] == "not_found"
    assert not await dave.is_signed_in()
    await is_refused(house, dave, token)


async def test_signing_out_elsewhere_leaves_this_browser_signed_in(house: House, bob: Member) -> None:
    telephone = bob.at(house)
    telephone.http.cookies.clear()
    assert (await telephone.signs_in()).status_code == 200
    async with bob.page() as here, telephone.page() as there:
        await here.feed()
        await there.feed()

        await telephone.ask("/sign-out")

        assert await there.peer.ending() == 1000
        assert (await here.does("posts:deletePost", postId="a"))["errorData"]["code"] == "not_found"


async def _signed(
    house: House,
    claims: Claims,
    *,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    issuer: str = "",
    session: str = "",
) -> str:
    """A token signed with the server's own key."""
    database = Database(house.cluster.dsn)
    secret = Secret.from_file(house.home / "keys" / "secret")
    signer = Signer(database, secret, issuer=issuer or claims["iss"], clock=clock)
    made = await signer.token(
        account_id=claims["sub"], session_id=session or claims["sid"], until=datetime.now(UTC) + TOMORROW
    )
    await database.close()
    return made.token


def _read(part: str) -> Claims:
    claims: Claims = json.loads(urlsafe_b64decode(part + "=="))
    return claims


def _write(claims: Claims) -> str:
    return urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
