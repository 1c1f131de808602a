import { Tabs } from "@base-ui/react/tabs";
import { type KeyboardEvent, useState } from "react";
import * as emojiWords from "../../../locales/emoji";
import styles from "./EmojiPicker.module.css";
import { CATEGORIES, type Category, type Emoji, emojiFor, emojiOfCategory, rememberEmoji } from "./emoji";

/** Emoji by category, or by name. The reader's own device draws them. */
export default function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const [typed, setTyped] = useState("");
  const [category, setCategory] = useState<Category>("suggested");
  const pick = (emoji: string) => {
    rememberEmoji(emoji);
    onPick(emoji);
  };
  return (
    <section className={styles.picker} aria-label={emojiWords.picker()}>
      <input
        type="search"
        className={styles.search}
        placeholder={emojiWords.search()}
        aria-label={emojiWords.search()}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed.trim() ? (
        <Found typed={typed} onPick={pick} />
      ) : (
        <Tabs.Root value={category} onValueChange={(next: Category) => setCategory(next)}>
          <Tabs.List className={styles.categories} aria-label={emojiWords.categories()}>
            {CATEGORIES.map(({ name, words, sign }) => (
              <Tabs.Tab
                key={name}
                value={name}
                className={styles.category}
                aria-label={words()}
                title={words()}
              >
                {sign}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={category} tabIndex={-1}>
            <Choice
              key={category}
              emoji={emojiOfCategory(category)}
              isWide={category === "custom"}
              onPick={pick}
            />
          </Tabs.Panel>
        </Tabs.Root>
      )}
    </section>
  );
}

function Found({ typed, onPick }: { typed: string; onPick: (emoji: string) => void }) {
  const found = emojiFor(typed);
  return (
    <>
      <p className="visually-hidden" role="status">
        {emojiWords.found({ count: found.length })}
      </p>
      {found.length === 0 && <p className={styles.nothing}>{emojiWords.noneFound()}</p>}
      <Choice key={typed} emoji={found} onPick={onPick} />
    </>
  );
}

/** Tab reaches one of them; the arrows, Home and End go on from there. */
function Choice({
  emoji,
  isWide = false,
  onPick,
}: {
  emoji: readonly Emoji[];
  isWide?: boolean;
  onPick: (emoji: string) => void;
}) {
  const [at, setAt] = useState(0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are for the buttons inside, which bubble to here
    <div className={styles.choice} data-wide={isWide || undefined} onKeyDown={(event) => move(event, setAt)}>
      {emoji.map((one, index) => (
        <button
          key={one.emoji}
          type="button"
          tabIndex={index === at ? 0 : -1}
          lang="en"
          aria-label={one.name}
          title={one.name}
          onFocus={() => setAt(index)}
          onClick={() => onPick(one.emoji)}
        >
          {one.emoji}
        </button>
      ))}
    </div>
  );
}

function move(event: KeyboardEvent<HTMLElement>, setAt: (index: number) => void): void {
  const choices = [...event.currentTarget.querySelectorAll("button")];
  const now = choices.indexOf(event.target as HTMLButtonElement);
  const next = goalOf(event.key, now, choices);
  const goal = next === null ? undefined : choices[next];
  if (!goal) return;
  event.preventDefault();
  setAt(choices.indexOf(goal));
  goal.focus();
}

function goalOf(key: string, now: number, choices: readonly HTMLElement[]): number | null {
  const top = choices[0]?.offsetTop;
  const columns = Math.max(1, choices.filter(({ offsetTop }) => offsetTop === top).length);
  if (key === "ArrowRight") return now + 1;
  if (key === "ArrowLeft") return now - 1;
  if (key === "ArrowDown") return now + columns;
  if (key === "ArrowUp") return now - columns;
  if (key === "Home") return 0;
  return key === "End" ? choices.length - 1 : null;
}
