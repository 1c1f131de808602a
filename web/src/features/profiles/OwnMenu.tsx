import { navigate } from "../../lib/history";
import * as words from "../../locales/ownLists";
import { paths } from "../../paths";
import { MoreMenu } from "../../ui/MoreMenu";

/** Leads from the member's own profile to the lists that only they see. */
export function OwnMenu() {
  return (
    <MoreMenu
      label={words.more()}
      items={[
        { words: words.saved(), onPick: () => navigate(paths.saved()) },
        { words: words.drafts(), onPick: () => navigate(paths.drafts()) },
        { words: words.archive(), onPick: () => navigate(paths.archive()) },
      ]}
    />
  );
}
