"""The keys of messages: an operator changes them while Inflow runs, and Inflow does not start without them."""

from __future__ import annotations

import secrets
from base64 import b64encode
from pathlib import Path

from tests.app.correspondents import Correspondence
from tests.app.house import House, refuses_to_start
from tests.app.people import Member

from mail.mail_server import MailServer

KEKS = "SELECT DISTINCT kek_id FROM conversation_keys"
KEYS_USED = "SELECT get_byte(content, 1) FROM messages ORDER BY seq"


async def test_they_are_changed_beside_a_running_server_and_needed_by_the_next(
    home: Path, mail_server: MailServer
) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        alice, bob = [await Member.sign_up(house, mail_server, name) for name in ("alice", "bob")]
        chat = await Correspondence.between(alice, bob)
        keys = home / "keys" / "messages"
        assert len(_ids(keys)) == 1
        async with bob.page() as page:
            opts = {"numItems": 10, "cursor": None, "id": 0}
            query = await page.follows("messages:getMessages", conversationId=chat.id, paginationOpts=opts)
            await _sends(chat, alice, "before")

            said = await _rotates(house)

            assert "conversations that had an older one: 1" in said
            await _sends(chat, alice, "after")
            assert "conversations that had an older one: 1" in await _rotates(house, "--conversations")
            await _sends(chat, alice, "after an incident")
            await page.peer.until(lambda: len(page.peer.results[query]["page"]) == 3)
            shown = [message["encryptedContent"] for message in page.peer.results[query]["page"]]
        assert shown == ["Message after an incident", "Message after", "Message before"]
        *_, newer = _ids(keys)
        psql = await house.database()
        assert [row["kek_id"] for row in await psql.fetch(KEKS)] == [newer]
        assert [row["get_byte"] for row in await psql.fetch(KEYS_USED)] == [1, 1, 2]
        assert [(each["action"], each["subject"], each["details"]) for each in await house.audited()] == [
            ("message keys rotated", _ids(keys)[1], {"conversations": False}),
            ("message keys rotated", newer, {"conversations": True}),
        ]
        await psql.close()

    keys.unlink()
    missing = await refuses_to_start(INFLOW_HOME=str(home), INFLOW_SMTP_URL=mail_server.url)

    assert missing.code != 0
    assert f"encrypted with keys that are not here: {newer}" in missing.said
    assert "Traceback" not in missing.said


async def test_they_may_stand_in_the_environment_and_be_changed_there(home: Path, mail_server: MailServer) -> None:
    older, newer = (f"{name}:{b64encode(secrets.token_bytes(32)).decode()}" for name in ("older", "newer"))
    async with House(home, INFLOW_SMTP_URL=mail_server.url, INFLOW_MESSAGE_KEYS=older) as house:
        alice, bob = [await Member.sign_up(house, mail_server, name) for name in ("alice", "bob")]
        chat = await Correspondence.between(alice, bob)
        await _sends(chat, alice, "before")

        await house.stop()
        await house.start(INFLOW_MESSAGE_KEYS=f"{older},{newer}")
        await _sends(chat, alice, "between")
        assert "conversations that had an older one: 1" in await _rotates(house)
        await house.stop()
        await house.start(INFLOW_MESSAGE_KEYS=newer)
        await _sends(chat, alice, "after")

        async with bob.page() as page:
            opts = {"numItems": 10, "cursor": None, "id": 0}
            query = await page.follows("messages:getMessages", conversationId=chat.id, paginationOpts=opts)
            await page.peer.until(lambda: query in page.peer.results)
            shown = [message["encryptedContent"] for message in page.peer.results[query]["page"]]
    assert shown == ["Message after", "Message between", "Message before"]
    assert not (home / "keys" / "messages").exists()

    missing = await refuses_to_start(INFLOW_HOME=str(home), INFLOW_SMTP_URL=mail_server.url, INFLOW_MESSAGE_KEYS=older)

    assert missing.code != 0
    assert "encrypted with keys that are not here: newer" in missing.said
    assert newer not in missing.said


async def _sends(chat: Correspondence, member: Member, name: str) -> None:
    async with member.page() as page:
        answer = await page.does("messages:sendMessage", **chat.message(member, name))
    assert answer["success"], answer


async def _rotates(house: House, *options: str) -> str:
    ended = await house.command("rotate-message-keys", *options)
    assert ended.code == 0, ended.said
    return ended.said


def _ids(keys: Path) -> list[str]:
    return [line.partition(":")[0] for line in keys.read_text().splitlines()]
