import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Route, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { Judge } from "./judge";
import { MailServer } from "./mailServer";
import { DESKTOP, Person, PHONE } from "./person";
import {
  between,
  choose,
  drawn,
  drop,
  dropWords,
  paste,
  photograph,
  picture,
  posted,
  SAME,
} from "./photographs";

const SPREAD = "Your foto has been spread! Go take a look.";
/** Longer than any toast, and than any screen that leaves by itself. */
const LONG_MS = 5_000;
const NOT_ALLOWED = "This type of content is not allowed on our platform.";

let mail: MailServer;
let judge: Judge;
let inflow: Inflow;
let folder: string;

test.beforeAll(async () => {
  mail = new MailServer();
  judge = await Judge.open();
  inflow = await Inflow.start(await mail.open(), judge.settings);
  folder = mkdtempSync(join(tmpdir(), "photographs-"));
});

test.afterAll(async () => {
  await inflow?.stop();
  await judge?.close();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a foto is dropped, pasted, taken or chosen, and survives what happens on its way", async ({
  browser,
}) => {
  const erin = await Person.arrives("Erin", browser, inflow, PHONE, { hasTouch: true, isMobile: true });
  const { page } = erin;
  await erin.signsUp(mail);
  await erin.chooses("SCENIC");
  await erin.visits("/post/fotos");
  const shape = (name: string) => page.getByRole("radio", { name });
  const edits = async (check: (place: Locator) => Promise<void>) => {
    await check(shape("vertical 9:16"));
    await page.getByRole("tab", { name: "FILTERS" }).click();
    await check(page.getByRole("radio", { name: "grauge" }));
    await page.getByRole("tab", { name: "CROP" }).click();
  };
  const isChecked = (place: Locator) => expect(place).toBeChecked();

  await test.step("the server dies over a dropped file; what is done meanwhile stays, and another try arrives", async () => {
    await expect(page.getByText("Choose a foto")).toBeVisible();
    await page.waitForLoadState("networkidle");
    const isFrozen = (route: Route) => {
      inflow.freeze();
      return route.continue();
    };
    await page.route("**/api/media/resumable-uploads/*", isFrozen, { times: 1 });
    await drop(page, photograph(folder, "coffee.png", { megapixels: 12 }));
    await expect(page.getByText(/^[1-9]\d? %$/)).toBeVisible();
    await inflow.kill();
    const lost = "Error processing image: Connection lost. Try again.";
    await expect(page.getByText(lost)).toBeVisible();
    await edits((place) => place.check());
    await page.getByLabel("Caption").fill("Nearly gone");
    await inflow.start();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(erin.postToSphere).toBeEnabled();
    await edits(isChecked);
  });

  await test.step("closing the page asks; a reload brings all of it back and sends nothing again", async () => {
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();
    await expect(page.getByLabel("Caption")).toHaveValue("Nearly gone");
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url()));
    await page.reload();
    await expect(erin.postToSphere).toBeEnabled();
    await edits(isChecked);
    await expect(page.getByLabel("Caption")).toHaveValue("Nearly gone");
    expect(sent.filter((url) => url.includes("uploads"))).toEqual([]);
  });

  await test.step("one that was copied is pasted", async () => {
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByText("Choose a foto")).toBeVisible();
    await paste(page, photograph(folder, "astronaut.png"));
    await expect(shape("horizontal 1:1")).toBeChecked();
    await expect(erin.postToSphere).toBeEnabled();
  });

  await test.step("one is taken with the camera", async () => {
    await page.getByRole("button", { name: "Discard" }).click();
    const opened = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Take a foto" }).click();
    const camera = await opened;
    expect(await camera.element().getAttribute("capture")).toBe("environment");
    await camera.setFiles(photograph(folder, "flower.jpg"));
    await expect(shape("landscape 16:9")).toBeChecked();
    await expect(erin.postToSphere).toBeEnabled();
  });

  await test.step("a telephone's HEIC, which this browser cannot draw, is cut, previewed and posted", async () => {
    const decide = judge.ponders();
    await choose(page, photograph(folder, "astronaut.png", { kind: "heic" }), false);
    await expect(page.getByText("Processing your foto…")).toBeVisible();
    decide();
    await expect(page.getByRole("application", { name: "Crop box" })).toBeVisible();
    await expect(erin.postToSphere).toBeEnabled();
    await shape("horizontal 3:4").check();
    await page.getByRole("tab", { name: "FILTERS" }).click();
    await page.getByRole("radio", { name: "2004s" }).check();
    await expect(page.getByRole("status").locator("p")).toHaveCount(0);
    const previewed = await picture(drawn(page));
    await page.getByLabel("Alternative text").fill("An astronaut");
    await erin.postToSphere.click();
    await expect(page).toHaveURL(/\/homefeed$/);
    await page.setViewportSize(DESKTOP);
    expect(await between(page, previewed, await posted(erin, "An astronaut"))).toBeLessThan(SAME);
  });
  await erin.leaves();
});

