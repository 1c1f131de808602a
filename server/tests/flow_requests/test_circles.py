"""flowRequests:getIncoming and getOutgoing, twelve at a time."""

from __future__ import annotations

from tests.members import Member
from tests.product import ask
from tests.world import World, refusal_in_words

from inflow.flow_requests.mutations import reject
from inflow.flow_requests.queries import get_incoming, get_outgoing


async def test_a_circle_has_twelve_and_the_way_on_begins_behind_them(world: World, alice: Member) -> None:
    crowd = [await Member.sign_up(world, f"crowd{number}") for number in range(14)]
    asked = [await ask(each, alice) for each in crowd]

    first = await alice.watch(get_incoming, profile_id=alice.profile_id)
    second = await alice.watch(get_incoming, profile_id=alice.profile_id, cursor=first.now.next_cursor)

    newest_first = asked[::-1]
    assert [each.id for each in first.now.requests] == newest_first[:12]
    assert [each.id for each in second.now.requests] == newest_first[12:]
    assert (first.now.total, second.now.next_cursor) == (14, None)

    # The last request of the first circle is settled; the second circle still begins behind its place.
    await alice.do(reject, request_id=first.now.requests[-1].id)

    assert [each.id for each in first.now.requests] == [*newest_first[:11], newest_first[12]]
    assert [each.id for each in second.now.requests] == newest_first[12:]
    assert first.now.total == 13


async def test_outgoing_ones_have_circles_too(world: World, alice: Member) -> None:
    for number in range(13):
        await ask(alice, await Member.sign_up(world, f"crowd{number}"))

    first = await alice.see(get_outgoing, profile_id=alice.profile_id)
    second = await alice.see(get_outgoing, profile_id=alice.profile_id, cursor=first.next_cursor)

    assert (len(first.requests), len(second.requests), second.next_cursor) == (12, 1, None)


async def test_the_request_of_others_is_no_place_to_begin(alice: Member, bob: Member, carol: Member) -> None:
    between_others = await ask(bob, carol)

    for cursor in (between_others, "nonsense"):
        asked = alice.see(get_incoming, profile_id=alice.profile_id, cursor=cursor)
        assert await refusal_in_words(asked) == ("invalid_cursor", "This list has changed; please begin again.")
