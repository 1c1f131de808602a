import { useConvex, useMutation, useQuery } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../api";
import { Refusal } from "../../lib/refusal";
import { tryOrUndefined } from "../../lib/storage";
import * as pushWords from "../../locales/push";

export type PushState = "unknown" | "impossible" | "denied" | "off" | "on";

/** Whether this browser gets push notifications, and turning them on and off. The server says whether they are on. */
export function usePush() {
  const convex = useConvex();
  const [endpoint, setEndpoint] = useEndpoint();
  const [isDenied, setDenied] = useState(
    () => "Notification" in window && Notification.permission === "denied",
  );
  const isSubscribed = useQuery(api.push.isSubscribed, endpoint ? { endpoint } : "skip");
  const subscribe = useMutation(api.push.subscribe);
  const unsubscribe = useMutation(api.push.unsubscribe);

  async function turnOn(): Promise<void> {
    const permission = await Notification.requestPermission();
    setDenied(permission === "denied");
    if (permission !== "granted") return;
    const made = await subscription(await convex.query(api.push.getPublicKey, {}));
    const { endpoint, keys } = made.toJSON();
    await subscribe({
      endpoint: endpoint ?? "",
      keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" },
    });
    setEndpoint(made.endpoint);
  }

  async function turnOff(): Promise<void> {
    if (!endpoint) return;
    await unsubscribe({ endpoint });
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe();
    setEndpoint(null);
  }

  return { standing: standingOf(endpoint, isDenied, isSubscribed), turnOn, turnOff };
}

function standingOf(
  endpoint: string | null | undefined,
  isDenied: boolean,
  isSubscribed: boolean | undefined,
): PushState {
  if (!("PushManager" in window && tryOrUndefined(() => navigator.serviceWorker))) return "impossible";
  if (isDenied) return "denied";
  if (endpoint === undefined || (endpoint && isSubscribed === undefined)) return "unknown";
  return endpoint && isSubscribed ? "on" : "off";
}

/** The endpoint of this browser's subscription; null if it has none, undefined until that is known. */
function useEndpoint() {
  const [endpoint, setEndpoint] = useState<string | null>();
  useEffect(() => {
    let isUnmounted = false;
    const found = async () => {
      const registration = await navigator.serviceWorker?.getRegistration();
      return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
    };
    found()
      .catch(() => null)
      .then((endpoint) => isUnmounted || setEndpoint(endpoint));
    return () => {
      isUnmounted = true;
    };
  }, []);
  return [endpoint, setEndpoint] as const;
}

/** This browser's subscription, made anew where it was for another key than the server's. */
async function subscription(applicationServerKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const old = await pushManager.getSubscription();
    if (!old) throw notMade(error);
    await old.unsubscribe();
    return pushManager.subscribe(options).catch((error) => {
      throw notMade(error);
    });
  }
}

/** Browsers say in words of their own that their maker's push service, which is not ours, cannot be reached. */
function notMade(error: unknown): Refusal {
  console.error("This browser was not subscribed", error);
  return new Refusal("push_service", pushWords.noAnswer());
}
