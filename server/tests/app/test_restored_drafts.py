"""Drafts in a restored backup: what was deleted later stays deleted, and nothing is posted by itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.app.depot import Depot
from tests.app.house import House
from tests.app.people import Member

import photographs
from inflow.backup.destination import Destination
from inflow.backup.snapshots import read_all
from mail.mail_server import MailServer

DRAFTS = "SELECT caption, publish_at, failed_code FROM drafts ORDER BY caption"


async def test_drafts_leave_the_schedule_and_those_that_were_deleted_later_are_gone(
    home: Path, depot: Depot, mail_server: MailServer
) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        alice = await Member.sign_up(house, mail_server, "alva")
        posted, removed, _ = [await _scheduled(alice, caption) for caption in ("Posted", "Removed", "Waits")]
        await depot.filled_from(house)

        await alice.does("drafts:publish", draftId=posted, version=2, postType="sphere")
        await alice.does("posts:deletePost", postId=posted)
        await alice.does("drafts:remove", draftId=removed)
        await depot.filled_from(house)
        first = (await read_all(Destination.at(str(depot.backup))))[0]

    restored, said = await depot.restored(house, "--at", first.label)
    assert "drafts: 2" in said
    async with restored:
        psql = await restored.database()
        assert [tuple(row) for row in await psql.fetch(DRAFTS)] == [("Waits", None, "expired")]
        await psql.close()


async def _scheduled(member: Member, caption: str) -> str:
    photo = await member.photo(photographs.plain((1, 90, len(caption))))
    foto = {"mediaId": photo.split("/")[2], "ratio": "landscape", "shape": "2:1"}
    saved = await member.does("drafts:save", caption=caption, fotos=[foto])
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    given = {"draftId": saved["_id"], "version": 1, "publishAt": tomorrow, "postType": "sphere"}
    draft_id: str = (await member.does("drafts:schedule", **given))["_id"]
    return draft_id
