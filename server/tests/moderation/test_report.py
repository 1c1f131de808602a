"""Reporting: what it shares, what it refuses, and what the reporter learns of it."""

from __future__ import annotations

import pytest
from tests.comments.threads import comment
from tests.grids.fotos import grid
from tests.members import Member
from tests.moderation.cases import reported
from tests.product import block, in_flow, post

from inflow.grids.mutations import delete_post
from inflow.messages.mutations import open_conversation, send_message
from inflow.moderation.mutations import act, dismiss, open_evidence, report
from inflow.moderation.queries import get_case, get_cases, get_measures, get_reports
from inflow.moderation.rules import SubjectKind
from inflow.profiles.mutations import update_quote
from reflow.errors import AppError


async def _sends(sender: Member, to: Member, text: str) -> str:
    conversation = await sender.do(open_conversation, profile_id=sender.profile_id, other_id=to.profile_id)
    given = {"conversation_id": conversation, "sender_id": sender.profile_id, "receiver_id": to.profile_id}
    return (await sender.do(send_message, **given, content=text, type="text")).id


async def test_moderators_see_a_reported_foto_in_the_queue_at_once(alice: Member, bob: Member, mod: Member) -> None:
    foto = await post(alice, "Low tide")
    queue = await mod.watch(get_cases)

    case = await reported(bob, "post", foto, reason="nudity", words="Not for children")

    (row,) = [each for each in queue.now.page if each.id == case]
    assert (row.member.user_id, row.reports, row.reasons) == (alice.user_id, 1, ["nudity"])
    shown = await mod.see(get_case, case_id=case)
    assert shown is not None and shown.evidence is not None
    assert [line.text for line in shown.evidence.lines] == ["Low tide"]
    assert [(each.reporter, each.words) for each in shown.reports] == [(bob.username, "Not for children")]


async def test_two_members_who_report_the_same_make_one_case_and_one_member_twice_one_report(
    alice: Member, bob: Member, mod: Member
) -> None:
    foto = await post(alice, "Low tide")
    case = await reported(bob, "post", foto)

    assert await reported(bob, "post", foto) == case
    assert await reported(mod, "post", foto) == case

    shown = await mod.see(get_case, case_id=case)
    assert shown is not None and shown.row.reports == 2
    assert len(await bob.see(get_reports)) == 1


async def test_what_was_reported_stays_evidence_when_its_author_deletes_it(
    alice: Member, bob: Member, mod: Member
) -> None:
    foto = await post(alice, "Low tide")
    case = await reported(bob, "post", foto)

    await alice.do(delete_post, post_id=foto)

    shown = await mod.see(get_case, case_id=case)
    assert shown is not None and shown.evidence is not None
    assert shown.evidence.lines[0].text == "Low tide"


async def test_a_message_is_shared_with_two_before_and_after_it_and_only_once_opened(
    alice: Member, bob: Member, mod: Member
) -> None:
    await in_flow(alice, bob)
    sent = [await _sends(alice, bob, f"message {number}") for number in range(7)]
    case = await reported(bob, "message", sent[3], reason="harassment")
    screen = await mod.watch(get_case, case_id=case)
    assert screen.now is not None and screen.now.is_private and screen.now.evidence is None

    await mod.do(open_evidence, case_id=case)

    assert screen.now is not None and screen.now.evidence is not None
    lines = screen.now.evidence.lines
    assert [line.text for line in lines] == [f"message {number}" for number in range(1, 6)]
    assert [line.text for line in lines if line.is_reported] == ["message 3"]

    await mod.do(dismiss, case_id=case)

    assert screen.now is not None and screen.now.evidence is None


async def test_a_reported_comment_comes_with_the_caption_and_the_comment_that_it_answers(
    alice: Member, bob: Member, mod: Member
) -> None:
    foto = await post(alice, "Low tide")
    answered = await comment(alice, foto, "Who was there?")
    reply = await comment(mod, foto, "Not you", answered)

    case = await reported(bob, "comment", reply)
    first = await reported(bob, "comment", answered)

    shown = [await mod.see(get_case, case_id=each) for each in (case, first)]
    lines = [
        [(line.author, line.text, line.is_reported, line.context) for line in each.evidence.lines]
        for each in shown
        if each is not None and each.evidence is not None
    ]
    caption = (alice.username, "Low tide", False, "caption")
    assert lines == [
        [
            caption,
            (alice.username, "Who was there?", False, "answered"),
            (mod.username, "Not you", True, None),
        ],
        [caption, (alice.username, "Who was there?", True, None)],
    ]


