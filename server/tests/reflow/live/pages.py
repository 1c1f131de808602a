"""Pages in tests: what a socket would send for some queries."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from tests.reflow.until import until

from reflow.functions import Function
from reflow.live.engine import Engine
from reflow.wire.limits import Limits
from reflow.wire.messages import Add, ModifyQuerySet, Remove
from reflow.wire.transitions import Transitions


def publish(engine: Engine, *functions: Function[..., Any]) -> None:
    """Let clients of the engine call these."""
    for each in functions:
        engine._registry._functions.setdefault(each.path, each)


class Page:
    """A page with some queries of the same arguments, and what its socket would send."""

    def __init__(self, engine: Engine, paths: Sequence[str], arguments: Mapping[str, Any]) -> None:
        self.shown: dict[int, Any] = {}
        self.paths = paths
        self.transitions = Transitions(engine, Limits(batch_delay=0), lambda: None)
        given = msgspec.Raw(msgspec.json.encode([arguments]))
        queries: list[Add | Remove] = [Add(number, path, given) for number, path in enumerate(paths)]
        self.transitions.modify(ModifyQuerySet(0, 1, queries), None, again=False)

    def looks(self) -> list[dict[int, Any]]:
        """What the client shows after each Transition that is due now."""
        seen = []
        while (frame := self.transitions.compose()) is not None:
            sent = json.loads(frame)
            for change in sent["modifications"]:
                self.shown[change["queryId"]] = change.get("value")
            seen.append(dict(self.shown))
        return seen

    async def shows(self, *expected: Any) -> None:
        """Wait until the page shows these answers of its queries."""
        await until(lambda: bool(self.looks()) and [self.shown.get(n) for n in range(len(self.paths))] == [*expected])
