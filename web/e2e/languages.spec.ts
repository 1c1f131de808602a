import { expect, type Page, test } from "@playwright/test";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { Person, PHONE } from "./person";
import { OWN } from "./screen-states/own";
import { PEOPLE } from "./screen-states/people";
import { POPUPS } from "./screen-states/popups";
import type { People, Row } from "./screen-states/row";
import { VISITORS } from "./screen-states/visitors";
import { WALLS } from "./screen-states/walls";
import { live, meet, paint, talk } from "./screen-states/world";
import { faultsOf } from "./untranslated";

const NARROW = { width: 320, height: 640 };
const GERMAN = { locale: "de-DE" };
/** The other popups are opened by words in English. */
const BY_ADDRESS: Row[] = [...WALLS, ...PEOPLE, ...OWN, ...POPUPS].filter(
  ({ name, opens }) => !opens || ["post", "grid", "chat"].includes(name),
);

let mail: MailServer;
let inflow: Inflow;

test.beforeAll(async () => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open(), { INFLOW_LANGUAGES: "en,de,pseudo" });
});

test.afterAll(async () => {
  await inflow?.stop();
  await mail?.close();
});

test("a member chooses German, and screens, refusals and emails are German, also after a logout", async ({
  browser,
}) => {
  const anna = await joins("Anna", { browser, inflow, mail, size: PHONE });
  const { page } = anna;

  await test.step("it is chosen in the settings", async () => {
    await anna.visits("/settings");
    await page.getByRole("button", { name: "Language English" }).click();
    await page.getByRole("dialog", { name: "Language" }).getByRole("button", { name: "Deutsch" }).click();
    await expect(page.getByRole("heading", { name: "Einstellungen" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.getByRole("button", { name: "Sprache Deutsch" })).toBeVisible();
  });

  await test.step("the server's refusals are translated, also those with a number in them", async () => {
    await anna.visits("/homefeed");
    await page.getByRole("button", { name: "Menü" }).click();
    await page.getByRole("menuitem", { name: "Abmelden" }).click();
    await expect(page).toHaveURL(/\/login/);
    await page.getByLabel("E-Mail", { exact: true }).fill(anna.email);
    await page.getByLabel("Passwort", { exact: true }).fill("Wrong-Tide-1987");
    await page.getByRole("button", { name: "ANMELDEN" }).click();
    await expect(page.getByRole("alert")).toHaveText("Anmeldedaten ungültig");
  });

  await test.step("the code of a reset comes in German, and a second one is asked for too early", async () => {
    const { challengeId } = await anna.sends("/api/identity/reset", { email: anna.email });
    await expect.poll(() => mail.textFor(anna.email)).toContain("setzt dein Inflow-Passwort");
    await expect(anna.sends("/api/identity/reset/resend", { challengeId })).rejects.toThrow(
      /"template":"[^"]*\{wait\}/,
    );
  });
  await anna.leaves();
});

test("a browser that prefers German signs up in German", async ({ browser }) => {
  const bernd = await Person.arrives("Bernd", browser, inflow, PHONE, GERMAN);
  await bernd.visits("/get-started");
  await expect(bernd.page.getByRole("heading", { name: "Loslegen" })).toBeVisible();
  await bernd.enrols(mail);
  expect(mail.textFor(bernd.email)).toContain("Willkommen bei Inflow");
  await bernd.leaves();
});

test("with one language there is nothing to choose yet", async ({ browser }) => {
  const letters = new MailServer();
  const alone = await Inflow.start(await letters.open());
  const carol = await joins("Carol", { browser, inflow: alone, mail: letters, size: PHONE, device: GERMAN });
  await carol.visits("/settings");
  await expect(carol.page.getByText("Language")).toContainText("Coming soon");
  await carol.leaves();
  await alone.stop();
  await letters.close();
});

test("in pseudo-English no words bypass the catalogue, and longer words break no screen @long", async ({
  browser,
}) => {
  const alice = await joins("Alice", { browser, inflow, mail, size: NARROW });
  const people = await company(alice, browser);
  const faults: Record<string, string[]> = {};
  const look = async (page: Page, name: string) => {
    const found = await faultsOf(page);
    if (found.length > 0) faults[name] = found;
  };
  await speaksPseudo(alice);
  for (const row of BY_ADDRESS) {
    await alice.visits(addressOf(row, people));
    await settled(alice.page);
    await row.opens?.(alice.page, people);
    if (row.dialog) await expect(alice.page.getByRole("dialog").getByText(/⟦/).first()).toBeVisible();
    for (const size of [PHONE, NARROW]) {
      await alice.page.setViewportSize(size);
      await look(alice.page, `${row.name} ${size.width}`);
    }
  }
  const visitor = await Person.arrives("Erik", browser, inflow, NARROW);
  await speaksPseudo(visitor);
  for (const { name, route } of VISITORS) {
    await visitor.visits(route);
    await settled(visitor.page);
    await look(visitor.page, name);
  }
  expect(faults).toEqual({});
  for (const person of [alice, visitor]) await person.leaves();
});

const addressOf = ({ at, route }: Row, people: People) =>
  typeof at === "function" ? at(people) : (at ?? route);

async function speaksPseudo(person: Person): Promise<void> {
  await person.page.context().addCookies([{ name: "language", value: "pseudo", url: inflow.origin }]);
  await person.visits("/");
  await expect(person.page.locator("html")).toHaveAttribute("lang", "en");
}

/** Nothing is being loaded any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByText(/⟦/).first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** Everybody whom the screens show something of. */
async function company(alice: Joined, browser: Parameters<typeof joins>[1]["browser"]): Promise<People> {
  await paint(alice.page);
  const bob = await joins("Bob", { browser, inflow, mail, size: PHONE });
  const conversation = await meet(alice, bob);
  await talk(alice, bob, conversation);
  await marks(alice, bob, conversation);
  live(inflow);
  await bob.leaves();
  return { bobsProfile: bob.profileId, conversation };
}

/** Lets the chat show the marks of a message that is read and edited. */
async function marks(alice: Joined, bob: Joined, conversationId: string): Promise<void> {
  const given = { conversationId };
  const { page } = await alice.call<{ page: { _id: string; isOwn: boolean }[] }>(
    "query",
    "messages:getMessages",
    given,
  );
  const messageId = page.find(({ isOwn }) => isOwn)?._id;
  const edited = { messageId, content: "There is a heron on the second post.", type: "text" };
  await alice.call("mutation", "messages:editMessage", edited);
  await bob.call("mutation", "messages:markAsRead", given);
}
