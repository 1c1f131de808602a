"""A photo that moderators removed comes back under no account and in no disguise, until the removal is reversed."""

from __future__ import annotations

import asyncio
import hashlib
import io
from pathlib import Path

import pyvips
from PIL import Image, ImageOps
from tests.app.house import House, until
from tests.app.people import Member

import photographs
from inflow.media.images.fingerprint import fingerprints_of
from mail.mail_server import MailServer

REFUSED = "Moderators have removed this photo. If that was a mistake, appeal against their decision."


LISTED = "This photo can't be uploaded here. If that is a mistake, please contact us."


def _disguised(photograph: bytes) -> bytes:
    """The photograph mirrored, smaller and saved badly."""
    out = io.BytesIO()
    ImageOps.mirror(Image.open(io.BytesIO(photograph)).convert("RGB")).resize((900, 600)).save(out, "JPEG", quality=40)
    return out.getvalue()


async def test_a_removed_foto_cannot_be_uploaded_again_until_the_removal_is_reversed(
    house: House, mail_server: MailServer
) -> None:
    alice, bob, mona = [await Member.sign_up(house, mail_server, name) for name in ("alva", "bert", "mona")]
    assert (await house.command("role", "grant", mona.username, "moderator")).code == 0
    rocket = photographs.jpeg(1500, 1000, name="rocket")
    foto = await alice.does("posts:createPost", **alice.foto(await alice.photo(rocket)))
    await bob.does("moderation:report", kind="post", subjectId=foto["_id"], reason="nudity")
    psql = await house.database()
    case = await psql.fetchval("SELECT id FROM cases WHERE subject_id = $1", foto["_id"])
    assert (await bob.upload(_disguised(rocket))).status_code == 201

    removal = await mona.does("moderation:act", caseId=case, measure="remove", reason="nudity")

    for member, copy in ((alice, rocket), (bob, _disguised(rocket))):
        refused = await member.upload(copy)
        assert (refused.status_code, refused.json()["code"]) == (422, "content_refused")
        assert (refused.json()["message"], refused.json()["kind"]) == (REFUSED, "removed")
    strikes = "SELECT count(*) FROM refusals JOIN users ON clerk_id = owner_id WHERE kind = 'removed' AND users.id = $1"
    assert [await psql.fetchval(strikes, each.user_id) for each in (alice, bob)] == [1, 1]
    assert (await bob.upload(photographs.jpeg(1500, 1000, name="flower"))).status_code == 201

    await mona.does("moderation:reverse", measureId=removal)

    assert (await bob.upload(rocket)).status_code == 201
    assert await psql.fetchval("SELECT count(*) FROM removed_photos") == 0
    await psql.close()


async def test_a_member_who_sends_a_removed_photo_five_times_is_looked_at_by_a_moderator(
    house: House, mail_server: MailServer
) -> None:
    alice, bob, mona = [await Member.sign_up(house, mail_server, name) for name in ("alva", "bert", "mona")]
    assert (await house.command("role", "grant", mona.username, "moderator")).code == 0
    rocket = photographs.jpeg(1500, 1000, name="rocket")
    foto = await alice.does("posts:createPost", **alice.foto(await alice.photo(rocket)))
    await bob.does("moderation:report", kind="post", subjectId=foto["_id"], reason="nudity")
    psql = await house.database()
    case = await psql.fetchval("SELECT id FROM cases WHERE subject_id = $1", foto["_id"])
    await mona.does("moderation:act", caseId=case, measure="remove", reason="nudity")

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


async def test_a_photo_on_a_hash_list_is_refused_and_a_moderator_has_a_case_at_once(
    house: House, mail_server: MailServer, tmp_path: Path
) -> None:
    names = ("chelsea", "flower", "coffee", "astronaut")
    listed = [photographs.jpeg(1500, 1000, name=name) for name in names]
    smaller = pyvips.Image.new_from_buffer(photographs.jpeg(600, 400, name=names[3]), "")
    lists = [tmp_path / "files.txt", tmp_path / "photographs.txt"]
    md5, sha1, sha256 = hashlib.md5(listed[0]), hashlib.sha1(listed[1]), hashlib.sha256(listed[2])
    files = f"# Ours\n{md5.hexdigest().upper()}\n{sha1.hexdigest()}  # a comment\n\n{sha256.hexdigest()}\n"
    await asyncio.to_thread(lists[0].write_text, files, encoding="utf-8")
    await asyncio.to_thread(lists[1].write_text, f"pdq:{fingerprints_of(smaller)[0]}\n", encoding="utf-8")
    settings = {"INFLOW_PUBLIC_URL": house.origin, "INFLOW_HASH_LISTS": ", ".join(map(str, lists))}
    async with House(house.home, INFLOW_SMTP_URL=mail_server.url, **settings) as strict:
        alice, mona = [await Member.sign_up(strict, mail_server, name) for name in ("alva", "mona")]
        assert (await house.command("role", "grant", mona.username, "moderator")).code == 0

        for photograph in listed:
            refused = await alice.upload(photograph)
            assert (refused.status_code, refused.json()["code"]) == (422, "content_refused")
            assert (refused.json()["message"], refused.json()["kind"]) == (LISTED, "listed")

        psql = await strict.database()
        about_her = "SELECT id FROM cases WHERE kind = 'refusals' AND member_id = $1"
        await until(lambda: psql.fetchval(about_her, alice.user_id))
        case_id = await psql.fetchval(about_her, alice.user_id)
        async with mona.page() as page:
            case = page.peer.results[await page.follows("moderation:getCase", caseId=case_id)]
        assert [each["what"] for each in case["evidence"]["facts"]] == ["listed"]
        hers = "WHERE owner_id = (SELECT clerk_id FROM users WHERE id = $1)"
        assert await psql.fetchval(f"SELECT count(*) FROM media {hers}", alice.user_id) == 0
        strikes = await psql.fetch(f"SELECT kind FROM refusals {hers}", alice.user_id)
        assert [row["kind"] for row in strikes] == ["listed"] * 4
        assert (await alice.upload(photographs.jpeg(1499, 1000, name=names[0]))).status_code == 201
        await psql.close()
