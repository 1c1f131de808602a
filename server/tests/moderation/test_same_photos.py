"""moderation: findSamePhoto."""

from __future__ import annotations

import io
from typing import Any

import pyvips
from PIL import Image, ImageOps
from tests.grids.fotos import grid
from tests.members import Member
from tests.moderation.cases import reported
from tests.product import in_flow, post
from tests.world import World

import photographs
from inflow.media.images.fingerprint import fingerprints_of
from inflow.messages.mutations import open_conversation, send_message
from inflow.moderation.actions import find_same_photo
from inflow.moderation.mutations import act, open_evidence
from inflow.moderation.views import SamePhoto
from reflow.live.actions import ActionContext


def _disguised(photograph: bytes) -> bytes:
    """The photograph mirrored, smaller and saved badly."""
    out = io.BytesIO()
    ImageOps.mirror(Image.open(io.BytesIO(photograph)).convert("RGB")).resize((900, 600)).save(out, "JPEG", quality=40)
    return out.getvalue()


def _fingerprint(photograph: bytes) -> str:
    return fingerprints_of(pyvips.Image.new_from_buffer(photograph, ""))[0]


async def _posts(member: Member, photograph: bytes, **more: Any) -> str:
    """Post this photograph; the post's id."""
    foto = await post(member, "A rocket", **more)
    async with member.world.database.transaction() as connection:
        sql = "UPDATE media SET fingerprint = $2 WHERE id = (SELECT media_id FROM posts WHERE id = $1)"
        await connection.text(sql, foto, _fingerprint(photograph))
    return foto


async def _finds(moderator: Member, case: str) -> list[SamePhoto] | None:
    found: list[SamePhoto] | None = await find_same_photo.call(
        ActionContext(moderator.world.engine, moderator.identity), case_id=case
    )
    return found


async def test_a_moderator_finds_the_posts_of_the_same_photo_and_no_others(
    world: World, alice: Member, bob: Member, mod: Member
) -> None:
    rocket = photographs.jpeg(1500, 1000, name="rocket")
    hers, again = await _posts(alice, rocket), await _posts(alice, rocket, post_type="cue")
    his = await _posts(bob, _disguised(rocket))
    await _posts(bob, photographs.jpeg(1500, 1000, name="flower"))
    case = await reported(bob, "post", hers)
    removal = await reported(alice, "post", his)

    found = await _finds(mod, case)

    assert found is not None
    assert [(each.id, each.author, each.is_removed, each.is_visible) for each in found] == [
        (again, alice.username, False, False),
        (his, bob.username, False, True),
    ]

    await mod.do(act, case_id=removal, measure="remove", reason="spam")

    found = await _finds(mod, case)
    assert found is not None
    assert [(each.id, each.is_removed, each.is_visible) for each in found][1:] == [(his, True, False)]


async def test_each_photo_of_a_grid_is_looked_for(alice: Member, bob: Member, mod: Member) -> None:
    pictures = [photographs.jpeg(1500, 1000, name=name) for name in ("coffee", "astronaut")]
    hers = [await _posts(alice, picture) for picture in pictures]
    collage = await grid(alice, "landscape", hers)
    his = [await _posts(bob, picture) for picture in (pictures[1], _disguised(pictures[0]))]
    await _posts(bob, photographs.jpeg(1500, 1000, name="flower"))
    case = await reported(bob, "grid", collage.id)

    found = await _finds(mod, case)

    assert found is not None
    assert {each.id for each in found} == set(his)


async def test_a_photo_without_a_fingerprint_is_not_compared(alice: Member, bob: Member, mod: Member) -> None:
    case = await reported(bob, "post", await post(alice, "Fog"))

    assert await _finds(mod, case) is None


async def test_the_photo_of_a_message_is_compared_only_for_a_moderator_who_opened_it(
    alice: Member, bob: Member, mod: Member
) -> None:
    await in_flow(alice, bob)
    conversation = await alice.do(open_conversation, profile_id=alice.profile_id, other_id=bob.profile_id)
    given = {"conversation_id": conversation, "sender_id": alice.profile_id, "receiver_id": bob.profile_id}
    sent = await alice.do(send_message, **given, content=await alice.upload(), type="photo", client_id="cat")
    cat = photographs.jpeg(1500, 1000, name="chelsea")
    async with alice.world.database.transaction() as connection:
        sql = "UPDATE media SET fingerprint = $2 WHERE id = (SELECT media_id FROM messages WHERE id = $1)"
        await connection.text(sql, sent.id, _fingerprint(cat))
    his = await _posts(bob, cat)
    case = await reported(bob, "message", sent.id)

    assert await _finds(mod, case) is None

    await mod.do(open_evidence, case_id=case)
    found = await _finds(mod, case)
    assert found is not None
    assert [each.id for each in found] == [his]
