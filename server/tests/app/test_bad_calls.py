"""Calls that no page would make: the server refuses each in words, changes nothing and keeps the connection open."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from tests.app.house import House
from tests.app.ledger import kept
from tests.app.people import Member, Page
from tests.reflow.wire.peer import mutation
from websockets.exceptions import ConnectionClosed

import photographs
from reflow.wire.app import FRAME

Foto = dict[str, Any]
SMALL = photographs.plain((10, 120, 40))

NAN = {"$float": "AAAAAAAA+H8="}
ADJUSTED = {"brightness": 100, "contrast": 100, "saturation": 100}
WRONG: dict[str, tuple[Foto, str]] = {
    "a number for a caption": ({"caption": 7}, "caption"),
    "nothing for a caption": ({"caption": None}, "caption"),
    "a list for a caption": ({"caption": ["Low tide"]}, "caption"),
    "a caption of 301 letters": ({"caption": "x" * 301}, "caption"),
    "a caption with a byte that no text has": ({"caption": "Low\0tide"}, "U+0000"),
    "alt text of 1501 letters": ({"altText": "x" * 1501}, "altText"),
    "a filter with a long name": ({"filter": "x" * 33}, "filter"),
    "a ratio that there is not": ({"ratio": "round"}, "ratio"),
    "a nook by its number": ({"nookType": 1}, "nookType"),
    "a kind of post that there is not": ({"postType": "everywhere"}, "postType"),
    "a truth value in quotes": ({"isVideo": "false"}, "isVideo"),
    "a user's id that is an object": ({"userId": {"ne": None}}, "userId"),
    "brightness beyond the scale": ({"adjustments": {**ADJUSTED, "brightness": 201}}, "brightness"),
    "brightness below the scale": ({"adjustments": {**ADJUSTED, "brightness": -1}}, "brightness"),
    "brightness in quotes": ({"adjustments": {**ADJUSTED, "brightness": "100"}}, "brightness"),
    "half a percent": ({"adjustments": {**ADJUSTED, "contrast": 99.5}}, "contrast"),
    "a percentage that is no number": (
        {"adjustments": {**ADJUSTED, "contrast": {"$float": "AAAAAAAA+H8="}}},
        "contrast",
    ),
    "an adjustment that there is not": ({"adjustments": {**ADJUSTED, "sharpness": 100}}, "sharpness"),
    "adjustments in a row": ({"adjustments": [100, 100, 100]}, "adjustments"),
    "a field that only the server sets": ({"createdAt": "1999-01-01T00:00:00Z"}, "createdAt"),
    "a field that makes a curator": ({"isCurator": True}, "isCurator"),
    "the same field in the server's spelling": ({"image_url": "/media/x/1080.jpg"}, "image_url"),
    "a field named like a method": ({"__class__": {}}, "__class__"),
    "a field named like a database's operator": ({"userId": {"$ne": None}}, "$ne"),
}
UNTRUE: dict[str, tuple[Foto, str]] = {
    "another nook than one's own": ({"nookType": "lifestyle"}, "invalid"),
    "a film": ({"isVideo": True}, "unsupported"),
    "a photo of another site": ({"imageUrl": "https://evil.example/1080.jpg"}, "invalid"),
    "a script for a photo": ({"imageUrl": "javascript:alert(1)"}, "invalid"),
    "a photo that is itself the address": ({"imageUrl": "data:image/jpeg;base64,/9j/4AAQ"}, "invalid"),
    "the original": ({"imageUrl": "/media/aaaaaaaaaaaaaaaaaaaaaaaaaa/original"}, "invalid"),
    "a path out of the media": ({"imageUrl": "/media/../../etc/passwd"}, "invalid"),
    "a photo that nobody uploaded": ({"imageUrl": "/media/aaaaaaaaaaaaaaaaaaaaaaaaaa/1080.jpg"}, "invalid"),
}
UNCALLABLE = {
    "a function that there is not": "posts:dropAll",
    "a function that is not published": "users:caller",
    "a function of Python": "os:system",
    "a module alone": "posts",
    "nothing": "",
    "a query": "posts:getPostsByNook",
    "a way through the tree": "../users:updateNook",
    "an inherited name": "__proto__:constructor",
    "a very long name": "posts:" + "x" * 50_000,
}
ARGUMENTS = {
    "none": "[]",
    "two": "[{},{}]",
    "a text": '["caption"]',
    "nothing": "null",
    "a number": "7",
    "a field that no value has": '[{"$where":"1"}]',
    "an integer of three bytes": '[{"caption":{"$integer":"AAAA"}}]',
    "ten thousand lists in each other": "[" * 10_000 + "]" * 10_000,
}


@pytest.fixture(scope="module")
async def fotos(house: House, alice: Member) -> list[str]:
    """Photos for Alice's posts: more than the upload limit allows in this time, so most are inserted by SQL."""
    return await alice.photos_by_hand(60)


