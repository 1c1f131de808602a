"""How often a visitor may start a sign-in at a provider or try to join: the last allowed time, the next, and a later
one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from inflow.identity.limits import Counter, Limit
from inflow.oidc import sign_in
from inflow.oidc.sign_in import JOINS_FROM_HOST, STARTS_FROM_HOST
from oidc.house import OidcHouse

LIMITED = "rate_limited"
Knock = Callable[[OidcHouse], Awaitable[str]]


async def sets_out(house: OidcHouse) -> str:
    """The error that the browser is redirected with, for an unknown issuer."""
    departure = await house.visitor().sets_out("https://unknown.example")
    return departure.headers["location"].rpartition("=")[2]


async def joins(house: OidcHouse) -> str:
    """The refusal's code for a visitor without a provider's confirmation."""
    answer = await house.visitor().completes()
    code: str = answer.json()["code"]
    return code


ROWS: list[tuple[Knock, Counter, int, timedelta, timedelta]] = [
    (sets_out, STARTS_FROM_HOST, 10, timedelta(seconds=10), timedelta()),
    (sets_out, STARTS_FROM_HOST, 100, timedelta(hours=1), timedelta(seconds=11)),
    (joins, JOINS_FROM_HOST, 10, timedelta(seconds=10), timedelta()),
    (joins, JOINS_FROM_HOST, 60, timedelta(hours=1), timedelta(seconds=11)),
]


@pytest.mark.parametrize(("knock", "_", "most", "span", "apart"), ROWS, ids=lambda value: str(value)[:20])
async def test_it_holds_at_the_last_the_next_and_after_a_while(
    house: OidcHouse, knock: Knock, _: Counter, most: int, span: timedelta, apart: timedelta
) -> None:
    began, turns = house.now, set()
    for _turn in range(most):
        turns.add(await knock(house))
        house.now += apart

    assert LIMITED not in turns
    assert await knock(house) == LIMITED
    house.now = began + span - timedelta(milliseconds=1)
    assert await knock(house) == LIMITED
    house.now = began + span
    assert await knock(house) in turns


def test_no_limit_is_forgotten_here() -> None:
    counters = [value for value in vars(sign_in).values() if isinstance(value, Counter)]

    assert {(counter.name, Limit(most, span)) for _, counter, most, span, _ in ROWS} == {
        (counter.name, limit) for counter in counters for limit in counter.limits
    }
