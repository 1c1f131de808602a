"""Who may become a member through a provider: the rules are those of the sign-up with a password."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from identity.house import refusal
from inflow.core.encryption import Secret
from inflow.identity.audit import host_tag
from inflow.identity.sign_up.denied_hosts import DENIED_HOST, deny_host, networks_in
from inflow.identity.sign_up.entry import NEEDS_REASON, REASON_MAX, EntryRules
from inflow.identity.sign_up.invitations import add_invitation
from mail.mail_server import MailServer
from oidc.house import OidcHouse, Walker
from oidc.provider import ALICE, Provider
from reflow.postgres.database import Connection, Database, Row
from reflow.statements import Statement

CLOSED = (403, "forbidden", "We are not taking new members at the moment.")
NEEDED = (403, "forbidden", "You need an invitation to sign up.")
USED_UP = (400, "expired", "This invitation has expired or has been used up.")

Opens = Callable[[EntryRules], OidcHouse]


@pytest.fixture
def opens(database: Database, secret: Secret, mail_server: MailServer, provider: Provider) -> Opens:
    """Makes a house with these rules."""
    return lambda rules: OidcHouse(database, secret, mail_server, provider, entry=rules)


async def _rows(connection: Connection, wanted: Statement, /, **given: object) -> list[Row]:
    return await connection.rows(wanted, given)


async def _invited(house: OidcHouse, most: int = 1) -> str:
    """An invitation for so many people."""
    async with house.database.transaction() as connection:
        until = house.now + timedelta(days=14)
        return await add_invitation(partial(_rows, connection), "inviter", most, house.now, until)


async def _back_from_the_provider(house: OidcHouse, subject: str = "a-1", peer: str = "203.0.113.7") -> Walker:
    """A newcomer in front of the rest of the form."""
    newcomer = house.visitor(peer)
    assert await newcomer.walks(subject) == "/get-started?complete"
    return newcomer


async def _nothing_is_stored(house: OidcHouse, newcomer: Walker) -> bool:
    tables = ("identity_accounts", "identity_applications", "product_users")
    return [await house.count(table) for table in tables] == [0, 0, 0] and await newcomer.who() is None


async def test_where_members_are_approved_a_newcomer_says_why_and_waits(opens: Opens) -> None:
    async with opens(EntryRules("approval")) as house:
        alice = await _back_from_the_provider(house)
        for reason in ("", "  \n "):
            refused = await alice.completes(reason=reason)
            assert refused.json() == {"code": "invalid", "message": NEEDS_REASON, "field": "reason"}
        assert (await alice.completes(reason="a" * (REASON_MAX + 1))).status_code == 400
        assert await _nothing_is_stored(house, alice)

        joined = await alice.completes(reason="Bob told me about the tide.")

        assert joined.json() == {"status": "complete", "user": None}
        assert await alice.who() is not None
        assert await house.count("product_users") == 0
        (application,) = await _read(house, "SELECT state, reason, email FROM identity_applications")
        assert application == ("waiting", "Bob told me about the tide.", "alice@example.org")
        assert await house.visitor().walks() == "/homefeed"


@pytest.mark.parametrize("entry", ["approval", "invite"])
async def test_an_invitation_lets_as_many_people_in_as_it_says(opens: Opens, provider: Provider, entry: Any) -> None:
    async with opens(EntryRules(entry)) as house:
        link, joined = await _invited(house, 2), []
        for name in ("anna", "bert", "cora"):
            provider.knows(name, {**ALICE, "preferred_username": name})
            newcomer = await _back_from_the_provider(house, name)
            joined.append(await newcomer.completes(username=name, invitation=link))

        assert [each.status_code for each in joined] == [200, 200, 400]
        assert [each.json()["user"]["username"] for each in joined[:2]] == ["anna", "bert"]
        refused = USED_UP if entry == "invite" else (400, "invalid", NEEDS_REASON)
        assert refusal(joined[2]) == refused
        assert await _read(house, "SELECT invitation_id FROM identity_accounts") == [(link,), (link,)]
        assert await _read(house, "SELECT uses FROM identity_invitations") == [(2,)]


async def test_where_an_invitation_is_needed_a_newcomer_without_one_stays_outside_and_can_bring_one(
    opens: Opens,
) -> None:
    async with opens(EntryRules("invite")) as house:
        alice = await _back_from_the_provider(house)

        assert refusal(await alice.completes()) == NEEDED
        assert refusal(await alice.completes(invitation="made-up")) == USED_UP
        assert await _nothing_is_stored(house, alice)

        assert (await alice.completes(invitation=await _invited(house))).status_code == 200


async def test_a_closed_house_takes_no_one_not_even_with_an_invitation(opens: Opens) -> None:
    async with opens(EntryRules("closed")) as house:
        alice = await _back_from_the_provider(house)

        for invitation in ("", await _invited(house)):
            assert refusal(await alice.completes(invitation=invitation)) == CLOSED
        assert await _nothing_is_stored(house, alice)
        assert await _read(house, "SELECT uses FROM identity_invitations") == [(0,)]


async def test_no_one_joins_from_a_denied_network(opens: Opens, tmp_path: Any) -> None:
    path = tmp_path / "hosts.txt"
    path.write_text("203.0.113.0/24\n")
    async with opens(EntryRules(denied_hosts=networks_in(path))) as house:
        alice = await _back_from_the_provider(house)

        assert refusal(await alice.completes()) == (403, "forbidden", DENIED_HOST)
        assert await _nothing_is_stored(house, alice)
        elsewhere = await _back_from_the_provider(house, peer="203.0.114.0")
        assert (await elsewhere.completes()).status_code == 200


async def test_a_host_denied_by_its_hash_takes_no_one_until_the_time_is_over(house: OidcHouse) -> None:
    alice = await _back_from_the_provider(house)
    async with house.database.transaction() as connection:
        tag = host_tag(house.secret, "203.0.113.7")
        await deny_host(connection, tag, house.now, house.now + timedelta(minutes=30))

    assert refusal(await alice.completes()) == (403, "forbidden", DENIED_HOST)
    assert await _nothing_is_stored(house, alice)
    house.wait(minutes=30)

    assert (await alice.completes()).status_code == 200


async def test_an_address_of_a_denied_domain_is_refused_though_the_provider_has_proved_it(opens: Opens) -> None:
    async with opens(EntryRules(denied_domains=frozenset({"example.org"}))) as house:
        alice = await _back_from_the_provider(house)

        refused = await alice.completes()

        assert refused.json()["message"] == "Please use an address of another email provider."
        assert await _nothing_is_stored(house, alice)


async def _read(house: OidcHouse, sql: str) -> list[tuple[Any, ...]]:
    async with house.database.connection() as connection:
        return [tuple(row.values()) for row in await connection.text(sql)]
