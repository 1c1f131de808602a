"""The web app's files: the page that every address leads to, and its assets."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Collection
from html import escape
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from inflow.app.first_fotos import NO_FOTOS, PreloadFotos
from inflow.app.headers import STRICT_TRANSPORT
from inflow.app.settings import Settings
from inflow.app.static_files import file_response, not_modified_or, page_response, personal_page_response
from inflow.app.web_files import ASSETS, keep_assets, kept_assets, web_folder

_FOREVER = "public, max-age=31536000, immutable"
_FRESH = {"Cache-Control": "no-cache"}
_PERSONAL = {"Cache-Control": "private, no-cache"}
_MANIFEST = "manifest.webmanifest"
_PAGE = "index.html"
_INSTEAD = {"favicon.ico": "icons/192.png", "apple-touch-icon.png": "icons/apple-touch.png"}
"""Files that clients request by customary names."""
_NAME_OF_A_FILE = re.compile(r"(?:^|/)\.|\.[a-zA-Z0-9]{1,11}$")
"""No screen's address looks like a file. With the app shell as response, scanners would believe the file exists."""
_PRELOAD_MANIFEST = "preload-manifest.json"
_PRELOAD_PLACE = re.compile(r"<!-- The server names here [^>]*-->")
_INLINE_SCRIPT = re.compile(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.DOTALL)
_OTHER_PAGES = "*"
_FEED = "homefeed"
_FIRST_FOTOS = 'name="first-fotos" content="'
_OTHERS = ["POST", "PUT", "PATCH", "DELETE"]
_NOT_BUILT = "The web app has not been built. Run: make run\n"


def page_routes(settings: Settings, preload_fotos: PreloadFotos) -> list[BaseRoute]:
    """Routes for all addresses without another route."""
    folder = web_folder()
    fronts = _front_pages(folder, settings) if folder else {}
    headers = _headers(settings, fronts.get(_OTHER_PAGES, ""))
    manifest = _manifest(folder, settings) if folder else b""
    kept = kept_assets(settings.home_path)
    if folder:
        keep_assets(folder, settings.home_path)

    async def page(request: Request) -> Response:
        if folder is None:
            return PlainTextResponse(_NOT_BUILT, 503)
        path: str = request.path_params["path"]
        if path == _MANIFEST:
            return manifest_response(request)
        if path == _PAGE:
            return page_response(fronts[_OTHER_PAGES], request, {**headers, **_FRESH})
        is_asset = path.startswith(f"{ASSETS}/")
        caching = {**headers, "Cache-Control": _FOREVER if is_asset else "no-cache"}
        file = file_response(folder, _INSTEAD.get(path, path), request, caching)
        if file is None and is_asset:
            file = file_response(kept, path, request, caching)
        if file is not None:
            return file
        if path.startswith(("api/", "media/", "assets/", "dev/")) or _NAME_OF_A_FILE.search(path):
            return PlainTextResponse("Not found\n", 404, headers=headers)
        front = fronts[_front_of(request, fronts)]
        fotos = await preload_fotos(request) if path == _FEED else NO_FOTOS
        return _front_response(front, fotos, request, headers)

    def manifest_response(request: Request) -> Response:
        tag = hashlib.sha256(manifest).hexdigest()[:32]
        response_headers = {**headers, **_FRESH, "ETag": f'"{tag}"'}
        return not_modified_or(
            request, Response(manifest, headers=response_headers, media_type="application/manifest+json")
        )

    return [Route("/{path:path}", page, methods=["GET"]), Route("/{path:path}", _nothing, methods=_OTHERS)]


def _front_of(request: Request, fronts: Collection[str]) -> str:
    """The key of these for an address: one with an opened layer, such as `/intexted?chat`, before that of the page."""
    path = f"/{request.path_params['path']}"
    opening = (f"{path}?{name}" for name in request.query_params)
    return next((each for each in (*opening, path) if each in fronts), _OTHER_PAGES)


def _front_response(front: str, fotos: str, request: Request, headers: dict[str, str]) -> Response:
    if fotos == NO_FOTOS:
        return page_response(front, request, {**headers, **_FRESH})
    personal = front.replace(_FIRST_FOTOS, _FIRST_FOTOS + escape(fotos, quote=True))
    return personal_page_response(personal, request, {**headers, **_PERSONAL})


async def _nothing(_: Request) -> Response:
    return PlainTextResponse("Not found\n", 404)


def _front_pages(folder: Path, settings: Settings) -> dict[str, str]:
    """The page of every address, with the operator's settings and the preloaded files in its head.

    Returns:
        Pages by address; `_OTHER_PAGES` for all others. The build lists the files that an address loads first.
        Preloaded, they arrive with the first script, which would otherwise request them after it ran.
    """
    page = (folder / "index.html").read_text(encoding="utf-8")
    name, support = escape(settings.name, quote=True), escape(settings.support_email, quote=True)
    page = page.replace('name="application-name" content="Inflow"', f'name="application-name" content="{name}"')
    page = page.replace('name="support-email" content="support@localhost"', f'name="support-email" content="{support}"')
    source = escape(settings.source_url, quote=True)
    page = page.replace('name="source-url" content=""', f'name="source-url" content="{source}"')
    languages = ",".join(settings.offered_languages)
    page = page.replace('name="languages" content="en"', f'name="languages" content="{languages}"')
    page = page.replace("<title>Inflow</title>", f"<title>{name}</title>")
    page = page.replace('<h1 class="visually-hidden">Inflow</h1>', f'<h1 class="visually-hidden">{name}</h1>')
    page = page.replace('<b translate="no">Inflow</b>', f'<b translate="no">{name}</b>')
    manifest = folder / _PRELOAD_MANIFEST
    files: dict[str, list[str]] = msgspec.json.decode(manifest.read_bytes()) if manifest.is_file() else {}
    return {
        address: _PRELOAD_PLACE.sub("".join(map(_preload, files.get(address, ()))), page)
        for address in {_OTHER_PAGES, *files}
    }


def _preload(file: str) -> str:
    """The link that preloads a file."""
    if file.endswith(".js"):
        return f'<link rel="modulepreload" crossorigin href="/{file}">'
    return f'<link rel="preload" as="style" crossorigin href="/{file}">'


def _manifest(folder: Path, settings: Settings) -> bytes:
    """The web app manifest, with the name that the operator chose."""
    file = folder / _MANIFEST
    made = msgspec.json.decode(file.read_bytes()) if file.is_file() else {}
    return msgspec.json.encode({**made, "name": settings.name, "short_name": settings.name})


def _inline_scripts(page: str) -> str:
    """The sources of a policy that allow the scripts inside this page, such as its import map, by their hashes."""
    digests = (hashlib.sha256(script.encode()).digest() for script in _INLINE_SCRIPT.findall(page))
    return "".join(f" 'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def _headers(settings: Settings, page: str) -> dict[str, str]:
    origin = urlsplit(settings.origin)
    socket = f"{'wss' if origin.scheme == 'https' else 'ws'}://{origin.netloc}"
    policy = {
        "default-src": "'none'",
        "script-src": f"'self'{_inline_scripts(page)}",
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
        # No text becomes code, except the URLs that this policy allows: see web/src/lib/ownCode.ts.
        "require-trusted-types-for": "'script'",
        "trusted-types": "own-code",
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
