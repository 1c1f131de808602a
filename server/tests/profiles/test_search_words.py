"""Search words that an older version made are renewed while members use the app."""

from __future__ import annotations

import asyncio
import secrets

from tests.conftest import NewDatabase
from tests.members import Member
from tests.world import World

from inflow.app.migrate import migrate
from inflow.members.jobs import renew_search_words
from inflow.members.rules import FIRST_INSIDE, WORDS_VERSION
from inflow.profiles.queries import search
from reflow.postgres.database import Database

AS_BEFORE = f"""
    DELETE FROM profile_words WHERE place >= {FIRST_INSIDE};
    UPDATE profile_words SET version = 1;
"""
WORDS = "SELECT word FROM profile_words WHERE user_id = $1 ORDER BY place"
OLDER = f"SELECT count(*) FROM profile_words WHERE place = 0 AND version < {WORDS_VERSION}"
MEMBER_OF_AN_OLDER_VERSION = """
    SET session_replication_role = replica;
    INSERT INTO users (id, clerk_id, email, username, full_name, date_of_birth)
        VALUES ('emil', 'emil', 'emil@example.org', 'sunny_emil', 'Emil Morita', '1990-01-01');
    INSERT INTO profile_words (user_id, place, initial, word)
        VALUES ('emil', 0, 115, 'sunny_emil'), ('emil', 1, 101, 'emil morita'), ('emil', 2, 109, 'morita');
    RESET session_replication_role;
"""


async def words_of(database: Database, user_id: str) -> list[str]:
    async with database.connection() as connection:
        return [row.word for row in await connection.text(WORDS, user_id)]


async def run(database: Database, sql: str) -> None:
    async with database.connection() as connection:
        await connection.raw.execute(sql)


async def test_after_an_update_members_from_before_are_found_inside_their_names(new_database: NewDatabase) -> None:
    dsn = await new_database()
    await migrate(dsn, "0017")
    database = Database(dsn)
    await run(database, MEMBER_OF_AN_OLDER_VERSION)

    await migrate(dsn)
    assert await words_of(database, "emil") == ["sunny_emil", "emil morita", "morita"]
    await renew_search_words(database)

    words = await words_of(database, "emil")
    await database.close()
    assert words[:4] == ["sunny_emil", "emil morita", "morita", "emil"]
    assert {"unny_emil", "mil morita", "rita", "ita"} < set(words)


async def test_two_processes_renew_them_together_and_open_searches_follow(world: World, alice: Member) -> None:
    mark = secrets.token_hex(4)
    members = [await Member.sign_up(world, f"x{mark}{number}") for number in range(7)]
    before = {each.user_id: await words_of(world.database, each.user_id) for each in members}
    await run(world.database, AS_BEFORE)
    screen = await alice.watch(search, text=f"{mark}")
    assert screen.now.page == []

    await asyncio.gather(*(renew_search_words(world.database, batch=3) for _ in range(2)))
    await world.settle()

    assert {each.id for each in screen.now.page} == {each.profile_id for each in members}
    assert {each.user_id: await words_of(world.database, each.user_id) for each in members} == before
    async with world.database.connection() as connection:
        assert (await connection.text(OLDER))[0][0] == 0


async def test_a_member_who_is_changing_their_name_is_not_waited_for(world: World, alice: Member) -> None:
    await run(world.database, AS_BEFORE)
    async with world.database.transaction() as changing:
        await changing.text("SELECT 1 FROM profile_words WHERE user_id = $1 AND place = 0 FOR UPDATE", alice.user_id)
        await renew_search_words(world.database)
        async with world.database.connection() as connection:
            assert (await connection.text(OLDER))[0][0] == 1

    await renew_search_words(world.database)

    async with world.database.connection() as connection:
        assert (await connection.text(OLDER))[0][0] == 0