async def test_a_case_leads_to_what_its_moderator_sees_as_a_member(alice: Member, bob: Member, mod: Member) -> None:
    await in_flow(alice, bob)
    foto, second = await post(alice, "Low tide"), await post(alice, "High tide")
    cue = await post(alice, "Not for everybody", post_type="cue")
    collage = await grid(alice, "landscape", [foto, second])
    subjects: list[tuple[SubjectKind, str]] = [
        ("post", foto),
        ("comment", await comment(alice, foto, "mine")),
        ("grid", collage.id),
        ("post", cue),
        ("comment", await comment(alice, cue, "ours")),
        ("profile", alice.profile_id),
    ]
    cases = [await reported(bob, kind, subject) for kind, subject in subjects]
    screens = [await mod.watch(get_case, case_id=case) for case in cases]

    links = [screen.now.link for screen in screens if screen.now is not None]
    assert [link and (link.kind, link.id) for link in links] == [
        ("post", foto), ("post", foto), ("grid", collage.id), None, None, None,
    ]  # fmt: skip

    await alice.do(delete_post, post_id=foto)

    links = [screen.now.link for screen in screens if screen.now is not None]
    assert links[:2] == [None, None]


async def test_every_kind_can_be_reported(alice: Member, bob: Member, mod: Member) -> None:
    foto, second = await post(alice, "Low tide"), await post(alice, "High tide")
    collage = await grid(alice, "landscape", [foto, second])
    words = await comment(alice, foto, "mine")
    await alice.do(update_quote, profile_id=alice.profile_id, quote="Tide waits")

    cases = [
        await reported(bob, "grid", collage.id),
        await reported(bob, "comment", words),
        await reported(bob, "profile", alice.profile_id),
        await reported(bob, "quote", alice.profile_id),
    ]

    shown = [await mod.see(get_case, case_id=case) for case in cases]
    found = [each.evidence for each in shown if each is not None and each.evidence is not None]
    texts = [[line.text for line in each.lines if line.is_reported] for each in found]
    assert texts == [["Low tide", "High tide"], ["mine"], ["Alice Doe"], ["Tide waits"]]


@pytest.mark.parametrize("kind", ["post", "grid", "comment", "message", "profile", "quote", "proposal"])
async def test_what_does_not_exist_cannot_be_reported(bob: Member, kind: str) -> None:
    refused = await bob.send("moderation:report", kind=kind, subjectId="nothing", reason="spam")

    assert refused is not None and refused["code"] == "not_found"


async def test_what_a_member_does_not_see_looks_missing_to_them(alice: Member, bob: Member) -> None:
    cue = await post(alice, "Not for everybody", post_type="cue")
    foto = await post(alice, "Low tide")
    words = await comment(alice, foto, "mine")
    await block(alice, bob)

    for kind, subject in (("post", cue), ("post", foto), ("comment", words), ("profile", alice.profile_id)):
        refused = await bob.send("moderation:report", kind=kind, subjectId=subject, reason="spam")
        assert refused is not None and refused["code"] == "not_found", kind


async def test_the_message_of_others_cannot_be_reported(alice: Member, bob: Member, carol: Member) -> None:
    await in_flow(alice, bob)
    sent = await _sends(alice, bob, "between us")

    with pytest.raises(AppError, match="can't be reported"):
        await carol.do(report, kind="message", subject_id=sent, reason="spam")


async def test_a_reporter_sees_what_became_of_it(alice: Member, bob: Member, mod: Member) -> None:
    first, second = await post(alice, "Low tide"), await post(alice, "High tide")
    taken, not_taken = await reported(bob, "post", first), await reported(bob, "post", second)
    screen = await bob.watch(get_reports)
    assert {each.state for each in screen.now} == {"open"}

    await mod.do(act, case_id=taken, measure="remove", reason="spam")
    await mod.do(dismiss, case_id=not_taken)

    assert [(each.state, each.measure) for each in screen.now] == [("closed", None), ("closed", "remove")]


async def test_the_author_never_learns_who_reported(alice: Member, bob: Member, mod: Member) -> None:
    case = await reported(bob, "post", await post(alice, "Low tide"))

    await mod.do(act, case_id=case, measure="warn", reason="spam", facts="Advertising")

    text = str(await alice.see(get_measures))
    assert bob.username not in text and bob.user_id not in text and mod.username not in text
