import { Outlet } from "react-router";
import { Connection } from "../features/connection/Connection";
import { LastError } from "../ui/LastError";
import styles from "./Bare.module.css";

/** Members' pages without the shell around them. */
export function Bare() {
  return (
    <>
      <div className={styles.edge}>
        <Connection />
      </div>
      <LastError />
      <Outlet />
    </>
  );
}
