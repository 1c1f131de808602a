"""An operator backs Inflow up, loses it, and restores it: acknowledged content is there, erased content is not."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyrage
from tests.app.correspondents import Correspondence
from tests.app.depot import Depot, age, holds
from tests.app.house import House, until
from tests.app.people import Member
from tests.stored_files import stored_files

import photographs
from inflow.backup.destination import Destination
from inflow.backup.making import prune
from inflow.backup.rules import KeepRule
from inflow.backup.snapshots import read_all
from mail.mail_server import MailServer

UNSENT = "SELECT count(*) FROM mail_outbox WHERE sent_at IS NULL AND attempts = 0"


async def _now(house: House) -> datetime:
    """The database's time, which no later commit has."""
    psql = await house.database()
    moment = await psql.fetchval("SELECT clock_timestamp()")
    await psql.close()
    assert isinstance(moment, datetime)
    return moment


async def test_a_deployment_whose_disk_is_gone_is_restored_to_the_last_seconds_and_to_a_moment_before(
    home: Path, depot: Depot, mail_server: MailServer
) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        alice, bob = [await Member.sign_up(house, mail_server, name) for name in ("alva", "bert")]
        chat = await Correspondence.between(alice, bob)
        async with depot.followed(house):
            photo = await alice.photo(photographs.jpeg(1200, 800))
            picture = (await alice.http.get(photo)).content
            await alice.does("posts:createPost", **alice.foto(photo, caption="Before"))
            await alice.does("messages:sendMessage", **chat.message(alice, "before"))
            moment = await _now(house)
            later = await bob.photo(photographs.jpeg(900, 600, name="flower"))
            await bob.does("posts:createPost", **bob.foto(later, caption="After"))
            await bob.does("messages:sendMessage", **chat.message(bob, "after"))
            end = await _now(house)
            await depot.reaches(end)
            await house.kill()
            cluster = house.cluster
            await until(lambda: holds(lambda: not (cluster.data / "postmaster.pid").exists()))
            shutil.rmtree(cluster.root)
            shutil.rmtree(home)

    restored, said = await depot.restored(house)
    assert "Restored the newest moment" in said
    async with restored:
        assert {name for _, name in await chat.whole(alice.at(restored))} == {"before", "after"}
        async with alice.at(restored).page() as page:
            feed = await page.feed()
            assert feed.captions == ["After", "Before"]
        assert (await alice.at(restored).http.get(photo)).content == picture
        assert (await alice.at(restored).http.get(later)).status_code == 200
    shutil.rmtree(depot.home)

    earlier, _ = await depot.restored(house, "--at", moment.isoformat())
    async with earlier:
        assert {name for _, name in await chat.whole(bob.at(earlier))} == {"before"}
        async with bob.at(earlier).page() as page:
            assert (await page.feed()).captions == ["Before"]
        assert (await bob.at(earlier).http.get(photo)).content == picture


async def test_erased_content_stays_erased_in_a_restore_of_a_moment_before(
    home: Path, depot: Depot, mail_server: MailServer
) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        alice, bob, mona = [await Member.sign_up(house, mail_server, name) for name in ("alva", "bert", "mona")]
        await house.command("role", "grant", mona.username, "moderator")
        chat = await Correspondence.between(alice, mona)
        photos = [await alice.photo(photographs.plain((1, 90, shade))) for shade in (10, 120, 200)]
        posts = [
            (await alice.does("posts:createPost", **alice.foto(photo, caption=caption)))["_id"]
            for photo, caption in zip(photos, ("Deleted", "Removed", "Kept"), strict=True)
        ]
        bobs = await bob.photo(photographs.plain((90, 1, 30)))
        await bob.does("posts:createPost", **bob.foto(bobs, caption="Bob's"))
        comments = [
            (await mona.does("comments:create", postId=posts[2], content=words, **_by(mona)))["_id"]
            for words in ("Taken back", "Stays")
        ]
        sent = await alice.does("messages:sendMessage", **chat.message(alice, "secret"))
        await depot.filled_from(house)

        await alice.does("posts:deletePost", postId=posts[0])
        await mona.does("comments:remove", commentId=comments[0])
        await alice.does("messages:deleteMessage", messageId=sent["_id"])
        await house.command("member", "delete", bob.username, "--yes")
        await _remove_as_moderator(mona, posts[1])
        # A moment ago, the backup knows nothing of this. The ledger goes there with the next one.
        await depot.filled_from(house)
        first = (await read_all(Destination.at(str(depot.backup))))[0]

    restored, said = await depot.restored(house, "--at", first.label)
    assert "accounts: 1" in said
    async with restored:
        async with mona.at(restored).page() as page:
            assert (await page.feed()).captions == ["Kept"]
            shown = await page.follows("comments:list", postId=posts[2], paginationOpts=_FIRST)
            assert [each["content"] for each in page.peer.results[shown]["page"]] == ["Stays"]
            assert [name for _, name in await chat.whole(mona.at(restored))] == ["secret"]
            psql = await restored.database()
            assert await psql.fetchval("SELECT count(*) FROM messages WHERE content IS NOT NULL") == 0
            assert await psql.fetchval("SELECT count(*) FROM users WHERE id = $1", bob.user_id) == 0
            assert await psql.fetchval("SELECT post_type FROM posts WHERE id = $1", posts[1]) == "removed"
            await psql.close()
        assert (await bob.at(restored).signs_in()).status_code == 401
        assert (await mona.at(restored).http.get(bobs)).status_code == 404


