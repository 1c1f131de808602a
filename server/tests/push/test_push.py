"""push:subscribe, unsubscribe, isSubscribed and getPublicKey, and the jobs that send pushes."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from joserfc import jwt
from joserfc.jwk import ECKey
from tests.clock import Clock
from tests.comments.threads import comment
from tests.members import Member
from tests.product import PUSH_KEYS, ask, block, in_flow, post
from tests.push.receiver import AllRoadsLeadHere, Browser, Receiver, push_receiver
from tests.world import World, refusal, refusal_in_words

from inflow.core.ids import new_id
from inflow.messages.mutations import mark_as_read, open_conversation, send_message
from inflow.profiles.mutations import update_notification_preferences
from inflow.push import client as deliveries
from inflow.push.client import NotDelivered, PublicHosts, PushClient
from inflow.push.encryption import encrypt_push
from inflow.push.erasure import remove_subscriptions_of
from inflow.push.jobs import PushJobs
from inflow.push.keys import base64url_decode, base64url_encode
from inflow.push.mutations import subscribe, unsubscribe
from inflow.push.queries import get_public_key, is_subscribed
from inflow.push.rules import MOST_BROWSERS, is_public
from inflow.push.views import SubscriptionKeys
from reflow.auth.tokens import Identity

PROMISED = """
    DELETE FROM procrastinate_jobs WHERE id = (
        SELECT id FROM procrastinate_jobs WHERE task_name IN ('push', 'push_to') AND status = 'todo' ORDER BY id LIMIT 1
    ) RETURNING task_name, args
"""
UNUSABLE = ("invalid", "This browser's push service cannot be used.")
EARLIER = "UPDATE notifications SET created_at = created_at - interval '2 hours' WHERE member_id = $1"


class Courier:
    """Does the jobs in the database, and sends their pushes to the push service of the test."""

    def __init__(self, world: World, receiver: Receiver) -> None:
        self.database = world.database
        self.receiver = receiver
        self.pushes = self.with_delivery(PushClient(PUSH_KEYS, AllRoadsLeadHere(receiver.port), receiver.trust))

    def with_delivery(self, delivery: PushClient) -> PushJobs:
        self.delivery = delivery
        self.pushes = PushJobs(self.database, delivery)
        return self.pushes

    async def goes(self) -> list[tuple[str, str]]:
        """Do all jobs; those that have to be tried again, as (job, reason)."""
        again = []
        while promised := await self._next():
            name, given = promised
            try:
                await (self.pushes.schedule_pushes if name == "push" else self.pushes.send)(**given)
            except NotDelivered as why:
                again.append((name, str(why)))
        return again

    async def _next(self) -> tuple[str, dict[str, str]] | None:
        async with self.database.connection() as connection:
            for row in await connection.text(PROMISED):
                return row.task_name, json.loads(row.args) if isinstance(row.args, str) else row.args
        return None

    def heard(self, browser: Browser) -> list[dict[str, object]]:
        """The content of the pushes that a browser got, in order."""
        path = browser.endpoint.removeprefix("https://push.example.org")
        return [json.loads(browser.opened(each.body)) for each in self.receiver.got if each.path == path]


@pytest.fixture
async def courier(world: World, tmp_path: Path) -> AsyncIterator[Courier]:
    async with push_receiver(tmp_path) as receiver:
        courier = Courier(world, receiver)
        await courier.goes()  # does the jobs that other tests left
        receiver.got.clear()
        yield courier
        await courier.delivery.close()


async def turns_on(member: Member) -> Browser:
    """Have a member turn pushes on in a browser."""
    browser = Browser()
    await member.do(subscribe, endpoint=browser.endpoint, keys=SubscriptionKeys(**browser.keys))
    return browser


def about(kind: str, subject: str, sender: Member) -> dict[str, object]:
    return {"type": kind, "subject": subject, "sender": {"_id": sender.profile_id, "username": sender.username}}


async def writes(one: Member, other: Member, words: str) -> str:
    """Send a message; the conversation's id."""
    conversation = await one.do(open_conversation, profile_id=one.profile_id, other_id=other.profile_id)
    await one.do(
        send_message,
        conversation_id=conversation,
        sender_id=one.profile_id,
        receiver_id=other.profile_id,
        content=words,
        type="text",
    )
    return conversation


async def test_requests_comments_and_messages_reach_the_browser_without_a_word_of_them(
    alice: Member, bob: Member, carol: Member, courier: Courier
) -> None:
    browser, second = await turns_on(alice), await turns_on(alice)
    foto = await post(alice, "Low tide")

    await ask(bob, alice)
    await comment(bob, foto, "canary words")
    await in_flow(alice, carol)
    conversation = await writes(carol, alice, "canary words")
    assert await courier.goes() == []

    assert courier.heard(browser) == [
        about("sync_flow", "asked", bob),
        about("post_comment", foto, bob),
        about("sync_flow", "in_flow", carol),
        about("intexted", conversation, carol),
    ]
    assert courier.heard(second) == courier.heard(browser)


