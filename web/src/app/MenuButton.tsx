import { useRef } from "react";
import { Icon } from "../ui/Icon";
import { LateMenu } from "../ui/LateMenu";
import { fetched } from "../ui/late";
import styles from "./Menu.module.css";

const load = () => import("./Menu");
const Menu = fetched(load);

/** The menu of the app, on whatever screen one is. */
export function MenuButton() {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place}>
      <LateMenu label="Menu" className={styles.trigger} face={<Icon name="menu" />} fetch={load}>
        <Menu place={place} />
      </LateMenu>
    </div>
  );
}
