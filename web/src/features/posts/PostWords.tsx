import type { Post } from "../../api";
import * as words from "../../locales/posts";
import { paths } from "../../paths";
import { Ago } from "../../ui/Ago";
import { Avatar } from "../../ui/Avatar";
import { Link } from "../../ui/Link";
import { LinkedText } from "../../ui/LinkedText";
import { Names } from "../../ui/Names";
import { Covered } from "../safety/Covered";
import styles from "./PostWords.module.css";

/** The author and the time of a post; links to the author's wall. */
function Author({ post }: { post: Post }) {
  return (
    <Link to={paths.preview(post.profileId)} className={styles.author}>
      <Avatar src={post.userAvatar} size={36} />
      <Names name={post.fullName}>
        @{post.username} · <Ago since={post.createdAt} />
        {post.editedAt && ` · ${words.edited()}`}
      </Names>
    </Link>
  );
}

function Caption({ post }: { post: Post }) {
  if (!post.caption) return null;
  return (
    <p className={styles.caption} dir="auto">
      <Covered of={post} as="text">
        <LinkedText text={post.caption} />
      </Covered>
    </p>
  );
}

export const PostWords = { Author, Caption };
