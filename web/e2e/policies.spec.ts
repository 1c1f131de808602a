import { expect, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, Person, PHONE } from "./person";

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let mara: Joined;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open(), {
    INFLOW_SOURCE_URL: 'https://git.example.org/inflow?branch=ours&by="mara"',
  });
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  mara = await joins("Mara", { browser, inflow, mail, size: DESKTOP });
  inflow.command("role", "grant", "mara", "owner");
});

test.afterAll(async () => {
  for (const person of [alice, mara]) await person?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("Mara, an owner, publishes new terms, and Alice's open page asks her to accept them", async () => {
  await alice.visits("/settings");
  await expect(alice.page.getByRole("listitem").filter({ hasText: "About" })).toContainText("Coming soon");
  const { page } = mara;
  await mara.visits("/moderation?tab=documents");
  await page.getByRole("combobox", { name: "Document" }).selectOption("terms");
  await expect(page.getByText("Nothing published yet")).toBeVisible();
  await page.getByRole("button", { name: "Start from the template" }).click();
  const text = page.getByRole("textbox", { name: "Text in Markdown" });
  await expect(text).toHaveValue(/\[\[your name/);
  await text.fill("## Be fair\n\nBe **fair**, see [more](https://example.org).\n\n- to people\n- to the sea");
  // Another document, and back: what is not published yet is still there.
  await page.getByRole("combobox", { name: "Document" }).selectOption("rules");
  await expect(text).toHaveValue("");
  await page.getByRole("combobox", { name: "Document" }).selectOption("terms");
  await expect(text).toHaveValue(/^## Be fair/);
  await page.getByRole("tab", { name: "PREVIEW" }).click();
  await expect(page.getByRole("heading", { name: "Be fair" })).toBeVisible();
  await page.getByRole("checkbox", { name: /Ask members to accept it/ }).check();
  await isAccessible(page, "the documents");
  await page.getByRole("button", { name: "Publish" }).click();
  const question = page.getByRole("dialog", { name: "Publish Terms, version 1?" });
  await question.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Version 1", { exact: false }).first()).toBeVisible();

  const asked = alice.page.getByRole("dialog", { name: "New terms or rules" });
  await expect(asked.getByRole("link", { name: "more" })).toHaveAttribute("rel", /nofollow noopener/);
  await isAccessible(alice.page, "the question");
  await asked.getByRole("button", { name: "Later" }).click();
  await alice.visits("/post/fotos");
  await asked.getByRole("button", { name: "Later" }).click();
  await alice.page.getByRole("button", { name: "Read and accept" }).click();
  await asked.getByRole("button", { name: "Accept" }).click();
  await expect(asked).toBeHidden();
  await expect(alice.page.getByRole("button", { name: "Read and accept" })).toBeHidden();
});

test("Alice gets to the operator's words from the settings, and a visitor reads them too", async ({
  browser,
}) => {
  await alice.visits("/settings");
  await alice.page.getByRole("link", { name: "About" }).click();
  await expect(alice.page).toHaveURL(/\/about$/);
  await expect(alice.page.getByRole("heading", { name: "Be fair" })).toBeVisible();

  const vera = await Person.arrives("Vera", browser, inflow, PHONE);
  await vera.visits("/about");
  await expect(vera.page.getByRole("heading", { name: "What is measured" })).toBeVisible();
  await expect(vera.page.getByRole("heading", { name: "Be fair" })).toBeVisible();
  await isAccessible(vera.page, "about");
  const software = vera.page.getByRole("region", { name: "Software" });
  await expect(software.getByRole("link", { name: "Source code of this server" })).toHaveAttribute(
    "href",
    'https://git.example.org/inflow?branch=ours&by="mara"',
  );
  const opens = vera.page.context().waitForEvent("page");
  await software.getByRole("link", { name: "Licences of the packages in it" }).click();
  const licences = await opens;
  await expect(licences.getByText("react-dom")).toBeVisible();

  await vera.visits("/get-started");
  await vera.page.getByRole("button", { name: "Read the terms and conditions" }).click();
  const terms = vera.page.getByRole("dialog", { name: "Terms and conditions" });
  await expect(terms).toContainText("at least 15 years old");
  await expect(terms.getByRole("heading", { name: "Be fair" })).toBeVisible();
  await vera.leaves();
});
