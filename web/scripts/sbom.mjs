// Prints the software bill of materials of the built web app (CycloneDX, JSON): the packages that are in it.
//
// npm lists what package-lock.json would install, and with it our tools and what packages need for other uses. Vite knows
// what it has bundled. The time, the random number and npm's version are left out, so that the same source gives the
// same file.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const WEB = new URL("../", import.meta.url);
const bundled = new Set(
  JSON.parse(readFileSync(new URL("dist/licenses.json", WEB), "utf8")).map(
    (each) => `${each.name}@${each.version}`,
  ),
);
const command = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
const { serialNumber: _, ...bom } = JSON.parse(execFileSync("npm", command, { cwd: WEB, encoding: "utf8" }));
const { timestamp: __, tools: ___, ...metadata } = bom.metadata;

const root = metadata.component["bom-ref"];
const components = bom.components.filter((each) => bundled.has(each["bom-ref"]));
if (components.length !== bundled.size) throw new Error("npm does not know a package that was bundled");
const dependencies = bom.dependencies
  .filter(({ ref }) => ref === root || bundled.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => bundled.has(each)) }));
console.log(JSON.stringify({ ...bom, metadata, components, dependencies }, null, 1));