_FIRST = {"numItems": 10, "cursor": None}


def _by(member: Member) -> dict[str, str]:
    return {"userId": member.user_id, "username": member.username}


async def _remove_as_moderator(mona: Member, post_id: str) -> None:
    """A moderator removes a post."""
    await mona.does("moderation:report", kind="post", subjectId=post_id, reason="harassment")
    async with mona.page() as page:
        cases = await page.follows("moderation:getCases", paginationOpts=_FIRST)
        case = page.peer.results[cases]["page"][0]["_id"]
        done = await page.does("moderation:act", caseId=case, measure="remove", reason="harassment")
        assert done["success"], done


async def test_what_a_moderator_put_back_is_not_erased_again(home: Path, depot: Depot, mail_server: MailServer) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        alice, bob = [await Member.sign_up(house, mail_server, name) for name in ("alva", "bert")]
        chat = await Correspondence.between(alice, bob)
        (photo,) = await alice.photos_by_hand(1)
        post = await alice.does("posts:createPost", **alice.foto(photo))
        comment = await bob.does("comments:create", postId=post["_id"], content="Harsh", **_by(bob))
        sent = await alice.does("messages:sendMessage", **chat.message(alice, "one"))
        psql = await house.database()
        await psql.execute("UPDATE comments SET created_at = created_at - interval '1 minute'")
        await depot.filled_from(house)

        await psql.execute("CREATE TEMPORARY TABLE before AS SELECT * FROM comments")
        content = await psql.fetchval("SELECT content FROM messages WHERE id = $1", sent["_id"])
        await psql.execute("DELETE FROM comments WHERE id = $1", comment["_id"])
        await psql.execute("INSERT INTO comments SELECT * FROM before")
        await psql.execute("UPDATE messages SET is_deleted = true, content = NULL WHERE id = $1", sent["_id"])
        await psql.execute("UPDATE messages SET is_deleted = false, content = $2 WHERE id = $1", sent["_id"], content)
        for audience in ("removed", "sphere"):
            await psql.execute("UPDATE posts SET post_type = $2 WHERE id = $1", post["_id"], audience)
        await psql.close()
        await depot.filled_from(house)
        label = (await read_all(Destination.at(str(depot.backup))))[0].label

    restored, said = await depot.restored(house, "--at", label)
    assert "Erased again: nothing" in said or "posts: 1" in said
    async with restored:
        psql = await restored.database()
        assert await psql.fetchval("SELECT content FROM comments") == "Harsh"
        assert await psql.fetchval("SELECT content FROM messages WHERE id = $1", sent["_id"]) == content
        assert await psql.fetchval("SELECT post_type FROM posts") == "sphere"
        await psql.close()


