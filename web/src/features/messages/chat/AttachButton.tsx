import { useRef } from "react";
import * as chatFormWords from "../../../locales/chatForm";
import * as uploadWords from "../../../locales/upload";
import { Button } from "../../../ui/Button";
import { Drawing } from "../../../ui/Icon";
import { FileRefusal } from "../../posts/FileRefusal";
import styles from "./Chat.module.css";

const CLIP =
  "M19.5 11.500 12 19a4.700 4.700 0 0 1-6.700-6.700l8-8a3.200 3.200 0 0 1 4.500 4.500l-7.900 7.900a1.600 1.600 0 0 1-2.300-2.300l7.300-7.300";
const TYPES = "image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif";

/** Chooses fotos from the device. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        aria-label={chatFormWords.attach()}
        onClick={() => field.current?.click()}
      >
        <Drawing path={CLIP} />
      </button>
      <input
        ref={field}
        type="file"
        accept={TYPES}
        multiple
        hidden
        aria-label={chatFormWords.attachLabel()}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file, chosen again, is a choice too.
          target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}

/** Something else was chosen than a foto. */
export function NoFoto({ onClose }: { onClose: () => void }) {
  return (
    <p className={styles.refused} role="alert">
      <span>
        <FileRefusal words={uploadWords.notImage()} />
      </span>
      <Button variant="ghost" onClick={onClose}>
        {chatFormWords.ok()}
      </Button>
    </p>
  );
}
