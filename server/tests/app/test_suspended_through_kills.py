"""A suspension that was answered holds, whichever process is killed right afterwards."""

from __future__ import annotations

from pathlib import Path

from tests.app.house import House
from tests.app.people import Member, Page
from tests.reflow.wire.peer import mutation

from mail.mail_server import MailServer

FIRST = {"paginationOpts": {"numItems": 10, "cursor": None}}


async def test_whoever_is_suspended_is_gone_from_open_walls_though_the_moderators_process_dies_at_once(
    home: Path, mail_server: MailServer
) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        settings = {"INFLOW_SMTP_URL": mail_server.url, "INFLOW_PUBLIC_URL": house.origin}
        async with House(home, **settings) as other:
            alice, bob, mona = [await Member.sign_up(house, mail_server, name) for name in ("alva", "bert", "mona")]
            await house.command("role", "grant", mona.username, "moderator")
            (photo,) = await alice.photos_by_hand(1)
            post = await alice.does("posts:createPost", **alice.foto(photo, caption="Harsh words"))
            await bob.does("moderation:report", kind="post", subjectId=post["_id"], reason="harassment")

            async with bob.at(other).page() as wall, alice.at(other).page() as own:
                feed = await wall.feed()
                await feed.shows("Harsh words")
                async with mona.page() as console:
                    cases = await console.follows("moderation:getCases", **FIRST)
                    await suspends(console, console.peer.results[cases]["page"][0]["_id"])
                    await house.kill()

                await wall.peer.until(lambda: "Harsh words" not in feed.captions)
                assert await own.peer.ending() == 1000

            await other.kill()
            await other.start()
            await house.start()
            for serving in (house, other):
                assert not await alice.at(serving).is_signed_in()
                async with bob.at(serving).page() as wall:
                    assert (await wall.feed()).captions == []


async def suspends(console: Page, case: str) -> None:
    """Suspend the member of this case, and return with the answer, before any screen shows it."""
    arguments = {"caseId": case, "measure": "suspend", "reason": "harassment", "days": 7}
    await console.peer.say(mutation(900, "moderation:act", **arguments))
    assert (await console.peer.response(900))["success"]
