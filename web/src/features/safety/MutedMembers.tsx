import { useMutation } from "convex/react";
import { api } from "../../api";
import { byId } from "../../lib/byId";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as words from "../../locales/muted";
import { Button } from "../../ui/Button";
import { LoadMore } from "../../ui/LoadMore";
import { LongList } from "../../ui/LongList";
import { toast } from "../../ui/Toast";
import { usePaginatedSubscription } from "../../ui/usePaginatedSubscription";
import { PeopleSkeleton, PersonRow } from "../people/PersonRow";
import styles from "./Choices.module.css";

const PAGE = 20;

/** The members whom the viewer muted, newest first, live; each can be unmuted. */
export function MutedMembers() {
  const unmute = useMutation(api.profiles.unmute);
  const list = usePaginatedSubscription(
    api.profiles.getMuted,
    {},
    { first: PAGE, positionOf: byId, freezeLayout: false },
  );
  const { positions, status, loadMore } = list;
  if (status === "LoadingFirstPage") return <PeopleSkeleton rows={1} words={words.loading()} />;
  if (positions.length === 0 && status === "Exhausted") {
    return (
      <p className={styles.none}>
        <strong>{words.none()}</strong>
        {words.noneHint()}
      </p>
    );
  }
  return (
    <div>
      <LongList list={list}>
        {(person) => (
          <PersonRow key={person._id} person={person}>
            <Button
              aria-label={words.unmuteOf({ username: person.username })}
              onClick={() =>
                unmute({ profileId: person._id }).catch((error) =>
                  toast(wordsFor(error, actions.failed()), { tone: "danger" }),
                )
              }
            >
              {words.unmute()}
            </Button>
          </PersonRow>
        )}
      </LongList>
      <LoadMore status={status} onReach={() => loadMore(PAGE)} />
    </div>
  );
}
