"""The pages of an archive: what members wrote is text there, and no page asks anything of a network."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from inflow.app.archive.pages import (
    POSTS_PER_PAGE,
    Contents,
    Correspondence,
    conversation_page,
    grids_page,
    messages_page,
    post_pages,
    style_page,
)
from inflow.app.archive.words import words_in

AT = "2026-03-05T14:03:22.000Z"
HOSTILE = "\"><script>alert(1)</script><img src=x onerror=alert(1)> ' & {nook} %s </title></style>"
EN = words_in("en")
VOID = {"meta", "link", "img", "br"}


class Parsed(HTMLParser):
    """A page's elements and text; its elements must be closed in order."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(page.decode())
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def values(self, attribute: str) -> list[str]:
        return [each for _, attributes in self.elements if (each := attributes.get(attribute)) is not None]


def _post(number: int, **changed: Any) -> dict[str, Any]:
    foto = {
        **{"file": f"photos/m{number}.jpeg", "shown": f"shown/m{number}.jpg", "altText": "", "ratio": "vertical"},
        **{"crop": None, "rotation": 0, "filter": "none", "width": 4, "height": 3},
        "adjustments": {"brightness": 100, "contrast": 100, "saturation": 100},
        **changed.pop("foto", {}),
    }
    return {
        **{"id": f"p{number}", "createdAt": AT, "editedAt": None, "caption": f"Tide {number}", "nook": "scenic"},
        **{"audience": "sphere", "isArchived": False, "withheld": None, "isVideo": False, "fotos": [foto]},
        **{"video": None, "duration": None, **changed},
    }


def _contents(posts: list[dict[str, Any]], **member: Any) -> Contents:
    about = {
        **{"username": "dora", "fullName": "Dora Doe", "quote": "", "nook": "scenic", "picture": None},
        **{"pictureShown": None, "joinedAt": AT, **member},
    }
    counts = {"posts": len(posts), "grids": 1}
    archive = {"madeAt": AT, "product": member.pop("product", "Inflow"), "member": about, "counts": counts}
    grid = {"id": "g", "createdAt": AT, "layout": "landscape", "audience": "sphere", "isArchived": False}
    return Contents(archive, posts, [{**grid, "withheld": None, "posts": [post["id"] for post in posts[:2]]}])


def _message(**changed: Any) -> dict[str, Any]:
    usual = {"id": "m", "isOwn": True, "type": "text", "text": "hello", "mediaId": None, "isDeleted": False}
    return {**usual, "createdAt": AT, "editedAt": None, **changed}


def _all_pages(contents: Contents, messages: list[dict[str, Any]]) -> dict[str, bytes]:
    known = [Correspondence("c", HOSTILE, len(messages), AT), Correspondence("d", None, 0, None)]
    conversation = {"id": "c", "with": HOSTILE, "messages": messages}
    pages = [*post_pages(contents, EN, 2), grids_page(contents, EN, 2), messages_page(contents, EN, known)]
    return dict([*pages, conversation_page(conversation, {"own": "shown/own.jpg"}, EN)])


def test_what_members_wrote_is_text() -> None:
    hostile = _post(1, caption=HOSTILE, nook=HOSTILE, foto={"altText": HOSTILE, "filter": HOSTILE})
    contents = _contents([hostile, _post(2)], fullName=HOSTILE, quote=HOSTILE, nook=HOSTILE, product=HOSTILE)

    for name, page in _all_pages(contents, [_message(text=HOSTILE), _message(isOwn=False, text=HOSTILE)]).items():
        parsed = Parsed(page)
        assert "script" not in {tag for tag, _ in parsed.elements}, name
        assert not [each for _, attributes in parsed.elements for each in attributes if each.startswith("on")], name
        assert HOSTILE in parsed.text, name


def test_no_page_has_a_script_a_style_or_an_address_elsewhere() -> None:
    contents = _contents([_post(1), _post(2, isVideo=True, video="videos/m2.mp4")], pictureShown="shown/me.jpg")

    for name, page in _all_pages(contents, [_message(type="photo", mediaId="own")]).items():
        parsed = Parsed(page)
        (policy,) = [attributes["content"] for _, attributes in parsed.elements if "http-equiv" in attributes]
        assert policy is not None
        assert policy.startswith("default-src 'none';"), name
        assert "unsafe" not in policy, name
        assert parsed.values("style") == [], name
        addresses = [each for kind in ("src", "href", "poster") for each in parsed.values(kind)]
        assert addresses, name
        assert not [each for each in addresses if ":" in each or each.startswith("/")], name
    assert not re.search(r"url\(|@import|https?:", style_page(contents)[1].decode())


