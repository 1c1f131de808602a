import { expect, type Locator } from "@playwright/test";

/** Words from right to left. Where they are not isolated, the signs at their end change places. */
export const HEBREW = "שלום (1)";
export const HEBREW_NAME = "שרה לוי";

/** The words stand in an element with a direction of its own, from right to left, which turns nothing around it. */
export async function isIsolated(words: Locator): Promise<void> {
  await expect(words).toHaveCSS("unicode-bidi", /^(isolate|plaintext)$/);
  await expect(words).toHaveCSS("direction", "rtl");
}
