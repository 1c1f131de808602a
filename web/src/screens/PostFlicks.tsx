import * as createWords from "../locales/create";
import { paths } from "../paths";
import { Coming } from "./Coming";

/** Where flicks will be posted. */
export function PostFlicks() {
  return (
    <Coming
      title={createWords.videoComingSoon()}
      help={createWords.videoHint()}
      back={{ to: paths.homeFeed(), words: createWords.backToFeed() }}
    />
  );
}
