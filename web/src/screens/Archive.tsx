import ArchiveWall from "../features/posts/ArchiveWall";
import * as words from "../locales/archive";
import { OwnListPage } from "../ui/OwnListPage";

/** The fotos that the member hid from everyone else. */
export function Archive() {
  return (
    <OwnListPage title={words.title()} back={words.back()} couldntLoad={words.couldntLoad()}>
      <ArchiveWall />
    </OwnListPage>
  );
}
