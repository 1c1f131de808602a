import { useState } from "react";
import { languages } from "../../lib/deployment";
import { post } from "../../lib/http";
import { keepLanguage, language } from "../../lib/language";
import { wordsFor } from "../../lib/refusal";
import * as words from "../../locales/settings";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { toast } from "../../ui/Toast";

/** Each in itself, so that people find theirs in any language. */
const NAMES: Record<string, string> = { en: "English", de: "Deutsch", pseudo: "[Pseudo-English]" };

export const nameOf = (tag: string) => NAMES[tag] ?? tag;

/** The languages that the operator offers. The page reloads in the chosen one. */
export function LanguageChoice({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);

  async function choose(tag: string): Promise<void> {
    if (tag === language) return onClose();
    setBusy(true);
    keepLanguage(tag);
    try {
      await post("/api/identity/language", {}, words.couldntSwitch());
      window.location.reload();
    } catch (error) {
      keepLanguage(language);
      setBusy(false);
      toast(wordsFor(error, words.couldntSwitch()), { tone: "danger" });
    }
  }

  return (
    <Dialog open={open} onClose={onClose} title={words.language()}>
      <DialogWords>{words.languageHint()}</DialogWords>
      {languages.map((tag) => (
        <Button
          key={tag}
          wide
          variant={tag === language ? "primary" : "secondary"}
          aria-pressed={tag === language}
          disabled={isBusy}
          onClick={() => void choose(tag)}
        >
          <span lang={tag === "pseudo" ? "en" : tag} translate="no">
            {nameOf(tag)}
          </span>
        </Button>
      ))}
    </Dialog>
  );
}
