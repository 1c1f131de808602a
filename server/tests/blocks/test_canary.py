"""No query shows a blocked member any data of the member who blocked them, queries of the future included.

Every text that Zyzzyva typed contains her name, and everything she made has an id. After the block, no query's answer
contains any of them. A new query with a parameter that this test does not know fails it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest
from tests.grids.fotos import grid
from tests.imports.ready import ready_import
from tests.members import Member
from tests.moderation.cases import reported
from tests.product import block, draft, in_scenic, nothing_proposed, on_the_edge, post
from tests.world import Person, Watch, World

from inflow.app.functions import registry
from inflow.comments.mutations import create as comment
from inflow.flow_requests.mutations import accept, request_sync
from inflow.messages.mutations import open_conversation, send_message
from inflow.niches.mutations import create_proposal
from inflow.notifications.queries import get_notifications
from inflow.posts.visibility import may_see
from inflow.profiles.mutations import update_profile_image, update_quote
from inflow.reactions.mutations import react
from inflow.saves.mutations import save
from inflow.users.queries import me
from reflow.errors import AppError, PlainError
from reflow.functions import Function, Query
from reflow.values import encode

ONES_OWN_LIST = "profiles:getBlockedUsers"
"""The one query in which the blocking member still sees the blocked one."""


@dataclass
class Life:
    """The data that a member made, and the words and ids that identify it."""

    member: Member
    name: str
    posts: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    grids: list[str] = field(default_factory=list)
    photos: list[str] = field(default_factory=list)
    conversations: list[str] = field(default_factory=list)
    notifications: list[str] = field(default_factory=list)
    cases: list[str] = field(default_factory=list)
    drafts: list[str] = field(default_factory=list)
    imports: list[str] = field(default_factory=list)

    async def write_to(self, other: Member) -> str:
        own = self.member.profile_id
        conversation = await self.member.do(open_conversation, profile_id=own, other_id=other.profile_id)
        given = {"conversation_id": conversation, "sender_id": own, "receiver_id": other.profile_id}
        await self.member.do(send_message, **given, content=f"{self.name} waits at low tide", type="text")
        return conversation

    @property
    def traces(self) -> list[str]:
        """Texts and ids that the other member must not see. Comments' ids are allowed: replies by others stay and refer
        to them.
        """
        own = [self.name, self.member.user_id, self.member.profile_id, self.member.clerk_id]
        return [*own, *self.posts, *self.grids, *self.photos, *self.drafts, *self.imports]

    async def post(self, **more: Any) -> str:
        made = await post(self.member, f"{self.name} at low tide", alt_text=f"The {self.name}", **more)
        self.posts.append(made)
        return made

    async def comment(self, on: str, reply_to: str | None = None) -> str:
        mine = await self.member.see(me)
        assert mine is not None
        made = await self.member.do(
            comment,
            content=f"{self.name} was here",
            post_id=on,
            reply_to_id=reply_to,
            user_id=self.member.user_id,
            username=mine.username,
        )
        self.comments.append(made.id)
        return made.id


@pytest.fixture
async def lives(world: World) -> tuple[Life, Life, Life]:
    """Zyzzyva, Quokka and Carol, who are all in flow, and commented on each other's posts."""
    zyzzyva, quokka, carol = [
        Life(await in_scenic(await Member.sign_up(world, name)), name) for name in ("zyzzyva", "quokka", "carol")
    ]
    for one, other in itertools.combinations((zyzzyva, quokka, carol), 2):
        asked = await one.member.do(request_sync, sender_id=one.member.profile_id, receiver_id=other.member.profile_id)
        await other.member.do(accept, request_id=asked.id)
    for life in (zyzzyva, quokka, carol):
        await life.member.do(update_quote, profile_id=life.member.profile_id, quote=f"{life.name} forever")
        await life.post()
        await life.post(post_type="cue")
        life.grids.append((await grid(life.member, "landscape", life.posts)).id)
        await life.member.do(update_profile_image, user_id=life.member.user_id, image_url=await life.member.upload())
        life.photos += await _photos(world, life)
        life.drafts.append(await draft(life.member, f"{life.name} later"))
        life.imports.append(await ready_import(life.member, life.name))
    await nothing_proposed(world)
    await (await on_the_edge(zyzzyva.member)).do(create_proposal, name="golden hour")
    for one, other in itertools.permutations((zyzzyva, quokka, carol), 2):
        for each in other.posts:
            thread = await one.comment(each)
            await one.member.do(react, post_id=each, reaction="ciao")
            await one.member.do(save, post_id=each)
            await other.comment(each, reply_to=thread)
        one.conversations.append(await one.write_to(other.member))
    for one, other in itertools.permutations((zyzzyva, quokka), 2):
        other.cases.append(await reported(one.member, "post", other.posts[0]))
    for life in (zyzzyva, quokka, carol):
        shown = await life.member.see(get_notifications, profile_id=life.member.profile_id, type="post_comment")
        life.notifications += [each.id for each in shown.page]
    return zyzzyva, quokka, carol


