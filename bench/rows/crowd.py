"""Feeds and search with ten thousand, a hundred thousand and a million members and posts.

Each size has a PostgreSQL of its own, and the measurements alternate between them.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from bench.measured import Row
from inflow.app.migrate import migrate
from inflow.members.rules import UserId, just_behind, numbers_of
from inflow.posts.cues import cue_of
from inflow.posts.queries import POSTS_OF_USER
from inflow.posts.walls import MANY_CURATORS_WALL, SPHERE, WALL
from inflow.profiles.queries import FOUND
from reflow.embedded import embedded_postgres
from reflow.pagination import Pages
from reflow.postgres.database import Connection, Database

Asked = tuple[Pages, dict[str, object]]
SIZES = (10_000, 100_000, 1_000_000)
_TIMES = 200
_WARM_UP = 20

_INDEXES = """
    SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
    WHERE t.relname IN ('users', 'profiles', 'profile_words', 'connections', 'media', 'posts') AND NOT i.indisreplident
      AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
"""
# The first member is connected to a hundred others, the second to ten thousand. A thousand are curators; curators have
# many fotos, so an eighth of all posts is theirs. A member has thirty.
_FILL = """
    SET session_replication_role = replica;
    INSERT INTO users (id, clerk_id, email, username, full_name, date_of_birth, nook)
    SELECT 'u' || n, 'c' || n, n || '@example.org', 'user_' || n, 'Member Number', '1990-01-01', 'scenic'
    FROM generate_series(1, {size}) n;
    INSERT INTO profiles (id, user_id) SELECT md5(n::text), 'u' || n FROM generate_series(1, {size}) n;
    INSERT INTO profile_words (user_id, place, initial, word, version)
    SELECT 'u' || n, 0, 117, 'user_' || n, 2 FROM generate_series(1, {size}) n
    UNION ALL
    SELECT 'u' || n, 99 + at, 1024 + (961 * ascii(word) + 31 * ascii(substr(word, 2)) + ascii(substr(word, 3))) % 1024,
           word, 2
    FROM generate_series(1, {size}) n, generate_series(1, 4) at, substr('user_' || n, at + 1) word;
    INSERT INTO connections (member_id, other_id, asked)
    SELECT 'u1', 'u' || n, true FROM generate_series(2, 101) n
    UNION ALL SELECT 'u2', 'u' || n, true FROM generate_series(3, least(10002, {size})) n;
    INSERT INTO media (id, owner_id, kind, width, height, byte_size, sha256, thumbhash, state, renditions)
    SELECT 'm' || n, 'c' || n, 'jpeg', 1080, 720, 1, '', '', 'finished', '[]' FROM generate_series(1, {size}) n;
    INSERT INTO posts (id, author_id, media_id, nook_type, post_type, ratio, created_at)
    SELECT 'p' || n, 'u' || CASE WHEN n % 8 = 1 THEN 2 + n / 8 % 1000
                       WHEN n % 333 = 2 AND n < 10000 THEN 9000 ELSE 1 + n::bigint * 7919 % {size} END, 'm' || n,
           'scenic',
           CASE WHEN n % 4 = 0 THEN 'cue' ELSE 'sphere' END, 'landscape', now() - n * interval '1 second'
    FROM generate_series(1, {size}) n;
    RESET session_replication_role;
"""


async def measure(sizes: tuple[int, ...] = SIZES) -> list[Row]:
    """The first page of each list, read from PostgreSQL at every size; the ratio is the largest size's time to the
    smallest's.
    """
    async with AsyncExitStack() as stack:
        crowds = [await stack.enter_async_context(_crowd(size)) for size in sizes]
        return [_row(what, await _medians(crowds, asked), sizes) for what, asked in _lists().items()]


def _row(what: str, seconds: list[float], sizes: tuple[int, ...]) -> Row:
    ratio = seconds[-1] / seconds[0]
    shown = [f"{each * 1e3:.2f} ms" for each in seconds]
    return Row(
        what=f"{what}, among {sizes[-1]:,}",
        floor=f"itself among {sizes[0]:,}",
        floor_text=shown[0],
        ours_text=" · ".join(shown[1:]),
        ratio=ratio,
        target="≤ 1.3×",
        met=ratio <= 1.3,
    )


@asynccontextmanager
async def _crowd(size: int) -> AsyncIterator[Connection]:
    """A database with so many members and posts."""
    home = Path(tempfile.mkdtemp(prefix="inflow-bench-"))
    home.chmod(0o711)  # when root starts it, the server runs as another user, who must be able to enter
    try:
        # Only reads are measured; without fsync the data is written sooner.
        async with embedded_postgres(home, settings={"fsync": "off", "max_wal_size": "8GB"}) as dsn:
            await migrate(dsn)
            database = Database(dsn)
            async with database.connection() as connection:
                await _fill(connection, size)
                yield connection
            await database.close()
    finally:
        shutil.rmtree(home, ignore_errors=True)


async def _fill(connection: Connection, size: int) -> None:
    """Insert the crowd, and build its indexes afterwards."""
    await connection.raw.execute("SET statement_timeout = 0; SET maintenance_work_mem = '512MB'")
    indexes = await connection.raw.fetch(_INDEXES)
    for index in indexes:
        await connection.raw.execute(f"DROP INDEX {index['name']}")
    await connection.raw.execute(_FILL.format(size=size))
    for index in indexes:
        await connection.raw.execute(index["definition"])
    await connection.raw.execute("VACUUM ANALYZE")


def _lists() -> dict[str, list[Asked]]:
    """The pages to read one after the other, by the name of the row."""
    few, many = [UserId(f"u{n}") for n in range(1, 102)], [UserId(f"u{n}") for n in range(2, 10_003)]
    kind: dict[str, object] = {"is_video": False}
    nook = {**kind, "nook_type": "scenic"}
    typed, inside = [
        {"viewer": "u1", "initials": numbers_of(text), "beginning": text, "behind": just_behind(text)}
        for text in ("user_12", "er_12")
    ]
    return {
        "the nook's wall": [(WALL, nook)],
        "the sphere": [(SPHERE, kind)],
        "the fotos of 1,000 curators": [(MANY_CURATORS_WALL, {**nook, "authors": many[:1000]})],
        "the home feed with 100 connections": [(WALL, nook), (cue_of(few), {**kind, "authors": few})],
        "the cue of 10,000 connections": [(cue_of(many), {**kind, "authors": many})],
        "a member's fotos": [(POSTS_OF_USER, {**kind, "author_id": "u9000", "viewer": "u1"})],
        "search by the beginning of a name": [(FOUND, typed)],
        "search by letters inside a name": [(FOUND, inside)],
    }


async def _medians(crowds: list[Connection], asked: list[Asked]) -> list[float]:
    """Seconds for the first page of each of these, in each of the crowds."""
    seconds: list[list[float]] = [[] for _ in crowds]
    for _ in range(_WARM_UP + _TIMES):
        for crowd, took in zip(crowds, seconds, strict=True):
            took.append(await _seconds(crowd, asked))
    return [statistics.median(took[_WARM_UP:]) for took in seconds]


async def _seconds(crowd: Connection, asked: list[Asked]) -> float:
    statements = [(pages.range(None, None)[0], {**given, "limit": 26}) for pages, given in asked]
    started = time.perf_counter()
    rows = [await crowd.rows(statement, given) for statement, given in statements]
    took = time.perf_counter() - started
    assert all(rows)
    return took
