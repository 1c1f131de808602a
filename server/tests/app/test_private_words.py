"""Every private word, and every query by every caller: each word is in the answers to those whom it is for, and in no
other. A new query with a parameter that this test does not know fails it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest
from tests.app.cast import CALLERS, Cast, cast
from tests.comments.threads import comment
from tests.members import Member
from tests.moderation.cases import reported
from tests.product import draft, post, product
from tests.world import Person, World

from inflow.app.functions import registry
from inflow.comments.mutations import hide, remove
from inflow.messages.mutations import delete_message, edit_message, send_message
from inflow.moderation.mutations import act, add_note, appeal, open_evidence
from inflow.posts.further_fotos import NewFoto
from reflow.errors import AppError, PlainError
from reflow.functions import Query
from reflow.values import encode

__all__ = ["product"]

TEAM = {"moderator", "operator"}
FOR_WHOM: Mapping[str, set[str]] = {
    "message-quartz": {"owner", "connection", "moderator"},
    "message-deleted-onyx": set(),
    "message-replaced-pearl": set(),
    "cue-caption-topaz": {"owner", "connection"},
    "cue-description-garnet": {"owner", "connection"},
    "cue-further-peridot": {"owner", "connection"},
    "draft-caption-citrine": {"owner"},
    "draft-description-amber": {"owner"},
    "comment-hidden-opal": {"owner", "connection"},
    "comment-removed-jade": set(),
    "report-words-beryl": TEAM,
    "note-agate": TEAM,
    "facts-spinel": {"owner", *TEAM},
    "appeal-zircon": {"owner", *TEAM},
}
"""The callers who may read it. The moderator has opened the messages of the case that the message is in; the operator,
an owner of the server, has not.
"""


@dataclass
class Written(Cast):
    """The matrix's people, who have written the words, and the ids of the cases about them."""

    cases: list[str] = field(default_factory=list)

    @property
    def moderator(self) -> Member:
        """The moderator among the callers."""
        moderator = self.people["moderator"]
        assert isinstance(moderator, Member)
        return moderator


@pytest.fixture(scope="module")
async def people(product: Any) -> Written:
    """The matrix's people, who have written the words."""
    made = await cast(World(*product))
    people = Written(**vars(made), cases=[made.case])
    await _write_messages(people)
    await _write_in_public(people)
    await _write_about_cases(people)
    return people


@pytest.mark.parametrize("caller", CALLERS)
async def test_each_reads_the_private_words_that_are_for_them_and_no_others(people: Written, caller: str) -> None:
    answers = [(query.path, await _answer(people.people[caller], query, given)) for query, given in _questions(people)]

    found = {word for word in FOR_WHOM for _, answer in answers if word in answer}
    assert found == {word for word, allowed in FOR_WHOM.items() if caller in allowed}


@pytest.mark.parametrize("caller", CALLERS)
async def test_only_the_member_reads_an_email_address(people: Written, caller: str) -> None:
    address = f"{people.owner.username}@example.org"

    answers = [await _answer(people.people[caller], query, given) for query, given in _questions(people)]

    assert any(address in answer for answer in answers) == (caller == "owner")


async def test_the_member_concerned_never_reads_who_reported(people: Written) -> None:
    answers = [
        (query.path, answer)
        for query, given in _questions(people)
        if query.path.startswith("moderation:")
        for answer in [await _answer(people.owner, query, given)]
    ]

    for reporter in (people.other, people.friend):
        traces = (reporter.username, reporter.user_id, reporter.profile_id)
        assert [path for path, answer in answers if any(trace in answer for trace in traces)] == []


async def _write_messages(people: Written) -> None:
    """One message that the other participant reports, one that its author deletes, and one that its author edits."""
    for content in ("message-quartz", "message-deleted-onyx", "message-replaced-pearl"):
        sent = await people.owner.do(
            send_message,
            conversation_id=people.conversation,
            sender_id=people.owner.profile_id,
            receiver_id=people.friend.profile_id,
            content=content,
            type="text",
        )
        if content == "message-quartz":
            case = await reported(people.friend, "message", sent.id)
            await people.moderator.do(open_evidence, case_id=case)
            people.cases.append(case)
        elif content == "message-deleted-onyx":
            await people.owner.do(delete_message, message_id=sent.id)
        else:
            await people.owner.do(edit_message, message_id=sent.id, content="edited", type="text")


