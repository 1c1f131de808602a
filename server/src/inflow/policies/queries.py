"""Queries of the operator's documents."""

from __future__ import annotations

from inflow.identity.sign_up.reserved_names import ProductName
from inflow.members.access import require_member
from inflow.members.views import iso
from inflow.policies.access import kinds_to_accept
from inflow.policies.markdown import TextBlock, blocks_of
from inflow.policies.rules import NO_VERSION, PolicyKind, PolicyText, PolicyVersion, TemplateLanguage
from inflow.policies.selects import NEWEST, NEWEST_WITH_TEXT, VERSION, VERSIONS_OF_KIND
from inflow.policies.templates import template
from inflow.policies.views import (
    PolicyDocument,
    PolicyHistoryRow,
    PolicySource,
    PublishedPolicy,
    document_view,
    source_view,
)
from inflow.standing.access import require_owner
from reflow import MINUTE, AppError, QueryCtx, RateLimit, internal_query, query


@internal_query
async def published_documents(ctx: QueryCtx) -> list[PolicyDocument]:
    """The newest version of each kind, for everyone."""
    return [document_view(row) for row in await ctx.rows(NEWEST_WITH_TEXT)]


@query
async def get_documents(ctx: QueryCtx) -> list[PolicyDocument]:
    """The newest version of each kind. Visitors read the same at `/api/policies`."""
    await require_member(ctx)
    return await ctx.run(published_documents)


@query
async def get_published(ctx: QueryCtx) -> list[PublishedPolicy]:
    """Which kinds are published, without their texts."""
    await require_member(ctx)
    return [
        PublishedPolicy(kind=row.kind, version=row.version, published_at=iso(row.published_at))
        for row in await ctx.rows(NEWEST)
    ]


@query
async def get_pending(ctx: QueryCtx) -> list[PolicyDocument]:
    """The documents that the caller has to accept before they write again, in their newest versions."""
    member = await require_member(ctx)
    kinds = await kinds_to_accept(ctx, member)
    if not kinds:
        return []
    return [each for each in await ctx.run(published_documents) if each.kind in kinds]


@query
async def get_history(ctx: QueryCtx, *, kind: PolicyKind) -> list[PolicyHistoryRow]:
    """The versions of a kind, newest first, a hundred at most, for owners."""
    await require_owner(ctx)
    return [
        PolicyHistoryRow(
            version=row.version,
            published_at=iso(row.published_at),
            publisher=row.username,
            needs_acceptance=row.needs_acceptance,
            accepted_by=row.accepted_by,
        )
        for row in await ctx.rows(VERSIONS_OF_KIND, kind=kind)
    ]


@query
async def get_version(ctx: QueryCtx, *, kind: PolicyKind, version: PolicyVersion) -> PolicySource:
    """A version as it was written, for owners."""
    await require_owner(ctx)
    row = await ctx.row(VERSION, kind=kind, version=version)
    if row is None:
        raise AppError("not_found", NO_VERSION)
    return source_view(row)


@query
async def get_template(ctx: QueryCtx, *, kind: PolicyKind, language: TemplateLanguage) -> str:
    """A text to start from, in Markdown, for owners."""
    await require_owner(ctx)
    return template(kind, language, ctx.get(ProductName))


@query(rate_limit=RateLimit((120, MINUTE)))
async def preview(ctx: QueryCtx, *, text: PolicyText) -> list[TextBlock]:
    """A text as it would be shown, for owners."""
    await require_owner(ctx)
    return blocks_of(text)
