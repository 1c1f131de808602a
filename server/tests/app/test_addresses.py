"""Which address gives which answer, and which headers browsers get."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
from collections.abc import AsyncIterator

import httpx
import pytest
from tests.app.house import House
from tests.app.people import Browser, Member
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from mail.mail_server import MailServer

FORGERIES: dict[str, dict[str, str]] = {
    "from another site": {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
    "from a sister domain": {"Origin": "https://blog.example.org", "Sec-Fetch-Site": "same-site"},
    "from another site that names ours": {"Sec-Fetch-Site": "cross-site"},
    "without our header": {"X-App": ""},
    "from nowhere": {"Origin": "", "Sec-Fetch-Site": ""},
}
WAYS_OUT = [
    "/../../server/pyproject.toml",
    "/assets/../../package.json",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/assets/..%2f..%2fpackage.json",
    "/%2e%2e/package.json",
    "/..%5c..%5cpackage.json",
    "//etc/passwd",
    "/etc/passwd",
    "/assets//etc/passwd",
    "/assets/%00",
    "/index.html%00.js",
    "/media/..%2f..%2fkeys/secret",
    "/media/../../keys/secret",
]


@pytest.fixture(scope="module")
async def visitor(house: House) -> AsyncIterator[httpx.AsyncClient]:
    """A browser without cookies."""
    async with httpx.AsyncClient(timeout=60, base_url=house.address, trust_env=False) as visitor:
        yield visitor


@pytest.fixture(scope="module")
async def public_house(house: House, mail_server: MailServer) -> AsyncIterator[House]:
    """The same Inflow with the settings for a proxy that speaks https."""
    settings = {"INFLOW_SMTP_URL": mail_server.url, "INFLOW_PUBLIC_URL": "https://photos.example.org"}
    async with House(house.home, **settings) as public:
        yield public


@pytest.mark.parametrize("path", ["/", "/login", "/scenic/a-post/that/is/not", "/apis", "/index.html"])
async def test_every_address_of_a_screen_gives_the_page(house: House, visitor: httpx.AsyncClient, path: str) -> None:
    page = await visitor.get(path)

    policy = dict(part.strip().split(" ", 1) for part in page.headers["content-security-policy"].split(";"))
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert page.headers["cache-control"] == "no-cache"
    assert (policy["default-src"], policy["frame-ancestors"], policy["base-uri"]) == ("'none'",) * 3
    scripts = re.findall(r"<script(?![^>]*\bsrc=)[^>]*>(.+?)</script>", page.text, re.DOTALL)
    inside = [hashlib.sha256(each.encode()).digest() for each in scripts]
    allowed = [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in inside]
    assert (policy["script-src"].split(), policy["style-src"]) == (["'self'", *allowed], "'self'")
    assert (policy["require-trusted-types-for"], policy["trusted-types"]) == ("'script'", "own-code")
    assert policy["connect-src"] == f"'self' {house.origin.replace('http', 'ws')}"
    assert not re.search(r"unsafe|\*|https:", page.headers["content-security-policy"])
    assert page.headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in page.headers["permissions-policy"]


async def test_a_page_names_the_code_that_it_begins_with(visitor: httpx.AsyncClient) -> None:
    landing, profile, other = [
        set(re.findall(r'href="(/assets/[^"]+)"', (await visitor.get(path)).text))
        for path in ("/", "/profile", "/preview/somebody")
    ]

    assert landing - profile, "the landing page's own code"
    assert len(other - landing) >= 3, "what every member's page begins with"
    assert other < profile, "and this one's own"


@pytest.mark.parametrize("path", ["/", "/homefeed", "/settings"])
async def test_what_the_page_loads_may_be_kept_for_ever(visitor: httpx.AsyncClient, path: str) -> None:
    page = (await visitor.get(path)).text
    assets = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page)

    assert assets
    for asset in assets:
        answer = await visitor.get(asset)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
    missing = await visitor.get("/assets/index-00000000.js")
    assert (missing.status_code, missing.headers["cache-control"]) == (404, "no-store")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/healthz", 200),
        ("GET", "/livez", 200),
        ("GET", "/readyz", 200),
        ("GET", "/metrics", 200),
        ("GET", "/api/nothing", 404),
        ("GET", "/media/nothing", 404),
        ("GET", "/media/aaaaaaaaaaaaaaaaaaaaaaaaaa/1080.jpg", 404),
        ("GET", "/dev/mailbox", 404),
        ("GET", "/dev/mailbox.json", 404),
        ("POST", "/", 404),
        ("POST", "/nothing", 404),
        ("PUT", "/api/nothing", 404),
        ("TRACE", "/", 405),
        ("POST", "/api/debug_event", 404),
        ("POST", "/api/query", 400),
        ("POST", "/api/identity/token", 403),
        ("POST", "/api/media/uploads", 403),
        ("POST", "/api/media/resumable-uploads", 412),
        ("POST", "/api/media/resumable-uploads/aaaaaaaaaaaaaaaaaaaaaaaaaa/finish", 403),
        ("OPTIONS", "/api/media/resumable-uploads", 204),
        ("GET", "/api/imports", 401),
        ("POST", "/api/imports", 412),
        ("POST", "/api/imports/aaaaaaaaaaaaaaaaaaaaaaaaaa/finish", 403),
        ("OPTIONS", "/api/imports", 204),
        ("DELETE", "/api/identity/token", 404),
        ("OPTIONS", "/api/query", 403),
        ("GET", "/api/identity/.well-known/jwks.json", 200),
    ],
)
async def test_every_answer_is_guarded(visitor: httpx.AsyncClient, method: str, path: str, status: int) -> None:
    answer = await visitor.request(method, path, content=b"{" if method == "POST" else None)

    assert answer.status_code == status
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    policy = answer.headers["content-security-policy"].split("; ")
    assert {"default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"} <= set(policy)
    assert answer.headers["cache-control"] in {"no-store", "no-cache", "public, max-age=300"}
    assert "server" not in answer.headers
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("path", WAYS_OUT)
async def test_no_address_leads_out_of_the_folder(house: House, path: str) -> None:
    """The path goes to the socket unchanged: HTTP clients would normalise it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    async with asyncio.timeout(60):
        answer = (await reader.read()).decode("latin-1")
    writer.close()

    head, _, body = answer.partition("\r\n\r\n")
    assert head.split()[1] in {"200", "400", "404"}
    assert "<!doctype html>" in body.lower() or len(body) < 100
    assert not re.search(r"build-system|devDependencies|root:", body)


