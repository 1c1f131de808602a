"""Headers of all answers, whichever part of the application makes them."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.types import ASGIApp, Message, Receive, Scope, Send

STRICT_TRANSPORT = "max-age=63072000; includeSubDomains"
POLICY_OF_DATA = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""`default-src` does not cover the last three directives."""
DEFAULT_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": POLICY_OF_DATA,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Headers for answers with data or refusals. Pages and photos set their own."""


class HeadersMiddleware:
    """Middleware that adds these headers to answers; headers that the application sets stay as they are."""

    def __init__(self, app: ASGIApp, headers: Mapping[str, str]) -> None:
        self._app = app
        self._defaults = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection or request."""

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message.get("headers", [])
                names = {name.lower() for name, _ in headers}
                message["headers"] = [*headers, *(pair for pair in self._defaults if pair[0] not in names)]
            await send(message)

        await self._app(scope, receive, sending if scope["type"] == "http" else send)
