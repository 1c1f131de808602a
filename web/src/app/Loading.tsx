import { productName } from "../lib/deployment";
import { Progress } from "../ui/Progress";

/** While nobody knows yet who is looking. The page itself begins with the same, in index.html. */
export function Loading() {
  return (
    <main className="loading" aria-busy>
      <h1 className="visually-hidden">{productName}</h1>
      <p role="status">Loading...</p>
      <Progress value={null} label="Loading" />
    </main>
  );
}
