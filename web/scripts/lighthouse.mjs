// Lets Lighthouse judge a running Inflow as a slow phone would find it, and fails below 95 in any category. Lighthouse is
// as large as everything else here together, so that it is fetched by npx when it is asked for and not installed.
// Usage: [AS='E-MAIL PASSWORD'] node scripts/lighthouse.mjs [ORIGIN [PATH...]]
// Told as whom, it looks at the pages of a member.
import { execFileSync } from "node:child_process";
import { executablePath } from "./chromium.mjs";

const LIGHTHOUSE = "lighthouse@12.8.2";
const LEAST = 95;
const RUNS = 3;
const [origin = "http://localhost:8080", ...given] = process.argv.slice(2);
const [member, password] = process.env.AS?.split(" ") ?? [];
const OF_VISITORS = ["/", "/login", "/get-started"];
const OF_MEMBERS = ["/homefeed", "/profile", "/intexted"];
const paths = given.length > 0 ? given : member ? OF_MEMBERS : OF_VISITORS;
// The address of proxy.mjs, whose certificate is self-signed.
const TRUSTING = " --ignore-certificate-errors";
const ofOurProxy = origin.startsWith("https://localhost:");
if (ofOurProxy) process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
const cookie = member && (await signedIn());

/** The cookies and headers of the member's browser. */
async function signedIn() {
  const answer = await fetch(`${origin}/api/identity/sign-in`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-App": "1",
      Origin: origin,
      "Sec-Fetch-Site": "same-origin",
    },
    body: JSON.stringify({ identifier: member, password }),
  });
  if (!answer.ok) throw new Error(`${member} cannot sign in: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
}

/** The scores of one load, in percent by category. */
function judged(path) {
  const flags = `--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage${ofOurProxy ? TRUSTING : ""}`;
  const headers = cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : [];
  const asked = ["--yes", LIGHTHOUSE, origin + path, flags, ...headers, "--quiet", "--output=json"];
  const env = { ...process.env, CHROME_PATH: executablePath };
  const report = JSON.parse(execFileSync("npx", asked, { env, encoding: "utf8", maxBuffer: 1e8 }));
  if (report.runtimeError) throw new Error(`${path}: ${report.runtimeError.message}`);
  return Object.fromEntries(
    Object.values(report.categories).map(({ id, score }) => [id, Math.round(score * 100)]),
  );
}

let isWorse = false;
for (const path of paths) {
  // The middle one of a few: another process on the machine costs points.
  const runs = Array.from({ length: RUNS }, () => judged(path)).sort((a, b) => a.performance - b.performance);
  const scores = runs[Math.floor(RUNS / 2)];
  console.log(path, scores);
  isWorse ||= Object.values(scores).some((score) => score < LEAST);
}
if (isWorse) process.exit(1);
