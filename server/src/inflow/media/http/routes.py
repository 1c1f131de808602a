"""Routes of media: uploads and cuts, and the files of media."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from inflow.core.negotiation import has_entity
from inflow.media.http.requests import (
    JSON_HEADERS,
    MediaAccess,
    content_type_of,
    error_response,
    json_response,
    read_body,
    receiving,
    require_owner,
)
from inflow.media.http.resumable_routes import resumable_routes
from inflow.media.http.video_response import video_response
from inflow.media.images.crops import RequestedCut
from inflow.media.pipeline.cancellation import cancel_on_disconnect
from inflow.media.pipeline.cuts import store_cut
from inflow.media.pipeline.reviews import refused_photo
from inflow.media.pipeline.uploads import begin_upload, receive, store_upload
from inflow.media.rules import (
    MOST_BYTES,
    is_media_id,
    not_an_image,
    rendition_type,
    video_name,
    video_type,
)
from inflow.media.storage.store import ORIGINAL
from inflow.media.tables import KIND_OF_OWN_MEDIUM, RENDITIONS_BY_ID
from reflow import AppError, Database
from reflow.json_input import json_body

_MULTIPART_OVERHEAD = 64 * 1024  # what a multipart body may hold besides the file
_MAX_CUT_BODY = 4096
_CHUNK_BYTES = 256 * 1024
_MEDIA_HEADERS = {
    "Cache-Control": "private, max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def media_routes(access: MediaAccess) -> list[Route]:
    """The routes, to mount at the application's root."""

    async def rendition(request: Request) -> Response:
        try:
            return await _rendition(access, request)
        except AppError as refusal:
            return error_response(refusal, {})

    async def access_to_file(request: Request) -> Response:
        try:
            await _require_visible(access, request)
        except AppError:
            return Response(status_code=403, headers=JSON_HEADERS)
        return Response(status_code=204, headers=JSON_HEADERS)

    async def original(request: Request) -> Response:
        try:
            return await _original(access, request)
        except AppError as refusal:
            return error_response(refusal, {})

    return [
        *resumable_routes(access),
        Route("/api/media/uploads", receiving(access, _upload), methods=["POST"]),
        Route("/api/media/reviews", receiving(access, _ask_for_review), methods=["POST"]),
        Route("/api/media/{media_id:str}/cuts", receiving(access, _cut), methods=["POST"]),
        Route("/api/media/{media_id:str}/original", original, methods=["GET"]),
        Route("/api/media/access/{media_id:str}/{name:str}", access_to_file, methods=["GET"]),
        Route("/media/{media_id:str}/{name:str}", rendition, methods=["GET"]),
    ]


async def _cut(access: MediaAccess, request: Request) -> Response:
    owner_id = await require_owner(access, request)
    media_id = _media_id(request)
    if content_type_of(request) != "application/json":
        raise AppError("forbidden", "Requests to this address must be application/json.")
    access.pipeline.workers.seconds.require_some_left(owner_id)
    with access.pipeline.cut_rate.begin(owner_id):
        content = b"".join([piece async for piece in read_body(request, _MAX_CUT_BODY)])
        wanted = json_body(content, RequestedCut)
        storing = store_cut(access.pipeline, owner_id, media_id, wanted)
        return json_response(201, await cancel_on_disconnect(request.receive, storing))


async def _upload(access: MediaAccess, request: Request) -> Response:
    owner_id = await require_owner(access, request)
    with begin_upload(access.pipeline, owner_id):
        async with aclosing(_photograph(request)) as body, receive(access.pipeline, body) as whole:
            storing = store_upload(access.pipeline, owner_id, whole)
            return json_response(201, await cancel_on_disconnect(request.receive, storing))


async def _ask_for_review(access: MediaAccess, request: Request) -> Response:
    owner_id = await require_owner(access, request)
    with begin_upload(access.pipeline, owner_id):
        async with aclosing(_photograph(request)) as body, receive(access.pipeline, body) as whole:
            preparing = refused_photo(access.pipeline, owner_id, whole)
            photo = await cancel_on_disconnect(request.receive, preparing)
        await access.ask_for_review(owner_id, photo)
    return Response(status_code=204, headers=JSON_HEADERS)


