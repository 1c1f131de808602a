import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import type { Inflow } from "./inflow";
import type { MailServer } from "./mailServer";

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };
export const SIZES = [
  ["phone", PHONE],
  ["desktop", DESKTOP],
] as const;
const MOST_TABS = 40;

/** A person with a browser of their own, who finds things by role and label, as people do. */
export class Person {
  readonly password = "Low-Tide-1987";

  private constructor(
    readonly name: string,
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly inflow: Inflow,
  ) {}

  /** `more` holds further options of their device. */
  static async arrives(
    name: string,
    browser: Browser,
    inflow: Inflow,
    viewport = PHONE,
    more: BrowserContextOptions = {},
  ): Promise<Person> {
    const context = await browser.newContext({ viewport, ...more });
    return new Person(name, await context.newPage(), context, inflow);
  }

  get email(): string {
    return `${this.username}@example.org`;
  }

  get username(): string {
    return this.name.toLowerCase();
  }

  async visits(path: string): Promise<void> {
    await this.page.goto(this.inflow.origin + path);
  }

  /** The fields of a sign-up, by their labels. */
  get details(): Record<string, string> {
    return {
      Email: this.email,
      "Full name": `${this.name} Moreau`,
      Username: this.username,
      Password: this.password,
      "Date of birth": "1990-04-02",
    };
  }

  async fillsSignUp(): Promise<void> {
    await expect(this.page.getByRole("heading", { name: "Get started" })).toBeVisible();
    for (const [label, typed] of Object.entries(this.details))
      await this.page.getByLabel(label, { exact: true }).fill(typed);
    await this.page.getByRole("checkbox").check();
  }

