"""One more reaction or comment on a post that a hundred members have open: until all of them have the new count."""

from __future__ import annotations

import asyncio
import shutil
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bench.measured import Row
from inflow.app.functions import registry
from inflow.app.migrate import migrate
from inflow.app.publication import PUBLICATION
from inflow.standing.new_members import NewMemberRules
from reflow.auth.tokens import Identity
from reflow.changes import WalSource
from reflow.contrib.jobs import defer
from reflow.dependencies import Dependencies
from reflow.embedded import embedded_postgres
from reflow.live.engine import Engine
from reflow.live.nodes import Subscription
from reflow.postgres.database import Database

_FEW, _MANY = 100, 100_000
_VIEWERS = 100
_AT_ONCE = 50
_ROUNDS = 20
_WARM_UP = 3
_REACTION = f"one reaction → {_VIEWERS} open counts"
_COMMENT = f"one comment → {_VIEWERS} open counts"
_MOST = {_REACTION: 1.3, _COMMENT: 1.3}

# Every viewer has hidden one of the members who reacted and commented.
_FILL = """
    SET session_replication_role = replica;
    INSERT INTO users (id, clerk_id, email, username, full_name, date_of_birth, nook)
    SELECT 'u' || n, 'c' || n, n || '@example.org', 'user_' || n, 'Member Number', '1990-01-01', 'scenic'
    FROM generate_series(1, 1000 + {size}) n;
    INSERT INTO hidden (viewer_id, hidden_id) SELECT 'u' || n, 'u' || 1000 + n FROM generate_series(1, 100) n
    UNION ALL SELECT 'u' || 1000 + n, 'u' || n FROM generate_series(1, 100) n;
    INSERT INTO media (id, owner_id, kind, width, height, byte_size, sha256, thumbhash, state, renditions)
    VALUES ('m', 'c1000', 'jpeg', 1080, 720, 1, '', '', 'finished', '[]');
    INSERT INTO posts (id, author_id, media_id, nook_type, post_type, ratio)
    VALUES ('p', 'u1000', 'm', 'scenic', 'sphere', 'landscape');
    INSERT INTO reactions (post_id, member_id, reaction)
    SELECT 'p', 'u' || 1000 + n, 'ciao' FROM generate_series(1, {size}) n;
    INSERT INTO comments (id, post_id, parent_id, depth, author_id, content)
    SELECT 'k' || n, 'p', 'k' || n, 0, 'u' || 1000 + n, 'Nice' FROM generate_series(1, {size}) n;
    INSERT INTO reaction_counts (post_id, reaction, delta) VALUES ('p', 'ciao', {size});
    INSERT INTO comment_counts (post_id, delta) VALUES ('p', {size});
    RESET session_replication_role;
"""


class _NoTokens:
    async def verify(self, token: str) -> Identity:
        raise AssertionError(token)


class _Crowd:
    """Members with a post open."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.functions = registry()
        self._told = asyncio.Event()
        self.screens: list[Subscription] = []

    async def open(self, path: str) -> None:
        """Subscribe all members to the count; each has hidden another member, so they share no result."""
        function = self.functions.find("query", path)
        self.screens = [
            Subscription(
                self.engine.graph, function, function.decode({"postId": "p"}), _member(n), None, self._told.set
            )
            for n in range(1, _VIEWERS + 1)
        ]
        for screen in self.screens:
            self.engine.attach(screen)
        await self._all(lambda screen: screen.result is not None)

    def close(self) -> None:
        """Cancel all subscriptions."""
        for screen in self.screens:
            screen.cancel()

    async def change(self, n: int, path: str, **given: Any) -> None:
        """Run a mutation as a member."""
        function = self.functions.find("mutation", path)
        await self.engine.run_mutation(function, function.decode(given), _member(n))

    async def shown_after(self, n: int, path: str, **given: Any) -> float:
        """Seconds from a member's mutation until all members have the new result."""
        before = [screen.result.value for screen in self.screens if screen.result is not None]
        started = time.perf_counter()
        doing = asyncio.create_task(self.change(n, path, **given))
        shown = dict(zip(self.screens, before, strict=True))
        await self._all(lambda screen: screen.result is not None and screen.result.value != shown[screen])
        ended = time.perf_counter()
        await doing
        return ended - started

    async def _all(self, is_so: Any) -> None:
        async with asyncio.timeout(120):
            while not all(map(is_so, self.screens)):
                self._told.clear()
                await self._told.wait()


async def measure(sizes: tuple[int, int] = (_FEW, _MANY)) -> list[Row]:
    """The same on a post with few answers and on one with many; the ratio is that of the many to that of the few."""
    few, many = [await _at(size) for size in sizes]
    return [
        Row(
            what=f"{what}, among {sizes[1]:,}",
            floor=f"itself among {sizes[0]:,}",
            floor_text=f"{few[what] * 1e3:.1f} ms",
            ours_text=f"{many[what] * 1e3:.1f} ms",
            ratio=many[what] / few[what],
            target="–" if most is None else f"≤ {most:g}×",
            met=None if most is None else many[what] / few[what] <= most,
        )
        for what in few
        for most in [_MOST.get(what)]
    ]


async def _at(size: int) -> dict[str, float]:
    async with _crowd(size) as crowd:
        await crowd.open("reactions:counts")
        reacting = [
            await crowd.shown_after(500 + turn, "reactions:react", postId="p", reaction="ciao")
            for turn in range(_WARM_UP + _ROUNDS)
        ]
        many = [crowd.change(600 + n, "reactions:react", postId="p", reaction="errro") for n in range(_AT_ONCE)]
        started = time.perf_counter()
        await asyncio.gather(*many)
        at_once = time.perf_counter() - started
        crowd.close()
        await crowd.open("comments:count")
        said = {"content": "Fine", "postId": "p"}
        commenting = [
            await crowd.shown_after(
                500 + turn, "comments:create", userId=f"u{500 + turn}", username=f"user_{500 + turn}", **said
            )
            for turn in range(_WARM_UP + _ROUNDS)
        ]
        crowd.close()
    return {
        _REACTION: statistics.median(reacting[_WARM_UP:]),
        f"{_AT_ONCE} reactions at once": at_once,
        _COMMENT: statistics.median(commenting[_WARM_UP:]),
    }


@asynccontextmanager
async def _crowd(size: int) -> AsyncIterator[_Crowd]:
    home = Path(tempfile.mkdtemp(prefix="inflow-bench-"))
    home.chmod(0o711)  # when root starts it, the server runs as another user, who must be able to enter
    try:
        async with embedded_postgres(home) as dsn:
            await migrate(dsn)
            database = Database(dsn)
            async with database.connection() as connection:
                await connection.raw.execute(_FILL.format(size=size), timeout=900)
                await connection.raw.execute("VACUUM ANALYZE", timeout=900)
            source = WalSource(database, [PUBLICATION])
            engine = Engine(
                registry(),
                database,
                source,
                _NoTokens(),
                secret=b"0" * 32,
                defer=defer,
                dependencies=Dependencies(NewMemberRules()),
            )
            await engine.start()
            yield _Crowd(engine)
            await engine.stop()
            await database.close()
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _member(n: int) -> Identity:
    return Identity("https://bench", f"c{n}", None, 2e10)
