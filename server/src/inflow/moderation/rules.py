"""The subjects, reasons and measures of moderation, and its limits."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Final, Literal, NewType

from msgspec import Meta

from reflow import MINUTE, RateLimit

CaseId = NewType("CaseId", str)
MeasureId = NewType("MeasureId", str)
AppealId = NewType("AppealId", str)
ApplicationId = NewType("ApplicationId", str)

SubjectKind = Literal["post", "grid", "comment", "message", "profile", "quote", "proposal"]
"""`post` is a foto or a flick. `profile` is the picture and the names, `quote` the quote below them."""

CaseKind = Literal[
    "post", "grid", "comment", "message", "profile", "quote", "proposal",
    "refusals", "activity", "upload",
]  # fmt: skip
"""What a case is about: something that members report, or, without a reporter, the refused uploads or the unusual
activity of a member, whose id is the subject's. Such a case is opened automatically; only a moderator decides it.
An `upload` is a photo that the content check refused, and that its owner asks a moderator to look at.
"""

ReviewState = Literal["waiting", "allowed", "refused"]

ContextKind = Literal["caption", "answered"]
"""What stands around a reported comment: the caption of its foto, and the comment that it answers."""

FactKind = Literal[
    "explicit", "nudity", "suggestive", "removed", "listed", "other",
    "comments", "requests", "fotos", "blocks",
]  # fmt: skip
"""What was counted before a case was opened automatically: the kinds of refused uploads, or of activity."""

Reason = Literal["spam", "nudity", "harassment", "hate", "violence", "self_harm", "illegal", "impersonation", "other"]
"""Why a member reports, and the community rule that a measure enforces."""

MeasureKind = Literal["warn", "remove", "unlist", "restrict", "suspend", "ban"]
"""`unlist` takes a post off the walls and leaves it on its author's profile. A `ban` is a suspension without an end."""

CaseState = Literal["open", "closed"]
MeasureState = Literal["in_force", "ended", "reversed"]
AppealState = Literal["open", "granted", "refused"]

WORDS_MAX: Final = 500
NOTE_MAX: Final = 1000
DAYS_MAX: Final = 365

Words = Annotated[str, Meta(max_length=WORDS_MAX)]
NoteWords = Annotated[str, Meta(min_length=1, max_length=NOTE_MAX)]
Days = Annotated[int, Meta(ge=1, le=DAYS_MAX)]

People = Annotated[int, Meta(ge=1, le=1000)]
InvitationDays = Annotated[int, Meta(ge=1, le=90)]

TIMED: Final[frozenset[MeasureKind]] = frozenset({"restrict", "suspend"})
ON_MEMBER: Final[frozenset[MeasureKind]] = frozenset({"warn", "restrict", "suspend", "ban"})

EVIDENCE_KEPT: Final = timedelta(days=90)
"""How long the evidence of a closed case is kept, at least. After a measure it is kept while an appeal is possible."""

APPEAL_WITHIN: Final = timedelta(days=184)
"""How long after a measure a member may appeal: six months at their longest, as the Digital Services Act asks."""

AUTOMATIC: Final[frozenset[CaseKind]] = frozenset({"refusals", "activity"})
"""The kinds of cases that are opened automatically."""
WITHOUT_REPORT: Final[frozenset[CaseKind]] = AUTOMATIC | {"upload"}
"""The kinds of cases that no member reports, and which have nothing that could be removed."""

REVIEWS_AT_ONCE: Final = 3
"""So many refused photos of a member may wait for a moderator at the same time."""

REFUSALS_FOR_CASE: Final = 5
REFUSALS_WITHIN: Final = timedelta(days=7)
"""So many refused uploads, in so many days and since the last case about them, open a case."""
LISTED_FOR_CASE: Final = 1
"""So many of them are enough if they are refused because they are on a hash list."""

ACTIVITY_FOR_CASE: Final[dict[FactKind, int]] = {"comments": 200, "requests": 100, "fotos": 150, "blocks": 10}
ACTIVITY_WITHIN: Final = timedelta(hours=24)
"""So many comments, flow requests or fotos of a member, or members who blocked them, in so long open a case."""
ACTIVITY_AGAIN_AFTER: Final = timedelta(days=7)
"""How long after the opening of such a case another may be opened about the same member."""

MESSAGES_AROUND: Final = 2
"""How many messages before and after a reported one the report shares."""

VIEWING_FOR: Final = timedelta(seconds=45)
"""How long after its last sign a moderator counts as looking at a case."""

FINDING: Final = RateLimit((30, MINUTE))
"""Searches for the same photo, each of which reads the fingerprints of all photos."""

ENOUGH_WAITING: Final = "Three of your photos are waiting for a moderator. Please wait for an answer."
ASKED_ALREADY: Final = "You have already asked about this photo."
ONLY_UPLOADS: Final = "This case is not about a refused photo."
NO_CASE: Final = "This case does not exist."
NO_MEASURE: Final = "This decision does not exist."
NOT_THERE: Final = "This can't be reported: it may have been deleted."
NOT_ONESELF: Final = "You can't report yourself."
CLOSED: Final = "This case was closed by another moderator."
NOT_ABOUT_YOURSELF: Final = "You can't decide a case about yourself."
ONLY_OWNERS: Final = "An owner has to decide a case about a moderator."
NO_DAYS: Final = "Please say for how many days."
ONLY_POSTS: Final = "Only fotos and flicks can be taken off the walls."
ONLY_ON_MEMBER: Final = "This case is about a member: there is nothing to remove or to take off the walls."
NOTHING_TO_REMOVE: Final = "There is nothing left to remove."
APPEALED: Final = "You have already appealed."
TOO_LATE: Final = "The time for an appeal is over."
REVERSED: Final = "This decision has already been reversed."
NO_APPEAL: Final = "There is no open appeal."
ANOTHER_DECIDES: Final = "Another moderator has to decide this appeal."
ENOUGH_INVITED: Final = "You can't invite more people at the moment."
NO_INVITATION: Final = "This invitation does not exist."
NO_APPLICATION: Final = "This request to join does not exist."
DECIDED: Final = "Another moderator has decided this already."
EMPTY: Final = "Please write a few words."
