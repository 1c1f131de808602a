"""Who may do what: one row for every call, which `test_authorization.py` holds all calls to.

A row gives a valid call of the owner's, and what comes of it for each caller. Words for outcomes: a refusal's code;
`nothing` (null, an empty list, zero, false) or `something` for a query; `done` for a mutation or an action.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tests.comments.threads import comment
from tests.grids.fotos import grid
from tests.members import Member
from tests.product import ask, block, in_flow, in_scenic, nothing_proposed, on_the_edge, post
from tests.world import Person, World

from inflow.messages.mutations import open_conversation, send_message
from inflow.niches.mutations import create_proposal
from reflow.auth import Identity

CALLERS: Final = ("anonymous", "deleted", "other", "blocked", "blocker", "owner")
"""`blocked` is blocked by the owner, `blocker` blocked the owner; `deleted` has a token of an account that is gone."""

Given = dict[str, Any]


@dataclass
class Cast:
    """A world with an owner of everything, and those who are not."""

    people: dict[str, Person]
    owner: Member
    friend: Member
    other: Member
    asker: Member
    foto: str
    second: str
    grid: str
    proposal: str
    photo: str
    words: str
    request: str
    asked: str
    conversation: str
    message: str
    notification: str


async def cast(world: World) -> Cast:
    """A new one, who know nobody from before."""
    owner, friend, other, asker, blocked, blocker, new = [
        await in_scenic(await Member.sign_up(world, name))
        for name in ("owner", "friend", "other", "asker", "blocked", "blocker", "new")
    ]
    await in_flow(owner, friend)
    foto = await post(owner, "Low tide")
    second = await post(owner, "High tide")
    collage = await grid(owner, "landscape", [foto, second])
    await post(other, "for everybody")
    await nothing_proposed(world)
    proposal = await (await on_the_edge(owner)).do(create_proposal, name="golden hour")
    words = await comment(owner, foto, "my own words")
    await comment(friend, foto, "words of a friend")
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
    people = {"other": other, "blocked": blocked, "blocker": blocker, "owner": owner, "deleted": deleted}
    people["anonymous"] = Person(world, None)
    photo = await owner.upload()
    made = (foto, second, collage.id, proposal.id, photo, words, request, asked, conversation, sent.id, notification)
    return Cast(people, owner, friend, other, asker, *made)


async def _notification(world: World, owner: Member) -> str:
    async with world.database.connection() as connection:
        (row, *_) = await connection.text(
            "SELECT id FROM notifications WHERE member_id = $1 AND type = 'post_comment'", owner.user_id
        )
    found: str = row.id
    return found


@dataclass(frozen=True)
class Row:
    """One call's row: outcomes for `CALLERS`, in order."""

    given: Callable[[Cast], Given]
    outcomes: tuple[str, ...]


def _row(given: Callable[[Cast], Given], signed_in: str, owner: str) -> Row:
    """Everybody must be signed in.

    Args:
        signed_in: The outcomes for another member, one blocked by the owner and one who blocked them; or one for all.
    """
    three = signed_in.split()
    others = three if len(three) == 3 else three * 3
    return Row(given, ("unauthenticated", "unauthenticated", *others, owner))


def _public(given: Callable[[Cast], Given]) -> Row:
    return _row(given, "something", "something")


def _seen(given: Callable[[Cast], Given]) -> Row:
    """Something of the owner's that all see but those with a block between them."""
    return _row(given, "something nothing nothing", "something")


def _private(given: Callable[[Cast], Given]) -> Row:
    return _row(given, "forbidden", "something")


def _only_self(given: Callable[[Cast], Given]) -> Row:
    """Done by the owner; nobody else may do it in their name."""
    return _row(given, "forbidden", "done")


def _only_owner(given: Callable[[Cast], Given]) -> Row:
    """Done to what is the owner's; to all others it is not there."""
    return _row(given, "not_found", "done")


def _profile(c: Cast) -> Given:
    return {"profileId": c.owner.profile_id}


def _user(c: Cast) -> Given:
    return {"userId": c.owner.user_id}


def _identity(c: Cast) -> Given:
    return {"clerkId": c.owner.clerk_id}


def _foto(c: Cast) -> Given:
    return {"postId": c.foto}


def _pair(c: Cast, one: str, other: str) -> Given:
    return {one: c.owner.profile_id, other: c.other.profile_id}


