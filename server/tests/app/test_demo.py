"""The demo is lively, and never mixes made-up members with real ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.conftest import NewDatabase

from inflow.app.demo.album import SUBJECTS
from inflow.app.demo.captions import CAPTIONS
from inflow.app.demo.opening import prepare
from inflow.app.demo.people import CHARACTERS
from inflow.app.demo.pictures import photograph
from inflow.app.migrate import migrate
from inflow.app.settings import BadSetting, Settings
from inflow.core.ids import new_id
from reflow.postgres.database import Connection, Database

COUNTS = """
    SELECT (SELECT count(*) FROM users) AS members, (SELECT count(*) FROM posts) AS posts,
           (SELECT count(*) FROM connections) AS connections, (SELECT count(*) FROM messages) AS messages,
           (SELECT count(*) FROM reactions) AS reactions, (SELECT count(*) FROM aura WHERE has_badge) AS curators,
           (SELECT count(*) FROM drafts) AS drafts, (SELECT count(publish_at) FROM drafts) AS scheduled,
           (SELECT count(*) FROM collections) AS collections, (SELECT count(*) FROM saves) AS saves,
           (SELECT count(*) FROM saves WHERE collection_id <> '') AS named,
           (SELECT count(*) FROM draft_fotos) AS fotos_of_drafts,
           (SELECT count(*) FROM posts WHERE post_type = 'archived') AS archived,
           (SELECT count(edited_at) FROM posts) AS edited, (SELECT count(*) FROM post_edits) AS former_texts,
           (SELECT count(edited_at) FROM comments) AS edited_comments,
           (SELECT count(*) FROM posts WHERE created_at < now() - interval '300 days') AS last_year,
           (SELECT count(*) FROM posts WHERE created_at < now() - interval '1 hour') AS before_today
"""
MEMBER = """
    INSERT INTO users (id, clerk_id, email, username, full_name, date_of_birth)
    VALUES ($1, $1, 'somebody@example.org', 'somebody', 'Some Body', '1990-01-01')
"""


@pytest.fixture
async def settings(new_database: NewDatabase, tmp_path: Path) -> Settings:
    return Settings(home=str(tmp_path), database_url=await new_database(), screening="off", disk_floor="0")


async def test_a_community_comes_to_life_once(settings: Settings) -> None:
    await prepare(settings, CHARACTERS[:5], posts=6)
    database = Database(settings.database_url)
    async with database.connection() as connection:
        first = await _counts(connection)
        await prepare(settings)
        assert await _counts(connection) == first
    await database.close()

    assert (first["members"], first["posts"], first["archived"], first["curators"]) == (5, 9, 3, 2)
    assert (first["drafts"], first["fotos_of_drafts"], first["scheduled"]) == (2, 4, 1)
    assert (first["edited"], first["former_texts"], first["edited_comments"]) == (1, 1, 1)
    assert (first["collections"], first["named"]) == (2, first["saves"] - first["saves"] // 3)
    assert min(first["connections"], first["messages"], first["reactions"], first["before_today"]) > 0
    assert min(first["saves"], first["last_year"]) > 0


def test_its_photographs_are_sixty_different_ones_and_all_are_at_hand() -> None:
    subjects = {subject for character in CHARACTERS for subject in character.subjects}
    pictures = [picture for subject in SUBJECTS.values() for picture in subject]

    assert subjects == set(SUBJECTS) == set(CAPTIONS)
    assert len({(picture.package, picture.path) for picture in pictures}) == len(pictures) >= 60
    for picture in pictures:
        whole = picture.views[0]
        assert photograph(picture, replace(whole, width=0.1, height=0.1), Random(1))  # nothing secret


async def test_a_database_that_has_members_is_refused(settings: Settings) -> None:
    await migrate(settings.database_url)
    database = Database(settings.database_url)
    async with database.connection() as connection:
        await connection.text(MEMBER, new_id())

        with pytest.raises(BadSetting, match="This database has members"):
            await prepare(settings)

        assert (await _counts(connection))["members"] == 1
    await database.close()


async def test_it_is_for_this_machine_only(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="on this machine only"):
        await prepare(Settings(home=str(tmp_path), smtp_url="smtp://mail.example.org"))


async def _counts(connection: Connection) -> dict[str, int]:
    (row,) = await connection.text(COUNTS)
    return dict(row)
