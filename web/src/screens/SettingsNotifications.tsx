import { paths } from "../app/paths";
import { Coming } from "./Coming";

export function SettingsNotifications() {
  return (
    <Coming
      title="Notifications"
      help="Coming soon."
      back={{ to: paths.homeFeed(), words: "Back to Feed" }}
    />
  );
}
