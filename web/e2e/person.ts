import { type Browser, type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import type { Inflow } from "./inflow";
import type { Mailroom } from "./mailroom";

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/** Somebody with a browser of their own, who uses the pages as people do: by what they say. */
export class Person {
  private constructor(
    readonly name: string,
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly inflow: Inflow,
  ) {}

  static async arrives(name: string, browser: Browser, inflow: Inflow, viewport = PHONE): Promise<Person> {
    const context = await browser.newContext({ viewport });
    return new Person(name, await context.newPage(), context, inflow);
  }

  get email(): string {
    return `${this.name.toLowerCase()}@example.org`;
  }

  async visits(path: string): Promise<void> {
    await this.page.goto(this.inflow.origin + path);
  }

  async signsUp(mail: Mailroom): Promise<void> {
    const { page } = this;
    await this.visits("/");
    await page.getByRole("link", { name: "GET STARTED" }).click();
    await page.getByLabel("E-mail").fill(this.email);
    await page.getByLabel("Full name").fill(`${this.name} Moreau`);
    await page.getByLabel("Username").fill(this.name.toLowerCase());
    await page.getByLabel("Password").fill("Low-Tide-1987");
    await page.getByLabel("Date of birth").fill("1990-04-02");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "GET STARTED" }).click();
    const field = page.getByLabel("Verification code");
    await field.waitFor();
    await expect.poll(() => mail.codeFor(this.email)).toMatch(/^\d{6}$/);
    await field.fill(mail.codeFor(this.email) ?? "");
  }

  async chooses(nook: string): Promise<void> {
    await this.page.getByRole("radio", { name: nook }).check();
    await this.page.getByRole("button", { name: "DONE" }).click();
    await this.page.getByRole("link", { name: "To your feed" }).click();
    await expect(this.page.getByRole("heading", { name: nook })).toBeVisible();
  }

  /** Chooses a file, waits until it has arrived, writes the words. */
  async prepares(file: string, caption: string, altText: string): Promise<void> {
    await this.visits("/post/fotos");
    await this.page.getByLabel("Foto file").setInputFiles(file);
    await this.page.getByLabel("Caption").fill(caption);
    await this.page.getByLabel("Alternative text").fill(altText);
    await expect(this.postToSphere).toBeEnabled({ timeout: 60_000 });
  }

  get postToSphere(): Locator {
    return this.page.getByRole("button", { name: "Post to Sphere" });
  }

  /** The foto with this alternative text, wherever it stands. */
  foto(altText: string): Locator {
    return this.page.getByRole("img", { name: altText });
  }

  async leaves(): Promise<void> {
    await this.context.close();
  }
}
