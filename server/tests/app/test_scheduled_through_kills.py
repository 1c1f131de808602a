"""A scheduled foto is posted once, though the server is killed again and again around its time."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tests.app.house import PATIENCE, House
from tests.app.people import Member

import photographs
from mail.mail_server import MailServer

DUE_SOON = "UPDATE drafts SET publish_at = now() + interval '1 second', try_at = now() + interval '1 second'"
STATE = "SELECT (SELECT count(*) FROM posts) AS posts, (SELECT count(*) FROM drafts) AS drafts, now() < $1 AS is_early"


async def test_kills_around_its_time_leave_one_post(home: Path, mail_server: MailServer) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        alice = await Member.sign_up(house, mail_server, "alva")
        photo = await alice.photo(photographs.jpeg(1600, 1200))
        crop = {"x": 0, "y": 0, "width": 0.5, "height": 0.5}
        foto = {"mediaId": photo.split("/")[2], "ratio": "landscape", "shape": "2:1", "crop": crop}
        async with alice.page() as page:
            done = await page.does("drafts:save", caption="Next tide", fotos=[foto])
            assert done["success"], done
            saved = done["result"]
            given = {"draftId": saved["_id"], "version": 1, "publishAt": _much_later(), "postType": "sphere"}
            assert (await page.does("drafts:schedule", **given))["success"]
        psql = await house.database()
        due = await psql.fetchval(f"{DUE_SOON} RETURNING publish_at")
        await psql.close()

        for number in range(4):
            await asyncio.sleep(0.3 * number)
            await house.kill()
            await house.start()
            assert await _state(house, due) in ({"posts": 0, "drafts": 1}, {"posts": 1, "drafts": 0})

        async with asyncio.timeout(PATIENCE):
            while (await _state(house, due))["drafts"]:  # noqa: ASYNC110  # another process changes it
                await asyncio.sleep(0.2)
        assert await _state(house, due) == {"posts": 1, "drafts": 0}
        async with alice.page() as page:
            assert (await page.feed()).captions == ["Next tide"]
        async with alice.page() as page:
            assert (await page.does("drafts:publish", draftId=saved["_id"], version=2, postType="sphere"))["success"]
        assert await _state(house, due) == {"posts": 1, "drafts": 0}


def _much_later() -> str:
    return (datetime.now(UTC) + timedelta(days=300)).isoformat()


async def _state(house: House, due: Any) -> dict[str, int]:
    psql = await house.database()
    row = await psql.fetchrow(STATE, due)
    await psql.close()
    assert row is not None
    assert not (row["is_early"] and row["posts"]), "It was posted before its time"
    return {"posts": row["posts"], "drafts": row["drafts"]}
