import type { PolicyDocument } from "../../api";
import { longDate } from "../../lib/days";
import * as words from "../../locales/policies";
import { Blocks } from "./Blocks";
import styles from "./Documents.module.css";
import { KIND_WORDS } from "./kinds";

/** Documents under their names, with the day of their publication. */
export function Documents({ documents }: { documents: readonly PolicyDocument[] }) {
  return documents.map((each) => (
    <section
      key={each.kind}
      id={each.kind}
      className={styles.document}
      aria-labelledby={`policy-${each.kind}`}
    >
      <h2 id={`policy-${each.kind}`}>{KIND_WORDS[each.kind]()}</h2>
      <Blocks blocks={each.blocks} />
      <p className={styles.since}>
        {words.since({ version: each.version, day: longDate(each.publishedAt) })}
      </p>
    </section>
  ));
}
