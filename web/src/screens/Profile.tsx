import { paths } from "../app/paths";
import { Coming } from "./Coming";

export function Profile() {
  return (
    <Coming
      title="Profile"
      help="Your own wall opens here soon."
      back={{ to: paths.homeFeed(), words: "Back to Feed" }}
    />
  );
}
