"""Whether a setting is a URL that can be used."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

SCHEMES: Final = {
    "INFLOW_PUBLIC_URL": ({"http", "https"}, "https://photos.example.org"),
    "INFLOW_DATABASE_URL": ({"postgresql", "postgres"}, "postgresql://inflow:password@db.example.org/inflow"),
    "INFLOW_READER_URL": ({"postgresql", "postgres"}, "postgresql://inflow:password@standby.example.org/inflow"),
    "INFLOW_POOLER_URL": ({"postgresql", "postgres"}, "postgresql://inflow:password@pooler.example.org:6432/inflow"),
    "INFLOW_RELAY_URL": ({"nats", "tls"}, "nats://user:password@nats.example.org:4222 or tls://…"),
    "INFLOW_SMTP_URL": ({"smtp", "smtps"}, "smtp://user:password@host:587 or smtps://host:465, or be command-line"),
    "INFLOW_MEDIA_URL": ({"s3", "gs", "az"}, "s3://bucket/prefix, gs://… or az://…"),
    "INFLOW_SOURCE_URL": ({"https"}, "https://git.example.org/inflow"),
}
"""The schemes of each setting with a URL, and an example."""
BESIDE_DATABASE: Final = ("INFLOW_READER_URL", "INFLOW_POOLER_URL", "INFLOW_RELAY_URL")
"""Settings that make sense beside a database of the operator's own."""


def is_url(value: str, schemes: set[str]) -> bool:
    """Whether it has one of the schemes and a host. No error repeats it, because it may contain a password."""
    try:
        parts = urlsplit(value)
        is_database = parts.scheme.startswith("postgres")
        # The address of a database may name several machines, of which one is the primary.
        hosts = parts.netloc.rpartition("@")[2].split(",") if is_database else [parts.netloc]
        ports = [urlsplit(f"//{each}").port for each in hosts]
        # PostgreSQL may listen on a Unix socket of this machine.
        has_host = bool(parts.hostname) or (is_database and bool(parts.netloc or parts.path))
        return parts.scheme in schemes and 0 not in ports and has_host
    except ValueError:
        return False
