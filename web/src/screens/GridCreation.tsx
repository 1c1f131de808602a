import { paths } from "../app/paths";
import { Coming } from "./Coming";

export function GridCreation() {
  return (
    <Coming
      title="Create Grid"
      help="Grids are made here soon."
      back={{ to: paths.homeFeed(), words: "Back to Feed" }}
    />
  );
}
