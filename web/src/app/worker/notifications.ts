import { type PushPayload, pathOf, wordsOf } from "../../features/notifications/words";
import { LANGUAGE_COOKIE, loadTranslation } from "../../lib/language";
import { newNotification } from "../../locales/notifications";
import { paths } from "../../paths";

const PATIENCE_MS = 1_500;

/** Shows a push as a notification, unless a page of the app has the focus: there it shows by itself. */
export async function showPush(
  worker: ServiceWorkerGlobalScope,
  data: PushMessageData | null,
): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some((page) => page.focused)) return;
  await loadTranslation(await languageOf(worker));
  const payload = payloadOf(data);
  const place = payload ? pathOf(payload) : paths.homeFeed();
  await worker.registration.showNotification(payload ? wordsOf(payload) : newNotification(), {
    // A second message of the same conversation takes the place of the first.
    tag: `${payload?.type} ${place}`,
    icon: "/icons/192.png",
    badge: "/icons/badge.png",
    data: place,
  });
}

/** The language of this browser's pages, which they note in a cookie. Older browsers do not show it to a worker. */
async function languageOf(worker: ServiceWorkerGlobalScope): Promise<string> {
  const { cookieStore } = worker as {
    cookieStore?: { get: (name: string) => Promise<{ value: string } | null> };
  };
  return (await cookieStore?.get(LANGUAGE_COOKIE))?.value ?? "en";
}

/** Brings the member there: in the app where it is open, otherwise by opening it. */
export async function openPlace(worker: ServiceWorkerGlobalScope, place: string): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!page) {
    await worker.clients.openWindow(place);
    return;
  }
  const isGoing = navigatesItself(page, place);
  await page.focus().catch((error) => console.error("The page did not come to the front", error));
  // A screen without the bell does not listen, nor does a page that has just begun: those are left as by a link.
  if (!(await isGoing)) await page.navigate(place);
}

/** Whether the page says, within a moment, that it goes there by itself. */
function navigatesItself(page: WindowClient, place: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<boolean>((answer) => {
    const giveUp = setTimeout(() => answer(false), PATIENCE_MS);
    port1.onmessage = () => {
      clearTimeout(giveUp);
      answer(true);
    };
    page.postMessage({ place }, [port2]);
  });
  return answered.finally(() => port1.close());
}

function payloadOf(data: PushMessageData | null): PushPayload | null {
  try {
    return data?.json() as PushPayload;
  } catch {
    return null;
  }
}
