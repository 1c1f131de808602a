import { useQuery } from "convex/react";
import { type ReactNode, useDeferredValue, useId, useState } from "react";
import { api, type Profile } from "../../api";
import { Icon } from "../../ui/Icon";
import styles from "./PeopleSearch.module.css";
import { PeopleSkeleton, PersonRow } from "./PersonRow";

const SHOWN = 4;

/** Looks for members as one types. Four of them show; `onAll` shows the rest, `aside` stands in each row. */
export function PeopleSearch({
  placeholder,
  onAll,
  aside,
  onGo,
}: {
  placeholder: string;
  onAll?: (text: string) => void;
  aside?: (person: Profile) => ReactNode;
  onGo?: () => void;
}) {
  const [text, setText] = useState("");
  const id = useId();
  return (
    <search className={styles.search}>
      <label className={styles.box} htmlFor={id}>
        <Icon name="find" />
        <span className="visually-hidden">{placeholder}</span>
        <input
          id={id}
          type="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && setText("")}
        />
      </label>
      {text.trim() !== "" && (
        <div className={styles.results}>
          <Found text={text.trim()} aside={aside} onGo={onGo} onAll={onAll} />
        </div>
      )}
    </search>
  );
}

function Found({
  text,
  aside,
  onGo,
  onAll,
}: {
  text: string;
  aside: ((person: Profile) => ReactNode) | undefined;
  onGo: (() => void) | undefined;
  onAll: ((text: string) => void) | undefined;
}) {
  const { page } = useFound(text, SHOWN + 1);
  if (!page) return <PeopleSkeleton rows={2} />;
  if (page.length === 0) return <NoUsers />;
  return (
    <>
      <ul>
        {page.slice(0, SHOWN).map((person) => (
          <PersonRow key={person._id} person={person} {...(onGo && { onGo })}>
            {aside?.(person)}
          </PersonRow>
        ))}
      </ul>
      {onAll && page.length > SHOWN && (
        <button type="button" className={styles.all} onClick={() => onAll(text)}>
          View All
        </button>
      )}
    </>
  );
}

export function NoUsers() {
  return (
    <p className={styles.none} role="status">
      No users found
    </p>
  );
}

/** What was found for the text; while more is typed, what was found before stays. */
export function useFound(text: string, numItems: number): { page: Profile[] | undefined } {
  const found = useQuery(api.profiles.search, { text, paginationOpts: { numItems, cursor: null } });
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  return { page: useDeferredValue(found ?? last)?.page };
}
