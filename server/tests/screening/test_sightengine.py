"""Sightengine over HTTP: the requests that it gets, and the result of each of its answers."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from inflow.media.pipeline.moderation import moderate, require_allowed
from inflow.screening.circuit_breaker import CircuitBreaker
from inflow.screening.moderators import moderator_with
from inflow.screening.sightengine import MOST_BYTES, URL, Sightengine
from reflow.auth.jwks import new_client
from reflow.errors import AppError
from screening.judge import Answer, Judge, drip, flood, hang_up, said, serving, silence
from screening.test_thresholds import SIGHTENGINE, answer_of

JPEG = b"\xff\xd8\xff the photograph \xff\xd9"
SECRET = "canary-of-the-secret"
BUDGET = 10.0
NEVER = 3_600.0
HURRY = 0.3
"""A budget in seconds, for servers that would use up any budget."""


def success(**nudity: Any) -> dict[str, Any]:
    """A successful answer as in Sightengine's documentation."""
    return {
        "status": "success",
        "request": {"id": "req_1", "timestamp": 1763.5, "operations": 1},
        "nudity": answer_of("nudity-2.1", **nudity) | {"context": {"sea_lake_pool": 0.9, "indoor_other": 0.1}},
        "media": {"id": "med_1", "uri": "photo.jpg"},
    }


FAILURE = {
    "status": "failure",
    "request": {"id": "req_2", "timestamp": 1763.5, "operations": 0},
    "error": {"type": "usage_limit", "code": 32, "message": f"Limit of {SECRET} reached"},
}


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    async with new_client() as client:
        yield client


async def outcome(judge: Judge, client: httpx.AsyncClient, classifier: Sightengine | None = None) -> str:
    """``allowed``, or the message of the refusal."""
    classifier = classifier or Sightengine("operator", SECRET, client, url=judge.url, budget=BUDGET)
    try:
        require_allowed(await moderate(moderator_with(classifier), JPEG))
    except AppError as refusal:
        return f"{refusal.code}: {refusal}"
    return "allowed"


UNVERIFIED = "unverified: Unable to verify image content. Please try again."


def test_it_is_asked_at_its_one_address() -> None:
    assert URL == "https://api.sightengine.com/1.0/check.json"


async def test_it_is_asked_with_the_photograph_the_model_and_the_credentials(client: httpx.AsyncClient) -> None:
    async with serving(said(success())) as judge:
        assert await outcome(judge, client) == "allowed"

    (request,) = judge.asked
    assert request.startswith(b"POST /1.0/check.json HTTP/1.1\r\n")
    assert b"multipart/form-data; boundary=" in request
    assert JPEG in request
    for name, value in (("models", "nudity-2.1"), ("api_user", "operator"), ("api_secret", SECRET)):
        assert f'name="{name}"\r\n\r\n{value}\r\n'.encode() in request
    assert b'name="media"; filename="photo.jpg"' in request


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("sexual_display", 0.11, "This image contains explicit content that is not allowed."),
        ("erotica", 0.41, "This image contains inappropriate content."),
        ("suggestive", 0.61, "This image contains suggestive or inappropriate content."),
        ("suggestive_classes.lingerie", 0.71, "This image contains suggestive or inappropriate content."),
    ],
)
async def test_what_it_sees_refuses(client: httpx.AsyncClient, field: str, value: float, words: str) -> None:
    async with serving(said(success(**{field: value}))) as judge:
        assert await outcome(judge, client) == f"content_refused: {words}"


