"""Functions belong to the registries that name them. Nothing is registered in the process as a whole."""

from __future__ import annotations

from types import ModuleType

import pytest

from reflow.context import QueryCtx
from reflow.errors import UnknownFunction
from reflow.functions import Registry, query


def _app(greeting: str) -> ModuleType:
    @query(path="app:greet")
    async def greet(ctx: QueryCtx) -> str:
        return greeting

    app = ModuleType(__name__)
    vars(app).update(greet=greet)
    return app


def test_two_apps_of_one_process_may_use_the_same_name() -> None:
    morning, evening = _app("Good morning"), _app("Good evening")

    mornings, evenings = Registry.of(morning), Registry.of(evening)

    assert mornings.find("query", "app:greet") is morning.greet
    assert evenings.find("query", "app:greet") is evening.greet


def test_a_function_of_no_registry_cannot_be_called() -> None:
    _app("Hello")

    with pytest.raises(UnknownFunction):
        Registry.of().find("query", "app:greet")
