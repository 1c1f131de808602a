"""PostgreSQL finds the rows of every statement through an index, in tables of tens of thousands of rows.

INFLOW_SOAK makes it a million posts of a hundred thousand members with five million comments.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import msgspec
import psycopg
import pytest
from tests.app.crowd import FULL, SMALL, fill
from tests.conftest import NewDatabase

import inflow
from inflow.app.migrate import migrate
from inflow.members.rules import just_behind, numbers_of
from reflow.pagination import Pages
from reflow.statements import Statement

IS_LONG = bool(os.environ.get("INFLOW_SOAK"))
LARGE = {
    "aura", "blocks", "comment_counts", "comments", "connections", "conversation_keys", "conversation_sides",
    "conversations", "flow_requests", "grid_images", "grids", "hidden", "media", "messages", "notification_settings",
    "notifications", "posts", "profile_words", "profiles", "reaction_counts", "reactions", "users",
}  # fmt: skip
READ_WHOLE = {
    "inflow.app.operating.STORED_BYTES": "A command for operators, about everything that is stored.",
    "inflow.flow_requests.jobs.FORGET_SETTLED": "A sweep every hour.",
    "inflow.media.jobs.UNFINISHED_MEDIA": "A sweep every hour.",
    "inflow.media.tables.UNFINISHED_MEDIA": "A sweep every hour.",
    "inflow.moderation.same_photos.POSTS_LIKE": "A moderator asks for it, 30 times a minute at most.",
    "inflow.notifications.jobs.DELETE_OLD_NOTIFICATIONS": "A sweep every hour.",
}
"""Statements that may scan a whole table, with the reason."""
IN_ORDER = {
    "inflow.app.verifying.MEDIA_AFTER": "A command for operators, about all media, a thousand at a time.",
    "inflow.messages.rotation.KEYS_OF_OLDER_KEKS": "A command for operators, from the oldest key on.",
    "inflow.messages.rotation.ONE_KEY_OF_EACH_KEK": "Asked once at start.",
    "inflow.profiles.queries.CURATORS": "Pages of all curators, by an index that lists them only.",
    "inflow.profiles.queries.CURATORS_OF_NOOK": "The same.",
    "inflow.profiles.queries.EVERYBODY": "Pages of everybody.",
    "inflow.profiles.queries.OTHERS": "Nine of everybody.",
    "inflow.users.queries.USERS_VISIBLE_TO_VIEWER": "Pages of everybody.",
    "inflow.members.jobs.USERS_WITH_OLD_WORDS": "By an index that lists only those that are to be renewed.",
    "inflow.posts.walls.CURATOR_IDS": "All curators, by an index that lists them only.",
}
"""Statements that may scan an index from its beginning, with the reason."""
SIGNALS = {"inflow.messages.typing"}
"""Modules whose statements name no table: they are watched, and never sent."""


@pytest.fixture(scope="module")
async def crowd(new_database: NewDatabase) -> AsyncIterator[Any]:
    """A database with many members, posts and comments."""
    dsn = await new_database()
    await migrate(dsn)
    with psycopg.connect(dsn, autocommit=True) as connection:
        fill(connection, FULL if IS_LONG else SMALL)
        connection.execute("SET enable_memoize = off")  # every connection of the product sets it
        yield connection


@pytest.mark.timeout(3600 if IS_LONG else 120)
async def test_no_statement_reads_a_large_table_from_end_to_end(crowd: Any) -> None:
    scans = {
        name: tables for name, text in _statements() if name not in READ_WHOLE and (tables := _read_whole(crowd, text))
    }

    assert scans == {}


async def test_no_statement_walks_along_an_index_to_find_its_rows(crowd: Any) -> None:
    walks = {
        name: found
        for name, text in _statements()
        if name not in READ_WHOLE | IN_ORDER and (found := _found(crowd, text, _is_walked, "Index Name"))
    }

    assert walks == {}


async def test_a_nooks_wall_is_read_by_nook_however_rare_its_posts_are(crowd: Any) -> None:
    used = {
        (name, index)
        for name, text in _statements()
        if name in {"inflow.posts.walls.WALL", "inflow.posts.walls.SPHERE"}
        for index in _found(crowd, text, lambda node: "Index Name" in node, "Index Name")
        if index.startswith("posts_")
    }

    assert used == {("inflow.posts.walls.WALL", "posts_by_nook"), ("inflow.posts.walls.SPHERE", "posts_of_sphere")}


@pytest.mark.parametrize("text", ["u", "use", "user_", "emb", "ember "])
async def test_a_search_that_thousands_match_reads_little_more_than_its_page(crowd: Any, text: str) -> None:
    found = next(sql for name, sql in _statements() if name == "inflow.profiles.queries.FOUND")
    crowd.execute("SET plan_cache_mode = force_generic_plan")
    _run(crowd, f"PREPARE search AS {found}")
    given = f"ARRAY{numbers_of(text)}::smallint[], '{text}', '{just_behind(text)}', 1, 'u1', '*'"
    answer = _run(crowd, f"EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE search({given})")
    _run(crowd, "DEALLOCATE search")
    plan = msgspec.json.decode(answer)[0]["Plan"]

    read = sum(_rows_read(node) for node in _nodes(plan) if node.get("Relation Name") == "profile_words")
    assert plan["Actual Rows"] == 21
    assert read < 1_000


def _rows_read(node: dict[str, Any]) -> float:
    passed_over = sum(node.get(name, 0) for name in ("Rows Removed by Filter", "Rows Removed by Index Recheck"))
    return float(node["Actual Loops"] * (node["Actual Rows"] + passed_over))


def _read_whole(connection: Any, text: str) -> list[str]:
    return _found(connection, text, _is_whole, "Relation Name")


def _found(connection: Any, text: str, is_such: Callable[[dict[str, Any]], bool], name: str) -> list[str]:
    """This property of each node of the statement's plan that matches."""
    answer = _run(connection, f"EXPLAIN (GENERIC_PLAN, FORMAT JSON) {text}")
    return sorted({node[name] for node in _nodes(msgspec.json.decode(answer)[0]["Plan"]) if is_such(node)})


def _run(connection: psycopg.Connection[Any], sql: str) -> bytes:
    """Send SQL by the simple query protocol: with the extended one, a generic plan would have parameters to bind."""
    result = connection.pgconn.exec_(sql.encode())
    assert not result.error_message, result.error_message
    return result.get_value(0, 0) or b""


def _is_whole(node: dict[str, Any]) -> bool:
    return node["Node Type"] == "Seq Scan" and node["Relation Name"] in LARGE


def _is_walked(node: dict[str, Any]) -> bool:
    is_index = node["Node Type"] in {"Index Scan", "Index Only Scan"}
    return is_index and "Index Cond" not in node and node["Relation Name"] in LARGE


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", ()):
        yield from _nodes(below)


def _statements() -> Iterator[tuple[str, str]]:
    """All statements of the product with their names, in the form that is sent to PostgreSQL."""
    names = [each.name for each in pkgutil.walk_packages(inflow.__path__, "inflow.")]
    for name in [each for each in names if not each.startswith(("inflow.__main__", "inflow.migrations"))]:
        module = importlib.import_module(name)
        for constant, value in list(vars(module).items()):
            found = value.statements if isinstance(value, Pages) else [value]
            for each in found:
                if isinstance(each, Statement) and module.__name__ not in SIGNALS:
                    limit = {} if each.limit_parameter is None else {each.limit_parameter: 21}
                    yield f"{name}.{constant}", each.text(limit)
