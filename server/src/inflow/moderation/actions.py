"""Actions of moderation, which store nothing."""

from __future__ import annotations

from inflow.moderation.rules import FINDING, CaseId
from inflow.moderation.same_photos import posts_of_same_photo
from inflow.moderation.views import SamePhoto
from reflow import ActionCtx, AppError, action


@action
async def find_same_photo(ctx: ActionCtx, *, case_id: CaseId) -> list[SamePhoto] | None:
    """Other posts of the photo of a case, or of any photo of its grid, found by fingerprints. For moderators.

    Twenty at most. Null if the photo can't be compared. An action, because it reads the fingerprints of all photos: a
    live query would do so after every upload.
    """
    if ctx.identity is None:
        raise AppError("unauthenticated", "Please log in.")
    FINDING.take((ctx.identity.issuer, ctx.identity.subject))
    return await ctx.query(posts_of_same_photo, case_id=case_id)