async def test_a_quarantined_copy_sends_nothing_until_its_operator_says_so(
    home: Path, depot: Depot, mail_server: MailServer
) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        alice = await Member.sign_up(house, mail_server, "alva")
        photo = await alice.photo(photographs.plain((1, 90, 10)))
        post = await alice.does("posts:createPost", **alice.foto(photo))
        await depot.filled_from(house)
    restored, said = await depot.restored(house)
    assert "in quarantine" in said
    received = mail_server.mentions
    async with restored:
        copy = alice.at(restored)
        await copy.ask("/reset", email=f"{alice.username}@example.org")
        await copy.does("posts:deletePost", postId=post["_id"])
        psql = await restored.database()
        assert await psql.fetchval(UNSENT) == 1
        # Its files are still there: the job that deletes them waits too.
        assert await psql.fetchval("SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo'") > 0
        assert stored_files(depot.home / "media")
        assert mail_server.mentions == received

        ended = await restored.command("restore", "--go-live")
        assert "Dropped: 1 emails" in ended.said
        label = (await read_all(Destination.at(str(depot.backup))))[0].label
        assert [(each["action"], each["subject"], each["details"]) for each in await restored.audited()] == [
            ("backup restored", label, {"moment": "", "erased": {}}),
            ("quarantine ended", "deployment", {"emails": 1, "pushes": 0}),
        ]
        await restored.stop()
        await restored.start()
        await until(lambda: holds(lambda: not stored_files(depot.home / "media")))
        await psql.close()
        await Member.sign_up(restored, mail_server, "bert")


async def test_a_restored_deployment_goes_on_with_the_same_backup_and_is_restored_from_it_again(
    home: Path, depot: Depot, mail_server: MailServer
) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        alice, bob = [await Member.sign_up(house, mail_server, name) for name in ("alva", "bert")]
        chat = await Correspondence.between(alice, bob)
        async with depot.followed(house):
            await alice.does("messages:sendMessage", **chat.message(alice, "first"))
            moment = await _now(house)
            await alice.does("messages:sendMessage", **chat.message(alice, "mistake"))
            await depot.reaches(await _now(house))
            second = await house.command("backup", str(depot.backup), "--keys", str(depot.keys), "--follow")
            assert "Another `inflow backup --follow`" in second.said
    restored, _ = await depot.restored(house, "--at", moment.isoformat())
    async with restored:
        refused = await restored.command("backup", str(depot.backup), "--keys", str(depot.keys))
        assert "in quarantine" in refused.said
        await restored.command("restore", "--go-live")
        await restored.stop()
        await restored.start()
        here = bob.at(restored)
        async with depot.followed(restored, snapshots=2):
            await here.does("messages:sendMessage", **chat.message(bob, "second"))
            await depot.reaches(await _now(restored))
    depot.home = depot.home.parent / "again"

    again, _ = await depot.restored(restored)
    async with again:
        assert [name for _, name in await chat.whole(alice.at(again))] == ["first", "second"]
        checked = await again.command("verify", str(depot.backup), "--keys", str(depot.keys))
        assert checked.code == 0, checked.said


async def test_backups_right_after_each_other_are_whole_each(home: Path, depot: Depot, mail_server: MailServer) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        for _ in range(4):
            await depot.filled_from(house)
        verified = await house.command("verify", str(depot.backup), "--keys", str(depot.keys))

    assert verified.code == 0, verified.said
    assert len({each.label for each in await read_all(Destination.at(str(depot.backup)))}) == 4


async def test_a_restore_overwrites_nothing_and_says_what_it_lacks(
    home: Path, depot: Depot, mail_server: MailServer
) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        await depot.filled_from(house)
        refused = await house.command("restore", str(depot.backup), "--keys", str(depot.keys))
        assert "is not empty" in refused.said
        assert refused.code == 1
        beside = await house.command("backup", str(depot.backup), "--keys", str(depot.backup / "keys"))
        assert "is inside the backup" in beside.said
        keyless = await house.command("backup", str(depot.backup))
        assert "Say where they are" in keyless.said
    # The backup has snapshots and no log, so that it must not pretend to know a moment after them. Now, in whole
    # seconds, may be before them.
    for away in (timedelta(hours=1), timedelta(seconds=1)):
        nowhere = await depot.restores(house, "--at", f"{datetime.now(UTC) + away:%Y-%m-%dT%H:%M:%SZ}")
        assert "cannot restore that moment" in nowhere.said
        assert "--at LABEL" in nowhere.said
    unmounted = await depot.empty_house(house).command("restore", str(depot.home / "no"), "--keys", str(depot.keys))
    assert "mount its disk" in unmounted.said
    nonsense = await depot.restores(house, "--at", "yesterday")
    assert "is no moment" in nonsense.said
    shutil.rmtree(depot.keys)
    without = await depot.restores(house)
    assert "with the keys of this backup" in without.said
    assert not depot.home.exists()


