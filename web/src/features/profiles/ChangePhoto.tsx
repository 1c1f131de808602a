import { useMutation } from "convex/react";
import { useRef, useState } from "react";
import { api } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as profileWords from "../../locales/profile";
import * as uploadWords from "../../locales/upload";
import { Avatar } from "../../ui/Avatar";
import { Drawing } from "../../ui/Icon";
import { lazyDialog } from "../../ui/lazyWithRetry";
import { toast } from "../../ui/Toast";
import { useViewer } from "../identity/Viewer";
import type { RefusedPhoto } from "../posts/review";
import { isAboutContent } from "../posts/useUpload";
import { causeOf, looksLikePhoto, upload } from "../upload/upload";
import styles from "./ChangePhoto.module.css";

const CAMERA =
  "M4 8h3.500L9 5.500h6L16.500 8H20v11H4zM12 16.500a3.200 3.200 0 1 0 0-6.400 3.200 3.200 0 0 0 0 6.400Z";

const MOST_BYTES = 5 * 1024 * 1024;

const CropPhoto = lazyDialog(
  async () => (await import("./CropPhoto")).CropPhoto,
  ({ file }) => file !== null,
);
const ContentWarning = lazyDialog(
  async () => (await import("../posts/ContentWarning")).ContentWarning,
  ({ words }) => words !== null,
);

/** The member's own picture; a tap chooses another, and the square of it that is used. */
export function ChangePhoto({ size }: { size: number }) {
  const viewer = useViewer();
  const update = useMutation(api.profiles.updateProfileImage);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ words: string; photo: RefusedPhoto } | null>(null);

  function choose(file: File | undefined): void {
    const problem = errorOf(file);
    if (problem === uploadWords.notImage())
      toast(uploadWords.acceptedFiles(), { title: problem, tone: "danger" });
    else if (problem || !file) toast(problem, { tone: "danger" });
    else setChosen(file);
  }

  async function change(photo: Promise<File>): Promise<void> {
    setChosen(null);
    setBusy(true);
    try {
      const { imageUrl } = await upload(await photo, () => {}, new AbortController().signal);
      await update({ userId: viewer._id, imageUrl });
    } catch (error) {
      const words = wordsFor(error, profileWords.couldntChangePhoto());
      if (isAboutContent(error))
        setRefused({ words, photo: causeOf(error) === "content" ? () => photo : null });
      else toast(profileWords.couldntChangePhoto(), { tone: "danger" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.place}>
      <button
        ref={button}
        type="button"
        className={styles.change}
        aria-label={profileWords.changePhoto()}
        aria-busy={isBusy || chosen !== null}
        aria-disabled={isBusy}
        onClick={() => isBusy || input.current?.click()}
      >
        <Avatar src={viewer.imageUrl} size={size} />
        <span className={styles.mark}>
          <Drawing path={CAMERA} />
        </span>
      </button>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        aria-label={profileWords.photoFile()}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          choose(file);
        }}
      />
      <CropPhoto
        file={chosen}
        onUse={change}
        onClose={() => setChosen(null)}
        focusAfter={() => button.current}
      />
      <ContentWarning
        words={refused?.words ?? null}
        photo={refused?.photo ?? null}
        onClose={() => setRefused(null)}
      />
    </div>
  );
}

function errorOf(file: File | undefined): string {
  if (!file) return profileWords.noFile();
  if (!looksLikePhoto(file)) return uploadWords.notImage();
  return file.size >= MOST_BYTES ? profileWords.photoTooLarge() : "";
}
