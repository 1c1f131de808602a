import type { Source } from "../../api";
import * as words from "../../locales/imports";

const NAMES: Record<Source, () => string> = {
  inflow: words.inflow,
  instagram: words.instagram,
  pixelfed: words.pixelfed,
  mastodon: words.mastodon,
  "google-takeout": words.googleTakeout,
  folder: words.folder,
};

/** What members call the place that an archive comes from. */
export const sourceName = (source: Source): string => NAMES[source]();
