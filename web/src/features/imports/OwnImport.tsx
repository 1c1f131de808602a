import { useQuery } from "convex/react";
import { useEffect, useRef } from "react";
import { api, type Import } from "../../api";
import { focusHeading } from "../../lib/focusHeading";
import * as words from "../../locales/imports";
import { type Sending, useSending } from "./archiveUpload";
import { ChooseArchive } from "./ChooseArchive";
import { ImportPreview } from "./ImportPreview";
import { ImportProgress } from "./ImportProgress";
import { ImportResult } from "./ImportResult";
import { ImportSkeleton } from "./ImportSkeleton";
import { UnfinishedUpload } from "./UnfinishedUpload";
import { UploadProgress } from "./UploadProgress";

/** The member's import, from the choice of a file until the last foto arrived. It moves by itself on every device. */
export function OwnImport() {
  const found = useQuery(api.imports.getImport);
  const sending = useSending();
  const underway = found === undefined ? null : underwayOf(sending, found);
  useFocusAcross(found === undefined ? undefined : underway ? "sending" : (found?.state ?? "none"));
  if (found === undefined) return <ImportSkeleton />;
  const problem = sending?.problem ?? null;
  if (underway) return <UploadProgress sending={underway} />;
  if (found?.state === "uploading")
    return <UnfinishedUpload key={found._id} found={found} problem={problem} />;
  if (found?.state === "ready" && found.contents)
    return <ImportPreview key={found._id} found={found} contents={found.contents} />;
  if (found?.state === "reading" || found?.state === "working") return <ImportProgress found={found} />;
  return (
    <>
      {found && <ImportResult found={found} />}
      <ChooseArchive title={chooseTitle(found)} problem={problem} />
    </>
  );
}

/** The button that leads to the next step goes with its step: the focus goes where the screen begins. */
function useFocusAcross(step: string | undefined): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step && before.current !== undefined && document.activeElement === document.body)
      focusHeading();
    before.current = step;
  }, [step]);
}

function chooseTitle(found: Import | null): string {
  if (!found) return words.chooseTitle();
  return found.state === "failed" ? words.againTitle() : words.anotherTitle();
}

/** The upload of this page, until the server begins to read the archive. */
function underwayOf(sending: Sending | null, found: Import | null): Sending | null {
  if (!sending || sending.phase === "failed") return null;
  const isArriving = found?._id === sending.id ? found?.state === "uploading" : sending.phase !== "sent";
  return isArriving ? sending : null;
}
