"""A member who deletes their account disappears from every table, every file and every screen."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.app.archives import moved_in, ready
from tests.app.house import House
from tests.app.people import PASSWORD, Member, unlike_others
from tests.app.test_flicks import imported
from tests.stored_files import stored_files

import films
import photographs
from identity.passkey_device import PasskeyDevice
from inflow.core.ids import new_id
from mail.mail_server import MailServer, Received

PATIENCE = 60.0
CANARY = "zyzzyva"
REFUSAL = """
    INSERT INTO refusals (id, owner_id, sha256, kind) SELECT $2, clerk_id, $2, 'nudity' FROM users WHERE id = $1
"""
FAILED_JOB = """
    INSERT INTO procrastinate_jobs (queue_name, task_name, args, status)
    SELECT 'default', 'finish_media', jsonb_build_object('media_id', media_id), 'failed' FROM posts WHERE author_id = $1
"""
KEPT_IN = {
    *(
        "users",
        "profiles",
        "posts",
        "further_fotos",
        "post_edits",
        "media",
        "refusals",
        "uploads",
        "mail_outbox",
        "procrastinate_jobs",
    ),
    *("identity_accounts", "identity_sessions", "identity_session_tokens", "identity_challenges"),
    *("identity_pending_signups", "identity_reserved_usernames"),
    *("identity_passkeys", "identity_authenticators", "identity_recovery_codes", "identity_trusted_devices"),
    *("identity_ceremonies", "second_steps"),
    *("collections", "saves", "exports", "drafts", "draft_fotos", "imports", "import_items", "import_uploads"),
    *("grids", "grid_images", "proposals", "proposal_votes"),
    *("aura", "blocks", "connections", "flow_requests", "hidden", "notifications", "notification_settings"),
}
TAKES_A_MOMENT = ("/", "procrastinate_", "mail_outbox")
"""Files and the jobs that remove them, and the row of the last email, which is deleted once the email is sent."""
BIRTH = "1931-03-17"
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
IDS = """
    SELECT array[u.id, u.clerk_id, p.id] || array(SELECT id FROM posts WHERE author_id = u.id)
        || array(SELECT id FROM grids WHERE author_id = u.id)
        || array(SELECT id FROM drafts WHERE author_id = u.id)
        || array(SELECT id FROM media WHERE owner_id = u.clerk_id)
        || array(SELECT id FROM uploads WHERE owner_id = u.clerk_id)
        || array(SELECT id FROM imports WHERE user_id = u.id)
        || array(SELECT id FROM exports WHERE account_id = u.clerk_id)
        || array(SELECT id FROM identity_sessions WHERE account_id = u.clerk_id)
        || array(SELECT id FROM identity_trusted_devices WHERE account_id = u.clerk_id)
        || array(SELECT id FROM notifications WHERE u.id IN (member_id, sender_id)) || $2
    FROM users u JOIN profiles p ON p.user_id = u.id WHERE u.id = $1
