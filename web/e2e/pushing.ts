import { createECDH, randomBytes } from "node:crypto";
import { expect, type Page } from "@playwright/test";

interface Stand {
  permission?: NotificationPermission;
  service?: "works" | "down";
  /** The key that the page subscribed with. */
  subscribed?: string | undefined;
}

/**
 * Headless browsers show no notifications, ask no permission, and reach no push service. So the test stands in for
 * the parts between the page and them: it answers as a member's browser would, and its answers survive reloads.
 */
export async function pushServiceOf(page: Page) {
  const pair = createECDH("prime256v1");
  const given = {
    endpoint: `https://push.example.org/${randomBytes(16).toString("hex")}`,
    keys: { p256dh: pair.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") },
  };
  await page.addInitScript((given) => {
    const stand = (): Stand => JSON.parse(localStorage.getItem("push") ?? "{}");
    const remember = (more: Stand) => localStorage.setItem("push", JSON.stringify({ ...stand(), ...more }));
    const subscription = () => ({
      endpoint: given.endpoint,
      toJSON: () => given,
      unsubscribe: async () => remember({ subscribed: undefined }),
    });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (stand().subscribed ? subscription() : null),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (stand().service !== "works")
          throw new DOMException("Registration failed - push service error", "AbortError");
        remember({ subscribed: applicationServerKey });
        return subscription();
      },
    });
    Object.defineProperty(Notification, "permission", { get: () => "default" });
    Object.assign(Notification, { requestPermission: async () => stand().permission ?? "default" });
  }, given);
  return {
    /** From now on it is so. */
    has: (more: Stand) =>
      page.evaluate((more) => {
        const before = JSON.parse(localStorage.getItem("push") ?? "{}");
        localStorage.setItem("push", JSON.stringify({ ...before, ...more }));
      }, more),

    stand: (): Promise<Stand> => page.evaluate(() => JSON.parse(localStorage.getItem("push") ?? "{}")),
  };
}

interface Shown {
  title: string;
  tag: string;
  data: string;
  close: () => void;
}

/** The page's service worker, to which pushes are delivered as by the browser that got them. */
export async function workerOf(page: Page, origin: string) {
  const devtools = await page.context().newCDPSession(page);
  const known = new Map<string, string>();
  devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    for (const { scopeURL, registrationId } of registrations) known.set(scopeURL, registrationId);
  });
  await devtools.send("ServiceWorker.enable");
  await expect.poll(() => known.has(`${origin}/`)).toBe(true);
  const registrationId = known.get(`${origin}/`) ?? "";
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("no service worker");
  await worker.evaluate(() => {
    let shown: Shown[] = [];
    Object.assign((self as unknown as ServiceWorkerGlobalScope).registration, {
      showNotification: async (title: string, { tag = "", data }: NotificationOptions) => {
        const one = { title, tag, data, close: () => (shown = shown.filter((each) => each !== one)) };
        shown = [...shown.filter((each) => each.tag !== tag), one];
      },
      getNotifications: async () => shown,
    });
  });
  return {
    gets: (data: string) =>
      devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data }),

    /** The notifications that the member sees outside of the page, oldest first. */
    shows: () =>
      worker.evaluate(async () => {
        const { registration } = self as unknown as ServiceWorkerGlobalScope;
        return (await registration.getNotifications()).map(({ title }) => title);
      }),

    /** The member clicks a notification. Only a real click lets a worker bring the page to the front. */
    isClicked: (title: string) =>
      worker.evaluate(async (title) => {
        const { registration } = self as unknown as ServiceWorkerGlobalScope;
        const notification = (await registration.getNotifications()).find((one) => one.title === title);
        if (!notification) throw new Error(`${title} is not shown`);
        const waitUntil = () => {};
        self.dispatchEvent(
          Object.assign(new ExtendableEvent("notificationclick"), { notification, waitUntil }),
        );
      }, title),
  };
}
