import { ownCode } from "../lib/ownCode";
import { tryOrUndefined } from "../lib/storage";
import { followFocus } from "./followFocus";

// Not needed for the first paint.
followFocus();
// Only where the app was built: a page that is being developed must never come out of a cache.
if (import.meta.env.PROD)
  tryOrUndefined(() => navigator.serviceWorker)
    ?.register(ownCode("/sw.js"))
    .catch(() => {});