test("whoever changes their mind goes on at once, and what is being posted stays as it was", async ({
  browser,
}) => {
  const heidi = await Person.arrives("Heidi", browser, inflow, PHONE);
  const { page } = heidi;
  await heidi.signsUp(mail);
  await heidi.chooses("SCENIC");
  await heidi.visits("/post/fotos");
  const caption = page.getByLabel("Caption");
  const shape = (name: string) => page.getByRole("radio", { name });
  const coffee = photograph(folder, "coffee.png");
  const astronaut = photograph(folder, "astronaut.png");
  const developing = page.getByText("Processing…");
  const pondering = () => expect.poll(() => judge.isPondering).toBe(true);
  judge.finds({});

  await test.step("who chose with the keys goes on with them", async () => {
    const opened = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a file" }).press("Enter");
    judge.ponders();
    await (await opened).setFiles(coffee);
    await expect(page.getByRole("application", { name: "Crop box" })).toBeFocused();
    await expect(developing).toBeVisible();
  });

  await test.step("another is chosen while one is developed, and one is cancelled and sent again", async () => {
    await pondering();
    await choose(page, astronaut);
    await expect(shape("horizontal 1:1")).toBeChecked();
    judge.ponders();
    await choose(page, coffee, false);
    await pondering();
    await expect(developing).toBeVisible();
    await page.getByRole("button", { name: "Cancel upload" }).click();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(heidi.postToSphere).toBeEnabled();
  });

  await test.step("words that are pasted or dragged into the caption are words", async () => {
    await caption.focus();
    await paste(page, astronaut, "Cells ");
    await expect(caption).toHaveValue("Cells ");
    await dropWords(caption, "dragged");
    await expect(caption).toHaveValue(/dragged/);
    await expect(shape("landscape 16:9")).toBeChecked();
    await caption.fill("As it was");
  });

  await test.step("a cut whose answer was lost is waited for; meanwhile nothing can be changed", async () => {
    const decide = judge.ponders();
    let sent = 0;
    page.on("request", (request) => {
      if (request.url().includes("/uploads")) sent += 1;
    });
    await page.route("**/cuts", lose, { times: 1 });
    const stillAtWork = page.waitForResponse((answer) => answer.status() === 429);
    await expect(page.getByPlaceholder("Describe it for people who can't see it")).toBeVisible();
    await page.getByLabel("Alternative text").fill("Coffee");
    await heidi.postToSphere.click();
    await stillAtWork;
    await caption.click({ force: true });
    await page.keyboard.type(", or not");
    await drop(page, astronaut);
    await page.clock.install();
    decide();
    await expect(page.getByText(SPREAD)).toBeVisible();
    await expect(caption).toHaveValue("As it was");
    expect(sent).toBe(0);
  });

  await test.step("who goes elsewhere while the toast is read is left there", async () => {
    await page.getByRole("link", { name: "CANCEL" }).click();
    await expect(page).toHaveURL(/\/homefeed$/);
    await page.clock.fastForward(LONG_MS);
    await expect(page.getByText(SPREAD)).toBeHidden();
    await expect(page).toHaveURL(/\/homefeed$/);
    await expect(heidi.foto("Coffee")).toBeVisible();
  });
  await heidi.leaves();
});

test("a WebP that was held in another way is posted as it was previewed @long", async ({ browser }) => {
  const ivan = await Person.arrives("Ivan", browser, inflow, DESKTOP);
  const { page } = ivan;
  await ivan.signsUp(mail);
  await ivan.chooses("SCENIC");
  judge.finds({});
  for (const held of [6, 3] as const) {
    await ivan.visits("/post/fotos");
    await choose(page, photograph(folder, "coffee.png", { kind: "webp", held }));
    await expect(page.getByRole("radio", { name: "landscape 16:9" })).toBeChecked();
    await page.getByRole("tab", { name: "FILTERS" }).click();
    const previewed = await picture(drawn(page));
    await page.getByLabel("Alternative text").fill(`Held as ${held}`);
    await ivan.postToSphere.click();
    await expect(page).toHaveURL(/\/homefeed$/);
    expect(await between(page, previewed, await posted(ivan, `Held as ${held}`))).toBeLessThan(SAME);
  }
  await ivan.leaves();
});