async def test_the_blocked_and_the_blocker_see_nothing_of_each_other(
    world: World, lives: tuple[Life, Life, Life]
) -> None:
    zyzzyva, quokka, _ = lives
    screens = [
        (seer, seen, await _opened(seer.member, question))
        for seer, seen in ((quokka, zyzzyva), (zyzzyva, quokka))
        for question in _questions(lives)
    ]
    before = {screen.function.path for _, seen, screen in screens if _shows(screen, seen)}

    await block(zyzzyva.member, quokka.member)

    after = [
        (seer.name, screen.function.path, screen.given, _found(screen, seen))
        for seer, seen, screen in screens
        if _shows(screen, seen) and not (seer is zyzzyva and screen.function.path == ONES_OWN_LIST)
    ]
    assert len(before) >= 15, before
    assert after == []


async def test_neither_opens_the_others_photos(world: World, lives: tuple[Life, Life, Life]) -> None:
    zyzzyva, quokka, carol = lives
    assert len(zyzzyva.photos) == 3  # two posts and her profile picture
    assert all([await may_see(world.database, quokka.member.clerk_id, each) for each in zyzzyva.photos])

    await block(zyzzyva.member, quokka.member)

    for one, other in ((quokka, zyzzyva), (zyzzyva, quokka)):
        assert not any([await may_see(world.database, one.member.clerk_id, each) for each in other.photos])
    assert all([await may_see(world.database, carol.member.clerk_id, each) for each in zyzzyva.photos])


async def test_nobody_without_an_account_is_answered(lives: tuple[Life, Life, Life], stranger: Person) -> None:
    answers = [
        (function.path, await _answer(stranger, function, given))
        for function, given in _questions(lives)
        if function.path != me.path
    ]

    assert {answer for _, answer in answers} == {"unauthenticated"}, answers


def _questions(lives: tuple[Life, Life, Life]) -> Iterator[tuple[Query[Any, Any], dict[str, Any]]]:
    """Every query, with every combination of arguments from the three members' data."""
    for function in registry():
        if isinstance(function, Query):
            fields = msgspec.structs.fields(function.arguments)
            choices = [_choices(function, each, lives) for each in fields]
            for chosen in itertools.product(*choices):
                yield function, {name: value for name, value in chosen if value is not None}


def _choices(
    function: Function[..., Any], parameter: msgspec.structs.FieldInfo, lives: tuple[Life, Life, Life]
) -> list[tuple[str, Any]]:
    """The arguments to try. Of the optional parameters, only those that take one of a few words get any."""
    words = [each for each in (parameter.type, *get_args(parameter.type)) if get_origin(each) is Literal]
    if words:
        return [(parameter.name, word) for word in get_args(words[0])]
    if not parameter.required:
        return [(parameter.name, None)]
    known: dict[str, list[Any]] = {
        "user_id": [life.member.user_id for life in lives],
        "clerk_id": [life.member.clerk_id for life in lives],
        "profile_id": [life.member.profile_id for life in lives],
        "user_ids": [[life.member.user_id for life in lives]],
        "profile_ids": [[life.member.profile_id for life in lives]],
        "post_id": [each for life in lives for each in life.posts],
        "comment_id": [each for life in lives for each in life.comments],
        "notification_id": [each for life in lives for each in life.notifications],
        "grid_id": [each for life in lives for each in life.grids],
        "username": [life.member.username for life in lives],
        "nook_type": ["scenic"],
        "conversation_id": [each for life in lives for each in life.conversations],
        "import_id": [each for life in lives for each in life.imports],
        "draft_id": [each for life in lives for each in life.drafts],
        "case_id": [each for life in lives for each in life.cases],
        "version": [1],
        "since": [datetime.now(UTC) - timedelta(days=3)],
        "endpoint": ["https://push.example.org/nobody"],
        "text": [life.name[:length] for life in lives for length in (1, 3, len(life.name))],
    }
    known |= dict.fromkeys(("profile1_id", "profile2_id", "sender_id", "receiver_id"), known["profile_id"])
    assert parameter.name in known, f"What shall {function.path} be asked with as {parameter.name}?"
    return [(parameter.name, value) for value in known[parameter.name]]


async def _opened(person: Member, question: tuple[Query[Any, Any], dict[str, Any]]) -> Watch[Any]:
    function, given = question
    return await person.watch(function, **given)


def _shows(screen: Watch[Any], seen: Life) -> bool:
    return bool(_found(screen, seen))


def _found(screen: Watch[Any], seen: Life) -> list[str]:
    """The traces of this life on a screen."""
    evaluation = screen.evaluation
    text = str(evaluation.raised) if evaluation.raised is not None else encode(evaluation.returned)
    return [trace for trace in seen.traces if trace in text.lower()]


async def _answer(person: Person, function: Query[Any, Any], given: dict[str, Any]) -> str:
    try:
        return encode(await person.see(function, **given))
    except AppError as error:
        return error.code
    except PlainError as error:
        return str(error)


async def _photos(world: World, life: Life) -> list[str]:
    async with world.database.connection() as connection:
        rows = await connection.text("SELECT id FROM media WHERE owner_id = $1", life.member.clerk_id)
    return [row.id for row in rows]
