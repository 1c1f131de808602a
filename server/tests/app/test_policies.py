"""The operator's documents on a running Inflow: by command, for visitors, at the sign-up, and in downloads."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
from tests.app.archives import data_of
from tests.app.house import House
from tests.app.people import Member

from mail.mail_server import MailServer


async def test_an_operator_publishes_terms_which_visitors_read_and_new_members_accept(
    house: House, mail_server: MailServer, tmp_path: Path
) -> None:
    alice = await Member.sign_up(house, mail_server, "terma")
    text = tmp_path / "terms.md"
    text.write_text("## Fair\n\nBe *fair*, see [more](https://example.org).\n", encoding="utf-8")
    async with alice.page() as page:
        published = await house.command("policy", "publish", "terms", str(text), "--ask")
        assert "Version 1 of terms is published." in published.said
        again = await house.command("policy", "publish", "terms", str(text))
        assert again.code != 0 and "published already" in again.said
        refused = await page.does("niches:createProposal", name="blue hour")
        assert refused["errorData"]["code"] in {"acceptance_required", "forbidden"}

    bob = await Member.sign_up(house, mail_server, "termb")

    async with httpx.AsyncClient(base_url=house.address) as visitor:
        response = await visitor.get("/api/policies")
    (terms,) = response.json()
    assert (terms["kind"], terms["version"]) == ("terms", 1)
    assert [each["href"] for block in terms["blocks"] for each in block["spans"] if each.get("href")] == [
        "https://example.org"
    ]
    assert await _accepted(alice) == [("terms", 0)]
    assert await _accepted(bob) == [("terms", 1)]
    async with bob.page() as page:
        assert (await page.does("policies:accept", kind="terms", version=1))["success"]
    assert (await house.command("policy", "show", "terms")).said.startswith("## Fair")
    assert (await house.command("policy", "list")).said.split("\t")[:2] == ["terms", "1"]
    assert "[[your name" in (await house.command("policy", "template", "about")).said
    entries = map(json.loads, (await house.command("audit", "export")).said.splitlines())
    assert [(each["actor"], each["subject"]) for each in entries if each["action"] == "policy published"] == [
        ("command line", "terms")
    ]


async def _accepted(member: Member) -> list[tuple[str, int]]:
    """What the member's own download says that they accepted."""
    return [(row["kind"], row["version"]) for row in (await data_of(member))["acceptances"]]
