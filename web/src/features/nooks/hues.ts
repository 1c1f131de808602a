/**
 * The colours of proposed nooks. Only the server knows them: each becomes a style rule, so that every element with
 * `data-nook` takes the colour of its nook. tokens.css computes the colour itself.
 */
let sheet: CSSStyleSheet | undefined;

/** `hue` is a place on the wheel, in degrees. */
export function addHueRules(nooks: readonly { name: string; hue: number }[]): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.replaceSync(nooks.map(({ name, hue }) => ruleFor(name, hue)).join("\n"));
}

/** A name is letters, digits and spaces, but nothing that a member typed goes into a rule as it is. */
const ruleFor = (name: string, hue: number) =>
  `[data-nook="${CSS.escape(name)}"] { --wheel: ${Number(hue)}; }`;
