import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/syne/wght.css";
import "../ui/tokens.css";
import "../ui/base.css";
import "../ui/skeleton.css";

/** A page is painted within two frames, if it is painted: not behind another tab. */
const PATIENCE_MS = 100;

/** When the browser has painted what index.html draws. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PATIENCE_MS);
  });
}

// Where the code is here before the first paint, running it would put the paint off by as long as a phone takes for it.
await painted();
await import("./main");
