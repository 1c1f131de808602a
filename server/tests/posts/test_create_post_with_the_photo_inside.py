"""posts:createPost with a data URL, for clients that cannot upload."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from tests.members import Member
from tests.product import NoTokens, in_scenic
from tests.world import Person, World

import photographs
from inflow.app.functions import registry
from inflow.app.publication import PUBLICATION
from inflow.media.pipeline.moderation import ModerationResult
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.storage.store import MediaStore
from inflow.media.worker.image_workers import ImageWorkers
from inflow.posts.photos import prepare_photo
from inflow.posts.queries import get_user_posts
from inflow.posts.rules import media_id_in
from inflow.posts.views import Adjustments
from inflow.standing.new_members import NewMemberRules
from reflow.auth.tokens import Identity
from reflow.changes import WalSource
from reflow.contrib.jobs import defer
from reflow.dependencies import Dependencies
from reflow.live.engine import Engine
from reflow.live.hooks import HookCtx
from reflow.postgres.database import Database

FOTO = {"ratio": "landscape", "nookType": "scenic", "caption": "Low tide", "postType": "sphere"}
NO_IMAGE = {"code": "invalid", "message": "Please upload an image file"}


@dataclass
class Gate:
    """A content check that gives the result it was set to."""

    verdict: ModerationResult | Exception

    async def __call__(self, _jpeg: bytes) -> ModerationResult:
        if isinstance(self.verdict, Exception):
            raise self.verdict
        return self.verdict


@pytest.fixture(scope="module")
async def workers() -> AsyncIterator[ImageWorkers]:
    async with ImageWorkers() as pool:
        yield pool


@pytest.fixture
def gate() -> Gate:
    return Gate(ModerationResult(allowed=True))


@pytest.fixture
def pipeline(product: tuple[Engine, Database], workers: ImageWorkers, gate: Gate, tmp_path: Path) -> MediaPipeline:
    store = MediaStore.at(None, tmp_path / "media")
    return MediaPipeline(database=product[1], store=store, workers=workers, moderator=gate, folder=tmp_path)


@pytest.fixture
async def world(product: tuple[Engine, Database], pipeline: MediaPipeline) -> AsyncIterator[World]:
    """The product's functions with a media pipeline."""
    database = product[1]
    engine = Engine(
        registry(),
        database,
        WalSource(database, [PUBLICATION]),
        NoTokens(),
        secret=b"0" * 32,
        defer=defer,
        dependencies=Dependencies(pipeline, NewMemberRules()),
    )
    await engine.start()
    yield World(engine, database)
    await engine.stop()


@pytest.fixture
async def alice(world: World) -> Member:
    return await in_scenic(await Member.sign_up(world, "alice"))


def data_url(content: bytes, kind: str = "image/jpeg") -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


async def media_of(member: Member) -> list[Any]:
    async with member.world.database.connection() as connection:
        return list(await connection.text("SELECT id FROM media WHERE owner_id = $1", member.clerk_id))


async def test_it_is_posted_like_an_upload(alice: Member, pipeline: MediaPipeline) -> None:
    photo = data_url(photographs.jpeg(800, 600))

    assert await alice.send("posts:createPost", userId=alice.user_id, imageUrl=photo, **FOTO) is None

    (post,) = (await alice.see(get_user_posts, user_id=alice.user_id)).page
    assert (post.width, post.height, post.caption) == (800, 600, "Low tide")
    media_id = media_id_in(post.image_url)
    assert media_id is not None
    shown = await pipeline.store.get(media_id, post.image_url.rpartition("/")[2])
    assert shown is not None
    assert photographs.CANARY.encode() not in shown


async def test_a_repeated_request_stores_and_posts_once(alice: Member, world: World) -> None:
    given = {"userId": alice.user_id, "imageUrl": data_url(photographs.plain((9, 9, 9))), **FOTO}

    outcomes = [
        await world.engine.mutate(
            session=alice.clerk_id, request=0, path="posts:createPost", arguments=given, identity=alice.identity
        )
        for _ in range(2)
    ]

    assert outcomes[0].value == outcomes[1].value is not None
    assert len(await media_of(alice)) == 1


@pytest.mark.parametrize(
    "image_url",
    [
        "data:",
        "data:image/jpeg;base64,",
        "data:image/jpeg;base64,!!!!",
        "data:text/html;base64,PGI+",
        "data:image/svg+xml;base64,PHN2Zy8+",
        "data:image/jpeg,raw",
        data_url(photographs.as_format("GIF"), "image/gif"),
        data_url(photographs.jpeg(600, 400)[:2000]),
    ],
)
async def test_what_is_no_photo_is_refused_and_nothing_stored(alice: Member, image_url: str) -> None:
    refused = await alice.send("posts:createPost", userId=alice.user_id, imageUrl=image_url, **FOTO)

    assert refused == NO_IMAGE
    assert await media_of(alice) == []


@pytest.mark.parametrize(
    ("verdict", "refusal"),
    [
        (
            ModerationResult(allowed=False, message="This image contains explicit content that is not allowed."),
            ("content_refused", "This image contains explicit content that is not allowed."),
        ),
        (ConnectionError("gone"), ("unverified", "Unable to verify image content. Please try again.")),
    ],
)
async def test_it_passes_the_same_content_check(
    alice: Member, gate: Gate, verdict: ModerationResult | Exception, refusal: tuple[str, str]
) -> None:
    gate.verdict = verdict

    refused = await alice.send(
        "posts:createPost", userId=alice.user_id, imageUrl=data_url(photographs.plain((9, 9, 9))), **FOTO
    )

    assert refused is not None
    assert (refused["code"], refused["message"]) == refusal
    assert await media_of(alice) == []


async def test_strangers_and_videos_are_refused_before_anything_is_done(alice: Member, world: World) -> None:
    given = {"userId": alice.user_id, "imageUrl": data_url(photographs.plain((9, 9, 9))), **FOTO}

    stranger = await Person(world, None).send("posts:createPost", **given)
    video = await alice.send("posts:createPost", isVideo=True, **given)

    assert stranger is not None
    assert stranger["code"] == "unauthenticated"
    assert video == {"code": "unsupported", "message": "Video Posts Coming Soon!"}
    assert await media_of(alice) == []


async def test_it_counts_for_the_pace_of_uploads(alice: Member, pipeline: MediaPipeline) -> None:
    given = {"userId": alice.user_id, "imageUrl": data_url(b"no image"), **FOTO}
    codes = [(await alice.send("posts:createPost", **given) or {}).get("code") for _ in range(21)]

    assert codes == ["invalid"] * 20 + ["rate_limited"]


async def test_a_name_that_nobody_has_is_not_the_one_it_is_stored_under(pipeline: MediaPipeline) -> None:
    """The owner is the subject of the token, whatever the arguments name."""
    seen: list[str] = []

    async def admit(_connection: object, owner_id: str) -> None:
        seen.append(owner_id)

    ctx = HookCtx(Identity("https://test", "alice", None, 2e10), Dependencies(replace(pipeline, admit=admit)))
    look = {"filter": "none", "adjustments": Adjustments(), "further_fotos": ()}
    given = {"user_id": "bob", "image_url": data_url(photographs.plain((9, 9, 9))), "is_video": False, **look}

    prepared = await prepare_photo(ctx, given)

    assert seen == ["alice"]
    assert prepared == {**given, "image_url": prepared["image_url"]}
    assert media_id_in(prepared["image_url"])
