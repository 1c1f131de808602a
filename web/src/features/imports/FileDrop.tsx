import { useRef } from "react";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { useFileDrop } from "../composer/useFileDrop";
import styles from "./FileDrop.module.css";

/** A file of the device: chosen with the button, or dropped anywhere on the page. */
export function FileDrop({
  words,
  help,
  onFile,
}: {
  words: string;
  help: string;
  onFile: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useFileDrop(([file]) => file && onFile(file));
  return (
    <div className={styles.drop} data-over={isOver || undefined}>
      <Icon name="upload" />
      <Button variant="primary" onClick={() => input.current?.click()}>
        {words}
      </Button>
      <p>{help}</p>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip,application/x-zip-compressed"
        hidden
        aria-label={words}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file can be chosen again after an error.
          target.value = "";
        }}
      />
    </div>
  );
}
