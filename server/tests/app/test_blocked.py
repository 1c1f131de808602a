"""A member who is blocked while all their screens are open: the next Transition removes the other one from all."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.app.correspondents import Correspondence
from tests.app.house import House
from tests.app.people import Member, Page
from tests.reflow.wire.peer import number

import photographs
from mail.mail_server import MailServer

A_FLICK = "UPDATE posts SET is_video = true WHERE id = $1"
A_CURATOR = "UPDATE aura SET has_badge = true, badge_since = now() WHERE user_id = $1"


@pytest.fixture
async def zyzzyva(house: House, mail_server: MailServer) -> Member:
    return await Member.sign_up(house, mail_server, "zyzzyva")


@pytest.fixture
async def emil(house: House, mail_server: MailServer) -> Member:
    return await Member.sign_up(house, mail_server, "emil")


OF_EVERYBODY = {"profiles:getAllProfiles", "users:getAllUsers"}
"""Unordered lists of all members: when there are many, a given member may not be on the first page."""


async def test_in_flow_they_lose_the_other_from_every_screen_at_once(
    house: House, zyzzyva: Member, emil: Member
) -> None:
    chat = await Correspondence.between(zyzzyva, emil)
    traces = [*await _lives(house, zyzzyva, chat), zyzzyva.user_id, chat.profiles[zyzzyva.user_id], "zyzzyva"]
    async with zyzzyva.page() as hers, emil.page() as his:
        wall = await _posts(hers, zyzzyva)
        told = await _posts(his, emil)
        await hers.does(
            "comments:create",
            content="zyzzyva was here",
            postId=told,
            userId=zyzzyva.user_id,
            username=zyzzyva.username,
        )
        await hers.does("reactions:react", postId=told, reaction="graceful")
        await hers.does("messages:sendMessage", **chat.message(zyzzyva, "one"))
        screens = {await his.follows(path, **given): path for path, given in _screens(zyzzyva, emil, chat, wall, told)}
        before = {screens[each] for each in screens if _found(his, each, traces)}

        await _blocked_from(hers, his, chat.profiles[zyzzyva.user_id], chat.profiles[emil.user_id])

        after = {screens[each]: found for each in screens if (found := _found(his, each, traces))}
    assert before | OF_EVERYBODY == set(screens.values())
    assert after == {}


@pytest.mark.parametrize(
    ("path", "is_asked"), [("flowRequests:getIncoming", True), ("flowRequests:getOutgoing", False)]
)
async def test_a_request_goes_from_its_circle_at_once(
    zyzzyva: Member, emil: Member, path: str, *, is_asked: bool
) -> None:
    async with zyzzyva.page() as hers, emil.page() as his:
        her_id, his_id = [await _profile_id(each) for each in (hers, his)]
        asker, sender, receiver = (hers, her_id, his_id) if is_asked else (his, his_id, her_id)
        await asker.does("flowRequests:requestSync", sender_id=sender, receiver_id=receiver)
        circle = await his.follows(path, profile_id=his_id)
        assert his.peer.results[circle]["total"] == 1

        await _blocked_from(hers, his, her_id, his_id)

        assert his.peer.results[circle] == {"requests": [], "total": 0, "next_cursor": None}


async def test_the_addresses_of_the_others_photos_are_those_of_none(zyzzyva: Member, emil: Member) -> None:
    photo = await zyzzyva.photo(photographs.plain((40, 90, 160)))
    async with zyzzyva.page() as hers, emil.page() as his:
        posted = await hers.does("posts:createPost", **zyzzyva.foto(photo))
        url = posted["result"]["imageUrl"]
        assert (await emil.http.get(url)).status_code == 200
        await his.follows("posts:getPost", postId=posted["result"]["_id"])
        await _blocked_from(hers, his, *[await _profile_id(each) for each in (hers, his)])

    answers = [await emil.http.get(each) for each in (url, f"/media/{'a' * 26}/1080.jpg")]
    assert [(each.status_code, each.text) for each in answers] == [(404, answers[1].text)] * 2
    assert (await zyzzyva.http.get(url)).status_code == 200


async def _lives(house: House, member: Member, chat: Correspondence) -> list[str]:
    """Make a member a curator with a foto for their cue, a flick and a grid; the ids that identify these."""
    async with member.page() as page:
        cue, foto, flick = [await _posts(page, member, postType=kind) for kind in ("cue", "sphere", "sphere")]
        given = {"layout": "landscape", "imageIds": [cue, foto], "imageUrls": []}
        made = await page.does("grids:createGrid", userId=member.user_id, **given)
        assert made["success"], made
    psql = await house.database()
    await psql.execute(A_FLICK, flick)
    await psql.execute(A_CURATOR, member.user_id)
    media = await psql.fetch("SELECT media_id FROM posts WHERE author_id = $1", member.user_id)
    await psql.close()
    return [cue, foto, flick, made["result"]["_id"], *(each["media_id"] for each in media)]


def _screens(
    other: Member, own: Member, chat: Correspondence, wall: str, told: str
) -> list[tuple[str, dict[str, Any]]]:
    """The queries that show another member's data: their wall, and all lists that contain them."""
    theirs, mine = ({"profileId": chat.profiles[each.user_id]} for each in (other, own))
    by_user, conversation = {"userId": other.user_id}, {"conversationId": chat.id}
    return [
        ("profiles:getProfileById", theirs),
        ("profiles:getProfile", by_user),
        ("flowRequests:getStandings", {"profile_ids": [theirs["profileId"]]}),
        ("posts:getStrips", {"userIds": [other.user_id]}),
        ("posts:getUserPosts", by_user),
        ("posts:getUserPosts", {**by_user, "isVideo": True}),
        ("grids:getUserGrids", by_user),
        ("posts:getPost", {"postId": wall}),
        ("posts:getPostsByNook", {"nookType": "scenic"}),
        ("posts:getSpherePosts", {}),
        ("posts:getSpherePosts", {"isVideo": True}),
        ("posts:getCuePosts", {}),
        ("posts:getCuratorPosts", {"userId": own.user_id}),
        ("posts:getCuratorPosts", {"userId": own.user_id, "feedPreference": "curators"}),
        ("profiles:getCurators", {}),
        ("profiles:getSyncFlowConnections", mine),
        ("profiles:search", {"text": "zyzz"}),
        ("profiles:getAllProfiles", {}),
        ("users:getAllUsers", {}),
        ("notifications:getNotifications", mine),
        ("comments:list", {"postId": told}),
        ("reactions:getReactors", {"postId": told, "reaction": "graceful"}),
        ("messages:getConversations", mine),
        ("messages:getConversation", conversation),
        ("messages:getMessages", conversation),
        ("messages:searchConversations", {**mine, "text": "zyzz"}),
    ]


async def _posts(page: Page, member: Member, **more: Any) -> str:
    (photo,) = await member.photos_by_hand(1)
    posted = await page.does("posts:createPost", **member.foto(photo, **more))
    assert posted["success"], posted
    made: str = posted["result"]["_id"]
    return made


async def _blocked_from(hers: Page, his: Page, her_id: str, his_id: str) -> None:
    """Have her block him, and wait for the first Transition on his page that includes it, and for none after it."""
    done = await hers.does("profiles:blockUser", blockerId=her_id, blockedId=his_id)
    assert done["success"], done
    await his.peer.until(lambda: his.peer.ts >= number(done["ts"]))


async def _profile_id(page: Page) -> str:
    own: str = page.peer.results[await page.follows("users:me")]["profileId"]
    return own


def _found(page: Page, query: int, traces: list[str]) -> list[str]:
    text = json.dumps(page.peer.results[query]).lower()
    return [each for each in traces if each in text]
