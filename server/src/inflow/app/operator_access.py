"""Which requests may read the numbers and details that are meant for operators."""

from __future__ import annotations

import hmac

from starlette.requests import Request

from inflow.app.local_only import is_direct

_SCHEME = b"bearer "


class OperatorAccess:
    """Admits programs on this machine, and requests with the operators' token.

    Args:
        token: Sent as ``Authorization: Bearer``. If it is empty, only programs on this machine are admitted.
    """

    def __init__(self, token: str) -> None:
        self._token = token.encode()

    def admits(self, request: Request) -> bool:
        """Whether an operator, or a program of theirs, sent this request."""
        return is_direct(request) or self._has_token(request)

    def _has_token(self, request: Request) -> bool:
        given = request.headers.get("authorization", "").encode("latin-1")
        if not self._token or given[: len(_SCHEME)].lower() != _SCHEME:
            return False
        return hmac.compare_digest(given[len(_SCHEME) :].strip(), self._token)