def _comment(c: Cast) -> Given:
    return {"content": "more", "postId": c.foto, "userId": c.owner.user_id, "username": c.owner.username}


def _new_foto(c: Cast) -> Given:
    fixed = {"ratio": "landscape", "nookType": "scenic", "caption": "", "postType": "sphere"}
    return {"userId": c.owner.user_id, "imageUrl": c.photo, **fixed}


def _new_grid(c: Cast) -> Given:
    return {**_user(c), "layout": "landscape", "imageIds": [c.second, c.foto], "imageUrls": []}


def _user_again(c: Cast) -> Given:
    """What they signed up with."""
    name = {"username": c.owner.username, "fullName": "Owner Doe"}
    return {**_identity(c), **name, "email": f"{c.owner.username}@example.org", "dateOfBirth": "1990-01-01"}


def _profile_again(c: Cast) -> Given:
    name = {"username": c.owner.username, "fullName": "Owner Doe"}
    return {**_user(c), **name, "imageUrl": "", "nookType": "scenic"}


def _message(c: Cast) -> Given:
    sent = {"content": "hello", "type": "text", "conversationId": c.conversation}
    return {**sent, "senderId": c.owner.profile_id, "receiverId": c.friend.profile_id}


def _conversation(c: Cast) -> Given:
    return {"conversationId": c.conversation}


def _browser(c: Cast) -> Given:
    # The public key of RFC 8291's example.
    p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    keys = {"p256dh": p256dh, "auth": "BTBZMqHH6r4Tts7J_aSIgg"}
    return {"endpoint": f"https://push.example.org/{c.foto}", "keys": keys}


def _nothing(_: Cast) -> Given:
    return {}


