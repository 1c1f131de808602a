import { paths } from "../paths";
import { Coming } from "./Coming";

/** Where flicks will be posted. */
export function PostFlicks() {
  return (
    <Coming
      title="Video Posts Coming Soon!"
      help="Until then, a foto says it well."
      back={{ to: paths.homeFeed(), words: "Back to Feed" }}
    />
  );
}
