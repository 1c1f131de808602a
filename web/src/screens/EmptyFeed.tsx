import { useViewer } from "../features/identity/Viewer";
import { FullWall } from "../features/invite/FullWall";
import { InviteButton } from "../features/invite/InviteButton";
import type { FeedPreference } from "../features/posts/preference";
import * as words from "../locales/emptyFeed";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";

const HELP: Record<FeedPreference, () => string> = {
  all: words.firstHint,
  sphere: words.firstHint,
  cue: words.cueHint,
  curators: words.curatorsHint,
};

/** The home feed while there is nothing on it. Members who have no nook yet choose one first. */
export default function EmptyFeed({ preference }: { preference: FeedPreference }) {
  const hasNook = useViewer().lastNookChange !== null;
  if (!hasNook)
    return (
      <EmptyState
        title={words.empty()}
        help={words.chooseNookHint()}
        action={
          <ButtonLink variant="primary" to={paths.nooks()}>
            {words.chooseNook()}
          </ButtonLink>
        }
      />
    );
  return (
    <>
      <EmptyState
        title={words.empty()}
        help={HELP[preference]()}
        action={
          <>
            <ButtonLink variant="primary" to={paths.postFotos()}>
              {words.postFoto()}
            </ButtonLink>
            <InviteButton />
          </>
        }
      />
      <FullWall />
    </>
  );
}
