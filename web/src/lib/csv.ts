/** What a spreadsheet takes for a formula at the beginning of a cell. */
const FORMULA = /^[=+\-@\t\r]/;

/** Rows as comma-separated values, by RFC 4180. A cell never begins like a formula, which a spreadsheet would run. */
export const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

function cell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
