/** The operator's settings. The server writes them into the page's head; of other files, only sourceUrl.ts knows one. */
function fromHead(name: string, otherwise: string): string {
  if (typeof document === "undefined") return otherwise;
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  return meta?.content || otherwise;
}

export const productName = fromHead("application-name", "Inflow");
export const supportEmail = fromHead("support-email", "support@localhost");
/** BCP 47 tags; the first is the server's own language. */
export const languages: readonly string[] = fromHead("languages", "en").split(",");
