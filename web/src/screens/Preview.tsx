import { paths } from "../app/paths";
import { Coming } from "./Coming";

export function Preview() {
  return (
    <Coming
      title="Profile"
      help="Members' walls open here soon."
      back={{ to: paths.homeFeed(), words: "Back to Feed" }}
    />
  );
}
