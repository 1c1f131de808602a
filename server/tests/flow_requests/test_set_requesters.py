"""safety:setRequesters: a member chooses who may send them requests."""

from __future__ import annotations

from typing import Any

import pytest
from tests.members import Member
from tests.product import ask, block, in_flow
from tests.world import Person, refusal

from inflow.flow_requests.queries import get_incoming
from inflow.safety.mutations import set_commenters, set_requesters
from inflow.safety.queries import get_settings

NONE_IN_COMMON = {
    "code": "forbidden",
    "message": "They take requests from members with a flow in common. You have none with them yet.",
}
TAKES_NONE = {"code": "forbidden", "message": "They take no requests at the moment."}


async def test_at_first_everyone_may_and_the_choices_are_kept_apart(alice: Member, bob: Member) -> None:
    own = await alice.watch(get_settings)
    assert own.now.requesters == "everyone"

    await alice.do(set_requesters, requesters="no_one")
    await alice.do(set_commenters, commenters="in_flow")

    assert (own.now.commenters, own.now.requesters) == ("in_flow", "no_one")
    assert (await bob.see(get_settings)).requesters == "everyone"


async def test_a_member_in_common_opens_the_way(alice: Member, bob: Member, carol: Member) -> None:
    await alice.do(set_requesters, requesters="friends_of_friends")
    await in_flow(bob, carol)
    assert await _asks(bob, alice) == NONE_IN_COMMON
    await alice.do(set_requesters, requesters="everyone")
    await in_flow(alice, carol)
    await alice.do(set_requesters, requesters="friends_of_friends")

    assert await _asks(bob, alice) is None


async def test_no_one_asks_who_may_not_and_requests_that_were_sent_stay(
    alice: Member, bob: Member, carol: Member
) -> None:
    await ask(bob, alice)
    incoming = await alice.watch(get_incoming, profile_id=alice.profile_id)

    await alice.do(set_requesters, requesters="no_one")

    assert len(incoming.now.requests) == 1
    assert await _asks(carol, alice) == TAKES_NONE
    assert len(incoming.now.requests) == 1
    await in_flow(alice, carol)  # she can still ask others
    await alice.do(set_requesters, requesters="everyone")
    await alice.do(set_requesters, requesters="everyone")


async def test_a_blocked_member_learns_nothing_of_it(alice: Member, bob: Member) -> None:
    await alice.do(set_requesters, requesters="no_one")
    await block(alice, bob)

    refused = await _asks(bob, alice)

    assert refused == {"code": "not_found", "message": "This request could not be sent."}


@pytest.mark.parametrize("requesters", ["in_flow", "", None, 7])
async def test_other_words_are_refused(alice: Member, requesters: object) -> None:
    assert await alice.send("safety:setRequesters", requesters=requesters) is not None
    assert (await alice.see(get_settings)).requesters == "everyone"


async def test_a_stranger_chooses_nothing(stranger: Person) -> None:
    assert await refusal(stranger.do(set_requesters, requesters="no_one")) == "unauthenticated"


async def _asks(sender: Member, receiver: Member) -> dict[str, Any] | None:
    """Send a request; the refusal, if there is one."""
    return await sender.send("flowRequests:requestSync", sender_id=sender.profile_id, receiver_id=receiver.profile_id)
