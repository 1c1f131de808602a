"""nginx in front of an Inflow, with the configuration that operators get."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import httpx
from tests.app.house import free_port, until

_GIVEN = Path(__file__).parents[3] / "packaging" / "nginx" / "inflow.conf"
_AROUND = """
load_module {modules}/ngx_http_cache_purge_module.so;
pid {folder}/nginx.pid;
error_log stderr warn;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/inflow.conf;
}}
"""


class Edge:
    """The proxy with its cache of fotos.

    Args:
        port: Where Inflow listens.
        more: Further locations of the server that browsers reach.

    Attributes:
        address: Where browsers reach it.
        purging: Where Inflow has it forget files.
    """

    def __init__(self, folder: Path, port: int, *, more: str = "") -> None:
        folder.mkdir(mode=0o755)
        self._folder = folder
        self._inflow = port
        self._more = more
        self.address = f"http://127.0.0.1:{free_port()}"
        self.purging = f"http://127.0.0.1:{free_port()}"
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        (self._folder / "cache").mkdir()
        (self._folder / "inflow.conf").write_text(self._configuration(), "utf-8")
        main = self._folder / "nginx.conf"
        modules = "/usr/lib/nginx/modules"
        main.write_text(_AROUND.format(folder=self._folder, modules=modules), "utf-8")
        self._process = await asyncio.create_subprocess_exec(
            "nginx", "-p", str(self._folder), "-c", str(main), "-g", "daemon off;"
        )
        async with httpx.AsyncClient(base_url=self.address, trust_env=False) as http:

            async def answers() -> bool:
                try:
                    return (await http.get("/livez")).status_code == 200
                except httpx.HTTPError:
                    return False

            await until(answers)

    async def stop(self) -> None:
        """End it with all of its processes."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            await self._process.wait()

    def processes(self) -> list[int]:
        """The ids of its processes that serve."""
        assert self._process is not None, "not started"
        found = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text("ascii")
        return [int(each) for each in found.split()]

    def cached(self) -> set[str]:
        """The paths, below /media/, of the files that it keeps."""
        found = set()
        for file in (self._folder / "cache").rglob("*"):
            if file.is_file():
                key = next(line for line in file.read_bytes().split(b"\n") if line.startswith(b"KEY: "))
                found.add(key.removeprefix(b"KEY: ").decode())
        return found

    def _configuration(self) -> str:
        """The operator's file with the lines changed that are theirs. TLS is left out: the tests have no names."""
        text = _GIVEN.read_text("utf-8")
        changed = {
            "/var/cache/nginx/inflow": str(self._folder / "cache"),
            "server 127.0.0.1:8080;": f"server 127.0.0.1:{self._inflow};",
            "    location = /.may-see {": f"{self._more}\n    location = /.may-see {{",
            "listen 443 ssl;": f"listen {self.address.removeprefix('http://')};",
            "listen 127.0.0.1:8081;": f"listen {self.purging.removeprefix('http://')};",
        }
        for given, own in changed.items():
            assert text.count(given) == 1, given
            text = text.replace(given, own)
        return "\n".join(line for line in text.split("\n") if "ssl_" not in line)
