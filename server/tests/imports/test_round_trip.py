"""An archive that Inflow made arrives on another server as it was, and the archive of that one is the same."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

from tests.exports.archiving import ADD_ACCOUNT, made
from tests.imports.bringing import Work, photo, posts_of
from tests.members import Member
from tests.product import SECRET, in_scenic
from tests.world import World

from inflow.app.archive.job import ArchiveSources
from inflow.grids.mutations import archive, create_grid, delete_post
from inflow.media.images.crops import Crop, RequestedCut
from inflow.media.pipeline.cuts import store_cut
from inflow.media.pipeline.uploads import receive, store_upload
from inflow.messages.keys import KeyRing
from inflow.moderation.encryption import CaseCipher
from inflow.posts.further_fotos import NewFoto
from inflow.posts.mutations import create_post, edit_caption
from inflow.posts.rules import PostId
from inflow.posts.views import Adjustments
from inflow.profiles.mutations import update_profile_image, update_quote
from inflow.saves.mutations import create_collection, save

_OF_THE_SERVER = (
    "id",
    "file",
    "shown",
    "posts",
    "madeAt",
    "missing",
    "username",
    "fullName",
    "picture",
    "pictureShown",
)


async def test_an_archive_arrives_as_it_was(world: World, work: Work, alice: Member) -> None:
    await _live(work, alice)
    before = await _archive(work, alice)
    dora = await in_scenic(await Member.sign_up(world, "dora"))

    shown = await work.brings(dora, before)
    after = await _archive(work, dora)

    assert (shown.state, shown.refused) == ("done", 0)
    for name in ("posts.json", "grids.json", "collections.json"):
        assert _without_ids(_read(after, name)) == _without_ids(_read(before, name)), name
    assert len(_read(before, "posts.json")) == 4
    member, brought = _read(before, "archive.json")["member"], _read(after, "archive.json")["member"]
    assert (member["quote"], member["nook"]) == (brought["quote"], brought["nook"])
    assert member["picture"] is not None
    assert brought["picture"] is not None
    for one, other in zip(_fotos(before), _fotos(after), strict=True):
        assert one == other, "the originals, byte for byte"


async def test_its_own_archive_brings_back_what_a_member_deleted(work: Work, alice: Member) -> None:
    await _live(work, alice)
    whole = await _archive(work, alice)
    (gone,) = [each.id for each in await posts_of(alice) if each.caption == "For the cue"]
    await alice.do(delete_post, post_id=PostId(gone))
    assert _read(await _archive(work, alice), "grids.json") == []

    shown = await work.brings(alice, whole)

    assert shown.skipped == 3
    after = await _archive(work, alice)
    for name in ("posts.json", "grids.json"):
        assert _without_ids(_read(after, name)) == _without_ids(_read(whole, name)), name


async def _live(work: Work, member: Member) -> None:
    """Post fotos of every kind, make a grid and a collection, and write a profile."""
    async with member.world.database.transaction() as connection:
        await connection.text(ADD_ACCOUNT, member.clerk_id, member.username)
    look = {"filter": "sepia", "adjustments": Adjustments(brightness=120, contrast=90, saturation=80)}
    part = RequestedCut("landscape", Crop(0.1, 0.1, 0.5, 0.5), 90)
    first = await _posted(work, member, "Low tide\nwith two lines", alt_text="The sea", cut=part)
    second = await _posted(work, member, "For the cue", post_type="cue")
    third = await _posted(work, member, "Put away", **look)
    second_foto = NewFoto(image_url=await _uploaded(work, member, 9), ratio="horizontal", alt_text="The second")
    await _posted(work, member, "Two", further_fotos=(second_foto,))
    await member.do(edit_caption, post_id=first, caption="Low tide\nedited")
    await member.do(create_grid, user_id=member.user_id, layout="landscape", image_ids=[first, second], image_urls=[])
    await member.do(archive, post_id=third)
    sea = await member.do(create_collection, name="Sea")
    await member.do(save, post_id=first, collection_id=sea)
    await member.do(save, post_id=second)
    await member.do(update_quote, profile_id=member.profile_id, quote="Half past low")
    await member.do(update_profile_image, user_id=member.user_id, image_url=await _uploaded(work, member, 12))


async def _posted(work: Work, member: Member, caption: str, *, cut: RequestedCut | None = None, **more: Any) -> PostId:
    url = await _uploaded(work, member, len(caption), cut)
    given = {"ratio": "landscape", "nook_type": "scenic", "post_type": "sphere", **more}
    if "filter" in given:
        # The engine's own pipeline has not got this store; the look itself is checked when it arrives.
        given.pop("filter"), given.pop("adjustments")
    posted = await member.do(create_post, user_id=member.user_id, image_url=url, caption=caption, **given)
    if "filter" in more:
        async with member.world.database.transaction() as connection:
            await connection.text(
                "UPDATE posts SET filter = $2, brightness = 120, contrast = 90, saturation = 80 WHERE id = $1",
                posted.id,
                more["filter"],
            )
    return posted.id


async def _uploaded(work: Work, member: Member, number: int, cut: RequestedCut | None = None) -> str:
    async with receive(work.pipeline, _pieces(photo(number, width=200, height=120))) as whole:
        stored = await store_upload(work.pipeline, member.clerk_id, whole)
    if cut is not None:
        stored = await store_cut(work.pipeline, member.clerk_id, stored.media_id, cut)
    return stored.image_url


async def _pieces(content: bytes) -> Any:
    yield content


async def _archive(work: Work, member: Member) -> bytes:
    async with member.world.database.transaction() as connection:
        await connection.text(f"{ADD_ACCOUNT} ON CONFLICT DO NOTHING", member.clerk_id, member.username)
    known = member.world.engine.dependencies
    sources = ArchiveSources(
        database=work.pipeline.database,
        store=work.pipeline.store,
        quota=work.pipeline.quota,
        secret=SECRET,
        ring=known.of(KeyRing),
        cipher=known.of(CaseCipher),
        product="Inflow",
        folder=Path(work.pipeline.folder),
    )
    return await made(sources, member)


def _read(content: bytes, name: str) -> Any:
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        return json.loads(opened.read(name))


def _fotos(content: bytes) -> list[bytes]:
    names = [foto["file"] for post in _read(content, "posts.json") for foto in post["fotos"]]
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        return [opened.read(name) for name in names]


def _without_ids(document: Any) -> Any:
    """A document without what only means something on its server; lists of ids keep their length."""
    if isinstance(document, list):
        return [_without_ids(each) for each in document]
    if isinstance(document, dict):
        return {
            name: len(each) if name == "posts" else _without_ids(each)
            for name, each in document.items()
            if name == "posts" or name not in _OF_THE_SERVER
        }
    return document