async def _write_in_public(people: Written) -> None:
    """Two fotos for those in flow, a draft, and comments that one hides and one removes."""
    further = (NewFoto(image_url=await people.owner.upload(), ratio="landscape", alt_text="cue-further-peridot"),)
    people.cue = await post(
        people.owner,
        "cue-caption-topaz",
        alt_text="cue-description-garnet",
        post_type="cue",
        further_fotos=further,
    )
    people.draft = await draft(people.owner, "draft-caption-citrine", alt_text="draft-description-amber")
    await people.owner.do(hide, comment_id=await comment(people.friend, people.foto, "comment-hidden-opal"))
    await people.friend.do(remove, comment_id=await comment(people.friend, people.foto, "comment-removed-jade"))


async def _write_about_cases(people: Written) -> None:
    """A case with the reporter's words, a note, and a measure whose facts the owner appeals against."""
    moderator, words = people.moderator, await comment(people.owner, people.foto, "in public")
    case = await reported(people.other, "comment", words, words="report-words-beryl")
    await moderator.do(add_note, case_id=case, words="note-agate")
    measure = await moderator.do(act, case_id=case, measure="warn", reason="spam", facts="facts-spinel")
    await people.owner.do(appeal, measure_id=measure, words="appeal-zircon")
    people.cases.append(case)


def _questions(people: Written) -> Iterator[tuple[Query[Any, Any], dict[str, Any]]]:
    """Every query, with every combination of arguments from these people's data."""
    for function in registry():
        if isinstance(function, Query):
            choices = [_choices(function.path, each, people) for each in msgspec.structs.fields(function.arguments)]
            for chosen in itertools.product(*choices):
                yield function, {name: value for name, value in chosen if value is not None}


def _choices(path: str, parameter: msgspec.structs.FieldInfo, people: Written) -> list[tuple[str, Any]]:
    words = [each for each in (parameter.type, *get_args(parameter.type)) if get_origin(each) is Literal]
    if words:
        return [(parameter.name, word) for word in get_args(words[0])]
    if not parameter.required:
        return [(parameter.name, None)]
    members = (people.owner, people.friend, people.other)
    known: dict[str, list[Any]] = {
        "user_id": [each.user_id for each in members],
        "clerk_id": [each.clerk_id for each in members],
        "profile_id": [each.profile_id for each in members],
        "user_ids": [[each.user_id for each in members]],
        "profile_ids": [[each.profile_id for each in members]],
        "post_id": [people.foto, people.second, people.cue],
        "draft_id": [people.draft],
        "import_id": [people.draft],
        "since": [datetime.now(UTC) - timedelta(days=3)],
        "comment_id": [people.words, people.words_of_friend],
        "notification_id": [people.notification],
        "grid_id": [people.grid],
        "username": [each.username for each in members],
        "nook_type": ["scenic"],
        "conversation_id": [people.conversation],
        "case_id": people.cases,
        "version": [people.terms],
        "endpoint": ["https://push.example.org/of-another"],
        "text": [people.owner.username],
    }
    known |= dict.fromkeys(("profile1_id", "profile2_id", "sender_id", "receiver_id"), known["profile_id"])
    assert parameter.name in known, f"What shall {path} be asked with as {parameter.name}?"
    return [(parameter.name, value) for value in known[parameter.name]]


async def _answer(person: Person, query: Query[Any, Any], given: dict[str, Any]) -> str:
    """The whole answer as text, or the refusal's."""
    try:
        return encode(await person.see(query, **given))
    except (AppError, PlainError) as refusal:
        return f"{refusal} {getattr(refusal, 'data', '')}"
