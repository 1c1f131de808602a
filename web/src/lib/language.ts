import { languages } from "./deployment";
import { importWithRetry } from "./importWithRetry";

type Parameters = Record<string, unknown>;
type Message = string | ((parameters: Parameters) => unknown);
interface Translation {
  refusals: Record<string, Message>;
  [part: string]: Message[] | Record<string, Message>;
}

const isSecure = globalThis.location?.protocol === "https:";
/** Over https no other host can set it: browsers see to that by the name's beginning. */
export const LANGUAGE_COOKIE = isSecure ? "__Host-language" : "language";
const YEAR_SECONDS = 31_536_000;
const CATALOGUES: Record<string, () => Promise<{ default: unknown }>> = {
  de: () => import("translation:de"),
  pseudo: () => import("translation:pseudo"),
};

/** The language of the page: the one chosen in this browser, else the first that browser and server have in common. */
export const language: string = chooseLanguage(
  languages,
  chosenHere(),
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

/** Remembers the language in this browser, for its pages and for the emails that they cause. It outlives a logout. */
export function keepLanguage(to: string): void {
  const secure = isSecure ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the other interface
  document.cookie = `${LANGUAGE_COOKIE}=${to}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}

function chosenHere(): string | null {
  if (typeof document === "undefined") return null;
  return new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`).exec(document.cookie ?? "")?.[1] ?? null;
}

/** Loads a catalogue; English needs none, since it is part of the code. */
export async function loadTranslation(of = language): Promise<void> {
  const load = CATALOGUES[of];
  translation = load ? ((await importWithRetry(load)).default as Translation) : null;
}

/** Loads the catalogue of the page's language, and tells the browser and the service worker which one that is. */
export async function startLanguage(): Promise<void> {
  document.documentElement.lang = formatLanguage;
  const noted = chosenHere();
  if (noted !== language && (noted !== null || language !== languages[0])) keepLanguage(language);
  await loadTranslation();
}

/** The message at this place of the part's catalogue in the page's language; undefined in English. */
export function translated<Words>(part: string, index: number, parameters?: Parameters): Words | undefined {
  return formatted((translation?.[part] as Message[] | undefined)?.[index], parameters) as Words | undefined;
}

/** A refusal in the page's language, by its English sentence; undefined in English itself. */
export function translatedRefusal(sentence: string, parameters: Parameters = {}): string | undefined {
  return formatted(translation?.refusals[sentence], parameters) as string | undefined;
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

const DURATIONS = [
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** '3 minutes', rounded up, so that it suffices to wait that long. */
export function formatDuration(seconds: number): string {
  const [unit, size] = DURATIONS.find(([, size]) => seconds > 2 * size) ?? (["second", 1] as const);
  const format = new Intl.NumberFormat(formatLanguage, { style: "unit", unit, unitDisplay: "long" });
  return format.format(Math.ceil(seconds / size));
}

let rules: Intl.PluralRules | undefined;
type Forms<Words> = { other: () => Words } & { [form in Intl.LDMLPluralRule]?: () => Words };

/** The form that the language uses for this number of things. */
export function choosePlural<Words>(count: number, forms: Forms<Words>): Words {
  rules ??= new Intl.PluralRules(formatLanguage);
  return (forms[rules.select(count)] ?? forms.other)();
}