async def test_a_conversation_is_told_of_once_a_minute_and_at_once_after_it_was_read(
    clock: Clock, alice: Member, bob: Member, courier: Courier
) -> None:
    await in_flow(alice, bob)
    browser = await turns_on(alice)

    conversation = await writes(bob, alice, "hello")
    for _ in range(9):
        await clock.waits(seconds=6)
        await writes(bob, alice, "another one")
    await clock.waits(seconds=5)
    await writes(bob, alice, "nearly a minute later")
    assert await courier.goes() == []
    assert courier.heard(browser) == [about("intexted", conversation, bob)]

    await clock.waits(seconds=1)
    await writes(bob, alice, "a minute later")
    await courier.goes()
    assert len(courier.heard(browser)) == 2
    assert len({request.headers["topic"] for request in courier.receiver.got}) == 1

    await alice.do(mark_as_read, conversation_id=conversation)
    await writes(bob, alice, "at once")
    await courier.goes()
    assert len(courier.heard(browser)) == 3


async def test_what_the_service_is_told_is_signed_and_says_nothing(
    alice: Member, bob: Member, courier: Courier
) -> None:
    browser = await turns_on(alice)
    await ask(bob, alice)
    await courier.goes()

    (request,) = courier.receiver.got
    public = await alice.see(get_public_key)
    scheme, token, key = request.headers["authorization"].replace(",", "").split()
    assert (scheme, key) == ("vapid", f"k={public}")
    point = base64url_decode(public)
    numbers = {"kty": "EC", "crv": "P-256", "x": base64url_encode(point[1:33]), "y": base64url_encode(point[33:])}
    claims = jwt.decode(token.removeprefix("t="), ECKey.import_key(numbers), algorithms=["ES256"]).claims
    assert (claims["aud"], claims["sub"]) == ("https://push.example.org", "mailto:help@example.org")
    assert 0 < claims["exp"] - datetime.now(UTC).timestamp() < 24 * 3600
    assert request.headers["content-encoding"] == "aes128gcm"
    assert int(request.headers["ttl"]) > 0
    assert len(request.headers["topic"]) <= 32
    assert bob.username not in str(request.headers)
    assert bob.username.encode() not in request.body
    assert browser.endpoint.endswith(request.path)


async def test_nothing_is_sent_to_who_turned_it_off_has_read_it_or_may_not_hear_it(
    alice: Member, bob: Member, carol: Member, world: World, courier: Courier
) -> None:
    browser = await turns_on(alice)
    shown = await alice.watch(is_subscribed, endpoint=browser.endpoint)
    assert shown.now is True
    foto = await post(alice, "Low tide")
    preferences = {"profile_id": alice.profile_id, "post_notifications": True}

    await alice.do(update_notification_preferences, comment_notifications=False, **preferences)
    await comment(bob, foto, "not wanted")
    await in_flow(alice, bob)
    conversation = await writes(bob, alice, "read at once")
    await alice.do(mark_as_read, conversation_id=conversation)
    await ask(carol, alice)
    await block(alice, carol)
    await alice.do(update_notification_preferences, comment_notifications=True, **preferences)
    await comment(bob, foto, "an old story")
    async with world.database.transaction() as connection:
        await connection.text(EARLIER, alice.user_id)
    assert await courier.goes() == []
    assert [each for each in courier.heard(browser) if each["type"] != "sync_flow"] == []
    assert about("sync_flow", "asked", carol) not in courier.heard(browser)

    courier.receiver.got.clear()
    await alice.do(unsubscribe, endpoint=browser.endpoint)
    await comment(bob, foto, "nobody is told")
    async with world.database.connection() as connection:
        assert await connection.text("SELECT 1 FROM procrastinate_jobs WHERE task_name = 'push'") == []
    assert shown.now is False


async def test_a_service_that_is_busy_is_asked_again_and_one_that_knows_nobody_is_forgotten(
    alice: Member, bob: Member, courier: Courier, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = await turns_on(alice)
    shown = await alice.watch(is_subscribed, endpoint=browser.endpoint)
    foto = await post(alice, "Low tide")

    for answer in (503, 429, 400):
        courier.receiver.answers = [answer]
        await comment(bob, foto, "hello")
        again = await courier.goes()
        assert again == ([] if answer == 400 else [("push_to", f"it answered {answer}")])
    assert shown.now is True

    with monkeypatch.context() as impatient:
        impatient.setattr(deliveries, "TIMEOUT_SECONDS", 0.05)
        courier.receiver.answers = [None]
        await comment(bob, foto, "hello")
        assert await courier.goes() == [("push_to", "it did not answer in time")]
    await comment(bob, foto, "hello")
    assert await courier.goes() == [("push_to", "it kept us waiting a moment ago")]

    courier.with_delivery(PushClient(PUSH_KEYS, AllRoadsLeadHere(courier.receiver.port), courier.receiver.trust))
    courier.receiver.answers = [410]
    await comment(bob, foto, "hello")
    assert await courier.goes() == []
    await alice.world.settle()
    assert shown.now is False


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://push.example.org:8443/x",
        "https://somebody@push.example.org/x",
        "https://localhost/x",
        "https://127.0.0.1/x",
        "https://0x7f.1/x",
        "https://[::1]/x",
        "https://push.example.org/x\r\nHost: y",
        "ftp://push.example.org/x",
        "no address",
    ],
)
async def test_an_address_that_is_no_push_receiver_is_refused(alice: Member, endpoint: str) -> None:
    keys = SubscriptionKeys(**Browser().keys)
    assert await refusal_in_words(alice.do(subscribe, endpoint=endpoint, keys=keys)) == UNUSABLE


