"""The web app's own files: the page that every address leads to, and what it loads."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from inflow.app.settings import Settings
from inflow.app.wiring import web_folder

_FOREVER = "public, max-age=31536000, immutable"
_NOT_BUILT = "The web app has not been built. Run: make run\n"


def page_routes(settings: Settings) -> list[BaseRoute]:
    """Routes that answer every address that nothing else answers."""
    folder = web_folder()
    headers = _headers(settings)

    async def page(request: Request) -> Response:
        if folder is None:
            return PlainTextResponse(_NOT_BUILT, 503)
        path: str = request.path_params["path"]
        file = _file(folder, path)
        if file is not None:
            kept = _FOREVER if path.startswith("assets/") else "no-cache"
            return FileResponse(file, headers={**headers, "Cache-Control": kept})
        if path.startswith(("api/", "media/", "assets/", "dev/")):
            return PlainTextResponse("Not found\n", 404, headers=headers)
        return FileResponse(folder / "index.html", headers={**headers, "Cache-Control": "no-cache"})

    return [Route("/{path:path}", page, methods=["GET"])]


def _file(folder: Path, path: str) -> Path | None:
    """The built file at this path, or None. Nothing outside the folder is ever a file of ours."""
    if not path or "\0" in path:
        return None
    file = (folder / path).resolve()
    return file if file.is_relative_to(folder.resolve()) and file.is_file() else None


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
        headers["Strict-Transport-Security"] = "max-age=63072000; includeSubDomains"
    return headers
