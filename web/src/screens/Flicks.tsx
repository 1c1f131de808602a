import { paths } from "../app/paths";
import { Coming } from "./Coming";

export function Flicks() {
  return <Coming title="Flicks" help="Coming Soon!" back={{ to: paths.homeFeed(), words: "Back to Feed" }} />;
}
