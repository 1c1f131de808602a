"""Which callers may make each call: one row for every call. `test_authorization.py` checks every call against its row.

A row gives a valid call by the owner, and the outcome for each caller. Words for outcomes: a refusal's code; `nothing`
(null, an empty list, zero, false) or `something` for a query; `done` for a mutation or an action.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from tests.app.cast import CALLERS, Cast

from inflow.core.ids import new_id

Given = dict[str, Any]


@dataclass(frozen=True)
class Row:
    """One call's row: outcomes for `CALLERS`, in order.

    Attributes:
        trace: Text that a query's answer must contain to be `something`, where the query also lists the data of others.
    """

    given: Callable[[Cast], Given]
    outcomes: tuple[str, ...]
    trace: Callable[[Cast], str] | None = None


def _row(
    given: Callable[[Cast], Given],
    signed_in: str,
    owner: str,
    *,
    connection: str | None = None,
    curator: str | None = None,
    moderator: str | None = None,
    operator: str | None = None,
    trace: Callable[[Cast], str] | None = None,
) -> Row:
    """A call that every caller must be signed in for.

    Args:
        signed_in: The outcomes for another member, a member whom the owner blocked and a member who blocked the owner;
            or one outcome for all three.
        connection: The outcome for a member in flow with the owner, if it differs from that for another member.
        curator: The same for a curator on the edge.
        moderator: The same for a moderator.
        operator: The same for an owner of the server; by default as for a moderator.
    """
    three = signed_in.split()
    other, blocked, blocker = three if len(three) == 3 else three * 3
    team = (moderator or other, operator or moderator or other)
    strangers = (other, connection or other, curator or other, *team, blocked, blocker)
    return Row(given, ("unauthenticated", "unauthenticated", *strangers, owner), trace)


def _public(given: Callable[[Cast], Given]) -> Row:
    return _row(given, "something", "something")


def _seen(given: Callable[[Cast], Given]) -> Row:
    """Data of the owner's that all members see, except those with a block between them and the owner."""
    return _row(given, "something nothing nothing", "something")


def _private(given: Callable[[Cast], Given]) -> Row:
    return _row(given, "forbidden", "something")


def _only_self(given: Callable[[Cast], Given]) -> Row:
    """The owner may do it; other members may not do it in the owner's name."""
    return _row(given, "forbidden", "done")


def _only_owner(given: Callable[[Cast], Given]) -> Row:
    """The owner may do it to their own data; other members are told that it does not exist."""
    return _row(given, "not_found", "done")


def _shared(given: Callable[[Cast], Given]) -> Row:
    """Both participants of the conversation may do it; other members are told that it does not exist."""
    return _row(given, "not_found", "done", connection="done")


def _for_team(given: Callable[[Cast], Given], moderator: str, operator: str | None = None) -> Row:
    """Only moderators and owners of the server."""
    return _row(given, "forbidden", "forbidden", moderator=moderator, operator=operator)


def _case(c: Cast) -> Given:
    return {"caseId": c.case}


def _profile(c: Cast) -> Given:
    return {"profileId": c.owner.profile_id}


def _other(c: Cast) -> Given:
    return {"profileId": c.other.profile_id}


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


def _three_days_ago(_: Cast) -> Given:
    return {"since": (datetime.now(UTC) - timedelta(days=3)).isoformat()}


def _new_look(c: Cast) -> Given:
    adjustments = {"brightness": 100, "contrast": 100, "saturation": 100}
    # An unknown filter leaves the foto unchanged, so that it needs no content check.
    look = {"filter": "sparkle", "adjustments": adjustments}
    return {"postId": c.foto, "imageUrl": c.foto_url, "ratio": "landscape", **look}


def _new_foto(c: Cast) -> Given:
    fixed = {"ratio": "landscape", "nookType": "scenic", "caption": "", "postType": "sphere"}
    return {"userId": c.owner.user_id, "imageUrl": c.photo, **fixed}


def _new_grid(c: Cast) -> Given:
    return {**_user(c), "layout": "landscape", "imageIds": [c.second, c.foto], "imageUrls": []}


def _user_again(c: Cast) -> Given:
    """The same data that they signed up with."""
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


def _collection(c: Cast) -> Given:
    return {"collectionId": c.collection}


def _draft(c: Cast) -> Given:
    return {"draftId": c.draft, "version": 1}


def _new_draft(c: Cast) -> Given:
    foto = {"mediaId": c.photo.split("/")[2], "ratio": "landscape", "shape": "2:1"}
    return {"caption": "Ebb", "fotos": [foto]}


def _in_a_day() -> str:
    return (datetime.now(UTC) + timedelta(days=1)).isoformat()


