import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const server = "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react()],
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
  },
});
