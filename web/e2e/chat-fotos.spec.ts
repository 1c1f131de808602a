import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Locator, test } from "@playwright/test";
import { isAccessible } from "./axe";
import {
  button,
  chat,
  comeIntoFlow,
  field,
  fotosOnShelf,
  lineOf,
  message,
  opens,
  outboxOf,
  roadOf,
  staysWhenAsked,
  writes,
} from "./chatting";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { photograph } from "./photographs";

const PICTURE = fileURLToPath(new URL("../public/default-avatar.png", import.meta.url));
const fotosOf = (person: Joined) => chat(person).getByAltText("Foto in this message");
const widthOf = (foto: Locator) => foto.evaluate((image: HTMLImageElement) => image.naturalWidth);

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let bob: Joined;
let conversationId: string;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  conversationId = await comeIntoFlow(bob, alice);
  for (const person of [alice, bob]) await person.visits(`/intexted?chat=${conversationId}`);
});

test.afterAll(async () => {
  await alice?.leaves();
  await bob?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("a foto in a message, and words for what is none", async () => {
  const foto = bob.page.getByLabel("Foto for this conversation");
  await foto.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("low tide") });
  await expect(chat(bob).getByRole("alert")).toContainText("Please upload an image file");
  await expect(chat(bob).getByRole("alert")).toContainText("Use a JPEG, PNG, WebP, AVIF or HEIC file.");
  await button(bob, "OK").click();
  await foto.setInputFiles(PICTURE);
  for (const person of [alice, bob])
    await expect(chat(person).getByAltText("Foto in this message")).toBeVisible();
  await isAccessible(bob.page, "a foto in a chat");
  await chat(alice).getByTitle("Open the foto").click();
  const whole = alice.page.getByRole("dialog", { name: "Foto" });
  await expect(whole.getByAltText("Foto in this message")).toHaveCSS("object-fit", "contain");
  await isAccessible(alice.page, "a foto of a chat, opened");
  await alice.page.keyboard.press("Escape");
  await expect(whole).toBeHidden();
  await expect(field(alice)).toBeVisible();
});

test("a large foto is loaded as small as it is drawn, and only when it comes near", async () => {
  mkdirSync(test.info().outputDir, { recursive: true });
  const file = photograph(test.info().outputDir, "coffee.png", { megapixels: 2 });
  await bob.page.getByLabel("Foto for this conversation").setInputFiles(file);
  const large = fotosOf(alice).last();
  await expect(fotosOf(alice)).toHaveCount(2);
  // The server has finished a foto once it offers its small renditions.
  await expect
    .poll(() => large.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/\/(320|640)\.webp$/);

  const loaded: string[] = [];
  alice.page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await alice.page.reload();
  await expect.poll(() => widthOf(large)).toBeGreaterThan(0);
  const asked = loaded.filter((path) => path.startsWith("/media/"));
  expect(asked.filter((path) => !/\/(320|640)\.webp$/.test(path))).toEqual([]);
  await expect(large).toHaveAttribute("loading", "lazy");
  await lineOf(bob, "Processing").waitFor({ state: "detached" });
  await fotosOf(bob).last().click();
  await button(bob, "Delete").click();
  await expect(fotosOf(alice)).toHaveCount(1);
});

test("fotos and the words behind them wait for the connection, outlive the page, and arrive once, in order", async () => {
  const road = await roadOf(bob.page.context());
  await bob.page.reload();
  await expect(field(bob)).toBeVisible();
  await expect(fotosOf(bob)).toHaveCount(1);
  await road.cut();
  await bob.page.getByLabel("Foto for this conversation").setInputFiles([PICTURE, PICTURE]);
  await writes(bob, "Both from the pier");
  await expect(fotosOf(bob)).toHaveCount(3);
  for (const foto of await fotosOf(bob).all()) await expect.poll(() => widthOf(foto)).toBeGreaterThan(0);
  await expect(chat(bob).getByText("Waiting for the connection")).toHaveCount(3);
  await isAccessible(bob.page, "fotos that wait in a chat");
  await bob.page.reload().catch(() => undefined);
  await road.mend();
  await bob.visits("/homefeed");

  await expect(fotosOf(alice)).toHaveCount(3);
  await expect(message(alice, "Both from the pier")).toBeVisible();
  const kinds = chat(alice).locator("[data-type]");
  const last = async () => (await kinds.evaluateAll((all) => all.map((one) => one.dataset.type))).slice(-3);
  expect(await last()).toEqual(["photo", "photo", "text"]);
  await bob.visits(`/intexted?chat=${conversationId}`);
  await expect(fotosOf(bob)).toHaveCount(3);
  await expect(chat(bob).getByText(/Sending|Waiting/)).toBeHidden();
  await expect.poll(() => outboxOf(bob.page)).toEqual([]);
  await expect.poll(() => fotosOnShelf(bob.page)).toEqual([]);
});

test("a foto on its way is seen and can be stopped, and what is behind it goes then", async () => {
  let letGo: () => void = () => undefined;
  const isHeld = new Promise<void>((go) => {
    letGo = go;
  });
  await bob.page.route("**/api/media/uploads", (route) => isHeld.then(() => route.continue()));
  const foto = bob.page.getByLabel("Foto for this conversation");
  for (const way of ["stopped", "let go"]) {
    await foto.setInputFiles(PICTURE);
    await expect(chat(bob).getByRole("progressbar", { name: "Upload" })).toBeVisible();
    await writes(bob, `Behind the one that is ${way}`);
    await expect(lineOf(bob, way)).toContainText("Sending…");
    await isAccessible(bob.page, "a foto on its way in a chat");
    if (way === "stopped") await button(bob, "Cancel upload").click();
    else {
      await button(bob, "Close").click();
      await staysWhenAsked(bob, "2 unsent messages");
      letGo();
    }
    await expect(message(alice, `Behind the one that is ${way}`)).toBeVisible();
  }
  await expect(fotosOf(alice)).toHaveCount(4);
  await opens(bob, "alice");
  await expect(fotosOf(bob)).toHaveCount(4);
  await bob.page.unroute("**/api/media/uploads");
});
