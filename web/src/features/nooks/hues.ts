/**
 * The light of nooks that members proposed. Which there are, only the server knows: what it tells becomes rules of style,
 * so that whatever bears `data-nook` anywhere takes the light of its nook. The colour itself is made in tokens.css.
 */
let sheet: CSSStyleSheet | undefined;

/** `hue` is a place on the wheel, in degrees. */
export function tellHues(nooks: readonly { name: string; hue: number }[]): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.replaceSync(nooks.map(({ name, hue }) => ruleFor(name, hue)).join("\n"));
}

/** A name is letters, digits and spaces, but nothing that a member typed goes into a rule as it is. */
const ruleFor = (name: string, hue: number) =>
  `[data-nook="${CSS.escape(name)}"] { --wheel: ${Number(hue)}; }`;
