"""The route at which visitors, who have no socket, read the operator's documents."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inflow.identity.http.bodies import error_response, json_response
from inflow.policies.queries import published_documents
from reflow import AppError
from reflow.live.engine import Engine


def policy_routes(engine: Engine) -> list[Route]:
    """`GET /api/policies`: the newest version of each kind."""

    async def policies(_request: Request) -> Response:
        outcome = await engine.run_query(published_documents, {}, None)
        if isinstance(outcome.raised, AppError):
            return error_response(outcome.raised)
        if outcome.raised is not None:
            raise outcome.raised
        return json_response(msgspec.to_builtins(outcome.returned))

    return [Route("/api/policies", policies, methods=["GET"])]
