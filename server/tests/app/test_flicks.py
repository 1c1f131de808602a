"""Flicks that an operator imports: from the command to the member's screen, and to the deletion of the last file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.app.house import Ended, House, until
from tests.app.people import Member
from tests.stored_files import stored_files

import films
import photographs
from inflow.media.rules import MOST_VIDEO_BYTES
from mail.mail_server import MailServer

WALL = {"paginationOpts": {"numItems": 20, "cursor": None, "id": 0}}
FILM = films.mp4()
PICTURE = photographs.plain((10, 120, 40))


@pytest.fixture(scope="module")
async def fay(house: House, mail_server: MailServer) -> Member:
    return await Member.sign_up(house, mail_server, "fay")


async def imported(by: Member, folder: Path, *more: str, film: bytes = FILM, picture: bytes = PICTURE) -> Ended:
    """Have the operator import a film for a member."""
    video, thumbnail = folder / "film", folder / "still.jpg"
    video.write_bytes(film)
    thumbnail.write_bytes(picture)
    files = ("--video", str(video), "--thumbnail", str(thumbnail), "--duration", "65")
    return await by.house.command("import-flick", "--member", by.username, *files, *more)


async def walls(of: Member, seen_by: Member) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """A member's fotos and their flicks, as this viewer sees them."""
    async with seen_by.page() as page:
        numbers = [
            await page.follows("posts:getUserPosts", userId=of.user_id, isVideo=is_video, **WALL)
            for is_video in (False, True)
        ]
        fotos, flicks = [page.peer.results[number]["page"] for number in numbers]
    return fotos, flicks


RESTS = """
    SELECT NOT EXISTS (SELECT FROM procrastinate_jobs
        WHERE status IN ('todo', 'doing') AND coalesce(scheduled_at, now()) <= now())"""


async def flick_of(member: Member, folder: Path, *more: str, film: bytes = FILM) -> dict[str, Any]:
    """Import a flick for the member; their newest post on the wall of flicks."""
    done = await imported(member, folder, *more, film=film)
    assert done.code == 0, done.said
    newest: dict[str, Any] = (await walls(member, member))[1][0]
    return newest


async def stored(house: House) -> set[Path]:
    """All files of media, once the jobs of earlier uploads are done."""

    async def rests() -> bool:
        psql = await house.database()
        try:
            return bool(await psql.fetchval(RESTS))
        finally:
            await psql.close()

    await until(rests)
    return set(stored_files(house.home / "media"))


async def test_it_appears_on_walls_already_open_and_plays(
    house: House, fay: Member, alice: Member, tmp_path: Path
) -> None:
    async with alice.page() as page:
        flicks = await page.follows("posts:getSpherePosts", isVideo=True, **WALL)

        done = await imported(fay, tmp_path, "--caption", "Low tide", "--view-count", "1240", "--highlight-count", "7")

        assert done.code == 0, done.said

        # Other members may have flicks on the wall.
        def hers() -> list[dict[str, Any]]:
            return [each for each in page.peer.results[flicks]["page"] if each["username"] == fay.username]

        await page.peer.until(lambda: bool(hers()))
        (flick,) = hers()
    told = ("isVideo", "caption", "duration", "viewCount", "highlightCount", "username", "nookType", "ratio")
    assert [flick[name] for name in told] == [True, "Low tide", 65, 1240, 7, fay.username, "scenic", "landscape"]
    assert flick["thumbnail"] == flick["imageUrl"]
    whole = await alice.http.get(flick["media"])
    part = await alice.http.get(flick["media"], headers={"Range": "bytes=8-11"})
    assert (whole.content, part.status_code, part.content) == (FILM, 206, FILM[8:12])
    assert (await alice.http.head(flick["media"])).headers["content-length"] == str(len(FILM))
    assert (await alice.http.get(flick["thumbnail"])).status_code == 200


async def test_fotos_and_flicks_are_lists_of_their_own(fay: Member, alice: Member, tmp_path: Path) -> None:
    flick = await flick_of(fay, tmp_path)
    async with fay.page() as page:
        made = await page.does("posts:createPost", **fay.foto(await fay.photo(PICTURE)))
    foto = made["result"]

    fotos, flicks = await walls(fay, alice)

    assert foto["_id"] in [post["_id"] for post in fotos]
    assert flick["_id"] in [post["_id"] for post in flicks]
    assert {post["isVideo"] for post in fotos} == {False}
    (*_, entry) = [each for each in await fay.house.audited() if each["action"] == "flick imported"]
    assert entry["actor"] == "command line"
    assert flick["_id"] not in str(entry), "which would outlive its author"
    assert {post["isVideo"] for post in flicks} == {True}
    assert [foto[name] for name in ("thumbnail", "duration", "viewCount", "highlightCount", "media")] == [None] * 5


