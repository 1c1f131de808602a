import type { PolicyKind } from "../../api";
import * as words from "../../locales/policies";

export const KIND_WORDS: Record<PolicyKind, () => string> = {
  about: words.about,
  rules: words.rules,
  terms: words.terms,
  privacy: words.privacy,
  imprint: words.imprint,
};
