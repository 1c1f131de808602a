// An Inflow for scripts, in a folder that is removed afterwards.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PATIENCE_MS = 600_000;

/** Starts `inflow COMMAND` with these settings, does something with it at its address, and ends it. */
export async function withInflow(python, command, settings, act) {
  const home = await mkdtemp(join(tmpdir(), "inflow-script-"));
  // Run as root, the server gives its database to an ordinary user, who must be able to reach it here.
  await chmod(home, 0o755);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = started(python, command, { ...settings, INFLOW_HOME: home, INFLOW_PORT: String(port) });
  try {
    await answers(server, origin);
    await act(origin, home);
  } finally {
    await end(server);
    await rm(home, { recursive: true, force: true });
  }
}

function started(python, command, settings) {
  const env = { ...process.env, PYTHONPATH: join(ROOT, "server/src"), ...settings };
  return spawn(python, ["-m", "inflow", command], { env, stdio: ["ignore", "ignore", "inherit"] });
}

async function answers(server, origin) {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until && server.exitCode === null) {
    const answer = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resume) => setTimeout(resume, 500));
  }
  throw new Error("Inflow did not start");
}

async function end(server) {
  if (server.exitCode !== null) return;
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}