def _nothing(_: Cast) -> Given:
    return {}


MATRIX: Final[dict[str, Row]] = {
    "comments:count": _seen(_foto),
    "comments:create": _only_self(_comment),
    "comments:edit": _only_owner(lambda c: {"commentId": c.words, "content": "Higher tide"}),
    "comments:getNotified": _row(lambda c: {"notificationId": c.notification}, "nothing", "something"),
    "comments:getPermission": _seen(_foto),
    **dict.fromkeys(("comments:hide", "comments:unhide"), _only_owner(lambda c: {"commentId": c.words_of_friend})),
    "comments:list": _seen(_foto),
    "comments:remove": _only_owner(lambda c: {"commentId": c.words}),
    "comments:replies": _seen(lambda c: {"commentId": c.words}),
    # `deleted` has an account and no user, as an applicant has, who may take their data along.
    "exports:cancelExport": Row(_nothing, ("unauthenticated", *("done",) * (len(CALLERS) - 1))),
    "exports:getExport": Row(_nothing, ("unauthenticated", *("nothing",) * (len(CALLERS) - 2), "something")),
    "drafts:get": _row(lambda c: {"draftId": c.draft}, "nothing", "something"),
    "drafts:list": _row(_nothing, "nothing", "something"),
    "drafts:publish": _only_owner(lambda c: {**_draft(c), "postType": "sphere"}),
    "drafts:remove": _only_owner(lambda c: {"draftId": c.draft}),
    "drafts:save": _row(_new_draft, "invalid", "done"),
    "drafts:schedule": _only_owner(lambda c: {**_draft(c), "publishAt": _in_a_day(), "postType": "cue"}),
    "drafts:unschedule": _only_owner(lambda c: {"draftId": c.scheduled}),
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
    "flowRequests:getStanding": _row(
        lambda c: {"profile_id": c.owner.profile_id}, "nothing", "nothing", connection="something"
    ),
    "flowRequests:getStandings": _seen(lambda c: {"profile_ids": [c.owner.profile_id]}),
    "flowRequests:reject": _only_owner(lambda c: {"requestId": c.request}),
    "flowRequests:requestSync": _only_self(lambda c: _pair(c, "sender_id", "receiver_id")),
    "grids:createGrid": _only_self(_new_grid),
    "grids:deleteGrid": _only_owner(lambda c: {"gridId": c.grid}),
    "grids:getGrid": _seen(lambda c: {"gridId": c.grid}),
    "grids:getUserGrids": _seen(_user),
    **dict.fromkeys(("imports:cancel", "imports:start"), _only_owner(lambda c: {"importId": c.import_id})),
    "imports:getImport": _row(_nothing, "nothing", "something"),
    "imports:getProblems": _row(lambda c: {"importId": c.import_id}, "nothing", "something"),
    "messages:archiveConversation": _shared(lambda c: {**_conversation(c), "archived": True}),
    "messages:deleteConversation": _shared(_conversation),
    "messages:deleteMessage": _only_owner(lambda c: {"messageId": c.message}),
    "messages:editMessage": _only_owner(lambda c: {"messageId": c.message, "content": "Higher tide", "type": "text"}),
    "messages:getConversation": _row(_conversation, "nothing", "something", connection="something"),
    "messages:getConversations": _private(_profile),
    "messages:getMessages": _row(_conversation, "not_found", "something", connection="something"),
    "messages:getReceipts": _row(_conversation, "not_found", "something", connection="something"),
    "messages:getTyping": _row(_conversation, "not_found", "nothing", connection="nothing"),
    "messages:getUnread": _row(_profile, "forbidden", "nothing"),
    "messages:markAsRead": _shared(_conversation),
    "messages:openConversation": _only_self(
        lambda c: {"profileId": c.owner.profile_id, "otherId": c.friend.profile_id}
    ),
    "messages:searchConversations": _private(lambda c: {**_profile(c), "text": "friend"}),
    "messages:sendMessage": _row(_message, "not_found", "done", connection="forbidden"),
    "messages:setTyping": _shared(_conversation),
    "moderation:act": _for_team(lambda c: {**_case(c), "measure": "warn", "reason": "spam"}, "done", "conflict"),
    "moderation:addNote": _for_team(lambda c: {**_case(c), "words": "seen before"}, "done"),
    "moderation:allowUpload": _for_team(_case, "invalid"),
    "moderation:appeal": _only_owner(lambda c: {"measureId": c.measure, "words": "It was the tide."}),
    "moderation:createInvitation": _row(_nothing, "done", "done"),
    "moderation:decideAppeal": _for_team(lambda c: {"appealId": c.appeal, "granted": False}, "forbidden", "done"),
    "moderation:decideApplication": _for_team(lambda _: {"applicationId": "none", "approved": True}, "not_found"),
    "moderation:dismiss": _for_team(_case, "done", "conflict"),
    # An applicant has an account and no user, as `deleted` has, so the rows of that caller hold for applicants too.
    "moderation:findSamePhoto": _for_team(_case, "done"),
    "moderation:getApplication": Row(_nothing, ("unauthenticated", *("nothing",) * (len(CALLERS) - 1))),
    "moderation:getApplications": _for_team(_nothing, "nothing"),
    "moderation:getAppeals": _for_team(_nothing, "something"),
    "moderation:getCase": _for_team(_case, "something"),
    "moderation:getCases": _for_team(_nothing, "something"),
    "moderation:getInvitations": _public(_nothing),
    "moderation:getMeasures": _row(_nothing, "nothing", "something"),
    "moderation:getReports": _row(
        _nothing, "something nothing nothing", "nothing", connection="nothing", curator="nothing", moderator="nothing"
    ),
    "moderation:getReviews": _row(_nothing, "nothing", "nothing"),
    "moderation:getStanding": _public(_nothing),
    "moderation:getTeam": _for_team(_nothing, "something"),
    "moderation:openEvidence": _for_team(_case, "done"),
    "moderation:report": _row(
        lambda c: {"kind": "post", "subjectId": c.foto, "reason": "spam"}, "done not_found not_found", "invalid"
    ),
    "moderation:reverse": _for_team(lambda c: {"measureId": c.measure}, "done", "conflict"),
    "moderation:revokeInvitation": _only_owner(lambda c: {"invitationId": c.invitation}),
    "moderation:setRole": _for_team(lambda c: {"userId": c.other.user_id, "role": "moderator"}, "forbidden", "done"),
    "moderation:viewCase": _for_team(_case, "done"),
    "niches:createProposal": _row(lambda _: {"name": "blue hour"}, "forbidden", "conflict", curator="conflict"),
    "niches:getActiveProposal": _public(_nothing),
    "niches:getNooks": _public(_nothing),
    "niches:voteOnProposal": _row(
        lambda c: {"proposalId": c.proposal, "vote": True}, "forbidden", "done", curator="done"
    ),
    "notifications:getNotifications": _private(_profile),
    "notifications:getPreferences": _private(_profile),
    "notifications:getUnread": _private(_profile),
    "notifications:getUnreadCount": _private(_profile),
    "notifications:markAllAsRead": _only_self(lambda c: {**_profile(c), "type": "post_comment"}),
    "notifications:markAsRead": _only_owner(lambda c: {"notificationId": c.notification}),
    "policies:accept": _row(lambda c: {"kind": "terms", "version": c.terms}, "done", "done"),
    "policies:getDocuments": _public(_nothing),
    "policies:getHistory": _for_team(lambda _: {"kind": "terms"}, "forbidden", "something"),
    "policies:getPending": _row(_nothing, "nothing", "nothing"),
    "policies:getPublished": _public(_nothing),
    "policies:getTemplate": _for_team(lambda _: {"kind": "terms", "language": "en"}, "forbidden", "something"),
    "policies:getVersion": _for_team(lambda c: {"kind": "terms", "version": c.terms}, "forbidden", "something"),
    "policies:preview": _for_team(lambda _: {"text": "## Terms"}, "forbidden", "something"),
    "policies:publish": _for_team(
        lambda c: {"kind": "terms", "text": f"Terms {new_id()}", "after": c.terms}, "forbidden", "done"
    ),
    "posts:archive": _only_owner(_foto),
    "posts:createPost": _only_self(_new_foto),
    "posts:deletePost": _only_owner(_foto),
    "posts:editCaption": _only_owner(lambda c: {**_foto(c), "caption": "High tide"}),
    "posts:edit": _only_owner(lambda c: {**_foto(c), "caption": "High tide", "altText": "A bay"}),
    "posts:editLook": _only_owner(_new_look),
    "posts:getArchived": _row(_nothing, "nothing", "something"),
    "posts:getCuePosts": _row(_nothing, "nothing", "something", connection="something"),
    "posts:getCuratorPosts": _private(_user),
    "posts:getCut": _row(_foto, "nothing", "something"),
    "posts:getEdits": _row(_foto, "nothing", "something"),
    "posts:getFurtherFotos": _seen(_foto),
    "posts:getNewPosts": _private(_profile),
    "posts:getOwnWeek": _row(_three_days_ago, "nothing", "something", trace=lambda c: c.foto),
    "posts:getPost": _seen(_foto),
    "posts:getPostsByNook": _public(lambda _: {"nookType": "scenic", "paginationOpts": {"numItems": 100}}),
    "posts:getSpherePosts": _public(lambda _: {"paginationOpts": {"numItems": 100}}),
    "posts:getStrips": _seen(lambda c: {"userIds": [c.owner.user_id]}),
    "posts:getUserPosts": _seen(_user),
    "posts:setAudience": _only_owner(lambda c: {**_foto(c), "postType": "cue"}),
    "posts:setFullSize": _only_owner(lambda c: {**_foto(c), "allowed": False}),
    "posts:unarchive": _only_owner(_foto),
    "profiles:blockUser": _only_self(lambda c: _pair(c, "blockerId", "blockedId")),
    "profiles:breakFlow": _only_self(lambda c: {**_profile(c), "otherId": c.friend.profile_id}),
    "profiles:createProfile": _only_self(_profile_again),
    "profiles:getAllProfiles": _public(_nothing),
    "profiles:getBlockedUsers": _private(_profile),
    "profiles:getCounts": _seen(_profile),
    "profiles:getCurators": _row(
        lambda _: {"nookType": "scenic", "paginationOpts": {"numItems": 100}},
        "something nothing nothing",
        "something",
        trace=lambda c: c.owner.profile_id,
    ),
    "profiles:getProfile": _seen(_user),
    "profiles:getProfileById": _seen(_profile),
    "profiles:getSuggested": _public(_nothing),
    "profiles:getSyncFlowConnections": _seen(_profile),
    "profiles:search": _seen(lambda c: {"text": c.owner.username}),
    "profiles:getLimited": _row(_nothing, "nothing", "nothing"),
    "profiles:getMuted": _row(_nothing, "nothing", "nothing"),
    "profiles:isLimited": _row(_profile, "nothing", "nothing"),
    "profiles:isMuted": _row(_profile, "nothing", "nothing"),
    "profiles:limit": _row(_other, "invalid done done", "done", connection="done", curator="done", moderator="done"),
    "profiles:mute": _row(_other, "invalid done done", "done", connection="done", curator="done", moderator="done"),
    "profiles:unlimit": _row(_other, "done", "done"),
    "profiles:unmute": _row(_other, "done", "done"),
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
    "reactions:counts": _seen(_foto),
    "reactions:getReactors": _seen(lambda c: {**_foto(c), "reaction": "ciao"}),
    "reactions:react": _row(lambda c: {**_foto(c), "reaction": "ciao"}, "done not_found not_found", "done"),
    "safety:filterWord": _row(lambda _: {"word": "low tide"}, "done", "done"),
    "safety:getFilteredWords": _row(_nothing, "nothing", "nothing"),
    "safety:getSettings": _public(_nothing),
    "safety:setCommenters": _row(lambda _: {"commenters": "everyone"}, "done", "done"),
    "safety:setRequesters": _row(lambda _: {"requesters": "everyone"}, "done", "done"),
    "safety:unfilterWord": _row(lambda _: {"word": "low tide"}, "done", "done"),
    "saves:createCollection": _row(lambda _: {"name": "Light"}, "done", "done"),
    "saves:deleteCollection": _only_owner(_collection),
    "saves:getCollections": _row(_nothing, "nothing", "something"),
    "saves:getSave": _row(_foto, "nothing", "something"),
    "saves:getSavedPosts": _row(_collection, "nothing", "something"),
    "saves:renameCollection": _only_owner(lambda c: {**_collection(c), "name": "Dusk"}),
    "saves:save": _row(_foto, "done not_found not_found", "done"),
    "saves:unsave": _row(_foto, "done", "done"),
    "users:createUser": _only_self(_user_again),
    "users:deleteUser": _row(_user, "forbidden", "forbidden"),
    **dict.fromkeys(("users:getAllUsers", "users:getSignInsVersion"), _public(_nothing)),
    "users:getAuraProgress": _private(_user),
    "users:getCurrentNook": _public(_identity),
    "users:getUser": _seen(_identity),
    "users:getUserByClerkId": _seen(_identity),
    "users:me": Row(_nothing, ("nothing", "nothing", *("something",) * 8)),
    "users:updateAuraProgress": _row(_user, "forbidden", "forbidden"),
    "users:updateNook": _row(lambda c: {**_user(c), "newNook": "lifestyle"}, "forbidden", "nook_locked"),
    "users:updateUserNook": _row(lambda c: {**_user(c), "nook": "lifestyle"}, "forbidden", "nook_locked"),
    "users:validateCuratorStatus": _row(lambda c: {"username": c.owner.username}, "nothing", "something"),
}
