"""Protection against cross-site request forgery: refuses requests that another site made a browser send.

Four defences, each sufficient by itself: only unsafe methods change state; `Sec-Fetch-Site`, or at least `Origin`, must
name our own page; content type and `X-App` header cannot be sent by a form; cookies are `Strict`.
"""

from __future__ import annotations

from starlette.requests import Request

from reflow import AppError

JSON = "application/json"


class Origin:
    """Our own pages' origin.

    Args:
        public_url: The app's URL for browsers.
    """

    def __init__(self, public_url: str) -> None:
        scheme, _, rest = public_url.partition("://")
        self._origin = f"{scheme}://{rest.partition('/')[0]}".lower()

    def require_own_page(self, request: Request, *, content_type: str | None = JSON) -> None:
        """Prove that a page of ours made this request.

        Args:
            request: A request that changes state and is authenticated by a cookie.
            content_type: The only accepted one; None if the endpoint accepts several and checks by itself.

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