async def nothing_happens(house: House, page: Page, call: Callable[[], Any]) -> dict[str, Any]:
    """The call's refusal, after a check that the database and the open feed have not changed."""
    feed = await page.feed()
    before, shown = await kept(house), feed.posts
    refusal: dict[str, Any] = await call()
    assert refusal["success"] is False, refusal
    assert await kept(house) == before
    assert feed.posts == shown
    return refusal


async def goes_on(page: Page, member: Member, photo: str) -> None:
    """Check that the same connection takes the next good mutation."""
    created = await page.does("posts:createPost", **member.foto(photo))
    assert created["success"], created


@pytest.mark.parametrize(("changed", "named"), WRONG.values(), ids=WRONG.keys())
async def test_what_does_not_fit_the_signature_is_refused_by_name(
    house: House, alice: Member, fotos: list[str], changed: Foto, named: str
) -> None:
    async with alice.page() as page:
        foto = alice.foto(fotos[-1], **changed)
        refusal = await nothing_happens(house, page, lambda: page.does("posts:createPost", **foto))

        assert named in refusal["result"]
        assert "errorData" not in refusal
        await goes_on(page, alice, fotos.pop())


@pytest.mark.parametrize("left_out", ["userId", "imageUrl", "caption"])
async def test_what_is_left_out_is_asked_for_by_name(
    house: House, alice: Member, fotos: list[str], left_out: str
) -> None:
    async with alice.page() as page:
        foto = alice.foto(fotos[-1])
        del foto[left_out]
        refusal = await nothing_happens(house, page, lambda: page.does("posts:createPost", **foto))

        assert left_out in refusal["result"]
        await goes_on(page, alice, fotos.pop())


@pytest.mark.parametrize(("changed", "code"), UNTRUE.values(), ids=UNTRUE.keys())
async def test_what_is_not_so_is_refused_with_a_code(
    house: House, alice: Member, fotos: list[str], changed: Foto, code: str
) -> None:
    async with alice.page() as page:
        foto = alice.foto(fotos[-1], **changed)
        refusal = await nothing_happens(house, page, lambda: page.does("posts:createPost", **foto))

        assert refusal["errorData"]["code"] == code
        await goes_on(page, alice, fotos.pop())


async def test_nobody_acts_in_anothers_name(house: House, alice: Member, bob: Member, fotos: list[str]) -> None:
    async with bob.page() as page:
        as_alice = alice.foto(fotos[-1])
        for call in (
            lambda: page.does("posts:createPost", **as_alice),
            lambda: page.does("users:updateNook", userId=alice.user_id, newNook="lifestyle"),
            lambda: page.does("users:updateUserNook", userId=alice.user_id, nook="lifestyle"),
        ):
            refusal = await nothing_happens(house, page, call)
            assert refusal["errorData"]["code"] == "forbidden"


async def test_nobody_posts_anothers_photo(house: House, bob: Member, fotos: list[str]) -> None:
    async with bob.page() as page:
        refusal = await nothing_happens(house, page, lambda: page.does("posts:createPost", **bob.foto(fotos[-1])))

        assert refusal["errorData"] == {"code": "invalid", "message": "Please upload an image file"}


async def test_anothers_post_cannot_be_told_from_none(
    house: House, alice: Member, bob: Member, fotos: list[str]
) -> None:
    async with alice.page() as alices, bob.page() as page:
        post = (await alices.does("posts:createPost", **alice.foto(fotos.pop(), caption="Mine")))["result"]
        await (await page.feed()).shows("Mine")
        missing = await page.does("posts:deletePost", postId="aaaaaaaaaaaaaaaaaaaaaaaaaa")

        refusal = await nothing_happens(house, page, lambda: page.does("posts:deletePost", postId=post["_id"]))

        assert (refusal["result"], refusal["errorData"]) == (missing["result"], missing["errorData"])


