import { formatLanguage } from "../../lib/language";
import * as flicksWords from "../../locales/flicks";

const MINUTE = 60;

/** '1:05' for 65 seconds. */
export function lengthOfFlick(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, "0")}`;
}

/** '1.2K views'. */
export function viewsOf(count: number): string {
  const figure = new Intl.NumberFormat(formatLanguage, { notation: "compact", maximumFractionDigits: 1 });
  return flicksWords.views({ count, figure: figure.format(count) });
}
