"""A photo that moderators removed comes back under no account and in no disguise, until the removal is reversed."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image, ImageOps
from tests.app.house import House, until
from tests.app.people import Member

import photographs
from mail.mail_server import MailServer

REFUSED = "Moderators have removed this photo. If that was a mistake, appeal against their decision."


def _disguised(photograph: bytes) -> bytes:
    """The photograph mirrored, smaller and saved badly."""
    out = io.BytesIO()
    ImageOps.mirror(Image.open(io.BytesIO(photograph)).convert("RGB")).resize((900, 600)).save(out, "JPEG", quality=40)
    return out.getvalue()


async def _does(member: Member, path: str, **given: Any) -> Any:
    async with member.page() as page:
        done = await page.does(path, **given)
    assert done["success"], done
    return done["result"]


async def test_a_removed_foto_cannot_be_uploaded_again_until_the_removal_is_reversed(
    house: House, mail_server: MailServer
) -> None:
    alice, bob, mona = [await Member.sign_up(house, mail_server, name) for name in ("alva", "bert", "mona")]
    assert (await house.command("role", "grant", mona.username, "moderator")).code == 0
    rocket = photographs.jpeg(1500, 1000, name="rocket")
    foto = await _does(alice, "posts:createPost", **alice.foto(await alice.photo(rocket)))
    await _does(bob, "moderation:report", kind="post", subjectId=foto["_id"], reason="nudity")
    psql = await house.database()
    case = await psql.fetchval("SELECT id FROM cases WHERE subject_id = $1", foto["_id"])
    assert (await bob.upload(_disguised(rocket))).status_code == 201

    removal = await _does(mona, "moderation:act", caseId=case, measure="remove", reason="nudity")

    for member, copy in ((alice, rocket), (bob, _disguised(rocket))):
        refused = await member.upload(copy)
        assert (refused.status_code, refused.json()["code"]) == (422, "content_refused")
        assert (refused.json()["message"], refused.json()["kind"]) == (REFUSED, "removed")
    strikes = await psql.fetch("SELECT owner_id FROM refusals WHERE kind = 'removed'")
    assert len({row["owner_id"] for row in strikes}) == 2
    assert (await bob.upload(photographs.jpeg(1500, 1000, name="flower"))).status_code == 201

    await _does(mona, "moderation:reverse", measureId=removal)

    assert (await bob.upload(rocket)).status_code == 201
    assert await psql.fetchval("SELECT count(*) FROM removed_photos") == 0
    await psql.close()


async def test_a_member_who_sends_a_removed_photo_five_times_is_looked_at_by_a_moderator(
    house: House, mail_server: MailServer
) -> None:
    alice, bob, mona = [await Member.sign_up(house, mail_server, name) for name in ("alva", "bert", "mona")]
    assert (await house.command("role", "grant", mona.username, "moderator")).code == 0
    rocket = photographs.jpeg(1500, 1000, name="rocket")
    foto = await _does(alice, "posts:createPost", **alice.foto(await alice.photo(rocket)))
    await _does(bob, "moderation:report", kind="post", subjectId=foto["_id"], reason="nudity")
    psql = await house.database()
    case = await psql.fetchval("SELECT id FROM cases WHERE subject_id = $1", foto["_id"])
    await _does(mona, "moderation:act", caseId=case, measure="remove", reason="nudity")

    for _ in range(5):
        assert (await alice.upload(rocket)).status_code == 422

    async def opened() -> bool:
        about_her = "SELECT id FROM cases WHERE kind = 'refusals' AND member_id = $1 AND state = 'open'"
        return len(await psql.fetch(about_her, alice.user_id)) == 1

    await until(opened)
    async with mona.page() as page:
        queue = page.peer.results[await page.follows("moderation:getCases")]["page"]
    (row,) = [each for each in queue if each["kind"] == "refusals" and each["member"]["username"] == alice.username]
    assert (row["reports"], row["reasons"]) == (0, [])
    await psql.close()
