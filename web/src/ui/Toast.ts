import { useEffect, useSyncExternalStore } from "react";

/** One toast at a time: a new one replaces the one before. */
interface Message {
  id: number;
  title: string;
  words: string;
  tone: "plain" | "danger";
  /** Where an error stays readable when its time is over: the dialog, popup or screen that was on top. */
  place: string | undefined;
  isOver: boolean;
}

const STAY_MS = 3_000;

let message: Message | null = null;
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();
/** The newest is on top. */
const places: string[] = [];

function show(next: Message | null): void {
  message = next;
  for (const watcher of watchers) watcher();
}

/** Shows words for a moment (`stay` in milliseconds), under a title where it has one. */
export function toast(
  words: string,
  { tone = "plain" as Message["tone"], title = "", stay = STAY_MS } = {},
): void {
  clearTimeout(timer);
  count += 1;
  show({ id: count, title, words, tone, place: places.at(-1), isOver: false });
  timer = setTimeout(end, stay);
}

function end(): void {
  show(message?.tone === "danger" ? { ...message, isOver: true } : null);
}

export function dismiss(): void {
  clearTimeout(timer);
  show(null);
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export const useMessage = () => useSyncExternalStore(watch, () => message);

/** Whether a press was on a toast: toasts lie beside the dialogs, and close none of them. */
export const isOnAnnouncement = ({ target }: Event) =>
  target instanceof Element && target.closest("[aria-live]") !== null;

/** The error that belongs to this place, if there is one, with whether its toast is over. */
export function useErrorAt(place: string): { words: string; isOver: boolean } | null {
  useEffect(() => {
    places.push(place);
    return () => {
      places.splice(places.indexOf(place), 1);
      if (message?.place === place) show({ ...message, place: places.at(-1) });
    };
  }, [place]);
  const said = useMessage();
  return said?.tone === "danger" && said.place === place ? said : null;
}
