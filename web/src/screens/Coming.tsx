import { productName } from "../lib/deployment";
import { ButtonLink } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";

/** A place that is on the map but not built yet: says so, and leads back. */
export function Coming({
  title,
  help,
  back,
}: {
  title: string;
  help: string;
  back: { to: string; words: string };
}) {
  return (
    <main>
      <title>{`${title} · ${productName}`}</title>
      <EmptyState
        heading="h1"
        title={title}
        help={help}
        action={
          <ButtonLink replace to={back.to}>
            {back.words}
          </ButtonLink>
        }
      />
    </main>
  );
}
