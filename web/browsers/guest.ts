import { expect } from "@playwright/test";
import type { Inflow } from "../e2e/inflow";
import type { MailServer } from "../e2e/mailServer";
import { hasWords, placeOf, type Role, setDate } from "./finding";
import type { Opener, Point, Window } from "./window";

/** The password of each member. */
export const PASSWORD = "Low-Tide-of-1987";

/** A person with a window of their own, who finds things by role and name. */
export class Guest {
  private constructor(
    readonly name: string,
    readonly window: Window,
    private readonly inflow: Inflow,
  ) {}

  static async arrives(
    name: string,
    opener: Opener,
    inflow: Inflow,
    width = 1280,
    height = 800,
  ): Promise<Guest> {
    const window = await opener.opens();
    await window.resizes(width, height);
    return new Guest(name, window, inflow);
  }

  get username(): string {
    return this.name.toLowerCase();
  }

  visits(path: string): Promise<void> {
    return this.window.visits(this.inflow.origin + path);
  }

  /** Where a thing is, once it is there and stands still. */
  async finds(role: Role, name: string): Promise<Point> {
    let at: Point | null = null;
    await expect
      .poll(async () => {
        const before = at;
        at = await this.window.runs(placeOf, role, name);
        return at !== null && at.x === before?.x && at.y === before?.y;
      }, `${this.name} finds ${role} ${name}`)
      .toBe(true);
    if (at === null) throw new Error("unreachable");
    return at;
  }

  async clicks(role: Role, name: string): Promise<void> {
    await this.window.clicks(await this.finds(role, name));
  }

  async fills(label: string, words: string): Promise<void> {
    await this.clicks("textbox", label);
    await this.window.types(words);
  }

  reads(words: string): Promise<void> {
    return expect.poll(() => this.window.runs(hasWords, words), `${this.name} reads ${words}`).toBe(true);
  }

  /** Waits until the address ends so. */
  isAt(path: string): Promise<void> {
    return expect.poll(() => this.window.runs(() => location.pathname)).toBe(path);
  }

  /** Chooses from the menu that a button opens. */
  async chooses(menu: string, item: string): Promise<void> {
    await this.clicks("button", menu);
    await this.clicks("menuitem", item);
  }

  /** Gives username and password at the log-in. */
  async enters(): Promise<void> {
    await this.visits("/login");
    await this.fills("Email", this.username);
    await this.fills("Password", PASSWORD);
    await this.clicks("button", "LOGIN");
  }

  async logsIn(): Promise<void> {
    await this.enters();
    await this.isAt("/homefeed");
  }

  /** Signs up by hand, and chooses a nook. */
  async joins(mail: MailServer, nook = "SCENIC"): Promise<void> {
    const email = `${this.username}@example.org`;
    await this.visits("/get-started");
    await this.fills("Email", email);
    await this.fills("Full name", `${this.name} Moreau`);
    await this.fills("Username", this.username);
    await this.fills("Password", PASSWORD);
    await this.window.runs(setDate, "1990-04-02");
    await this.clicks("checkbox", "");
    await this.clicks("button", "GET STARTED");
    await this.finds("textbox", "Verification code");
    await expect.poll(() => mail.codeFor(email)).toMatch(/^\d{6}$/);
    await this.fills("Verification code", mail.codeFor(email) ?? "");
    await this.clicks("radio", nook);
    await this.clicks("button", "DONE");
    await this.clicks("link", "To your feed");
    await this.clicks("button", "Skip");
    await this.finds("heading", nook);
  }

  /** Posts a foto to the Sphere, and lands where it shows. */
  async posts(file: string, caption: string, altText: string): Promise<void> {
    await this.visits("/post/fotos");
    await this.window.attaches("Foto file", file);
    await this.fills("Caption", caption);
    await this.fills("Alternative text", altText);
    await this.clicks("button", "Post to Sphere");
    await this.reads("Your foto has been spread! Go take a look.");
    await this.isAt("/homefeed");
  }
}