"""


@pytest.fixture
async def own_mail_server() -> AsyncIterator[MailServer]:
    """A mail server for this house alone: the emails about a deletion would confuse tests that share one."""
    async with MailServer() as mail_server:
        yield mail_server


@pytest.fixture
async def place(home: Path, own_mail_server: MailServer) -> AsyncIterator[House]:
    async with House(home, INFLOW_SMTP_URL=own_mail_server.url, INFLOW_TWO_FACTOR="on") as house:
        yield house


@pytest.fixture
async def carol(place: House, own_mail_server: MailServer) -> Member:
    """A member with the canary in every text that she ever typed."""
    carol = Member(place)
    carol.http.headers["User-Agent"] = f"Mozilla/5.0 ({CANARY}) Firefox/140.0"
    carol.username = unlike_others(CANARY)
    begun = await carol.ask(
        "/sign-up",
        email=f"{carol.username}@example.org",
        fullName="Carol Zyzzyva",
        username=carol.username,
        password=PASSWORD,
        dateOfBirth=BIRTH,
        termsAccepted=True,
    )
    await carol.bring((await own_mail_server.next()).code, begun.json()["challengeId"])
    await carol.choose_scenic()
    return carol


async def test_nothing_of_a_member_who_left_is_left(place: House, own_mail_server: MailServer, carol: Member) -> None:
    await _meets_others(place, own_mail_server, carol)
    await _lives_a_little(place, own_mail_server, carol)
    await _shapes_the_edge(place, carol)
    recovery_codes = await _adds_second_steps(own_mail_server, carol)
    traces = await _traces(place, carol)
    before = await _found(place, traces)
    assert {where.partition(":")[0] for where in before} >= KEPT_IN
    assert not [where for where in before if where.startswith("reflow_requests")]  # stored answers are encrypted
    assert [where for where in before if "/media/uploads/" in where]
    assert [where for where in before if "/media/exports/" in where]
    assert [where for where in before if "/media/imports/" in where]
    assert {Path(where).suffix for where in before if where.startswith("/")} >= {"", ".mp4"}

    await carol.ask("/proof/options")
    proved = await carol.ask("/proof", code=recovery_codes[1])
    assert proved.status_code == 204, proved.text
    await _email(own_mail_server, "recovery code")
    gone = await carol.ask("/delete", password=PASSWORD)

    assert gone.status_code == 204, gone.text
    assert (await _email(own_mail_server, "deleted")).to == f"{carol.username}@example.org"
    async with asyncio.timeout(PATIENCE):
        while left := await _found(place, traces):
            assert not [where for where in left if not where.startswith(TAKES_A_MOMENT)], left
            await asyncio.sleep(0.2)


async def test_other_open_screens_lose_them_and_their_own_are_closed(
    place: House, own_mail_server: MailServer, carol: Member
) -> None:
    bob = await Member.sign_up(place, own_mail_server, "bob")
    async with bob.page() as bobs, carol.page() as carols:
        feed = await bobs.feed()
        await carols.does("posts:createPost", **carol.foto(await carol.photo(photographs.plain((1, 90, 200)))))
        shown = await feed.shows("Low tide")

        gone = await carol.ask("/delete", password=PASSWORD)

        async with asyncio.timeout(PATIENCE):
            await bobs.peer.until(lambda: feed.captions == [])
            await carols.peer.ending()
    assert gone.headers["clear-site-data"] == '"cache", "storage"'
    assert carol.http.cookies.get("sid") is None
    assert not await carol.is_signed_in()
    assert (await carol.ask("/sign-in", identifier=carol.username, password=PASSWORD)).status_code == 401
    assert (await bob.http.get(shown["imageUrl"])).status_code == 404


async def test_a_wrong_password_erases_nothing(place: House, carol: Member) -> None:
    refused = await carol.ask("/delete", password="High-Tide-1969")

    assert (refused.status_code, refused.json()) == (
        400,
        {"code": "invalid", "message": "Invalid credentials", "field": "password"},
    )
    assert await carol.is_signed_in()


async def test_what_is_uploaded_meanwhile_is_not_left_behind(place: House, carol: Member) -> None:
    """Whichever comes first: the server deletes the upload with its owner, or refuses it."""
    uploads = [asyncio.create_task(carol.upload(photographs.jpeg(1600, 1200))) for _ in range(2)]
    await asyncio.wait(uploads, return_when=asyncio.FIRST_COMPLETED)

    gone = await carol.ask("/delete", password=PASSWORD)
    answers = await asyncio.gather(*uploads)

    assert gone.status_code == 204
    assert {answer.status_code for answer in answers} <= {201, 401, 429, 503}
    psql = await place.database()
    try:
        assert await psql.fetchval("SELECT count(*) FROM media") == 0
        async with asyncio.timeout(PATIENCE):
            while files := _files(place):
                assert await psql.fetchval("SELECT count(*) FROM procrastinate_jobs"), files
                await asyncio.sleep(0.2)
    finally:
        await psql.close()


async def _meets_others(place: House, own_mail_server: MailServer, carol: Member) -> None:
    """Be in flow with one member, wait for another's answer, block a third, and get notifications of it all."""
    bob, dora, eve = [await Member.sign_up(place, own_mail_server, name) for name in ("bob", "dora", "eve")]
    psql = await place.database()
    rows = await psql.fetch("SELECT user_id, id FROM profiles")
    await psql.close()
    ids = {row["user_id"]: row["id"] for row in rows}
    own = ids[carol.user_id]
    async with carol.page() as carols, bob.page() as bobs:
        for other in (bob, dora):
            asked = await carols.does("flowRequests:requestSync", sender_id=own, receiver_id=ids[other.user_id])
            assert asked["success"], asked
        back = await bobs.does("flowRequests:requestSync", sender_id=ids[bob.user_id], receiver_id=own)
        assert back["success"], back
        assert (await carols.does("profiles:blockUser", blockerId=own, blockedId=ids[eve.user_id]))["success"]
        quiet = {"postNotifications": False, "commentNotifications": False}
        assert (await carols.does("profiles:updateNotificationPreferences", profileId=own, **quiet))["success"]


