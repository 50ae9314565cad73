import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// Names without a hash: the bundle is committed, and the server tells browsers to ask whether a file has changed.
export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    outDir: "../crates/grundy-serve/assets",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: {
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", assetFileNames: "[name][extname]" },
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8017", "/pictures.css": "http://127.0.0.1:8017" } },
});
