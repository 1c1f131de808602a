import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type ImportId } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as words from "../../locales/imports";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { toast } from "../../ui/Toast";

/** Asks whether to end an import, and says what stays. */
export function CancelImport({ importId, done }: { importId: ImportId; done: number }) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const cancel = useMutation(api.imports.cancel);
  const close = () => setAsking(false);

  async function act(): Promise<void> {
    setBusy(true);
    try {
      await cancel({ importId });
      close();
    } catch (error) {
      toast(wordsFor(error, words.couldntCancel()), { tone: "danger" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button aria-label={words.cancelImport()} onClick={() => setAsking(true)}>
        {actions.cancel()}
      </Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title={words.cancelTitle()}
        actions={
          <>
            <Button onClick={close}>{words.goOn()}</Button>
            <Button variant="danger" disabled={isBusy} onClick={act}>
              {words.cancelImport()}
            </Button>
          </>
        }
      >
        <DialogWords>{done > 0 ? words.cancelStays({ count: done }) : words.cancelNothing()}</DialogWords>
      </Dialog>
    </>
  );
}
