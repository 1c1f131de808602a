"""How long evidence is kept and an appeal is possible, and what remains of a member who leaves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from tests.grids.fotos import grid
from tests.members import Member
from tests.moderation.cases import reported
from tests.product import post
from tests.world import World

from inflow.app.erasure import erase_member
from inflow.moderation.jobs import forget_old_evidence
from inflow.moderation.mutations import act, appeal, decide_appeal, dismiss, reverse
from inflow.moderation.queries import get_appeals, get_case, get_measures
from inflow.moderation.rules import APPEAL_WITHIN, EVIDENCE_KEPT
from reflow.errors import AppError

COPIED = "SELECT evidence IS NOT NULL AS is_kept FROM cases WHERE id = $1"


async def _is_kept(world: World, case: str) -> bool:
    async with world.database.connection() as connection:
        (row,) = await connection.text(COPIED, case)
    return bool(row.is_kept)


async def _further_photos(world: World, case: str) -> int:
    async with world.database.connection() as connection:
        return len(await connection.text("SELECT place FROM case_photos WHERE case_id = $1", case))


async def test_evidence_is_deleted_ninety_days_after_its_case_was_closed(
    world: World, alice: Member, bob: Member, mod: Member
) -> None:
    closed, still_open = [await reported(bob, "post", await post(alice, words)) for words in ("Low tide", "High tide")]
    await mod.do(dismiss, case_id=closed)
    now = datetime.now(UTC)

    await forget_old_evidence(world.database, now + EVIDENCE_KEPT - timedelta(hours=1))
    assert await _is_kept(world, closed)
    await forget_old_evidence(world.database, now + EVIDENCE_KEPT + timedelta(hours=1))

    assert not await _is_kept(world, closed)
    assert await _is_kept(world, still_open)
    shown = await mod.see(get_case, case_id=closed)
    assert shown is not None and shown.evidence is None


async def test_after_a_measure_the_evidence_is_kept_until_no_appeal_is_possible_or_open(
    world: World, alice: Member, bob: Member, mod: Member, other_mod: Member
) -> None:
    cases = [await reported(bob, "grid", (await grid(alice)).id) for _ in range(3)]
    silent, appealed, reversed_soon = cases
    measures = {case: await mod.do(act, case_id=case, measure="remove", reason="spam") for case in cases}
    await alice.do(appeal, measure_id=measures[appealed], words="It was the tide.")
    await mod.do(reverse, measure_id=measures[reversed_soon], words="A mistake")
    now = datetime.now(UTC)

    await forget_old_evidence(world.database, now + EVIDENCE_KEPT + timedelta(hours=1))
    assert [await _is_kept(world, case) for case in cases] == [True, True, False]
    assert [await _further_photos(world, case) for case in cases] == [1, 1, 0]
    await forget_old_evidence(world.database, now + APPEAL_WITHIN - timedelta(hours=1))
    assert await _is_kept(world, silent)
    await forget_old_evidence(world.database, now + APPEAL_WITHIN + timedelta(hours=1))
    assert [await _is_kept(world, case) for case in cases] == [False, True, False]

    (open_appeal,) = [each for each in await mod.see(get_appeals) if each.measure_id == measures[appealed]]
    await other_mod.do(decide_appeal, appeal_id=open_appeal.id, granted=False, words="It was not.")
    await forget_old_evidence(world.database, now + APPEAL_WITHIN + timedelta(hours=1))
    assert not await _is_kept(world, appealed)


async def test_of_a_grid_all_photos_are_deleted_with_the_evidence_and_no_others(
    world: World, alice: Member, bob: Member, mod: Member
) -> None:
    closed, still_open = [await reported(bob, "grid", (await grid(alice)).id) for _ in range(2)]
    await mod.do(dismiss, case_id=closed)
    now = datetime.now(UTC)

    await forget_old_evidence(world.database, now + EVIDENCE_KEPT - timedelta(hours=1))
    assert await _further_photos(world, closed) == 1
    await forget_old_evidence(world.database, now + EVIDENCE_KEPT + timedelta(hours=1))

    assert [await _further_photos(world, each) for each in (closed, still_open)] == [0, 1]


async def test_evidence_that_was_changed_in_the_database_is_not_shown(
    world: World, alice: Member, bob: Member, mod: Member
) -> None:
    case = await reported(bob, "post", await post(alice, "Low tide"))
    async with world.database.transaction() as connection:
        await connection.text("UPDATE cases SET evidence = evidence || '\\x00'::bytea WHERE id = $1", case)

    with pytest.raises(AppError) as refused:
        await mod.see(get_case, case_id=case)

    assert refused.value.code == "unreadable"


async def test_after_six_months_there_is_no_appeal(world: World, alice: Member, bob: Member, mod: Member) -> None:
    case = await reported(bob, "post", await post(alice, "Low tide"))
    measure = await mod.do(act, case_id=case, measure="remove", reason="spam")
    async with world.database.transaction() as connection:
        await connection.text(
            "UPDATE measures SET created_at = created_at - interval '185 days' WHERE id = $1", measure
        )

    (decision,) = await alice.see(get_measures)
    assert decision.appeal_until is not None
    assert datetime.now(UTC) - datetime.fromisoformat(decision.appeal_until) > timedelta(hours=23)
    with pytest.raises(AppError, match="time for an appeal is over"):
        await alice.do(appeal, measure_id=measure, words="It was the tide.")


async def test_a_member_who_leaves_leaves_no_id_in_a_case_and_its_evidence_stays(
    world: World, alice: Member, bob: Member, mod: Member
) -> None:
    foto = await post(alice, "Low tide")
    case = await reported(bob, "post", foto)
    await mod.do(act, case_id=await reported(bob, "profile", alice.profile_id), measure="warn", reason="spam")
    assert len(await alice.see(get_measures)) == 1

    async with world.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
        await erase_member(connection, "https://test", alice.clerk_id)
        await erase_member(connection, "https://test", bob.clerk_id)
    await world.settle()

    shown = await mod.see(get_case, case_id=case)
    assert shown is not None and shown.evidence is not None and shown.row.member.is_gone
    assert shown.evidence.lines[0].text == "Low tide"
    async with world.database.connection() as connection:
        for table in ("cases", "reports", "measures", "appeals", "case_notes", "audit_entries"):
            for trace in (alice.user_id, alice.profile_id, bob.user_id, foto):
                found = await connection.text(f"SELECT 1 FROM {table} t WHERE strpos(t::text, $1) > 0", trace)
                assert not found, (table, trace)
