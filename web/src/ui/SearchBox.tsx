import { useId } from "react";
import { Icon } from "./Icon";
import styles from "./SearchBox.module.css";

/** A field that searches during typing; Escape empties it. */
export function SearchBox({
  label,
  placeholder,
  text,
  onType,
}: {
  label: string;
  placeholder: string;
  text: string;
  onType: (text: string) => void;
}) {
  const id = useId();
  return (
    <label className={styles.box} htmlFor={id}>
      <Icon name="find" />
      <span className="visually-hidden">{label}</span>
      <input
        id={id}
        type="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onType("")}
      />
    </label>
  );
}
