import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

interface Checker {
  ace: { Checker: new () => { check(page: Document, rules: string[]): Promise<Report> } };
}

interface Report {
  results: {
    ruleId: string;
    value: [kind: string, outcome: string];
    message: string;
    snippet: string;
    node: Element | Attr | Text;
  }[];
}

const ENGINE = readFileSync(
  createRequire(import.meta.url).resolve("accessibility-checker-engine/ace.js"),
  "utf8",
);

/** Its table of values does not know that `username` belongs to fields for e-mail too, as the HTML standard says. */
const MISTAKEN = "input_autocomplete_valid";

/** A second opinion beside axe: what IBM's checker calls a failed requirement on the page as it is now. */
export async function isApprovedByIbm(page: Page, where: string): Promise<void> {
  if (!(await page.evaluate(() => "ace" in window))) await page.evaluate(`${ENGINE}; window.ace = ace;`);
  const objections = await page.evaluate(async (mistaken) => {
    const { ace } = window as unknown as Checker;
    const { results } = await new ace.Checker().check(document, ["WCAG_2_2"]);
    const failed = results.filter(
      ({ ruleId, value, node }) =>
        String(value) === "VIOLATION,FAIL" &&
        ruleId !== mistaken &&
        // Inert elements do not exist for any user, and their labels cannot be read.
        !(node instanceof Element && node.closest("[inert]")),
    );
    return failed.map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet}`);
  }, MISTAKEN);
  expect(objections, where).toEqual([]);
}
