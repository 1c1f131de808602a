import { useEffect, useState } from "react";
import * as actionsWords from "../../locales/actions";
import * as words from "../../locales/lookEditing";
import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { Lightbox } from "../../ui/Popup";
import { Progress } from "../../ui/Progress";
import { useCloseOnBack } from "../../ui/useCloseOnBack";
import type { PlacedPost } from "../posts/placedPost";
import styles from "./EditLook.module.css";
import Editor from "./Editor";
import { type Step, useLook } from "./useLook";

/** The tools of a new foto for one that is posted: crop, filter and adjustments, with the present values. */
export default function EditLook({ post, onClose }: { post: PlacedPost; onClose: () => void }) {
  const look = useLook(post, onClose);
  const { picture, cut, step, isTouched } = look;
  const [isAsking, setAsking] = useState(false);
  useQuestionBeforeUnload(isTouched);
  const leave = () => (step ? undefined : isTouched ? setAsking(true) : onClose());
  useCloseOnBack(true, leave);
  return (
    <Lightbox onClose={leave} label={words.title()}>
      <header className={styles.head}>
        <Button variant="ghost" onClick={leave} aria-disabled={step !== null}>
          {actionsWords.cancel()}
        </Button>
        <h2>{words.title()}</h2>
        <Button variant="primary" onClick={look.save} disabled={!cut} aria-disabled={!cut || step !== null}>
          {actionsWords.save()}
        </Button>
      </header>
      <div className={styles.state}>
        <Work step={step} />
        <Alert said={look.error} className={styles.error} />
        {!look.canCrop && <p>{words.cannotCrop()}</p>}
      </div>
      <div className={styles.desk} inert={step !== null}>
        {typeof picture === "string" || !cut ? (
          <section className={styles.room} aria-label={words.foto()}>
            <p role="status">{picture === "undrawable" ? words.cannotShow() : words.loading()}</p>
          </section>
        ) : (
          <Editor picture={picture} cut={cut} own={look.own} canCrop={look.canCrop} also={post.filter} />
        )}
      </div>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={words.discardTitle()}
        actions={
          <>
            <Button variant="danger" onClick={onClose}>
              {words.discard()}
            </Button>
            <Button variant="primary" onClick={() => setAsking(false)}>
              {words.keepEditing()}
            </Button>
          </>
        }
      >
        <DialogWords>{words.discardQuestion()}</DialogWords>
      </Dialog>
    </Lightbox>
  );
}

/** How far saving is. Neither the crop nor the check says how long it takes. */
function Work({ step }: { step: Step }) {
  const said = step === "cropping" ? words.cropping() : step === "saving" ? words.checking() : "";
  return (
    <>
      {step && <Progress label={said} value={null} />}
      <p role="status">{said}</p>
    </>
  );
}

function useQuestionBeforeUnload(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [active]);
}