async def _lives_a_little(place: House, own_mail_server: MailServer, carol: Member) -> None:
    """Post two fotos at once and a flick, upload a photo without posting it, reset the password, sign in elsewhere, and
    begin an upload, a reset and a sign-up without finishing them.
    """
    async with carol.page() as page:
        photo = await carol.photo(_signed(photographs.jpeg(1600, 1200)))
        foto = carol.foto(photo, caption=f"{CANARY} at low tide", altText=f"The {CANARY}")
        second = await carol.photo(_signed(photographs.plain((40, 60, 120))))
        foto["furtherFotos"] = [{"imageUrl": second, "ratio": "landscape", "altText": f"The second {CANARY}"}]
        posted = await page.does("posts:createPost", **foto)
        texts = {"caption": f"{CANARY} at high tide", "altText": f"The other {CANARY}"}
        assert (await page.does("posts:edit", postId=posted["result"]["_id"], **texts))["success"]
        made = await page.does("saves:createCollection", name=f"{CANARY} likes")
        kept = {"postId": posted["result"]["_id"], "collectionId": made["result"]}
        assert (await page.does("saves:save", **kept))["success"]
        later = await carol.photo(_signed(photographs.plain((10, 120, 40))))
        look = {"mediaId": later.split("/")[2], "ratio": "landscape", "shape": "2:1", "altText": f"A later {CANARY}"}
        drafted = await page.does("drafts:save", caption=f"{CANARY} at the next tide", fotos=[look])
        when = {"draftId": drafted["result"]["_id"], "version": 1, "publishAt": "2100-01-01T00:00:00Z"}
        assert not (await page.does("drafts:schedule", **when, postType="cue"))["success"]
        await carol.photo(_signed(photographs.plain((10, 140, 40))))
        await _begins_an_upload(carol, _signed(photographs.plain((120, 10, 40))))
        film = films.mp4(CANARY.encode() * 1000)
        flick = await imported(carol, place.home.parent, "--caption", f"The {CANARY} moves", film=film)
        assert flick.code == 0, flick.said
        brought = await moved_in(carol, place.home.parent, {f"{CANARY}.jpg": _signed(photographs.plain((9, 90, 40)))})
        assert brought.code == 0, brought.said
        await _begins_an_archive(carol)
        assert not (await page.does("users:updateNook", userId=carol.user_id, newNook="lifestyle"))["success"]
    await _a_minute_passes(place)
    address = f"{carol.username}@example.org"
    challenge = (await carol.ask("/reset", email=address)).json()["challengeId"]
    code = (await own_mail_server.next()).code
    done = await carol.ask("/reset/complete", challengeId=challenge, code=code, newPassword=PASSWORD)
    assert done.status_code == 200, done.text
    await _email(own_mail_server, "password was changed")
    for browser in (Member(place), carol):
        signed_in = await browser.ask("/sign-in", identifier=carol.username, password=PASSWORD)
        assert signed_in.status_code == 200, signed_in.text
    await _email(own_mail_server, "New login")
    await Member(place).ask("/sign-in", identifier=address, password="High-Tide-1969")
    await ready(carol)
    await _a_job_fails_and_a_foto_is_refused(place, carol)
    await _a_minute_passes(place)
    await Member(place).ask("/reset", email=address)
    await own_mail_server.next()
    await _a_minute_passes(place)
    form = {"fullName": "Carol Zyzzyva", "username": "carol_2", "password": PASSWORD, "dateOfBirth": BIRTH}
    again = await Member(place).ask("/sign-up", email=address, termsAccepted=True, **form)
    assert again.status_code == 202, again.text
    await _email(own_mail_server, "already have an account")


async def _shapes_the_edge(place: House, carol: Member) -> None:
    """Make a grid, become an experienced curator, propose a nook and vote for it."""
    psql = await place.database()
    await psql.execute("UPDATE aura SET has_badge = true, badge_since = '2001-01-01' WHERE user_id = $1", carol.user_id)
    await psql.close()
    photos = [await carol.photo(photographs.plain((shade, 90, 200))) for shade in (10, 20)]
    async with carol.page() as page:
        posted = [await page.does("posts:createPost", **carol.foto(each, ratio="landscape")) for each in photos]
        fotos = [each["result"]["_id"] for each in posted]
        grid = {"userId": carol.user_id, "layout": "landscape", "imageIds": fotos, "imageUrls": []}
        assert (await page.does("grids:createGrid", **grid))["success"]
        proposed = await page.does("niches:createProposal", name="golden hour")
        assert proposed["success"], proposed
        assert (await page.does("niches:voteOnProposal", proposalId=proposed["result"]["_id"], vote=True))["success"]


