import { type ConvexReactClient, useConvex } from "convex/react";
import { useState } from "react";
import { api, type BlockedUser, type ProfileId } from "../../api";
import { csv } from "../../lib/csv";
import { downloadFile } from "../../lib/files";
import { wordsFor } from "../../lib/refusal";
import * as words from "../../locales/safetyLists";
import { Button } from "../../ui/Button";
import { toast } from "../../ui/Toast";
import { useViewer } from "../identity/Viewer";
import styles from "./Choices.module.css";

const AT_ONCE = 100;

interface ListPage {
  page: BlockedUser[];
  isDone: boolean;
  continueCursor: string;
}
type ReadPage = (paginationOpts: { numItems: number; cursor: string | null }) => Promise<ListPage>;

/** Downloads the members whom the viewer blocked, muted and limited, as files for a spreadsheet. */
export function DownloadLists() {
  const client = useConvex();
  const { profileId } = useViewer();
  return (
    <div className={styles.lists}>
      <DownloadList label={words.blocked()} name="blocked.csv" read={blockedBy(client, profileId)} />
      <DownloadList label={words.muted()} name="muted.csv" read={readerOf(client, api.profiles.getMuted)} />
      <DownloadList
        label={words.limited()}
        name="limited.csv"
        read={readerOf(client, api.profiles.getLimited)}
      />
    </div>
  );
}

const blockedBy =
  (client: ConvexReactClient, profileId: ProfileId): ReadPage =>
  (paginationOpts) =>
    client.query(api.profiles.getBlockedUsers, { profileId, paginationOpts });

const readerOf =
  (
    client: ConvexReactClient,
    query: typeof api.profiles.getMuted | typeof api.profiles.getLimited,
  ): ReadPage =>
  (paginationOpts) =>
    client.query(query, { paginationOpts });

function DownloadList({ label, name, read }: { label: string; name: string; read: ReadPage }) {
  const [isBusy, setBusy] = useState(false);
  async function download(): Promise<void> {
    setBusy(true);
    try {
      const people = await readAll(read);
      const rows = people.map(({ username, fullName }) => [username, fullName]);
      downloadFile(new Blob([csv([["username", "name"], ...rows])], { type: "text/csv" }), name);
    } catch (error) {
      toast(wordsFor(error, words.failed()), { tone: "danger" });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button disabled={isBusy} onClick={download}>
      {label}
    </Button>
  );
}

async function readAll(read: ReadPage): Promise<BlockedUser[]> {
  const all: BlockedUser[] = [];
  let cursor: string | null = null;
  for (;;) {
    const { page, isDone, continueCursor }: ListPage = await read({ numItems: AT_ONCE, cursor });
    all.push(...page);
    if (isDone) return all;
    cursor = continueCursor;
  }
}
