import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import type { UploadState } from "./useUpload";

/** The check of the photograph said no. Closing it clears the form's photograph. */
export function ContentWarning({ state, onClose }: { state: UploadState; onClose: () => void }) {
  const isRefused = state.step === "failed" && state.isContent;
  return (
    <Dialog
      open={isRefused}
      onClose={onClose}
      title="Content Warning"
      actions={
        <Button look="light" onClick={onClose}>
          Understood
        </Button>
      }
    >
      <p>{isRefused && state.words}</p>
      <p>This type of content is not allowed on our platform.</p>
    </Dialog>
  );
}
