"""The ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inflow.app.archive.job import archive_sources
from inflow.app.database_errors import EXCEPTION_HANDLERS
from inflow.app.debugging import debug_routes
from inflow.app.downloads import download_routes
from inflow.app.first_fotos import preloading_fotos
from inflow.app.headers import DEFAULT_HEADERS, STRICT_TRANSPORT, HeadersMiddleware
from inflow.app.health import Checks, Health, health_routes
from inflow.app.limits import HostRateLimits, request_costs_of
from inflow.app.local_only import local_only
from inflow.app.logs import configure_logging
from inflow.app.memory import share_arenas
from inflow.app.metrics import ProcessMetrics
from inflow.app.operator_access import OperatorAccess
from inflow.app.pages import page_routes
from inflow.app.parts import Parts
from inflow.app.proxies import ProxyHeadersMiddleware
from inflow.app.scrape import metrics_routes, offering_numbers
from inflow.app.settings import Settings
from inflow.app.startup_errors import operator_message
from inflow.app.wiring import running
from inflow.identity.http.routes import identity_routes
from inflow.imports.mutations import JOB
from inflow.imports.uploads.routes import ArchiveAccess, archive_routes
from inflow.mail.mailbox import routes as mailbox_routes
from inflow.media.http.requests import MediaAccess
from inflow.media.http.routes import media_routes
from inflow.media.pipeline.reviews import RefusedPhoto
from inflow.messages.visibility import may_see as may_see_in_a_message
from inflow.moderation.http import ModerationAccess, moderation_routes
from inflow.moderation.opening import open_case_about_upload
from inflow.oidc.http import oidc_routes
from inflow.policies.http import policy_routes
from inflow.posts.visibility import may_see
from reflow import Connection
from reflow.contrib.jobs import defer
from reflow.wire.address_check import AddressCheckMiddleware
from reflow.wire.rate_limit_middleware import BodyTimeoutMiddleware, RateLimitMiddleware


class Application:
    """Inflow as one ASGI application. Its parts start and stop with the server.

    Args:
        settings: Read from the environment by :func:`application`.
        processes: How many processes serve, with this one.
    """

    def __init__(self, settings: Settings, processes: int = 1) -> None:
        self._settings = settings
        self._processes = processes
        self._startup_message: str | None = None
        self._health: Health | None = None
        self._metrics = ProcessMetrics()
        self._host_limits = HostRateLimits.of(settings)
        secure = {"Strict-Transport-Security": STRICT_TRANSPORT} if settings.origin.startswith("https://") else {}
        routed = Starlette(lifespan=self._lifespan, exception_handlers=EXCEPTION_HANDLERS)
        guarded = AddressCheckMiddleware(BodyTimeoutMiddleware(routed))
        limited = RateLimitMiddleware(guarded, request_costs_of(self._host_limits))
        with_headers = HeadersMiddleware(
            ProxyHeadersMiddleware(limited, settings.proxies), {**DEFAULT_HEADERS, **secure}
        )
        self._app: ASGIApp = self._metrics.counting_responses(with_headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection or request."""

        async def with_reason(message: Message) -> None:
            if message["type"] == "lifespan.startup.failed" and self._startup_message is not None:
                message["message"] = self._startup_message
            await send(message)

        await self._app(scope, receive, with_reason if scope["type"] == "lifespan" else send)

    async def checks(self) -> Checks:
        """The result of every health check, from the start on."""
        assert self._health is not None
        return await self._health.checks()

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[dict[str, Any]]:
        try:
            async with running(self._settings, self._metrics, self._processes) as parts:
                app.router.routes[:] = _routes(parts, self._host_limits)
                self._health = parts.health
                async with offering_numbers(parts, self._host_limits):
                    yield {}
        except Exception as error:
            self._startup_message = operator_message(error)
            raise


def application(processes: int = 1) -> Application:
    """The application of this process's environment."""
    configure_logging()
    share_arenas()
    return Application(Settings.from_environment(), processes)


def _routes(parts: Parts, host_limits: HostRateLimits) -> list[BaseRoute]:
    access, media = OperatorAccess(parts.settings.metrics_token), _media_access(parts)
    development = local_only([*mailbox_routes(parts.outbox), *debug_routes()]) if parts.settings.is_development else []
    return [
        # Before the engine's, which answer OPTIONS for all addresses below /api/.
        *media_routes(media),
        *archive_routes(_archive_access(parts, media)),
        *parts.wire.routes(),
        *oidc_routes(parts.oidc, parts.accounts, passwords=parts.settings.has_passwords),
        *identity_routes(parts.accounts),
        *download_routes(parts.accounts, archive_sources(parts)),
        *policy_routes(parts.engine),
        *moderation_routes(_moderation_access(parts)),
        *development,
        *health_routes(parts.health, access),
        *metrics_routes(parts, host_limits, access),
        *page_routes(parts.settings, preloading_fotos(parts.engine, parts.accounts)),
    ]


async def _caller(parts: Parts, request: Request) -> str | None:
    session = await parts.accounts.session_of(request)
    return session.account_id if session else None


def _moderation_access(parts: Parts) -> ModerationAccess:
    return ModerationAccess(
        database=parts.database,
        engine=parts.engine,
        secret=parts.secret,
        caller=partial(_caller, parts),
        require_own_page=parts.accounts.origin.require_own_page,
    )


def _media_access(parts: Parts) -> MediaAccess:
    async def visible(viewer: str, media_id: str) -> bool:
        # Each feature that shows photos has its own rule for who may see them.
        if await may_see(parts.database, viewer, media_id):
            return True
        return await may_see_in_a_message(parts.database, viewer, media_id)

    async def ask_for_review(account_id: str, photo: RefusedPhoto) -> None:
        given = {"account_id": account_id, "sha256": photo.sha256, "refused_as": photo.kind, "photo": photo.jpeg}
        await parts.engine.run_mutation(open_case_about_upload, given, None)

    return MediaAccess(
        pipeline=parts.pipeline,
        caller=partial(_caller, parts),
        may_see=visible,
        require_same_site=partial(parts.accounts.origin.require_own_page, content_type=None),
        ask_for_review=ask_for_review,
    )


def _archive_access(parts: Parts, media: MediaAccess) -> ArchiveAccess:
    async def begin(connection: Connection, import_id: str) -> None:
        await defer(connection, JOB, {"import_id": import_id})

    return ArchiveAccess(media=media, most_bytes=int(parts.settings.import_bytes), begin=begin)
