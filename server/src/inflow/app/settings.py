"""The settings of a deployment. They are read from the environment once; no other code reads it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from inflow.app.urls import BESIDE_DATABASE, SCHEMES, is_url
from inflow.core.switches import NO, YES
from inflow.identity.factors.rules import TwoFactor, two_factor_in
from inflow.identity.passwords.policy import POLICIES, PasswordPolicy
from inflow.identity.sign_up.denied_hosts import BadNetwork, networks_in
from inflow.identity.sign_up.entry import ENTRIES, BadDomain, Entry, EntryRules, domains_in
from inflow.media.pipeline.hash_lists import BadHash, HashLists, hash_lists_in
from inflow.media.storage.quota import StorageQuota, parse_size
from inflow.messages.keys import BadKeys, KeyRing
from inflow.oidc.providers import Provider, parse_providers
from inflow.profanity import BadWordList, Profanity
from inflow.screening.moderators import CHOICES
from inflow.screening.sightengine import URL as SIGHTENGINE
from inflow.standing.new_members import NewMemberRules, new_member_rules_in
from reflow.auth.jwks import Unusable, require_safe

LOOPBACK = {"127.0.0.1", "localhost", "::1"}
"""The names of this machine for itself, in settings and in `Host` headers."""
BY_COMMAND = "command-line"
"""The value of INFLOW_SMTP_URL with which emails are printed by `inflow emails` and never sent."""
_ADDRESS = re.compile(r"[^@\s<>\"]+@[A-Za-z0-9.-]+|[^@\s<>\"]+@\[[0-9a-fA-F:.]+\]")
_TOKEN = re.compile(r"[!-~]{16,}")
_COUNT = re.compile(r"[1-9][0-9]{0,11}")
_COUNTED = ("_PER_HOST", "_PER_MEMBER", "_PER_NETWORK", "_CONNECTIONS", "_BYTES")

LANGUAGES = ("en", "de", "pseudo")
"""The web app's languages. ``pseudo`` is lengthened English, which shows developers text without a translation."""

_List = TypeVar("_List")
Network = IPv4Network | IPv6Network


class BadSetting(ValueError):
    """A setting that cannot be used; the text says which and why."""


def _setting(name: str, default: str = "", *, shown: bool = True) -> str:
    made: str = field(default=default, repr=shown, metadata={"variable": name})
    return made


