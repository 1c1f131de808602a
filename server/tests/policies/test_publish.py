"""Owners publish the operator's documents."""

from __future__ import annotations

import hashlib

import pytest
from tests.members import Member
from tests.moderation.cases import with_role
from tests.world import World

from inflow.policies.mutations import publish
from inflow.policies.queries import get_documents, get_history, get_published, get_template, get_version, preview
from inflow.policies.rules import KINDS, LANGUAGES, NEWER, NO_VERSION, TEXT_MAX
from reflow.errors import AppError

NEWEST_ENTRY = "SELECT action, subject, details FROM audit_entries ORDER BY number DESC LIMIT 1"


async def test_a_published_text_shows_at_once_on_open_pages(alice: Member, owner: Member) -> None:
    pages, row = await alice.watch(get_documents), await alice.watch(get_published)
    assert (pages.now, row.now) == ([], [])

    assert await owner.do(publish, kind="imprint", text="Harbour Street 1", after=0) == 1
    assert await owner.do(publish, kind="imprint", text="Harbour Street 2", after=1) == 2

    (shown,) = pages.now
    assert (shown.kind, shown.version, shown.blocks[0].spans[0].text) == ("imprint", 2, "Harbour Street 2")
    assert [(each.kind, each.version) for each in row.now] == [("imprint", 2)]


async def test_every_version_stays_as_it_was_with_its_publisher(owner: Member) -> None:
    history = await owner.watch(get_history, kind="rules")
    await owner.do(publish, kind="rules", text="Be kind.", after=0)
    await owner.do(publish, kind="rules", text="Be kinder.", needs_acceptance=True, after=1)

    assert [(each.version, each.publisher, each.needs_acceptance) for each in history.now] == [
        (2, owner.username, True),
        (1, owner.username, False),
    ]
    assert (await owner.see(get_version, kind="rules", version=1)).text == "Be kind."
    with pytest.raises(AppError, match=NO_VERSION):
        await owner.see(get_version, kind="rules", version=3)


async def test_the_audit_log_records_the_hash_of_the_text(owner: Member, world: World) -> None:
    await owner.do(publish, kind="privacy", text="We store little.", after=0)

    async with world.database.connection() as connection:
        (entry,) = await connection.text(NEWEST_ENTRY)
    assert (entry.action, entry.subject) == ("policy published", "privacy")
    assert hashlib.sha256(b"We store little.").hexdigest() in entry.details


async def test_the_second_of_two_owners_reads_the_first_ones_version_before_publishing(owner: Member) -> None:
    await owner.do(publish, kind="about", text="Photos of the harbour.", after=0)

    with pytest.raises(AppError, match=NEWER):
        await owner.do(publish, kind="about", text="Photos of the sea.", after=0)


@pytest.mark.parametrize(
    ("kind", "text", "asks", "words"),
    [
        ("terms", " \u200b\n", False, "write some text"),
        ("terms", "Run by [[your name]]", False, "double square brackets"),
        ("privacy", "We store little.", True, "only the terms and the community rules"),
    ],
    ids=["empty", "unfinished", "kind"],
)
async def test_a_text_that_members_cannot_use_is_refused(
    owner: Member, kind: str, text: str, asks: bool, words: str
) -> None:
    given = {"kind": kind, "text": text, "needsAcceptance": asks, "after": 0}

    refused = await owner.send("policies:publish", **given)

    assert refused is not None and refused["code"] == "invalid" and words in refused["message"]


async def test_a_text_has_a_longest_length_and_is_not_published_twice(owner: Member) -> None:
    await owner.do(publish, kind="terms", text="a" * TEXT_MAX, after=0)

    longer = await owner.send("policies:publish", kind="terms", text="a" * (TEXT_MAX + 1), after=1)
    same = await owner.send("policies:publish", kind="terms", text="a" * TEXT_MAX, after=1)

    assert longer is not None and f"<= {TEXT_MAX}" in longer["message"]
    assert same is not None and same["message"] == "This text is published already."


async def test_moderators_and_members_publish_nothing(alice: Member, bob: Member) -> None:
    moderator = await with_role(bob, "moderator")

    for each in (alice, moderator):
        with pytest.raises(AppError, match="Only owners"):
            await each.do(publish, kind="terms", text="Mine now.", after=0)
        with pytest.raises(AppError, match="Only owners"):
            await each.see(get_history, kind="terms")


async def test_owners_see_a_text_as_it_will_be_shown(owner: Member) -> None:
    (block,) = await owner.see(preview, text="Be **kind**.")

    assert [(each.text, each.is_strong) for each in block.spans] == [("Be ", False), ("kind", True), (".", False)]


async def test_every_template_names_the_server_and_cannot_be_published_unfinished(owner: Member) -> None:
    for kind in KINDS:
        for language in LANGUAGES:
            text = await owner.see(get_template, kind=kind, language=language)
            assert "{" not in text
            with pytest.raises(AppError, match="double square brackets"):
                await owner.do(publish, kind=kind, text=text, after=0)
