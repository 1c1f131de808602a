import { paths } from "../app/paths";
import { Coming } from "./Coming";

export function PostFlicks() {
  return (
    <Coming
      title="Video Posts Coming Soon!"
      help="Coming soon."
      back={{ to: paths.homeFeed(), words: "Back to Feed" }}
    />
  );
}
