import type { Page } from "@playwright/test";

/**
 * What a page in pseudo-English shows without the catalogue's brackets, and the controls that their own words burst. What
 * members wrote, names, times and pictures of members' fotos are meant to be as they are.
 */
export const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const OWN =
      "[dir=auto], [translate=no], [lang=en]:not(html), bdi, time, kbd, script, style, noscript, svg";
    const faults: string[] = [];
    const look = (words: string | null, where: string) => {
      let rest = words ?? "";
      for (let before = ""; before !== rest; ) {
        before = rest;
        rest = rest.replace(/⟦[^⟦⟧]*⟧/g, " ");
      }
      const letters = rest.replace(/@\w+|[\w.]+@[\w.]+|\b[kMG]?B\b/g, " ");
      if (/\p{L}{2,}/u.test(letters)) faults.push(`${where}: ${letters.replace(/\s+/g, " ").trim()}`);
    };
    // Elements inside a sentence divide its text.
    const wordsOf = (element: Element) =>
      [...element.childNodes]
        .map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : ""))
        .join("");
    look(document.title.replace(/(Alice|Bob) Moreau|scenic|Inflow/g, ""), "title");
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      if (element && !element.closest(OWN)) look(wordsOf(element), element.tagName.toLowerCase());
    }
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      for (const name of ["aria-label", "title", "placeholder", "aria-description"])
        if (!element.closest("[translate=no], [lang=en]:not(html)")) look(element.getAttribute(name), name);
      if (!element.matches("button, a, h1, h2, h3, label, [role=tab]")) continue;
      const { overflowX } = getComputedStyle(element);
      if (overflowX === "visible" && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 2)
        faults.push(`bursts: ${element.textContent?.slice(0, 80)}`);
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth)
      faults.push(`the page is ${scrollWidth - clientWidth} px wider than the screen`);
    return [...new Set(faults)];
  });
