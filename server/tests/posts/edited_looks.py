"""An engine with a media pipeline, and fotos whose look their authors change."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.members import Member
from tests.posts.test_checked_as_posted import DARKENED, Gate, upload
from tests.product import SECRET, NoTokens
from tests.world import World

from inflow.app.functions import registry
from inflow.app.publication import PUBLICATION
from inflow.app.wiring import MEDIA_REFERENCES
from inflow.audit.log import AuditLog
from inflow.identity.factors.rules import TwoFactor
from inflow.media.images.crops import Crop, RequestedCut
from inflow.media.pipeline.cuts import store_cut
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.storage.references import MediaReferences
from inflow.media.storage.store import MediaStore
from inflow.media.worker.image_workers import ImageWorkers
from inflow.moderation.case_photos import not_copied_yet
from inflow.moderation.encryption import CaseCipher
from inflow.posts.mutations import create_post
from inflow.posts.photos import shown_in_a_foto
from inflow.posts.queries import get_post
from inflow.posts.views import Post
from inflow.standing.new_members import NewMemberRules
from reflow import Connection
from reflow.changes import WalSource
from reflow.contrib.jobs import defer
from reflow.dependencies import Dependencies
from reflow.live.engine import Engine
from reflow.postgres.database import Database

MISSING = {"code": "not_found", "message": "This post does not exist."}
OF_ANOTHER_FOTO = {"code": "invalid", "message": "This is not a crop of this foto."}
UNTOUCHED = {"brightness": 100, "contrast": 100, "saturation": 100}
WARM = {"filter": "juno", "adjustments": {**UNTOUCHED, "saturation": 150}}
REVEALING = {"adjustments": {**UNTOUCHED, "brightness": 200}}
MIDDLE = RequestedCut("landscape", Crop(0.25, 0.25, 0.5, 0.5), rotation=90)
_DISCARDS = "SELECT args FROM procrastinate_jobs WHERE task_name = 'discard_renditions' AND args ->> 'media_id' = $1"


@pytest.fixture
def pipeline(product: tuple[Engine, Database], workers: ImageWorkers, gate: Gate, tmp_path: Path) -> MediaPipeline:
    async def schedule_discard(connection: Connection, media_id: str, names: list[str]) -> None:
        await defer(connection, "discard_renditions", {"media_id": media_id, "names": names})

    gate.allows_below = 130
    return MediaPipeline(
        database=product[1],
        store=MediaStore.at(None, tmp_path / "media"),
        workers=workers,
        moderator=gate,
        folder=tmp_path,
        references=MEDIA_REFERENCES,
        posted=MediaReferences(shown_in_a_foto),
        awaiting_copy=MediaReferences(not_copied_yet),
        schedule_discard=schedule_discard,
    )


@pytest.fixture
async def world(product: tuple[Engine, Database], pipeline: MediaPipeline) -> AsyncIterator[World]:
    database = product[1]
    engine = Engine(
        registry(),
        database,
        WalSource(database, [PUBLICATION]),
        NoTokens(),
        secret=b"0" * 32,
        defer=defer,
        dependencies=Dependencies(
            pipeline, NewMemberRules(), CaseCipher(SECRET), AuditLog(SECRET), TwoFactor(enabled=False)
        ),
    )
    await engine.start()
    yield World(engine, database)
    await engine.stop()


async def foto(member: Member, pipeline: MediaPipeline, content: bytes = DARKENED, **more: Any) -> Post:
    """Post a foto that shows its upload from edge to edge."""
    given = {"ratio": "landscape", "nook_type": "scenic", "post_type": "sphere", "caption": "Night", **more}
    uploaded = await upload(pipeline, member, content)
    return await member.do(create_post, user_id=member.user_id, image_url=uploaded.image_url, **given)


async def cut(member: Member, pipeline: MediaPipeline, post: Post, wanted: RequestedCut = MIDDLE) -> str:
    """Crop the upload of a posted foto again; the address of the crop."""
    return (await store_cut(pipeline, member.clerk_id, medium_of(post), wanted)).image_url


async def edit(member: Member, post: Post, **look: Any) -> Any:
    """Change the foto's look; the refusal, or None."""
    same = {"filter": "none", "adjustments": UNTOUCHED, "ratio": post.ratio, "imageUrl": post.image_url}
    return await member.send("posts:editLook", postId=post.id, **{**same, **look})


async def seen(member: Member, post: Post) -> Post:
    found = await member.see(get_post, post_id=post.id)
    assert found is not None
    return found


def medium_of(post: Post) -> str:
    return post.image_url.split("/")[2]


def shown_as(post: Post) -> tuple[Any, ...]:
    return (post.image_url, post.ratio, post.filter, msgspec.to_builtins(post.adjustments), post.width, post.height)


async def discarded(world: World, post: Post) -> list[str]:
    async with world.database.connection() as connection:
        jobs = await connection.raw.fetch(_DISCARDS, medium_of(post))
    return [name for job in jobs for name in job["args"]["names"]]


def in_ratio(ratio: Any) -> RequestedCut:
    return msgspec.structs.replace(MIDDLE, ratio=ratio)
