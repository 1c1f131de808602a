"""The people of the authorization matrix, and what they have made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from tests.comments.threads import comment
from tests.grids.fotos import grid
from tests.imports.ready import ready_import
from tests.members import Member
from tests.moderation.cases import reported, with_role
from tests.product import ask, block, in_flow, in_scenic, nothing_proposed, on_the_edge, post
from tests.product import draft as draft_of
from tests.world import Person, World

from inflow.drafts.mutations import schedule
from inflow.exports.progress import replace_export
from inflow.grids.mutations import archive
from inflow.messages.mutations import open_conversation, send_message
from inflow.moderation.mutations import act, appeal, create_invitation
from inflow.moderation.queries import get_appeals
from inflow.niches.mutations import create_proposal
from inflow.policies.mutations import publish
from inflow.policies.queries import get_history
from inflow.posts.further_fotos import NewFoto
from inflow.posts.mutations import edit_caption
from inflow.posts.queries import get_post
from inflow.posts.rules import PostId
from inflow.reactions.mutations import react
from inflow.saves.mutations import create_collection, save
from reflow.auth.tokens import Identity

CALLERS: Final = (
    "anonymous",
    "deleted",
    "other",
    "connection",
    "curator",
    "moderator",
    "operator",
    "blocked",
    "blocker",
    "owner",
)
"""`connection` is in flow with the owner, `curator` a stranger on the edge. `moderator` has that role, and `operator`
the role of an owner of the server. The owner blocked `blocked`, and `blocker` blocked the owner; both were in flow with
the owner before. `deleted` has a token of an account that was deleted. The server refuses an expired token before any
call: see `test_tokens.py`.
"""


@dataclass
class Cast:
    """A world with an owner of everything, and the callers who own none of it.

    Attributes:
        cue: A post by the owner that only their connections may see.
    """

    people: dict[str, Person]
    owner: Member
    friend: Member
    other: Member
    asker: Member
    foto: str
    foto_url: str
    second: str
    cue: str
    grid: str
    collection: str
    draft: str
    scheduled: str
    proposal: str
    photo: str
    words: str
    words_of_friend: str
    request: str
    asked: str
    conversation: str
    message: str
    notification: str
    case: str
    measure: str
    appealed: str
    appeal: str
    invitation: str
    terms: int
    import_id: str


async def cast(world: World) -> Cast:
    """Create new members who have no relations from before."""
    owner, friend, other, curator, asker, blocked, blocker, new, moderator, operator = [
        await in_scenic(await Member.sign_up(world, name))
        for name in (
            *("owner", "friend", "other", "curator", "asker", "blocked", "blocker", "new", "moderator", "operator"),
        )
    ]
    await with_role(moderator, "moderator")
    await with_role(operator, "owner")
    for each in (friend, blocked, blocker):
        await in_flow(owner, each)
    further = (NewFoto(image_url=await owner.upload(), ratio="landscape"),)
    foto = await post(owner, "Low tied", further_fotos=further)
    await owner.do(edit_caption, post_id=foto, caption="Low tide")
    foto_url = await _cropped(owner, foto)
    second = await post(owner, "High tide")
    cue = await post(owner, "Not for everybody", post_type="cue")
    await owner.do(archive, post_id=PostId(await post(owner, "Not to be seen")))
    collage = await grid(owner, "landscape", [foto, second])
    collection = await owner.do(create_collection, name="Sea")
    await owner.do(save, post_id=PostId(foto), collection_id=collection)
    draft, scheduled = [await draft_of(owner, caption) for caption in ("Half tide", "Next tide")]
    in_a_day = datetime.now(UTC) + timedelta(days=1)
    await owner.do(schedule, draft_id=scheduled, version=1, publish_at=in_a_day, post_type="sphere")
    await post(other, "for everybody")
    await nothing_proposed(world)
    proposal = await (await on_the_edge(owner)).do(create_proposal, name="golden hour")
    await on_the_edge(curator)
    words = await comment(owner, foto, "my own words")
    words_of_friend = await comment(friend, foto, "words of a friend")
    await comment(friend, foto, "an answer", to=words)
    await friend.do(react, post_id=foto, reaction="ciao")
    conversation = await owner.do(open_conversation, profile_id=owner.profile_id, other_id=friend.profile_id)
    sent = await owner.do(
        send_message,
        conversation_id=conversation,
        sender_id=owner.profile_id,
        receiver_id=friend.profile_id,
        content="between us",
        type="text",
    )
    request, asked = await ask(asker, owner), await ask(owner, new)
    await block(owner, blocked)
    await block(blocker, owner)
    notification = await _notification(world, owner)
    deleted = Person(world, "deleted")
    deleted.identity = Identity("https://test", "an account that is gone", None, 2e10)
    people: dict[str, Person] = {"anonymous": Person(world, None), "deleted": deleted}
    people |= {"other": other, "connection": friend, "curator": curator}
    people |= {"moderator": moderator, "operator": operator}
    people |= {"blocked": blocked, "blocker": blocker, "owner": owner}
    photo = await owner.upload()
    made = (
        foto,
        foto_url,
        second,
        cue,
        collage.id,
        collection,
        draft,
        scheduled,
        proposal.id,
        photo,
        words,
        words_of_friend,
        request,
        asked,
        conversation,
        sent.id,
        notification,
        *await _cases(owner, other, moderator, foto, words, second),
        await owner.do(create_invitation),
        await _terms(operator),
        await ready_import(owner),
    )
    async with world.database.transaction() as connection:
        await replace_export(connection, owner.clerk_id)
    await world.settle()
    return Cast(people, owner, friend, other, asker, *made)


async def _cropped(owner: Member, foto: str) -> str:
    """Have a foto show a part of its upload; its address."""
    shown = await owner.see(get_post, post_id=foto)
    assert shown is not None
    part = {"ratio": "landscape", "crop": {"x": 0, "y": 0, "width": 0.5, "height": 0.5}, "rotation": 0}
    async with owner.world.database.transaction() as connection:
        cut = {"id": "a" * 10, "wanted": part}
        await connection.text("UPDATE media SET cut = $2 WHERE id = $1", shown.image_url.split("/")[2], cut)
    return shown.image_url


async def _cases(
    owner: Member, other: Member, moderator: Member, foto: str, words: str, second: str
) -> tuple[str, str, str, str]:
    """An open case about the owner's foto, a measure about their comment, and one that they appealed against."""
    case = await reported(other, "post", foto)
    measure = await moderator.do(act, case_id=await reported(other, "comment", words), measure="warn", reason="spam")
    appealed = await moderator.do(act, case_id=await reported(other, "post", second), measure="warn", reason="spam")
    await owner.do(appeal, measure_id=appealed, words="It was the tide.")
    (open_appeal,) = [each.id for each in await moderator.see(get_appeals) if each.measure_id == appealed]
    return case, measure, appealed, open_appeal


async def _terms(operator: Member) -> int:
    """The number of the newest terms, which nobody has to accept."""
    before = max((each.version for each in await operator.see(get_history, kind="terms")), default=0)
    return await operator.do(publish, kind="terms", text=f"Terms {before + 1} of {operator.username}", after=before)


async def _notification(world: World, owner: Member) -> str:
    async with world.database.connection() as connection:
        (row, *_) = await connection.text(
            "SELECT id FROM notifications WHERE member_id = $1 AND type = 'post_comment'", owner.user_id
        )
    found: str = row.id
    return found
