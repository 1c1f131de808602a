import * as actionsOf from "../../locales/actions";
import * as words from "../../locales/nooks";
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
      title={isFirst ? words.choose({ nook: named }) : words.change({ nook: named })}
      actions={
        <>
          <Button onClick={onClose}>{actionsOf.cancel()}</Button>
          <Button variant="primary" disabled={isBusy} onClick={() => onYes(nook)}>
            {isBusy ? actionsOf.wait() : isFirst ? words.chooseNook() : words.changeNook()}
          </Button>
        </>
      }
    >
      <DialogWords>{isFirst ? words.chooseHint() : words.changeHint()}</DialogWords>
    </Dialog>
  );
}
