"""The operator's documents in the form that clients get."""

from __future__ import annotations

import msgspec

from inflow.members.views import iso
from inflow.policies.markdown import TextBlock, blocks_of
from inflow.policies.rules import PolicyKind
from reflow import Row


class PublishedPolicy(msgspec.Struct, rename="camel", kw_only=True):
    """The newest version of a kind, without its text."""

    kind: PolicyKind
    version: int
    published_at: str


class PolicyDocument(msgspec.Struct, rename="camel", kw_only=True):
    """The newest version of a kind."""

    kind: PolicyKind
    version: int
    published_at: str
    blocks: list[TextBlock]


class PolicyHistoryRow(msgspec.Struct, rename="camel", kw_only=True):
    """A version in the list of versions. `publisher` is null for the command line and for members who left."""

    version: int
    published_at: str
    publisher: str | None
    needs_acceptance: bool
    accepted_by: int


class PolicySource(msgspec.Struct, rename="camel", kw_only=True):
    """A version as it was written."""

    kind: PolicyKind
    version: int
    text: str
    blocks: list[TextBlock]


def document_view(row: Row) -> PolicyDocument:
    """A row as a document."""
    return PolicyDocument(
        kind=row.kind, version=row.version, published_at=iso(row.published_at), blocks=blocks_of(row.text)
    )


def source_view(row: Row) -> PolicySource:
    """A row as it was written, and as it is shown."""
    return PolicySource(kind=row.kind, version=row.version, text=row.text, blocks=blocks_of(row.text))
