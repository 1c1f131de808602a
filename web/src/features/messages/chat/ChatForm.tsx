import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Conversation, Message, ProfileId } from "../../../api";
import { lengthOf } from "../../../lib/text";
import * as chatFormWords from "../../../locales/chatForm";
import * as messagesWords from "../../../locales/messages";
import { Icon } from "../../../ui/Icon";
import { RestrictedBanner } from "../../moderation/RestrictedBanner";
import { useStanding } from "../../moderation/standing";
import { ContentWarning } from "../../posts/ContentWarning";
import { looksLikePhoto } from "../../upload/upload";
import { discard, useOutbox } from "../outbox/outbox";
import { fotoOf } from "../outbox/pendingFotos";
import { AttachButton, NoFoto } from "./AttachButton";
import styles from "./Chat.module.css";
import { SilentErrorBoundary } from "./SilentErrorBoundary";
import { CONTENT_MAX, useDraft } from "./useDraft";
import { useTyping } from "./useTyping";
import { writerOf } from "./writing";

const EmojiPicker = lazy(() => import("../emoji/EmojiPicker"));

const COMPOSING = 229;
const SAID_FROM = CONTENT_MAX - 100;

interface Writing {
  conversation: Conversation;
  writer: ProfileId;
  target: Message | null;
  onDone: () => void;
}

/** The form for a new message. The browser stores a message first, and the outbox sends it when it can. */
export function ChatForm(writing: Writing) {
  const { conversation, writer, target, onDone } = writing;
  const { write } = writerOf(writing);
  const [refusals, setRefusals] = useState(0);
  const refused = useOutbox().find(
    (one) => one.isContent && one.conversationId === conversation._id && one.senderId === writer,
  );
  const isRestricted = Boolean(useStanding()?.restrictedUntil);
  if (!conversation.canSend) return <ReadOnly />;
  if (isRestricted)
    return (
      <div className={styles.form}>
        <RestrictedBanner />
      </div>
    );

  async function attach(files: File[]): Promise<void> {
    // Each refusal is a new element, so that it is announced again.
    setRefusals((before) => (files.every(looksLikePhoto) ? 0 : before + 1));
    // All at once, in this order in the outbox: a text that is written next follows the last of them.
    const fotos = files.filter(looksLikePhoto);
    await Promise.all(
      fotos.map((foto, at) => writerOf({ ...writing, target: at === 0 ? target : null }).attach(foto)),
    );
  }

  return (
    <div className={styles.form}>
      {target && <Target message={target} onDone={onDone} />}
      {refusals > 0 && <NoFoto key={refusals} onClose={() => setRefusals(0)} />}
      <ContentWarning
        words={refused?.error ?? null}
        photo={refused ? () => fotoOf(refused.clientId) : null}
        onClose={() => refused && void discard(refused.clientId)}
      />
      <Words {...writing} onSend={write} attachButton={<AttachButton onFiles={attach} />} />
    </div>
  );
}

function Words({
  conversation,
  target,
  onDone,
  onSend,
  attachButton,
}: Writing & { onSend: (content: string) => Promise<boolean>; attachButton: ReactNode }) {
  const [text, setText] = useDraft(conversation._id);
  const [isPicking, setPicking] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const typing = useTyping(conversation._id);
  const isBlank = text.trim() === "";
  useFocus(field, target);
  useFitting(field);

  async function send(): Promise<void> {
    if (isBlank) return;
    const content = text.trim();
    setText("");
    typing.stopped();
    if (!(await onSend(content))) setText(content);
  }

  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    void send();
  };

  /** Escape closes the picker or the reply before it closes the chat. */
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !(isPicking || target)) return;
    event.stopPropagation();
    if (isPicking) setPicking(false);
    else onDone();
    field.current?.focus();
  };

  const insert = (emoji: string) => {
    const { selectionStart: at = text.length, selectionEnd: end = at } = field.current ?? {};
    setText(text.slice(0, at) + emoji + text.slice(end));
    // The cursor goes behind the inserted emoji, not to the end.
    requestAnimationFrame(() => field.current?.setSelectionRange(at + emoji.length, at + emoji.length));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles to here from the controls inside
    <div onKeyDown={closeOnEscape}>
      {isPicking && (
        <SilentErrorBoundary>
          <Suspense>
            <EmojiPicker onPick={insert} />
          </Suspense>
        </SilentErrorBoundary>
      )}
      <div className={styles.line}>
        {attachButton}
        <button
          type="button"
          className={styles.tool}
          aria-label={chatFormWords.emoji()}
          aria-expanded={isPicking}
          onClick={() => setPicking((open) => !open)}
        >
          <Icon name="smile" />
        </button>
        <textarea
          ref={field}
          rows={1}
          className={styles.input}
          aria-label={chatFormWords.message()}
          placeholder={chatFormWords.placeholder()}
          value={text}
          onChange={({ target: { value } }) => {
            setText(value);
            if (value.trim()) typing.typed();
            else typing.stopped();
          }}
          onKeyDown={sendOnEnter}
        />
        <button
          type="button"
          className={styles.tool}
          data-send
          aria-label={chatFormWords.send()}
          disabled={isBlank}
          onClick={() => void send()}
        >
          <Icon name="send" />
        </button>
      </div>
      <Left length={lengthOf(text)} />
    </div>
  );
}

/** Safari ends a composition before the key that confirms it, and names that key by a number of its own. */
const isComposing = ({ nativeEvent }: KeyboardEvent) =>
  nativeEvent.isComposing || nativeEvent.keyCode === COMPOSING;

/** Shows only near the limit of a message's length. */
function Left({ length }: { length: number }) {
  if (length < SAID_FROM) return null;
  const words =
    length === CONTENT_MAX
      ? chatFormWords.full({ count: CONTENT_MAX })
      : chatFormWords.left({ count: CONTENT_MAX - length });
  return (
    <p className={styles.left} role="status">
      {words}
    </p>
  );
}

/**
 * Focuses the field where there is a keyboard; on a phone the keyboard would cover the messages. A reply always
 * begins with the focus.
 */
function useFocus(field: RefObject<HTMLTextAreaElement | null>, target: Message | null): void {
  useEffect(() => {
    if (target || window.matchMedia("(pointer: fine)").matches) field.current?.focus();
  }, [field, target]);
}

/** Fits the field's height to its text in browsers without `field-sizing`. */
function useFitting(field: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const { current } = field;
    if (!current || CSS.supports("field-sizing", "content")) return;
    current.style.height = "auto";
    const borders = current.offsetHeight - current.clientHeight;
    current.style.height = `${current.scrollHeight + borders}px`;
  });
}

function ReadOnly() {
  return (
    <p className={styles.readOnly} role="status">
      {chatFormWords.readOnly()}
    </p>
  );
}

function Target({ message, onDone }: { message: Message; onDone: () => void }) {
  return (
    <p className={styles.target}>
      <span>{chatFormWords.replyingTo({ message: () => <bdi>{wordsOf(message)}</bdi> })}</span>
      <button type="button" className={styles.tool} aria-label={chatFormWords.cancelReply()} onClick={onDone}>
        <Icon name="close" />
      </button>
    </p>
  );
}

const wordsOf = ({ type, encryptedContent }: Message) =>
  type === "photo" ? messagesWords.foto() : encryptedContent;
