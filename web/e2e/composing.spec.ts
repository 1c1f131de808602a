import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { between, choose, drawn, drop, paste, photograph, picture, posted, SAME } from "./darkroom";
import { Inflow } from "./inflow";
import { Judge } from "./judge";
import { Mailroom } from "./mailroom";
import { DESKTOP, Person, PHONE } from "./person";

const NOT_ALLOWED = "This type of content is not allowed on our platform.";

let mail: Mailroom;
let judge: Judge;
let inflow: Inflow;
let folder: string;

test.beforeAll(async () => {
  mail = new Mailroom();
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
    inflow.freeze();
    await drop(page, photograph(folder, "coffee.png", { megapixels: 12 }));
    await expect(page.getByText(/^[1-9]\d? %$/)).toBeVisible();
    await inflow.kill();
    const lost = "Error processing image: The connection was lost. Please try again.";
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
    expect(sent.filter((url) => url.includes("/uploads"))).toEqual([]);
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
    await choose(page, photograph(folder, "astronaut.png", { kind: "heic" }));
    await shape("horizontal 3:4").check();
    await page.getByRole("tab", { name: "FILTERS" }).click();
    await page.getByRole("radio", { name: "2004s" }).check();
    const previewed = await picture(drawn(page));
    await page.getByLabel("Alternative text").fill("An astronaut");
    await erin.postToSphere.click();
    await expect(page).toHaveURL(/\/homefeed$/);
    await page.setViewportSize(DESKTOP);
    expect(await between(page, previewed, await posted(erin, "An astronaut"))).toBeLessThan(SAME);
  });
  await erin.leaves();
});

test("what the check of the content says is said in its words, and clears the form", async ({ browser }) => {
  const grace = await Person.arrives("Grace", browser, inflow, PHONE);
  const { page } = grace;
  await grace.signsUp(mail);
  await grace.chooses("SCENIC");
  await grace.visits("/post/fotos");
  const file = photograph(folder, "coffee.png");
  const isRefused = async (words: string) => {
    const dialog = page.getByRole("dialog", { name: "Content Warning" });
    await expect(dialog).toContainText(words);
    await expect(dialog).toContainText(NOT_ALLOWED);
    await isAccessible(page, words);
    await dialog.getByRole("button", { name: "Understood" }).click();
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
    await isRefused("This image contains suggestive or inappropriate content.");
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
