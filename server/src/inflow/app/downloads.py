"""The routes at which members ask for all their data, and download it."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from inflow.app.archive.job import ArchiveSources
from inflow.app.archive.requests import archive_pieces, cancel_export_of, request_archive, require_room
from inflow.app.data_export import count_download
from inflow.core.clock import utc_now
from inflow.exports.progress import open_export, places_of_segments, ready_export
from inflow.identity.accounts import PATH, Accounts
from inflow.identity.http.bodies import DeleteBody, error_response, json_response, read_body
from inflow.identity.http.origin import JSON
from inflow.identity.sessions.sessions import Session
from inflow.media.http.video_response import ByteRange, is_current, requested_range
from inflow.media.rules import is_media_id
from reflow import AppError


def download_routes(accounts: Accounts, sources: ArchiveSources) -> list[Route]:
    """`POST /api/identity/export` with the password, like a deletion, has an archive made, three times a day;
    `GET /api/identity/exports/{id}` is its bytes, all or a range, for the session whose holder gave the password within
    a day; `POST /api/identity/exports/{id}/open` asks for the password again.
    """

    async def export(request: Request) -> Response:
        try:
            accounts.origin.require_own_page(request, content_type=JSON)
            body = await read_body(request, DeleteBody)
            visitor = accounts.cookies.visitor(request)
            session, renewed = await accounts.reauthenticate(visitor, body.password)
            await require_room(sources, session.account_id)
            await count_download(sources.database, session.account_id, utc_now())
            export_id = await request_archive(sources, session.account_id)
            await open_export(sources.database, session.account_id, export_id, session.id, utc_now())
        except AppError as refusal:
            return error_response(refusal)
        accounts.record_export(visitor, session.account_id)
        response = json_response({"id": export_id}, 202)
        if renewed is not None:
            accounts.cookies.open_session(response, renewed)
        return response

    async def download(request: Request) -> Response:
        try:
            session = await accounts.session_of(request)
            if session is None:
                raise AppError("unauthenticated", "Please log in.")
            response = await _archive(accounts.product, sources, request, session)
        except AppError as refusal:
            return error_response(refusal)
        if response.status_code == 200 and request.method == "GET":
            accounts.record_download(accounts.cookies.visitor(request), session.account_id)
        return response

    return [
        Route(f"{PATH}/export", export, methods=["POST"]),
        Route(PATH + "/exports/{export_id:str}/open", partial(_open, accounts, sources), methods=["POST"]),
        Route(PATH + "/exports/{export_id:str}", download, methods=["GET"]),
    ]


async def _open(accounts: Accounts, sources: ArchiveSources, request: Request) -> Response:
    """Let the session download its member's archive, after its holder gave the password."""
    try:
        accounts.origin.require_own_page(request, content_type=JSON)
        body = await read_body(request, DeleteBody)
        session, renewed = await accounts.reauthenticate(accounts.cookies.visitor(request), body.password)
        if not await open_export(sources.database, session.account_id, _export_id(request), session.id, utc_now()):
            raise _no_download()
    except AppError as refusal:
        return error_response(refusal)
    response = json_response({})
    if renewed is not None:
        accounts.cookies.open_session(response, renewed)
    return response


async def _archive(product: str, sources: ArchiveSources, request: Request, session: Session) -> Response:
    export_id, now = _export_id(request), utc_now()
    row = await ready_export(sources.database, session.account_id, export_id, now)
    if row is None or not await _is_whole(sources, export_id, session.account_id):
        raise _no_download()
    if row.opened_by != session.id or row.opened_until is None or row.opened_until <= now:
        raise AppError("forbidden", "Please enter your password to download this.")
    headers = {
        "Accept-Ranges": "bytes",
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{_file_name(product, row.made_at)}"',
        "ETag": f'"{export_id}"',
    }
    whole = ByteRange(0, row.byte_size)
    is_same = is_current(request.headers, headers["ETag"])
    wanted = requested_range(request.headers.get("range", ""), row.byte_size) if is_same else whole
    if wanted is None:
        return Response(status_code=416, headers={**headers, "Content-Range": f"bytes */{row.byte_size}"})
    headers["Content-Length"] = str(wanted.end - wanted.start)
    if wanted != whole:
        headers["Content-Range"] = f"bytes {wanted.start}-{wanted.end - 1}/{row.byte_size}"
    status = 200 if wanted == whole else 206
    if request.method == "HEAD":
        return Response(status_code=status, headers=headers, media_type="application/zip")
    body = archive_pieces(sources, export_id, wanted)
    return StreamingResponse(body, status, headers, media_type="application/zip")


def _export_id(request: Request) -> str:
    """The address's id. A malformed one is one that the database might not accept as text.

    Raises:
        AppError: `not_found`.
    """
    export_id: str = request.path_params["export_id"]
    if not is_media_id(export_id):
        raise _no_download()
    return export_id


def _no_download() -> AppError:
    return AppError("not_found", "This download does not exist any more.")


async def _is_whole(sources: ArchiveSources, export_id: str, account_id: str) -> bool:
    """Whether the segments are there. After a restore they are not; then the export is deleted, so that its member's
    page offers a new one.
    """
    names = [name for name, _ in await places_of_segments(sources.database, export_id)]
    if names and await sources.store.has_segment(export_id, names[0]):
        return True
    await cancel_export_of(sources, account_id)
    return False


def _file_name(product: str, made_at: datetime) -> str:
    """The archive's file name, with only the characters that need no quoting in a header."""
    name = f"{product.lower()}-{made_at:%Y-%m-%d}.zip"
    return "".join(each if each.isascii() and (each.isalnum() or each in "-.") else "_" for each in name)