def _photograph(request: Request) -> AsyncGenerator[bytes, None]:
    """The bytes of the file, from a multipart form or a plain body."""
    content_type = content_type_of(request)
    if content_type == "multipart/form-data":
        return _file_part(request)
    if content_type.startswith("image/") or content_type == "application/octet-stream":
        return read_body(request, MOST_BYTES)
    raise not_an_image()


def _media_id(request: Request) -> str:
    """The id in the URL.

    Raises:
        AppError: ``not_found`` for a malformed id, which the database might not accept as text.
    """
    media_id: str = request.path_params["media_id"]
    if not is_media_id(media_id):
        raise _image_not_found()
    return media_id


async def _file_part(request: Request) -> AsyncGenerator[bytes, None]:
    body = read_body(request, MOST_BYTES + _MULTIPART_OVERHEAD)
    try:
        form = await MultiPartParser(request.headers, body, max_files=1, max_fields=8).parse()
    except (MultiPartException, KeyError) as malformed:
        raise AppError("invalid", "The upload could not be read") from malformed
    try:
        part = form.get("file")
        if not isinstance(part, UploadFile):
            raise not_an_image()
        while piece := await part.read(_CHUNK_BYTES):
            yield piece
    finally:
        await form.close()


async def _require_visible(access: MediaAccess, request: Request) -> tuple[str, str]:
    """The id and the name in the URL, if there is such a file now and the caller may see it.

    Raises:
        AppError: ``not_found``.
    """
    media_id, name = _media_id(request), request.path_params["name"]
    viewer = await access.caller(request)
    is_file = rendition_type(name) is not None or video_type(name) is not None
    if not is_file or viewer is None or not await access.may_see(viewer, media_id):
        raise _image_not_found()
    if not await _is_part(access.pipeline.database, media_id, name):
        raise _image_not_found()
    return media_id, name


async def _rendition(access: MediaAccess, request: Request) -> Response:
    media_id, name = await _require_visible(access, request)
    headers = {**_MEDIA_HEADERS, "ETag": f'"{media_id}/{name}"', "Content-Disposition": f'inline; filename="{name}"'}
    if has_entity(request.headers.get("if-none-match", ""), headers["ETag"]):
        return Response(status_code=304, headers=headers)
    if video_type(name):
        response = await video_response(access.pipeline.store, media_id, name, request.headers, headers)
    else:
        content = await access.pipeline.store.get(media_id, name)
        response = None if content is None else Response(content, media_type=rendition_type(name), headers=headers)
    if response is None:
        raise _image_not_found()
    return response


async def _original(access: MediaAccess, request: Request) -> Response:
    """The file as its owner uploaded it, with the metadata that no rendition has; for all others there is none."""
    media_id = _media_id(request)
    owner_id = await access.caller(request)
    kind = None if owner_id is None else await _kind_of_own(access.pipeline.database, media_id, owner_id)
    size = None if kind is None else await access.pipeline.store.size(media_id, ORIGINAL)
    if kind is None or size is None:
        raise _image_not_found()
    headers = {
        **_MEDIA_HEADERS,
        # The next member of this browser must not find it.
        "Cache-Control": "private, no-store",
        "Content-Disposition": f'inline; filename="original-{media_id}.{kind}"',
        "Content-Length": str(size),
    }
    body = access.pipeline.store.pieces(media_id, ORIGINAL, 0, size)
    return StreamingResponse(body, headers=headers, media_type=f"image/{kind}")


async def _kind_of_own(database: Database, media_id: str, owner_id: str) -> str | None:
    async with database.connection() as connection:
        row = await connection.row(KIND_OF_OWN_MEDIUM, {"id": media_id, "owner_id": owner_id})
    return None if row is None else str(row.kind)


async def _is_part(database: Database, media_id: str, name: str) -> bool:
    """Whether the medium has this file now. Files of a former cut stay on disk for a moment."""
    async with database.connection() as connection:
        row = await connection.row(RENDITIONS_BY_ID, {"id": media_id})
    if row is None:
        return False
    return any(each["name"] == name for each in row.renditions) or name == video_name(row.video_kind)


def _image_not_found() -> AppError:
    return AppError("not_found", "There is no such image")
