import { createHash } from "node:crypto";
import { build, type Plugin } from "vite";
import { translations } from "./locales.config";

const SCRIPT = /\.(js|css)$/;
/** The fonts that everybody's page begins with; those of other scripts are kept once a page asked for them. */
const FIRST_FONT = /-latin-wght-normal\.woff2$/;

/**
 * Builds the service worker beside the app, in one file at the root and without the others' hash in its name: its address
 * must stay. It knows the files that the app is made of, so it changes whenever they do.
 */
export function worker(): Plugin {
  let outDir = "dist";
  let files: string[] = [];
  let page = "";
  return {
    name: "worker",
    apply: "build",
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    generateBundle: {
      // When the page is written, too.
      order: "post",
      handler(_options, bundle) {
        const html = bundle["index.html"];
        if (html?.type !== "asset") throw new Error("the build has no index.html");
        page = String(html.source);
        files = Object.values(bundle)
          .filter(
            (one) =>
              // All scripts and styles, whatever their size: a screen that lacks one of them stays at 'Loading...'.
              one.type === "chunk" ||
              SCRIPT.test(one.fileName) ||
              one.names.some((name) => FIRST_FONT.test(name)),
          )
          .map((one) => `/${one.fileName}`)
          .sort();
      },
    },
    closeBundle: async () => {
      const version = createHash("sha256")
        .update(files.join() + page)
        .digest("hex")
        .slice(0, 12);
      await build({
        configFile: false,
        logLevel: "warn",
        publicDir: false,
        plugins: [translations(["notifications"])],
        define: { __FILES__: JSON.stringify(files), __VERSION__: JSON.stringify(version) },
        build: {
          outDir,
          emptyOutDir: false,
          target: "es2022",
          modulePreload: false,
          rollupOptions: {
            input: "src/app/worker/worker.ts",
            // Vite's code that fetches other files is in it, and has none to fetch.
            onLog: (level, log, handle) => log.code !== "EMPTY_IMPORT_META" && handle(level, log),
            output: { format: "iife", entryFileNames: "sw.js" },
          },
        },
      });
    },
  };
}
