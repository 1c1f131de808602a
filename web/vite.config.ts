import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { worker } from "./worker.config";

const server = "http://127.0.0.1:8080";

// Every screen stands on this, the landing page too.
const LIBRARY =
  /node_modules\/(react|react-dom|react-router|scheduler|convex\/dist\/esm\/values)\/|preload-helper|src\/ui\/(Button|Notice|Progress|Wordmark)\.|src\/lib\/(deployment|errand|http|refusal)\./;
// What every member's screen needs, in one piece: in twenty it would be larger, and found later.
const MEMBERS =
  /node_modules\/convex\/(?!dist\/esm\/values)|src\/(features\/(connection|identity\/(session|Viewer))|features\/posts\/(Foto|FotoWall|WallSkeleton|openPost|pages|sources|filters|steady|useAttempts|useFotos)\.|ui\/(Avatar|Further|Masonry|Recover|WallHead|Icon|useSeen)|lib\/(blur|masonry|motion|time)\.)/;

// What the three pages stand on through which people come in.
const DOORS =
  /src\/(features\/identity\/(\w*Form|HostedButtons|hosted|identity|rules|dialogs)\.|ui\/(Field|Page)\.)/;

export default defineConfig({
  plugins: [react(), worker()],
  server: {
    proxy: {
      "/api": { target: server, ws: true },
      "/media": server,
      "/dev": server,
    },
  },
  build: {
    target: "es2022",
    // The content security policy allows fonts and styles from this origin only, so nothing may become a data: URL.
    assetsInlineLimit: 0,
    // What scripts/weigh.mjs reads.
    manifest: true,
    modulePreload: { polyfill: false },
    // The first script lists every file that a later screen may want; without their names it is half a kilobyte less.
    rollupOptions: {
      output: {
        chunkFileNames: "assets/[hash].js",
        assetFileNames: "assets/[hash][extname]",
        codeSplitting: {
          groups: [
            { name: "library", test: LIBRARY, priority: 1 },
            { name: "members", test: MEMBERS },
            { name: "doors", test: DOORS },
          ],
        },
      },
    },
  },
});
