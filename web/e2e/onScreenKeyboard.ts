import type { Page } from "@playwright/test";

/**
 * What a browser says when its keyboard covers so many pixels and pushes the page up by so many, as on an iPhone; with 0,
 * that the keyboard is gone.
 */
export const showKeyboard = (page: Page, covers: number, pushes: number) =>
  page.evaluate(
    ([covered, offsetTop]) => {
      const view = window.visualViewport;
      if (!view) throw new Error("this browser says nothing of its keyboard");
      const height = window.innerHeight - covered - offsetTop;
      for (const [name, value] of Object.entries({ height, offsetTop })) {
        if (covered) Object.defineProperty(view, name, { value, configurable: true });
        else Reflect.deleteProperty(view, name);
      }
      view.dispatchEvent(new Event("resize"));
    },
    [covers, pushes] as const,
  );
