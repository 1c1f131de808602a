"""The README's example, written to files and run as its reader would run it."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from architecture.sources import SERVER

README = SERVER / "src" / "reflow" / "README.md"
_PATIENCE = 60.0


def blocks() -> dict[str, str]:
    """The files of the README, by name."""
    text = README.read_text(encoding="utf-8")
    return dict(re.findall(r"^`(\w+\.py)`[^\n]*:\n\n```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))


@dataclass(frozen=True)
class Example:
    """The example in a folder.

    Attributes:
        folder: Where its files are.
        environment: The variables of its processes.
    """

    folder: Path
    environment: Mapping[str, str]

    @classmethod
    def write(cls, folder: Path, dsn: str, *, schema: str, path: Sequence[Path]) -> Example:
        """Write the README's files.

        Args:
            path: The folders from which its processes import.
        """
        for name, code in blocks().items():
            (folder / name).write_text(code, encoding="utf-8")
        given = {"DATABASE_URL": dsn, "SECRET": "of the example", "SCHEMA": schema}
        return cls(folder, {**os.environ, **given, "PYTHONPATH": os.pathsep.join(map(str, path))})

    async def run(self, *arguments: str) -> str:
        """Run Python with these arguments to its end; its output."""
        process = await self._start(*arguments)
        async with asyncio.timeout(_PATIENCE):
            output, trouble = await process.communicate()
        assert process.returncode == 0, trouble.decode()
        return output.decode()

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[str]:
        """The app on a server; its address."""
        with socket.socket() as ours:
            ours.bind(("127.0.0.1", 0))
            port = ours.getsockname()[1]
        command = ["-m", "uvicorn", "chat:app", "--ws-max-size", "16777216", "--port", str(port)]
        process = await self._start(*command)
        try:
            async with asyncio.timeout(_PATIENCE):
                said = ""
                while "running on" not in said:
                    assert process.stderr is not None
                    line = (await process.stderr.readline()).decode()
                    assert line, said
                    said += line
            yield f"http://127.0.0.1:{port}"
        finally:
            with suppress(ProcessLookupError):  # it could not start, and has ended
                process.terminate()
            await process.communicate()

    async def _start(self, *arguments: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *arguments,
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
