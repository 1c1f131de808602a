import { useEffect } from "react";
import { navigate } from "../../lib/history";
import { tryOrUndefined } from "../../lib/storage";

/** Goes where a notification leads that was clicked outside of the page; the service worker says where. */
export function useNotificationClicks(): void {
  useEffect(() => {
    const worker = tryOrUndefined(() => navigator.serviceWorker);
    if (!worker) return;
    const called = ({ data, ports }: MessageEvent<{ place?: unknown }>) => {
      // Only places of this app, which begin with one slash.
      if (typeof data?.place !== "string" || !/^\/(?!\/)/.test(data.place)) return;
      ports[0]?.postMessage("going");
      navigate(data.place);
    };
    worker.addEventListener("message", called);
    worker.startMessages();
    return () => worker.removeEventListener("message", called);
  }, []);
}
