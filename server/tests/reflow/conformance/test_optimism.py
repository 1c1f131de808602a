"""Optimistic updates, and their replacement by the real result without a visible change."""

from __future__ import annotations

import pytest
from tests.reflow.conformance.clients import Client
from tests.reflow.conformance.screens import Failed, Line, Watch

CUTS = [
    ("sent", "Mutation", "cut before"),
    ("received", "MutationResponse", "cut before"),
    ("received", "MutationResponse", "cut after"),
]


def shown_at_once(channel: str, body: str) -> Line:
    """The optimistic update of a message."""
    return {"path": "messages:bodies", "args": {"channel": channel}, "value": body}


def flickers(screen: Watch) -> list[list[str]]:
    """Results with a row twice, or with fewer rows than before."""
    before: list[list[str]] = [[], *screen.history]
    return [
        shown
        for last, shown in zip(before, screen.history, strict=False)
        if len(set(shown)) < len(shown) or len(shown) < len(last)
    ]


@pytest.fixture
async def screen(alice: Client, channel: str) -> Watch:
    """Alice's screen, on an empty channel."""
    screen = await alice.watch("messages:bodies", channel=channel)
    await screen.shows([])
    return screen


async def test_a_message_shown_at_once_is_never_shown_twice(alice: Client, channel: str, screen: Watch) -> None:
    for n in range(10):
        await alice.mutate("messages:send", body=f"{n}", channel=channel, optimistic=shown_at_once(channel, f"{n}"))

    assert screen.now == [f"{n}" for n in range(10)]
    assert flickers(screen) == []


async def test_messages_shown_at_once_are_stacked(alice: Client, channel: str, screen: Watch) -> None:
    calls = [
        alice.mutate("messages:send", body=body, channel=channel, optimistic=shown_at_once(channel, body))
        for body in "abc"
    ]
    for call in calls:
        await call

    # The first answer may come before the third call.
    different = [shown for last, shown in zip([None, *screen.history], screen.history, strict=False) if shown != last]
    assert different == [[], ["a"], ["a", "b"], ["a", "b", "c"]]
    assert screen.now == ["a", "b", "c"]
    assert flickers(screen) == []


async def test_somebody_elses_message_does_not_disturb_it(
    alice: Client, bob: Client, channel: str, screen: Watch
) -> None:
    theirs = [bob.mutate("messages:send", body=f"bob {n}", channel=channel) for n in range(10)]
    hers = [
        alice.mutate(
            "messages:send", body=f"alice {n}", channel=channel, optimistic=shown_at_once(channel, f"alice {n}")
        )
        for n in range(10)
    ]
    for call in theirs + hers:
        await call
    await screen.until(lambda: len(screen.now) == 20)

    assert [shown for shown in screen.history if len(set(shown)) < len(shown)] == []


async def test_what_is_refused_is_taken_back(alice: Client, channel: str, screen: Watch) -> None:
    with pytest.raises(Failed) as failed:
        await alice.mutate("messages:sendThenFail", body="no", optimistic=shown_at_once(channel, "no"))

    assert failed.value.data == {"code": "refused", "message": "No.", "detail": {"body": "no"}}
    assert screen.history == [[], ["no"], []]


@pytest.mark.parametrize(("direction", "kind", "then"), CUTS)
async def test_a_broken_line_shows_nothing_twice_either(
    alice: Client, channel: str, screen: Watch, direction: str, kind: str, then: str
) -> None:
    await alice.rule(direction, kind, then)

    await alice.mutate("messages:send", body="once", channel=channel, optimistic=shown_at_once(channel, "once"))

    assert len(alice.sent("Connect")) == 2
    assert screen.now == ["once"]
    assert flickers(screen) == []
