import type { Post } from "../../api";
import { SaveButton } from "../saves/SaveButton";
import ReportPost from "./ReportPost";

/** What a reader does with another member's post: save it for themselves, or report it. */
export default function ReaderActions({ post }: { post: Post }) {
  return (
    <>
      <SaveButton postId={post._id} />
      <ReportPost post={post} />
    </>
  );
}
