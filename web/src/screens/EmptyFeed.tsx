import { useViewer } from "../features/identity/Viewer";
import type { FeedPreference } from "../features/posts/preference";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";

const HELP: Record<FeedPreference, string> = {
  all: "Be the first: the wall begins with one foto.",
  sphere: "Be the first: the wall begins with one foto.",
  cue: "What you and the members you are in flow with post to their cue shows here.",
  curators: "What the curators of your nook post shows here.",
};

/** The home feed while there is nothing on it. Members who have no nook yet choose one first. */
export default function EmptyFeed({ preference }: { preference: FeedPreference }) {
  const hasNook = useViewer().lastNookChange !== null;
  if (!hasNook)
    return (
      <EmptyState
        title="No posts to display"
        help="Choose a nook, and its fotos fill your feed."
        action={
          <ButtonLink variant="primary" to={paths.nooks()}>
            Choose your nook
          </ButtonLink>
        }
      />
    );
  return (
    <EmptyState
      title="No posts to display"
      help={HELP[preference]}
      action={
        <ButtonLink variant="primary" to={paths.postFotos()}>
          Post a foto
        </ButtonLink>
      }
    />
  );
}