async def test_cookies_are_only_for_the_server_and_only_for_this_site(
    house: House, public_house: House, alice: Member
) -> None:
    for where, prefix, secure in ((house, "", False), (public_house, "__Host-", True)):
        visit = alice.at(where)
        visit.http.cookies.clear()
        answer = await visit.signs_in()
        assert answer.status_code == 200, answer.text
        cookies = answer.headers.get_list("set-cookie")
        assert {cookie.partition("=")[0] for cookie in cookies} == {f"{prefix}sid", f"{prefix}device"}
        for cookie in cookies:
            flags = {part.strip().lower() for part in cookie.split(";")[1:]}
            assert {"httponly", "samesite=strict", "path=/"} <= flags
            assert ("secure" in flags) is secure
            assert not any(flag.startswith("domain") for flag in flags)
        assert ("strict-transport-security" in answer.headers) is secure
        assert ("strict-transport-security" in (await visit.http.get("/")).headers) is secure


@pytest.mark.parametrize("headers", FORGERIES.values(), ids=FORGERIES.keys())
@pytest.mark.parametrize("path", ["/api/identity/token", "/api/identity/sign-out", "/api/media/uploads"])
async def test_another_site_cannot_use_a_members_cookie(bob: Member, path: str, headers: dict[str, str]) -> None:
    kept_headers = {name: value for name, value in {**bob.http.headers, **_lower(headers)}.items() if value}
    async with httpx.AsyncClient(
        timeout=60, base_url=bob.house.address, cookies=bob.http.cookies, trust_env=False
    ) as forged:
        answer = await forged.post(path, json={}, headers=kept_headers)

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert "set-cookie" not in answer.headers
    assert await bob.is_signed_in()


async def test_another_sites_page_gets_no_socket_and_no_answer_it_can_read(house: House, bob: Member) -> None:
    address = f"ws://127.0.0.1:{house.port}/api/1.48.0/sync"
    with pytest.raises(InvalidStatus) as refused:
        async with connect(address, origin="https://evil.example", proxy=None):
            raise AssertionError("It was let in")
    call = {"path": "users:me", "format": "convex_encoded_json", "args": [{}]}
    answer = await bob.http.post("/api/query", json=call, headers={"Origin": "https://evil.example"})

    assert refused.value.response.status_code == 403
    assert "access-control-allow-origin" not in answer.headers
    assert answer.json()["value"] is None, "a cookie is nobody's token"


async def test_a_browser_without_a_session_is_told_so(house: House) -> None:
    answer = await Browser(house).ask("/token")

    assert (answer.status_code, answer.json()) == (200, {"token": None})
    assert answer.headers["cache-control"] == "no-store"


def _lower(headers: dict[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
