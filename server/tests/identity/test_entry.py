"""Who may sign up: everyone by default, people with an invitation, or no one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from identity.house import ALICE, House, refusal
from inflow.core.encryption import Secret
from inflow.identity.audit import host_tag
from inflow.identity.sign_up.denied_hosts import DENIED_HOST, BadNetwork, deny_host, networks_in
from inflow.identity.sign_up.entry import NEEDS_REASON, REASON_MAX, BadDomain, EntryRules, domains_in
from inflow.identity.sign_up.invitations import add_invitation, revoke_invitation
from mail.mail_server import MailServer
from reflow.errors import AppError
from reflow.postgres.database import Connection, Database, Row
from reflow.statements import Statement

CLOSED = "We are not taking new members at the moment."
NEEDED = "You need an invitation to sign up."
USED_UP = "This invitation has expired or has been used up."
USES = 5
GUESTS = 10_000

Opens = Callable[[EntryRules], House]


@pytest.fixture
def opens(database: Database, secret: Secret, mail_server: MailServer) -> Opens:
    """Makes a house with these rules."""
    return lambda rules: House(database, secret, mail_server, entry=rules)


async def _rows(connection: Connection, wanted: Statement, /, **given: object) -> list[Row]:
    return await connection.rows(wanted, given)


async def invited(house: House, most: int = 1, *, days: int = 14, by: str = "inviter") -> str:
    """An invitation for so many people."""
    async with house.database.transaction() as connection:
        until = house.now + timedelta(days=days)
        return await add_invitation(partial(_rows, connection), by, most, house.now, until)


async def _joins(house: House, mail_server: MailServer, name: str, invitation: str, begun_at: Any = None) -> Any:
    visitor = house.visitor()
    form = {**ALICE, "email": f"{name}@example.org", "username": name, "invitation": invitation}
    begun = await visitor.post("/sign-up", **form)
    if begun.status_code != 202:
        return begun
    email = await mail_server.next()
    return await visitor.post("/sign-up/verify", challengeId=begun.json()["challengeId"], code=email.code)


async def test_a_closed_house_takes_no_one_not_even_with_an_invitation(opens: Opens, mail_server: MailServer) -> None:
    async with opens(EntryRules("closed")) as house:
        for invitation in ("", await invited(house)):
            assert refusal(await _joins(house, mail_server, "alice", invitation)) == (403, "forbidden", CLOSED)


async def test_an_invitation_lets_as_many_people_in_as_it_says(opens: Opens, mail_server: MailServer) -> None:
    async with opens(EntryRules("invite")) as house:
        link = await invited(house, 2)
        assert refusal(await _joins(house, mail_server, "alice", "")) == (403, "forbidden", NEEDED)
        assert refusal(await _joins(house, mail_server, "alice", "made-up")) == (400, "expired", USED_UP)

        joined = [await _joins(house, mail_server, name, link) for name in ("alice", "bob", "carol")]

        assert [each.status_code for each in joined] == [200, 200, 400]
        assert refusal(joined[2]) == (400, "expired", USED_UP)
        async with house.database.connection() as connection:
            found = await connection.text("SELECT invitation_id FROM identity_accounts")
        assert [row.invitation_id for row in found] == [link, link]


async def test_an_invitation_that_others_use_up_meanwhile_is_refused_at_the_code_and_nothing_is_stored(
    opens: Opens, mail_server: MailServer
) -> None:
    async with opens(EntryRules("invite")) as house:
        link, late = await invited(house), house.visitor()
        begun = await late.post("/sign-up", **{**ALICE, "invitation": link})
        email = await mail_server.next()
        assert (await _joins(house, mail_server, "bob", link)).status_code == 200

        refused = await late.post("/sign-up/verify", challengeId=begun.json()["challengeId"], code=email.code)

        assert refusal(refused) == (400, "expired", USED_UP)
        assert await house.count("identity_accounts") == 1
        assert not await late.is_signed_in()


async def test_an_expired_and_a_revoked_invitation_let_no_one_in(opens: Opens, mail_server: MailServer) -> None:
    async with opens(EntryRules("invite")) as house:
        expired, revoked = await invited(house, days=1), await invited(house, days=30)
        house.wait(days=1, seconds=1)
        async with house.database.transaction() as connection:
            rows = partial(_rows, connection)
            assert not await revoke_invitation(rows, "another", revoked, house.now)
            assert await revoke_invitation(rows, "inviter", revoked, house.now)
            assert not await revoke_invitation(rows, "inviter", revoked, house.now)

        for link in (expired, revoked):
            assert refusal(await _joins(house, mail_server, "alice", link)) == (400, "expired", USED_UP)


async def test_in_an_open_house_an_invitation_is_remembered_and_none_is_needed(
    opens: Opens, mail_server: MailServer
) -> None:
    async with opens(EntryRules()) as house:
        link = await invited(house)
        for name, invitation in (("alice", link), ("bob", ""), ("carol", "made-up"), ("dora", link)):
            assert (await _joins(house, mail_server, name, invitation)).status_code == 200
        async with house.database.connection() as connection:
            (row,) = await connection.text("SELECT uses, most FROM identity_invitations")
        assert (row.uses, row.most) == (1, 1)


async def test_of_ten_thousand_who_use_a_link_for_five_at_once_five_come_in(opens: Opens) -> None:
    house = opens(EntryRules("invite"))
    link, connections = await invited(house, USES), asyncio.Semaphore(8)

    async def use(number: int) -> bool:
        async with connections, house.database.transaction() as connection:
            try:
                await house.entry.use_invitation(connection, link, f"account {number}", house.now)
            except AppError:
                return False
            return True

    came_in = await asyncio.gather(*(use(number) for number in range(GUESTS)))

    assert sum(came_in) == USES


async def test_where_members_are_approved_a_newcomer_says_why_and_waits(opens: Opens, mail_server: MailServer) -> None:
    async with opens(EntryRules("approval")) as house:
        for reason in ("", "  \n "):
            refused = await house.visitor().signs_up(reason=reason)
            assert refused.json() == {"code": "invalid", "message": NEEDS_REASON, "field": "reason"}
        assert (await house.visitor().signs_up(reason="a" * (REASON_MAX + 1))).status_code == 400

        alice = house.visitor()
        begun = await alice.signs_up(reason="a" * REASON_MAX)
        code = (await mail_server.next()).code
        verified = await alice.post("/sign-up/verify", challengeId=begun.json()["challengeId"], code=code)

        assert verified.json() == {"status": "complete", "user": None}
        assert await alice.is_signed_in()
        assert await house.count("product_users") == 0
        assert await house.count("identity_applications") == 1
        assert (await house.visitor().signs_in()).status_code == 200


async def test_where_members_are_approved_an_invitation_takes_the_place_of_it(
    opens: Opens, mail_server: MailServer
) -> None:
    async with opens(EntryRules("approval")) as house:
        joined = await _joins(house, mail_server, "alice", await invited(house))
        assert joined.json()["user"]["username"] == "alice"

        made_up = await _joins(house, mail_server, "bob", "made-up")
        assert made_up.json()["field"] == "reason"
        assert await house.count("identity_applications") == 0


async def test_addresses_of_a_denied_domain_and_its_subdomains_are_refused(
    opens: Opens, mail_server: MailServer
) -> None:
    async with opens(EntryRules(denied_domains=frozenset({"example.org"}))) as house:
        for address in ("a@example.org", "a@mail.EXAMPLE.org"):
            refused = await house.visitor().post("/sign-up", **{**ALICE, "email": address})
            assert refused.json()["message"] == "Please use an address of another email provider."
        allowed = await house.visitor().post("/sign-up", **{**ALICE, "email": "a@notexample.org"})
        assert allowed.status_code == 202
        await mail_server.next()


async def test_no_one_signs_up_from_a_denied_network(opens: Opens, mail_server: MailServer, tmp_path: Path) -> None:
    path = tmp_path / "hosts.txt"
    path.write_text("# cheap machines\n203.0.113.0/24 ; SBL1\n2001:db8:7::/48 # and these\n198.51.100.9\n")
    async with opens(EntryRules(denied_hosts=networks_in(path))) as house:
        for peer in ("203.0.113.255", "::ffff:203.0.113.7", "2001:db8:7:ffff::1", "198.51.100.9"):
            refused = await house.visitor(peer).signs_up()
            assert refusal(refused) == (403, "forbidden", DENIED_HOST)
        for name, peer in (("alice", "203.0.114.0"), ("bob", "2001:db8:8::1"), ("carol", "198.51.100.8")):
            begun = await house.visitor(peer).signs_up(username=name, email=f"{name}@example.org")
            assert begun.status_code == 202, begun.text
            await mail_server.next()

    path.write_text("203.0.113.0/33")
    with pytest.raises(BadNetwork, match="no network"):
        networks_in(path)


async def test_a_host_denied_by_its_hash_signs_no_one_up_until_the_time_is_over(
    house: House, mail_server: MailServer
) -> None:
    tag = host_tag(house.secret, "203.0.113.7")
    async with house.database.transaction() as connection:
        await deny_host(connection, tag, house.now, house.now + timedelta(days=1))
    assert refusal(await house.visitor().signs_up()) == (403, "forbidden", DENIED_HOST)
    assert (await house.visitor("203.0.113.8").signs_up(username="bob", email="b@example.org")).status_code == 202
    await mail_server.next()

    house.wait(days=1)

    assert (await house.visitor().signs_up()).status_code == 202
    await mail_server.next()
    await house.accounts.forget_expired()
    assert await house.count("identity_denied_hosts") == 0


async def test_the_list_of_domains_has_comments_and_says_which_line_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "denied.txt"
    path.write_text("# throw-away addresses\nTrash.example  # one of them\n\n@mail.bücher.example\n")
    assert domains_in(path) == {"trash.example", "mail.xn--bcher-kva.example"}

    path.write_text("no domain")
    with pytest.raises(BadDomain, match="no domain"):
        domains_in(path)
