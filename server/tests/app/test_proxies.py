"""Which address counts as the client's when proxies stand in front of the server."""

from __future__ import annotations

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from inflow.app.proxies import ProxyHeadersMiddleware
from inflow.app.settings import BadSetting, Settings

SETTING = "INFLOW_TRUSTED_PROXIES"


async def seen(settings: Settings, peer: str, *forwarded: str) -> str:
    """The address that the app sees."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        client = Request(scope).client
        response: Response = PlainTextResponse(client.host if client else "nobody")
        await response(scope, receive, send)

    transport = httpx.ASGITransport(app=ProxyHeadersMiddleware(app, settings.proxies), client=(peer, 50_000))
    async with httpx.AsyncClient(transport=transport, base_url="http://inflow.example") as client:
        headers = [("X-Forwarded-For", each) for each in forwarded]
        return (await client.get("/", headers=headers)).text


@pytest.mark.parametrize(
    ("peer", "forwarded", "caller"),
    [
        ("10.1.2.3", ["203.0.113.7"], "203.0.113.7"),
        ("10.1.2.3", ["203.0.113.7:4711"], "203.0.113.7"),
        ("10.1.2.3", ["[2001:db8::7]:4711"], "2001:db8::7"),
        ("10.1.2.3", ["2001:db8::7"], "2001:db8::7"),
        ("::1", ["203.0.113.7"], "203.0.113.7"),
        ("::ffff:10.1.2.3", ["203.0.113.7"], "203.0.113.7"),
        # Two proxies, and two headers that form one list.
        ("10.1.2.3", ["203.0.113.7, 10.9.9.9"], "203.0.113.7"),
        ("10.1.2.3", ["203.0.113.7", "10.9.9.9"], "203.0.113.7"),
        # Addresses that the caller wrote before the proxy's own entry.
        ("10.1.2.3", ["198.51.100.1, 203.0.113.7"], "203.0.113.7"),
        ("10.1.2.3", ["10.9.9.9, 203.0.113.7"], "203.0.113.7"),
        # The header of a peer that is not a proxy is ignored.
        ("203.0.113.7", ["198.51.100.1"], "203.0.113.7"),
        ("203.0.113.7", [], "203.0.113.7"),
        # An entry that is no address is ignored: the last known address counts.
        ("10.1.2.3", [], "10.1.2.3"),
        ("10.1.2.3", ["unknown"], "10.1.2.3"),
        ("10.1.2.3", ["203.0.113.7, , 10.9.9.9"], "10.9.9.9"),
        ("10.1.2.3", ["10.9.9.9"], "10.9.9.9"),
    ],
)
async def test_who_is_calling(peer: str, forwarded: list[str], caller: str) -> None:
    settings = Settings.from_environment({SETTING: "10.0.0.0/8, ::1"})

    assert await seen(settings, peer, *forwarded) == caller


async def test_without_the_setting_nobody_is_believed() -> None:
    assert await seen(Settings.from_environment({}), "127.0.0.1", "198.51.100.1") == "127.0.0.1"


@pytest.mark.parametrize("typed", ["everybody", "10.0.0.0/99", "10.0.0.1/8"])
def test_what_is_no_network_stops_the_start(typed: str) -> None:
    with pytest.raises(BadSetting, match=SETTING):
        Settings.from_environment({SETTING: typed})