NO_VERDICT: dict[str, Answer] = {
    "a failure": said(FAILURE, 400),
    "a failure that says 200": said(FAILURE),
    "wrong credentials": said(FAILURE, 401),
    "a success that says 403": said(success(), 403),
    "too many requests": said(FAILURE, 429),
    "its own error": said(FAILURE, 500),
    "a balancer's page": said(b"<html>Bad gateway</html>", 502),
    "no scores": said({"status": "success"}),
    "a missing score": said(success(erotica=None)),
    "a missing class": said(success(**{"suggestive_classes.lingerie": None})),
    "an older model's scores": said({"status": "success", "nudity": {"raw": 0.01, "partial": 0.01, "safe": 0.98}}),
    "a score in words": said(success(erotica="low")),
    "no number": said(b'{"status":"success","nudity":{"sexual_activity":NaN}}'),
    "scores in a list": said({"status": "success", "nudity": [SIGHTENGINE]}),
    "a list": said([success()]),
    "no JSON": said(b"ok"),
    "nothing": said(b""),
    "another state": said(success() | {"status": "pending"}),
    "a compressed answer": said(b"\x1f\x8b\x08\x00", Content_Encoding="gzip"),
    "a huge answer": said(b" " * (MOST_BYTES + 1)),
    "an answer without end": flood,
    "half an answer": said(b"{}", Content_Length="1000"),
    "no HTTP": lambda out: _written(out, b"SSH-2.0-OpenSSH\r\n"),
    "a connection that ends": hang_up,
    "silence": silence,
    "a byte now and then": drip,
}


async def _written(out: asyncio.StreamWriter, content: bytes) -> None:
    out.write(content)
    await out.drain()


@pytest.mark.parametrize("name", NO_VERDICT)
async def test_whatever_else_it_answers_is_no_verdict_and_in_time(client: httpx.AsyncClient, name: str) -> None:
    # Only the budget ends these two. The others have no budget, so the test does not wait for one.
    budget = HURRY if NO_VERDICT[name] in {silence, drip} else None
    async with serving(NO_VERDICT[name]) as judge:
        classifier = Sightengine("operator", SECRET, client, url=judge.url, budget=budget or NEVER)
        assert await outcome(judge, client, classifier) == UNVERIFIED


async def test_a_redirect_is_not_followed(client: httpx.AsyncClient) -> None:
    async with (
        serving(said(success())) as elsewhere,
        serving(said(b"", 307, Location=elsewhere.url)) as judge,
    ):
        assert await outcome(judge, client) == UNVERIFIED

    assert elsewhere.asked == []


async def test_nobody_there_is_no_verdict(client: httpx.AsyncClient) -> None:
    async with serving(said(success())) as judge:
        pass

    assert await outcome(judge, client) == UNVERIFIED


@pytest.mark.parametrize("status", [502, 503, 504])
async def test_a_service_that_restarts_is_asked_once_more(client: httpx.AsyncClient, status: int) -> None:
    async with serving(said(FAILURE, status), said(success())) as judge:
        assert await outcome(judge, client) == "allowed"
        assert len(judge.asked) == 2

    async with serving(said(FAILURE, status)) as judge:
        assert await outcome(judge, client) == UNVERIFIED
        assert len(judge.asked) == 2


async def test_after_five_silences_it_is_left_alone_and_then_tried_again(client: httpx.AsyncClient) -> None:
    now = 0.0
    async with serving(*[said(FAILURE, 500)] * 5, said(success())) as judge:
        classifier = Sightengine("operator", SECRET, client, url=judge.url, breaker=CircuitBreaker(clock=lambda: now))
        for _ in range(7):
            assert await outcome(judge, client, classifier) == UNVERIFIED
        assert len(judge.asked) == 5

        now = 30.0
        assert [await outcome(judge, client, classifier) for _ in range(2)] == ["allowed", "allowed"]
        assert len(judge.asked) == 7


async def test_photographs_that_it_refuses_to_read_leave_the_way_open_for_others(client: httpx.AsyncClient) -> None:
    async with serving(*[said(FAILURE, 400)] * 6, said(success())) as judge:
        classifier = Sightengine("operator", SECRET, client, url=judge.url)

        assert [await outcome(judge, client, classifier) for _ in range(7)] == [UNVERIFIED] * 6 + ["allowed"]


@pytest.mark.parametrize("name", ["a failure", "its own error", "no JSON", "silence", "a connection that ends"])
async def test_the_secret_is_in_no_log_and_no_error(
    client: httpx.AsyncClient, name: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    async with serving(NO_VERDICT[name]) as judge:
        classifier = Sightengine("operator", SECRET, client, url=judge.url, budget=HURRY)
        with pytest.raises(AppError) as refused:
            require_allowed(await moderate(moderator_with(classifier), JPEG))

    told = (
        "".join(traceback.format_exception(refused.value))
        + repr(classifier)
        + caplog.text
        + "".join(capfd.readouterr())
    )
    assert SECRET not in told
