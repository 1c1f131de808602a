"""The static files of the web app: conditional requests, content codings, ranges, and 404 for missing files."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
from tests.app.house import House

from inflow.app.web_files import web_folder

SCRIPT = "/sw.js"
PICTURE = "/icons/512.png"


@pytest.fixture(scope="module")
async def visitor(house: House) -> AsyncIterator[httpx.AsyncClient]:
    """A browser that sends no headers but those of the test."""
    async with httpx.AsyncClient(timeout=60, base_url=house.address, trust_env=False) as visitor:
        visitor.headers.clear()
        yield visitor


@pytest.mark.parametrize("path", [SCRIPT, PICTURE, "/", "/homefeed", "/manifest.webmanifest", "/favicon.svg"])
async def test_a_browser_that_has_a_file_is_not_sent_it_again(visitor: httpx.AsyncClient, path: str) -> None:
    first = await visitor.get(path)
    tag = first.headers["etag"]
    for names in (tag, f"W/{tag}", f'"another", {tag}', f'W/"another",W/{tag}', "*"):
        again = await visitor.get(path, headers={"If-None-Match": names})

        assert (again.status_code, again.content) == (304, b""), names
        assert {again.headers[name] for name in ("etag", "cache-control")} == {tag, first.headers["cache-control"]}
        assert again.headers.get("vary") == first.headers.get("vary")
    for names in ('"another"', f"{tag[:-2]}", ""):
        assert (await visitor.get(path, headers={"If-None-Match": names})).content == first.content


async def test_every_file_has_its_type_whatever_the_machine_knows(visitor: httpx.AsyncClient) -> None:
    folder = web_folder()
    assert folder is not None
    files = [file for file in folder.rglob("*") if file.is_file() and file.suffix not in {".br", ".gz"}]
    one_of_each = {file.suffix: file.relative_to(folder).as_posix() for file in files if file.name != "index.html"}

    served = {suffix: (await visitor.get(f"/{path}")).headers["content-type"] for suffix, path in one_of_each.items()}

    assert served == {
        ".css": "text/css; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".png": "image/png",
        ".svg": "image/svg+xml; charset=utf-8",
        ".txt": "text/plain; charset=utf-8",
        ".webmanifest": "application/manifest+json",
        ".woff2": "font/woff2",
    }


async def test_a_page_is_compressed_for_browsers_that_take_it(visitor: httpx.AsyncClient) -> None:
    plain, packed, refused = [
        await visitor.get("/homefeed", headers={"Accept-Encoding": coding})
        for coding in ("identity", "br, gzip", "identity;q=0, br")
    ]

    assert plain.text == packed.text
    assert (plain.headers.get("content-encoding"), packed.headers["content-encoding"]) == (None, "gzip")
    assert plain.headers["etag"] != packed.headers["etag"]
    assert {each.headers["vary"] for each in (plain, packed)} == {"Accept-Encoding"}
    assert refused.status_code == 406


async def test_each_encoding_of_a_file_has_an_entity_tag_of_its_own(visitor: httpx.AsyncClient) -> None:
    tags = {
        (await visitor.get(SCRIPT, headers={"Accept-Encoding": coding})).headers["etag"]
        for coding in ("br", "gzip", "identity")
    }

    assert len(tags) == 3


async def test_a_date_counts_where_no_entity_tag_is_named(visitor: httpx.AsyncClient) -> None:
    modified = (await visitor.get(SCRIPT)).headers["last-modified"]
    statuses = [
        (await visitor.get(SCRIPT, headers=headers)).status_code
        for headers in (
            {"If-Modified-Since": modified},
            {"If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"},
            {"If-Modified-Since": "yesterday"},
            {"If-Modified-Since": modified, "If-None-Match": '"another"'},
        )
    ]

    assert statuses == [304, 200, 200, 200]


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        (None, None),
        ("", None),
        ("br", "br"),
        ("gzip, deflate, br, zstd", "br"),
        ("BR", "br"),
        ("br;q=0", None),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0.000, *", "gzip"),
        ("gzip;q=1.0, br;q=0.5", "gzip"),
        ("x-gzip", "gzip"),
        ("*", "br"),
        ("*;q=0", "refused"),
        ("*;q=0, identity", None),
        ("identity;q=0", "refused"),
        ("identity;q=0, gzip", "gzip"),
        ("identity, br;q=0.5", None),
        ("identity;q=0.5, br;q=0.6", "br"),
        ("br ; q=0.9 , gzip ; Q=1", "gzip"),
        ("br;q=2, gzip;q=high", None),
        ("zstd", None),
        (",,;q=1", None),
    ],
)
async def test_a_browser_gets_an_encoding_that_it_takes(
    visitor: httpx.AsyncClient, accepted: str | None, coding: str | None
) -> None:
    headers = {} if accepted is None else {"Accept-Encoding": accepted}
    async with visitor.stream("GET", SCRIPT, headers=headers) as answer:
        assert answer.status_code == (406 if coding == "refused" else 200)
        assert answer.headers.get("content-encoding") == (None if coding == "refused" else coding)
        assert answer.headers["vary"] == "Accept-Encoding"


async def test_asking_for_the_head_gets_all_but_the_content(visitor: httpx.AsyncClient) -> None:
    for path in (SCRIPT, PICTURE, "/", "/homefeed", "/manifest.webmanifest"):
        whole = await visitor.get(path)
        for headers in ({}, {"Range": "bytes=0-1"}):
            head = await visitor.head(path, headers=headers)

            assert (head.status_code, head.content) == (200, b"")
            assert {**head.headers, "date": ""} == {**whole.headers, "date": ""}
        assert (await visitor.head(path, headers={"If-None-Match": whole.headers["etag"]})).status_code == 304


async def test_a_part_of_a_file_is_sent_where_one_is_asked_for(visitor: httpx.AsyncClient) -> None:
    whole = await visitor.get(PICTURE)
    tag, size = whole.headers["etag"], len(whole.content)
    part = await visitor.get(PICTURE, headers={"Range": "bytes=1-3"})
    same = await visitor.get(PICTURE, headers={"Range": "bytes=-4", "If-Range": tag})
    beyond = await visitor.get(PICTURE, headers={"Range": f"bytes={size}-"})

    assert (part.status_code, part.content, part.headers["content-range"]) == (206, b"PNG", f"bytes 1-3/{size}")
    assert (same.status_code, same.content) == (206, whole.content[-4:])
    assert (beyond.status_code, beyond.headers["content-range"]) == (416, f"bytes */{size}")
    assert beyond.headers["x-content-type-options"] == "nosniff"
    for headers in ({"Range": "bytes=3-1-"}, {"Range": "lines=1-2"}, {"Range": "bytes=0-1", "If-Range": '"another"'}):
        answer = await visitor.get(PICTURE, headers=headers)
        assert (answer.status_code, answer.content) == (200, whole.content), headers


@pytest.mark.parametrize(
    "path",
    [
        "/.well-known/security.txt",
        "/.well-known/openid-configuration",
        "/.well-known/",
        "/.well-known/change-password",
        "/sitemap.xml",
        "/.env",
        "/.git/config",
        "/wp-login.php",
        "/apple-touch-icon-precomposed.png",
        "/backup.tar.gz",
    ],
)
async def test_a_file_that_is_not_there_is_not_found(visitor: httpx.AsyncClient, path: str) -> None:
    answer = await visitor.get(path)

    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/plain; charset=utf-8")
    assert (await visitor.head(path)).status_code == 404


@pytest.mark.parametrize("path", ["/favicon.ico", "/apple-touch-icon.png"])
async def test_who_asks_for_an_icon_by_its_usual_name_gets_one(visitor: httpx.AsyncClient, path: str) -> None:
    answer = await visitor.get(path)

    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert answer.content.startswith(b"\x89PNG")