async def test_keys_beside_the_backup_are_encrypted_to_an_operator(
    home: Path, depot: Depot, mail_server: MailServer
) -> None:
    identity = pyrage.x25519.Identity.generate()
    file = depot.backup.parent / "identity"
    file.write_text(f"# created for a test\n{identity}\n")
    wrong = depot.backup.parent / "passphrase"
    wrong.write_text("not this one")
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        secret = (home / "keys" / "secret").read_bytes()
        made = await house.command("backup", str(depot.backup), "--recipient", str(identity.to_public()))
        assert made.code == 0, made.said
        assert not any(secret in each.read_bytes() for each in depot.backup.rglob("*") if each.is_file())
    empty = depot.empty_house(house)
    refused = await empty.command("restore", str(depot.backup), "--passphrase-file", str(wrong))
    assert "cannot be decrypted" in refused.said
    done = await empty.command("restore", str(depot.backup), "--identity", str(file))
    assert done.code == 0, done.said
    assert (depot.home / "keys" / "secret").read_bytes() == secret
    shutil.rmtree(depot.home)

    async with house:
        # From now on another passphrase counts, and the identity no longer.
        changed = await house.command("backup", str(depot.backup), "--passphrase-file", str(wrong))
        assert changed.code == 0, changed.said
    former = await empty.command("restore", str(depot.backup), "--identity", str(file))
    assert "cannot be decrypted" in former.said
    done = await empty.command("restore", str(depot.backup), "--passphrase-file", str(wrong))
    assert done.code == 0, done.said


async def test_the_rule_decides_how_long_a_backup_holds_what_a_member_erased(
    home: Path, depot: Depot, mail_server: MailServer
) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        alice = await Member.sign_up(house, mail_server, "alva")
        photo = await alice.photo(photographs.plain((1, 90, 10)))
        media_id = photo.split("/")[-2]
        await depot.filled_from(house)
        await house.command("member", "delete", alice.username, "--yes")
        await until(lambda: holds(lambda: not stored_files(home / "media")))
        await depot.filled_from(house, "--full")
        place = Destination.at(str(depot.backup))
        newest = (await read_all(place))[-1].finished_at
        assert await prune(place, KeepRule.parsed("7d,3w"), newest + timedelta(hours=12)) == []
        assert any(media_id in str(each) for each in depot.backup.rglob("*"))

        for file in stored_files(depot.backup / "media"):
            age(file, timedelta(hours=2))  # the clocks of both machines may differ by one
        # The newest snapshot is always kept, and her photo is not in it.
        assert len(await prune(place, KeepRule.parsed("7d,3w"), newest + timedelta(days=22))) == 1
        assert not any(media_id in str(each) for each in depot.backup.rglob("*"))
        assert len(await read_all(place)) == 1


async def test_a_backup_that_was_not_followed_for_a_while_begins_again_and_does_not_claim_the_gap(
    home: Path, depot: Depot, mail_server: MailServer
) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        alice, bob = [await Member.sign_up(house, mail_server, name) for name in ("alva", "bert")]
        chat = await Correspondence.between(alice, bob)
        async with depot.followed(house):
            await depot.reaches(await _now(house))
        ended = await house.command("backup", str(depot.backup), "--stop-following")
        assert ended.code == 0, ended.said
        await alice.does("messages:sendMessage", **chat.message(alice, "in between"))
        between = await _now(house)
        await alice.does("messages:sendMessage", **chat.message(alice, "before the next"))
        psql = await house.database()
        for _ in range(2):  # so that whole files of the log are missing
            await psql.execute("SELECT pg_switch_wal()")
            await psql.execute("CHECKPOINT")
        await psql.close()
        async with depot.followed(house, snapshots=2):
            await alice.does("messages:sendMessage", **chat.message(alice, "last"))
            await depot.reaches(await _now(house))
            checked = await house.command("verify", str(depot.backup))
            assert checked.code == 0, checked.said
    refused = await depot.restores(house, "--at", between.isoformat())
    assert "cannot restore that moment" in refused.said

    restored, _ = await depot.restored(house)
    async with restored:
        assert [name for _, name in await chat.whole(bob.at(restored))] == ["in between", "before the next", "last"]
