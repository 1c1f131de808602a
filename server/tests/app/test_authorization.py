"""Every call by every caller: each does what its row in `authorization.py` says, and a call without a row fails."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest
from tests.app.authorization import MATRIX
from tests.app.cast import CALLERS, Cast, cast
from tests.product import product, world
from tests.world import Person, World

from inflow.app.functions import registry
from inflow.core.tables import metadata
from inflow.flow_requests.views import Standing
from inflow.reactions.views import ReactionCounts
from reflow.errors import AppError, BadArguments
from reflow.functions import Function
from reflow.naming import camel
from reflow.pagination import Page
from reflow.values import encode

__all__ = ["product", "world"]

CALLS = {call.path: call for call in registry()}
NOTHING_TO_SEE = (ReactionCounts(), Standing(synced=False, outgoing=None, incoming=None))
FIELDS = sorted({camel(column.name) for table in metadata.sorted_tables for column in table.columns} | {"votes"})


def test_every_call_has_a_row_and_every_row_a_call() -> None:
    assert MATRIX.keys() == CALLS.keys(), "give each call a row in tests/app/authorization.py"


@pytest.fixture(scope="module")
async def watched(product: Any) -> Cast:  # People for the queries, which change nothing.
    """People for the queries, which change nothing."""
    return await cast(World(*product))


@pytest.mark.parametrize("path", sorted(path for path in MATRIX.keys() & CALLS if CALLS[path].kind == "query"))
async def test_a_query_shows_to_each_what_its_row_says(watched: Cast, path: str) -> None:
    given = CALLS[path].decode(MATRIX[path].given(watched))

    trace = MATRIX[path].trace
    sought = None if trace is None else trace(watched)
    outcomes = {caller: await _asked(watched.people[caller], CALLS[path], given, sought) for caller in CALLERS}

    assert outcomes == dict(zip(CALLERS, MATRIX[path].outcomes, strict=True))


@pytest.mark.parametrize("path", sorted(path for path in MATRIX.keys() & CALLS if CALLS[path].kind == "mutation"))
async def test_a_mutation_does_for_each_what_its_row_says_and_refused_it_changes_nothing(
    world: World,  # a fixture: pytest finds it by its name
    path: str,
) -> None:
    row, people = MATRIX[path], await cast(world)
    given = row.given(people)
    await _nobody_is_named_instead(world, people, path, given)

    for caller, outcome in zip(CALLERS, row.outcomes, strict=True):
        before = await _kept(world)
        refused = await people.people[caller].send(path, **given)
        assert (caller, "done" if refused is None else refused["code"]) == (caller, outcome)
        assert refused is None or await _kept(world) == before


@pytest.mark.parametrize("path", sorted(path for path in MATRIX.keys() & CALLS if CALLS[path].kind == "action"))
async def test_an_action_does_for_each_what_its_row_says(
    world: World,  # a fixture: pytest finds it by its name
    watched: Cast,
    path: str,
) -> None:
    outcomes = {}
    for caller in CALLERS:
        identity, given = watched.people[caller].identity, MATRIX[path].given(watched)
        failure = (await world.engine.run_action(path=path, arguments=given, identity=identity)).failure
        outcomes[caller] = "done" if failure is None else (failure.data or {}).get("code")

    assert outcomes == dict(zip(CALLERS, MATRIX[path].outcomes, strict=True))


@pytest.mark.parametrize("path", sorted(MATRIX.keys() & CALLS))
async def test_no_call_takes_a_field_more(watched: Cast, path: str) -> None:
    call, given = CALLS[path], MATRIX[path].given(watched)
    known = {field.encode_name for field in _fields(call)}

    call.decode(given)
    for field in FIELDS:
        if field not in known:
            with pytest.raises(BadArguments):
                call.decode({**given, field: given.get("userId", "x")})


async def _nobody_is_named_instead(world: World, people: Cast, path: str, given: dict[str, Any]) -> None:  # a parameter
    """The owner's own call with another member where the arguments name the owner is refused, and changes nothing."""
    owner, other = people.owner, people.other
    swapped = {owner.user_id: other.user_id, owner.profile_id: other.profile_id, owner.username: other.username}
    before = await _kept(world)
    for field in (field for field, value in given.items() if isinstance(value, str) and value in swapped):
        refused = await owner.send(path, **{**given, field: swapped[given[field]]})
        assert refused is not None, field
        assert await _kept(world) == before


async def _asked(person: Person, call: Function[..., Any], given: dict[str, Any], sought: str | None) -> str:
    try:
        seen = await person.see(call, **given)  # type: ignore[arg-type]  # a query, by its row
    except AppError as refused:
        return refused.code
    if sought is not None:
        return "something" if sought in encode(seen) else "nothing"
    shown = seen.page if isinstance(seen, Page) else seen
    return "something" if shown and shown not in NOTHING_TO_SEE else "nothing"


def _fields(call: Function[..., Any]) -> tuple[Any, ...]:
    return msgspec.structs.fields(call.arguments)


async def _kept(world: World) -> str:  # A digest of all rows in the product's tables.
    """A digest of all rows in the product's tables."""
    digest = hashlib.sha256()
    async with world.database.connection() as connection:
        for table in metadata.sorted_tables:
            sql = (
                f"SELECT md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS all FROM \"{table.name}\" t"
            )
            (row,) = await connection.text(sql)
            digest.update(row["all"].encode())
    return digest.hexdigest()
