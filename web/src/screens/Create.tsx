import { paths } from "../app/paths";
import { Coming } from "./Coming";

export function Create() {
  return <Coming title="Create" help="Coming soon." back={{ to: paths.homeFeed(), words: "Back to Feed" }} />;
}
