import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import { PYTHON, ROOT } from "./inflow";

const SCRIPT = fileURLToPath(new URL("provider.py", import.meta.url));

/** A real OpenID Connect provider with a login form of its own: the one that the server's tests use. */
export class Provider {
  readonly label = "Example";

  private constructor(
    readonly issuer: string,
    private readonly process: ChildProcessByStdio<Writable, Readable, null>,
  ) {}

  static async start(): Promise<Provider> {
    const env = { ...process.env, PYTHONPATH: `${join(ROOT, "server/src")}:${join(ROOT, "server/tests")}` };
    const started = spawn(PYTHON, ["-W", "ignore", SCRIPT], { env, stdio: ["pipe", "pipe", "inherit"] });
    const [issuer] = await Promise.race([
      once(createInterface(started.stdout), "line"),
      once(started, "exit").then(() => Promise.reject(new Error("the provider ended while it was starting"))),
    ]);
    return new Provider(issuer, started);
  }

  /** What an operator writes into INFLOW_ISSUERS. */
  get configured(): string {
    const { issuer, label } = this;
    return JSON.stringify([{ issuer, label, client_id: "inflow", client_secret: "s3cret" }]);
  }

  /** Creates an account with these claims. */
  async knows(subject: string, claims: Record<string, unknown>): Promise<void> {
    const answer = await fetch(`${this.issuer}/users/${subject}`, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(claims),
    });
    expect(answer.ok).toBe(true);
  }

  /** Fills in the provider's login form, which this page has to show. */
  async signsIn(page: Page, subject: string): Promise<void> {
    await this.isShown(page);
    await page.getByPlaceholder("sub").fill(subject);
    await page.getByRole("button", { name: "Authorize", exact: true }).click();
  }

  /** Presses the other button. */
  async declines(page: Page): Promise<void> {
    await this.isShown(page);
    await page.getByRole("button", { name: "Deny" }).click();
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null) return;
    const ended = once(this.process, "exit");
    this.process.stdin.end();
    await ended;
  }

  private async isShown(page: Page): Promise<void> {
    await expect(page.getByRole("heading", { name: "Authorize Client" })).toBeVisible();
  }
}