async def test_only_who_sees_the_flick_sees_its_video(
    house: House, mail_server: MailServer, fay: Member, alice: Member, tmp_path: Path
) -> None:
    cue = (await flick_of(fay, tmp_path, "--cue"))["media"]
    sphere = (await flick_of(fay, tmp_path, film=films.webm()))["media"]
    eve = await Member.sign_up(house, mail_server, "eve")
    missing = await eve.http.get("/media/aaaaaaaaaaaaaaaaaaaaaaaaaa/video.mp4")
    assert [(await eve.http.get(each)).status_code for each in (cue, sphere)] == [404, 200]
    assert (await Member(house).http.get(sphere)).status_code == 404

    await _blocks(fay, eve)

    for by in (eve, alice):
        hidden = await by.http.get(cue, headers={"Range": "bytes=0-1"})
        assert (hidden.status_code, hidden.content) == (404, missing.content)
    assert (await eve.http.get(sphere)).status_code == 404
    assert [(await fay.http.get(each)).status_code for each in (cue, sphere)] == [200, 200]


async def test_deleted_it_takes_its_video_along_and_counts_no_foto_less(
    house: House, fay: Member, tmp_path: Path
) -> None:
    flick = await flick_of(fay, tmp_path)
    media_id = flick["media"].split("/")[-2]
    async with fay.page() as page:
        number = await page.follows("users:getAuraProgress", userId=fay.user_id)
        count = page.peer.results[number]["progress"]["photosUploaded"]

        assert (await page.does("posts:deletePost", postId=flick["_id"]))["success"]

        assert page.peer.results[number]["progress"]["photosUploaded"] == count

    async def gone() -> bool:
        return all(media_id not in file.parts for file in await stored(house))

    await until(gone)
    assert (await fay.http.get(flick["media"])).status_code == 404


@pytest.mark.parametrize(
    ("film", "more", "words"),
    [
        (photographs.plain((1, 2, 3)), (), "Please choose a video file: MP4 or WebM"),
        (b"", (), "Please choose a video file: MP4 or WebM"),
        (films.mp4(brand=b"qt  "), (), "Please choose a video file: MP4 or WebM"),
        (films.mp4()[:-1], (), "Please choose a video file: MP4 or WebM"),
        (films.taken_somewhere(), (), "This video tells where it was taken. Please remove that first."),
        (FILM, ("--caption", "x" * 301), "The caption or the alternative text is too long."),
        (FILM, ("--view-count", "-1"), "The duration must be at least one second, and counts cannot be negative."),
    ],
)
async def test_what_is_refused_leaves_nothing(
    film: bytes, more: tuple[str, ...], words: str, house: House, fay: Member, tmp_path: Path
) -> None:
    before = await stored(house), await walls(fay, fay)

    done = await imported(fay, tmp_path, *more, film=film)

    assert (done.code, words in done.said) == (1, True), done.said
    assert (await stored(house), await walls(fay, fay)) == before


async def test_its_thumbnail_must_be_a_photograph(house: House, fay: Member, tmp_path: Path) -> None:
    before = await stored(house)

    done = await imported(fay, tmp_path, picture=b"<svg/>")

    assert (done.code, "Please upload an image file" in done.said) == (1, True), done.said
    assert await stored(house) == before


async def test_nobody_gets_a_flick_who_does_not_exist(house: House, tmp_path: Path) -> None:
    nobody = Member(house)
    nobody.username = "nobody_is_called_so"
    before = await stored(house)

    done = await imported(nobody, tmp_path)

    assert (done.code, "Nobody is called that." in done.said) == (1, True), done.said
    assert await stored(house) == before


async def test_one_that_is_too_large_is_refused_before_it_is_read(house: House, fay: Member, tmp_path: Path) -> None:
    huge, thumbnail = tmp_path / "huge.mp4", tmp_path / "still.jpg"
    thumbnail.write_bytes(PICTURE)
    with huge.open("wb") as file:
        file.write(FILM)
        file.truncate(MOST_VIDEO_BYTES + 1)

    files = ("--video", str(huge), "--thumbnail", str(thumbnail), "--duration", "1")
    done = await house.command("import-flick", "--member", fay.username, *files)

    assert (done.code, "A video may have at most 500 MB." in done.said) == (1, True), done.said


async def _blocks(one: Member, other: Member) -> None:
    psql = await one.house.database()
    own, theirs = [
        await psql.fetchval("SELECT id FROM profiles WHERE user_id = $1", each.user_id) for each in (one, other)
    ]
    await psql.close()
    async with one.page() as page:
        assert (await page.does("profiles:blockUser", blockerId=own, blockedId=theirs))["success"]
