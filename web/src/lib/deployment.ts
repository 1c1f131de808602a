/** What the operator chose. The server writes it into the page's head; nothing else in the web app knows it. */
function fromHead(name: string, otherwise: string): string {
  if (typeof document === "undefined") return otherwise;
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  return meta?.content || otherwise;
}

export const productName = fromHead("application-name", "Inflow");
export const supportEmail = fromHead("support-email", "support@localhost");
