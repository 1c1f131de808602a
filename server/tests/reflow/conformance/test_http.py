"""Single calls over HTTP, by `ConvexHttpClient` and by httpx."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from tests.reflow.conformance.clients import Node
from tests.reflow.conformance.screens import Failed
from tests.reflow.conformance.server import PAGE_OF_OURS
from tests.reflow.conformance.servers import House, Server
from tests.reflow.conformance.test_errors_and_values import REFUSAL, VALUES


class Caller:
    """A `ConvexHttpClient`."""

    def __init__(self, node: Node, server: Server) -> None:
        self._node = node
        self._address = server.address

    async def call(self, kind: str, path: str, token: str | None = None, **args: Any) -> Any:
        """Make a call."""
        return (await self._node.do("http", address=self._address, kind=kind, path=path, args=args, token=token))[
            "value"
        ]


@pytest.fixture
def caller(node: Node, server: Server) -> Caller:
    return Caller(node, server)


@pytest.fixture
async def http(server: Server) -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client for requests that `ConvexHttpClient` would not make."""
    async with httpx.AsyncClient(timeout=60, base_url=server.address, trust_env=False) as http:
        yield http


async def test_what_is_written_is_there_for_the_next_question(caller: Caller, channel: str) -> None:
    for n in range(5):
        await caller.call("mutation", "messages:send", body=f"{n}", channel=channel)
        assert await caller.call("query", "messages:count", channel=channel) == n + 1


async def test_actions_answer(caller: Caller) -> None:
    assert await caller.call("action", "actions:double", number=4) == 8


async def test_values_cross_unharmed(caller: Caller) -> None:
    assert await caller.call("query", "values:echo", value=VALUES) == VALUES


async def test_a_token_says_who_is_calling(caller: Caller, house: House, channel: str) -> None:
    assert await caller.call("query", "messages:mine", token=house.token("carol")) == "carol"
    assert (
        await caller.call("mutation", "messages:sendAs", token=house.token("carol"), body="x", channel=channel)
        == "carol"
    )


async def test_refusals_and_bugs_are_told_apart(caller: Caller) -> None:
    with pytest.raises(Failed) as refused:
        await caller.call("query", "errors:refusal")
    assert refused.value.data == REFUSAL
    for kind, path in (
        ("query", "errors:plain"),
        ("mutation", "errors:plainMutation"),
        ("action", "errors:plainAction"),
    ):
        with pytest.raises(Failed, match="Server Error") as bug:
            await caller.call(kind, path)
        assert not bug.value.is_refusal


@pytest.mark.parametrize(("forged", "seconds"), [(True, 600), (False, -60)])
async def test_a_bad_token_is_401(
    caller: Caller, http: httpx.AsyncClient, house: House, forged: bool, seconds: float
) -> None:
    token = house.token("mallory", forged=forged, seconds=seconds)
    with pytest.raises(Failed, match="Unauthenticated"):
        await caller.call("query", "messages:mine", token=token)

    body = {"path": "messages:mine", "args": {}, "format": "json"}
    answer = await http.post("/api/query", json=body, headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == 401
    assert answer.json().keys() == {"code", "message"}


@pytest.mark.parametrize("args", [{"value": 7}, [{"value": 7}]])
async def test_arguments_come_bare_or_in_a_list(http: httpx.AsyncClient, args: object) -> None:
    answer = await http.post("/api/query", json={"path": "values:echo", "args": args, "format": "convex_encoded_json"})

    assert answer.status_code == 200
    assert answer.json() == {"status": "success", "value": 7, "logLines": []}


@pytest.mark.parametrize("path", ["errors:refusal", "errors:plain", "messages:nowhere"])
async def test_functions_that_fail_are_answers(http: httpx.AsyncClient, path: str) -> None:
    answer = await http.post("/api/query", json={"path": path, "args": {}})

    assert answer.status_code == 200
    assert answer.json()["status"] == "error"
    assert ("errorData" in answer.json()) == (path == "errors:refusal")


async def test_a_page_of_ours_may_call_from_its_own_origin(http: httpx.AsyncClient) -> None:
    wish = {
        "origin": PAGE_OF_OURS,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,convex-client",
    }
    allowed = (await http.options("/api/mutation", headers=wish)).headers
    refused = await http.options("/api/mutation", headers={**wish, "origin": "https://evil.example"})

    assert allowed["access-control-allow-origin"] == PAGE_OF_OURS
    assert {"authorization", "content-type", "convex-client"} <= set(
        allowed["access-control-allow-headers"].split(", ")
    )
    assert "access-control-allow-credentials" not in allowed
    assert refused.status_code == 403
    answer = await http.post("/api/query", json={"path": "messages", "args": {}}, headers={"origin": PAGE_OF_OURS})
    assert answer.headers["access-control-allow-origin"] == PAGE_OF_OURS


async def test_the_deprecated_consistent_query_fails_plainly(caller: Caller) -> None:
    with pytest.raises(Failed, match="Not Allowed"):
        await caller.call("consistent", "messages")
