import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { directionSign } from "../../lib/direction";
import { focusHeading } from "../../lib/focusHeading";
import * as words from "../../locales/onboarding";
import { Button } from "../../ui/Button";
import { Drawing, Icon } from "../../ui/Icon";
import { useSwipe } from "../../ui/useSwipe";
import { useViewer } from "../identity/Viewer";
import { ChangePhoto } from "../profiles/ChangePhoto";
import { noteHint } from "./hints";
import styles from "./OnboardingCards.module.css";
import { closeCards } from "./onboarding";

const PICTURE = 64;
const TWO_CIRCLES = "M9 18a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM15 18a6 6 0 1 0 0-12 6 6 0 0 0 0 12Z";

interface Card {
  name: string;
  title: () => string;
  hint: () => string;
  picture: ReactNode;
}

const CARDS: Card[] = [
  { name: "sphere", title: words.sphere, hint: words.sphereHint, picture: <Icon name="sphere" /> },
  { name: "cue", title: words.cue, hint: words.cueHint, picture: <Icon name="cue" /> },
  {
    name: "syncflow",
    title: words.syncflow,
    hint: words.syncflowHint,
    picture: <Drawing path={TWO_CIRCLES} />,
  },
  { name: "picture", title: words.picture, hint: words.pictureHint, picture: <ChangePhoto size={PICTURE} /> },
];

/**
 * The product's words and the member's picture, one card at a time, beside the feed and not over it: the feed can be used
 * meanwhile. The cards come only from the welcome, so they may take the focus as a screen's heading does.
 */
export default function OnboardingCards() {
  const { profileId } = useViewer();
  const [index, setIndex] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const place = useRef<HTMLElement>(null);
  const id = useId();
  useFocusOnArrival(place);
  const isLast = index === CARDS.length - 1;
  const go = (steps: number) => setIndex(Math.min(Math.max(index + steps, 0), CARDS.length - 1));
  const close = () => {
    closeCards(profileId);
    // The cards have explained these to a member who read them.
    if (isLast) for (const word of ["sphere", "cue", "syncflow"] as const) noteHint(word);
    if (place.current?.contains(document.activeElement)) focusHeading();
    setClosed(true);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    // A dialog of the picture's card passes its keys on, too.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
    const sideways = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") close();
    else if (sideways) go(sideways * directionSign(event.currentTarget));
    else return;
    event.preventDefault();
  };
  const swipes = useSwipe({ onwards: () => go(1), back: () => go(-1) });
  const card = CARDS[index];
  if (isClosed || !card) return null;
  return (
    <aside
      ref={place}
      className={styles.place}
      tabIndex={-1}
      aria-label={words.label()}
      aria-describedby={id}
      onKeyDown={press}
      {...swipes}
    >
      <div id={id} className={styles.card} aria-live="polite">
        <div key={card.name} className={styles.page}>
          <div className={styles.picture}>{card.picture}</div>
          <div>
            <h2>{card.title()}</h2>
            <p>{card.hint()}</p>
          </div>
        </div>
      </div>
      <footer className={styles.foot}>
        <Step index={index} />
        {!isLast && (
          <Button variant="ghost" onClick={close}>
            {words.skip()}
          </Button>
        )}
        <Button variant="primary" onClick={() => (isLast ? close() : go(1))}>
          {isLast ? words.done() : words.next()}
        </Button>
      </footer>
    </aside>
  );
}

function Step({ index }: { index: number }) {
  return (
    <div className={styles.step}>
      <span className="visually-hidden">{words.step({ number: index + 1, count: CARDS.length })}</span>
      {CARDS.map(({ name }, at) => (
        <i key={name} data-now={at === index || undefined} />
      ))}
    </div>
  );
}

/** Unless the member has begun something: then the focus stays where it is. */
function useFocusOnArrival(place: { current: HTMLElement | null }): void {
  useEffect(() => {
    const now = document.activeElement;
    if (!now || now === document.body || now.matches("main h1"))
      place.current?.focus({ preventScroll: true });
  }, [place]);
}
