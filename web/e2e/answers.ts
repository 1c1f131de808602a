import type { Page, Route } from "@playwright/test";

type Answer = (route: Route) => Promise<void>;

/** The request never arrives. */
export const lost: Answer = (route) => route.abort();

/** Something answers in the server's place. */
export const says =
  (status: number, json: unknown): Answer =>
  (route) =>
    route.fulfill({ status, json });

/** While `act` goes on, requests to these addresses are answered so. */
export async function meanwhile(
  page: Page,
  addresses: string,
  answer: Answer,
  act: () => Promise<void>,
): Promise<void> {
  await page.route(addresses, answer);
  await act();
  await page.unroute(addresses);
}

/** The first request to these addresses waits until `look` has seen the page waiting; then it goes on. */
export async function whileWaiting(
  page: Page,
  addresses: string,
  act: () => Promise<void>,
  look: () => Promise<void>,
): Promise<void> {
  let goOn = () => {};
  const isSeen = new Promise<void>((seen) => {
    goOn = seen;
  });
  await page.route(addresses, (route) => isSeen.then(() => route.continue()), { times: 1 });
  await act();
  await look();
  goOn();
}
