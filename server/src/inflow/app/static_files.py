"""Files of the built web app: conditional requests, byte ranges, and precompressed encodings."""

from __future__ import annotations

import functools
import gzip
import hashlib
import re
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from inflow.core.negotiation import content_coding, has_entity

_SUFFIXES = {"br": ".br", "gzip": ".gz", "identity": ""}
# Of the files that the build makes. The machine's own table of types may lack some.
_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_RANGES = re.compile(rb"bytes=\s*(\d+-\d*|-\d+)(\s*,\s*(\d+-\d*|-\d+))*\s*")
# A 304 repeats what a cache needs, and nothing that describes the content.
_OF_CONTENT = ("content-length", "content-type", "content-encoding", "accept-ranges")


def file_response(folder: Path, path: str, request: Request, headers: dict[str, str]) -> Response | None:
    """The file at this path below the folder, or None. Files outside the folder are never served."""
    file = _file(folder, path)
    if file is None:
        return None
    headers = {**headers, "Vary": "Accept-Encoding"}
    made = {coding: file.with_name(file.name + suffix) for coding, suffix in _SUFFIXES.items()}
    coding = content_coding(_header(request, "accept-encoding"), [each for each in made if made[each].is_file()])
    if coding is None:
        return PlainTextResponse("Not acceptable\n", 406, headers)
    if coding != "identity":
        headers["Content-Encoding"] = coding
    kind = _TYPES.get(file.suffix, "application/octet-stream")
    return not_modified_or(request, _File(made[coding], 200, headers, kind, stat_result=made[coding].stat()))


def page_response(page: str, request: Request, headers: dict[str, str]) -> Response:
    """A page in memory, compressed for browsers that take it: its import map names every file of the app."""
    return _page_response(page, request, headers, _compressed_once)


def personal_page_response(page: str, request: Request, headers: dict[str, str]) -> Response:
    """The same for a page that one member gets: its compressed form is not kept."""
    return _page_response(page, request, headers, _compressed)


def _page_response(
    page: str, request: Request, headers: dict[str, str], compressed: Callable[[str], bytes]
) -> Response:
    headers = {**headers, "Vary": "Accept-Encoding"}
    coding = content_coding(_header(request, "accept-encoding"), ["gzip", "identity"])
    if coding is None:
        return PlainTextResponse("Not acceptable\n", 406, headers)
    content = compressed(page) if coding == "gzip" else page.encode()
    if coding != "identity":
        headers["Content-Encoding"] = coding
    tag = hashlib.sha256(content).hexdigest()[:32]
    return not_modified_or(request, HTMLResponse(content, headers={**headers, "ETag": f'"{tag}"'}))


def _compressed(page: str) -> bytes:
    return gzip.compress(page.encode(), mtime=0)


_compressed_once = functools.lru_cache(maxsize=64)(_compressed)


def not_modified_or(request: Request, response: Response) -> Response:
    """The response, or 304 if the client has the same version."""
    headers, names = response.headers, _header(request, "if-none-match")
    is_known = _is_unmodified(request, response) if names is None else has_entity(names, headers["etag"])
    if not is_known:
        return response
    return Response(status_code=304, headers={name: headers[name] for name in headers if name not in _OF_CONTENT})


class _File(FileResponse):
    """Answers HEAD without a range, and ignores a malformed range, as RFC 9110 asks."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        ranges = [value for name, value in scope["headers"] if name == b"range"]
        if scope["method"] != "GET" or not all(map(_RANGES.fullmatch, ranges)):
            scope = {**scope, "headers": [each for each in scope["headers"] if each[0] != b"range"]}
        await super().__call__(scope, receive, send)


def _file(folder: Path, path: str) -> Path | None:
    if not path or "\0" in path:
        return None
    try:
        file = (folder / path).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except OSError:
        return None  # no file system has a name as long as this


def _header(request: Request, name: str) -> str | None:
    """A header as one list, however many lines the client wrote it in."""
    lines = request.headers.getlist(name)
    return ", ".join(lines) if lines else None


def _is_unmodified(request: Request, response: Response) -> bool:
    try:
        since = parsedate_to_datetime(request.headers["if-modified-since"])
        return parsedate_to_datetime(response.headers["last-modified"]) <= since
    except (KeyError, ValueError, TypeError):  # no date, none that can be read, or one without a time zone
        return False
