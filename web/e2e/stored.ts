import type { Page } from "@playwright/test";

/** Stores something in the browser, as the app does with unfinished work. */
export const lays = (page: Page, key: string, value: string) =>
  page.evaluate(
    ([key, value]) =>
      new Promise<void>((done, failed) => {
        const opening = indexedDB.open("inflow");
        opening.onupgradeneeded = () => opening.result.createObjectStore("shelf");
        opening.onerror = failed;
        opening.onsuccess = () => {
          const laying = opening.result.transaction("shelf", "readwrite");
          laying.objectStore("shelf").put(value, key);
          laying.oncomplete = () => {
            opening.result.close();
            done();
          };
        };
      }),
    [key, value] as const,
  );

/** Everything that the app has stored in the browser. */
export const lies = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((answer, failed) => {
        const opening = indexedDB.open("inflow");
        opening.onupgradeneeded = () => opening.result.createObjectStore("shelf");
        opening.onerror = failed;
        opening.onsuccess = () => {
          const reading = opening.result.transaction("shelf").objectStore("shelf").getAll();
          reading.onsuccess = () => answer(reading.result);
        };
      }),
  );
