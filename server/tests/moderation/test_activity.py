"""Members who do unusually much within a day are shown to moderators, who decide; nothing happens by itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from tests.members import Member

from inflow.core.ids import new_id
from inflow.moderation.activity import look_for_unusual_activity
from inflow.moderation.mutations import dismiss
from inflow.moderation.queries import get_case, get_cases, get_measures, get_standing
from inflow.moderation.rules import ACTIVITY_AGAIN_AFTER, ACTIVITY_FOR_CASE, FactKind
from inflow.moderation.views import CaseRow

KINDS: tuple[FactKind, ...] = ("comments", "requests", "fotos", "blocks")
# Each inserts $2 rows of a member, who is $1, that are $3 old. Foreign keys are off: they need no posts and members.
MADE: dict[FactKind, str] = {
    "comments": """INSERT INTO comments (id, post_id, parent_id, depth, author_id, content, created_at)
        SELECT $4 || n, 'p', $4 || n, 0, $1, 'Nice', now() - $3::interval FROM generate_series(1, $2::int) n""",
    "requests": """INSERT INTO flow_requests (id, sender_id, receiver_id, created_at)
        SELECT $4 || n, $1, $4 || n, now() - $3::interval FROM generate_series(1, $2::int) n""",
    "fotos": """INSERT INTO posts (id, author_id, media_id, nook_type, post_type, ratio, created_at)
        SELECT $4 || n, $1, $4 || n, 'scenic', 'sphere', 'landscape', now() - $3::interval
        FROM generate_series(1, $2::int) n""",
    "blocks": """INSERT INTO blocks (blocker_id, blocked_id, created_at)
        SELECT $4 || n, $1, now() - $3::interval FROM generate_series(1, $2::int) n""",
}


async def _made(member: Member, kind: FactKind, count: int, ago: timedelta = timedelta(minutes=1)) -> None:
    """So many of these came from the member, or hit them, some time ago."""
    async with member.world.database.transaction() as connection:
        await connection.text("SET LOCAL session_replication_role = replica")
        await connection.text(MADE[kind], member.user_id, count, ago, new_id())


async def _look(mod: Member, *, later: timedelta = timedelta()) -> None:
    """The job of every hour runs."""
    await look_for_unusual_activity(mod.world.database, mod.world.engine, datetime.now(UTC) + later)


async def _cases_about(member: Member, mod: Member) -> list[CaseRow]:
    return [each for each in (await mod.see(get_cases)).page if each.member.user_id == member.user_id]


async def _counted(row: CaseRow, mod: Member) -> dict[str, int]:
    """What a case says was counted."""
    case = await mod.see(get_case, case_id=row.id)
    assert case is not None and case.evidence is not None
    return {each.what: each.count for each in case.evidence.facts}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_member_is_in_the_queue_from_the_last_of_so_many_on(kind: FactKind, alice: Member, mod: Member) -> None:
    await _made(alice, kind, ACTIVITY_FOR_CASE[kind] - 1)
    await _made(alice, kind, 1, ago=timedelta(hours=24, minutes=1))
    await _look(mod)
    assert await _cases_about(alice, mod) == []

    await _made(alice, kind, 1)
    await _look(mod)

    (row,) = await _cases_about(alice, mod)
    assert (row.kind, row.reports, row.reasons) == ("activity", 0, [])
    assert await _counted(row, mod) == {kind: ACTIVITY_FOR_CASE[kind]}
    assert await alice.see(get_measures) == []
    assert (await alice.see(get_standing)).restricted_until is None


async def test_one_case_says_all_that_was_too_much_and_nothing_else(alice: Member, mod: Member) -> None:
    await _made(alice, "comments", ACTIVITY_FOR_CASE["comments"] + 3)
    await _made(alice, "blocks", ACTIVITY_FOR_CASE["blocks"])
    await _made(alice, "requests", 1)

    await _look(mod)

    (row,) = await _cases_about(alice, mod)
    assert await _counted(row, mod) == {
        "comments": ACTIVITY_FOR_CASE["comments"] + 3,
        "blocks": ACTIVITY_FOR_CASE["blocks"],
    }
    async with mod.world.database.connection() as connection:
        entries = await connection.text("SELECT actor, action FROM audit_entries WHERE subject = $1", row.id)
    assert [(each.actor, each.action) for each in entries] == [("automatic", "case opened")]


async def test_there_is_no_second_case_while_one_is_open_nor_within_a_week(alice: Member, mod: Member) -> None:
    await _made(alice, "blocks", ACTIVITY_FOR_CASE["blocks"])
    await _look(mod)
    await _look(mod)
    (row,) = await _cases_about(alice, mod)

    await mod.do(dismiss, case_id=row.id)
    await _look(mod)
    assert await _cases_about(alice, mod) == []

    await _opened_earlier(row, mod, ACTIVITY_AGAIN_AFTER - timedelta(minutes=1))
    await _look(mod)
    assert await _cases_about(alice, mod) == []

    await _opened_earlier(row, mod, timedelta(minutes=2))
    await _look(mod)
    assert len(await _cases_about(alice, mod)) == 1


async def _opened_earlier(row: CaseRow, mod: Member, by: timedelta) -> None:
    async with mod.world.database.transaction() as connection:
        await connection.text("UPDATE cases SET opened_at = opened_at - $2::interval WHERE id = $1", row.id, by)
    await mod.world.settle()
