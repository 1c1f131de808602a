"""profiles:updateNotificationCount, updateNotificationPreferences and notifications:getPreferences."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.members import Member
from tests.notifications.test_notifications import told
from tests.world import Person, refusal

from inflow.notifications.queries import get_preferences, get_unread_count
from inflow.profiles.mutations import update_notification_count, update_notification_preferences
from inflow.profiles.queries import get_profile

PAST = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


async def test_the_time_of_the_last_look_is_kept_and_the_count_is_the_servers(alice: Member, bob: Member) -> None:
    await told(alice, bob, "post_comment")
    own = await alice.watch(get_profile, user_id=alice.user_id)

    refused = await alice.send(
        "profiles:updateNotificationCount", profileId=alice.profile_id, count=99, lastCheck="2026-01-02T03:04:05.000Z"
    )

    assert refused is None
    assert own.now is not None
    assert (own.now.last_check, own.now.notification_count) == ("2026-01-02T03:04:05.000Z", 1)


async def test_the_last_look_is_never_earlier_than_before_nor_still_to_come(alice: Member) -> None:
    await alice.do(update_notification_count, profile_id=alice.profile_id, count=0, last_check=PAST)
    await alice.do(update_notification_count, profile_id=alice.profile_id, count=0, last_check=PAST - timedelta(days=1))
    own = await alice.watch(get_profile, user_id=alice.user_id)
    assert own.now is not None
    assert own.now.last_check == "2026-01-02T03:04:05.000Z"

    await alice.do(
        update_notification_count, profile_id=alice.profile_id, count=0, last_check=datetime.max.replace(tzinfo=UTC)
    )

    assert str(own.now.last_check) < "9999"


async def test_who_does_not_want_comments_is_not_told_of_them(alice: Member, bob: Member) -> None:
    kept = await alice.watch(get_preferences, profile_id=alice.profile_id)
    assert (kept.now.post_notifications, kept.now.comment_notifications) == (True, True)

    await alice.do(
        update_notification_preferences,
        profile_id=alice.profile_id,
        post_notifications=True,
        comment_notifications=False,
    )
    await told(alice, bob, "post_comment")
    await told(alice, bob, "intexted")

    assert (kept.now.post_notifications, kept.now.comment_notifications) == (True, False)
    counts = await alice.see(get_unread_count, profile_id=alice.profile_id)
    assert (counts.post_comment, counts.intexted) == (0, 1)


async def test_settings_are_ones_own(alice: Member, bob: Member, stranger: Person) -> None:
    both = {"profile_id": alice.profile_id, "post_notifications": False, "comment_notifications": False}
    look = {"profile_id": alice.profile_id, "count": 0, "last_check": PAST}

    for somebody, code in ((bob, "forbidden"), (stranger, "unauthenticated")):
        assert await refusal(somebody.do(update_notification_preferences, **both)) == code
        assert await refusal(somebody.do(update_notification_count, **look)) == code
        assert await refusal(somebody.see(get_preferences, profile_id=alice.profile_id)) == code


async def test_a_time_that_is_none_is_refused(alice: Member) -> None:
    for moment in ("yesterday", "2026-01-02T03:04:05"):
        refused = await alice.send(
            "profiles:updateNotificationCount", profileId=alice.profile_id, count=0, lastCheck=moment
        )
        assert refused is not None
