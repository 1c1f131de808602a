import { useRef } from "react";
import * as words from "../../locales/composer";
import { Icon } from "../../ui/Icon";
import { ACCEPTED } from "../posts/limits";
import styles from "./FotoStrip.module.css";

/** The place of the next foto, which asks for files. */
export function AddTile({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={styles.add}
        aria-label={words.add()}
        onClick={() => input.current?.click()}
      >
        <Icon name="plus" />
      </button>
      <input
        ref={input}
        hidden
        multiple
        type="file"
        accept={ACCEPTED}
        aria-label={words.add()}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
