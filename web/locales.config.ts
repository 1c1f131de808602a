import type { Plugin } from "vite";
import { compileTranslation } from "./scripts/locales.mjs";

const PREFIX = "translation:";

/** Offers `translation:de`, a module with the German catalogue or these parts of it, so that only its readers fetch it. */
export function translations(parts?: readonly string[]): Plugin {
  return {
    name: "translations",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load: (id) =>
      id.startsWith(`\0${PREFIX}`) ? compileTranslation(id.slice(PREFIX.length + 1), parts) : null,
  };
}
