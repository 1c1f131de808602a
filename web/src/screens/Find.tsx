import { paths } from "../app/paths";
import { Coming } from "./Coming";

export function Find() {
  return (
    <Coming
      title="Find"
      help="Searching for members opens here soon."
      back={{ to: paths.homeFeed(), words: "Back to Feed" }}
    />
  );
}
