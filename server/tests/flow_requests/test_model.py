"""Members do random actions in random order, and their open screens always show the state of the model.

With INFLOW_SOAK it runs longer: 500 lives of 50 steps instead of 25 of 30.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from tests.members import Member
from tests.product import block, in_scenic, post
from tests.world import Watch, World

from flow_requests.connections_model import Model
from inflow.flow_requests.mutations import accept, cancel, reject, request_sync
from inflow.flow_requests.queries import get_incoming, get_outgoing
from inflow.flow_requests.rules import FlowRequestId
from inflow.notifications.queries import get_notifications
from inflow.posts.queries import get_cue_posts
from inflow.profiles.mutations import break_flow, limit, mute, unblock_user, unlimit, unmute
from inflow.profiles.queries import (
    get_blocked_users,
    get_limited,
    get_muted,
    get_profile,
    get_sync_flow_connections,
)
from inflow.users.queries import get_aura_progress
from reflow.errors import AppError
from reflow.pagination import PaginationOpts

T = TypeVar("T")

LIVES, STEPS = (500, 50) if os.environ.get("INFLOW_SOAK") else (25, 30)
MOST_MEMBERS = 4
WHO = st.integers(min_value=0, max_value=MOST_MEMBERS - 1)


@dataclass
class Screens:
    """The queries that a member subscribes to from the start."""

    member: Member
    incoming: Watch[Any]
    outgoing: Watch[Any]
    cues: Watch[Any]
    blocked: Watch[Any]
    muted: Watch[Any]
    limited: Watch[Any]
    told: Watch[Any]
    progress: Watch[Any]
    wall: Watch[Any]

    @classmethod
    async def of(cls, member: Member) -> Screens:
        own = {"profile_id": member.profile_id}
        return cls(
            member,
            await member.watch(get_incoming, **own),
            await member.watch(get_outgoing, **own),
            await member.watch(get_sync_flow_connections, **own),
            await member.watch(get_blocked_users, **own),
            await member.watch(get_muted),
            await member.watch(get_limited),
            await member.watch(get_notifications, **own),
            await member.watch(get_aura_progress, user_id=member.user_id),
            await member.watch(get_cue_posts, pagination_opts=PaginationOpts(num_items=100)),
        )


class Lives(RuleBasedStateMachine):
    """Members of one Inflow, and a model of their relations. Each life begins with new members."""

    world: World
    loop: asyncio.AbstractEventLoop

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.screens: dict[str, Screens] = {}
        for _ in range(2):
            self.sign_up()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def pair(self, one: int, other: int) -> tuple[str, str]:
        names = self.model.members
        return names[one % len(names)], names[other % len(names)]

    def does(self, work: Coroutine[Any, Any, Any]) -> bool:
        """Do the work; whether the server accepted it."""
        try:
            self.run(work)
        except AppError:
            return False
        return True

    @precondition(lambda self: len(self.model.members) < MOST_MEMBERS)
    @rule()
    def sign_up(self) -> None:
        name = f"member{len(self.model.members)}"
        member = self.run(self._signed_up(name))
        self.model.members.append(name)
        self.screens[name] = self.run(Screens.of(member))
        self.world.watches.clear()  # the model is the reference here; running every query again each time is slow

    async def _signed_up(self, name: str) -> Member:
        return await in_scenic(await Member.sign_up(self.world, name))

    @rule(one=WHO, other=WHO)
    def asks(self, one: int, other: int) -> None:
        one_name, other_name = self.pair(one, other)
        asking = self._member(one_name).do(
            request_sync, sender_id=self._member(one_name).profile_id, receiver_id=self._member(other_name).profile_id
        )
        assert self.does(asking) == self.model.ask(one_name, other_name)

    @rule(one=WHO, other=WHO)
    def accepts(self, one: int, other: int) -> None:
        one_name, other_name = self.pair(one, other)
        accepting = self._member(one_name).do(accept, request_id=self._request(other_name, one_name))
        assert self.does(accepting) == self.model.accept(one_name, other_name)

    @rule(one=WHO, other=WHO)
    def bounces(self, one: int, other: int) -> None:
        one_name, other_name = self.pair(one, other)
        bouncing = self._member(one_name).do(reject, request_id=self._request(other_name, one_name))
        assert self.does(bouncing) == self.model.bounce(one_name, other_name)

    @rule(one=WHO, other=WHO)
    def detaches(self, one: int, other: int) -> None:
        one_name, other_name = self.pair(one, other)
        detaching = self._member(one_name).do(cancel, request_id=self._request(one_name, other_name))
        assert self.does(detaching) == self.model.detach(one_name, other_name)

    @rule(one=WHO, other=WHO)
    def breaks(self, one: int, other: int) -> None:
        one_name, other_name = self.pair(one, other)
        own, theirs = self._member(one_name).profile_id, self._member(other_name).profile_id
        assert self.does(self._member(one_name).do(break_flow, profile_id=own, other_id=theirs))
        self.model.break_flow(one_name, other_name)

    @rule(one=WHO, other=WHO)
    def blocks(self, one: int, other: int) -> None:
        one_name, other_name = self.pair(one, other)
        blocking = block(self._member(one_name), self._member(other_name))
        assert self.does(blocking) == self.model.block(one_name, other_name)

    @rule(one=WHO, other=WHO)
    def unblocks(self, one: int, other: int) -> None:
        one_name, other_name = self.pair(one, other)
        own, theirs = self._member(one_name).profile_id, self._member(other_name).profile_id
        assert self.does(self._member(one_name).do(unblock_user, blocker_id=own, blocked_id=theirs))
        self.model.unblock(one_name, other_name)

    @rule(one=WHO, other=WHO, with_limit=st.booleans())
    def mutes_or_limits(self, one: int, other: int, with_limit: bool) -> None:
        one_name, other_name = self.pair(one, other)
        theirs = self._member(other_name).profile_id
        if with_limit:
            done = self.does(self._member(one_name).do(limit, profile_id=theirs))
            assert done == self.model.limit(one_name, other_name)
        else:
            done = self.does(self._member(one_name).do(mute, profile_id=theirs))
            assert done == self.model.mute(one_name, other_name)

    @rule(one=WHO, other=WHO, with_limit=st.booleans())
    def takes_that_back(self, one: int, other: int, with_limit: bool) -> None:
        one_name, other_name = self.pair(one, other)
        theirs = self._member(other_name).profile_id
        call, pairs = (unlimit, self.model.limited) if with_limit else (unmute, self.model.muted)
        assert self.does(self._member(one_name).do(call, profile_id=theirs))
        pairs.discard((one_name, other_name))

    @rule(one=WHO)
    def posts_to_cue(self, one: int) -> None:
        name, _ = self.pair(one, one)
        self.run(post(self._member(name), "for my cue", post_type="cue"))
        self.model.cues[name] = self.model.cues.get(name, 0) + 1

    @invariant()
    def screens_show_what_the_model_says(self) -> None:
        for name, screens in self.screens.items():
            self._agree_about_others(name, screens)
            self._agree_about_what_was_told(name, screens)

    @rule(one=WHO, other=WHO)
    def looks_at(self, one: int, other: int) -> None:
        one_name, other_name = self.pair(one, other)
        seen = self.run(self._member(one_name).see(get_profile, user_id=self._member(other_name).user_id))
        assert (seen is None) == self.model.hidden(one_name, other_name)

    def teardown(self) -> None:
        for screens in self.screens.values():
            for watch in vars(screens).values():
                if isinstance(watch, Watch):
                    self.loop.call_soon_threadsafe(watch.close)

    def _agree_about_others(self, name: str, screens: Screens) -> None:
        model, others = self.model, self.model.others(name)
        pairs = {each: frozenset((name, each)) for each in others}
        expected = {
            "incoming": {each for each in others if model.asked.get(pairs[each]) == each},
            "outgoing": {each for each in others if model.asked.get(pairs[each]) == name},
            "cues": {each for each in others if pairs[each] in model.in_flow},
            "blocked": {each for each in others if (name, each) in model.blocked},
            "muted": model.seen(model.muted, name),
            "limited": model.seen(model.limited, name),
        }
        shown = {
            "incoming": {self._name(each.sender_id) for each in screens.incoming.now.requests},
            "outgoing": {self._name(each.receiver_id) for each in screens.outgoing.now.requests},
            "cues": {self._name(each.id) for each in screens.cues.now.page},
            "blocked": {self._name(each.id) for each in screens.blocked.now.page},
            "muted": {self._name(each.id) for each in screens.muted.now.page},
            "limited": {self._name(each.id) for each in screens.limited.now.page},
        }
        assert shown == expected

    def _agree_about_what_was_told(self, name: str, screens: Screens) -> None:
        model = self.model
        told = {(name, self._name(each.sender.id), each.subject) for each in screens.told.now.page}
        assert told == {each for each in model.told if each[0] == name}
        assert screens.progress.now.progress.sync_flowed == model.syncs.get(name, 0)
        by = [self._member(each).user_id for each in model.members if model.sees_cues_of(name, each)]
        assert {each.user_id for each in screens.wall.now.page} <= set(by)
        expected = sum(number for each, number in model.cues.items() if model.sees_cues_of(name, each))
        assert len(screens.wall.now.page) == expected

    def _member(self, name: str) -> Member:
        return self.screens[name].member

    def _name(self, profile_id: str) -> str:
        return next(name for name, each in self.screens.items() if each.member.profile_id == profile_id)

    def _request(self, sender: str, receiver: str) -> FlowRequestId:
        """The id of these two members' pending request, from the sender's screen."""
        to = self._member(receiver).profile_id
        found = [each.id for each in self.screens[sender].outgoing.now.requests if each.receiver_id == to]
        return FlowRequestId(found[0] if found else "a" * 26)


@pytest.mark.timeout(7200 if os.environ.get("INFLOW_SOAK") else 120)
async def test_whatever_members_do_the_screens_agree_with_the_model(world: World) -> None:
    Lives.world, Lives.loop = world, asyncio.get_running_loop()
    lives = settings(
        max_examples=LIVES,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )

    await asyncio.to_thread(run_state_machine_as_test, Lives, settings=lives)
