"""Members post, report, block and delete while two moderators act, reverse and decide appeals, in random order: each
open screen always shows what it should, and once every measure is reversed, all that was not deleted is as it was.

With INFLOW_SOAK it runs longer.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from tests.members import Member
from tests.moderation.cases import reported, with_account, with_role
from tests.product import block, in_scenic, post
from tests.world import Watch, World

from inflow.grids.mutations import delete_post
from inflow.moderation.mutations import act, appeal, decide_appeal, dismiss, reverse
from inflow.moderation.queries import get_appeals
from inflow.moderation.rules import CaseId, MeasureId, MeasureKind
from inflow.posts.queries import get_post, get_sphere_posts
from inflow.posts.rules import PostId
from inflow.profiles.mutations import unblock_user
from reflow.errors import AppError
from reflow.pagination import PaginationOpts

T = TypeVar("T")

LIVES, STEPS = (200, 60) if os.environ.get("INFLOW_SOAK") else (10, 40)
MEMBERS, MODERATORS = 3, 2
WHO = st.integers(min_value=0, max_value=MEMBERS - 1)
MODERATOR = st.integers(min_value=0, max_value=MODERATORS - 1)
ANY = st.integers(min_value=0, max_value=99)
"""Chooses among things that come and go: the number is taken modulo how many there are."""
DAYS: dict[MeasureKind, int] = {"suspend": 7, "restrict": 7}
ROW = "SELECT t::text AS row FROM posts t WHERE id = $1"


@dataclass
class Foto:
    """A foto of the model: its row as it was posted, and each member's own screen with it."""

    id: PostId
    author: int
    row: str
    screens: list[Watch[Any]]


@dataclass
class Measure:
    """A measure in force, and whether the member concerned has appealed."""

    id: MeasureId
    kind: MeasureKind
    member: int
    foto: PostId | None
    by: int
    appealed: bool = False


@dataclass
class Model:
    """What is so, as far as it concerns who sees what."""

    fotos: list[Foto] = field(default_factory=list)
    measures: list[Measure] = field(default_factory=list)
    cases: dict[CaseId, tuple[int, PostId | None]] = field(default_factory=dict)
    blocks: set[tuple[int, int]] = field(default_factory=set)

    def sees(self, viewer: int, foto: Foto) -> bool:
        """Whether a member has this foto on a screen of its own."""
        return not (
            any(each.kind == "remove" and each.foto == foto.id for each in self.measures)
            or self.is_hidden(viewer, foto.author)
        )

    def is_on_wall_of(self, viewer: int, foto: Foto) -> bool:
        """Whether a member has this foto on the sphere's wall."""
        unlisted = any(each.kind == "unlist" and each.foto == foto.id for each in self.measures)
        return self.sees(viewer, foto) and not unlisted

    def is_hidden(self, viewer: int, other: int) -> bool:
        """Whether a member sees nothing of another."""
        return self.is_suspended(other) or bool({(viewer, other), (other, viewer)} & self.blocks)

    def is_suspended(self, member: int) -> bool:
        """Whether a member is suspended or banned."""
        return any(each.kind in ("suspend", "ban") and each.member == member for each in self.measures)

    def is_restricted(self, member: int) -> bool:
        """Whether a member may not post."""
        return any(each.kind == "restrict" and each.member == member for each in self.measures)


