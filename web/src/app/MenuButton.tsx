import { useRef } from "react";
import * as words from "../locales/shell";
import { Icon } from "../ui/Icon";
import { LazyMenu } from "../ui/LazyMenu";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import styles from "./Menu.module.css";

const load = () => import("./Menu");
const Menu = lazyWithRetry(load);

/** The app's menu, on every screen. */
export function MenuButton() {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place}>
      <LazyMenu label={words.menu()} className={styles.trigger} face={<Icon name="menu" />} fetch={load}>
        <Menu place={place} />
      </LazyMenu>
    </div>
  );
}
