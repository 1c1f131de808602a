"""The parts of one process."""

from __future__ import annotations

from dataclasses import dataclass

from inflow.app.health import Health
from inflow.app.metrics import ProcessMetrics
from inflow.app.settings import Settings
from inflow.core.encryption import Secret
from inflow.identity.accounts import Accounts
from inflow.mail import Outbox
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.moderation.jobs import ModerationJobs
from inflow.oidc.sign_in import OidcSignIn
from inflow.push.jobs import PushJobs
from reflow import Database
from reflow.changes import WalSource
from reflow.limits.caller_rates import CallerRateLimits
from reflow.live.engine import Engine
from reflow.wire.app import Wire


@dataclass(frozen=True)
class Parts:
    """The parts of the web application.

    Attributes:
        members: The limits of one member over all functions.
    """

    settings: Settings
    database: Database
    accounts: Accounts
    oidc: OidcSignIn
    outbox: Outbox
    pipeline: MediaPipeline
    pushes: PushJobs
    moderation: ModerationJobs
    secret: Secret
    engine: Engine
    source: WalSource
    wire: Wire
    members: CallerRateLimits
    metrics: ProcessMetrics
    health: Health
