import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Server, startsServer } from "./starter";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const PYTHON = process.env.PYTHON ?? join(ROOT, ".venv/bin/python");
const START_LIMIT_MS = 120_000;

/** One deployment of Inflow in a folder of its own: can be started, killed in the middle of anything, started again. */
export class Inflow {
  private server: Server | undefined;
  private psql: string[] = [];

  private constructor(
    readonly home: string,
    readonly port: number,
    private readonly smtpUrl: string,
    private readonly settings: Record<string, string>,
    private readonly workers: number,
  ) {}

  /** `settings` are more of those that an operator sets in the environment, `workers` the processes that serve. */
  static async start(
    smtpUrl: string,
    settings: Record<string, string> = {},
    { workers = 1 } = {},
  ): Promise<Inflow> {
    const home = await mkdtemp(join(tmpdir(), "inflow e2e "));
    // Run as root, the server gives its database to an ordinary user, who must be able to reach it here.
    await chmod(home, 0o755);
    const template = process.env.E2E_TEMPLATE;
    if (template) execFileSync("cp", ["-a", `${template}/.`, home]);
    const inflow = new Inflow(home, await freePort(), smtpUrl, settings, workers);
    try {
      await inflow.start();
    } catch (failure) {
      await inflow.stop(); // The caller has no server that it could stop.
      throw failure;
    }
    return inflow;
  }

  /** The address that browsers use. */
  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  async start(): Promise<void> {
    const env = {
      ...process.env,
      PYTHONPATH: join(ROOT, "server/src"),
      INFLOW_HOME: this.home,
      INFLOW_PORT: String(this.port),
      INFLOW_SMTP_URL: this.smtpUrl,
      // However little room this machine has for uploads.
      INFLOW_DISK_FLOOR: "0",
      ...this.settings,
    };
    // With a supervisor, each start would import the whole program again.
    const words = this.workers > 1 ? ["--workers", String(this.workers)] : ["--alone"];
    this.server = await startsServer(PYTHON, env, words);
    this.psql = this.server.psql;
    await this.answers();
  }

  /** Stops it, as an operator does, and starts it with these settings besides its own. */
  async restart(changed: Record<string, string>): Promise<void> {
    Object.assign(this.settings, changed);
    await this.halt();
    await this.start();
  }

  /** The process hangs: it neither takes nor refuses requests. */
  freeze(): void {
    if (this.server) process.kill(this.server.pid, "SIGSTOP");
  }

  /** Like a power cut: connections are not closed, and clients get no message. */
  async kill(): Promise<void> {
    await this.end("SIGKILL");
  }

  /** Stops it; its home stays. */
  async halt(): Promise<void> {
    await this.end("SIGTERM");
  }

  async stop(): Promise<void> {
    await this.halt();
    await rm(this.home, { recursive: true, force: true });
  }

  /** Runs a statement in psql. Answers its output, without headings. */
  byHand(sql: string): string {
    const [psql = "", database = ""] = this.psql;
    const asked = ["--tuples-only", "--no-align", "--command", sql];
    const words = ["--no-psqlrc", "--set", "ON_ERROR_STOP=1", database, ...asked];
    return execFileSync(psql, words, { encoding: "utf8" }).trim();
  }

  /** Runs an operator's command beside the server. Answers its output. */
  command(...words: string[]): string {
    const env = {
      ...process.env,
      ...this.settings,
      PYTHONPATH: join(ROOT, "server/src"),
      INFLOW_HOME: this.home,
    };
    return execFileSync(PYTHON, ["-m", "inflow", ...words], { env, encoding: "utf8" }).trim();
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const ending = this.server;
    this.server = undefined;
    if (ending?.code !== null) return;
    for (const each of ["SIGCONT", signal] as const) process.kill(ending.pid, each);
    await ending.ended;
  }

  private async answers(): Promise<void> {
    const until = Date.now() + START_LIMIT_MS;
    while (Date.now() < until) {
      const response = await fetch(`${this.origin}/healthz`).catch(() => null);
      if (response?.ok) return;
      if (this.server?.code !== null) throw new Error("the server ended while it was starting");
      await new Promise((resume) => setTimeout(resume, 100));
    }
    throw new Error("the server did not start in time");
  }
}

/** A port of this machine that no program listens at. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
