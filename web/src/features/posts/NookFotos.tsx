import { api } from "../../api";
import { blurOf } from "../../lib/blur";
import { useOptionalQuery } from "../../ui/useOptionalQuery";
import { Covered } from "../safety/Covered";
import styles from "./NookFotos.module.css";
import { SmallFoto } from "./SmallFoto";

const SHOWN = 4;
const SIZES = "(min-width: 900px) 180px, 25vw";

/** A nook's four newest fotos behind its name, live. They are no content: screen readers skip them. */
export function NookFotos({ nook }: { nook: string }) {
  const paginationOpts = { numItems: SHOWN, cursor: null };
  const newest = useOptionalQuery(api.posts.getPostsByNook, { nookType: nook, paginationOpts });
  if (!newest?.page.length) return null;
  return (
    <span className={styles.fotos} aria-hidden="true">
      {newest.page.slice(0, SHOWN).map((post) => (
        <Covered key={post._id} of={post} as="nothing">
          <SmallFoto post={post} sizes={SIZES} isDecoration />
        </Covered>
      ))}
      <span className={styles.light} style={{ backgroundImage: blurOf(newest.page[0]?.thumbhash ?? "") }} />
    </span>
  );
}
