import { Fragment, type ReactNode } from "react";
import type { TextBlock, TextSpan } from "../../api";
import styles from "./Blocks.module.css";

/** A document of the operator's. The server has made blocks of its Markdown, and no HTML gets here. */
export function Blocks({ blocks }: { blocks: readonly TextBlock[] }) {
  return <div className={styles.text}>{partsOf(blocks)}</div>;
}

/** A row of items with the lists inside them becomes one list. */
function partsOf(blocks: readonly TextBlock[]): ReactNode[] {
  const parts: ReactNode[] = [];
  for (let at = 0; at < blocks.length; ) {
    const block = blocks[at] as TextBlock;
    if (block.kind !== "item") {
      parts.push(<Part key={at} block={block} />);
      at += 1;
      continue;
    }
    const end = blocks.findIndex((each, place) => place > at && !isInList(each, block));
    const items = blocks.slice(at, end < 0 ? undefined : end);
    parts.push(<List key={at} items={items} />);
    at += items.length;
  }
  return parts;
}

/** Bullets right behind numbers are another list. */
const isInList = (block: TextBlock, first: TextBlock) =>
  block.kind === "item" &&
  (block.level > first.level ||
    (block.level === first.level && (block.number === null) === (first.number === null)));

function List({ items }: { items: readonly TextBlock[] }) {
  const [first] = items;
  if (!first) return null;
  const starts = items.flatMap(({ level }, at) => (level === first.level ? [at] : []));
  const rows = starts.map((start, at) => {
    const [item, ...inner] = items.slice(start, starts[at + 1]);
    return (
      <li key={start}>
        <Spans spans={item?.spans ?? []} />
        {partsOf(inner)}
      </li>
    );
  });
  return first.number === null ? <ul>{rows}</ul> : <ol start={first.number}>{rows}</ol>;
}

function Part({ block }: { block: TextBlock }) {
  const words = <Spans spans={block.spans} />;
  if (block.kind === "heading") return block.level > 2 ? <h4>{words}</h4> : <h3>{words}</h3>;
  if (block.kind === "quote") return <blockquote>{words}</blockquote>;
  if (block.kind === "code") return <pre>{words}</pre>;
  return block.kind === "rule" ? <hr /> : <p>{words}</p>;
}

function Spans({ spans }: { spans: readonly TextSpan[] }) {
  return spans.map((span, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other order than its own
    <Fragment key={at}>{shown(span)}</Fragment>
  ));
}

function shown({ text, isStrong, isEmphasis, isCode, href }: TextSpan): ReactNode {
  let words: ReactNode = text;
  if (isCode) words = <code>{words}</code>;
  if (isEmphasis) words = <em>{words}</em>;
  if (isStrong) words = <strong>{words}</strong>;
  if (!href || !/^(?:https?|mailto):/i.test(href)) return words;
  return (
    <a href={href} rel="nofollow noopener noreferrer" target="_blank">
      {words}
    </a>
  );
}
