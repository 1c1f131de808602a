"""The numbers of a post's reactions and comments are those of the rows, whatever happens to them."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Collection
from typing import get_args

import asyncpg
import pytest
from tests.app.house import until
from tests.comments.threads import comment
from tests.conftest import NewDatabase
from tests.members import Member
from tests.product import post

from inflow.app.erasure import erase_member
from inflow.app.migrate import migrate
from inflow.comments.mutations import remove
from inflow.comments.queries import count
from inflow.grids.mutations import delete_post
from inflow.reactions.mutations import react
from inflow.reactions.queries import counts
from inflow.reactions.rules import Reaction

MOST_ROWS = 64 * 6
"""Of one count. Every 64th change sums them, and the number of changes between two sums of one count varies."""
ROWS = """
    SELECT post_id, reaction, count(*) AS number FROM reactions GROUP BY 1, 2
    UNION ALL SELECT post_id, '', count(*) FROM comments WHERE author_id IS NOT NULL GROUP BY 1"""
COUNTS = """
    SELECT post_id, reaction, sum(delta) AS number FROM reaction_counts GROUP BY 1, 2 HAVING sum(delta) <> 0
    UNION ALL SELECT post_id, '', sum(delta) FROM comment_counts GROUP BY 1 HAVING sum(delta) <> 0"""
ROWS_OF_COUNTS = "SELECT count(*) AS number FROM reaction_counts WHERE post_id = $1 GROUP BY reaction"
FORMER = """
    SET session_replication_role = replica;
    INSERT INTO users (id, clerk_id, email, username, full_name, date_of_birth)
    SELECT 'u' || n, 'c' || n, n || '@example.org', 'user_' || n, 'Member', '2000-01-01' FROM generate_series(1, 9) n;
    INSERT INTO posts (id, author_id, media_id, nook_type, post_type, ratio)
    SELECT 'p' || n, 'u1', 'm' || n, 'scenic', 'sphere', 'landscape' FROM generate_series(1, 2) n;
    RESET session_replication_role"""
REACTED = """
    INSERT INTO reactions (post_id, member_id, reaction)
    SELECT 'p' || p, 'u' || n, (ARRAY['ciao', 'errro'])[1 + n % 2]
    FROM generate_series(1, 2) p, generate_series($1::int, $2) n"""
COMMENTED = """
    INSERT INTO comments (id, post_id, parent_id, depth, author_id, content)
    SELECT 'k' || n, 'p1', 'k' || n, 0, 'u' || n, 'Nice' FROM generate_series($1::int, $2) n"""


async def _numbers(connection: asyncpg.Connection, text: str, posts: Collection[str]) -> Counter[tuple[str, str]]:
    """The numbers of these posts, by post and reaction. Other tests' posts are in the same database."""
    rows = await connection.fetch(text)
    return Counter({(row["post_id"], row["reaction"]): int(row["number"]) for row in rows if row["post_id"] in posts})


async def _agree(connection: asyncpg.Connection, *posts: str) -> Counter[tuple[str, str]]:
    """The numbers of these posts, which are the same by their rows and by the counts."""
    numbers = await _numbers(connection, COUNTS, posts)
    assert numbers == await _numbers(connection, ROWS, posts)
    return numbers


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_members_do_the_counts_are_those_of_the_rows(
    alice: Member, bob: Member, carol: Member, seed: int
) -> None:
    dice = random.Random(seed)
    members = [alice, bob, carol]
    posts = [await post(alice, f"Low tide {number}") for number in range(3)]
    open_ = {each: [await member.watch(counts, post_id=each) for member in members] for each in posts}
    said: list[tuple[Member, str]] = []
    for _ in range(40):
        member, foto = dice.choice(members), dice.choice(posts)
        match dice.randrange(4):
            case 0:
                to = dice.choice(said)[1] if said and dice.random() < 0.3 else None
                said.append((member, await comment(member, posts[0], "Nice", to=to)))
            case 1 if said:
                author, made = said.pop(dice.randrange(len(said)))
                await author.do(remove, comment_id=made)
            case _:
                await member.do(react, post_id=foto, reaction=dice.choice(get_args(Reaction)))

    async with alice.world.database.connection() as connection:
        rows = await _agree(connection.raw, *posts)
    for foto, screens in open_.items():
        for screen in screens:
            assert screen.now.ciao + screen.now.graceful + screen.now.errro == sum(
                number for (each, reaction), number in rows.items() if each == foto and reaction
            )
    assert await bob.see(count, post_id=posts[0]) == rows[(posts[0], "")]


