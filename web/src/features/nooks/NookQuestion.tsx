import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { useLastNonNull } from "../../ui/useLastNonNull";

export interface Wanted {
  nook: string;
  /** The first choice of a nook. It locks the nook as every change does, but costs nothing. */
  isFirst: boolean;
}

interface Props {
  wanted: Wanted | null;
  isBusy: boolean;
  onClose: () => void;
  onYes: (nook: string) => void;
}

/** Asks for a confirmation: another nook resets the member's progress, and cannot be changed for a week. */
export function NookQuestion({ wanted, isBusy, onClose, onYes }: Props) {
  const { nook, isFirst } = useLastNonNull(wanted) ?? { nook: "", isFirst: false };
  const named = nook.toUpperCase();
  return (
    <Dialog
      open={wanted !== null}
      onClose={onClose}
      title={isFirst ? `Choose ${named} as your nook?` : `Change your nook to ${named}?`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={isBusy} onClick={() => onYes(nook)}>
            {isBusy ? "One moment…" : isFirst ? "Choose nook" : "Change nook"}
          </Button>
        </>
      }
    >
      <DialogWords>
        {isFirst
          ? "You cannot change your nook for 7 days then."
          : "Your curator status and progress will be reset, and you cannot change your nook again for 7 days."}
      </DialogWords>
    </Dialog>
  );
}
