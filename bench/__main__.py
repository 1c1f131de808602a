"""`python -m bench`: measure everything and write bench/results.md; or measure single rows, or profile one."""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import uvloop

from bench.measured import Row
from bench.member import Member
from bench.report import machine, table
from bench.rows import (
    accepting,
    beside_slow,
    counts,
    crowd,
    cuts,
    edge,
    fan_out,
    feed,
    hot_rows,
    jobs,
    latency,
    machines,
    many_pages,
    matching,
    memory,
    messages,
    mixed,
    parallel_uploads,
    pooler,
    processes,
    relay,
    removing,
    screen,
    sign_in_flood,
    sizes,
    stalls,
    suspending,
    throughput,
    upload,
    walls,
)
from bench.sockets import Socket
from bench.stage import Server, Stage, stage

_RESULTS = Path(__file__).parent / "results.md"
_EXPLAINED = """\
Floor and Inflow are measured in one run, in turns, and compared by their medians: only the ratios mean anything on
another machine. The server runs in a process of its own with uvicorn as `inflow run` starts it, PostgreSQL in its own
processes, and the client in a third; they talk over loopback, floors and Inflow through the same client and server.
The first three rows are measured on a small chat (`bench/chat.py`), the others on Inflow itself.
"""
NAMES = (
    "latency",
    "throughput",
    "hot-rows",
    "memory",
    "post",
    "feed",
    "upload",
    "cut",
    "uploads",
    "slow-uploads",
    "screen",
    "message",
    "messages",
    "pooler",
    "processes",
    "relay",
    "machines",
    "mixed",
    "edge",
    "jobs",
    "walls",
    "suspend",
    "remove",
    "accept",
    "match",
    "flood",
    "pages",
    "crowd",
    "count",
    "sizes",
    "stalls",
)


_PROFILED = ["mutation", "throughput", "post", "feed", "message", "messages", "flood"]
# All measured pages come from one machine.
_ROOMY = {
    "INFLOW_TRUSTED_PROXIES": "127.0.0.1",
    "INFLOW_STRANGERS_PER_HOST": "100000",
    "INFLOW_REQUESTS_PER_HOST": "100000",
}


async def _measure(stage: Stage, wanted: list[str], seconds: float) -> list[Row]:
    rows: list[Row] = []
    if {"latency", "throughput", "hot-rows", "memory"} & set(wanted):
        async with stage.server("chat") as server:
            rows += [await latency.measure(server)] if "latency" in wanted else []
            rows += [await throughput.measure(server)] if "throughput" in wanted else []
            rows += [await hot_rows.measure(server)] if "hot-rows" in wanted else []
        async with stage.server("chat") as server:
            rows += [await memory.measure(server)] if "memory" in wanted else []
    if {"post", "feed", "upload", "cut"} & set(wanted):
        # The content check is measured in a row of its own.
        async with stage.server("inflow", INFLOW_SCREENING="off") as server:
            member = await Member.sign_up(server)
            rows += await feed.measure(server, member) if "feed" in wanted else []
            rows += [await fan_out.measure(server, member)] if "post" in wanted else []
            rows += [await upload.measure(server)] if "upload" in wanted else []
            rows += [await cuts.measure(server)] if "cut" in wanted else []
    if "message" in wanted:
        async with stage.server("inflow") as server:
            rows += [await messages.measure(server)]
    if "messages" in wanted:
        async with stage.server("inflow", **_ROOMY) as server:
            rows += [await messages.measure_many(server)]
    rows += [await pooler.measure(stage, **_ROOMY)] if "pooler" in wanted else []
    rows += [await processes.measure(stage, **_ROOMY)] if "processes" in wanted else []
    rows += [await relay.measure(stage, **_ROOMY)] if "relay" in wanted else []
    rows += [await machines.measure(stage, **_ROOMY)] if "machines" in wanted else []
    rows += await jobs.measure(stage, **_ROOMY) if "jobs" in wanted else []
    rows += await edge.measure(stage, **_ROOMY) if "edge" in wanted else []
    rows += [await walls.measure(stage, **_ROOMY)] if "walls" in wanted else []
    rows += await suspending.measure(stage, **_ROOMY) if "suspend" in wanted else []
    rows += await removing.measure(stage, **_ROOMY) if "remove" in wanted else []
    if "accept" in wanted:
        async with stage.server("inflow") as server:
            rows += [await accepting.measure(server)]
    if "uploads" in wanted:
        async with stage.server("inflow") as server:
            rows += [await parallel_uploads.measure(server)]
    if "slow-uploads" in wanted:
        async with stage.server("inflow", INFLOW_SCREENING="off") as server:
            rows += [await beside_slow.measure(server)]
    rows += [await screen.measure()] if "screen" in wanted else []
    rows += [matching.measure()] if "match" in wanted else []
    rows += await crowd.measure() if "crowd" in wanted else []
    rows += await counts.measure() if "count" in wanted else []
    rows += await _of_many(stage, wanted)
    rows += await stalls.measure(stage) if "stalls" in wanted else []
    if "flood" in wanted:
        # For the server, each attempt comes from another address.
        async with stage.server("inflow", INFLOW_TRUSTED_PROXIES="127.0.0.1") as server:
            rows += [await sign_in_flood.measure(server, await Member.sign_up(server), seconds=seconds)]
    return rows


