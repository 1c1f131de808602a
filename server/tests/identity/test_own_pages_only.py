"""Requests that other sites make a member's browser send."""

from __future__ import annotations

import pytest

from identity.house import ALICE, House, refusal
from mail.post_office import PostOffice

PATHS = ["/sign-up", "/sign-up/verify", "/sign-up/resend", "/sign-in", "/sign-out", "/token"]
JSON = {"Content-Type": "application/json"}
OURS = {"Sec-Fetch-Site": "same-origin", "X-App": "1"}
ORIGIN = {"Origin": "https://inflow.example", "X-App": "1"}

REFUSED: dict[str, dict[str, str]] = {
    "from another site": {**JSON, "Sec-Fetch-Site": "cross-site", "X-App": "1"},
    "from a sister domain": {**JSON, "Sec-Fetch-Site": "same-site", "X-App": "1"},
    "typed into the address bar": {**JSON, "Sec-Fetch-Site": "none", "X-App": "1"},
    "from another site that claims our origin": {**JSON, **ORIGIN, "Sec-Fetch-Site": "cross-site"},
    "from nowhere": {**JSON, "X-App": "1"},
    "from another origin": {**JSON, "Origin": "https://evil.example", "X-App": "1"},
    "from no origin": {**JSON, "Origin": "null", "X-App": "1"},
    "from our host over http": {**JSON, "Origin": "http://inflow.example", "X-App": "1"},
    "from our host on another port": {**JSON, "Origin": "https://inflow.example:8443", "X-App": "1"},
    "from an origin that begins like ours": {**JSON, "Origin": "https://inflow.example.evil.example", "X-App": "1"},
    "without our header": {**JSON, "Sec-Fetch-Site": "same-origin"},
    "with another value of it": {**JSON, "Sec-Fetch-Site": "same-origin", "X-App": "0"},
    "as a form": {**OURS, "Content-Type": "application/x-www-form-urlencoded"},
    "as plain text": {**OURS, "Content-Type": "text/plain"},
    "as a file": {**OURS, "Content-Type": "multipart/form-data; boundary=x"},
    "as nothing in particular": OURS,
}
ACCEPTED: dict[str, dict[str, str]] = {
    "from our page": {**JSON, **OURS},
    "from our page, with a charset": {**OURS, "Content-Type": "application/json; charset=utf-8"},
    "from our page in an old browser": {**JSON, **ORIGIN},
}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("headers", REFUSED.values(), ids=REFUSED.keys())
async def test_it_is_refused(house: House, path: str, headers: dict[str, str]) -> None:
    answer = await house.visitor().client.post(f"/api/identity{path}", content=b"{}", headers=headers)

    assert refusal(answer)[:2] == (403, "forbidden")
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("headers", ACCEPTED.values(), ids=ACCEPTED.keys())
async def test_our_own_pages_get_through(house: House, headers: dict[str, str]) -> None:
    answer = await house.visitor().client.post("/api/identity/sign-up", json=ALICE, headers=headers)

    assert answer.status_code == 202


async def test_a_foreign_page_cannot_sign_a_member_out(house: House, post_office: PostOffice) -> None:
    alice = house.visitor()
    await alice.becomes_a_member()

    answer = await alice.client.post("/api/identity/sign-out", content=b"{}", headers=REFUSED["from another site"])

    assert answer.status_code == 403
    assert await alice.is_signed_in()


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])
async def test_nothing_changes_by_other_methods(house: House, method: str) -> None:
    for path in PATHS:
        answer = await house.visitor().client.request(method, f"/api/identity{path}")
        assert answer.status_code == 405


async def test_answers_are_kept_by_no_cache(house: House) -> None:
    answer = await house.visitor().signs_up()

    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_an_empty_body_is_a_body(house: House) -> None:
    answer = await house.visitor().client.post("/api/identity/token", headers={**JSON, **OURS})

    assert answer.status_code == 200
