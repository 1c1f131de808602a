/** The Chromium of the tests, which the scripts use as well. */
export async function launchOptions(): Promise<{ executablePath: string; args: string[] }> {
  const { executablePath, FLAGS } = await import("../scripts/chromium.mjs");
  return { executablePath, args: FLAGS };
}
