import { useEffect, useState } from "react";
import { api } from "../../api";
import { focusHeading } from "../../lib/focusHeading";
import { deleteNote, getNote, putNote } from "../../lib/offlineStorage";
import * as words from "../../locales/lastYear";
import { Icon } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import { useNow } from "../../ui/useNow";
import { useOptionalQuery } from "../../ui/useOptionalQuery";
import { useOpenPost } from "../posts/openPost";
import { SmallFoto } from "../posts/SmallFoto";
import styles from "./LastYear.module.css";
import { LastYearPlace, SHOWN } from "./LastYearPlace";
import { sameWeekLastYear } from "./sameWeekLastYear";

const HIDDEN = "last-year-hidden";
const SIZE = "96px";

/** The member's own fotos of this week a year ago, for themselves; nothing where there are none, or once they hid it. */
export default function LastYear() {
  const since = sameWeekLastYear(useNow()).toISOString();
  const [hidden, setHidden] = useState(() => getNote(HIDDEN));
  const fotos = useOptionalQuery(api.posts.getOwnWeek, { since });
  const { link } = useOpenPost();
  const isShown = fotos !== undefined && fotos.length > 0 && hidden !== since;
  useEffect(() => {
    if (isShown) putNote(SHOWN, since);
    else if (fotos) deleteNote(SHOWN);
  }, [isShown, fotos, since]);
  if (!fotos) return <LastYearPlace />;
  if (!isShown) return null;
  const hide = () => {
    putNote(HIDDEN, since);
    setHidden(since);
    focusHeading();
  };
  return (
    <section className={styles.week} aria-labelledby="last-year">
      <header>
        <h2 id="last-year">{words.title()}</h2>
        <p>{words.onlyYou()}</p>
        <button type="button" aria-label={words.hide()} onClick={hide}>
          <Icon name="close" />
        </button>
      </header>
      <ul>
        {fotos.map((post) => (
          <li key={post._id}>
            <Link {...link(post._id)} data-foto={post._id}>
              <SmallFoto post={post} sizes={SIZE} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
