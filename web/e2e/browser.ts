/** The Chromium of the scripts. It draws without the emulation of a graphics card, which takes a fifth of the processor. */
export async function launchOptions(): Promise<{ executablePath: string; args: string[] }> {
  const { executablePath, FLAGS } = await import("../scripts/chromium.mjs");
  return { executablePath, args: [...FLAGS, "--disable-gpu"] };
}
