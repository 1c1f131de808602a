import ArchiveWall from "../features/posts/ArchiveWall";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import * as words from "../locales/archive";
import { paths } from "../paths";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { PageHeader } from "../ui/PageHeader";

/** The fotos that the member hid from everyone else. */
export function Archive() {
  return (
    <main>
      <title>{`${words.title()} · ${productName}`}</title>
      <PageHeader title={words.title()}>
        <Link to={paths.profile()}>
          <Icon name="back" />
          {words.back()}
        </Link>
      </PageHeader>
      <ErrorBoundary words={(error) => wordsFor(error, words.couldntLoad())}>
        <ArchiveWall />
      </ErrorBoundary>
    </main>
  );
}
