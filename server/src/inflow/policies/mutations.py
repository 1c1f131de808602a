"""Publishing documents and accepting them."""

from __future__ import annotations

from inflow.audit.log import AuditLog
from inflow.members.access import require_member
from inflow.policies.rules import ACCEPTED_KINDS, NO_VERSION, PolicyKind, PolicyText, PolicyVersion
from inflow.policies.selects import VERSION
from inflow.policies.updates import ADD_ACCEPTANCE, add_version
from inflow.standing.access import require_owner
from reflow import HOUR, AppError, MutationCtx, RateLimit, mutation


@mutation(rate_limit=RateLimit((60, HOUR)))
async def publish(
    ctx: MutationCtx, *, kind: PolicyKind, text: PolicyText, needs_acceptance: bool = False, after: PolicyVersion
) -> int:
    """Publish the next version of a document, for owners; returns its number. `after` is the newest version that the
    caller has seen, 0 for none.
    """
    owner = await require_owner(ctx)
    log = ctx.get(AuditLog)
    return await add_version(
        ctx.rows,
        log,
        kind=kind,
        text=text,
        needs_acceptance=needs_acceptance,
        after=after,
        at=await ctx.now(),
        publisher_id=owner.id,
        actor=log.tag(owner.id),
    )


@mutation
async def accept(ctx: MutationCtx, *, kind: PolicyKind, version: PolicyVersion) -> None:
    """Accept a version of the terms or the rules. Accepting it again changes nothing."""
    member = await require_member(ctx)
    if kind not in ACCEPTED_KINDS or await ctx.row(VERSION, kind=kind, version=version) is None:
        raise AppError("not_found", NO_VERSION)
    await ctx.execute(ADD_ACCEPTANCE, user_id=member.id, kind=kind, version=version, accepted_at=await ctx.now())
