"""Single calls over HTTP."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from tests.reflow.wire.conftest import ORIGIN, Stage
from tests.reflow.wire.toy import ToyEngine


@pytest.fixture
async def http(stage: Stage) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(timeout=60, base_url=f"http://{stage.address}", trust_env=False) as client:
        yield client


def _call(path: str, args: Any) -> dict[str, Any]:
    return {"path": path, "format": "convex_encoded_json", "args": args}


async def test_a_query_is_answered(http: httpx.AsyncClient) -> None:
    response = await http.post("/api/query", json=_call("messages.js:echo", [{"value": {"$integer": "AQAAAAAAAAA="}}]))

    assert response.status_code == 200
    assert response.json() == {"status": "success", "value": {"$integer": "AQAAAAAAAAA="}, "logLines": []}
    assert response.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("args", [{"body": "hello"}, [{"body": "hello"}]], ids=["object", "list"])
async def test_a_mutation_runs(http: httpx.AsyncClient, toy: ToyEngine, args: Any) -> None:
    response = await http.post("/api/mutation", json=_call("messages:send", args))

    assert response.json()["value"] == 1
    assert toy.messages == [("nobody", "hello")]


async def test_the_caller_is_in_the_token(http: httpx.AsyncClient, toy: ToyEngine) -> None:
    headers = {"authorization": "Bearer good-alice"}
    await http.post("/api/mutation", json=_call("messages:send", {"body": "hello"}), headers=headers)

    assert toy.messages == [("alice", "hello")]


async def test_two_mutations_over_http_are_two(http: httpx.AsyncClient, toy: ToyEngine) -> None:
    for _ in range(2):
        await http.post("/api/mutation", json=_call("messages:send", {"body": "again"}))

    assert len(toy.messages) == 2


async def test_an_action_runs(http: httpx.AsyncClient) -> None:
    response = await http.post("/api/action", json=_call("actions:echo", {"a": 1}))

    assert response.json()["value"] == {"a": 1}


async def test_a_refusal_is_an_answer(http: httpx.AsyncClient) -> None:
    response = await http.post("/api/mutation", json=_call("messages:refuse", {}))

    assert response.status_code == 200
    assert response.json() == {
        "status": "error",
        "errorMessage": "Refused on purpose",
        "errorData": {"code": "refused", "message": "Refused on purpose", "depth": 3},
        "logLines": [],
    }


async def test_arguments_of_very_many_values_are_refused(http: httpx.AsyncClient) -> None:
    response = await http.post("/api/query", json=_call("messages:echo", {"value": [0] * 6_000}))

    assert (response.status_code, response.json()["status"]) == (200, "error")
    assert "5000 values" in response.json()["errorMessage"]


@pytest.mark.parametrize("args", [[], [1], 7, None, [{"a": {"$set": []}}], {"a": [[[[]]]] * 2, "b": {"$map": 1}}])
async def test_bad_arguments_are_an_answer(http: httpx.AsyncClient, args: Any) -> None:
    response = await http.post("/api/mutation", json=_call("messages:touch", args))

    assert (response.status_code, response.json()["status"]) == (200, "error")
    assert "errorData" not in response.json()


async def test_a_bug_is_an_answer_without_its_reason(http: httpx.AsyncClient) -> None:
    response = await http.post("/api/mutation", json=_call("messages:crash", {}))

    assert response.status_code == 200
    assert response.json()["errorMessage"].startswith("Server Error (")


@pytest.mark.parametrize("header", ["Bearer forged", "Convex admin-key", "Bearer", "good-alice"])
async def test_a_bad_token_is_refused(http: httpx.AsyncClient, toy: ToyEngine, header: str) -> None:
    response = await http.post(
        "/api/mutation", json=_call("messages:send", {"body": "x"}), headers={"authorization": header}
    )

    assert response.status_code == 401
    assert set(response.json()) == {"code", "message"}
    assert toy.ran == []


@pytest.mark.parametrize("body", ["", "{", "[]", '{"args":[]}', '{"path":7,"args":[]}', "[" * 9000])
async def test_what_is_no_call_is_refused(http: httpx.AsyncClient, body: str) -> None:
    response = await http.post("/api/query", content=body)

    assert response.status_code == 400
    assert set(response.json()) == {"code", "message"}


async def test_a_large_body_is_refused(http: httpx.AsyncClient) -> None:
    response = await http.post("/api/query", json=_call("messages:echo", {"value": "x" * 70_000}))

    assert response.status_code == 413


async def test_a_page_of_ours_may_ask_from_another_origin(http: httpx.AsyncClient) -> None:
    asking = {
        "origin": ORIGIN,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,convex-client",
    }
    preflight = await http.options("/api/query", headers=asking)
    response = await http.post("/api/query", json=_call("messages:list", {}), headers={"origin": ORIGIN})

    assert preflight.status_code == 204
    assert preflight.headers["access-control-allow-origin"] == ORIGIN
    assert {"authorization", "content-type", "convex-client"} <= set(
        preflight.headers["access-control-allow-headers"].split(", ")
    )
    assert "access-control-allow-credentials" not in preflight.headers
    assert response.headers["access-control-allow-origin"] == ORIGIN


async def test_a_page_of_somebody_else_may_not(http: httpx.AsyncClient) -> None:
    evil = {"origin": "https://evil.example"}
    preflight = await http.options("/api/query", headers=evil)
    response = await http.post("/api/query", json=_call("messages:list", {}), headers=evil)

    assert preflight.status_code == 403
    assert "access-control-allow-origin" not in response.headers


async def test_a_doubled_slash_is_tolerated(stage: Stage, http: httpx.AsyncClient) -> None:
    body = json.dumps(_call("messages:list", {}))
    response = await http.post(f"http://{stage.address}//api/query", content=body)

    assert response.json()["value"] == []
