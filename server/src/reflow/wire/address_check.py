"""Refuses malformed addresses before a route sees them. For bodies see :mod:`reflow.json_input`."""

from __future__ import annotations

from reflow.wire.rate_limit_middleware import App, Receive, Scope, Send, answer

MALFORMED = {"code": "invalid", "message": "The address is malformed."}


class AddressCheckMiddleware:
    """Middleware that lets only addresses pass whose text a database can search for.

    Args:
        app: The application behind it.
    """

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a connection or request on; an address with U+0000 in its path or query is answered 400."""
        if scope["type"] == "http" and not _is_text(scope):
            await answer(send, 400, MALFORMED, {b"connection": b"close"})
        else:
            await self._app(scope, receive, send)


def _is_text(scope: Scope) -> bool:
    path: str = scope["path"]
    query: bytes = scope.get("query_string", b"")
    return "\0" not in path and b"%00" not in query and b"\0" not in query and _is_unicode(path)


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= each <= "\udfff" for each in text)
