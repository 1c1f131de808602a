import { productName } from "../lib/deployment";
import { Progress } from "../ui/Progress";
import styles from "./Loading.module.css";

/** While nobody knows yet who is looking. */
export function Loading() {
  return (
    <main className={styles.loading} aria-busy>
      <h1 className="visually-hidden">{productName}</h1>
      <p role="status">Loading...</p>
      <Progress value={null} label="Loading" />
    </main>
  );
}
