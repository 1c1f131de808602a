"""Members download all data that is stored about them."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from tests.app.archives import DOWNLOADS, data_of, downloaded, fetched, ready
from tests.app.correspondents import Correspondence
from tests.app.house import House, until
from tests.app.people import PASSWORD, Member, Page
from tests.app.test_flicks import imported

import films
import photographs
from inflow.app.data_export import ROWS_BY_ACCOUNT, ROWS_BY_USER
from inflow.core.tables import metadata
from inflow.posts.rules import media_id_in
from mail.mail_server import MailServer

NOT_IN_IT = {
    "hidden": "It says who blocked them, and what they blocked is there.",
    "profile_words": "Their names, once more.",
    "grid_images": "What a grid is made of is in the grid.",
    "nooks": "Everybody's.",
    "conversations": "The order of messages; what was written is there.",
    "conversation_keys": "What was written with them is there, opened.",
    "conversation_sides": "Each is a file of its own.",
    "messages": "They are in the files of conversations.",
    "push_subscriptions": "Addresses at the browser's maker, which nobody may have but the server.",
    **dict.fromkeys(("comment_counts", "reaction_counts"), "Numbers of what is there, without a member."),
    "exports": "How far the download is that is being made.",
    "export_segments": "Where the parts of that download are stored.",
    "erasures": "Hashes of what is no longer there, without a member.",
    "cases": "Reports belong to their reporters; the decisions are in the download.",
    "case_photos": "Reports belong to their reporters.",
    "removed_photos": "What a removed photo looks like, in 256 bits, without a member.",
    "case_notes": "Notes of moderators to each other.",
    "case_viewers": "Which moderator looks at a case now.",
    "evidence_openings": "Which moderator opened which messages.",
    "policy_versions": "The operator's documents, which everyone may read.",
    "audit_entries": "It names no member: see docs/moderation.md.",
    "audit_head": "The end of that log.",
    "mail_outbox": "Letters under way, gone when they are delivered.",
}
CHANGE_THE_SECOND = """
    UPDATE messages SET content = set_byte(content, 20, get_byte(content, 20) # 1)
    WHERE id = (SELECT id FROM messages WHERE conversation_id = $1 ORDER BY seq OFFSET 1 LIMIT 1)
    RETURNING id, (SELECT media_id FROM messages WHERE conversation_id = $1 AND media_id IS NOT NULL)
"""
INTERNAL = ("identity_", "reflow_", "media_", "hosted_")
"""Prefixes of tables that hold nothing more about a member than their sign-ins, or data that the download has already.
"""


def test_every_table_is_in_it_or_known_not_to_be() -> None:
    taken = {each.source.get_final_froms()[0].name for each in (*ROWS_BY_ACCOUNT.values(), *ROWS_BY_USER.values())}  # type: ignore[union-attr]  # selects, all of them
    others = {table.name for table in metadata.sorted_tables if not table.name.startswith(INTERNAL)}

    assert others - taken - NOT_IN_IT.keys() == set()


async def test_it_holds_their_rows_their_photos_and_their_conversations(
    house: House, mail_server: MailServer, tmp_path: Path
) -> None:
    dora, bob = [await Member.sign_up(house, mail_server, name) for name in ("dora", "bob")]
    photograph = photographs.jpeg(1600, 1200)
    await _lives(dora, bob, photograph)
    await imported(dora, tmp_path, "--caption", "A flick")

    answer = await fetched(dora, await ready(dora))

    assert answer.status_code == 200, answer.text
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == ("application/zip", "no-store")
    assert answer.headers["content-disposition"].startswith('attachment; filename="inflow-')
    made = zipfile.ZipFile(io.BytesIO(answer.content))
    assert made.testzip() is None
    data = json.loads(made.read("data.json"))
    assert sorted(post["caption"] for post in data["posts"]) == ["A flick", "Low tide"]
    assert (data["user"][0]["username"], data["account"][0]["email"]) == (dora.username, f"{dora.username}@example.org")
    assert "password_hash" not in data["account"][0]
    photos = {photo["video_kind"]: photo["id"] for photo in data["photos"]}
    assert made.read(f"photos/{photos[None]}.jpeg") == photograph
    assert made.read(f"videos/{photos['mp4']}.mp4") == films.mp4()
    (file,) = [name for name in made.namelist() if name.startswith("conversations/") and name.endswith(".json")]
    conversation = json.loads(made.read(file))
    assert conversation["with"] == bob.username
    assert [(each["text"], each["isOwn"]) for each in conversation["messages"]] == [("hello", True), ("hi", False)]


async def test_what_they_wrote_to_moderators_is_in_it_and_not_who_decided(
    house: House, mail_server: MailServer
) -> None:
    dora, bob, mona = [await Member.sign_up(house, mail_server, name) for name in ("dora", "bob", "mona")]
    assert (await house.command("role", "grant", mona.username, "moderator")).code == 0
    psql = await house.database()
    for reporter, about, words in ((dora, bob, "He copies me."), (bob, dora, "")):
        subject = await psql.fetchval("SELECT id FROM profiles WHERE user_id = $1", about.user_id)
        await reporter.does("moderation:report", kind="profile", subjectId=subject, reason="spam", words=words)
    case = await psql.fetchval("SELECT id FROM cases WHERE member_id = $1", dora.user_id)
    await psql.close()
    measure = await mona.does("moderation:act", caseId=case, measure="warn", reason="spam")
    await dora.does("moderation:appeal", measureId=measure, words="I was here first.")

    data = await data_of(dora)

    assert [each["words"] for each in data["reports"]] == ["He copies me."]
    assert [each["words"] for each in data["appeals"]] == ["I was here first."]
    assert mona.user_id not in json.dumps(data)


async def test_a_member_may_ask_three_times_a_day(house: House, mail_server: MailServer) -> None:
    dora = await Member.sign_up(house, mail_server, "dora")

    answers = [await dora.ask("/export", password=PASSWORD) for _ in range(4)]

    assert [each.status_code for each in answers] == [202, 202, 202, 429]
    refused = answers[-1].json()
    assert refused["code"] == "rate_limited"
    words = r"You have downloaded your data three times today\. Please wait .+ before doing so again\."
    assert re.fullmatch(words, refused["message"])


async def test_a_photo_in_a_message_is_named_and_a_message_that_cannot_be_read_costs_no_other(
    house: House, mail_server: MailServer
) -> None:
    dora, emil = [await Member.sign_up(house, mail_server, name) for name in ("dora", "emil")]
    chat = await Correspondence.between(dora, emil)
    url = await dora.photo(photographs.plain((40, 90, 160)))
    async with dora.page() as page:
        for name in ("before", "changed", "after"):
            assert (await page.does("messages:sendMessage", **chat.message(dora, name)))["success"]
        photo = {**chat.message(dora, "a photo"), "type": "photo", "content": url}
        assert (await page.does("messages:sendMessage", **photo))["success"]
    psql = await house.database()
    changed, media_id = await psql.fetchrow(CHANGE_THE_SECOND, chat.id)
    await psql.close()

    made = await downloaded(dora)

    written = json.loads(made.read(f"conversations/{chat.id}.json"))["messages"]
    assert [each["mediaId"] for each in written] == [None, None, None, media_id]
    assert f"photos/{media_id}.jpeg" in made.namelist()
    assert [each["text"] is None for each in written] == [False, True, False, False]
    assert [each["id"] for each in written if each.get("unreadable")] == [changed]


async def test_nobody_gets_it_without_the_password(house: House, mail_server: MailServer) -> None:
    eve = await Member.sign_up(house, mail_server, "eve")
    before = house.said.count('"data export asked for"')

    wrong = await eve.ask("/export", password="High-Tide-1969")
    missing = await eve.ask("/export")
    signed_out = await Member(house).ask("/export", password=PASSWORD)
    forged = await eve.http.post(
        "/api/identity/export",
        json={"password": PASSWORD},
        headers={"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
    )

    assert [each.status_code for each in (wrong, missing, signed_out, forged)] == [400, 400, 401, 403]
    assert house.said.count('"data export asked for"') == before
    cookie = eve.http.cookies["sid"]
    assert (await eve.ask("/export", password=PASSWORD)).status_code == 202
    assert house.said.count('"data export asked for"') == before + 1
    assert eve.http.cookies["sid"] != cookie, "the proof of the password renews the cookie"
    assert await eve.is_signed_in()


async def test_a_download_that_was_cut_off_goes_on_where_it_stopped(house: House, mail_server: MailServer) -> None:
    dora = await Member.sign_up(house, mail_server, "dora")
    await dora.photo(photographs.plain((40, 90, 160)))
    export_id = await ready(dora)

    whole = await fetched(dora, export_id)
    begun = await fetched(dora, export_id, Range="bytes=0-999")
    rest = await fetched(dora, export_id, Range="bytes=1000-", **{"If-Range": begun.headers["etag"]})
    last = await fetched(dora, export_id, Range="bytes=-22")
    other = await fetched(dora, export_id, Range="bytes=1000-", **{"If-Range": '"another"'})
    beyond = await fetched(dora, export_id, Range=f"bytes={len(whole.content)}-")
    head = await dora.http.head(f"{DOWNLOADS}/{export_id}")

    size = len(whole.content)
    assert [each.status_code for each in (whole, begun, rest, last, other, beyond)] == [200, 206, 206, 206, 200, 416]
    assert begun.content + rest.content == whole.content == other.content
    assert last.content == whole.content[-22:]
    assert whole.headers["accept-ranges"] == "bytes"
    assert begun.headers["content-range"] == f"bytes 0-999/{size}"
    assert beyond.headers["content-range"] == f"bytes */{size}"
    assert (head.status_code, head.headers["content-length"], head.content) == (200, str(size), b"")
    assert house.said.count('"data downloaded"') >= 1


async def test_an_archive_is_its_own_members_alone(house: House, mail_server: MailServer) -> None:
    dora, eve = [await Member.sign_up(house, mail_server, name) for name in ("dora", "eve")]
    export_id = await ready(dora)

    theirs = await fetched(eve, export_id)
    missing = await fetched(eve, "a" * 26)
    malformed = await fetched(eve, "dora")
    signed_out = await fetched(Member(house), export_id)

    assert [each.status_code for each in (theirs, missing, malformed, signed_out)] == [404, 404, 404, 401]
    assert theirs.content == missing.content == malformed.content
    assert (await fetched(dora, export_id)).status_code == 200
    await dora.does("exports:cancelExport")
    assert (await fetched(dora, export_id)).content == missing.content


async def test_only_the_session_that_gave_the_password_downloads_it(house: House, mail_server: MailServer) -> None:
    dora = await Member.sign_up(house, mail_server, "dora")
    elsewhere = Member(house)
    signed_in = await elsewhere.ask("/sign-in", identifier=dora.username, password=PASSWORD)
    assert signed_in.status_code == 200, signed_in.text
    export_id = await ready(dora)

    stolen = await fetched(elsewhere, export_id)
    part = await fetched(elsewhere, export_id, Range="bytes=0-9")
    head = await elsewhere.http.head(f"{DOWNLOADS}/{export_id}")
    wrong = await elsewhere.ask(f"/exports/{export_id}/open", password="High-Tide-1969")
    missing = await elsewhere.ask(f"/exports/{export_id}/open")
    another = await elsewhere.ask(f"/exports/{'a' * 26}/open", password=PASSWORD)
    assert [each.status_code for each in (stolen, part, head, wrong, missing, another)] == [
        *(403, 403, 403),
        *(400, 400, 404),
    ]
    assert stolen.json()["message"] == "Please enter your password to download this."
    assert (await fetched(dora, export_id)).status_code == 200

    assert (await elsewhere.ask(f"/exports/{export_id}/open", password=PASSWORD)).status_code == 200
    assert (await fetched(elsewhere, export_id)).status_code == 200
    assert (await fetched(dora, export_id)).status_code == 403


async def test_no_member_opens_the_archive_of_another(house: House, mail_server: MailServer) -> None:
    dora, eve = [await Member.sign_up(house, mail_server, name) for name in ("dora", "eve")]
    export_id = await ready(dora)

    assert (await eve.ask(f"/exports/{export_id}/open", password=PASSWORD)).status_code == 404
    assert (await fetched(eve, export_id)).status_code == 404
    assert (await fetched(dora, export_id)).status_code == 200


async def test_a_day_later_it_asks_for_the_password_again(house: House, mail_server: MailServer) -> None:
    dora = await Member.sign_up(house, mail_server, "dora")
    export_id = await ready(dora)
    psql = await house.database()
    await psql.execute("UPDATE exports SET opened_until = opened_until - interval '1 day' WHERE id = $1", export_id)
    await psql.close()

    assert (await fetched(dora, export_id)).status_code == 403
    assert (await dora.ask(f"/exports/{export_id}/open", password=PASSWORD)).status_code == 200
    assert (await fetched(dora, export_id)).status_code == 200


async def test_an_archive_whose_segments_are_lost_looks_like_none(house: House, mail_server: MailServer) -> None:
    dora = await Member.sign_up(house, mail_server, "dora")
    export_id = await ready(dora)
    for segment in (house.home / "media" / "exports" / export_id).iterdir():
        segment.unlink()

    async with dora.page() as page:
        shown = await page.follows("exports:getExport")
        assert (await fetched(dora, export_id)).status_code == 404
        await page.peer.until(lambda: page.peer.results[shown] is None)


async def test_every_device_sees_how_far_it_is_and_no_other_member_does(house: House, mail_server: MailServer) -> None:
    dora, eve = [await Member.sign_up(house, mail_server, name) for name in ("dora", "eve")]
    async with dora.page() as phone, dora.page() as desktop, eve.page() as eves:
        pages = [(page, await page.follows("exports:getExport")) for page in (phone, desktop, eves)]

        export_id = await ready(dora)

        for page, query in pages[:2]:

            def is_ready(page: Page = page, query: int = query) -> bool:
                shown = page.peer.results[query]
                return shown is not None and shown["state"] == "ready" and shown["_id"] == export_id

            await page.peer.until(is_ready)
        assert eves.peer.results[pages[2][1]] is None


@pytest.mark.long
async def test_a_killed_server_goes_on_with_the_archive(home: Path, mail_server: MailServer) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        dora = await Member.sign_up(house, mail_server, "dora")
        # Of seven segments, which are more than one job makes.
        photos = {media_id_in(url): photographs.noise(9_000_000) for url in await dora.photos_by_hand(12)}
        for media_id, content in photos.items():
            file = home / "media" / str(media_id)[:2] / str(media_id) / "original"
            file.parent.mkdir(parents=True)
            file.write_bytes(content)
        psql = await house.database()
        asked = await dora.ask("/export", password=PASSWORD)

        async def has_begun() -> bool:
            return bool(await psql.fetchval("SELECT count(*) FROM export_segments"))

        await until(has_begun)
        await psql.close()
        await house.kill()
        await house.start()
        psql = await house.database()

        async def is_ready() -> bool:
            return bool(await psql.fetchval("SELECT state = 'ready' FROM exports"))

        await until(is_ready, seconds=200)
        await psql.close()
        made = zipfile.ZipFile(io.BytesIO((await fetched(dora, asked.json()["id"])).content))
        assert made.testzip() is None
        for media_id, content in photos.items():
            assert made.read(f"photos/{media_id}.jpeg") == content


async def _lives(dora: Member, bob: Member, photograph: bytes) -> None:
    """Post a foto, be in flow, send a message and get an answer."""
    psql = await dora.house.database()
    found = await psql.fetch("SELECT id FROM profiles WHERE user_id = ANY ($1) ", [dora.user_id])
    others = await psql.fetch("SELECT id FROM profiles WHERE user_id = $1", bob.user_id)
    await psql.close()
    own, other = found[0]["id"], others[0]["id"]
    async with dora.page() as doras, bob.page() as bobs:
        assert (await doras.does("posts:createPost", **dora.foto(await dora.photo(photograph))))["success"]
        assert (await doras.does("flowRequests:requestSync", sender_id=own, receiver_id=other))["success"]
        assert (await bobs.does("flowRequests:requestSync", sender_id=other, receiver_id=own))["success"]
        opened = (await doras.does("messages:openConversation", profileId=own, otherId=other))["result"]
        for page, one, two, text in ((doras, own, other, "hello"), (bobs, other, own, "hi")):
            message: dict[str, Any] = {"conversationId": opened, "senderId": one, "receiverId": two}
            said = await page.does("messages:sendMessage", **message, content=text, type="text")
            assert said["success"], said
