"""What is different about each deployment. Read from the environment once; nothing else reads it after boot."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

_LOOPBACK = {"127.0.0.1", "localhost", "::1"}


class BadSetting(ValueError):
    """A setting that cannot be used; the text says which and why."""


def _setting(name: str, default: str = "") -> str:
    made: str = field(default=default, metadata={"variable": name})
    return made


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings, each with the environment variable that sets it. docs/self-hosting.md explains them all."""

    home: str = _setting("INFLOW_HOME", "~/.local/share/inflow")
    host: str = _setting("INFLOW_HOST", "127.0.0.1")
    port: str = _setting("INFLOW_PORT", "8080")
    public_url: str = _setting("INFLOW_PUBLIC_URL")
    database_url: str = _setting("INFLOW_DATABASE_URL")
    smtp_url: str = _setting("INFLOW_SMTP_URL")
    mail_from: str = _setting("INFLOW_MAIL_FROM")
    media_url: str = _setting("INFLOW_MEDIA_URL")
    name: str = _setting("INFLOW_NAME", "Inflow")
    support_email: str = _setting("INFLOW_SUPPORT_EMAIL")
    secret_file: str = _setting("INFLOW_SECRET_FILE")
    development: str = _setting("INFLOW_DEVELOPMENT")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """The settings as the environment gives them.

        Raises:
            BadSetting: A value cannot be used, or a variable beginning with INFLOW_ is unknown.
        """
        found = os.environ if environment is None else environment
        variables = {each.metadata["variable"]: each.name for each in cls.__dataclass_fields__.values()}
        unknown = sorted(name for name in found if name.startswith("INFLOW_") and name not in variables)
        if unknown:
            raise BadSetting(f"{', '.join(unknown)}: no such setting; see docs/self-hosting.md")
        settings = cls(**{variables[name]: found[name] for name in variables if found.get(name)})
        settings._check()
        return settings

    @property
    def home_path(self) -> Path:
        """Where everything of this deployment is kept."""
        return Path(self.home).expanduser().absolute()

    @property
    def origin(self) -> str:
        """The address that browsers use, without a trailing slash."""
        return (self.public_url or f"http://localhost:{self.port}").rstrip("/")

    @property
    def sender(self) -> str:
        """The address that letters come from."""
        return self.mail_from or f"inflow@{urlsplit(self.origin).hostname}"

    @property
    def secret_path(self) -> Path:
        """The file with the deployment's secret."""
        return Path(self.secret_file).expanduser() if self.secret_file else self.home_path / "keys" / "secret"

    @property
    def is_development(self) -> bool:
        """Whether letters can be read at /dev/mailbox."""
        if self.development:
            return self.development.lower() in {"1", "true", "yes", "on"}
        return not self.smtp_url and self.host in _LOOPBACK

    def _check(self) -> None:
        if not self.port.isdecimal() or not 0 < int(self.port) < 65536:
            raise BadSetting(f"INFLOW_PORT: {self.port!r} is not a port")
        parts = urlsplit(self.origin)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path:
            raise BadSetting(f"INFLOW_PUBLIC_URL: {self.origin!r} must look like https://photos.example.org")
        if self.is_development and self.host not in _LOOPBACK:
            raise BadSetting("INFLOW_DEVELOPMENT: the mailbox page would show every code to everybody on the network")
        if not self.smtp_url and self.host not in _LOOPBACK:
            raise BadSetting("INFLOW_SMTP_URL: without it nobody beyond this machine can receive a code")
