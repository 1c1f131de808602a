"""Internal functions serve other functions; clients find only what a package publishes."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from tests.reflow.live.conftest import SECRET, Trusting
from tests.reflow.toy import aviary, functions, tables
from tests.reflow.toy.aviary.mutations import count_birds
from tests.reflow.toy.aviary.queries import list_birds
from tests.world import Person, World

from reflow.changes import WalSource
from reflow.errors import UnknownFunction
from reflow.functions import Registry
from reflow.live.engine import Engine
from reflow.postgres.database import Database


@pytest.fixture
async def engine(database: Database) -> AsyncIterator[Engine]:
    source = WalSource(database, [tables.PUBLICATION])
    engine = Engine(Registry.of(aviary), database, source, Trusting(), secret=SECRET, defer=functions.no_jobs)
    await engine.start()
    yield engine
    await engine.stop()


def test_a_package_publishes_what_its_modules_publish() -> None:
    assert [function.path for function in Registry.of(aviary)] == ["aviary:countBirds", "aviary:listBirds"]


@pytest.mark.parametrize("path", ["aviary:everyBird", "aviary:feed"])
@pytest.mark.parametrize("kind", ["query", "mutation"])
def test_clients_find_no_internal_function(kind: str, path: str) -> None:
    with pytest.raises(UnknownFunction):
        Registry.of(aviary).find(kind, path)  # type: ignore[arg-type]  # one of its kinds


async def test_published_functions_run_internal_ones(world: World) -> None:
    alice = Person(world, "alice")

    assert await alice.see(list_birds) == ["owl", "wren"]
    assert await alice.do(count_birds) == 2
