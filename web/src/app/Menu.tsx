import { Menu as Base } from "@base-ui/react/menu";
import type { RefObject } from "react";
import { useNavigate } from "react-router";
import { showMap } from "../features/keys/settings";
import { Icon } from "../ui/Icon";
import { logOut } from "./logOut";
import styles from "./Menu.module.css";
import { paths } from "./paths";

/** Opens as soon as it is there: it was fetched because somebody asked. */
export default function Menu({ place }: { place: RefObject<HTMLElement | null> }) {
  const navigate = useNavigate();
  const item = (word: string, to: string) => (
    <Base.Item className={styles.item} onClick={() => navigate(to)}>
      {word}
    </Base.Item>
  );
  return (
    <Base.Root defaultOpen>
      <Base.Trigger className={styles.trigger} aria-label="Menu">
        <Icon name="menu" />
      </Base.Trigger>
      <Base.Portal container={place}>
        <Base.Positioner align="end" sideOffset={8} collisionPadding={12} className={styles.positioner}>
          <Base.Popup className={styles.popup}>
            {item("Settings", paths.settings())}
            {hasKeys() && (
              <Base.Item className={styles.item} onClick={() => showMap()}>
                Keyboard
              </Base.Item>
            )}
            <Base.Group>
              <Base.GroupLabel className={styles.label}>Create post</Base.GroupLabel>
              {item("Fotos", paths.postFotos())}
              {item("Flicks", paths.postFlicks())}
            </Base.Group>
            <Base.Separator className={styles.line} />
            <Base.Item className={styles.item} onClick={logOut}>
              Log out
            </Base.Item>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Where one points with a finger there is rarely a keyboard; the settings list the keys for everybody. */
const hasKeys = () => window.matchMedia("(pointer: fine)").matches;