async def _of_many(stage: Stage, wanted: list[str]) -> list[Row]:
    """What members take, and what one of them can take of the others."""
    rows: list[Row] = []
    if "mixed" in wanted:
        async with stage.server("inflow", **_ROOMY, INFLOW_SCREENING="off") as server:
            rows += [await mixed.measure(server)]
    if "sizes" in wanted:
        async with stage.server("inflow", **_ROOMY, INFLOW_SCREENING="off") as server:
            rows += await sizes.measure(server)
    if "pages" in wanted:
        own = {"INFLOW_TRUSTED_PROXIES": "127.0.0.1", "INFLOW_SCREENING": "off", "INFLOW_SOCKETS_PER_MEMBER": "24"}
        async with stage.server("inflow", **own) as server:
            rows += await many_pages.measure(server)
    return rows


async def _profile(stage: Stage, name: str) -> str:
    alone = {
        "mutation": latency.measure,
        "throughput": throughput.measure,
        "message": messages.measure,
        "messages": messages.measure_many,
    }
    of_member = {
        "feed": feed.measure,
        "post": fan_out.measure,
        "flood": partial(sign_in_flood.measure, seconds=10),
    }
    is_chat = name in {"mutation", "throughput"}
    async with stage.server("chat" if is_chat else "inflow", **({} if is_chat else _ROOMY)) as server:
        if name in alone:
            return await _watched(server, partial(alone[name], server))
        return await _watched(server, partial(of_member[name], server, await Member.sign_up(server)))


async def _watched(server: Server, measure: Callable[[], Awaitable[object]]) -> str:
    await measure()
    profiler = await Socket.connect(server.port, "/floor/profile")
    profiler.send("begin")
    await measure()
    profiler.send("end")
    return (await profiler.next()).decode()


async def _main(wanted: list[str], profile: str | None, seconds: float) -> None:
    async with stage() as made:
        if profile:
            print(await _profile(made, profile))
            return
        about = await machine(made.postgres)
        rows = await _measure(made, wanted, seconds)
    print(table(rows))
    if set(wanted) == set(NAMES):
        _RESULTS.write_text("\n".join(["# Measured", "", _EXPLAINED, *about, "", table(rows), ""]), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description="Measure Inflow against its floors.")
    parser.add_argument("rows", nargs="*", metavar="row", help=f"only these: {', '.join(NAMES)}")
    parser.add_argument("--profile", choices=_PROFILED, help="print the hot functions")
    parser.add_argument("--seconds", type=float, default=sign_in_flood.SECONDS, help="how long the flood lasts")
    given = parser.parse_args()
    unknown = set(given.rows) - set(NAMES)
    if unknown:
        parser.error(f"no such row: {', '.join(sorted(unknown))}")
    uvloop.run(_main(given.rows or list(NAMES), given.profile, given.seconds))


if __name__ == "__main__":
    main()