async def test_with_a_member_their_reactions_and_comments_go_out_of_the_counts(alice: Member, bob: Member) -> None:
    foto, his = await post(alice, "Low tide"), await post(bob, "High tide")
    for each in (foto, his):
        await bob.do(react, post_id=each, reaction="ciao")
        await alice.do(react, post_id=each, reaction="errro")
        await comment(bob, each, "Mine")
        await comment(alice, each, "Hers")

    async with alice.world.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
        await erase_member(connection, "https://test", bob.clerk_id)

    async with alice.world.database.connection() as connection:
        assert await _agree(connection.raw, foto, his) == {(foto, "errro"): 1, (foto, ""): 1}


async def test_with_a_post_its_counts_go(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    await bob.do(react, post_id=foto, reaction="ciao")
    await comment(bob, foto, "Nice")

    await alice.do(delete_post, post_id=foto)

    async with alice.world.database.connection() as connection:
        for table in ("reaction_counts", "comment_counts"):
            assert await connection.raw.fetchval(f"SELECT count(*) FROM {table} WHERE post_id = $1", foto) == 0


async def test_very_many_changes_of_a_count_are_summed(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    await bob.do(react, post_id=foto, reaction="ciao")

    async with alice.world.database.connection() as connection:
        for _ in range(500):
            for reaction in ("errro", "ciao"):
                await connection.raw.execute("UPDATE reactions SET reaction = $1 WHERE post_id = $2", reaction, foto)
        await _agree(connection.raw, foto)
        rows = await connection.raw.fetch(ROWS_OF_COUNTS, foto)

    assert all(row["number"] <= MOST_ROWS for row in rows), rows
    assert (await alice.see(counts, post_id=foto)).ciao == 1


async def test_what_was_there_before_the_counts_is_counted_once(new_database: NewDatabase) -> None:
    dsn = await new_database()
    await migrate(dsn, "0039")
    psql = await asyncpg.connect(dsn)
    await psql.execute(FORMER)
    await psql.execute(REACTED, 1, 4)
    await psql.execute(COMMENTED, 1, 4)

    await migrate(dsn, "0040")
    await psql.execute(REACTED, 5, 7)
    await psql.execute(COMMENTED, 5, 7)
    await psql.execute("DELETE FROM reactions WHERE member_id IN ('u1', 'u6')")
    await psql.execute("DELETE FROM comments WHERE author_id IN ('u2', 'u7')")
    await migrate(dsn)

    assert (await _agree(psql, "p1", "p2")).total() == 2 * 5 + 5
    await psql.close()


async def test_a_post_may_be_deleted_while_its_comments_are(new_database: NewDatabase) -> None:
    dsn = await new_database()
    await migrate(dsn)
    one, other = await asyncpg.connect(dsn), await asyncpg.connect(dsn)
    await one.execute(FORMER)
    await one.execute(COMMENTED, 1, 4)

    async with one.transaction():
        await one.execute("SELECT FROM posts WHERE id = 'p1' FOR UPDATE")
        removing = asyncio.create_task(other.execute("DELETE FROM comments WHERE author_id = 'u1'"))
        await until(lambda: _waits(one))
        # Without the comments, which would wait for the one that is being deleted.
        await one.execute("SET LOCAL session_replication_role = replica")
        await one.execute("DELETE FROM posts WHERE id = 'p1'")

    await removing
    assert await one.fetchval("SELECT sum(delta) FROM comment_counts") == 4, "nothing was noted for a post that is gone"
    for each in (one, other):
        await each.close()


async def _waits(connection: asyncpg.Connection) -> bool:
    return bool(await connection.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"))
