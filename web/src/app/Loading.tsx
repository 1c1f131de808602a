import { productName } from "../lib/deployment";
import * as actions from "../locales/actions";
import { Progress } from "../ui/Progress";

/** Shown until the session is known. The page itself begins with the same, in index.html. */
export function Loading() {
  return (
    <main className="loading" aria-busy>
      <h1 className="visually-hidden">{productName}</h1>
      <p role="status">{actions.loading()}</p>
      <Progress value={null} label={actions.loading()} />
    </main>
  );
}
