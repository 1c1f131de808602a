"""The web app's own files: the page that every address leads to, and what it loads."""

from __future__ import annotations

import mimetypes
from html import escape
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from inflow.app.headers import STRICT_TRANSPORT
from inflow.app.settings import Settings
from inflow.app.wiring import web_folder

_FOREVER = "public, max-age=31536000, immutable"
_FRESH = {"Cache-Control": "no-cache"}
_MANIFEST = "manifest.webmanifest"
_OTHERS = ["POST", "PUT", "PATCH", "DELETE"]
_NOT_BUILT = "The web app has not been built. Run: make run\n"


def page_routes(settings: Settings) -> list[BaseRoute]:
    """Routes that answer every address that nothing else answers."""
    folder = web_folder()
    headers = _headers(settings)
    front = _front_page(folder, settings) if folder else ""
    manifest = _manifest(folder, settings) if folder else b""

    async def page(request: Request) -> Response:
        if folder is None:
            return PlainTextResponse(_NOT_BUILT, 503)
        path: str = request.path_params["path"]
        if path == _MANIFEST:
            return Response(manifest, headers={**headers, **_FRESH}, media_type="application/manifest+json")
        file = _file(folder, path)
        if file is not None and path != "index.html":
            kept = _FOREVER if path.startswith("assets/") else "no-cache"
            return _sent(file, request, {**headers, "Cache-Control": kept})
        if path.startswith(("api/", "media/", "assets/", "dev/")):
            return PlainTextResponse("Not found\n", 404, headers=headers)
        return HTMLResponse(front, headers={**headers, **_FRESH})

    return [Route("/{path:path}", page, methods=["GET"]), Route("/{path:path}", _nothing, methods=_OTHERS)]


async def _nothing(_: Request) -> Response:
    return PlainTextResponse("Not found\n", 404)


def _file(folder: Path, path: str) -> Path | None:
    """The built file at this path, or None. Nothing outside the folder is ever a file of ours."""
    if not path or "\0" in path:
        return None
    file = (folder / path).resolve()
    return file if file.is_relative_to(folder.resolve()) and file.is_file() else None


def _sent(file: Path, request: Request, headers: dict[str, str]) -> Response:
    """The file, in the smallest form that the browser takes and the build made."""
    accepted = {each.partition(";")[0].strip() for each in request.headers.get("accept-encoding", "").split(",")}
    for encoding, suffix in (("br", ".br"), ("gzip", ".gz")):
        smaller = file.with_name(file.name + suffix)
        if encoding in accepted and smaller.is_file():
            kind = mimetypes.guess_type(file.name)[0]
            return FileResponse(
                smaller, media_type=kind, headers={**headers, "Content-Encoding": encoding, "Vary": "Accept-Encoding"}
            )
    return FileResponse(file, headers={**headers, "Vary": "Accept-Encoding"})


def _front_page(folder: Path, settings: Settings) -> str:
    """The page that every address leads to, with what the operator chose in its head."""
    page = (folder / "index.html").read_text(encoding="utf-8")
    name, support = escape(settings.name, quote=True), escape(settings.support_email, quote=True)
    page = page.replace('name="application-name" content="Inflow"', f'name="application-name" content="{name}"')
    page = page.replace('name="support-email" content="support@localhost"', f'name="support-email" content="{support}"')
    return page.replace("<title>Inflow</title>", f"<title>{name}</title>")


def _manifest(folder: Path, settings: Settings) -> bytes:
    """What a device that installs the app is told about it, under the name that the operator chose."""
    file = folder / _MANIFEST
    made = msgspec.json.decode(file.read_bytes()) if file.is_file() else {}
    return msgspec.json.encode({**made, "name": settings.name, "short_name": settings.name})


def _headers(settings: Settings) -> dict[str, str]:
    origin = urlsplit(settings.origin)
    socket = f"{'wss' if origin.scheme == 'https' else 'ws'}://{origin.netloc}"
    policy = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data: blob:",
        "media-src": "'self' blob:",
        "font-src": "'self'",
        "connect-src": f"'self' {socket}",
        "manifest-src": "'self'",
        "worker-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
        "object-src": "'none'",
    }
    headers = {
        "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    }
    if origin.scheme == "https":
        headers["Strict-Transport-Security"] = STRICT_TRANSPORT
    return headers
