"""Calls with any arguments by anybody: each is done or refused with a listed code, and no call fails by accident.

With INFLOW_SOAK each call is tried 1,000 times, with other arguments at each run; otherwise 50 times with the same.
"""

from __future__ import annotations

import asyncio
import logging
import os
from dataclasses import fields
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.app.any_arguments import arguments
from tests.app.authorization import MATRIX
from tests.app.cast import CALLERS, Cast, cast
from tests.product import product, world
from tests.world import Person, World

from inflow.app.functions import ERROR_CODES, registry
from inflow.drafts import preparing
from inflow.media.pipeline.data_urls import decode_data_url
from inflow.media.rules import not_an_image
from inflow.posts import full_sizes, photos
from inflow.profiles import pictures
from reflow.errors import AppError, PlainError
from reflow.functions import Function
from reflow.live.hooks import HookCtx
from reflow.values import BadValue, decode, encode

__all__ = ["product", "world"]

CALLS = {call.path: call for call in registry()}
SOAKING = bool(os.environ.get("INFLOW_SOAK"))
ALLOWED = {"done", "something"}
CODES = {*ERROR_CODES, "no value", "bad arguments", "done"}


@pytest.fixture(scope="module")
async def readers(product: Any) -> Cast:
    """People for the queries, which change nothing."""
    return await cast(World(*product))


@pytest.fixture
def no_pipeline(monkeypatch: pytest.MonkeyPatch, product: Any) -> None:
    """Let no photo inside a call be stored, and every look and full size pass: the tests of the media check what has
    bytes.
    """
    monkeypatch.setattr(HookCtx, "get", lambda *_: SimpleNamespace(database=product[1]))
    monkeypatch.setattr(photos, "require_allowed_look", _allowed)
    monkeypatch.setattr(preparing, "prepare_own_fotos", _allowed)
    monkeypatch.setattr(full_sizes, "allow_full_size", _allowed)
    for module in (photos, pictures):
        monkeypatch.setattr(module, "store_data_url", _not_an_image)


@pytest.mark.timeout(3600 if SOAKING else 120)
@pytest.mark.parametrize("path", sorted(CALLS))
async def test_a_call_with_any_arguments_is_done_or_refused_with_a_code(
    world: World, readers: Cast, no_pipeline: None, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    people = readers if CALLS[path].kind == "query" else await cast(world)
    loop = asyncio.get_running_loop()
    ids = st.sampled_from(sorted({value for value in _values(people) if isinstance(value, str)}))
    may = [caller for caller, outcome in zip(CALLERS, MATRIX[path].outcomes, strict=True) if outcome in ALLOWED]
    callers = st.sampled_from([*CALLERS, *may * (3 * len(CALLERS) // max(1, len(may)))])
    outcomes: set[str] = set()

    @settings(
        max_examples=1_000 if SOAKING else 50,
        derandomize=not SOAKING,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(callers, arguments(CALLS[path], MATRIX[path].given(people), ids))
    def anybody_calls(caller: str, given: dict[str, Any]) -> None:
        calling = _outcome(people.people[caller], CALLS[path], msgspec.json.encode(given))
        outcome = asyncio.run_coroutine_threadsafe(calling, loop).result(60)
        outcomes.add(outcome)
        assert outcome in CODES, outcome

    await asyncio.to_thread(anybody_calls)
    await world.settle()

    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert outcomes & {"done", *ERROR_CODES}, "no example came past the check of the arguments"


async def _outcome(person: Person, call: Function[..., Any], given: bytes) -> str:
    """What the caller is told, past the limits of how often one member may call."""
    engine = person.world.engine
    try:
        ready = call.decode(decode(given))
        if call.kind == "query":
            evaluation = await engine.run_query(call, ready, person.identity)
            if evaluation.raised is not None:
                raise evaluation.raised
            assert evaluation.error is None
            assert evaluation.value is not None
            _require_declared(call, evaluation.value)
        elif call.kind == "mutation":
            _require_declared(call, encode(await engine.run_mutation(call, ready, person.identity), call.returns))
        else:
            called = await engine.run_action(path=call.path, arguments=decode(given), identity=person.identity)
            if called.failure is not None:
                raise called.failure.as_error()
    except BadValue:
        return "no value"
    except PlainError:
        return "bad arguments"
    except AppError as refused:
        return refused.code if refused.message else "a refusal without words"
    return "done"


def _require_declared(call: Function[..., Any], answer: str) -> None:
    """Check that the answer has the type that the call's signature declares, on which clients in TypeScript rely."""
    msgspec.convert(decode(answer), call.returns, strict=True)


async def _allowed(*_: object) -> None:
    return


async def _not_an_image(_pipeline: None, _owner_id: str, image_url: str) -> None:
    decode_data_url(image_url)
    raise not_an_image()


def _values(people: Cast) -> list[Any]:
    """The ids of the cast and of what they made."""
    own = [getattr(people, field.name) for field in fields(people)]
    return [*own, *(value for member in people.people.values() for value in vars(member).values())]
