"""Inflow's functions on a running engine, and its members: fixtures for tests of calls."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from tests.clock import Clock, give_a_clock_to_move
from tests.members import Member
from tests.world import Person, World

from inflow.app.functions import registry
from inflow.app.migrate import migrate
from inflow.app.publication import PUBLICATION
from inflow.audit.log import AuditLog
from inflow.core.encryption import Secret
from inflow.drafts.mutations import save as save_draft
from inflow.drafts.rules import DraftId
from inflow.drafts.views import NewDraftFoto
from inflow.flow_requests.mutations import accept, request_sync
from inflow.identity.factors.rules import TwoFactor
from inflow.identity.sign_up.entry import EntryRules
from inflow.identity.sign_up.reserved_names import ProductName
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.storage.store import MediaStore
from inflow.media.worker.image_workers import ImageWorkers
from inflow.messages.keys import KeyRing
from inflow.messages.send_statement import KnownSenders
from inflow.messages.typing import SIGNAL, Typing
from inflow.moderation.encryption import CaseCipher
from inflow.posts.mutations import create_post
from inflow.profanity import Profanity
from inflow.profiles.mutations import block_user
from inflow.push.keys import VapidKeys
from inflow.standing.new_members import NewMemberRules
from inflow.users.mutations import update_nook
from reflow.auth.tokens import Identity
from reflow.changes import WalSource
from reflow.contrib.jobs import defer
from reflow.dependencies import Dependencies
from reflow.live.engine import Engine
from reflow.postgres.database import Database

if TYPE_CHECKING:
    from tests.conftest import NewDatabase

SECRET = Secret(b"0" * 32)
PUSH_KEYS = VapidKeys(SECRET, "mailto:help@example.org")
CURATOR = """
    INSERT INTO aura (user_id, has_badge, badge_since) VALUES ($1, true, now() - $2::interval)
    ON CONFLICT (user_id) DO UPDATE SET has_badge = true, badge_since = excluded.badge_since
"""


class NoTokens:
    """Refuses to verify: these tests make calls directly, not through sockets with tokens."""

    async def verify(self, token: str) -> Identity:
        raise AssertionError(token)


@pytest.fixture(scope="session")
async def product(
    new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[Engine, Database]]:
    """One database for all tests: each test signs up its own members, and reads only their data."""
    dsn = await new_database()
    await migrate(dsn)
    database = Database(dsn)
    await give_a_clock_to_move(database)
    media = tmp_path_factory.mktemp("media")
    keys, typing = KeyRing.kept_in(tmp_path_factory.mktemp("keys") / "messages"), Typing()
    engine = Engine(
        registry(),
        database,
        WalSource(database, [PUBLICATION]),
        NoTokens(),
        secret=b"0" * 32,
        defer=defer,
        dependencies=Dependencies(
            Profanity.english(),
            keys,
            typing,
            KnownSenders(),
            PUSH_KEYS,
            ProductName("Inflow"),
            TwoFactor(enabled=True),
            AuditLog(SECRET),
            CaseCipher(SECRET),
            EntryRules(per_member=3),
            NewMemberRules(),
            MediaPipeline(database=database, store=MediaStore.at(None, media), workers=ImageWorkers()),
        ),
    )
    engine.graph.listen(SIGNAL, typing.heard)
    await engine.start()
    yield engine, database
    await engine.stop()
    await database.close()


@pytest.fixture
def world(product: tuple[Engine, Database]) -> World:
    return World(*product)


@pytest.fixture
async def clock(world: World) -> AsyncIterator[Clock]:
    """The database's clock, standing still until the test moves it."""
    clock = Clock(world)
    await clock.stands_at(clock.now)
    yield clock
    await clock.set_to(None)


@pytest.fixture
async def alice(world: World) -> Member:
    return await in_scenic(await Member.sign_up(world, "alice"))


@pytest.fixture
async def bob(world: World) -> Member:
    return await in_scenic(await Member.sign_up(world, "bob"))


@pytest.fixture
async def carol(world: World) -> Member:
    return await in_scenic(await Member.sign_up(world, "carol"))


@pytest.fixture
def stranger(world: World) -> Person:
    return Person(world, None)


async def in_scenic(member: Member) -> Member:
    """Have a member choose their first nook."""
    await member.do(update_nook, user_id=member.user_id, new_nook="scenic")
    return member


async def post(member: Member, caption: str, **more: object) -> str:
    """Post a foto to the sphere; its id."""
    given = {"ratio": "landscape", "nook_type": "scenic", "post_type": "sphere", **more}
    posted = await member.do(
        create_post, user_id=member.user_id, image_url=await member.upload(), caption=caption, **given
    )
    return posted.id


async def draft(member: Member, caption: str, **look: Any) -> DraftId:
    """Keep a new upload as a draft, shown as a whole in landscape unless another look is given; its id."""
    given = {"ratio": "landscape", "shape": "2:1", **look}
    foto = NewDraftFoto(media_id=(await member.upload()).split("/")[2], **given)
    saved = await member.do(save_draft, caption=caption, fotos=[foto])
    return saved.id


async def ask(one: Member, other: Member) -> str:
    """Have a member ask another to syncflow; the request's id."""
    asked = await one.do(request_sync, sender_id=one.profile_id, receiver_id=other.profile_id)
    return asked.id


async def in_flow(one: Member, other: Member) -> None:
    """Have a member ask another, who accepts."""
    await other.do(accept, request_id=await ask(one, other))


async def block(one: Member, other: Member) -> None:
    """Have a member block another."""
    await one.do(block_user, blocker_id=one.profile_id, blocked_id=other.profile_id)


async def on_the_edge(member: Member, days: int = 180) -> Member:
    """Have a member be a curator for so many days."""
    async with member.world.database.transaction() as connection:
        await connection.text(CURATOR, member.user_id, timedelta(days=days))
    await member.world.settle()
    return member


async def days_since_nook(member: Member, days: int) -> None:
    """Let days pass since the member's last choice of a nook, by the database's clock."""
    async with member.world.database.transaction() as connection:
        await connection.text(
            "UPDATE users SET last_nook_change = last_nook_change - $2::interval WHERE id = $1",
            member.user_id,
            timedelta(days=days),
        )


async def nothing_proposed(world: World) -> None:
    """Close the proposal that an earlier test left open: there is only one at a time, for all members."""
    async with world.database.transaction() as connection:
        await connection.text("UPDATE proposals SET status = 'expired' WHERE status = 'open'")
    await world.settle()
