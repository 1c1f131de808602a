"""What operators do on the command line beside a running Inflow, so that they need SQL for nothing."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.app.house import House
from tests.app.people import PASSWORD, Member

import photographs
from inflow.core.ids import new_id
from mail.mail_server import MailServer

LEFT_OF = """
    SELECT (SELECT count(*) FROM users WHERE clerk_id = $1) + (SELECT count(*) FROM media WHERE owner_id = $1)
        + (SELECT count(*) FROM identity_accounts WHERE id = $1)
"""


@pytest.fixture
async def mail() -> AsyncIterator[MailServer]:
    """A mail server for this house alone: emails about deletions would confuse tests that share one."""
    async with MailServer() as mail:
        yield mail


@pytest.fixture
async def place(home: Path, mail: MailServer) -> AsyncIterator[House]:
    async with House(home, INFLOW_SMTP_URL=mail.url) as house:
        yield house


async def _audited(house: House) -> list[tuple[str, dict[str, str]]]:
    lines = (await house.command("audit", "export")).said.splitlines()
    return [(each["action"], each["details"]) for each in map(json.loads, lines)]


async def test_an_operator_lists_and_deletes_what_a_member_posted_and_their_open_pages_lose_it(
    place: House, mail: MailServer
) -> None:
    alice, bob = [await Member.sign_up(place, mail, name) for name in ("alva", "bert")]
    async with alice.page() as page, bob.page() as bobs:
        feed = await bobs.feed()
        photos = [await alice.photo(photographs.plain((1, 90, shade))) for shade in (10, 200)]
        first, second = [
            (await page.does("posts:createPost", **alice.foto(photo, caption=f"Tide\t{number}")))["result"]["_id"]
            for number, photo in enumerate(photos)
        ]
        by_bob = {"userId": bob.user_id, "username": bob.username}
        said = (await bobs.does("comments:create", postId=first, content="So calm", **by_bob))["result"]["_id"]
        made = {"userId": alice.user_id, "layout": "landscape", "imageIds": [first, second], "imageUrls": photos}
        grid = (await page.does("grids:createGrid", **made))["result"]["_id"]
        listed = (await place.command("content", "list", alice.username)).said.splitlines()
        assert [line.split("\t")[:2] for line in listed] == [["post", first], ["post", second], ["grid", grid]]
        assert listed[0].endswith("sphere\tTide 0")
        assert f"comment\t{said}" in (await place.command("content", "list", f"@{bob.username}")).said

        deleted = await place.command("content", "delete", "comment", said)
        assert deleted.code == 0, deleted.said
        deleted = await place.command("content", "delete", "grid", f"{place.origin}/preview/x?tab=grids&grid={grid}")
        assert deleted.code == 0, deleted.said
        deleted = await place.command("content", "delete", "post", f"{place.origin}/homefeed?post={first}")
        assert deleted.code == 0, deleted.said
        await bobs.peer.until(lambda: feed.captions == ["Tide\t1"])

    for kind, gone in (("post", first), ("comment", said), ("grid", grid), ("post", new_id()), ("grid", "")):
        assert (await place.command("content", "delete", kind, gone)).code == 1, kind
    assert await _audited(place) == [
        ("content deleted", {"kind": "comment", "id": said}),
        ("content deleted", {"kind": "grid", "id": grid}),
        ("content deleted", {"kind": "post", "id": first}),
    ]


async def test_an_operator_sees_who_has_uploaded_how_much(place: House, mail: MailServer) -> None:
    alice, bob = [await Member.sign_up(place, mail, name) for name in ("alva", "bert")]
    small, large = photographs.jpeg(800, 600), photographs.jpeg(2400, 1800)
    for member, photo in ((alice, small), (bob, small), (bob, large)):
        await member.photo(photo)

    lines = [line.split("\t") for line in (await place.command("storage", "list")).said.splitlines()]

    assert lines == [
        [str(len(small) + len(large)), "2", "0", bob.username],
        [str(len(small)), "1", "0", alice.username],
    ]


async def test_an_operator_erases_a_member_and_only_when_they_say_yes(place: House, mail: MailServer) -> None:
    alice, bob = [await Member.sign_up(place, mail, name) for name in ("alva", "bert")]
    assert (await place.command("role", "grant", alice.username, "owner")).code == 0
    async with alice.page() as page, bob.page() as bobs:
        feed = await bobs.feed()
        await page.does("posts:createPost", **alice.foto(await alice.photo(photographs.plain((1, 90, 200)))))
        await feed.shows("Low tide")
        psql = await place.database()
        account = await psql.fetchval("SELECT clerk_id FROM users WHERE username = $1", alice.username)

        asked = await place.command("member", "delete", alice.username)
        assert (asked.code, "posts: 1" in asked.said) == (0, True), asked.said
        refused = await place.command("member", "delete", alice.username, "--yes")
        assert (refused.code, "Make another member an owner first." in refused.said) == (1, True), refused.said
        assert await psql.fetchval(LEFT_OF, account) > 0
        assert (await place.command("role", "grant", bob.username, "owner")).code == 0
        erased = await place.command("member", "delete", alice.username, "--yes")
        assert erased.code == 0, erased.said
        await page.peer.ending()
        await bobs.peer.until(lambda: feed.captions == [])

    assert await psql.fetchval(LEFT_OF, account) == 0
    await psql.close()
    await mail.next_to(f"{alice.username}@example.org", "deleted")
    assert (await alice.ask("/sign-in", identifier=alice.username, password=PASSWORD)).status_code == 401
    assert (await place.command("member", "delete", alice.username, "--yes")).code == 1
    assert (await _audited(place))[-1][0] == "member erased"
    assert (await place.command("audit", "verify")).code == 0


async def test_an_operator_changes_an_address_and_ends_sessions_without_sql(place: House, mail: MailServer) -> None:
    alice, bob = [await Member.sign_up(place, mail, name) for name in ("alva", "bert")]
    new = f"new-{alice.username}@example.org"

    async with alice.page() as page:
        changed = await place.command("member", "change-email", alice.username, new.upper())
        assert (changed.code, new in changed.said) == (0, True), changed.said
        assert await alice.is_signed_in()
        ended = await place.command("member", "log-out", f"@{alice.username}")
        assert (ended.code, "ended: 1" in ended.said) == (0, True), ended.said
        await page.peer.ending()

    assert not await alice.is_signed_in()
    assert (await alice.ask("/sign-in", identifier=new, password=PASSWORD)).status_code == 200
    for words in (
        ("change-email", bob.username, new),
        ("change-email", bob.username, "nowhere"),
        ("change-email", "nobody_at_all", "a@example.org"),
        ("log-out", "nobody_at_all"),
    ):
        assert (await place.command("member", *words)).code == 1, words
    exported = [json.loads(line) for line in (await place.command("audit", "export")).said.splitlines()]
    assert [each["action"] for each in exported] == ["email changed", "sessions ended"]


async def test_an_operator_sees_who_invited_whom(home: Path, mail: MailServer) -> None:
    async with House(home, INFLOW_SMTP_URL=mail.url, INFLOW_INVITATIONS_PER_MEMBER="2") as house:
        anna = await Member.sign_up(house, mail, "anna")
        link = await anna.does("moderation:createInvitation", most=2)
        bert, cora = [await Member.sign_up(house, mail, name, invitation=link) for name in ("bert", "cora")]

        assert await _shown(house, anna) == [["invited by", "(no one)"], *_invited(bert, cora)]
        assert await _shown(house, bert) == [["invited by", anna.username]]

        assert (await house.command("member", "delete", bert.username, "--yes")).code == 0
        assert await _shown(house, anna) == [["invited by", "(no one)"], *_invited(cora)]
        assert (await house.command("member", "delete", anna.username, "--yes")).code == 0
        assert await _shown(house, cora) == [["invited by", "(deleted)"]]
        assert (await house.command("member", "show", anna.username)).code == 1


async def _shown(house: House, member: Member) -> list[list[str]]:
    """What `member show` says after the time of joining, without the other times."""
    told = await house.command("member", "show", f"@{member.username}")
    assert told.code == 0, told.said
    joined, *lines = [line.split("\t") for line in told.said.splitlines()]
    assert joined[0] == "joined" and joined[1].startswith("20")
    return [line[:2] for line in lines]


def _invited(*members: Member) -> list[list[str]]:
    return [["invited", each.username] for each in members]
