import { lazy, Suspense, useRef, useState } from "react";
import { Icon } from "../ui/Icon";
import styles from "./Menu.module.css";

const load = () => import("./Menu");
const Menu = lazy(load);

/** The menu is fetched when somebody reaches for it, so that the feed does not wait for it. */
export function MenuButton() {
  const [isWanted, setWanted] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const waiting = (
    <button
      type="button"
      className={styles.trigger}
      aria-label="Menu"
      aria-haspopup="menu"
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setWanted(true)}
    >
      <Icon name="menu" />
    </button>
  );
  return (
    <div ref={place}>
      {isWanted ? (
        <Suspense fallback={waiting}>
          <Menu place={place} />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}
