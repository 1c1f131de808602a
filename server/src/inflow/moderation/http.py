"""Routes of moderation: decisions about a suspended member, who cannot sign in, and photos kept as evidence."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from msgspec import Meta
from sqlalchemy import bindparam
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inflow.core.encryption import DecryptionFailed, Secret
from inflow.identity.http.bodies import RequestBody, error_response, json_response, no_content, read_body
from inflow.identity.suspensions import account_of_appeal
from inflow.members.tables import users
from inflow.moderation.case_photos import sealed_as
from inflow.moderation.encryption import CaseCipher
from inflow.moderation.mutations import appeal_for_account
from inflow.moderation.queries import measures_of_account
from inflow.moderation.rules import WORDS_MAX, MeasureId
from inflow.moderation.tables import case_photos, cases, evidence_openings
from inflow.standing.tables import roles
from reflow import AppError, Database, statement
from reflow.live.engine import Engine

MODERATOR_BY_CLERK_ID = statement(
    sa.select(users.c.id).join(roles, roles.c.user_id == users.c.id).where(users.c.clerk_id == bindparam("clerk_id")),
    whole_table="Asked once for each photo; no query watches it.",
)
_may_see = sa.or_(
    cases.c.kind != "message",
    sa.and_(
        cases.c.state == "open",
        sa.select(evidence_openings.c.case_id)
        .where(
            evidence_openings.c.case_id == cases.c.id,
            evidence_openings.c.moderator_id == bindparam("moderator_id"),
        )
        .exists(),
    ),
)
PHOTO_FOR_MODERATOR = statement(
    sa.select(cases.c.photo).where(cases.c.id == bindparam("case_id"), cases.c.photo.is_not(None), _may_see),
    whole_table="Asked once for each photo; no query watches it.",
)
FURTHER_PHOTO_FOR_MODERATOR = statement(
    sa.select(case_photos.c.photo)
    .join(cases, cases.c.id == case_photos.c.case_id)
    .where(
        case_photos.c.case_id == bindparam("case_id"),
        case_photos.c.place == bindparam("place"),
        case_photos.c.photo.is_not(None),
        _may_see,
    ),
    whole_table="Asked once for each photo; no query watches it.",
)
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
_PLACES = {str(place): place for place in range(3)}  # a grid has three photos at most
_SIGNATURES = {b"\xff\xd8": "image/jpeg", b"\x89P": "image/png", b"RI": "image/webp"}


class TokenBody(RequestBody):
    """What the sign-in or the email gave."""

    token: Annotated[str, Meta(max_length=500)]


class AppealBody(TokenBody, kw_only=True):
    """An appeal against one of the decisions."""

    measure_id: Annotated[MeasureId, Meta(max_length=100)]
    words: Annotated[str, Meta(max_length=WORDS_MAX)]


@dataclass(frozen=True, kw_only=True)
class ModerationAccess:
    """What the routes need.

    Attributes:
        caller: Returns the signed-in caller's identity id, or None.
        require_own_page: Raises ``forbidden`` if another site made the browser send this request.
    """

    database: Database
    engine: Engine
    secret: Secret
    caller: Callable[[Request], Awaitable[str | None]]
    require_own_page: Callable[[Request], None]


def moderation_routes(access: ModerationAccess) -> list[Route]:
    """The routes, to mount at the application's root."""

    async def decisions(request: Request) -> Response:
        return await _answered(access, request, _decisions)

    async def appeal(request: Request) -> Response:
        return await _answered(access, request, _appeal)

    async def photo(request: Request) -> Response:
        return await _photo(access, request)

    return [
        Route("/api/appeals/decisions", decisions, methods=["POST"]),
        Route("/api/appeals", appeal, methods=["POST"]),
        Route("/api/moderation/cases/{case_id:str}/photo", photo, methods=["GET"]),
        Route("/api/moderation/cases/{case_id:str}/photos/{place:str}", photo, methods=["GET"]),
    ]


async def _answered(
    access: ModerationAccess,
    request: Request,
    endpoint: Callable[[ModerationAccess, Request], Awaitable[Response]],
) -> Response:
    try:
        access.require_own_page(request)
        return await endpoint(access, request)
    except AppError as refusal:
        return error_response(refusal)


async def _decisions(access: ModerationAccess, request: Request) -> Response:
    body = await read_body(request, TokenBody)
    given = {"clerk_id": _account(access, body.token)}
    outcome = await access.engine.run_query(measures_of_account, given, None)
    if outcome.raised is not None:
        raise outcome.raised
    return json_response(msgspec.to_builtins(outcome.returned))


async def _appeal(access: ModerationAccess, request: Request) -> Response:
    body = await read_body(request, AppealBody)
    given: dict[str, Any] = {"measure_id": body.measure_id, "words": body.words}
    given["clerk_id"] = _account(access, body.token)
    await access.engine.run_mutation(appeal_for_account, given, None)
    return no_content()


def _account(access: ModerationAccess, token: str) -> str:
    account_id = account_of_appeal(access.secret, token)
    if account_id is None:
        raise AppError("not_found", "This link is not complete. Please copy it whole.")
    return account_id


async def _photo(access: ModerationAccess, request: Request) -> Response:
    """A photo kept as evidence; 404 for everyone but moderators, as if there were none."""
    clerk_id, case_id = await access.caller(request), request.path_params["case_id"]
    place = _PLACES.get(request.path_params.get("place", "0"))
    if clerk_id is not None and case_id.isalnum() and case_id.isascii() and place is not None:
        async with access.database.connection() as connection:
            moderator = await connection.row(MODERATOR_BY_CLERK_ID, {"clerk_id": clerk_id})
            given = {"case_id": case_id, "moderator_id": "" if moderator is None else moderator.id}
            wanted, at = (FURTHER_PHOTO_FOR_MODERATOR, {"place": place}) if place else (PHOTO_FOR_MODERATOR, {})
            row = None if moderator is None else await connection.row(wanted, given | at)
        if row is not None:
            try:
                content = CaseCipher(access.secret).open_bytes(sealed_as(case_id, place), row.photo)
            except DecryptionFailed:
                return Response(status_code=404, headers=_HEADERS)
            kind = _SIGNATURES.get(content[:2], "application/octet-stream")
            return Response(content, media_type=kind, headers=_HEADERS)
    return Response(status_code=404, headers=_HEADERS)
