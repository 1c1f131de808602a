/** Functions that run in the page: they see nothing around them. */

export type Role =
  | "button"
  | "link"
  | "textbox"
  | "checkbox"
  | "radio"
  | "heading"
  | "img"
  | "menuitem"
  | "tab";

/** Where an element of this role and name can be clicked; null while there is none, it is disabled, or something lies over it. */
export function placeOf(role: Role, name: string): { x: number; y: number } | null {
  const kinds: Record<Role, string> = {
    button: "button:enabled:not([aria-disabled=true]), [role=button]",
    link: "a[href]",
    textbox: "textarea, input:not([type=file]):not([type=checkbox]):not([type=radio])",
    checkbox: "input[type=checkbox], [role=checkbox]",
    radio: "input[type=radio], [role=radio]",
    heading: "h1, h2, h3",
    img: "img[alt], [role=img]",
    menuitem: "[role=menuitem]",
    tab: "[role=tab]",
  };
  const textOf = (id: string) => document.getElementById(id)?.textContent ?? "";
  const nameOf = (element: HTMLElement): string => {
    const label = element.getAttribute("aria-label");
    if (label) return label;
    const ids = element.getAttribute("aria-labelledby");
    if (ids) return ids.split(" ").map(textOf).join(" ");
    if (element instanceof HTMLImageElement) return element.alt;
    const labels = (element as HTMLInputElement).labels;
    if (labels?.length) return labels[0]?.innerText ?? "";
    return (element as HTMLInputElement).placeholder || element.innerText;
  };
  const isNamed = (element: HTMLElement) => nameOf(element).replace(/\s+/g, " ").trim().startsWith(name);
  const found = [...document.querySelectorAll<HTMLElement>(kinds[role])].filter(
    (element) => element.checkVisibility() && isNamed(element),
  );
  for (const element of found) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = { x: left + width / 2, y: top + height / 2 };
    const over = document.elementFromPoint(at.x, at.y);
    // A drawn control is the label's, and a picture may lie below the link that opens it, or a post's further fotos over it.
    const tile = element.closest("[data-foto]")?.parentElement;
    const group = tile ?? element.closest("label, a, button") ?? element;
    if (over && (group.contains(over) || over.contains(element))) return at;
    // It is outside the window, or below a bar: the next look finds it in the middle.
    element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  }
  return null;
}

/** Whether these words can be read in the page. */
export function hasWords(words: string): boolean {
  return document.body.innerText.includes(words);
}

/** Writes into a date field, which each browser draws in its own way. */
export function setDate(value: string): void {
  const field = document.querySelector<HTMLInputElement>("input[type=date]");
  if (!field) throw new Error("no field for a date");
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  setter?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Whether the foto with this alternative text has been decoded and is shown. */
export function isSharp(altText: string): boolean {
  const image = [...document.querySelectorAll<HTMLImageElement>("img")].find(({ alt }) => alt === altText);
  return !!image?.complete && image.naturalWidth > 0 && getComputedStyle(image).opacity === "1";
}

/** How far the foto with this alternative text lies beside its frame, in CSS pixels. */
export function besideFrame(altText: string): number {
  const image = [...document.querySelectorAll<HTMLImageElement>("main img")].find(
    ({ alt }) => alt === altText,
  );
  const frame = image?.closest("div");
  if (!image || !frame) return Number.NaN;
  const [one, other] = [image.getBoundingClientRect(), frame.getBoundingClientRect()];
  return Math.hypot(one.x - other.x, one.y - other.y, one.width - other.width, one.height - other.height);
}

/** How far the page, or what lies over it, is wider than the window, in CSS pixels. */
export function overhang(): number {
  const scrolling = document.scrollingElement;
  return scrolling ? scrolling.scrollWidth - innerWidth : Number.NaN;
}

/** How wide the foto with this alternative text is drawn, in CSS pixels: on the wall, or in the viewer. */
export function widthOf(altText: string, place: "main" | "[role=dialog]"): number {
  const found = [...document.querySelectorAll<HTMLImageElement>(`${place} img`)];
  return found.find(({ alt }) => alt === altText)?.getBoundingClientRect().width ?? 0;
}

/** How many fotos of the feed this browser has stored for the time without a server. */
export function storedFotos(): Promise<number> {
  return new Promise((answer) => {
    const opening = indexedDB.open("inflow");
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => answer(0);
    opening.onsuccess = () => {
      const reading = opening.result.transaction("shelf").objectStore("shelf").get("feed");
      reading.onsuccess = () => {
        opening.result.close();
        answer(reading.result?.pictures.length ?? 0);
      };
    };
  });
}

/** The address that the browser chose for the foto with this alternative text, in the viewer. */
export function addressOf(altText: string): string {
  const found = [...document.querySelectorAll<HTMLImageElement>("[role=dialog] img")];
  return found.find(({ alt }) => alt === altText)?.currentSrc ?? "";
}

/** The filter that the viewer draws the foto with this alternative text with: see CSS. */
export function filterOf(altText: string): string {
  const found = [...document.querySelectorAll<HTMLImageElement>("[role=dialog] img")];
  const image = found.find(({ alt }) => alt === altText);
  return image ? getComputedStyle(image).filter : "";
}

/** The status with which the server answers this page's member at an address, past the browser's own copy. */
export async function answerTo(address: string): Promise<number> {
  const answer = await fetch(address, { cache: "no-store" });
  await answer.body?.cancel();
  return answer.status;
}

/** Where the link of this name leads; nothing while there is none. */
export function linkTo(name: string): string {
  const found = [...document.querySelectorAll<HTMLAnchorElement>("a[href]")];
  return (
    found.find((link) => (link.getAttribute("aria-label") ?? link.innerText).trim() === name)?.href ?? ""
  );
}
