import { expect, type Locator, type Page } from "@playwright/test";

/** The button of the author's menu for the post that is open. */
export const postMenu = (page: Page) => page.getByRole("button", { name: "More about this foto" });

/** An author chooses one of the actions for the post that is open. */
export async function choosesFor(page: Page, action: string): Promise<void> {
  await postMenu(page).press("Enter");
  await pressesItem(page, action);
}

/** A member chooses one of the actions for a comment by this member. */
export async function choosesForComment(by: string, among: Page | Locator, action: string): Promise<void> {
  await among
    .getByRole("button", { name: `More about @${by}'s comment` })
    .first()
    .press("Enter");
  await pressesItem("page" in among ? among.page() : among, action);
}

/** A menu that opens takes the focus once, from an item too that has it already. */
async function pressesItem(page: Page, action: string): Promise<void> {
  await expect(page.locator("[role=menu]:focus-within")).toHaveCount(1);
  await page.getByRole("menuitem", { name: action, exact: true }).press("Enter");
}