  /** Sends the form with these changes, reads `words`, closes them, finds the focus at `place`; then takes them back. */
  async signUpIs(words: string, place: string, changes: Record<string, string>): Promise<void> {
    const { page } = this;
    for (const [label, typed] of Object.entries(changes)) await this.field(label).fill(typed);
    await page.getByRole("button", { name: "GET STARTED" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign Up Error" });
    await expect(dialog).toContainText(words);
    await expect(dialog).toHaveAccessibleDescription(words);
    await dialog.getByRole("button", { name: "OK" }).click();
    await expect(this.field(place).or(page.getByRole("button", { name: place, exact: true }))).toBeFocused();
    for (const label of Object.keys(changes)) await this.field(label).fill(this.details[label] ?? "");
  }

  /** Becomes a member without the pages of sign-up, which have tests of their own, and stands before the nooks. */
  async signsUp(mail: MailServer): Promise<void> {
    await this.enrols(mail);
    await this.visits("/nooks");
  }

  /** Signs up with the requests of the pages, without the pages. Answers the new member's id. */
  async enrols(mail: MailServer): Promise<{ _id: string }> {
    const { challengeId } = await this.sends("/api/identity/sign-up", {
      email: this.email,
      fullName: `${this.name} Moreau`,
      username: this.username,
      password: this.password,
      dateOfBirth: "1990-04-02",
      termsAccepted: true,
    });
    const code = await this.codeFrom(mail);
    return (await this.sends("/api/identity/sign-up/verify", { challengeId, code })).user;
  }

  /** Posts something as this browser's pages do. */
  async sends(path: string, data: object, more: Record<string, string> = {}) {
    const { origin } = this.inflow;
    const headers = { "X-App": "1", Origin: origin, "Sec-Fetch-Site": "same-origin", ...more };
    // As browsers do when the server has just closed an idle connection.
    const answer = await this.page.request.post(origin + path, { data, headers, maxRetries: 1 });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  }

  async signsUpByHand(mail: MailServer): Promise<void> {
    const { page } = this;
    await this.visits("/");
    await page.getByRole("link", { name: "GET STARTED" }).click();
    await this.fillsSignUp();
    await page.getByRole("button", { name: "GET STARTED" }).click();
    const field = page.getByLabel("Verification code");
    await field.waitFor();
    await field.fill(await this.codeFrom(mail));
  }

  async codeFrom(mail: MailServer): Promise<string> {
    await expect.poll(() => mail.codeFor(this.email)).toMatch(/^\d{6}$/);
    return mail.codeFor(this.email) ?? "";
  }

  /** The newest code, once it is another than this. */
  async codeAfter(former: string | undefined, mail: MailServer): Promise<string> {
    await expect.poll(() => mail.codeFor(this.email)).not.toBe(former);
    return this.codeFrom(mail);
  }

  async logsIn(identifier: string, password: string): Promise<void> {
    await this.field("Email").fill(identifier);
    await this.field("Password").fill(password);
    await this.page.getByRole("button", { name: "LOGIN" }).click();
  }

  async asksForReset(email: string, password: string, retyped: string): Promise<void> {
    await this.field("Email").fill(email);
    await this.field("New password").fill(password);
    await this.field("Retype new password").fill(retyped);
    await this.page.getByRole("button", { name: "SEND CODE" }).click();
  }

  /** An error about the code of a sign-up shows over the question; then the code can be typed again. */
  async isToldOfCode(words: string | RegExp, look = () => Promise.resolve()): Promise<void> {
    const error = this.page.getByRole("dialog", { name: "Sign Up Error" });
    await expect(error.getByText(words)).toBeVisible();
    await look();
    await error.getByRole("button", { name: "OK" }).click();
    await expect(error).toBeHidden();
    await expect(this.field("Verification code")).toBeFocused();
  }

  /** The form's objection, and the focus at the field it is about. */
  async reads(words: string, field: string): Promise<void> {
    await expect(this.page.getByRole("alert")).toHaveText(words);
    await expect(this.field(field)).toBeFocused();
    await expect(this.field(field)).toHaveAttribute("aria-invalid", "true");
  }

  async signsOut(): Promise<void> {
    await this.visits("/homefeed");
    await this.page.getByRole("button", { name: "Menu" }).click();
    // The login shows at once and is reloaded right after: words typed before that would be lost.
    const anew = this.page.waitForEvent("load");
    await this.page.getByRole("menuitem", { name: "Log out" }).click();
    await anew;
    await expect(this.page.getByRole("heading", { name: "Login" })).toBeVisible();
  }

  /** Another page in the same browser. */
  async opensAnother(path: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(this.inflow.origin + path);
    return page;
  }

  /** Presses Tab until the focus is there. */
  async tabsTo(role: "link" | "button" | "textbox" | "checkbox" | "radio", name: string): Promise<void> {
    const goal = role === "textbox" ? this.field(name) : this.page.getByRole(role, { name, exact: true });
    await goal.waitFor();
    for (let presses = 0; presses < MOST_TABS; presses += 1) {
      await this.page.keyboard.press("Tab");
      if (await goal.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`Tab never reaches ${name}`);
  }

  /** Fills in fields by keys alone, in this order. */
  async typesInto(typed: Record<string, string>): Promise<void> {
    for (const [field, words] of Object.entries(typed)) {
      if (!(await this.field(field).evaluate((one) => one === document.activeElement)))
        await this.tabsTo("textbox", field);
      await this.page.keyboard.type(words);
    }
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  async chooses(nook: string): Promise<void> {
    await this.page.getByRole("radio", { name: nook }).check();
    await this.page.getByRole("button", { name: "DONE" }).click();
    await this.page.getByRole("link", { name: "To your feed" }).click();
    await expect(this.page.getByRole("heading", { name: nook })).toBeVisible();
    // The first cards have a test of their own.
    await this.page.getByRole("button", { name: "Skip", exact: true }).click();
  }

  /** Chooses a file, waits until it has arrived, writes the words. */
  async prepares(file: string, caption: string, altText: string): Promise<void> {
    await this.uploads(file);
    await this.page.getByLabel("Caption").fill(caption);
    await this.page.getByLabel("Alternative text").fill(altText);
  }

  /** Chooses a profile photo, and uses the square that is offered first. */
  async changesPhoto(file: Parameters<Locator["setInputFiles"]>[0]): Promise<void> {
    await this.page.getByLabel("Profile photo file").setInputFiles(file);
    await this.page.getByRole("button", { name: "Use photo" }).click();
  }

  get postToSphere(): Locator {
    return this.page.getByRole("button", { name: "Post to Sphere" });
  }

  /** Chooses a file and waits until it has arrived, but does not post it. */
  async uploads(file: string): Promise<void> {
    await this.visits("/post/fotos");
    await this.page.getByLabel("Foto file").setInputFiles(file);
    await expect(this.postToSphere).toBeEnabled({ timeout: 60_000 });
  }

  /** The foto with this alternative text, wherever it stands. */
  foto(altText: string): Locator {
    return this.page.getByRole("img", { name: altText });
  }

  async leaves(): Promise<void> {
    await this.context.close();
  }
}