class Schedules(RuleBasedStateMachine):
    """Three members and two moderators of one Inflow; each life begins with new ones."""

    world: World
    loop: asyncio.AbstractEventLoop

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.members = [self.run(self._signed_up(f"member{each}")) for each in range(MEMBERS)]
        self.moderators = [self.run(self._moderator(f"moderator{each}")) for each in range(MODERATORS)]
        many = PaginationOpts(num_items=100)
        self.walls = [self.run(each.watch(get_sphere_posts, pagination_opts=many)) for each in self.members]
        self.world.watches.clear()  # the model is the reference here; running every query again each time is slow

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def does(self, work: Coroutine[Any, Any, Any]) -> str | None:
        """Do the work; the code by which the server refused it."""
        try:
            self.run(work)
        except AppError as refusal:
            return refusal.code
        return None

    async def _signed_up(self, name: str) -> Member:
        return await with_account(await in_scenic(await Member.sign_up(self.world, name)))

    async def _moderator(self, name: str) -> Member:
        return await with_role(await self._signed_up(name), "moderator")

    async def _row(self, foto: PostId) -> str:
        async with self.world.database.connection() as connection:
            return "".join(each["row"] for each in await connection.text(ROW, foto))

    @rule(who=WHO)
    def posts(self, who: int) -> None:
        if len(self.model.fotos) >= MEMBERS * 2 or self.model.is_suspended(who):
            return
        member = self.members[who]
        if self.model.is_restricted(who):
            assert self.does(post(member, "Low tide")) == "restricted"
            return
        made = self.run(post(member, "Low tide"))
        screens = [self.run(each.watch(get_post, post_id=made)) for each in self.members]
        self.world.watches.clear()
        self.model.fotos.append(Foto(made, who, self.run(self._row(made)), screens))

    @rule(which=ANY)
    def deletes(self, which: int) -> None:
        if not self.model.fotos:
            return
        foto = self.model.fotos.pop(which % len(self.model.fotos))
        self.run(self.members[foto.author].do(delete_post, post_id=foto.id))
        for screen in foto.screens:
            assert screen.now is None
            self.loop.call_soon_threadsafe(screen.close)

    @rule(one=WHO, other=WHO)
    def blocks(self, one: int, other: int) -> None:
        if one != other and not self.model.is_suspended(one) and not self.model.is_hidden(one, other):
            self.run(block(self.members[one], self.members[other]))
            self.model.blocks.add((one, other))

    @rule(one=WHO, other=WHO)
    def unblocks(self, one: int, other: int) -> None:
        if one != other and (one, other) in self.model.blocks:
            own, theirs = self.members[one].profile_id, self.members[other].profile_id
            self.run(self.members[one].do(unblock_user, blocker_id=own, blocked_id=theirs))
            self.model.blocks.discard((one, other))

    @rule(who=WHO, which=ANY)
    def reports_a_foto(self, who: int, which: int) -> None:
        if not self.model.fotos:
            return
        foto = self.model.fotos[which % len(self.model.fotos)]
        if foto.author == who or self.model.is_suspended(who):
            return
        self._reports(who, foto.author, "post", foto.id, is_seen=self.model.sees(who, foto))

    @rule(who=WHO, other=WHO)
    def reports_a_member(self, who: int, other: int) -> None:
        if who != other and not self.model.is_suspended(who):
            is_seen = not self.model.is_hidden(who, other)
            self._reports(who, other, "profile", self.members[other].profile_id, is_seen=is_seen)

    def _reports(self, who: int, about: int, kind: Any, subject: str, *, is_seen: bool) -> None:
        if is_seen:
            case = CaseId(self.run(reported(self.members[who], kind, subject)))
            self.model.cases[case] = (about, PostId(subject) if kind == "post" else None)
        else:
            assert self.does(reported(self.members[who], kind, subject)) == "not_found"

    @rule(who=MODERATOR, which=ANY, kind=st.sampled_from(["remove", "unlist", "warn", "restrict", "suspend", "ban"]))
    def acts(self, who: int, which: int, kind: MeasureKind) -> None:
        if not self.model.cases:
            return
        case = list(self.model.cases)[which % len(self.model.cases)]
        about, foto_id = self.model.cases[case]
        work = self.moderators[who].do(act, case_id=case, measure=kind, reason="other", days=DAYS.get(kind))
        if kind in ("remove", "unlist") and not self._can_be_withheld(foto_id, kind):
            assert self.does(work) in ("not_found", "invalid")
            return
        self.model.measures.append(Measure(self.run(work), kind, about, foto_id, who))
        del self.model.cases[case]

    def _can_be_withheld(self, foto_id: PostId | None, kind: MeasureKind) -> bool:
        """A foto that exists and on which no measure does the same, or more."""
        done = {each.kind for each in self.model.measures if each.foto == foto_id}
        exists = any(each.id == foto_id for each in self.model.fotos)
        return exists and "remove" not in done and kind not in done

    @rule(which=ANY, kind=st.sampled_from(["suspend", "ban"]))
    def suspends_twice(self, which: int, kind: MeasureKind) -> None:
        """Both cases are open before the first suspension: later no one can report the member."""
        before = len(self.model.cases)
        for foto in self.model.fotos[which % len(self.model.fotos) :][:1] if self.model.fotos else []:
            reporter = (foto.author + 1) % MEMBERS
            self.reports_a_foto(who=reporter, which=which)
            self.reports_a_member(who=reporter, other=foto.author)
        for number in range(before, len(self.model.cases)):
            self.acts(who=number % MODERATORS, which=before, kind="suspend" if number == before else kind)

    @rule(who=MODERATOR, which=ANY)
    def dismisses(self, who: int, which: int) -> None:
        if self.model.cases:
            case = list(self.model.cases)[which % len(self.model.cases)]
            self.run(self.moderators[who].do(dismiss, case_id=case))
            del self.model.cases[case]

    @rule(who=MODERATOR, which=ANY)
    def reverses(self, who: int, which: int) -> None:
        if self.model.measures:
            measure = self.model.measures.pop(which % len(self.model.measures))
            self.run(self.moderators[who].do(reverse, measure_id=measure.id))

    @rule(which=ANY)
    def appeals(self, which: int) -> None:
        if not self.model.measures:
            return
        measure = self.model.measures[which % len(self.model.measures)]
        refused = self.does(self.members[measure.member].do(appeal, measure_id=measure.id, words="Not me"))
        assert (refused is not None) == measure.appealed
        measure.appealed = True

    @rule(which=ANY, granted=st.booleans())
    def decides(self, which: int, granted: bool) -> None:  # Hypothesis passes it by name
        appealed = [each for each in self.model.measures if each.appealed]
        if not appealed:
            return
        measure = appealed[which % len(appealed)]
        waiting = {each.measure_id: each.id for each in self.run(self.moderators[0].see(get_appeals))}
        if measure.id not in waiting:
            return  # refused before
        by, other = self.moderators[measure.by], self.moderators[1 - measure.by]
        assert self.does(by.do(decide_appeal, appeal_id=waiting[measure.id], granted=granted)) == "forbidden"
        self.run(other.do(decide_appeal, appeal_id=waiting[measure.id], granted=granted))
        if granted:
            self.model.measures.remove(measure)

    @invariant()
    def screens_show_what_the_model_says(self) -> None:
        model = self.model
        for viewer, wall in enumerate(self.walls):
            if model.is_suspended(viewer):
                continue  # their pages are closed
            shown = {each.id for each in wall.now.page}
            for foto in model.fotos:
                assert (foto.screens[viewer].now is not None) == model.sees(viewer, foto), (viewer, foto.author)
                assert (foto.id in shown) == model.is_on_wall_of(viewer, foto), (viewer, foto.author)

    def teardown(self) -> None:
        for measure in self.model.measures:
            self.run(self.moderators[0].do(reverse, measure_id=measure.id))
        self.model.measures.clear()
        self.screens_show_what_the_model_says()
        for foto in self.model.fotos:
            assert self.run(self._row(foto.id)) == foto.row
        for watch in (*self.walls, *(screen for foto in self.model.fotos for screen in foto.screens)):
            self.loop.call_soon_threadsafe(watch.close)


@pytest.mark.timeout(7200 if os.environ.get("INFLOW_SOAK") else 300)
async def test_whatever_members_and_moderators_do_screens_are_right_and_reversals_restore_everything(
    world: World,
) -> None:
    Schedules.world, Schedules.loop = world, asyncio.get_running_loop()
    lives = settings(
        max_examples=LIVES,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )

    await asyncio.to_thread(run_state_machine_as_test, Schedules, settings=lives)