def test_every_link_leads_to_a_file_of_the_archive() -> None:
    posts = [_post(number) for number in range(POSTS_PER_PAGE + 1)]
    pages = _all_pages(_contents(posts), [_message()])
    files = {*pages, "pages/style.css", "conversations/d.html", *(f"shown/m{at}.jpg" for at in range(len(posts)))}

    for name, page in pages.items():
        folder = name.rpartition("/")[0]
        parsed = Parsed(page)
        ids = {*parsed.values("id")}
        for each in (*parsed.values("src"), *parsed.values("href")):
            if each.startswith("#"):
                assert each[1:] in ids, (name, each)
            else:
                path = each.removeprefix("../") if folder and each.startswith("../") else f"{folder}/{each}".lstrip("/")
                assert path in files, (name, each)


@pytest.mark.parametrize(
    ("posts", "pages"), [(0, 1), (1, 1), (POSTS_PER_PAGE, 1), (POSTS_PER_PAGE + 1, 2), (2 * POSTS_PER_PAGE + 1, 3)]
)
def test_a_page_has_200_posts_and_the_newest_come_first(posts: int, pages: int) -> None:
    made = [*post_pages(_contents([_post(number) for number in range(posts)]), EN, 0)]

    names = ["index.html", *(f"pages/posts-{number}.html" for number in range(2, pages + 1))]
    assert [name for name, _ in made] == names
    shown = [each for _, page in made for each in Parsed(page).values("id") if each.startswith("p")]
    assert shown == [f"p{number}" for number in reversed(range(posts))]
    assert ("No fotos." in Parsed(made[0][1]).text) == (posts == 0)


def test_a_foto_is_drawn_as_its_author_wanted() -> None:
    look = {"filter": "moon", "adjustments": {"brightness": 130, "contrast": 100, "saturation": 0}}
    contents = _contents([_post(1, foto=look), _post(2)])

    classes = {each for _, page in post_pages(contents, EN, 0) for each in Parsed(page).values("class")}
    sheet = style_page(contents)[1].decode()

    assert "look-moon-130-100-0" in classes
    assert (
        ".look-moon-130-100-0 { filter: grayscale(1) contrast(1.12) brightness(1.1) brightness(130%) saturate(0%); }"
        in sheet
    )
    assert sheet.count(".look-") == 1


def test_a_tile_says_how_many_fotos_its_post_has() -> None:
    several = _post(1)
    several["fotos"] = [*several["fotos"], *_post(2)["fotos"]]

    (_, page), *_ = post_pages(_contents([several, _post(3)]), EN, 0)

    assert page.decode().count('<span class="mark" aria-hidden="true">2</span>') == 1
    assert page.decode().count('class="mark"') == 1


def test_pages_say_who_sees_a_post_and_do_not_show_a_removed_one() -> None:
    removed = _post(1, withheld="removed", foto={"shown": None}, isVideo=True, video="videos/m1.mp4")
    others = [_post(2, audience="cue", isArchived=True), _post(3, withheld="unlisted")]

    ((_, page),) = post_pages(_contents([removed, *others]), EN, 0)

    parsed = Parsed(page)
    for said in (EN.removed, EN.cue, EN.archived, EN.unlisted):
        assert said in parsed.text
    assert not [each for each in parsed.values("src") if "m1" in each]


def test_messages_that_are_gone_or_cannot_be_read_say_so() -> None:
    gone = [_message(isDeleted=True, text=None), _message(text=None, unreadable=True), _message(type="photo", text="x")]

    _, page = conversation_page({"id": "c", "with": None, "messages": gone}, {}, EN)

    text = Parsed(page).text
    assert [said in text for said in (EN.deleted_message, EN.unreadable, EN.photo, EN.deleted_member)] == [True] * 4


@pytest.mark.parametrize(
    ("language", "said"), [("de", "5. März 2026, 14:03 UTC"), ("de-AT", "5. März"), ("en", "5 March 2026, 14:03 UTC")]
)
def test_pages_are_in_the_members_language(language: str, said: str) -> None:
    ((_, page),) = post_pages(_contents([_post(1)]), words_in(language), 0)

    assert said in Parsed(page).text
    assert f'<html lang="{language[:2]}">'.encode() in page


def test_other_languages_get_english_pages() -> None:
    assert words_in("pseudo") is words_in("fr") is EN