@pytest.mark.parametrize("path", UNCALLABLE.values(), ids=UNCALLABLE.keys())
async def test_what_cannot_be_called_is_said_so(house: House, alice: Member, fotos: list[str], path: str) -> None:
    async with alice.page() as page:
        refusal = await nothing_happens(house, page, lambda: page.does(path, **alice.foto(fotos[-1])))

        assert "errorData" not in refusal
        assert "Server Error" not in refusal["result"]
        await goes_on(page, alice, fotos.pop())


@pytest.mark.parametrize("arguments", ARGUMENTS.values(), ids=ARGUMENTS.keys())
async def test_arguments_are_one_object(house: House, alice: Member, fotos: list[str], arguments: str) -> None:
    async with alice.page() as page:
        frame = json.dumps(mutation(1_000_000, "posts:createPost")).replace("[{}]", arguments)
        refusal = await nothing_happens(house, page, lambda: page.asks(frame))

        assert "Server Error" not in refusal["result"]


async def test_a_call_that_breaks_off_is_answered(house: House, alice: Member) -> None:
    async with alice.page() as page:
        frame = json.dumps(mutation(1_000_000, "posts:createPost", caption="Low tide"))
        refusal = await nothing_happens(house, page, lambda: page.asks(frame[:-9]))

        assert refusal["result"] == "The call cannot be read, or is too large"


@pytest.mark.parametrize("length", [70_000, 1_000_000, 4_000_000], ids=lambda length: f"{length} letters")
async def test_arguments_that_are_too_large_are_answered(
    house: House, alice: Member, fotos: list[str], length: int
) -> None:
    async with alice.page() as page:
        comment = {"content": "x" * length, "postId": "a", "userId": alice.user_id, "username": alice.username}
        refusal = await nothing_happens(house, page, lambda: page.does("comments:create", **comment))

        assert refusal["result"] == "The arguments are larger than 65536 bytes"
        await goes_on(page, alice, fotos.pop())


async def test_only_the_photo_of_a_post_may_be_large(house: House, alice: Member, fotos: list[str]) -> None:
    async with alice.page() as page:
        foto = alice.foto(fotos[-1], caption="x" * 1_000_000)
        refusal = await nothing_happens(house, page, lambda: page.does("posts:createPost", **foto))

        assert "caption" in refusal["result"]
        await goes_on(page, alice, fotos.pop())


async def test_a_strangers_large_call_is_answered_too(house: House, alice: Member) -> None:
    async with alice.socket() as socket:
        await socket.say(mutation(0, "posts:createPost", caption="x" * 1_000_000))
        assert (await socket.response(0))["success"] is False
        await socket.say(mutation(1, "posts:deletePost", postId="a"))
        assert (await socket.response(1))["errorData"]["code"] == "unauthenticated"


async def test_a_frame_larger_than_any_costs_that_connection_and_nothing_else(house: House, alice: Member) -> None:
    before = await kept(house)
    async with alice.page() as page, alice.page() as other:
        with suppress(ConnectionClosed):
            await page.peer.say(mutation(0, "posts:createPost", caption="x" * (FRAME + 1)))

        # The close frame may be lost where the rest of the frame is still on its way.
        assert await page.peer.ending() in {1009, 1006}
        assert (await other.does("posts:deletePost", postId="a"))["errorData"]["code"] == "not_found"
    assert await kept(house) == before


@pytest.mark.parametrize("path", ["posts:createPost", "users:updateNook"])
async def test_who_is_not_signed_in_changes_nothing(house: House, alice: Member, fotos: list[str], path: str) -> None:
    arguments = {"posts:createPost": alice.foto(fotos[-1])}.get(path, {"userId": alice.user_id, "newNook": "scenic"})
    before = await kept(house)
    async with alice.socket() as socket:
        await socket.say(mutation(0, path, **arguments))

        assert (await socket.response(0))["errorData"]["code"] == "unauthenticated"
    assert await kept(house) == before


async def test_a_number_used_before_does_not_tell_another_what_it_was_answered(
    house: House, alice: Member, bob: Member, fotos: list[str]
) -> None:
    cue = alice.foto(fotos.pop(), caption="A secret cue", postType="cue")
    async with alice.page(session="a-guessed-session") as alices:
        created = await alices.does("posts:createPost", **cue)
        assert created["success"], created
    before = await kept(house)

    async with bob.page(session="a-guessed-session", count=1) as bobs:
        repeated = await bobs.does("posts:createPost", **cue)
        same = await bobs.does("posts:deletePost", postId="a")

    assert repeated["success"] is same["success"] is False
    assert "A secret cue" not in json.dumps([repeated["result"], same["result"]])
    assert await kept(house) == before