async def _adds_second_steps(own_mail_server: MailServer, carol: Member) -> list[str]:
    """Add a passkey and an app, trust a browser, and begin a sign-in without finishing it. Returns recovery codes."""
    assert (await carol.ask("/proof", password=PASSWORD)).status_code == 204
    options = (await carol.ask("/factors/passkeys/options")).json()["options"]
    passkey = PasskeyDevice(carol.house.origin).creates(options)
    added = await carol.ask("/factors/passkeys", passkey=passkey, name=f"{CANARY} key")
    assert added.status_code == 200, added.text
    codes: list[str] = added.json()["recoveryCodes"]
    await _email(own_mail_server, "second step was added")
    assert (await carol.ask("/factors/authenticator/begin")).status_code == 200
    assert (await carol.signs_in()).json()["status"] == "second step"
    trusted = await carol.ask("/sign-in/second-step", code=codes[0], trust=True)
    assert trusted.status_code == 200, trusted.text
    await _email(own_mail_server, "recovery code")
    await carol.ask("/proof/options")
    return codes


async def _traces(place: House, carol: Member) -> list[str]:
    """All texts and ids that could identify her, in lower case."""
    psql = await place.database()
    try:
        ids = await psql.fetchval(IDS, carol.user_id, [new_id()])
    finally:
        await psql.close()
    return [*ids, CANARY, CANARY.encode().hex(), carol.username.encode().hex(), BIRTH]


async def _found(place: House, traces: list[str]) -> list[str]:
    """The places of the traces: tables for rows, paths for files."""
    psql = await place.database()
    try:
        tables = [row["tablename"] for row in await psql.fetch(TABLES)]
        rows = [
            (name, row["text"]) for name in tables for row in await psql.fetch(f"SELECT t::text AS text FROM {name} t")
        ]
    finally:
        await psql.close()
    in_rows = [f"{table}: {trace}" for table, text in rows for trace in traces if trace in text.lower()]
    return in_rows + [str(file) for file in _files(place) if _leads_to(file, traces)]


def _files(place: House) -> list[Path]:
    return [path for name in ("media", "uploads") for path in stored_files(place.home / name)]


def _leads_to(file: Path, traces: list[str]) -> bool:
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return False
    return any(trace in str(file) or trace.encode() in content for trace in traces)


async def _begins_an_upload(carol: Member, photograph: bytes) -> None:
    """Send all of a photograph but its last byte."""
    tus = {"Tus-Resumable": "1.0.0"}
    begun = await carol.http.post(
        "/api/media/resumable-uploads", headers={**tus, "Upload-Length": str(len(photograph))}
    )
    headers = {**tus, "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"}
    sent = await carol.http.patch(begun.headers["location"], content=photograph[:-1], headers=headers)
    assert sent.status_code == 204, sent.text


async def _begins_an_archive(carol: Member) -> None:
    """Send the first bytes of an archive to import."""
    tus = {"Tus-Resumable": "1.0.0"}
    said = {"Upload-Length": "10000", "Upload-Metadata": f"filename {b64encode(f'{CANARY}.zip'.encode()).decode()}"}
    begun = await carol.http.post("/api/imports", headers={**tus, **said})
    headers = {**tus, "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"}
    content = b"PK\x03\x04" + CANARY.encode()
    sent = await carol.http.patch(begun.headers["location"], content=content, headers=headers)
    assert sent.status_code == 204, sent.text


def _signed(photograph: bytes) -> bytes:
    """The JPEG with the canary in a JPEG comment."""
    words = CANARY.encode()
    return photograph[:2] + b"\xff\xfe" + (len(words) + 2).to_bytes(2, "big") + words + photograph[2:]


async def _a_minute_passes(place: House) -> None:
    """Reset the counters, as the passing of a minute would, for the emails to one address."""
    psql = await place.database()
    await psql.execute("DELETE FROM identity_counters WHERE key LIKE 'mails:%'")
    await psql.close()


async def _a_job_fails_and_a_foto_is_refused(place: House, carol: Member) -> None:
    """The job fails for good, so its row stays; the refusal is written as the content check writes it."""
    psql = await place.database()
    await psql.execute(FAILED_JOB, carol.user_id)
    await psql.execute(REFUSAL, carol.user_id, CANARY)
    await psql.close()


async def _email(own_mail_server: MailServer, about: str) -> Received:
    email: Any = await own_mail_server.next()
    assert about in email.subject, email.subject
    return email
