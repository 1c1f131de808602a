"""Archives of each source, as the sources in docs/moving-in.md show them, and what is found in them."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.imports.bringing import Work, inflow_post, photo, posts_of, shown_to, zipped
from tests.members import Member
from tests.photographs import exif, turned

from inflow.imports.archives import Archive, FolderArchive, ZipArchive
from inflow.imports.found import FoundPost, LeftOut, Problem, moment, shortened
from inflow.imports.planning import plan
from inflow.imports.readers.choosing import reader_of
from inflow.imports.readers.folder import date_in, exif_date
from inflow.imports.readers.html_text import text_of
from inflow.imports.readers.instagram import repaired
from inflow.posts.rules import CAPTION_MAX

NOW = datetime(2026, 11, 29, tzinfo=UTC)
AT = 1_600_000_000
AT_AS_TIME = datetime.fromtimestamp(AT, UTC)
PUBLIC = "https://www.w3.org/ns/activitystreams#Public"
MOJIBAKE = "Caf\u00c3\u00a9 \u00e2\u0098\u0095"


def opened(files: dict[str, Any]) -> Archive:
    return ZipArchive(io.BytesIO(zipped(files)))


def found_in(archive: Archive) -> tuple[str, list[FoundPost], list[Problem], list[str]]:
    """The source, the posts, the problems and the kinds of what is left out."""
    source, find = reader_of(archive)
    found = list(find(archive, NOW))
    return (
        source,
        [each for each in found if isinstance(each, FoundPost)],
        [each for each in found if isinstance(each, Problem)],
        [each.kind for each in found if isinstance(each, LeftOut)],
    )


def names_of(post: FoundPost) -> list[str]:
    return [foto.name for foto in post.fotos]


def test_instagram_of_2019() -> None:
    document = {
        "photos": [{"caption": "Low tide", "taken_at": "2018-12-31T08:05:13", "path": "photos/201812/a.jpg"}],
        "videos": [{"caption": "Waves", "taken_at": "2018-12-31T08:05:13", "path": "videos/201812/b.mp4"}],
    }
    source, (post,), (video,), _ = found_in(opened({"media.json": document, "photos/201812/a.jpg": photo(1)}))

    assert (source, post.caption, post.at) == ("instagram", "Low tide", datetime(2018, 12, 31, 8, 5, 13, tzinfo=UTC))
    assert names_of(post) == ["photos/201812/a.jpg"]
    assert video.name == "videos/201812/b.mp4"


@pytest.mark.parametrize(
    "path",
    [
        "content/posts_1.json",
        "your_instagram_activity/content/posts_1.json",
        "your_instagram_activity/media/posts_1.json",
    ],
)
def test_instagram_since_2021(path: str) -> None:
    one, two = "media/posts/202009/a.jpg", "media/posts/202009/b.jpg"
    several = [{"uri": one, "creation_timestamp": AT}, {"uri": two, "creation_timestamp": AT}, {"uri": "media/c.mp4"}]
    posts = [
        {"media": [{"uri": one, "creation_timestamp": AT, "title": MOJIBAKE}]},
        {"media": several, "title": "Two", "creation_timestamp": AT + 60},
        {"media": [{"uri": "media/posts/202009/d.mp4", "creation_timestamp": AT}]},
    ]
    archived = {"ig_archived_post_media": [{"media": [{"uri": two, "creation_timestamp": AT}], "title": "Put away"}]}
    files: dict[str, Any] = {path: posts, path.replace("posts_1", "archived_posts"): archived}
    source, found, problems, _ = found_in(opened({**files, one: photo(1), two: photo(2)}))

    assert source == "instagram"
    assert [(each.caption, names_of(each), each.is_archived) for each in found] == [
        ("Café ☕", [one], False),
        ("Two", [one, two], False),
        ("Put away", [two], True),
    ]
    assert [each.at for each in found] == [AT_AS_TIME, datetime.fromtimestamp(AT + 60, UTC), AT_AS_TIME]
    assert [each.name for each in problems] == ["media/c.mp4", "media/posts/202009/d.mp4"]


def test_posts_files_come_in_the_order_of_their_numbers() -> None:
    def of(number: int) -> list[dict[str, Any]]:
        return [{"media": [{"uri": f"{number}.jpg", "creation_timestamp": AT, "title": str(number)}]}]

    files = {f"content/posts_{number}.json": of(number) for number in (10, 2, 1)}
    assert [each.caption for each in found_in(opened(files))[1]] == ["1", "2", "10"]


def test_an_instagram_post_has_the_same_key_in_both_layouts() -> None:
    def keys(path: str, folder: str) -> list[str]:
        posts = [{"media": [{"uri": f"{folder}/a.jpg", "creation_timestamp": AT}]}]
        return [each.key for each in found_in(opened({path: posts}))[1]]

    newer = keys("your_instagram_activity/media/posts_1.json", "media/posts/202009")
    assert keys("content/posts_1.json", "media/posts") == newer


@pytest.mark.parametrize(
    ("words", "read"), [(MOJIBAKE, "Café ☕"), ("Café", "Café"), ("☕", "☕"), ("plain", "plain"), ("Ã", "Ã")]
)
def test_bytes_that_were_written_as_letters_are_repaired(words: str, read: str) -> None:
    assert repaired(words) == read


def _note(number: int, **more: Any) -> dict[str, Any]:
    file = f"/media_attachments/files/1/original/{number}.jpg"
    note = {
        "type": "Note",
        "id": f"https://example.social/users/ada/statuses/{number}",
        "published": "2020-09-13T12:26:40Z",
        "content": "<p>Low &amp; high<br>tide</p><p><a href='#'>#sea</a></p>",
        "to": [PUBLIC],
        "cc": ["https://example.social/users/ada/followers"],
        "attachment": [{"type": "Document", "mediaType": "image/jpeg", "url": file, "name": "Sea"}],
        **more,
    }
    return {"type": "Create", "object": note}


def test_mastodon() -> None:
    followers = ["https://example.social/users/ada/followers"]
    bucket = [{"mediaType": "image/jpeg", "url": "/bucket/media_attachments/files/1/original/2.jpg"}]
    video = [{"mediaType": "video/mp4", "url": "/media_attachments/files/1/original/9.mp4"}]
    items = [
        _note(1),
        _note(2, to=followers, cc=[], attachment=bucket, summary="Cold"),
        _note(3, to=["https://example.social/users/bob"], cc=[]),
        _note(4, inReplyTo="https://example.social/1"),
        _note(5, attachment=[]),
        _note(6, attachment=video),
        {"type": "Announce", "object": "https://example.social/1"},
    ]
    files = {f"media_attachments/files/1/original/{number}.jpg": photo(number) for number in (1, 2)}
    source, (first, second), (film,), left = found_in(opened({"outbox.json": {"orderedItems": items}, **files}))

    assert (source, first.caption, first.audience, first.at) == (
        *("mastodon", "Low & high\ntide\n\n#sea", "sphere"),
        AT_AS_TIME,
    )
    assert (first.fotos[0].alt_text, names_of(first)) == ("Sea", ["media_attachments/files/1/original/1.jpg"])
    assert second.caption.startswith("Cold\n\nLow")
    assert (second.audience, names_of(second)) == ("cue", ["media_attachments/files/1/original/2.jpg"])
    assert film.name.endswith("9.mp4")
    assert left == ["replies", "replies", "without_fotos", "boosts"]


def test_pixelfed() -> None:
    def status(number: int, **more: Any) -> dict[str, Any]:
        url = f"https://example.org/storage/m/_v2/1/a/b/{number}.jpg?x=1"
        media = [{"url": url, "description": "Sea"}]
        given = {"uri": f"https://example.org/p/ada/{number}", "created_at": "2020-09-13T12:26:40.000Z"}
        return {"visibility": "public", "content_text": "Tide", "media_attachments": media, **given, **more}

    statuses = [
        status(1),
        status(2, visibility="private", content_text=None, content="<p>Ebb</p>", in_reply_to_id=""),
        status(3, visibility="direct"),
        status(4, in_reply_to_id="7"),
        status(5, media_attachments=[]),
    ]
    files = {f"photos/{number}.jpg": photo(number) for number in (1, 2)}
    source, (first, second), _, left = found_in(opened({"pixelfed-statuses.json": statuses, **files}))

    assert (source, first.caption, first.audience, names_of(first)) == ("pixelfed", "Tide", "sphere", ["photos/1.jpg"])
    assert (second.caption, second.audience, second.at) == ("Ebb", "cue", AT_AS_TIME)
    assert left == ["replies", "replies", "without_fotos"]


@pytest.mark.parametrize(
    ("file", "document"),
    [
        ("a.jpg", "a.jpg.supplemental-metadata.json"),
        ("a.jpg", "a.jpg.supplemental-meta.json"),
        ("a.jpg", "a.jpg.s.json"),
        ("a.jpg", "a.jpg..json"),
        ("a.jpg", "a.jpg.json"),
        ("a(1).jpg", "a.jpg.supplemental-metadata(1).json"),
        ("a(1).jpg", "a(1).jpg.supplemental-metadata.json"),
        ("a~2.jpg", "a~2.jpg.supplemental-metadata.json"),
        (
            "PXL_20221219_115426964_with_a_name_that_is_too_long.jpg",
            "PXL_20221219_115426964_with_a_name_that_is_too.json",
        ),
    ],
)
def test_google_takeout_finds_the_document_of_a_photo(file: str, document: str) -> None:
    about = {"title": file, "description": "Low tide", "photoTakenTime": {"timestamp": str(AT)}}
    folder = "Takeout/Google Photos/Photos from 2020/"
    files = {folder + file: photo(1), folder + document: about, folder + "metadata.json": {"title": "2020"}}
    source, (post,), _, _ = found_in(opened(files))

    assert (source, post.caption, post.at) == ("google-takeout", "Low tide", AT_AS_TIME)


def test_google_takeout_brings_a_photo_once_and_leaves_out_the_bin() -> None:
    def about(name: str, **more: object) -> dict[str, Any]:
        return {"description": name, "photoTakenTime": {"timestamp": str(AT)}, **more}

    year, album = "Takeout/Google Photos/Photos from 2020/", "Takeout/Google Photos/Sea/"
    files = {
        year + "a.jpg": photo(1),
        year + "a.jpg.supplemental-metadata.json": about("a"),
        album + "a.jpg": photo(1),
        year + "b.jpg": photo(2),
        year + "b-edited.jpg": photo(3),
        year + "b.jpg.supplemental-metadata.json": about("b", archived=True),
        year + "c.jpg": photo(4),
        year + "c.jpg.supplemental-metadata.json": about("c", trashed=True),
        year + "d.mp4": b"film",
        year + "d.mp4.supplemental-metadata.json": about("d"),
    }
    _, found, (film,), _ = found_in(opened(files))

    assert [(each.caption, names_of(each)[0].rpartition("/")[2], each.is_archived) for each in found] == [
        ("a", "a.jpg", False),
        ("b", "b-edited.jpg", True),
    ]
    assert film.name.endswith("d.mp4")


def test_a_folder_of_photos_has_the_dates_of_its_cameras(tmp_path: Path) -> None:
    (tmp_path / "sea").mkdir()
    (tmp_path / "sea" / "a.jpg").write_bytes(turned(1))
    (tmp_path / "IMG_20200131_101112.jpg").write_bytes(photo(1))
    (tmp_path / "same.jpg").write_bytes(photo(1))
    (tmp_path / "film.mov").write_bytes(b"film")
    (tmp_path / "notes.txt").write_bytes(b"notes")
    (tmp_path / "link.jpg").symlink_to("/etc/passwd")
    source, found, (film,), _ = found_in(FolderArchive(tmp_path))

    assert source == "folder"
    assert [(names_of(each)[0], each.at) for each in found] == [
        ("IMG_20200131_101112.jpg", datetime(2020, 1, 31, 10, 11, 12, tzinfo=UTC)),
        ("sea/a.jpg", datetime(2026, 6, 1, 12, tzinfo=UTC)),
    ]
    assert film.name == "film.mov"


@pytest.mark.parametrize(
    ("name", "date"),
    [
        ("IMG_20200131_101112.jpg", "2020-01-31T10:11:12"),
        ("PXL_20221219_115426964.jpg", "2022-12-19T11:54:26"),
        ("Screenshot_2020-01-31-10-11-12.png", "2020-01-31T10:11:12"),
        ("IMG-20200920-WA0009.jpg", "2020-09-20T00:00:00"),
        ("DSC_0529.JPG", ""),
        ("123420200131.jpg", ""),
    ],
)
def test_dates_in_names(name: str, date: str) -> None:
    assert date_in(name) == date


def test_exif_that_is_cut_or_wrong_has_no_date() -> None:
    whole = exif()
    for length in range(0, len(whole), 3):
        assert exif_date(whole[:length]) in {"", "2026-06-01T12:00:00+00:00"}
    assert exif_date(b"Exif\0\0II*\0\xff\xff\xff\xff") == ""
    assert exif_date(b"\xff\xd8") == ""


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>One</p><p>Two<br/>Three</p>", "One\n\nTwo\nThree"),
        ("a &lt;b&gt; &#x1F30A;", "a <b> 🌊"),
        ("<script>alert(1)</script>Sea", "Sea"),
        ("<span class='invisible'>https://</span>example.org", "https://example.org"),
        ("<<<", "<<<"),
        ("", ""),
    ],
)
def test_html_becomes_text(html: str, text: str) -> None:
    assert text_of(html) == text


@pytest.mark.parametrize(
    ("value", "year"),
    [
        *((AT, 2020), (str(AT), 2020), (float(AT), 2020), ("2020-09-13T12:26:40", 2020), (0, 1970), (-1, 1969)),
        *(("1826-01-01T00:00:00Z", 1826), ("1825-12-31T23:59:59Z", None), ("2026-11-29T00:00:00Z", 2026)),
        *(("2026-11-29T00:00:01Z", None), (10**30, None), (float("nan"), None), (True, None), (None, None)),
        *(([], None), ({}, None), ("", None), ("yesterday", None), ("9" * 400, None)),
    ],
)
def test_times_of_any_kind(value: object, year: int | None) -> None:
    at = moment(value, NOW)
    assert (None if at is None else at.year) == year


@pytest.mark.parametrize("length", [CAPTION_MAX - 1, CAPTION_MAX, CAPTION_MAX + 1])
def test_a_caption_that_is_too_long_is_cut_at_a_word(length: int) -> None:
    words = ("tide " * 100)[: length - 1] + "x"
    cut = shortened(words, CAPTION_MAX)

    assert len(cut) <= CAPTION_MAX
    assert (cut == words) == (length <= CAPTION_MAX)
    if length > CAPTION_MAX:
        assert cut.endswith("tide…")
    assert len(shortened("潮" * length, CAPTION_MAX)) == min(length, CAPTION_MAX)


@pytest.mark.parametrize(("fotos", "posts"), [(9, [9]), (10, [10]), (11, [10, 1]), (21, [10, 10, 1])])
def test_a_post_with_more_fotos_than_a_post_has_becomes_several(fotos: int, posts: list[int]) -> None:
    entry = inflow_post(1)
    entry["fotos"] = [{"file": f"{number}.jpeg"} for number in range(fotos)]
    files = {f"{number}.jpeg": photo(number) for number in range(fotos)}
    about = {"format": "inflow-archive", "version": 1}
    archive = opened({"archive.json": about, "posts.json": [entry], **files})
    made = plan(found_in(archive)[1], archive.names)

    assert [len(each.content["fotos"]) for each in made.items] == posts
    assert len({each.key for each in made.items}) == len(posts)
    assert sorted(each.at or NOW for each in made.items) == [each.at for each in made.items]


async def test_followers_only_posts_stay_with_the_cue_when_the_sphere_is_chosen(work: Work, alice: Member) -> None:
    items = [_note(1), _note(2, to=["https://example.social/users/ada/followers"], cc=[])]
    files = {f"media_attachments/files/1/original/{number}.jpg": photo(number) for number in (1, 2)}
    await work.brings(alice, zipped({"outbox.json": {"orderedItems": items}, **files}), "sphere")

    assert sorted(each.post_type for each in await posts_of(alice)) == ["cue", "sphere"]
    assert (await shown_to(alice)).source == "mastodon"
