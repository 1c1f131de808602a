import type { Page } from "@playwright/test";

/** The button of the author's menu for the post that is open. */
export const postMenu = (page: Page) => page.getByRole("button", { name: "More about this foto" });

/** An author chooses one of the actions for the post that is open. */
export async function choosesFor(page: Page, action: string): Promise<void> {
  await postMenu(page).press("Enter");
  await page.getByRole("menuitem", { name: action }).press("Enter");
}
