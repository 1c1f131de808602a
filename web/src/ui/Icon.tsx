const DRAWINGS = {
  find: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.7-1.8L20 20",
  fotos: "M4 4h6v9H4zM14 4h6v5h-6zM14 13h6v7h-6zM4 17h6v3H4z",
  flicks: "M4 5h16v14H4zM10 9.2v5.6l4.8-2.8z",
  intexted: "M4 5h16v11h-9l-4 4v-4H4z",
  plus: "M12 5v14M5 12h14",
  menu: "M4 8h16M4 16h16",
  back: "M14.5 5 8 12l6.5 7",
  onward: "M9.5 5 16 12l-6.5 7",
  close: "M6 6l12 12M18 6 6 18",
  more: "M4.7 11.7h.6v.6h-.6zm7 0h.6v.6h-.6zm7 0h.6v.6h-.6z",
  bell: "M6 16V11a6 6 0 1 1 12 0v5l1.5 2h-15zM10 20.5h4",
  comment: "M4 5h16v11H9l-5 4z",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13",
  send: "M4 12 20 4.5 15.5 20l-3.5-6.5zM12 13.5l8-9",
  smile: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.5 14c.9 1.4 2.1 2 3.5 2s2.6-.6 3.5-2M9 9.5v.01M15 9.5v.01",
  curator: "M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.7-5 2.7 1.1-5.5L4 9.7 9.6 9z",
  archive: "M4 5h16v4H4zM5.5 9v10.5h13V9M10 13h4",
  sphere: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3.5 9.5c5 2.6 12 2.6 17 0M3.5 14.5c5-2.6 12-2.6 17 0",
  cue: "M9 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM3 20c.4-3.6 2.8-5.5 6-5.5s5.6 1.9 6 5.5M15.5 4.3a4 4 0 0 1 0 7.4M17.5 14.9c2 .8 3.2 2.5 3.5 5.1",
  upload: "M12 16V5M7 9.5 12 4.5l5 5M4.5 15.5V20h15v-4.5",
};

export type IconName = keyof typeof DRAWINGS;

/** A drawing in lines, 24 pixels square, in the colour of its text; always beside words or inside a named control. */
export function Icon({ name }: { name: IconName }) {
  return <Drawing path={DRAWINGS[name]} turns={/^(back|onward|send)$/.test(name)} />;
}

/**
 * The same for a drawing that only one part of the app uses, so that the others need not load it. With `turns` it is
 * mirrored in right-to-left scripts.
 */
export function Drawing({ path, turns = false }: { path: string; turns?: boolean }) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      data-turns={turns || undefined}
    >
      <path d={path} strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
