import { languages } from "./deployment";
import { importWithRetry } from "./importWithRetry";
import { local } from "./storage";

type Parameters = Record<string, unknown>;
type Message = string | ((parameters: Parameters) => unknown);
interface Translation {
  refusals: Record<string, Message>;
  [part: string]: Message[] | Record<string, Message>;
}

const KEY = "language";
const CATALOGUES: Record<string, () => Promise<{ default: unknown }>> = {
  de: () => import("translation:de"),
  pseudo: () => import("translation:pseudo"),
};

/** The language of the page: the one chosen on this device, else the first that browser and server have in common. */
export const language: string = chooseLanguage(
  languages,
  local.get(KEY),
  globalThis.navigator?.languages ?? [],
);

/** The tag for `Intl`: pseudo-English has none of its own. */
export const formatLanguage = language === "pseudo" ? "en" : language;

let translation: Translation | null = null;

/** Of the languages that the server offers; its first one when nobody asked for another. */
export function chooseLanguage(
  offered: readonly string[],
  chosen: string | null,
  preferred: readonly string[],
): string {
  const [usual = "en"] = offered;
  if (chosen !== null && offered.includes(chosen)) return chosen;
  const primary = preferred.map((tag) => tag.split("-")[0] ?? "");
  return primary.find((tag) => offered.includes(tag)) ?? usual;
}

/** Remembers the language on this device and shows the page in it. */
export function switchLanguage(to: string): void {
  local.set(KEY, to);
  window.location.reload();
}

/** Loads the catalogue of the page's language; English needs none, since it is part of the code. */
export async function loadTranslation(): Promise<void> {
  if (typeof document !== "undefined") document.documentElement.lang = formatLanguage;
  const load = CATALOGUES[language];
  if (load) translation = (await importWithRetry(load)).default as Translation;
}

/** The message at this place of the part's catalogue in the page's language; undefined in English. */
export function translated<Words>(part: string, index: number, parameters?: Parameters): Words | undefined {
  return formatted((translation?.[part] as Message[] | undefined)?.[index], parameters) as Words | undefined;
}

/** A refusal in the page's language; undefined in English, where the server's own sentence is shown. */
export function translatedRefusal(reason: string, parameters: Parameters = {}): string | undefined {
  return formatted(translation?.refusals[reason], parameters) as string | undefined;
}

const formatted = (message: Message | undefined, parameters: Parameters = {}): unknown =>
  typeof message === "function" ? message(parameters) : message;

let numbers: Intl.NumberFormat | undefined;

/** With the language's separators. Below a thousand there are none, so the formatter is not made until it is needed. */
export function formatNumber(value: number): string {
  if (Math.abs(value) < 1_000 && Number.isInteger(value)) return String(value);
  numbers ??= new Intl.NumberFormat(formatLanguage);
  return numbers.format(value);
}

let rules: Intl.PluralRules | undefined;
type Forms<Words> = { other: () => Words } & { [form in Intl.LDMLPluralRule]?: () => Words };

/** The form that the language uses for this number of things. */
export function choosePlural<Words>(count: number, forms: Forms<Words>): Words {
  rules ??= new Intl.PluralRules(formatLanguage);
  return (forms[rules.select(count)] ?? forms.other)();
}
