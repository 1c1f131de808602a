import { useEffect, useEffectEvent, useState } from "react";
import * as actionsWords from "../../locales/actions";
import * as editorWords from "../../locales/editor";
import * as profileWords from "../../locales/profile";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { SkeletonStatus } from "../../ui/SkeletonStatus";
import { useLastNonNull } from "../../ui/useLastNonNull";
import { CropStage } from "../editor/CropStage";
import { CropTool, ZoomTools } from "../editor/CropTool";
import type { Crop } from "../editor/edits";
import { type Picture, usePicture } from "../editor/picture";
import type { CropStep } from "../editor/useCropGestures";
import styles from "./CropPhoto.module.css";
import { firstSquare, rotatedSquare, squareOf } from "./squareCrop";

/** A photograph that is decoded sooner needs no loading state. */
const SOON_MS = 250;

/**
 * Asks which square of the photograph becomes the member's picture. A file that this browser cannot draw is used as it is,
 * without a question.
 */
export function CropPhoto({
  file: chosen,
  onUse,
  onClose,
  focusAfter,
}: {
  file: File | null;
  onUse: (photo: Promise<File>) => void;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}) {
  // What it shows stays while the dialog fades.
  const file = useLastNonNull(chosen);
  const picture = usePicture(file, null);
  const isLate = useIsLate(file);
  const { cut, change } = useSquare(picture);
  const isUndrawable = chosen !== null && picture === "undrawable";
  const takeWhole = useEffectEvent(() => chosen && onUse(Promise.resolve(chosen)));
  useEffect(() => {
    if (isUndrawable) takeWhole();
  }, [isUndrawable]);
  return (
    <Dialog
      open={chosen !== null && (cut !== null || (isLate && !isUndrawable))}
      onClose={onClose}
      title={profileWords.cropPhoto()}
      holds
      focusAfter={focusAfter}
      large={
        <div className={styles.crop}>
          <div className={styles.room}>
            {cut ? (
              <CropStage picture={picture as Picture} cut={cut} onCut={change} isOpen takesFocus isRound />
            ) : (
              <SkeletonStatus words={profileWords.loadingPhoto()}>
                <div className={styles.blank} />
              </SkeletonStatus>
            )}
          </div>
          <div className={styles.tools}>
            <CropTool label={editorWords.rotate()} mark="rotate" onClick={() => change(rotatedSquare)} />
            <ZoomTools onCut={change} />
          </div>
        </div>
      }
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {actionsWords.cancel()}
          </Button>
          <Button
            variant="primary"
            disabled={!cut}
            onClick={() => chosen && cut && onUse(squareOf(chosen, cut))}
          >
            {profileWords.usePhoto()}
          </Button>
        </>
      }
    >
      <DialogWords>{profileWords.cropPhotoHint()}</DialogWords>
    </Dialog>
  );
}

/** The member's square of this picture; null while there is no picture. */
function useSquare(picture: ReturnType<typeof usePicture>) {
  const [own, setOwn] = useState<{ picture: Picture; cut: Crop } | null>(null);
  if (typeof picture === "string") return { cut: null, change: () => {} };
  const cutIn = (state: typeof own) => (state?.picture === picture ? state.cut : firstSquare(picture));
  const change = (step: CropStep) => setOwn((before) => ({ picture, cut: step(cutIn(before)) }));
  return { cut: cutIn(own), change };
}

/** Whether this file has been on its way for longer than a moment. */
function useIsLate(file: File | null): boolean {
  const [late, setLate] = useState<File | null>(null);
  useEffect(() => {
    if (!file) return;
    const timer = setTimeout(() => setLate(file), SOON_MS);
    return () => clearTimeout(timer);
  }, [file]);
  return file !== null && late === file;
}
