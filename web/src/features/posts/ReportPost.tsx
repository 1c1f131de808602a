import type { Post } from "../../api";
import * as reportingWords from "../../locales/reporting";
import { ReportButton } from "../moderation/ReportButton";

/** Reports another member's post. */
export default function ReportPost({ post }: { post: Post }) {
  return (
    <ReportButton
      subject={{ kind: "post", id: post._id, username: post.username }}
      label={post.isVideo ? reportingWords.flick() : reportingWords.foto()}
    />
  );
}
