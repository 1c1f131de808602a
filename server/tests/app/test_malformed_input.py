"""Requests that no page of ours sends, to every address of the server: the server answers each with 4xx, never 5xx."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from tests.app.house import ROOMY, House
from tests.app.people import Browser, Member

import inflow
from mail.mail_server import MailServer

SOURCES = Path(inflow.__file__).parent
WITH_ROUTES = (
    "identity/http/routes.py",
    "oidc/http.py",
    "media/http/routes.py",
    "moderation/http.py",
    "policies/http.py",
    "app/downloads.py",
    "imports/uploads/routes.py",
    "app/debugging.py",
)

IDENTITY = "/api/identity"
BODIES: dict[str, tuple[str, ...]] = {
    f"{IDENTITY}/sign-up": ("email", "fullName", "username", "password", "dateOfBirth"),
    f"{IDENTITY}/sign-up/verify": ("challengeId", "code"),
    f"{IDENTITY}/sign-up/resend": ("challengeId",),
    f"{IDENTITY}/sign-in": ("identifier", "password"),
    f"{IDENTITY}/sign-in/second-step": ("code", "passkey", "trust"),
    f"{IDENTITY}/sign-in/passkey/options": (),
    f"{IDENTITY}/sign-in/passkey": ("passkey",),
    f"{IDENTITY}/sign-out": (),
    f"{IDENTITY}/token": (),
    f"{IDENTITY}/reset": ("email",),
    f"{IDENTITY}/reset/resend": ("challengeId",),
    f"{IDENTITY}/reset/complete": ("challengeId", "code", "link", "newPassword"),
    f"{IDENTITY}/password": ("currentPassword", "newPassword"),
    f"{IDENTITY}/email": ("email",),
    f"{IDENTITY}/email/complete": ("formerChallengeId", "formerCode", "challengeId", "code"),
    f"{IDENTITY}/email/undo": ("link",),
    f"{IDENTITY}/username": ("username",),
    f"{IDENTITY}/sessions/end-others": (),
    f"{IDENTITY}/sessions/none/end": (),
    f"{IDENTITY}/language": (),
    f"{IDENTITY}/delete": ("password",),
    f"{IDENTITY}/proof/options": (),
    f"{IDENTITY}/proof": ("code", "passkey", "password"),
    f"{IDENTITY}/factors/passkeys/options": (),
    f"{IDENTITY}/factors/passkeys": ("passkey", "name"),
    f"{IDENTITY}/factors/passkeys/none/rename": ("name",),
    f"{IDENTITY}/factors/passkeys/none/remove": (),
    f"{IDENTITY}/factors/authenticator/begin": (),
    f"{IDENTITY}/factors/authenticator/confirm": ("code",),
    f"{IDENTITY}/factors/authenticator/remove": (),
    f"{IDENTITY}/factors/recovery-codes": (),
    f"{IDENTITY}/factors/devices/none/forget": (),
    f"{IDENTITY}/factors/devices/forget-all": (),
    f"{IDENTITY}/export": ("password",),
    f"{IDENTITY}/exports/aaaaaaaaaaaaaaaaaaaaaaaaaa/open": ("password",),
    f"{IDENTITY}/hosted/complete": ("fullName", "username", "dateOfBirth"),
    "/api/media/aaaaaaaaaaaaaaaaaaaaaaaaaa/cuts": ("ratio", "crop", "rotation"),
    "/api/media/uploads": (),
    "/api/media/resumable-uploads": (),
    "/api/media/resumable-uploads/aaaaaaaaaaaaaaaaaaaaaaaaaa/finish": (),
    "/api/imports": (),
    "/api/imports/aaaaaaaaaaaaaaaaaaaaaaaaaa/finish": (),
    "/api/media/reviews": (),
    "/api/appeals/decisions": ("token",),
    "/api/appeals": ("token", "measureId", "words"),
    "/api/debug_event": ("message",),
    "/api/query": ("path", "args", "format"),
    "/api/mutation": ("path", "args", "format"),
    "/api/action": ("path", "args", "format"),
}
GETS = (
    f"{IDENTITY}/exports/aaaaaaaaaaaaaaaaaaaaaaaaaa",
    f"{IDENTITY}/sessions",
    f"{IDENTITY}/factors",
    f"{IDENTITY}/methods",
    f"{IDENTITY}/hosted/start",
    f"{IDENTITY}/hosted/callback",
    f"{IDENTITY}/hosted/pending",
    f"{IDENTITY}/.well-known/jwks.json",
    f"{IDENTITY}/.well-known/openid-configuration",
    "/media/aaaaaaaaaaaaaaaaaaaaaaaaaa/1080.jpg",
    "/api/imports",
    "/api/media/access/aaaaaaaaaaaaaaaaaaaaaaaaaa/1080.jpg",
    "/api/media/aaaaaaaaaaaaaaaaaaaaaaaaaa/original",
    "/api/moderation/cases/aaaaaaaaaaaaaaaaaaaaaaaaaa/photo",
    "/api/moderation/cases/aaaaaaaaaaaaaaaaaaaaaaaaaa/photos/1",
    "/api/policies",
    "/healthz",
    "/livez",
    "/readyz",
    "/metrics",
    "/",
)
NEED_A_SESSION = (
    *("/password", "/none/end", "/language", "/delete", "/export", "aaa/open", "/cuts"),
    *("/proof", "/proof/options", "/factors/passkeys/options", "/factors/passkeys", "/rename", "/remove"),
    *("/identity/email", "/email/complete", "/username"),
    *("/begin", "/confirm", "/recovery-codes", "/forget", "/forget-all"),
)
TEXTS: dict[str, str | bytes] = {
    "a byte that no text has": r'"Low\u0000tide"',
    "nothing but that byte": r'"\u0000"',
    "half a surrogate pair": r'"\ud83d"',
    "the other half": r'"\ude00 tide"',
    "half a pair, unescaped": b'"\xed\xa0\xbd"',
    "no UTF-8": b'"\xff\xfe"',
    "a long text": '"' + "x" * 60_000 + '"',
    "a long text of wide letters": '"' + "\U0001f30a" * 15_000 + '"',
    "backslashes": r'"\\u0000\\\\u0000"',
    "controls": r'"\u0001\u001b\u007f\u0085\u2028"',
    "turned around": r'"\u202etide\u2066"',
    "a number": "7",
    "a number beyond 32 bits": "2147483648",
    "a number beyond 64 bits": "9223372036854775808",
    "a number of 400 digits": "9" * 400,
    "a number of 5,000 digits": "9" * 5_000,
    "a number with an exponent": "1e400",
    "a fraction": "-0.5e-300",
    "not a number": "NaN",
    "nothing": "null",
    "a truth value": "true",
    "a list": "[]",
    "an object": '{"$ne":null}',
    "deeply nested lists": "[" * 20_000 + "]" * 20_000,
    "deeply nested objects": '{"a":' * 9_000 + "1" + "}" * 9_000,
}
MOST_TELLING = ("a byte that no text has", "half a surrogate pair", "a long text", "a number beyond 64 bits")
"""Bodies are tried with all texts in their first field, and with these in the others."""
WHOLE = {
    "nothing": b"",
    "no JSON": b"low tide",
    "a byte order mark": b"\xef\xbb\xbf{}",
    "bytes": bytes(range(256)),
    "a list": b"[]",
    "a text": b'"{}"',
    "a number": b"9223372036854775808",
    "an unknown field": b'{"__proto__":{"admin":true}}',
    "a field named with that byte": b'{"\\u0000":1}',
    "the same field twice": b'{"password":"a","password":"b"}',
    "too much": b'{"a":"' + b"x" * 70_000 + b'"}',
    "a stream of brackets": b"[" * 60_000,
}
PLACES = (
    "%00",
    "a%00b",
    "%ff%fe",
    "%ed%a0%80",
    "%F0%9F%8C%8A",
    "%2e%2e%2f",
    "x" * 5_000,
    "%",
    "%zz",
    "-1",
    "2147483648",
)
QUERIES = (
    "state=%00",
    "issuer=%00&iss=%00",
    "state=%ed%a0%80&code=%ff",
    "code=" + "x" * 5_000,
    "%00",
    "a=%zz&&&=",
    "state=",
)


@pytest.fixture(scope="module")
async def open_house(home_to_crash_in: Path, mail_server: MailServer) -> AsyncIterator[House]:
    """An Inflow with all of its addresses, those for development included, and without a limit on requests."""
    async with House(
        home_to_crash_in, **ROOMY, INFLOW_DEVELOPMENT="on", INFLOW_TWO_FACTOR="on", INFLOW_SMTP_URL=mail_server.url
    ) as house:
        yield house


@pytest.fixture(scope="module")
async def signed_in(open_house: House, mail_server: MailServer) -> dict[str, str]:
    """The cookies of a signed-in member."""
    member = await Member.sign_up(open_house, mail_server, "alice")
    return dict(member.http.cookies)


async def ask(house: House, method: str, path: str, cookies: dict[str, str], body: bytes = b"") -> httpx.Response:
    """Send the request from a new loopback address, so that no limit answers first."""
    machine = "127." + ".".join(str(secrets.randbelow(254) + 1) for _ in range(3))
    browser = Browser(house, machine=machine)
    browser.http.cookies.update(cookies)
    headers = {"Content-Type": "application/json"} if method == "POST" else {}
    async with browser.http as http:
        return await http.request(method, path, content=body, headers=headers)


async def faults(house: House, cookies: dict[str, str], requests: list[tuple[str, str, bytes]]) -> list[str]:
    """The requests that the server answers with an internal error.

    A call that fails is answered with status 200, and its body tells whether the client or the server failed.
    """
    few = asyncio.Semaphore(8)

    async def fault(method: str, path: str, body: bytes) -> str:
        async with few:
            answer = await ask(house, method, path, cookies, body)
        is_fine = answer.status_code < 500 and "Server Error" not in answer.text
        return "" if is_fine else f"{method} {path[:80]} {body[:80]!r}: {answer.status_code} {answer.text[:200]}"

    return [each for each in await asyncio.gather(*(fault(*request) for request in requests)) if each]


def bodies_for(fields: tuple[str, ...]) -> list[bytes]:
    """Malformed bodies, and well-formed ones with one malformed field."""
    bodies = list(WHOLE.values())
    for field in fields:
        rest = "".join(f',"{other}":"Low-Tide-1970"' for other in fields if other != field).encode()
        for what, value in TEXTS.items():
            if field != fields[0] and what not in MOST_TELLING:
                continue
            raw = value if isinstance(value, bytes) else value.encode()
            bodies.append(b'{"' + field.encode() + b'":' + raw + rest + b"}")
    return bodies


@pytest.mark.parametrize("path", BODIES)
async def test_no_body_is_the_servers_fault(open_house: House, signed_in: dict[str, str], path: str) -> None:
    cookies = signed_in if path.endswith(NEED_A_SESSION) else {}

    assert await faults(open_house, cookies, [("POST", path, body) for body in bodies_for(BODIES[path])]) == []


async def test_no_address_is(open_house: House, signed_in: dict[str, str]) -> None:
    addresses = [
        *(("POST", f"{IDENTITY}/sessions/{place}/end") for place in PLACES),
        *(("POST", f"{IDENTITY}/factors/passkeys/{place}/remove") for place in PLACES),
        *(("POST", f"{IDENTITY}/factors/devices/{place}/forget") for place in PLACES),
        *(("POST", f"/api/media/{place}/cuts") for place in PLACES),
        *(("POST", f"/api/imports/{place}/finish") for place in PLACES),
        *(("GET", f"/media/{place}/{place}") for place in PLACES),
        *(("GET", f"/api/media/access/{place}/{place}") for place in PLACES),
        *(("GET", f"/{place}") for place in PLACES),
        *((method, f"/api/{place}") for place in PLACES for method in ("GET", "POST", "OPTIONS")),
        *(("GET", f"{path}?{query}") for query in QUERIES for path in GETS),
        *(("POST", f"{path}?{query}") for query in QUERIES[:2] for path in BODIES),
    ]

    assert await faults(open_house, signed_in, [(*address, b"{}") for address in addresses]) == []


async def test_an_address_with_a_byte_that_no_text_has_is_refused(open_house: House, signed_in: dict[str, str]) -> None:
    for path in (f"{IDENTITY}/sessions/%00/end", "/api/media/%00/cuts", f"{IDENTITY}/sign-in?a=%00"):
        answer = await ask(open_house, "POST", path, signed_in, b"{}")

        assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


@pytest.mark.parametrize("path", BODIES)
async def test_a_body_that_breaks_off_is_no_failure(open_house: House, path: str) -> None:
    failures = open_house.said.count("Traceback")
    _, writer = await asyncio.open_connection("127.0.0.1", open_house.port)
    headers = {"Origin": open_house.origin, "X-App": "1", "Content-Type": "application/json", "Content-Length": "50"}
    lines = [f"{name}: {value}" for name, value in {"Host": f"localhost:{open_house.port}", **headers}.items()]
    writer.write("\r\n".join([f"POST {path} HTTP/1.1", *lines, "", '{"co']).encode())
    await writer.drain()
    writer.close()
    await writer.wait_closed()
    await ask(open_house, "GET", "/healthz", {})

    assert open_house.said.count("Traceback") == failures


@pytest.mark.parametrize("name", ["sid", "device", "challenge", "entry", "visit", "newcomer"])
async def test_no_cookie_is_the_servers_fault(open_house: House, name: str) -> None:
    values = ('"\\000"', "a.b.c", "%00", "x" * 3_000, '"', "{}", "1.2.3.4")
    paths = ("/token", "/sign-in", "/reset/resend", "/hosted/pending", "/hosted/complete")
    cookies = [{name: value} for value in values]
    requests = [("POST", IDENTITY + path, b'{"challengeId":"none"}' if "resend" in path else b"{}") for path in paths]

    assert [await faults(open_house, each, requests) for each in cookies] == [[]] * len(cookies)


def test_no_address_is_forgotten_here() -> None:
    """A test that fails when an address is added without malformed requests for it."""
    written = [(SOURCES / each).read_text(encoding="utf-8").partition("_routes(")[2] for each in WITH_ROUTES[:2]]
    written += [(SOURCES / each).read_text(encoding="utf-8") for each in WITH_ROUTES[2:]]
    there_are = {each for text in written for each in re.findall(r'"((?:/|\{PATH\}/)[\w/{}:.-]+)"[,:)]', text)}
    asked = [*BODIES, *GETS]

    patterns = {
        each: re.compile(re.sub(r"\{\w+(:\w+)?\}", "[^/]+", each.replace("{PATH}", "")) + "$") for each in there_are
    }
    assert len(there_are) > 15
    assert [each for each, pattern in patterns.items() if not any(map(pattern.search, asked))] == []
