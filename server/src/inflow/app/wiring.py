"""Assembles all parts of one process, and closes them in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import structlog

from inflow.app import quarantine
from inflow.app.archive.job import JOB as MAKE_ARCHIVE
from inflow.app.archive.job import archive_sources, make_archive, remove_export
from inflow.app.cleanup import run_cleanup
from inflow.app.database_requirements import pooler_problem, publication_problems, require_same_server, require_suitable
from inflow.app.databases import pooler_of, readers_of, source_of
from inflow.app.functions import registry
from inflow.app.health import Health
from inflow.app.limits import limits_of, rate_limits_of
from inflow.app.loop_watch import watched
from inflow.app.membership import join, keep_second_step, leave, rename
from inflow.app.metrics import ProcessMetrics
from inflow.app.migrate import migrate
from inflow.app.outage import OUTAGE
from inflow.app.parts import Parts
from inflow.app.scheduling import (
    schedule_discard,
    schedule_finishing,
    schedule_purge,
    schedule_refusal_count,
    schedule_removal,
)
from inflow.app.sessions import (
    DeletedMemberCloser,
    EndedSessionCloser,
    OpenSessionCache,
    SessionTokenVerifier,
    SuspendedAccountCloser,
)
from inflow.app.settings import Settings
from inflow.app.shared_limits import shared_counts
from inflow.app.startup_errors import StartupError
from inflow.app.typing_end import TypingEnd
from inflow.audit.log import AuditLog
from inflow.core.encryption import Secret
from inflow.drafts.jobs import DraftJobs
from inflow.drafts.media_references import kept_in_a_draft
from inflow.identity.accounts import PATH, Accounts
from inflow.identity.erasure import require_account
from inflow.identity.setup import OnRevoked
from inflow.identity.sign_up.reserved_names import ProductName
from inflow.imports.jobs import ImportJobs
from inflow.imports.mutations import JOB as CONTINUE_IMPORT
from inflow.mail import Outbox
from inflow.mail.transports import CommandLine, Console, Smtp, Transport
from inflow.media.jobs import discard_renditions, finish_medium, remove_files, remove_medium
from inflow.media.pipeline.pipeline import MediaPipeline, import_cipher
from inflow.media.storage.references import MediaReferences
from inflow.media.storage.shared_caches import SharedCaches, purging_client
from inflow.media.storage.store import MediaStore
from inflow.media.worker.image_workers import ImageWorkers
from inflow.messages.keys import KeyRing
from inflow.messages.rotation import unopenable
from inflow.messages.send_statement import KnownSenders
from inflow.messages.typing import SIGNAL, Typing
from inflow.messages.visibility import in_a_message
from inflow.moderation.case_photos import held_as_evidence, not_copied_yet
from inflow.moderation.emails import ModerationEmails
from inflow.moderation.encryption import CaseCipher
from inflow.moderation.jobs import ModerationJobs
from inflow.moderation.mutations import end_measure
from inflow.moderation.opening import open_case_about_refusals
from inflow.moderation.removed_photos import is_removed
from inflow.moderation.upload_reviews import is_allowed
from inflow.niches.jobs import close_ended_proposals
from inflow.oidc.sign_in import OidcSignIn
from inflow.posts.photos import shown_in_a_foto, shown_in_a_post
from inflow.profiles.pictures import shown_on_a_profile
from inflow.push.client import PushClient
from inflow.push.jobs import PushJobs
from inflow.push.keys import VapidKeys
from inflow.screening.moderators import open_moderator
from reflow import Database
from reflow.auth.tokens import Verifier
from reflow.changes import WalSource
from reflow.contrib.jobs import SLOW, Task, Worker, defer
from reflow.dependencies import Dependencies
from reflow.embedded import EmbeddedPostgres, EmbeddedPostgresError, start
from reflow.live.engine import Engine
from reflow.wire.app import Wire

log = structlog.get_logger(__name__)

MEDIA_REFERENCES = MediaReferences(
    shown_in_a_post, shown_on_a_profile, in_a_message, held_as_evidence, drafts=[kept_in_a_draft]
)
"""All features that may refer to media: unreferenced media are deleted a day after their upload."""

_BESIDE_A_POOLER = 2  # connections for what does not go through it
_LOOK_EVERY = 1.0
_SAY_AGAIN_AFTER = 4.0  # longer than the time that running jobs get to finish


@asynccontextmanager
async def running(
    settings: Settings, metrics: ProcessMetrics | None = None, processes: int = 1
) -> AsyncIterator[Parts]:
    """Start all parts; they run until the block ends.

    Args:
        processes: How many processes serve, with this one.
    """
    quarantine.require_finished(settings)
    async with AsyncExitStack() as stack:
        postgres = None if settings.database_url else await _own_postgres(settings, stack)
        dsn = postgres.dsn if postgres else settings.database_url
        await migrate(dsn)
        database = Database(dsn, size=_BESIDE_A_POOLER if settings.pooler_url else int(settings.database_connections))
        stack.push_async_callback(database.close)
        pooler = pooler_of(settings, stack)
        await require_suitable(database, 0 if pooler else int(settings.database_connections), processes)
        if pooler:
            await require_same_server(database, pooler)
        calls = pooler or database
        readers = readers_of(settings, stack)
        source = source_of(settings, database, calls, readers, processes)
        parts = await _assembled(settings, calls, source, metrics or ProcessMetrics(), stack)
        if pooler:
            parts.health.look_at("pooler", partial(pooler_problem, database, pooler))
        OUTAGE.follow(parts.engine)
        await parts.accounts.start()
        await parts.engine.start()
        stack.push_async_callback(parts.engine.stop)
        stack.push_async_callback(parts.wire.shutdown)
        works = [] if quarantine.is_quarantined(settings) else _outward_works(parts)
        if processes > 1 or settings.database_url:  # other machines may have it, too
            works.append(shared_counts(parts).run())
        if postgres:
            works.append(_keep_up(postgres, parts.engine))
        for work in works:
            stack.push_async_callback(_stop, asyncio.create_task(work))
        await stack.enter_async_context(watched())
        yield parts


def _outward_works(parts: Parts) -> list[Coroutine[Any, Any, None]]:
    drafts = DraftJobs(parts.database, parts.pipeline, parts.engine.run_mutation)
    jobs = [*(each.run() for each in _workers(parts, drafts)), drafts.run()] if parts.settings.does_jobs else []
    return [parts.outbox.run(), *jobs, run_cleanup(parts)]


async def _own_postgres(settings: Settings, stack: AsyncExitStack) -> EmbeddedPostgres:
    postgres = await start(
        settings.home_path / "postgres",
        elsewhere=Path("/var/lib/inflow"),
        otherwise="Set INFLOW_DATABASE_URL to a PostgreSQL server of your own.",
    )
    stack.push_async_callback(postgres.stop)
    return postgres


async def _keep_up(postgres: EmbeddedPostgres, engine: Engine) -> None:
    """Restart our PostgreSQL after it has died, because no other process supervises it."""
    while True:
        await asyncio.sleep(_LOOK_EVERY)
        if not engine.healthy:
            try:
                await postgres.ensure()
            except EmbeddedPostgresError:
                log.exception("PostgreSQL does not start")


async def _assembled(
    settings: Settings, database: Database, source: WalSource, metrics: ProcessMetrics, stack: AsyncExitStack
) -> Parts:
    known_open = OpenSessionCache()

    async def revoked(session_id: str, _account_id: str) -> None:
        # The log tells every process, which then closes the session's connections; this process already rejects its
        # token now.
        known_open.forget(session_id)

    secret = Secret.from_file(settings.secret_path)
    outbox = outbox_of(settings, database, secret)
    accounts = accounts_of(settings, database, secret, outbox, revoked)
    stack.callback(accounts.close)
    oidc = OidcSignIn(
        settings.providers,
        accounts,
        database,
        secret,
        public_url=settings.origin,
        profanity=settings.profanity,
    )
    stack.push_async_callback(oidc.close)
    pipeline = await media_pipeline_of(settings, database, stack)
    pipeline = replace(pipeline, moderator=metrics.counting_checks(pipeline.moderator))
    push_keys = VapidKeys(secret, settings.contact)
    delivery = PushClient(push_keys)
    stack.push_async_callback(delivery.close)
    typing, members = Typing(), rate_limits_of(settings)
    engine = Engine(
        registry(),
        database,
        source,
        SessionTokenVerifier(Verifier([accounts.as_issuer(), *oidc.as_issuers()]), accounts, known_open),
        secret=secret.key("cursors"),
        defer=defer,
        dependencies=Dependencies(
            settings.profanity,
            await _message_keys(settings, database),
            typing,
            KnownSenders(),
            push_keys,
            ProductName(settings.name),
            pipeline,
            AuditLog(secret),
            CaseCipher(secret),
            settings.entry_rules,
            settings.new_member_rules,
            settings.two_factor_rules,
        ),
        rate_limits=members,
        metrics=metrics,
    )
    engine.graph.listen(SIGNAL, typing.heard)
    wire = Wire(engine, origins=_origins(settings), limits=limits_of(settings))
    wire.connections.on_left = TypingEnd(engine, typing).of
    engine.follow("identity_sessions", EndedSessionCloser(wire.connections, known_open, accounts))
    engine.follow("identity_suspensions", SuspendedAccountCloser(wire.connections, accounts))
    engine.follow("users", DeletedMemberCloser(wire.connections))
    pushes = PushJobs(database, delivery)
    health = Health(database, engine, pipeline.store, publication_problems)
    moderation = ModerationJobs(
        database, pipeline.store, outbox, secret, ModerationEmails(settings.name), settings.origin
    )
    return Parts(
        settings=settings,
        database=database,
        accounts=accounts,
        oidc=oidc,
        outbox=outbox,
        pipeline=pipeline,
        pushes=pushes,
        moderation=moderation,
        secret=secret,
        engine=engine,
        source=source,
        wire=wire,
        members=members,
        metrics=metrics,
        health=health,
    )


def outbox_of(settings: Settings, database: Database, secret: Secret) -> Outbox:
    """The emails of this deployment."""
    return Outbox(database, _transport(settings), secret, keep=not settings.mail_server)


def accounts_of(
    settings: Settings, database: Database, secret: Secret, outbox: Outbox, on_revoked: OnRevoked
) -> Accounts:
    """The accounts of this deployment; the caller closes them."""
    return Accounts(
        database,
        secret,
        outbox,
        public_url=settings.origin,
        product=settings.name,
        on_account_created=join,
        on_account_deleted=partial(leave, f"{settings.origin}{PATH}"),
        on_revoked=on_revoked,
        on_account_changed=rename,
        on_second_step=keep_second_step,
        two_factor=settings.two_factor_rules,
        profanity=settings.profanity,
        policy=settings.policy,
        entry=settings.entry_rules,
        emails_per_network=int(settings.emails_per_network),
        languages=settings.offered_languages,
    )


async def _message_keys(settings: Settings, database: Database) -> KeyRing:
    """The keys of all messages; Inflow does not start if one of them is missing."""
    ring = settings.key_ring()
    if missing := await unopenable(database, ring):
        raise StartupError(
            f"Messages in this database were encrypted with keys that are not here: {', '.join(missing)}.\n"
            "Put back the file with the keys, or correct INFLOW_MESSAGE_KEYS; see docs/self-hosting.md."
        )
    return ring


def _transport(settings: Settings) -> Transport:
    if settings.mail_server:
        return Smtp(settings.mail_server, sender=settings.sender, sender_name=settings.name)
    return Console() if settings.is_development else CommandLine()


async def media_pipeline_of(settings: Settings, database: Database, stack: AsyncExitStack) -> MediaPipeline:
    """The parts that prepare photographs in this deployment, until the stack is closed."""
    workers = await stack.enter_async_context(ImageWorkers())
    account = {"user": settings.sightengine_user, "secret": settings.sightengine_secret}
    moderator = await stack.enter_async_context(
        open_moderator(settings.screening, **account, url=settings.sightengine_url)
    )
    folder = settings.home_path / "uploads"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    leave_bucket = quarantine.is_quarantined(settings)
    store = MediaStore.at(settings.media_url or None, settings.home_path / "media", leave_bucket=leave_bucket)
    return MediaPipeline(
        database=database,
        store=store,
        workers=workers,
        moderator=moderator,
        schedule=schedule_finishing,
        schedule_removal=schedule_removal,
        schedule_discard=schedule_discard,
        schedule_purge=schedule_purge,
        caches=SharedCaches(settings.caches, await stack.enter_async_context(purging_client())),
        schedule_refusal_count=schedule_refusal_count,
        references=MEDIA_REFERENCES,
        posted=MediaReferences(shown_in_a_foto),
        awaiting_copy=MediaReferences(not_copied_yet),
        quota=settings.storage_quota,
        admit=require_account,
        is_removed=is_removed,
        is_allowed=is_allowed,
        hash_lists=settings.listed_photos,
        import_segments=import_cipher(Secret.from_file(settings.secret_path)),
        folder=folder,
    )


def _workers(parts: Parts, drafts: DraftJobs) -> list[Worker]:
    """A worker for jobs that take a moment, and one for archives: no push waits for these."""
    pipeline, settings, archives = parts.pipeline, parts.settings, archive_sources(parts)
    bringing = ImportJobs(pipeline, parts.engine.dependencies)
    slow: dict[str, Task] = {MAKE_ARCHIVE: partial(make_archive, archives), CONTINUE_IMPORT: bringing.go_on}
    # Its own connections name their statements, which a pooler would mix up.
    direct = Database(settings.database_url) if settings.pooler_url else parts.database
    quick: dict[str, Task] = {
        "finish_media": lambda media_id: finish_medium(pipeline, media_id),
        "remove_media": partial(remove_files, pipeline),
        "remove_upload": pipeline.store.remove_parts,
        "remove_unused_media": lambda media_id: remove_medium(pipeline, media_id),
        "discard_renditions": partial(discard_renditions, pipeline),
        "purge_media": pipeline.caches.purge,
        "push": parts.pushes.schedule_pushes,
        "push_to": parts.pushes.send,
        "copy_evidence_photo": parts.moderation.copy_photo,
        "email_measure": parts.moderation.email_measure,
        "email_reversal": parts.moderation.email_reversal,
        "email_appeal": parts.moderation.email_appeal,
        "email_review": parts.moderation.email_review,
        "email_application": parts.moderation.email_application,
        "end_measure": lambda measure_id: parts.engine.run_mutation(end_measure, {"measure_id": measure_id}, None),
        "count_refusals": lambda account_id: parts.engine.run_mutation(
            open_case_about_refusals, {"account_id": account_id}, None
        ),
        # As former versions call them.
        **{name.removeprefix("slow:"): task for name, task in slow.items()},
        "remove_export": partial(remove_export, archives),
        "publish_draft": drafts.publish,
        "remove_import": bringing.remove,
        "close_ended_proposals": partial(close_ended_proposals, parts.database),
    }
    return [Worker(direct, quick, connections=2), Worker(direct, slow, queue=SLOW, connections=1)]


async def _stop(task: asyncio.Task[None]) -> None:
    """Cancel a task, repeatedly: a task that is querying the database at that moment may swallow the cancellation."""
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=_SAY_AGAIN_AFTER)
    if not task.cancelled() and (failure := task.exception()):
        log.error("work ended badly", exc_info=failure)


def _origins(settings: Settings) -> set[str]:
    """The origins whose pages may connect. A machine has several names for itself."""
    origins = {settings.origin}
    if settings.is_development:
        origins |= {f"http://{host}:{port}" for host in ("localhost", "127.0.0.1") for port in (settings.port, "5173")}
    return origins
