import type { ReactNode } from "react";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import { paths } from "../paths";
import { ErrorBoundary } from "./ErrorBoundary";
import { Icon } from "./Icon";
import { Link } from "./Link";
import { PageHeader } from "./PageHeader";

/** A list that only the member sees, with the way back to their profile. */
export function OwnListPage({
  title,
  back,
  couldntLoad,
  children,
}: {
  title: string;
  back: string;
  couldntLoad: string;
  children: ReactNode;
}) {
  return (
    <main>
      <title>{`${title} · ${productName}`}</title>
      <PageHeader title={title}>
        <Link to={paths.profile()}>
          <Icon name="back" />
          {back}
        </Link>
      </PageHeader>
      <ErrorBoundary words={(error) => wordsFor(error, couldntLoad)}>{children}</ErrorBoundary>
    </main>
  );
}
