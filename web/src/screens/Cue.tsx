import { paths } from "../app/paths";
import { Coming } from "./Coming";

export function Cue() {
  return (
    <Coming
      title="Cue"
      help="The members you are in flow with gather here soon."
      back={{ to: paths.homeFeed(), words: "Back to Feed" }}
    />
  );
}
