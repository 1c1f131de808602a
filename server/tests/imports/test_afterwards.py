"""What becomes of an import that is not started, of one that is over, and of what it brought."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.grids.fotos import grid as made_grid
from tests.imports.bringing import Work, inflow_archive, inflow_post, posts_of, shown_to
from tests.members import Member
from tests.product import post
from tests.world import refusal_in_words

from inflow.app.archive.cleanup import clean_up_imports
from inflow.grids.mutations import delete_grid, delete_post
from inflow.grids.queries import get_user_grids
from inflow.imports.mutations import start
from inflow.imports.queries import get_import
from inflow.imports.rules import KEPT_FOR, NOT_READY, NOT_STARTED, WAITS_FOR
from inflow.users.queries import get_aura_progress


async def test_an_import_that_is_not_started_in_14_days_ends_and_its_archive_is_deleted(
    work: Work, alice: Member
) -> None:
    import_id = await work.reads(alice, inflow_archive([inflow_post(1)]))
    database, store, now = work.pipeline.database, work.pipeline.store, datetime.now(UTC)

    await clean_up_imports(database, store, now + WAITS_FOR - timedelta(minutes=1))
    assert (await shown_to(alice)).state == "ready"
    await clean_up_imports(database, store, now + WAITS_FOR + timedelta(minutes=1))

    shown = await shown_to(alice)
    assert (shown.state, shown.failure and shown.failure.words) == ("failed", NOT_STARTED)
    assert await store.imports_with_segments() == {}
    assert await refusal_in_words(alice.do(start, import_id=import_id)) == ("conflict", NOT_READY)


async def test_an_import_is_forgotten_after_30_days_with_its_archive(work: Work, alice: Member) -> None:
    import_id = await work.reads(alice, inflow_archive([inflow_post(1)]))
    await alice.do(start, import_id=import_id)
    database, store, now = work.pipeline.database, work.pipeline.store, datetime.now(UTC)

    await clean_up_imports(database, store, now + KEPT_FOR - timedelta(minutes=1))
    assert await alice.see(get_import) is not None
    assert await store.imports_with_segments() != {}
    await clean_up_imports(database, store, now + KEPT_FOR + timedelta(minutes=1))
    assert await alice.see(get_import) is None
    assert await store.imports_with_segments() == {}


async def test_an_archive_does_not_fill_the_top_of_walls(work: Work, alice: Member) -> None:
    now = datetime.now(UTC)
    dates = [*[None] * 3, (now - timedelta(hours=23)).isoformat(), (now - timedelta(hours=25)).isoformat()]
    posts = [inflow_post(number, createdAt=each) for number, each in enumerate(dates)]
    posts.append(inflow_post(5, createdAt=None, isArchived=True))
    import_id = await work.reads(alice, inflow_archive(posts))
    await alice.do(start, import_id=import_id, post_type="sphere")
    work.allows_new_posts(2)

    await work.finishes(alice, import_id)
    shown = await shown_to(alice)
    assert (shown.state, shown.failure and shown.failure.code) == ("working", "rate_limited")
    assert [each.caption for each in await posts_of(alice)] == ["Tide 4", "Tide 3", "Tide 0"]

    work.allows_new_posts(100)
    await work.finishes(alice, import_id)
    assert ((await shown_to(alice)).state, len(await posts_of(alice))) == ("done", 6)


async def test_deleting_what_was_brought_does_not_count_back(work: Work, alice: Member) -> None:
    own = await post(alice, "Own")
    posts = [inflow_post(number, createdAt=None) for number in range(3)]
    grid = {"id": "g", "layout": "landscape", "posts": ["post0", "post1"], "createdAt": None}
    await work.brings(alice, inflow_archive(posts, **{"grids.json": [grid]}))
    own_grid = await made_grid(alice)
    progress = await alice.watch(get_aura_progress, user_id=alice.user_id)
    assert (progress.now.progress.photos_uploaded, progress.now.progress.grids_created) == (3, 1)

    brought = [each.id for each in await posts_of(alice) if each.caption.startswith("Tide ")]
    (brought_grid,) = [
        each for each in (await alice.see(get_user_grids, user_id=alice.user_id)).page if each.id != own_grid.id
    ]
    await alice.do(delete_grid, grid_id=brought_grid.id)
    for post_id in brought:
        await alice.do(delete_post, post_id=post_id)

    assert (progress.now.progress.photos_uploaded, progress.now.progress.grids_created) == (3, 1)
    await alice.do(delete_post, post_id=own)
    assert progress.now.progress.photos_uploaded == 2


async def test_a_brought_post_does_not_count_for_the_badge(work: Work, alice: Member) -> None:
    await work.brings(alice, inflow_archive([inflow_post(number) for number in range(3)]))
    async with alice.world.database.connection() as connection:
        rows = await connection.text("SELECT photos_uploaded FROM aura WHERE user_id = $1", alice.user_id)
    assert [row.photos_uploaded for row in rows if row.photos_uploaded] == []
