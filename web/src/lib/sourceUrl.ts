/**
 * Where the operator publishes the source code of this server; empty where they give it to members who ask. One screen
 * shows it, so it is not in the file of the other settings, which every page loads.
 */
export const sourceUrl = document.querySelector<HTMLMetaElement>('meta[name="source-url"]')?.content ?? "";
