"""Every Transition begins at the version at which the last one ended, in every situation."""

from __future__ import annotations

import random

from tests.reflow.wire.conftest import Stage
from tests.reflow.wire.peer import Peer, add, mutation
from tests.reflow.wire.toy import ToyEngine


async def test_the_first_transition_starts_at_nothing(peer: Peer) -> None:
    await peer.follow(add(0, "messages:list"))

    frame = await peer.hear()

    assert frame["startVersion"] == {"querySet": 0, "identity": 0, "ts": "AAAAAAAAAAA="}
    assert frame["endVersion"] == {"querySet": 1, "identity": 0, "ts": "BwAAAAAAAAA="}
    assert frame["modifications"] == [
        {"type": "QueryUpdated", "queryId": 0, "value": [], "logLines": [], "journal": None}
    ]


async def test_an_empty_query_set_is_confirmed(peer: Peer) -> None:
    await peer.follow()

    assert (await peer.hear())["endVersion"]["querySet"] == 1


async def test_versions_are_one_line_through_a_random_afternoon(stage: Stage, toy: ToyEngine) -> None:
    chance = random.Random(20)
    people = [await stage.meet(f"session-{each}") for each in range(3)]
    followed: list[dict[int, str]] = [{} for _ in people]
    requests = [0 for _ in people]
    logins = [0 for _ in people]
    for step in range(240):
        who = chance.randrange(3)
        peer = people[who]
        match chance.randrange(5):
            case 0 | 1:
                await peer.say(mutation(requests[who], "messages:send", body=f"{step}"))
                requests[who] += 1
            case 2:
                path = chance.choice(["messages:list", "messages:authors", "people:me", "messages:few"])
                await peer.follow(add(step, path))
                followed[who][step] = path
            case 3 if followed[who]:
                gone = chance.choice(sorted(followed[who]))
                del followed[who][gone]
                await peer.follow({"type": "Remove", "queryId": gone})
            case 4 if logins[who] < 10:
                await peer.authenticate(chance.choice(["good-alice", "good-bob", None]), logins[who])
                logins[who] += 1

    for who, peer in enumerate(people):
        await peer.say(mutation(requests[who], "messages:send", body="last"))
        await peer.settled(requests[who])
    for who, peer in enumerate(people):
        await peer.until(lambda peer=peer: peer.ts == toy.ts)  # type: ignore[misc]  # mypy infers no lambda defaults
        assert set(peer.results) == set(followed[who])
        for query_id, path in followed[who].items():
            if path == "messages:list":
                assert peer.results[query_id] == [body for _, body in toy.messages]


async def test_thirty_queries_of_a_new_page_come_in_one_transition(peer: Peer) -> None:
    for each in range(30):
        await peer.follow(add(each, "messages:echo", value=each))

    await peer.until(lambda: len(peer.results) == 30)

    assert len(peer.transitions) == 1


async def test_a_slow_query_does_not_keep_the_others_waiting(peer: Peer, toy: ToyEngine) -> None:
    toy.held.add("messages:slow")
    await peer.follow(add(0, "messages:slow"), add(1, "messages:list"))

    await peer.until(lambda: peer.results == {1: []})
    toy.held.clear()
    toy.release()

    await peer.until(lambda: peer.results == {0: [], 1: []})


async def test_a_result_that_stays_the_same_is_not_sent_again(peer: Peer, toy: ToyEngine) -> None:
    await peer.follow(add(0, "messages:list"), add(1, "messages:echo", value="still"))
    await peer.until(lambda: len(peer.results) == 2)

    await peer.say(mutation(0, "messages:send", body="hello"))
    await peer.settled(0)

    assert [m["queryId"] for frame in peer.transitions[1:] for m in frame["modifications"]] == [0]


async def test_what_is_no_longer_followed_is_taken_away(peer: Peer, toy: ToyEngine) -> None:
    await peer.follow(add(0, "messages:list"))
    await peer.hear()

    await peer.follow({"type": "Remove", "queryId": 0})
    frame = await peer.hear()

    assert frame["modifications"] == [{"type": "QueryRemoved", "queryId": 0}]
    assert toy.subscriptions == []


async def test_a_query_set_out_of_line_closes_the_connection(peer: Peer) -> None:
    await peer.say({"type": "ModifyQuerySet", "baseVersion": 4, "newVersion": 5, "modifications": []})

    assert await peer.ending() == 1002


async def test_a_login_out_of_line_closes_the_connection(peer: Peer) -> None:
    await peer.authenticate("good-alice", base=3)

    assert await peer.ending() == 1002


async def test_a_query_that_fails_leaves_the_others_live(peer: Peer) -> None:
    await peer.follow(add(0, "messages:badName"), add(1, "messages:nowhere"), add(2, "messages:list"))

    await peer.until(lambda: len(peer.results) == 3)

    assert "is not a field name" in peer.results[0]["errorMessage"]
    assert "errorData" not in peer.results[0]
    assert "Could not find public function" in peer.results[1]["errorMessage"]
    assert peer.results[2] == []


async def test_a_query_may_fail_and_recover(peer: Peer, toy: ToyEngine) -> None:
    await peer.follow(add(0, "messages:few"))
    await peer.until(lambda: peer.results == {0: 0})

    toy.messages = [("a", "1"), ("b", "2")]
    toy.release()
    await peer.hear()
    assert peer.results[0]["errorData"] == {"code": "many", "message": "Too many messages"}

    toy.messages = []
    toy.release()
    await peer.until(lambda: peer.results == {0: 0})


async def test_the_journal_comes_back_to_the_engine(peer: Peer, toy: ToyEngine) -> None:
    await peer.follow({**add(0, "messages:page"), "journal": "up to here"})
    frame = await peer.hear()

    assert toy.subscriptions[0].journal == "up to here"
    assert frame["modifications"][0]["journal"] == "up to here"


async def test_the_clocks_are_compared_for_clients_that_send_theirs(stage: Stage) -> None:
    peer = await stage.join()
    await peer.say({"type": "Connect", "sessionId": "s", "connectionCount": 0, "clientTs": 1})
    await peer.follow()

    frame = await peer.hear()

    assert isinstance(frame["clientClockSkew"], int)
    assert frame["clientClockSkew"] < 0
    assert isinstance(frame["serverTs"], int)
