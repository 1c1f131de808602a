"""reactions:react and reactions:counts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping

import pytest
from tests.members import Member
from tests.product import block, post
from tests.world import Person, World, refusal

from inflow.posts.queries import get_curator_posts, get_posts_by_nook
from inflow.profiles.mutations import unblock_user
from inflow.reactions.mutations import react
from inflow.reactions.queries import counts
from inflow.reactions.views import ReactionCounts
from reflow.postgres.database import Connection, Row
from reflow.statements import Statement


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that are sent to the database from now on; it still answers them."""
    heard: list[str] = []
    answer = Connection.rows

    async def rows(connection: Connection, statement: Statement, given: Mapping[str, object]) -> list[Row]:
        heard.append(statement.text(given))
        return await answer(connection, statement, given)

    monkeypatch.setattr(Connection, "rows", rows)
    return heard


async def test_choosing_changing_and_taking_back_are_seen_by_all(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    hers, his = await alice.watch(counts, post_id=foto), await bob.watch(counts, post_id=foto)

    assert (await bob.do(react, post_id=foto, reaction="ciao")).mine == "ciao"
    assert (hers.now, his.now) == (ReactionCounts(ciao=1), ReactionCounts(ciao=1, mine="ciao"))

    await alice.do(react, post_id=foto, reaction="ciao")
    await bob.do(react, post_id=foto, reaction="errro")
    assert his.now == ReactionCounts(ciao=1, errro=1, mine="errro")

    assert (await bob.do(react, post_id=foto, reaction="errro")).mine is None
    assert (hers.now, his.now) == (ReactionCounts(ciao=1, mine="ciao"), ReactionCounts(ciao=1))


async def test_fifty_taps_at_once_leave_what_the_last_means(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")

    answers = await asyncio.gather(*(bob.do(react, post_id=foto, reaction="graceful") for _ in range(50)))

    assert sum(answer.mine == "graceful" for answer in answers) == 25
    assert await bob.see(counts, post_id=foto) == ReactionCounts()


# PostgreSQL writes an index with an expression before those that were made later. While the lock is held, a row waits
# between the search for a conflict and the index that would show it to others.
_A_ROW_WAITS_FOR_THE_LOCK = """
    CREATE FUNCTION wait_for_lock(text) RETURNS text IMMUTABLE LANGUAGE plpgsql
        AS 'BEGIN PERFORM pg_advisory_xact_lock_shared(7); RETURN $1; END';
    ALTER TABLE reactions ALTER reacted_at SET DEFAULT '2026-01-01';
    ALTER TABLE reactions REPLICA IDENTITY NOTHING;
    ALTER TABLE reactions DROP CONSTRAINT reactions_pkey;
    DROP INDEX reactions_live;
    CREATE INDEX waits ON reactions (wait_for_lock(post_id));
    ALTER TABLE reactions ADD PRIMARY KEY (post_id, member_id);
    CREATE UNIQUE INDEX reactions_live ON reactions (post_id, member_id, reaction, reacted_at);
    ALTER TABLE reactions REPLICA IDENTITY USING INDEX reactions_live;
"""
_NO_ROW_WAITS = """
    DROP INDEX waits;
    DROP FUNCTION wait_for_lock(text);
    ALTER TABLE reactions ALTER reacted_at SET DEFAULT pg_catalog.clock_timestamp();
"""
_WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 7 AND NOT granted"


@pytest.fixture
async def rows_wait(world: World) -> AsyncIterator[None]:
    """A row of a reaction waits for an advisory lock, and its time is always the same."""
    async with world.database.connection() as connection:
        await connection.raw.execute(_A_ROW_WAITS_FOR_THE_LOCK)
        yield
        await connection.raw.execute(_NO_ROW_WAITS)


@pytest.mark.usefixtures("rows_wait")
async def test_two_taps_in_the_same_microsecond_are_both_answered(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    async with alice.world.database.connection() as connection:
        await connection.raw.execute("SELECT pg_advisory_lock(7)")
        taps = [asyncio.ensure_future(bob.do(react, post_id=foto, reaction="ciao")) for _ in range(2)]
        async with asyncio.timeout(60):
            while await connection.raw.fetchval(_WAITING) < 2:  # noqa: ASYNC110  # PostgreSQL tells nobody
                await asyncio.sleep(0.01)
        await connection.raw.execute("SELECT pg_advisory_unlock(7)")

    answers = await asyncio.gather(*taps)

    assert {answer.mine for answer in answers} == {"ciao", None}
    assert await bob.see(counts, post_id=foto) == ReactionCounts()


async def test_fifty_members_at_once_are_all_counted(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    members = await asyncio.gather(*(Member.sign_up(alice.world, "guest") for _ in range(50)))

    await asyncio.gather(*(each.do(react, post_id=foto, reaction="graceful") for each in members))

    assert (await alice.see(counts, post_id=foto)).graceful == 50


async def test_a_reaction_wakes_no_feed(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    feeds = [
        await bob.watch(get_posts_by_nook, nook_type="scenic"),
        await bob.watch(get_curator_posts, user_id=bob.user_id),
    ]
    before = [(feed.updates, feed.evaluation) for feed in feeds]

    await alice.do(react, post_id=foto, reaction="ciao")

    assert (await bob.see(counts, post_id=foto)).ciao == 1
    assert [(feed.updates, feed.evaluation) for feed in feeds] == before


async def test_who_is_hidden_does_not_count_for_the_other(alice: Member, bob: Member, carol: Member) -> None:
    foto = await post(carol, "Somebody else's foto")
    await bob.do(react, post_id=foto, reaction="ciao")
    seen = await alice.watch(counts, post_id=foto)

    await block(bob, alice)

    assert seen.now == ReactionCounts()
    assert await carol.see(counts, post_id=foto) == ReactionCounts(ciao=1)


async def test_who_sees_whom_decides_what_each_counts_from_then_on(alice: Member, bob: Member, carol: Member) -> None:
    foto = await post(carol, "Somebody else's foto")
    hers, his, theirs = [await each.watch(counts, post_id=foto) for each in (alice, bob, carol)]
    await block(alice, bob)

    await alice.do(react, post_id=foto, reaction="ciao")
    await bob.do(react, post_id=foto, reaction="errro")
    await bob.do(react, post_id=foto, reaction="graceful")
    await carol.do(react, post_id=foto, reaction="graceful")

    assert hers.now == ReactionCounts(ciao=1, graceful=1, mine="ciao")
    assert his.now == ReactionCounts(graceful=2, mine="graceful")
    assert theirs.now == ReactionCounts(ciao=1, graceful=2, mine="graceful")

    await alice.do(unblock_user, blocker_id=alice.profile_id, blocked_id=bob.profile_id)

    assert hers.now == ReactionCounts(ciao=1, graceful=2, mine="ciao")


async def test_a_reaction_asks_the_database_once_however_many_look(
    alice: Member, bob: Member, carol: Member, asked: list[str]
) -> None:
    foto = await post(carol, "Somebody else's foto")
    await block(alice, carol)
    await alice.do(unblock_user, blocker_id=alice.profile_id, blocked_id=carol.profile_id)
    await block(bob, await Member.sign_up(alice.world, "mallory"))
    screens = [each.open(counts, post_id=foto) for each in (alice, bob, carol) for _ in range(3)]
    while not all(screen.answered for screen in screens):
        await alice.world.settle()
    asked.clear()

    await carol.do(react, post_id=foto, reaction="ciao")

    assert [screen.now.ciao for screen in screens] == [1] * 9
    assert len([sql for sql in asked if "FROM reaction_counts" in sql]) == 1


async def test_only_to_posts_that_are_to_be_seen(alice: Member, bob: Member, stranger: Person) -> None:
    cue = await post(alice, "for friends", post_type="cue")

    refusals = [await bob.send("reactions:react", postId=each, reaction="ciao") for each in (cue, "a" * 26)]

    assert refusals[0] == refusals[1] == {"code": "not_found", "message": "This post does not exist."}
    assert await bob.see(counts, post_id=cue) == ReactionCounts()
    assert await refusal(stranger.do(react, post_id=cue, reaction="ciao")) == "unauthenticated"
    assert await refusal(stranger.see(counts, post_id=cue)) == "unauthenticated"


async def test_other_words_are_no_reaction(alice: Member) -> None:
    foto = await post(alice, "Low tide")

    for given in ({"reaction": "like"}, {"reaction": None}, {"reaction": "ciao", "memberId": alice.user_id}, {}):
        assert await alice.send("reactions:react", postId=foto, **given) is not None
    assert await alice.see(counts, post_id=foto) == ReactionCounts()