MATRIX: Final[dict[str, Row]] = {
    "comments:count": _seen(_foto),
    "comments:create": _only_self(_comment),
    "comments:list": _seen(_foto),
    "comments:remove": _only_owner(lambda c: {"commentId": c.words}),
    "comments:replies": _row(lambda c: {"commentId": c.words}, "nothing", "nothing"),
    "flowRequests:accept": _only_owner(lambda c: {"requestId": c.request}),
    "flowRequests:cancel": _only_owner(lambda c: {"requestId": c.asked}),
    "flowRequests:checkExistingRequest": _row(
        lambda c: {"profile1_id": c.owner.profile_id, "profile2_id": c.asker.profile_id}, "forbidden", "something"
    ),
    "flowRequests:checkPending": _row(
        lambda c: {"sender_id": c.asker.profile_id, "receiver_id": c.owner.profile_id}, "forbidden", "something"
    ),
    "flowRequests:getIncoming": _private(lambda c: {"profile_id": c.owner.profile_id}),
    "flowRequests:getOutgoing": _private(lambda c: {"profile_id": c.owner.profile_id}),
    "flowRequests:getStanding": _public(lambda c: {"profile_id": c.owner.profile_id}),
    "flowRequests:reject": _only_owner(lambda c: {"requestId": c.request}),
    "flowRequests:requestSync": _only_self(lambda c: _pair(c, "sender_id", "receiver_id")),
    "grids:createGrid": _only_self(_new_grid),
    "grids:deleteGrid": _only_owner(lambda c: {"gridId": c.grid}),
    "grids:getGrid": _seen(lambda c: {"gridId": c.grid}),
    "grids:getUserGrids": _seen(_user),
    "messages:archiveConversation": _only_owner(lambda c: {**_conversation(c), "archived": True}),
    "messages:deleteConversation": _only_owner(_conversation),
    "messages:deleteMessage": _only_owner(lambda c: {"messageId": c.message}),
    "messages:getConversation": _row(_conversation, "nothing", "something"),
    "messages:getConversations": _private(_profile),
    "messages:getMessages": _row(_conversation, "not_found", "something"),
    "messages:getReceipts": _row(_conversation, "not_found", "something"),
    "messages:getTyping": _row(_conversation, "not_found", "nothing"),
    "messages:getUnread": _row(_profile, "forbidden", "nothing"),
    "messages:markAsRead": _only_owner(_conversation),
    "messages:openConversation": _only_self(
        lambda c: {"profileId": c.owner.profile_id, "otherId": c.friend.profile_id}
    ),
    "messages:searchConversations": _private(lambda c: {**_profile(c), "text": "friend"}),
    "messages:sendMessage": _only_owner(_message),
    "messages:setTyping": _only_owner(_conversation),
    "niches:createProposal": _row(lambda _: {"name": "blue hour"}, "forbidden", "conflict"),
    "niches:getActiveProposal": _public(_nothing),
    "niches:getNooks": _public(_nothing),
    "niches:voteOnProposal": _row(lambda c: {"proposalId": c.proposal, "vote": True}, "forbidden", "done"),
    "notifications:getNotifications": _private(_profile),
    "notifications:getPreferences": _private(_profile),
    "notifications:getUnreadCount": _private(_profile),
    "notifications:markAsRead": _only_owner(lambda c: {"notificationId": c.notification}),
    "posts:createPost": _only_self(_new_foto),
    "posts:deletePost": _only_owner(_foto),
    "posts:getCuePosts": _row(_nothing, "nothing", "nothing"),
    "posts:getCuratorPosts": _private(_user),
    "posts:getPost": _seen(_foto),
    "posts:getPostsByNook": _public(lambda _: {"nookType": "scenic", "paginationOpts": {"numItems": 100}}),
    "posts:getSpherePosts": _public(lambda _: {"paginationOpts": {"numItems": 100}}),
    "posts:getUserPosts": _seen(_user),
    "profiles:blockUser": _only_self(lambda c: _pair(c, "blockerId", "blockedId")),
    "profiles:breakFlow": _only_self(lambda c: {**_profile(c), "otherId": c.friend.profile_id}),
    "profiles:createProfile": _only_self(_profile_again),
    "profiles:getAllProfiles": _public(_nothing),
    "profiles:getBlockedUsers": _private(_profile),
    "profiles:getCurators": _row(lambda _: {"nookType": "nowhere"}, "nothing", "nothing"),
    "profiles:getProfile": _seen(_user),
    "profiles:getProfileById": _seen(_profile),
    "profiles:getSuggested": _public(_nothing),
    "profiles:getSyncFlowConnections": _seen(_profile),
    "profiles:search": _seen(lambda c: {"text": c.owner.username}),
    "profiles:unblockUser": _only_self(lambda c: _pair(c, "blockerId", "blockedId")),
    "profiles:updateNotificationCount": _only_self(
        lambda c: {**_profile(c), "count": 0, "lastCheck": "2026-01-01T00:00:00.000Z"}
    ),
    "profiles:updateNotificationPreferences": _only_self(
        lambda c: {**_profile(c), "postNotifications": True, "commentNotifications": False}
    ),
    "profiles:updatePrivacy": _only_self(lambda c: {**_profile(c), "allowSyncflow": False}),
    "profiles:updateProfile": _only_self(lambda c: {**_profile(c), "fullName": "Somebody Else"}),
    "profiles:updateProfileImage": _only_self(lambda c: {**_user(c), "imageUrl": c.photo}),
    "profiles:updateQuote": _only_self(lambda c: {**_profile(c), "quote": "Tide waits for no one"}),
    "push:getPublicKey": _public(_nothing),
    "push:isSubscribed": _row(lambda c: {"endpoint": f"https://push.example.org/{c.foto}"}, "nothing", "nothing"),
    "push:subscribe": _row(_browser, "done", "done"),
    "push:unsubscribe": _row(lambda c: {"endpoint": f"https://push.example.org/{c.foto}"}, "done", "done"),
    "reactions:counts": _row(_foto, "something", "something"),
    "reactions:react": _row(lambda c: {**_foto(c), "reaction": "ciao"}, "done not_found not_found", "done"),
    "users:createUser": _only_self(_user_again),
    "users:deleteUser": _row(_user, "forbidden", "forbidden"),
    "users:getAllUsers": _public(_nothing),
    "users:getAuraProgress": _private(_user),
    "users:getCurrentNook": _public(_identity),
    "users:getUser": _seen(_identity),
    "users:getUserByClerkId": _seen(_identity),
    "users:me": Row(_nothing, ("nothing", "nothing", "something", "something", "something", "something")),
    "users:updateAuraProgress": _row(_user, "forbidden", "forbidden"),
    "users:updateNook": _row(lambda c: {**_user(c), "newNook": "lifestyle"}, "forbidden", "nook_locked"),
    "users:updateUserNook": _row(lambda c: {**_user(c), "nook": "lifestyle"}, "forbidden", "nook_locked"),
    "users:validateCuratorStatus": _seen(lambda c: {"username": c.owner.username}),
}
