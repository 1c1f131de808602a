// Lets Lighthouse judge a running Inflow as a slow phone would find it, and fails below 95 in any category. Lighthouse is
// as large as everything else here together, so that it is fetched by npx when it is asked for and not installed.
// Usage: node scripts/lighthouse.mjs [ORIGIN [PATH...]]
import { execFileSync } from "node:child_process";
import { executablePath } from "./chromium.mjs";

const LIGHTHOUSE = "lighthouse@12.8.2";
const LEAST = 95;
const RUNS = 3;
const [origin = "http://localhost:8080", ...given] = process.argv.slice(2);
const paths = given.length > 0 ? given : ["/", "/login", "/get-started"];

/** The scores of one load, in percent by category. */
function judged(path) {
  const flags = "--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage";
  const asked = ["--yes", LIGHTHOUSE, origin + path, flags, "--quiet", "--output=json"];
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
