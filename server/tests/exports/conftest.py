"""A member with fotos and a conversation, and what archives are made of."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.clock import Clock
from tests.exports.archiving import ADD_ACCOUNT, FOTOS, FragileStore, media_of
from tests.members import Member
from tests.product import SECRET, in_flow, post
from tests.world import World

from inflow.app.archive.job import ArchiveSources
from inflow.core.ids import new_id
from inflow.media.storage.quota import StorageQuota
from inflow.media.storage.store import ORIGINAL
from inflow.messages.keys import KeyRing
from inflow.messages.mutations import open_conversation, send_message
from inflow.moderation.encryption import CaseCipher


@pytest.fixture
async def sources(world: World, clock: Clock, tmp_path: Path) -> AsyncIterator[ArchiveSources]:
    known = world.engine.dependencies
    yield ArchiveSources(
        database=world.database,
        store=FragileStore.at(None, tmp_path / "media"),
        quota=StorageQuota(floor=0),
        secret=SECRET,
        ring=known.of(KeyRing),
        cipher=known.of(CaseCipher),
        product="Inflow",
        folder=tmp_path,
        segment_bytes=20_000,
        segments_at_a_time=2,
    )


@pytest.fixture
async def dora(world: World, alice: Member, bob: Member, sources: ArchiveSources) -> Member:
    """Alice with an account, fotos and a conversation."""
    async with world.database.transaction() as connection:
        await connection.text(ADD_ACCOUNT, alice.clerk_id, alice.username)
    for number in range(FOTOS):
        await post(alice, f"Tide {number}")
    for media_id in await media_of(alice):
        await sources.store.put(media_id, ORIGINAL, media_id.encode() * 300)
        await sources.store.put(media_id, "1080.jpg", media_id.encode() * 100)
    await in_flow(alice, bob)
    pair = {"sender_id": alice.profile_id, "receiver_id": bob.profile_id}
    chat = await alice.do(open_conversation, profile_id=alice.profile_id, other_id=bob.profile_id)
    await alice.do(send_message, conversation_id=chat, content="hello", type="text", client_id=new_id(), **pair)
    return alice