def _listed(setting: str, path: str, read: Callable[[Path | None], _List]) -> _List:
    try:
        return read(Path(path).expanduser().absolute() if path else None)
    except (BadDomain, BadNetwork, OSError, UnicodeError) as error:
        raise BadSetting(f"{setting}: {error}") from None


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings, each with the environment variable that sets it. docs/self-hosting.md explains them all."""

    home: str = _setting("INFLOW_HOME", "~/.local/share/inflow")
    host: str = _setting("INFLOW_HOST", "127.0.0.1")
    port: str = _setting("INFLOW_PORT", "8080")
    public_url: str = _setting("INFLOW_PUBLIC_URL")
    database_url: str = _setting("INFLOW_DATABASE_URL")
    reader_url: str = _setting("INFLOW_READER_URL")
    pooler_url: str = _setting("INFLOW_POOLER_URL")
    relay_url: str = _setting("INFLOW_RELAY_URL", shown=False)
    database_connections: str = _setting("INFLOW_DATABASE_CONNECTIONS", "16")
    smtp_url: str = _setting("INFLOW_SMTP_URL")
    mail_from: str = _setting("INFLOW_MAIL_FROM")
    media_url: str = _setting("INFLOW_MEDIA_URL")
    media_caches: str = _setting("INFLOW_MEDIA_CACHES")
    media_quota: str = _setting("INFLOW_MEDIA_QUOTA", "2 GB")
    import_bytes: str = _setting("INFLOW_IMPORT_BYTES", "4294967296")
    jobs: str = _setting("INFLOW_JOBS", "on")
    disk_floor: str = _setting("INFLOW_DISK_FLOOR", "10")
    name: str = _setting("INFLOW_NAME", "Inflow")
    support_email: str = _setting("INFLOW_SUPPORT_EMAIL")
    source_url: str = _setting("INFLOW_SOURCE_URL")
    languages: str = _setting("INFLOW_LANGUAGES", "en")
    secret_file: str = _setting("INFLOW_SECRET_FILE")
    message_keys: str = _setting("INFLOW_MESSAGE_KEYS")
    development: str = _setting("INFLOW_DEVELOPMENT")
    issuers: str = _setting("INFLOW_ISSUERS")
    passwords: str = _setting("INFLOW_PASSWORDS", "on")
    password_policy: str = _setting("INFLOW_PASSWORD_POLICY", "spec")
    two_factor: str = _setting("INFLOW_TWO_FACTOR", "off")
    two_factor_required: str = _setting("INFLOW_TWO_FACTOR_REQUIRED")
    entry: str = _setting("INFLOW_ENTRY", "open")
    invitations_per_member: str = _setting("INFLOW_INVITATIONS_PER_MEMBER", "0")
    denied_domains: str = _setting("INFLOW_DENIED_DOMAINS")
    disposable_domains: str = _setting("INFLOW_DISPOSABLE_DOMAINS")
    denied_hosts: str = _setting("INFLOW_DENIED_HOSTS")
    new_member_days: str = _setting("INFLOW_NEW_MEMBER_DAYS", "0")
    new_member_posts: str = _setting("INFLOW_NEW_MEMBER_POSTS")
    new_member_requests: str = _setting("INFLOW_NEW_MEMBER_REQUESTS")
    new_member_links: str = _setting("INFLOW_NEW_MEMBER_LINKS", "on")
    trusted_proxies: str = _setting("INFLOW_TRUSTED_PROXIES")
    strangers_per_host: str = _setting("INFLOW_STRANGERS_PER_HOST", "20")
    sockets_per_member: str = _setting("INFLOW_SOCKETS_PER_MEMBER", "24")
    calls_per_member: str = _setting("INFLOW_CALLS_PER_MEMBER", "20")
    requests_per_host: str = _setting("INFLOW_REQUESTS_PER_HOST", "100")
    emails_per_network: str = _setting("INFLOW_EMAILS_PER_NETWORK", "20")
    deny_words: str = _setting("INFLOW_DENY_WORDS")
    allow_words: str = _setting("INFLOW_ALLOW_WORDS")
    screening: str = _setting("INFLOW_SCREENING", "nudenet")
    hash_lists: str = _setting("INFLOW_HASH_LISTS")
    sightengine_user: str = _setting("INFLOW_SIGHTENGINE_USER")
    sightengine_secret: str = _setting("INFLOW_SIGHTENGINE_SECRET", shown=False)
    metrics_token: str = _setting("INFLOW_METRICS_TOKEN", shown=False)
    sightengine_url: str = _setting("INFLOW_SIGHTENGINE_URL", SIGHTENGINE)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """The settings from the environment.

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
        """The folder with all files of this deployment."""
        return Path(self.home).expanduser().absolute()

    @property
    def origin(self) -> str:
        """The public URL, without a trailing slash."""
        return (self.public_url or f"http://localhost:{self.port}").rstrip("/")

    @property
    def sender(self) -> str:
        """The sender's address of emails."""
        return self.mail_from or f"inflow@{urlsplit(self.origin).hostname}"

    @property
    def contact(self) -> str:
        """The contact for push services: the support address, or this deployment's own."""
        return f"mailto:{self.support_email}" if self.support_email else self.origin

    @property
    def offered_languages(self) -> tuple[str, ...]:
        """The languages that members may choose, as BCP 47 tags; the first is the usual one."""
        return tuple(each.strip() for each in self.languages.split(","))

    @property
    def secret_path(self) -> Path:
        """The file with the deployment's secret."""
        return Path(self.secret_file).expanduser() if self.secret_file else self.home_path / "keys" / "secret"

    @property
    def storage_quota(self) -> StorageQuota:
        """The storage quota of members, and the share of the disk that stays free."""
        return StorageQuota(quota=parse_size(self.media_quota), floor=int(self.disk_floor) / 100)

    @property
    def caches(self) -> tuple[str, ...]:
        """The addresses of the caches that forget deleted fotos, without trailing slashes."""
        return tuple(each.strip().rstrip("/") for each in self.media_caches.split(",") if each.strip())

    def key_ring(self) -> KeyRing:
        """The keys that encrypt messages. The file is created if there is none.

        Raises:
            BadSetting: The file or the setting contains no valid keys.
        """
        given = self.message_keys
        try:
            if ":" in given:
                return KeyRing.given(given)
            return KeyRing.kept_in(Path(given).expanduser() if given else self.home_path / "keys" / "messages")
        except (BadKeys, UnicodeDecodeError) as error:
            raise BadSetting(f"INFLOW_MESSAGE_KEYS: {error}") from None

    @property
    def proxies(self) -> tuple[Network, ...]:
        """The networks of proxies whose forwarding headers are trusted."""
        return tuple(ip_network(each.strip()) for each in self.trusted_proxies.split(",") if each.strip())

    @property
    def providers(self) -> tuple[Provider, ...]:
        """The configured OpenID Connect providers."""
        return parse_providers(self.issuers)

    @property
    def has_passwords(self) -> bool:
        """Whether members may sign up and in by password."""
        return self.passwords.lower() in YES

    @property
    def does_jobs(self) -> bool:
        """Whether this process does background jobs."""
        return self.jobs.lower() in YES

    @property
    def policy(self) -> PasswordPolicy:
        """The rules of passwords."""
        return POLICIES[self.password_policy.lower()]

    @property
    def entry_rules(self) -> EntryRules:
        """Who may sign up.

        Raises:
            BadSetting: INFLOW_ENTRY is none of the choices, or a list of domains or hosts cannot be used.
        """
        entry: Entry | None = next((each for each in ENTRIES if each == self.entry.lower()), None)
        if not entry:
            raise BadSetting(f"INFLOW_ENTRY: {self.entry!r} is none of {', '.join(ENTRIES)}")
        domains = _listed("INFLOW_DENIED_DOMAINS", self.denied_domains, domains_in)
        domains |= _listed("INFLOW_DISPOSABLE_DOMAINS", self.disposable_domains, domains_in)
        hosts = _listed("INFLOW_DENIED_HOSTS", self.denied_hosts, networks_in)
        return EntryRules(entry, int(self.invitations_per_member), domains, hosts)

    @property
    def new_member_rules(self) -> NewMemberRules:
        """What members may do less of in their first days.

        Raises:
            BadSetting: A setting is no number, or neither on nor off.
        """
        counts = {
            "INFLOW_NEW_MEMBER_DAYS": self.new_member_days,
            "INFLOW_NEW_MEMBER_POSTS": self.new_member_posts,
            "INFLOW_NEW_MEMBER_REQUESTS": self.new_member_requests,
        }
        try:
            return new_member_rules_in(counts, self.new_member_links)
        except ValueError as error:
            raise BadSetting(str(error)) from None

    @property
    def two_factor_rules(self) -> TwoFactor:
        """Whether members may add second steps, and which roles need one."""
        try:
            return two_factor_in(self.two_factor, self.two_factor_required)
        except ValueError as error:
            raise BadSetting(f"INFLOW_TWO_FACTOR_REQUIRED: {error}") from None

    @cached_property
    def listed_photos(self) -> HashLists:
        """The files and photographs that no member may upload. The lists are read once.

        Raises:
            BadSetting: A list cannot be read, or a line of it is no hash.
        """
        paths = [Path(each.strip()).expanduser().absolute() for each in self.hash_lists.split(",") if each.strip()]
        try:
            return hash_lists_in(paths)
        except (BadHash, OSError) as error:
            raise BadSetting(f"INFLOW_HASH_LISTS: {error}") from None

    @property
    def profanity(self) -> Profanity:
        """The refused words: the English list, and the operator's words."""
        paths = [Path(each).expanduser().absolute() if each else None for each in (self.deny_words, self.allow_words)]
        return Profanity.english(*paths)

    @property
    def mail_server(self) -> str:
        """The URL of the mail server; empty without one."""
        return "" if self.smtp_url == BY_COMMAND else self.smtp_url

    @property
    def is_local(self) -> bool:
        """Whether only this machine reaches Inflow: both the listening address and the public URL are loopback.

        The listening address alone is not enough: behind a reverse proxy it is loopback, and the whole internet has
        access.
        """
        return self.host in LOOPBACK and urlsplit(self.origin).hostname in LOOPBACK

    @property
    def is_development(self) -> bool:
        """Whether emails can be read at /dev/mailbox."""
        if self.development:
            return self.development.lower() in YES
        return not self.smtp_url and self.is_local

    def _check(self) -> None:
        if not (self.port.isascii() and self.port.isdecimal()) or not 0 < int(self.port) < 65536:
            raise BadSetting(f"INFLOW_PORT: {self.port!r} is not a port")
        self._check_urls()
        self._check_quota()
        if self.mail_from and not _ADDRESS.fullmatch(self.mail_from):
            raise BadSetting(f"INFLOW_MAIL_FROM: {self.mail_from!r} is not an address such as hello@example.org")
        for variable in ("INFLOW_DEVELOPMENT", "INFLOW_PASSWORDS", "INFLOW_JOBS", "INFLOW_TWO_FACTOR"):
            value: str = getattr(self, variable.removeprefix("INFLOW_").lower())
            if value and value.lower() not in YES | NO:
                raise BadSetting(f"{variable}: {value!r} is neither on nor off")
        try:
            _ = self.proxies
        except ValueError as error:
            raise BadSetting(f"INFLOW_TRUSTED_PROXIES: {error}; it takes networks such as 10.0.0.0/8, ::1") from None
        try:
            _ = self.profanity
        except BadWordList as error:
            raise BadSetting(f"INFLOW_DENY_WORDS, INFLOW_ALLOW_WORDS: {error}") from None
        if not set(self.offered_languages) <= set(LANGUAGES):
            raise BadSetting(f"INFLOW_LANGUAGES: {self.languages!r} must be a list of {', '.join(LANGUAGES)}")
        self._check_counts()
        _ = self.entry_rules
        _ = self.new_member_rules
        _ = self.two_factor_rules
        _ = self.listed_photos
        self._check_sign_in()
        self._check_reach()
        self._check_screening()

    def _check_counts(self) -> None:
        for each in self.__dataclass_fields__.values():
            variable, value = each.metadata["variable"], getattr(self, each.name)
            if variable == "INFLOW_INVITATIONS_PER_MEMBER":
                if not (value.isascii() and value.isdecimal()):
                    raise BadSetting(f"{variable}: {value!r} is no number")
            elif variable.endswith(_COUNTED) and not _COUNT.fullmatch(value):
                raise BadSetting(f"{variable}: {value!r} is no number of at least 1")

    def _check_quota(self) -> None:
        if not (self.disk_floor.isascii() and self.disk_floor.isdecimal()) or int(self.disk_floor) >= 100:
            raise BadSetting(f"INFLOW_DISK_FLOOR: {self.disk_floor!r} is no percentage such as 10")
        try:
            _ = self.storage_quota
        except ValueError as error:
            raise BadSetting(f"INFLOW_MEDIA_QUOTA: {error}") from None

    def _check_sign_in(self) -> None:
        try:
            providers = self.providers
        except ValueError as error:
            raise BadSetting(f"INFLOW_ISSUERS: {error}") from None
        if any(provider.issuer.startswith(f"{self.origin}/") for provider in providers):
            raise BadSetting("INFLOW_ISSUERS: this deployment's own address is no hosted provider's")
        if self.password_policy.lower() not in POLICIES:
            raise BadSetting(f"INFLOW_PASSWORD_POLICY: {self.password_policy!r} is none of {', '.join(POLICIES)}")
        if not self.has_passwords and not providers:
            raise BadSetting("INFLOW_PASSWORDS: without passwords and without INFLOW_ISSUERS nobody could sign in")

    def _check_reach(self) -> None:
        if self.metrics_token and not _TOKEN.fullmatch(self.metrics_token):
            raise BadSetting("INFLOW_METRICS_TOKEN: it must have at least 16 characters, ASCII without spaces")
        public = urlsplit(self.origin)
        if public.scheme == "http" and public.hostname not in LOOPBACK:
            raise BadSetting("INFLOW_PUBLIC_URL: by http anybody on the way could take a member's session; use https")
        if self.is_development and not self.is_local:
            raise BadSetting(
                "INFLOW_DEVELOPMENT: the mailbox page would show every code to the network; development needs"
                " a loopback INFLOW_HOST and a loopback INFLOW_PUBLIC_URL"
            )
        if not self.smtp_url and self.has_passwords and not self.is_local:
            raise BadSetting(
                "INFLOW_SMTP_URL: members beyond this machine need codes by email; set a mail server, or a loopback"
                f" INFLOW_PUBLIC_URL and INFLOW_HOST, or {BY_COMMAND} to read the codes with `inflow emails`"
            )

    def _check_screening(self) -> None:
        if self.screening not in CHOICES:
            raise BadSetting(f"INFLOW_SCREENING: {self.screening!r} is none of {', '.join(CHOICES)}")
        if self.screening == "sightengine" and not (self.sightengine_user and self.sightengine_secret):
            raise BadSetting(
                "INFLOW_SCREENING: sightengine needs INFLOW_SIGHTENGINE_USER and INFLOW_SIGHTENGINE_SECRET"
            )
        try:
            # Photographs and the secret are sent there: by https, or to this machine itself.
            require_safe(self.sightengine_url)
        except (Unusable, ValueError):
            raise BadSetting(f"INFLOW_SIGHTENGINE_URL: it must look like {SIGHTENGINE}") from None

    def _check_urls(self) -> None:
        servers = self.database_url, self.reader_url, self.pooler_url, self.relay_url.partition(",")[0]
        values = (self.origin, *servers, self.mail_server, self.media_url, self.source_url)
        for (variable, (schemes, example)), value in zip(SCHEMES.items(), values, strict=True):
            if value and not is_url(value, schemes):
                raise BadSetting(f"{variable}: it must look like {example}")
        if any(not is_url(each, {"http", "https"}) or urlsplit(each).path or "@" in each for each in self.caches):
            raise BadSetting("INFLOW_MEDIA_CACHES: it must be a list such as http://10.0.0.5:8081,http://10.0.0.6:8081")
        if urlsplit(self.origin).path or "?" in self.origin or "#" in self.origin:
            raise BadSetting(f"INFLOW_PUBLIC_URL: {self.origin!r} must end after the host or its port")
        if not self.database_url and (
            alone := [name for name, url in zip(BESIDE_DATABASE, servers[1:], strict=True) if url]
        ):
            raise BadSetting(f"{alone[0]}: it goes with INFLOW_DATABASE_URL, which is not set")
        if self.relay_url and find_spec("nats") is None:
            raise BadSetting("INFLOW_RELAY_URL: nats-py is not installed; install inflow-photos[nats]")
