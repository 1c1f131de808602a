"""Requests that another site made a member's browser send: refused before anything is read.

Four walls, each enough by itself: only unsafe methods change anything; the browser says (`Sec-Fetch-Site`, or at
least `Origin`) that our own page asked; a content type and a header that no form can send; cookies are `Strict`.
"""

from __future__ import annotations

from starlette.requests import Request

from reflow.errors import AppError

JSON = "application/json"


class Origin:
    """Our own pages' origin.

    Args:
        public_url: Where browsers find the app.
    """

    def __init__(self, public_url: str) -> None:
        scheme, _, rest = public_url.partition("://")
        self._origin = f"{scheme}://{rest.partition('/')[0]}".lower()

    def require_own_page(self, request: Request, *, content_type: str | None = JSON) -> None:
        """Prove that a page of ours made this request.

        Args:
            request: Any request that changes something on the strength of a cookie.
            content_type: The only one accepted; None where the endpoint accepts several and checks for itself.

        Raises:
            AppError: ``forbidden``.
        """
        site = request.headers.get("sec-fetch-site")
        ours = site == "same-origin" if site is not None else request.headers.get("origin") == self._origin
        if not ours or request.headers.get("x-app") != "1":
            raise AppError("forbidden", "This request did not come from the app's own pages.")
        sent = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if content_type is not None and sent != content_type:
            raise AppError("forbidden", f"Requests to this address must be {content_type}.")
