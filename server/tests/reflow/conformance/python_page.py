"""A session of the Python client, in a process of its own because the client blocks while it waits."""

from __future__ import annotations

import json
import sys

from convex import ConvexClient, ConvexError, ConvexInt64


def main(address: str, channel: str, token: str) -> None:
    """Make calls of every kind, and print their results."""
    client = ConvexClient(address)
    here = {"channel": channel}
    told = {"count": client.query("messages:count", here)}
    client.mutation("messages:send", {**here, "body": "one"})
    shown = client.subscribe("messages:bodies", here)
    told["shown"] = [next(shown)]
    client.mutation("messages:send", {**here, "body": "two"})
    told["shown"].append(next(shown))
    told["refused"] = [
        _refusal(client.mutation, "messages:sendThenFail", {"body": "x"}),
        _refusal(client.query, "errors:refusal"),
    ]
    told["after it"] = client.mutation("messages.js:send", {**here, "body": "three"}) > 0
    told["integer"] = client.mutation("values:echoMutation", {"value": ConvexInt64(-(2**63))}).value
    told["bytes"] = client.action("values:echoAction", {"value": b"\x00\xff"}).hex()
    client.set_auth(token)
    told["alice"] = client.query("messages:mine")
    client.clear_auth()
    told["nobody"] = client.query("messages:mine")
    sys.stdout.write(json.dumps(told))


def _refusal(call: object, path: str, args: object = None) -> object:
    try:
        call(path, args or {})  # type: ignore[operator]  # methods of the client
    except ConvexError as error:
        return error.data
    return None


if __name__ == "__main__":
    main(*sys.argv[1:])
