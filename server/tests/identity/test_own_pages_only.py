"""Requests that other sites make a member's browser send."""

from __future__ import annotations

import pytest

from identity.house import ALICE, House, refusal
from mail.mail_server import MailServer

PATHS = ["/sign-up", "/sign-up/verify", "/sign-up/resend", "/sign-in", "/sign-out", "/token"]
JSON = {"Content-Type": "application/json"}
OURS = {"Sec-Fetch-Site": "same-origin", "X-App": "1"}
ORIGIN = {"Origin": "https://inflow.example", "X-App": "1"}

NOT_OURS = "This request did not come from the app's own pages."
NO_JSON = "Requests to this address must be application/json."

FOREIGN: dict[str, dict[str, str]] = {
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
}
IN_ANOTHER_SHAPE: dict[str, dict[str, str]] = {
    "as a form": {**OURS, "Content-Type": "application/x-www-form-urlencoded"},
    "as plain text": {**OURS, "Content-Type": "text/plain"},
    "as a file": {**OURS, "Content-Type": "multipart/form-data; boundary=x"},
    "as nothing in particular": OURS,
}
REFUSED = {
    **{how: (headers, NOT_OURS) for how, headers in FOREIGN.items()},
    **{how: (headers, NO_JSON) for how, headers in IN_ANOTHER_SHAPE.items()},
}
ACCEPTED: dict[str, dict[str, str]] = {
    "from our page": {**JSON, **OURS},
    "from our page, with a charset": {**OURS, "Content-Type": "application/json; charset=utf-8"},
    "from our page in an old browser": {**JSON, **ORIGIN},
}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(("headers", "words"), REFUSED.values(), ids=REFUSED.keys())
async def test_it_is_refused(house: House, path: str, headers: dict[str, str], words: str) -> None:
    answer = await house.visitor().client.post(f"/api/identity{path}", content=b"{}", headers=headers)

    assert refusal(answer) == (403, "forbidden", words)
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("headers", ACCEPTED.values(), ids=ACCEPTED.keys())
async def test_our_own_pages_get_through(house: House, headers: dict[str, str]) -> None:
    answer = await house.visitor().client.post("/api/identity/sign-up", json=ALICE, headers=headers)

    assert answer.status_code == 202


async def test_a_foreign_page_cannot_sign_a_member_out(house: House, mail_server: MailServer) -> None:
    alice = house.visitor()
    await alice.becomes_a_member()

    answer = await alice.client.post("/api/identity/sign-out", content=b"{}", headers=FOREIGN["from another site"])

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


@pytest.mark.parametrize(
    ("body", "because"),
    [
        (b"{", "Input data was truncated"),
        (b'{"identifier": "\xff"}', "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
        (b"[]", "Expected `object`, got `array`"),
        (b'{"identifier": 7}', "Expected `str`, got `int` - at `$.identifier`"),
        (b'{"isAdmin": true}', "Object contains unknown field `isAdmin`"),
    ],
)
async def test_a_body_of_another_shape_is_refused_and_is_told_why(house: House, body: bytes, because: str) -> None:
    answer = await house.visitor().client.post("/api/identity/sign-in", content=body, headers={**JSON, **OURS})

    assert refusal(answer) == (400, "invalid", f"The request is malformed: {because}")


async def test_a_body_is_read_up_to_64_kib_and_no_further(house: House) -> None:
    async def answer_to(size: int) -> tuple[int, str, str]:
        stranger, body = house.visitor().client, b"{}".ljust(size)
        return refusal(await stranger.post("/api/identity/sign-in", content=body, headers={**JSON, **OURS}))

    assert await answer_to(65_536) == (400, "invalid", "Please fill in all fields")
    assert await answer_to(65_537) == (413, "too_large", "The request is too large.")
