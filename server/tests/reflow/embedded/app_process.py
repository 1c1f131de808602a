"""An app process for tests: it uses the server of a home, and takes commands from its standard input.

It answers in lines of JSON. At the end of its input it exits as in a crash, without leaving the server.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

from reflow.embedded import EmbeddedPostgresError, start


def answer(**said: object) -> None:
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


async def main(home: Path, elsewhere: Path) -> None:
    try:
        postgres = await start(home, elsewhere=elsewhere)
    except EmbeddedPostgresError as error:
        answer(error=str(error))
        return
    answer(dsn=postgres.dsn, root=str(postgres.place.root))
    while line := await asyncio.to_thread(sys.stdin.readline):
        if line == "ensure\n":
            await postgres.ensure()
            answer(dsn=postgres.dsn)
        elif line == "stop\n":
            await postgres.stop()
            answer(stopped=True)
    os._exit(1)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2])))
