import { ownCode } from "../lib/ownCode";
import { tryOrUndefined } from "../lib/storage";
import { followFocus } from "./followFocus";
import { followKeyboard } from "./followKeyboard";
import { hideHeaderOnScroll } from "./hideHeader";

// Not needed for the first paint.
followFocus();
hideHeaderOnScroll();
followKeyboard();
// Only where the app was built: a page that is being developed must never come out of a cache.
if (import.meta.env.PROD)
  tryOrUndefined(() => navigator.serviceWorker)
    ?.register(ownCode("/sw.js"))
    .catch(() => {});
