import { useViewer } from "../features/identity/Viewer";
import type { FeedPreference } from "../features/posts/preference";
import * as feedWords from "../locales/feed";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";

const HELP: Record<FeedPreference, () => string> = {
  all: feedWords.firstHint,
  sphere: feedWords.firstHint,
  cue: feedWords.cueHint,
  curators: feedWords.curatorsHint,
};

/** The home feed while there is nothing on it. Members who have no nook yet choose one first. */
export default function EmptyFeed({ preference }: { preference: FeedPreference }) {
  const hasNook = useViewer().lastNookChange !== null;
  if (!hasNook)
    return (
      <EmptyState
        title={feedWords.empty()}
        help={feedWords.chooseNookHint()}
        action={
          <ButtonLink variant="primary" to={paths.nooks()}>
            {feedWords.chooseNook()}
          </ButtonLink>
        }
      />
    );
  return (
    <EmptyState
      title={feedWords.empty()}
      help={HELP[preference]()}
      action={
        <ButtonLink variant="primary" to={paths.postFotos()}>
          {feedWords.postFoto()}
        </ButtonLink>
      }
    />
  );
}
