"""Nooks and proposals in the form that clients get."""

from __future__ import annotations

import msgspec

from inflow.members.views import iso
from inflow.niches.rules import BOARD_TOTAL, TARGET, ProposalId, votes
from reflow import Row


class Nook(msgspec.Struct, rename="camel", kw_only=True):
    """A nook to choose. `hue` is its colour, in degrees on the circle of colours."""

    name: str
    hue: int


class Proposal(msgspec.Struct, rename="camel", kw_only=True):
    """The open proposal. It passes at `target` votes; the curators' board is full at `boardTotal`.

    `proposedBy` is a username; null if the caller does not see the proposer, or if they left. `votes` has each vote's
    weight. `canVote` is whether the caller has been a curator for 180 days, whether or not they have voted.
    """

    id: ProposalId = msgspec.field(name="_id")
    name: str
    proposed_by: str | None
    votes: float
    voting_ends: str
    has_voted: bool
    can_vote: bool
    target: int = TARGET
    board_total: int = BOARD_TOTAL


class Voted(msgspec.Struct, rename="camel", kw_only=True):
    """The result of a vote: the `votes` so far, and whether the proposal passed with it."""

    votes: float
    passed: bool


def nook_view(row: Row) -> Nook:
    return Nook(name=row.name, hue=row.hue)


def proposal_view(row: Row, *, is_proposer_seen: bool, has_voted: bool, can_vote: bool) -> Proposal:
    """A row of a proposal and its proposer, for one viewer."""
    return Proposal(
        id=row.id,
        name=row.name,
        proposed_by=row.username if is_proposer_seen else None,
        votes=votes(row.voters),
        voting_ends=iso(row.voting_ends),
        has_voted=has_voted,
        can_vote=can_vote,
    )
