"""A member who was just told that something is done sees it in the next call over HTTP."""

from __future__ import annotations

from typing import Any

from tests.app.house import House
from tests.app.people import PASSWORD, Member, unlike_others

from mail.mail_server import MailServer

TIMES = 5


async def test_a_newcomer_is_a_member_for_the_first_query_after_the_sign_up(
    house: House, mail_server: MailServer
) -> None:
    for number in range(TIMES):
        newcomer = await _signed_up(house, mail_server, number)

        me = await _asks(newcomer, "query", "users:me")

        assert me is not None, "the sign-up was answered"
        assert me["_id"] == newcomer.user_id


async def test_what_a_member_was_just_told_is_done_is_in_the_next_query(house: House, mail_server: MailServer) -> None:
    member = await _signed_up(house, mail_server, TIMES)
    await _asks(member, "mutation", "users:updateNook", userId=member.user_id, newNook="scenic")

    me = await _asks(member, "query", "users:me")

    assert me["nook"] == "scenic"


async def _signed_up(house: House, mail_server: MailServer, number: int) -> Member:
    """A member, at the moment at which the sign-up was answered."""
    member = Member(house, machine=f"127.0.9.{number + 1}")
    member.username = unlike_others("maya")
    email = f"{member.username}@example.org"
    who = {"email": email, "fullName": "Maya Doe", "username": member.username, "dateOfBirth": "1990-02-28"}
    begun = await member.ask("/sign-up", password=PASSWORD, termsAccepted=True, **who)
    await member.bring((await mail_server.next_to(email)).code, begun.json()["challengeId"])
    return member


async def _asks(member: Member, kind: str, path: str, **arguments: Any) -> Any:
    """The value of a call over HTTP."""
    answer = await member.http.post(
        f"/api/{kind}",
        json={"path": path, "format": "convex_encoded_json", "args": [arguments]},
        headers={"Authorization": f"Bearer {await member.token()}"},
    )
    assert answer.json()["status"] == "success", answer.text
    return answer.json()["value"]
