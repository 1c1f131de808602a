"""`inflow verify` finds a flipped bit in a backup, and what does not fit together in a running Inflow."""

from __future__ import annotations

import signal
from datetime import timedelta
from pathlib import Path
from typing import Any

import asyncpg
from tests.app.correspondents import Correspondence
from tests.app.depot import Depot, age, holds
from tests.app.house import House, until
from tests.app.people import Member
from tests.stored_files import stored_files

import photographs
from mail.mail_server import MailServer


async def test_one_flipped_bit_is_found_in_every_kind_of_file(
    home: Path, depot: Depot, mail_server: MailServer
) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        alice = await Member.sign_up(house, mail_server, "alva")
        async with depot.followed(house):
            await alice.photo(photographs.plain((1, 90, 10)))
            await depot.filled_from(house)
            await until(lambda: holds(lambda: any((depot.backup / "log").rglob("*.gz"))))
        whole = await house.command("verify", str(depot.backup), "--keys", str(depot.keys), "--rehearse")
        assert whole.code == 0, whole.said
        assert "Restored from" in whole.said
        for folder in ("snapshots", "database", "media", "media-ids", "log"):
            file = max(
                (each for each in (depot.backup / folder).rglob("*") if each.is_file()), key=lambda f: f.stat().st_size
            )
            content = file.read_bytes()
            file.write_bytes(bytes([content[0] ^ 1]) + content[1:])
            damaged = await house.command("verify", str(depot.backup))
            assert damaged.code == 1, f"{file}: {damaged.said}"
            assert "was changed" in damaged.said, damaged.said
            file.write_bytes(content)
        (key,) = depot.keys.rglob("messages")
        key.write_bytes(key.read_bytes()[::-1])
        assert "were changed" in (await house.command("verify", str(depot.backup), "--keys", str(depot.keys))).said


async def test_a_backup_that_was_killed_is_finished_by_the_next_one_without_copying_again(
    home: Path, depot: Depot, mail_server: MailServer
) -> None:
    media = depot.backup / "media"
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        alice = await Member.sign_up(house, mail_server, "alva")
        for shade in range(5):
            await alice.photo(photographs.plain((10, 40 * shade, 10)))
        killed = house.beside("backup", str(depot.backup), "--keys", str(depot.keys))
        await until(lambda: holds(lambda: stored_files(media)))
        killed.send(signal.SIGKILL)
        await killed.ended()
        assert list((depot.backup / "snapshots").glob("*.json")) == []
        (media / "1080.jpg.0#1").write_bytes(b"half of a photo")  # where it was killed a moment earlier or later
        copied = {file: file.stat().st_mtime_ns for file in stored_files(media) if "#" not in file.name}

        await depot.filled_from(house)

        assert {file: file.stat().st_mtime_ns for file in copied} == copied
        checked = await house.command("verify", str(depot.backup), "--keys", str(depot.keys), "--rehearse")
        assert checked.code == 0, checked.said
        assert [file.name for file in stored_files(depot.backup) if "#" in file.name] == []


async def test_a_running_inflow_is_checked_and_mended_from_its_backup(
    home: Path, depot: Depot, mail_server: MailServer
) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        alice, bob = [await Member.sign_up(house, mail_server, name) for name in ("alva", "bert")]
        chat = await Correspondence.between(alice, bob)
        sent = await alice.does("messages:sendMessage", **chat.message(alice, "one"))
        photo = await alice.photo(photographs.plain((1, 90, 10)))
        post = await alice.does("posts:createPost", **alice.foto(photo))
        psql = await house.database()
        await until(lambda: _is_idle(psql))
        await depot.filled_from(house)
        rehearsed = await house.command("verify", str(depot.backup), "--keys", str(depot.keys), "--rehearse")
        assert "Restored from" in rehearsed.said
        assert " then, " not in rehearsed.said, "as many rows in each table as there were"
        await psql.execute("UPDATE media SET created_at = created_at - interval '1 hour'")
        well = await house.command("verify")
        assert "No problems." in well.said, well.said

        (original,) = (home / "media").rglob("original")
        original.unlink()
        stray = home / "media" / "zz" / "zzstray" / "original"
        stray.parent.mkdir(parents=True)
        stray.write_bytes(b"left")
        await psql.execute("UPDATE messages SET content = content || '\\x00' WHERE id = $1", sent["_id"])
        found = await house.command("verify")
        assert found.code == 1
        assert f"of the post {post['_id']} lacks its files: original" in found.said
        assert f"The message {sent['_id']} cannot be decrypted" in found.said
        assert "have files and no row" not in found.said  # it may be an upload at this moment
        age(stray, timedelta(hours=2))
        assert "1 media have files and no row, such as zzstray" in (await house.command("verify")).said
        mended = await house.command("verify", "--repair", "--from", str(depot.backup))
        assert original.exists()
        assert not stray.exists()
        assert "Problems: 1." in mended.said, mended.said
        assert (await house.command("role", "grant", bob.username, "moderator")).code == 0
        await psql.execute("UPDATE audit_entries SET action = 'something else' WHERE number = 1")
        assert "The audit log is broken at entry 1" in (await house.command("verify")).said
        await psql.close()


async def _is_idle(psql: asyncpg.Connection[Any]) -> bool:
    """Whether all jobs are done, so that no row changes any more."""
    return bool(await psql.fetchval("SELECT NOT EXISTS (SELECT FROM procrastinate_jobs)"))
