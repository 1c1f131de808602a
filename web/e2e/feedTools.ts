import type { Page } from "@playwright/test";

const WIDE = 700;

/** Where the screen is narrow, the quote, the filter and the sizes of the feed are one press away. */
export async function unfoldsTools(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  if (width < WIDE)
    await page.getByRole("button", { name: "Quote, filter and size", expanded: false }).click();
}
