"""The route at which members download their data."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from inflow.app.data_export import ExportSources, count_download, export_archive
from inflow.core.clock import utc_now
from inflow.identity.accounts import PATH, Accounts
from inflow.identity.http.bodies import DeleteBody, error_response, read_body
from inflow.identity.http.origin import JSON
from reflow import AppError


def download_routes(accounts: Accounts, sources: ExportSources) -> list[Route]:
    """`POST /api/identity/export` with the password, like a deletion: a ZIP, three times a day."""

    async def export(request: Request) -> Response:
        try:
            accounts.origin.require_own_page(request, content_type=JSON)
            body = await read_body(request, DeleteBody)
            visitor = accounts.cookies.visitor(request)
            session, renewed = await accounts.reauthenticate(visitor, body.password)
            now = utc_now()
            await count_download(sources, session.account_id, now)
        except AppError as refusal:
            return error_response(refusal)
        accounts.record_download(visitor, session.account_id)
        name = f"{accounts.product.lower()}-{now:%Y-%m-%d}.zip"
        headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{_plain(name)}"'}
        archive = export_archive(sources, session.account_id)
        response = StreamingResponse(archive, headers=headers, media_type="application/zip")
        if renewed is not None:
            accounts.cookies.open_session(response, renewed)
        return response

    return [Route(f"{PATH}/export", export, methods=["POST"])]


def _plain(name: str) -> str:
    """The file name with only the characters that need no quoting in a header."""
    return "".join(each if each.isascii() and (each.isalnum() or each in "-.") else "_" for each in name)
