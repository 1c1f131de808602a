"""Moderation of a running Inflow: roles from the command line, a suspension over two processes, evidence, the audit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.app.house import House, until
from tests.app.people import PASSWORD, Member

import photographs
from mail.mail_server import MailServer, Received

PROFILE = "SELECT id FROM profiles WHERE user_id = $1"


async def _profile_of(member: Member) -> str:
    psql = await member.house.database()
    found: str = await psql.fetchval(PROFILE, member.user_id)
    await psql.close()
    return found


async def _moderator(house: House, mail_server: MailServer, name: str = "mona") -> Member:
    member = await Member.sign_up(house, mail_server, name)
    granted = await house.command("role", "grant", member.username, "moderator")
    assert granted.code == 0, granted.said
    return member


async def _only_case_about(house: House, member: Member) -> str:
    psql = await house.database()
    found: str = await psql.fetchval("SELECT id FROM cases WHERE member_id = $1 AND state = 'open'", member.user_id)
    await psql.close()
    return found


async def _email_to(mail_server: MailServer, member: Member, words: str) -> Received:
    return await mail_server.next_to(f"{member.username}@example.org", words)


async def test_a_suspension_ends_every_session_at_every_process_and_an_appeal_opens_the_account_again(
    house: House, other_house: House, mail_server: MailServer
) -> None:
    bob, alice = [await Member.sign_up(house, mail_server, name) for name in ("bert", "alva")]
    mona, nora = await _moderator(house, mail_server), await _moderator(house, mail_server, "nora")
    await bob.does("moderation:report", kind="profile", subjectId=await _profile_of(alice), reason="harassment")
    case = await _only_case_about(house, alice)

    async with alice.at(other_house).page() as page:
        acted = await mona.does("moderation:act", caseId=case, measure="suspend", reason="harassment", days=7)
        await page.peer.ending()
    refused = await alice.signs_in()

    assert (refused.status_code, refused.json()["code"]) == (403, "suspended")
    assert not await alice.is_signed_in()
    assert not await alice.at(other_house).is_signed_in()
    assert refused.json()["until"].startswith("20")
    email = await _email_to(mail_server, alice, "A decision about your")
    assert "no harassment" in email.text and "/appeal#" in email.text and bob.username not in email.text
    token = refused.json()["appeal"]
    assert token in email.text
    decisions = await alice.http.post("/api/appeals/decisions", json={"token": token})
    (decision,) = decisions.json()
    assert (decision["_id"], decision["kind"]) == (acted, "suspend")
    assert decision["appealUntil"] > decision["createdAt"]

    appealed = await alice.http.post("/api/appeals", json={"token": token, "measureId": acted, "words": "Not me"})
    assert appealed.status_code == 204, appealed.text
    async with nora.page() as page:
        appeals = page.peer.results[await page.follows("moderation:getAppeals")]
    (appeal,) = [each for each in appeals if each["measureId"] == acted]
    assert appeal["words"] == "Not me"
    await nora.does("moderation:decideAppeal", appealId=appeal["_id"], granted=True, words="Sorry.")

    assert (await alice.signs_in()).status_code == 200
    assert "Sorry." in (await _email_to(mail_server, alice, "was reversed")).text


@pytest.mark.parametrize("token", ["", "x", "x.y", "\u00e9.\u00e9", "a" * 600])
async def test_a_token_that_is_made_up_opens_no_decisions(alice: Member, token: str) -> None:
    answers = [
        await alice.http.post("/api/appeals/decisions", json={"token": token}),
        await alice.http.post("/api/appeals", json={"token": token, "measureId": "x", "words": "y"}),
    ]

    assert {answer.status_code for answer in answers} <= {400, 404}


async def test_a_wrong_password_does_not_tell_that_an_account_is_suspended(
    house: House, mail_server: MailServer
) -> None:
    bob, alice = [await Member.sign_up(house, mail_server, name) for name in ("bert", "alva")]
    mona = await _moderator(house, mail_server)
    await bob.does("moderation:report", kind="profile", subjectId=await _profile_of(alice), reason="spam")
    case = await _only_case_about(house, alice)
    await mona.does("moderation:act", caseId=case, measure="ban", reason="spam")

    wrong = await alice.ask("/sign-in", identifier=alice.username, password="High-Tide-1969")

    assert (wrong.status_code, wrong.json()["message"]) == (401, "Invalid credentials")


async def test_the_photo_of_a_case_is_kept_for_moderators_when_its_author_deletes_it(
    house: House, mail_server: MailServer
) -> None:
    bob, alice = [await Member.sign_up(house, mail_server, name) for name in ("bert", "alva")]
    mona = await _moderator(house, mail_server)
    async with alice.page() as page:
        photo = await alice.photo(photographs.jpeg(1600, 1200))
        foto = (await page.does("posts:createPost", **alice.foto(photo)))["result"]["_id"]
        await bob.does("moderation:report", kind="post", subjectId=foto, reason="nudity")
        case = await _only_case_about(house, alice)
        path = f"/api/moderation/cases/{case}/photo"

        async def is_kept() -> bool:
            return (await mona.http.get(path)).status_code == 200

        await until(is_kept)
        assert (await page.does("posts:deletePost", postId=foto))["success"]

    kept = await mona.http.get(path)
    assert (kept.status_code, kept.content[:2], kept.headers["cache-control"]) == (200, b"\xff\xd8", "no-store")
    for person in (alice, bob, Member(house)):
        assert (await person.http.get(path)).status_code == 404


async def test_the_audit_log_shows_what_was_done_and_finds_an_entry_that_was_changed(
    home: Path, mail_server: MailServer
) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        mona = await _moderator(house, mail_server)
        assert (await house.command("role", "grant", mona.username, "owner")).code == 0
        refused = await house.command("role", "revoke", mona.username)
        assert (refused.code, "Make another member an owner first." in refused.said) == (1, True)
        assert (await house.command("role", "grant", "nobody_at_all", "owner")).code == 1
        exported = [json.loads(line) for line in (await house.command("audit", "export")).said.splitlines()]
        assert [each["action"] for each in exported] == ["role: moderator", "role: owner"]
        assert mona.username not in str(exported) and mona.user_id not in str(exported)
        assert (await house.command("audit", "verify")).said.strip() == "The audit log holds: 2 entries."

        psql = await house.database()
        changes = (
            ("UPDATE audit_entries SET action = 'x' WHERE number = 1", "entry 1 is edited or inserted"),
            ("DELETE FROM audit_entries WHERE number = 1", "entry 1 is missing"),
            ("DELETE FROM audit_entries WHERE number = 2", "entry 2 is missing"),
            (
                "INSERT INTO audit_entries SELECT 3, at, actor, action, subject, details, code FROM audit_entries "
                "WHERE number = 2",
                "entry 3 is edited or inserted",
            ),
        )
        for change, words in changes:
            await psql.execute("CREATE TABLE kept AS TABLE audit_entries")
            await psql.execute(change)
            found = await house.command("audit", "verify")
            assert (found.code, words in found.said) == (1, True), (change, found.said)
            await psql.execute("DELETE FROM audit_entries; INSERT INTO audit_entries TABLE kept; DROP TABLE kept")
        await psql.close()
        assert (await house.command("audit", "verify")).code == 0


async def test_the_only_owner_hands_over_before_they_leave(home: Path, mail_server: MailServer) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        owner, other = [await Member.sign_up(house, mail_server, name) for name in ("olga", "otto")]
        assert (await house.command("role", "grant", owner.username, "owner")).code == 0

        refused = await owner.ask("/delete", password=PASSWORD)
        assert (refused.status_code, refused.json()["message"]) == (409, "Make another member an owner first.")
        await owner.does("moderation:setRole", userId=other.user_id, role="owner")

        assert (await owner.ask("/delete", password=PASSWORD)).status_code == 204