test("what the check of the content says is said in its words, and clears the form", async ({ browser }) => {
  const grace = await Person.arrives("Grace", browser, inflow, PHONE);
  const { page } = grace;
  await grace.signsUp(mail);
  await grace.chooses("SCENIC");
  await grace.visits("/post/fotos");
  const file = photograph(folder, "coffee.png");
  const understands = () => page.getByRole("button", { name: "Understood" }).click();
  const isRefused = async (words: string, answer = understands) => {
    const dialog = page.getByRole("dialog", { name: "Content Warning" });
    await expect(dialog).toContainText(words);
    await expect(dialog).toContainText(NOT_ALLOWED);
    await isAccessible(page, words);
    await answer();
    await expect(page.getByText("Choose a foto")).toBeVisible();
    await expect(page.getByLabel("Caption")).toHaveValue("");
  };

  await test.step("of what is sent", async () => {
    for (const [seen, words] of [
      [
        () => judge.finds({ sexual_display: 0.11 }),
        "This image contains explicit content that is not allowed.",
      ],
      [() => judge.finds({ erotica: 0.41 }), "This image contains inappropriate content."],
      [() => judge.fails(), "Unable to verify image content. Please try again."],
    ] as const) {
      seen();
      await page.getByLabel("Caption").fill("Words of mine");
      await choose(page, file, false);
      await isRefused(words);
    }
  });

  await test.step("of a detail that is cut out of what was harmless as a whole", async () => {
    judge.finds({});
    await choose(page, file);
    judge.finds({ suggestive: 0.61 });
    await grace.postToSphere.click();
    await isRefused("This image contains suggestive or inappropriate content.", () =>
      page.keyboard.press("Escape"),
    );
  });

  await test.step("of what brightness reveals", async () => {
    judge.finds({});
    await choose(page, file);
    await page.getByRole("tab", { name: "ADJUST" }).click();
    await page.getByRole("slider", { name: "brightness" }).fill("200");
    // Harmless as it was cut; only what will be seen is not.
    await page.route("**/cuts", async (route) => {
      const response = await route.fetch();
      judge.finds({ sexual_display: 0.11 });
      await route.fulfill({ response });
    });
    await grace.postToSphere.click();
    await isRefused("This image contains explicit content that is not allowed.");
    await page.unroute("**/cuts");
  });

  await test.step("of what has no words of its own", async () => {
    judge.finds({});
    await choose(page, file);
    const words = "This image violates our content guidelines.";
    // None of the checks that there are would say so.
    const answer = { status: 422, json: { code: "content_refused", message: words } };
    await page.route("**/cuts", (route) => route.fulfill(answer));
    await grace.postToSphere.click();
    await isRefused(words);
  });
  await grace.leaves();
});

test("what was cut out and adjusted by hand is posted as it was previewed, and not as it came @long", async ({
  browser,
}) => {
  const hana = await Person.arrives("Hana", browser, inflow, DESKTOP);
  const { page } = hana;
  await hana.signsUp(mail);
  await hana.chooses("SCENIC");
  await hana.visits("/post/fotos");
  await choose(page, photograph(folder, "china.jpg"));
  await page.getByRole("tab", { name: "FILTERS" }).click();
  const asItCame = await picture(drawn(page));
  await page.getByRole("tab", { name: "CROP" }).click();
  await page.getByRole("application", { name: "Crop box" }).hover();
  await page.mouse.wheel(0, -300);
  await page.getByRole("tab", { name: "ADJUST" }).click();
  const cut = await picture(drawn(page));
  for (const [name, value] of Object.entries({ brightness: "130", contrast: "70", saturation: "30" }))
    await page.getByRole("slider", { name }).fill(value);
  const previewed = await picture(drawn(page));
  await page.getByLabel("Alternative text").fill("By hand");

  await test.step("it is said for a second and a half, and shown on the sphere for as long", async () => {
    await page.clock.install();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    await page.getByRole("button", { name: "Post to Sphere" }).click();
    await expect(page.getByText(SPREAD)).toBeVisible();
    await page.clock.runFor(1_499);
    await expect(page.getByText(SPREAD)).toBeVisible();
    await expect(page).toHaveURL(/\/post\/fotos$/);
    await page.clock.runFor(1);
    await expect(page).toHaveURL(/\/sphere$/);
    await expect(hana.foto("By hand")).toBeVisible();
    await expect(page.getByText(SPREAD)).toBeHidden();
    await page.clock.runFor(1_499);
    await expect(page).toHaveURL(/\/sphere$/);
    await page.clock.runFor(1);
    await expect(page).toHaveURL(/\/homefeed$/);
    await page.clock.resume();
  });

  const shown = await posted(hana, "By hand");
  expect(await between(page, previewed, shown)).toBeLessThan(SAME);
  expect(await between(page, cut, shown)).toBeGreaterThan(SAME);
  expect(await between(page, asItCame, cut)).toBeGreaterThan(SAME);
  await hana.leaves();
});

/** The server receives the request, but its answer is lost. */
async function lose(route: Route): Promise<void> {
  void route.fetch().catch(() => undefined);
  await expect.poll(() => judge.isPondering).toBe(true);
  await route.abort();
}
