"""No answer to another member contains private data of the owner's, whether the caller is a stranger or in flow with
the owner.

The test makes every query as its row in `authorization.py` says; a new query needs a row as well.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.app.authorization import MATRIX
from tests.app.cast import Cast, cast
from tests.product import block, product, world
from tests.world import World

from inflow.app.functions import registry
from reflow.errors import AppError
from reflow.functions import Query
from reflow.values import encode

__all__ = ["product", "world"]

QUERIES = {each.path: each for each in registry() if isinstance(each, Query)}
BORN = "1971-07-17"
OTHERS = ("other", "connection", "curator")


@pytest.fixture(scope="module")
async def people(product: Any) -> Cast:  # An owner with a birthday of their own, and the other callers.
    """An owner with a birthday of their own, and the others."""
    world = World(*product)
    people = await cast(world)
    async with world.database.transaction() as connection:
        await connection.text(f"UPDATE users SET date_of_birth = '{BORN}' WHERE id = $1", people.owner.user_id)
    await world.settle()
    return people


async def test_nobody_else_reads_an_address_or_a_birthday(people: Cast) -> None:
    private = (f"{people.owner.username}@example.org", BORN)

    own = await _answers(people, "owner")
    assert all(each in own["users:me"] for each in private)
    assert await _showing(people, private) == []


async def test_only_who_is_in_flow_reads_what_is_for_the_cues(people: Cast) -> None:
    found = await _showing(people, (people.cue, "Not for everybody"))

    assert {caller for caller, _ in found} == {"connection"}
    assert {path for _, path in found} >= {"posts:getCuePosts", "posts:getUserPosts"}


async def test_nobody_else_can_tell_whom_somebody_has_blocked(world: World, people: Cast) -> None:
    before = {caller: await _answers(people, caller) for caller in OTHERS}
    await block(people.owner, people.asker)
    after = {caller: await _answers(people, caller) for caller in OTHERS}

    assert after == before


async def _showing(people: Cast, private: tuple[str, ...]) -> list[tuple[str, str]]:
    """Which callers are shown private data, and by which query."""
    return [
        (caller, path)
        for caller in OTHERS
        for path, answer in (await _answers(people, caller)).items()
        if any(each in answer for each in private)
    ]


async def _answers(people: Cast, caller: str) -> dict[str, str]:
    """The answer of every query."""
    return {path: await _answer(people, caller, path) for path in QUERIES}


async def _answer(people: Cast, caller: str, path: str) -> str:
    query = QUERIES[path]
    try:
        return encode(await people.people[caller].see(query, **query.decode(MATRIX[path].given(people))))
    except AppError as refused:
        return refused.code