async def test_a_name_that_leads_into_our_own_network_is_not_connected_to(
    alice: Member, bob: Member, courier: Courier
) -> None:
    async def resolve(_host: str, _port: int) -> list[str]:
        return ["93.184.215.14", "10.0.0.7"]

    await turns_on(alice)
    courier.with_delivery(PushClient(PUSH_KEYS, PublicHosts(resolve), courier.receiver.trust))
    await ask(bob, alice)

    assert await courier.goes() == [("push_to", "ConnectError")]
    assert courier.receiver.got == []


def test_public_is_what_everybody_can_reach() -> None:
    assert [each for each in ("93.184.215.14", "2606:2800:220:1::1") if not is_public(each)] == []
    ours = "127.0.0.1 10.1.2.3 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 ::1"
    into_ours = "fe80::1 fd00::1 ::ffff:10.0.0.1 2002:0a00:0001::1 64:ff9b::10.0.0.1 2001:0:53aa:64c:0:0:0:1"
    assert [each for each in f"{ours} {into_ours}".split() if is_public(each)] == []


async def test_keys_that_are_none_are_refused_and_so_is_a_stranger(alice: Member, world: World) -> None:
    good = Browser()
    for wrong in (
        {"p256dh": good.keys["p256dh"][:-4]},
        {"p256dh": base64url_encode(b"\x04" + b"\x01" * 64)},
        {"auth": "AAAA"},
    ):
        keys = SubscriptionKeys(**{**good.keys, **wrong})
        assert await refusal_in_words(alice.do(subscribe, endpoint=good.endpoint, keys=keys)) == UNUSABLE
    alice.identity = Identity("https://test", alice.clerk_id, new_id(), 2e10)
    keys = SubscriptionKeys(**good.keys)
    assert await refusal(alice.do(subscribe, endpoint=good.endpoint, keys=keys)) == "unauthenticated"


async def test_a_browser_belongs_to_who_used_it_last_and_to_nobody_after_them(
    alice: Member, bob: Member, world: World
) -> None:
    browser = await turns_on(alice)
    hers = await alice.watch(is_subscribed, endpoint=browser.endpoint)
    his = await bob.watch(is_subscribed, endpoint=browser.endpoint)
    await bob.do(unsubscribe, endpoint=browser.endpoint)
    assert hers.now is True

    await bob.do(subscribe, endpoint=browser.endpoint, keys=SubscriptionKeys(**browser.keys))
    assert (hers.now, his.now) == (False, True)

    async with world.database.transaction() as connection:
        await remove_subscriptions_of(connection, bob.user_id)
    await world.settle()
    assert his.now is False


async def test_only_the_newest_browsers_are_told(alice: Member) -> None:
    browsers = [await turns_on(alice) for _ in range(MOST_BROWSERS + 1)]
    first, *others = [await alice.see(is_subscribed, endpoint=each.endpoint) for each in browsers]
    assert (first, all(others)) == (False, True)


async def test_the_subscription_ends_with_its_session(alice: Member, world: World) -> None:
    session, now = new_id(), datetime.now(UTC)
    async with world.database.transaction() as connection:
        await connection.text(
            "INSERT INTO identity_accounts (id, username, created_at) VALUES ($1, $2, $3)",
            alice.clerk_id, alice.username, now,
        )  # fmt: skip
        await connection.text(
            "INSERT INTO identity_sessions VALUES ($1, $2, $3, $3, $4, $4, '')",
            session, alice.clerk_id, now, now + timedelta(days=1),
        )  # fmt: skip
    alice.identity = Identity("https://test", alice.clerk_id, session, 2e10)
    browser = await turns_on(alice)
    shown = await alice.watch(is_subscribed, endpoint=browser.endpoint)

    async with world.database.transaction() as connection:
        await connection.text("DELETE FROM identity_sessions WHERE id = $1", session)
    await world.settle()
    assert shown.now is False


def test_the_envelope_is_the_one_of_the_standard() -> None:
    """The example of RFC 8291, section 5."""
    own = base64url_decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    private = base64url_decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
    words = b"When I grow up, I want to be a watermelon"
    browser = Browser(_key(private), base64url_decode("BTBZMqHH6r4Tts7J_aSIgg"))

    body = encrypt_push(
        words, browser.p256dh, browser.auth, salt=base64url_decode("DGv6ra1nlYgDCS1FRnbzlw"), own=_key(own)
    )

    assert base64url_encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.opened(body) == words


def _key(number: bytes) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(number, "big"), ec.SECP256R1())
