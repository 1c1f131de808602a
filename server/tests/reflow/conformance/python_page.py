"""A session of the Python client, in a process of its own because it blocks while it waits."""

from __future__ import annotations

import json
import sys

from convex import ConvexClient, ConvexError, ConvexInt64


def main(address: str) -> None:
    """Do a little of everything, and print what came back."""
    client = ConvexClient(address)
    told = {"query": client.query("messages:list"), "first": client.mutation("messages:send", {"body": "one"})}
    shown = client.subscribe("messages:list")
    told["shown"] = [next(shown)]
    client.mutation("messages:send", {"body": "two"})
    told["shown"].append(next(shown))
    try:
        client.mutation("messages:refuse")
    except ConvexError as error:
        told["refused"] = error.data
    told["integer"] = client.mutation("messages:echo", {"value": ConvexInt64(2**63 - 1)}).value
    told["bytes"] = client.action("actions:echo", {"value": b"\x00\xff"})["value"].hex()
    client.set_auth("good-alice")
    told["me"] = client.action("actions:whoAmI")
    client.clear_auth()
    told["nobody"] = client.action("actions:whoAmI")
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1])
