"""Objects that a deployment passes to its functions."""

from __future__ import annotations

import pytest
from tests.reflow.toy import functions
from tests.world import Person

from reflow.live.engine import Engine


async def test_every_kind_of_function_finds_it(alice: Person, engine: Engine) -> None:
    assert await alice.see(functions.stamp_seen) == "toy"
    assert await alice.do(functions.stamp_used) == "toy toy"
    assert (await engine.run_action(path="stamps:taken", arguments={}, identity=None)).value == '"toy"'


async def test_what_nobody_gave_is_a_bug_and_said_so(alice: Person) -> None:
    with pytest.raises(LookupError, match="No float was given"):
        await alice.see(functions.stamp_missing)
