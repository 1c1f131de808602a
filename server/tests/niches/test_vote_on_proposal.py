"""niches:voteOnProposal, and the nook that a proposal becomes."""

from __future__ import annotations

import asyncio

from tests.members import Member
from tests.niches.edge import edge_shapers, propose, vote
from tests.product import on_the_edge
from tests.world import Person, World, refusal, refusal_in_words

from inflow.niches.erasure import remove_votes_of
from inflow.niches.mutations import vote_on_proposal
from inflow.niches.queries import get_active_proposal, get_nooks
from inflow.posts.queries import get_posts_by_nook
from inflow.users.mutations import update_nook
from inflow.users.queries import me
from reflow.errors import AppError

NOT_OPEN = ("not_found", "This proposal is not open for votes.")


async def test_a_vote_counts_one_and_a_half_and_once(world: World, alice: Member) -> None:
    first, second = await edge_shapers(world, 2)
    proposal = await propose(first)
    boards = [await each.watch(get_active_proposal) for each in (first, second, alice)]

    voted = await vote(first, proposal)

    assert (voted.votes, voted.passed) == (1.5, False)
    shown = [board.now for board in boards]
    assert [each and (each.votes, each.has_voted) for each in shown] == [(1.5, True), (1.5, False), (1.5, False)]
    again = await first.send("niches:voteOnProposal", proposalId=proposal.id, vote=True)
    assert again == {"code": "conflict", "message": "You have already voted."}
    assert (await vote(second, proposal)).votes == 3


async def test_a_member_is_told_before_voting_whether_the_vote_will_count(world: World, alice: Member) -> None:
    (shaper,) = await edge_shapers(world, 1)
    proposal = await propose(shaper)
    assert proposal.can_vote
    boards = [await each.watch(get_active_proposal) for each in (shaper, alice)]
    assert [board.now and board.now.can_vote for board in boards] == [True, False]
    assert await refusal(vote(alice, proposal)) == "forbidden"

    await on_the_edge(alice, 179)
    assert [board.now and board.now.can_vote for board in boards] == [True, False]

    await on_the_edge(alice, 181)

    assert [board.now and board.now.can_vote for board in boards] == [True, True]
    await vote(alice, proposal)


async def test_nobody_votes_against_or_on_what_is_not_there(world: World) -> None:
    (shaper,) = await edge_shapers(world, 1)
    proposal = await propose(shaper)

    against = await shaper.send("niches:voteOnProposal", proposalId=proposal.id, vote=False)

    assert against is not None
    assert "vote" in against["message"]
    assert await refusal_in_words(shaper.do(vote_on_proposal, proposal_id="nothing", vote=True)) == NOT_OPEN


async def test_of_fifty_votes_of_one_member_one_counts(world: World) -> None:
    (shaper,) = await edge_shapers(world, 1)
    proposal = await propose(shaper)

    outcomes = await _vote_at_once(world, [shaper] * 50, proposal.id)

    assert outcomes.count(None) == 1
    assert set(outcomes) == {None, "conflict"}
    board = await shaper.see(get_active_proposal)
    assert board is not None
    assert board.votes == 1.5


async def test_with_twenty_votes_it_is_a_nook_at_once(world: World, newcomer: Member) -> None:
    shapers = await edge_shapers(world, 15)
    proposal = await propose(shapers[0])
    board, offered = await newcomer.watch(get_active_proposal), await newcomer.watch(get_nooks)
    hues = {nook.hue for nook in offered.now}
    for shaper in shapers[:13]:
        assert not (await vote(shaper, proposal)).passed
    assert board.now is not None
    assert board.now.votes == 19.5

    voted = await vote(shapers[13], proposal)

    assert (voted.votes, voted.passed, board.now) == (21, True, None)
    new = offered.now[-1]
    assert new.name == proposal.name
    assert new.hue not in hues
    assert await refusal_in_words(vote(shapers[14], proposal)) == NOT_OPEN
    await newcomer.do(update_nook, user_id=newcomer.user_id, new_nook=new.name)
    herself = await newcomer.see(me)
    assert herself is not None
    assert herself.nook == new.name
    assert (await newcomer.see(get_posts_by_nook, nook_type=new.name)).page == []


async def test_of_many_who_vote_at_once_all_count_and_it_passes_once(world: World) -> None:
    shapers = await edge_shapers(world, 14)
    proposal = await propose(shapers[0])

    outcomes = await _vote_at_once(world, shapers, proposal.id)

    assert outcomes == [None] * 14
    names = [nook.name for nook in await shapers[0].see(get_nooks)]
    assert names.count(proposal.name) == 1
    taken = await shapers[1].send("niches:createProposal", name=proposal.name.upper())
    assert taken == {"code": "conflict", "message": "There is a nook with this name already."}


async def test_who_leaves_is_named_no_more_and_their_vote_stays_counted(world: World, alice: Member) -> None:
    (shaper,) = await edge_shapers(world, 1)
    proposal = await propose(shaper)
    await vote(shaper, proposal)
    board = await alice.watch(get_active_proposal)

    async with world.database.transaction() as connection:
        await remove_votes_of(connection, shaper.user_id)

    await world.settle()
    assert board.now is not None
    assert (board.now.proposed_by, board.now.votes) == (None, 1.5)
    async with world.database.connection() as connection:
        assert await connection.text("SELECT 1 FROM proposal_votes WHERE voter_id = $1", shaper.user_id) == []


async def test_the_nooks_are_the_three_to_begin_with_for_who_is_signed_in(newcomer: Member, stranger: Person) -> None:
    offered = [(nook.name, nook.hue) for nook in await newcomer.see(get_nooks)]

    assert offered[:3] == [("randomized", 252), ("scenic", 171), ("lifestyle", 31)]
    assert await refusal(stranger.see(get_nooks)) == "unauthenticated"


async def _vote_at_once(world: World, members: list[Member], proposal_id: str) -> list[str | None]:
    async def outcome(member: Member) -> str | None:
        given = {"proposal_id": proposal_id, "vote": True}
        try:
            await world.engine.run_mutation(vote_on_proposal, vote_on_proposal.complete(given), member.identity)
        except AppError as refused:
            return refused.code
        return None

    outcomes = await asyncio.gather(*(outcome(member) for member in members))
    await world.settle()
    return outcomes
