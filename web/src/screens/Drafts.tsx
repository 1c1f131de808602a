import { DraftLists } from "../features/drafts/DraftLists";
import * as words from "../locales/drafts";
import { OwnListPage } from "../ui/OwnListPage";

/** What the member goes on with later, and what is posted at its time. */
export function Drafts() {
  return (
    <OwnListPage title={words.title()} back={words.back()} couldntLoad={words.couldntLoad()}>
      <DraftLists />
    </OwnListPage>
  );
}
