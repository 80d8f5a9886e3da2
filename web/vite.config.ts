import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { offlineFiles, offlineModule } from "./offline.mjs";

// The page is built into the Python package, which serves it.
export default defineConfig({
  plugins: [svelte(), offlineModule(), offlineFiles()],
  build: {
    outDir: "../src/sandtable/server/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content-security policy allows no inline data but pictures
    modulePreload: { polyfill: false },
    rollupOptions: {
      checks: { pluginTimings: false },
      // The interpreter asks for what only Node has where it runs in Node, and there alone.
      onwarn: (warning, warn) => {
        if (!/"node:[\w/]+" has been externalized/.test(warning.message)) warn(warning);
      },
      input: { index: "index.html", sw: "src/offline/sw.ts" },
      // A service worker is found by its name, and rules what lies beside it.
      output: { entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  // The worker that runs the rules is served apart: only its answer may carry a policy that lets it compile them.
  worker: {
    format: "es",
    rollupOptions: { checks: { pluginTimings: false }, output: { entryFileNames: "worker/[name]-[hash].js" } },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8765", "/ws": { target: "ws://127.0.0.1:8765", ws: true } } },
});
