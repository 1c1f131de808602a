import type { Post } from "../../api";

/** A video post. An operator's imported flicks may say how long they are and how often they were watched. */
export type Flick = Post & { duration?: number | null; viewCount?: number | null; thumbnail?: string | null };

const MINUTE = 60;

/** '1:05' for 65 seconds. */
export function lengthOfFlick(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, "0")}`;
}

/** '1.2K views'. */
export function viewsOf(count: number): string {
  const figure = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(count);
  return `${figure} ${count === 1 ? "view" : "views"}`;
}
