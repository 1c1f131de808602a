"""niches:createProposal, and niches:getActiveProposal, which shows it."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import msgspec
import pytest
from tests.members import Member
from tests.niches.edge import days_pass, edge_shapers, new_name, propose, vote
from tests.product import block, on_the_edge
from tests.world import Person, World, refusal, refusal_in_words

from inflow.niches.jobs import close_ended_proposals
from inflow.niches.mutations import create_proposal, vote_on_proposal
from inflow.niches.queries import get_active_proposal
from inflow.niches.views import Proposal
from inflow.users.mutations import update_nook
from reflow.errors import AppError

NOT_ON_THE_EDGE = "Edge shapers are curators with 180+ days of experience"
UNFIT = "The name of a nook has 3 to 20 letters, digits and single spaces."
ENOUGH = ("rate_limited", "You can propose 3 nooks a day.")
TAKEN = "There is a nook with this name already."


async def test_everybody_sees_it_at_once(alice: Member, bob: Member) -> None:
    await on_the_edge(alice)
    board = await bob.watch(get_active_proposal)
    assert board.now is None
    name = new_name()

    proposed = await propose(alice, f"  {name.replace(' ', '   ').upper()} ")

    assert board.now == msgspec.structs.replace(proposed, can_vote=False)
    assert (proposed.name, proposed.proposed_by, proposed.votes, proposed.has_voted) == (name, alice.username, 0, False)
    assert (proposed.target, proposed.board_total) == (20, 100)
    left = datetime.fromisoformat(proposed.voting_ends) - datetime.now().astimezone()
    assert timedelta(days=6, hours=23) < left <= timedelta(days=7)


@pytest.mark.parametrize("days", [None, 0, 179])
async def test_only_curators_of_180_days_propose_and_vote(alice: Member, bob: Member, days: int | None) -> None:
    await on_the_edge(alice)
    proposal = await propose(alice)
    if days is not None:
        await on_the_edge(bob, days)

    refused = [
        await bob.send("niches:createProposal", name="golden hour"),
        await bob.send("niches:voteOnProposal", proposalId=proposal.id, vote=True),
    ]

    assert refused == [{"code": "forbidden", "message": NOT_ON_THE_EDGE}] * 2


async def test_a_changed_nook_takes_one_off_the_edge(newcomer: Member) -> None:
    await newcomer.do(update_nook, user_id=newcomer.user_id, new_nook="scenic")
    await on_the_edge(newcomer)
    async with newcomer.world.database.transaction() as connection:
        await connection.text(
            "UPDATE users SET last_nook_change = now() - interval '8 days' WHERE id = $1", newcomer.user_id
        )

    await newcomer.do(update_nook, user_id=newcomer.user_id, new_nook="lifestyle")

    assert await refusal(newcomer.do(create_proposal, name="golden hour")) == "forbidden"


@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        ("", "invalid", "A nook needs a name."),
        (" \u3000 ", "invalid", "A nook needs a name."),
        ("ab", "invalid", UNFIT),
        ("a" * 21, "invalid", UNFIT),
        ("golden-hour", "invalid", UNFIT),
        ("<b>hour</b>", "invalid", UNFIT),
        ("sh1t hour", "invalid", "Please choose an appropriate name for the nook."),
        ("f.u.c.k", "invalid", "Please choose an appropriate name for the nook."),
        ("SCENIC", "conflict", TAKEN),
        ("Scénic", "conflict", TAKEN),
        ("Sphere", "conflict", TAKEN),
    ],
)
async def test_what_a_nook_cannot_be_called(alice: Member, name: str, code: str, message: str) -> None:
    await on_the_edge(alice)

    assert await alice.send("niches:createProposal", name=name) == {"code": code, "message": message}
    assert await alice.see(get_active_proposal) is None


async def test_letters_of_any_alphabet_will_do(alice: Member) -> None:
    await on_the_edge(alice)

    assert (await propose(alice, "Señales de 海")).name == "señales de 海"


async def test_there_is_one_at_a_time_also_of_fifty_at_once(world: World) -> None:
    shapers = await edge_shapers(world, 5)

    async def attempt(member: Member) -> str | None:
        try:
            await world.engine.run_mutation(
                create_proposal, create_proposal.complete({"name": new_name()}), member.identity
            )
        except AppError as refused:
            return refused.code
        return None

    outcomes = await asyncio.gather(*(attempt(shapers[number % 5]) for number in range(50)))

    assert outcomes.count(None) == 1
    assert set(outcomes) == {None, "conflict"}
    again = await shapers[0].send("niches:createProposal", name="golden hour")
    assert again == {"code": "conflict", "message": "There is a proposal already."}


async def test_after_seven_days_it_is_over_and_another_may_come(alice: Member, bob: Member, world: World) -> None:
    await on_the_edge(alice)
    await on_the_edge(bob)
    old = await propose(alice)
    board = await bob.watch(get_active_proposal)

    await days_pass(world, old, 6)
    assert board.now is not None
    await days_pass(world, old, 1)

    assert await bob.see(get_active_proposal) is None
    assert await refusal(bob.do(vote_on_proposal, proposal_id=old.id, vote=True)) == "not_found"
    new = await propose(bob)
    assert board.now == new


async def test_an_open_board_hears_of_the_end_from_a_job(alice: Member, world: World) -> None:
    await on_the_edge(alice)
    old = await propose(alice)
    async with world.database.transaction() as connection:
        await connection.text(
            "UPDATE proposals SET voting_ends = now() + interval '300 milliseconds' WHERE id = $1", old.id
        )
    board = await alice.watch(get_active_proposal)
    assert board.now is not None

    async with asyncio.timeout(60):
        while await _status(world, old) == "open":
            await close_ended_proposals(world.database)

    await world.settle()
    assert await _status(world, old) == "expired"
    assert board.now is None


async def test_three_a_day(alice: Member, world: World) -> None:
    await on_the_edge(alice)
    for _ in range(3):
        await propose(alice)
        async with world.database.transaction() as connection:
            await connection.text("UPDATE proposals SET status = 'expired'")

    assert await refusal_in_words(alice.do(create_proposal, name=new_name())) == ENOUGH
    async with world.database.transaction() as connection:
        await connection.text("UPDATE proposals SET created_at = created_at - interval '1 day'")
    assert (await propose(alice)).proposed_by == alice.username


async def test_who_is_hidden_is_not_named(alice: Member, bob: Member) -> None:
    await on_the_edge(alice)
    await propose(alice)
    board = await bob.watch(get_active_proposal)

    await block(bob, alice)

    assert board.now is not None
    assert board.now.proposed_by is None


async def test_strangers_see_and_do_nothing(alice: Member, stranger: Person) -> None:
    await on_the_edge(alice)
    proposal = await propose(alice)

    assert await refusal(stranger.see(get_active_proposal)) == "unauthenticated"
    assert await refusal(stranger.do(create_proposal, name="golden hour")) == "unauthenticated"
    assert await refusal(stranger.do(vote_on_proposal, proposal_id=proposal.id, vote=True)) == "unauthenticated"
    assert (await vote(alice, proposal)).votes == 1.5


async def _status(world: World, proposal: Proposal) -> str:
    async with world.database.connection() as connection:
        (row,) = await connection.text("SELECT status FROM proposals WHERE id = $1", proposal.id)
    status: str = row.status
    return status
